//! A table as every experiment prints it: aligned for people, one JSON object
//! a row, or comma-separated under a header. Numbers keep their type in JSON.

use crate::rows::{Format, csv_line, json_line};
use serde_json::{Map, Value};

/// One field of a row.
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number with so many decimals.
    Number(f64, usize),
    /// Nothing to say.
    Blank,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A number with one decimal, if there is one.
    pub fn mean(mean: Option<f64>) -> Cell {
        mean.map_or(Cell::Blank, |mean| Cell::Number(mean, 1))
    }

    fn show(&self, blank: &str) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number, decimals) => format!("{number:.decimals$}"),
            Cell::Blank => blank.to_string(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Cell::Text(text) => text.as_str().into(),
            Cell::Count(count) => (*count).into(),
            // Rounded as it is printed, so that all formats say the same.
            Cell::Number(..) => self
                .show("")
                .parse::<f64>()
                .map_or(Value::Null, Value::from),
            Cell::Blank => Value::Null,
        }
    }
}

/// A table with a name, for programs, and a title, for people.
pub struct Table {
    /// Its name in JSON and CSV.
    pub name: &'static str,
    /// A line above it.
    pub title: String,
    /// The names of its columns.
    pub columns: Vec<&'static str>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Adds the table to the output.
    pub fn write(&self, out: &mut Vec<u8>, format: Format) {
        match format {
            Format::Text => out.extend_from_slice(self.as_text().as_bytes()),
            Format::Json => {
                for row in &self.rows {
                    let mut object = Map::new();
                    object.insert("table".into(), self.name.into());
                    for (column, cell) in self.columns.iter().zip(row) {
                        object.insert(column.to_string(), cell.value());
                    }
                    json_line(out, &object);
                }
            }
            Format::Csv => {
                csv_line(out, std::iter::once(&"table").chain(&self.columns));
                for row in &self.rows {
                    let texts = row.iter().map(|cell| cell.show(""));
                    csv_line(out, std::iter::once(self.name.to_string()).chain(texts));
                }
            }
        }
    }

    /// The rows as texts, with a word where there is nothing to say.
    pub fn texts(&self, blank: &str) -> Vec<Vec<String>> {
        let rows = self.rows.iter();
        rows.map(|row| row.iter().map(|cell| cell.show(blank)).collect())
            .collect()
    }

    /// Whether a column has words; columns of numbers stand to the right.
    pub fn is_text(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| &row[column]);
        cells.any(|cell| matches!(cell, Cell::Text(_)))
    }

    /// The title, the header and the rows.
    fn as_text(&self) -> String {
        let shown = self.texts("-");
        let width = |column: usize| {
            let cells = shown.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |fields: Vec<&str>| {
            let padded: Vec<String> = fields
                .iter()
                .enumerate()
                .map(|(column, field)| match self.is_text(column) {
                    true => format!("{field:width$}", width = widths[column]),
                    false => format!("{field:>width$}", width = widths[column]),
                })
                .collect();
            format!("{}\n", padded.join("  ").trim_end())
        };
        let mut text = format!("{}\n\n{}", self.title, line(self.columns.clone()));
        for row in &shown {
            text.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let table = Table {
            name: "lengths",
            title: "Lengths.".into(),
            columns: vec!["solver", "solved", "mean"],
            rows: vec![
                vec![
                    Cell::text("fast, quick"),
                    Cell::Count(7),
                    Cell::mean(Some(101.26)),
                ],
                vec![Cell::text("b"), Cell::Count(12), Cell::Blank],
            ],
        };
        let mut out = Vec::new();
        table.write(&mut out, format);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_says_the_same_in_every_format() {
        assert_eq!(
            written(Format::Text),
            "Lengths.\n\nsolver       solved   mean\nfast, quick       7  101.3\nb                12      -\n"
        );
        assert_eq!(
            written(Format::Csv),
            "table,solver,solved,mean\nlengths,\"fast, quick\",7,101.3\nlengths,b,12,\n"
        );
        let json = written(Format::Json);
        assert!(
            json.contains(r#""mean":101.3"#) && json.contains(r#""mean":null"#),
            "{json}"
        );
    }
}
