//! What an experiment has to say: headings, sentences, tables and figures. On
//! a terminal only the tables are printed; as a report all of it becomes a
//! Markdown file with its figures beside it, and a page that needs nothing
//! but itself, in light or dark as the reader's screen is.

use crate::plot::Picture;
use crate::{Error, Result};
use host::Call;
use lab::table::Table;
use std::fmt::Write;
use std::path::Path;

/// A report.
#[derive(Default)]
pub struct Report {
    /// Its heading.
    pub title: String,
    /// What it says, from top to bottom.
    pub parts: Vec<Part>,
}

/// A piece of a report.
pub enum Part {
    /// The heading of a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
}

/// A picture with the name of its file.
pub struct Figure {
    /// The file's name without its ending.
    pub name: String,
    /// What is to be seen.
    pub picture: Picture,
}

impl From<Vec<Table>> for Report {
    fn from(tables: Vec<Table>) -> Report {
        Report {
            title: String::new(),
            parts: tables.into_iter().map(Part::Table).collect(),
        }
    }
}

impl Report {
    /// A report with nothing but its heading.
    pub fn new(title: impl Into<String>) -> Report {
        Report {
            title: title.into(),
            parts: Vec::new(),
        }
    }

    /// Adds the heading of a section.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Adds a figure.
    pub fn figure(&mut self, name: impl Into<String>, picture: Picture) {
        let name = name.into();
        self.parts.push(Part::Figure(Figure { name, picture }));
    }

    /// Its tables, which are what a terminal shows.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table),
            _ => None,
        })
    }

    /// Its figures, drawn.
    fn figures(&self) -> impl Iterator<Item = (&Figure, String)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Figure(figure) => Some((figure, figure.picture.svg())),
            _ => None,
        })
    }

    /// Draws the figures into a folder.
    pub fn draw(&self, folder: &Path) -> Result<()> {
        make_folder(folder)?;
        for (figure, svg) in self.figures() {
            write(&folder.join(format!("{}.svg", figure.name)), &svg)?;
        }
        Ok(())
    }

    /// Writes `report.md` with its figures, and `report.html`.
    pub fn write(&self, folder: &Path, call: &Call) -> Result<()> {
        make_folder(folder)?;
        let figures: Vec<(&Figure, String)> = self.figures().collect();
        for (figure, svg) in &figures {
            write(&folder.join(format!("{}.svg", figure.name)), svg)?;
        }
        let title = match self.title.is_empty() {
            true => call.verb.as_str(),
            false => self.title.as_str(),
        };
        let made = made_by(call);
        write(&folder.join("report.md"), &self.markdown(title, &made))?;
        // A picture that is drawn again has other names inside.
        let page = self.page(title, &made, figures.into_iter().map(|(_, svg)| svg));
        write(&folder.join("report.html"), &page)
    }

    /// The report as Markdown, with its figures in files beside it; a line
    /// below the heading says how it was made.
    pub fn markdown(&self, title: &str, made: &str) -> String {
        let mut text = format!("# {title}\n\n{made}\n");
        for part in &self.parts {
            let _ = match part {
                Part::Heading(heading) => write!(text, "\n## {heading}\n"),
                Part::Text(words) => write!(text, "\n{words}\n"),
                Part::Table(table) => write!(text, "{}", as_markdown(table)),
                Part::Figure(Figure { name, picture }) => {
                    write!(text, "\n![{}]({name}.svg)\n", picture.title)
                }
            };
        }
        text
    }

    /// The report as a page that needs nothing but itself.
    pub fn html(&self, title: &str, made: &str) -> String {
        self.page(title, made, self.figures().map(|(_, svg)| svg))
    }

    fn page(&self, title: &str, made: &str, figures: impl Iterator<Item = String>) -> String {
        let mut figures = figures;
        let mut page = head(title);
        let _ = writeln!(
            page,
            "<h1>{}</h1>\n<p>{}</p>",
            escaped(title),
            escaped(made)
        );
        for part in &self.parts {
            let _ = match part {
                Part::Heading(heading) => writeln!(page, "<h2>{}</h2>", escaped(heading)),
                Part::Text(words) => writeln!(page, "<p>{}</p>", escaped(words)),
                Part::Table(table) => write!(page, "{}", as_html(table)),
                Part::Figure(_) => {
                    writeln!(
                        page,
                        "<figure>{}</figure>",
                        figures.next().unwrap_or_default()
                    )
                }
            };
        }
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }
}

/// The version, the experiment and its options, as the manifest has them.
fn made_by(call: &Call) -> String {
    let mut text = format!("Made by stumper {}: {}", call.version, call.verb);
    for (option, values) in call.extent.iter().chain(&call.options) {
        let given = values.join(" ");
        let _ = match option.starts_with("--") {
            true => write!(text, " {option} {given}"),
            false => write!(text, " {given}"),
        };
    }
    text.push('.');
    text
}

fn as_markdown(table: &Table) -> String {
    let mut text = format!("\n{}\n\n", table.title);
    let line = |fields: &[String]| {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| field.replace('|', "\\|"))
            .collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let names: Vec<String> = table.columns.iter().map(|name| name.to_string()).collect();
    text.push_str(&line(&names));
    let sides = (0..names.len()).map(|column| match table.is_text(column) {
        true => "---".to_string(),
        false => "---:".to_string(),
    });
    text.push_str(&line(&sides.collect::<Vec<_>>()));
    for row in table.texts("") {
        text.push_str(&line(&row));
    }
    text
}

fn as_html(table: &Table) -> String {
    let mut text = format!(
        "<div class=\"table\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escaped(&table.title)
    );
    for name in &table.columns {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(name));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    let classes: Vec<&str> = (0..table.columns.len())
        .map(|column| match table.is_text(column) {
            true => "",
            false => " class=\"number\"",
        })
        .collect();
    for row in table.texts("") {
        text.push_str("<tr>");
        for (cell, class) in row.iter().zip(&classes) {
            let _ = write!(text, "<td{class}>{}</td>", escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
    text
}

fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escaped(title)
    )
}

const STYLE: &str = "\
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1b1f23; --rule: #d0d7de; --shade: #f4f6f8; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #d5dbe1; --rule: #3a4047; --shade: #1d2126; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
p { max-width: 45rem; overflow-wrap: anywhere; }
.table { overflow-x: auto; margin: 1.5rem 0; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: 0.5rem; font-weight: 600; }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: left; }
th { background: var(--shade); }
.number { text-align: right; }
figure { margin: 1.5rem 0; }
figure svg { max-width: 100%; height: auto; }
";

/// Text as it stands in a page.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| {
        Error::Io(
            format!("cannot make the folder {}", folder.display()),
            error,
        )
    })
}

/// Writes a file of text, as a whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let written = host::files::write_whole(path, text.as_bytes());
    written.map_err(|error| Error::Io(format!("cannot write to {}", path.display()), error))
}
