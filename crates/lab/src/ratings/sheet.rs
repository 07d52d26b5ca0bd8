//! Rows with named fields, from comma-separated values under a header or from
//! JSON objects, one a line.

use engine::Fault;
use engine::notation::quoted;
use serde_json::{Map, Value};

/// The most columns that are read, so that a file that is no table is told so.
const MOST_COLUMNS: usize = 10_000;

/// A file of rows.
pub(super) struct Sheet {
    /// The file, for messages.
    place: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// One row: a text for each column, empty where there is none.
pub(super) struct Row {
    line: u64,
    pub(super) cells: Vec<String>,
}

impl Sheet {
    /// Reads a file; what begins with a brace is JSON.
    pub(super) fn read(place: &str, text: &str) -> Result<Sheet, Fault> {
        let text = text.trim_start_matches('\u{feff}');
        let sheet = match text.trim_start().starts_with('{') {
            true => Sheet::of_json(place, text),
            false => Sheet::of_csv(place, text),
        }?;
        match sheet.rows.is_empty() {
            true => Err(Fault::new(place, "no rows", "a row for each play or level")),
            false => Ok(sheet),
        }
    }

    fn of_csv(place: &str, text: &str) -> Result<Sheet, Fault> {
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let wrong = |error: csv::Error| {
            let line = error.position().map_or(1, |position| position.line());
            let found = match error.kind() {
                csv::ErrorKind::UnequalLengths {
                    expected_len, len, ..
                } => format!("{len} fields under a header of {expected_len}"),
                _ => error.to_string(),
            };
            Fault::new(format!("{place}:{line}"), found, "comma-separated values")
        };
        let words = |record: &csv::StringRecord| record.iter().map(String::from).collect();
        let columns: Vec<String> = words(reader.headers().map_err(wrong)?);
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(wrong)?;
            let line = record.position().map_or(0, |position| position.line());
            rows.push(Row {
                line,
                cells: words(&record),
            });
        }
        Sheet::of(place, columns, rows)
    }

    fn of_json(place: &str, text: &str) -> Result<Sheet, Fault> {
        let mut columns: Vec<String> = Vec::new();
        let mut objects = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() {
                continue;
            }
            let object: Map<String, Value> = serde_json::from_str(text).map_err(|why| {
                let found = format!("{} ({why})", quoted(text));
                Fault::new(format!("{place}:{line}"), found, "a JSON object")
            })?;
            let object = flat(object);
            for (name, _) in &object {
                if !columns.contains(name) {
                    columns.push(name.clone());
                }
            }
            if columns.len() > MOST_COLUMNS {
                break;
            }
            objects.push((line, object));
        }
        let row = |(line, object): (u64, Vec<(String, String)>)| {
            let mut cells = vec![String::new(); columns.len()];
            for (name, value) in object {
                if let Some(place) = columns.iter().position(|column| *column == name) {
                    cells[place] = value;
                }
            }
            Row { line, cells }
        };
        let rows = objects.into_iter().map(row).collect();
        Sheet::of(place, columns, rows)
    }

    fn of(place: &str, columns: Vec<String>, rows: Vec<Row>) -> Result<Sheet, Fault> {
        if columns.len() > MOST_COLUMNS {
            let found = format!("more than {MOST_COLUMNS} columns");
            return Err(Fault::new(place, found, "a table of ratings or measures"));
        }
        let mut known = columns.iter().enumerate();
        let twice = known.find(|(index, name)| columns[..*index].contains(name));
        match twice {
            Some((_, name)) => {
                let found = format!("the column {} twice", quoted(name));
                Err(Fault::new(place, found, "a name for each column"))
            }
            None => Ok(Sheet {
                place: place.into(),
                columns,
                rows,
            }),
        }
    }

    /// The column that has one of these names.
    pub(super) fn find(&self, names: &[&str]) -> Option<usize> {
        let mut names = names.iter();
        names.find_map(|name| self.columns.iter().position(|column| column == name))
    }

    /// The same, or a fault.
    pub(super) fn need(&self, names: &[&str]) -> Result<usize, Fault> {
        self.find(names).ok_or_else(|| {
            let found = match self.columns.len() {
                0..=30 => format!("the columns {}", self.columns.join(", ")),
                many => format!("{many} columns of other names"),
            };
            let expected = format!("a column {}", names.join(" or "));
            Fault::new(&self.place, found, expected)
        })
    }

    /// The game of the rows, where a column tells it; rows of others than the
    /// wanted one are dropped.
    pub(super) fn keep_game(&mut self, wanted: Option<&str>) -> Result<Option<String>, Fault> {
        let Some(column) = self.find(&["game"]) else {
            return Ok(None);
        };
        let mut games: Vec<&str> = Vec::new();
        for row in &self.rows {
            let game = row.cells[column].as_str();
            if !game.is_empty() && !games.contains(&game) {
                games.push(game);
            }
        }
        let found = format!("rows of {}", games.join(", "));
        let game = match (wanted, &games[..]) {
            (_, []) => return Ok(None),
            (Some(wanted), games) if games.contains(&wanted) => wanted.to_string(),
            (Some(wanted), _) => {
                return Err(Fault::new(&self.place, found, format!("rows of {wanted}")));
            }
            (None, [game]) => game.to_string(),
            (None, _) => {
                let fault = Fault::new(&self.place, found, "rows of one game");
                return Err(fault.hint("--game picks one"));
            }
        };
        self.rows.retain(|row| row.cells[column] == game);
        Ok(Some(game))
    }

    /// Where a row stands.
    pub(super) fn at(&self, row: &Row) -> String {
        format!("{}:{}", self.place, row.line)
    }

    /// A number of a row; none where the field is empty.
    pub(super) fn number(&self, row: &Row, column: usize) -> Result<Option<f64>, Fault> {
        let text = &row.cells[column];
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| {
            let found = format!("{} = {}", self.columns[column], quoted(text));
            Fault::new(self.at(row), found, "a number")
        })
    }
}

/// The fields of an object; those of an object within it by their own names.
fn flat(object: Map<String, Value>) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (name, value) in object {
        match value {
            Value::Null => {}
            Value::String(text) => fields.push((name, text)),
            Value::Object(inner) => fields.extend(flat(inner)),
            value => fields.push((name, value.to_string())),
        }
    }
    fields
}
