//! Values that go into statements, and rows that come out.

use super::DbError;

/// A value in a database.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.into())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Integer(number.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row, whose values are asked for by their places.
#[derive(Clone, Debug, PartialEq)]
pub struct Row(pub Vec<Value>);

impl Row {
    fn value(&self, place: usize) -> &Value {
        self.0.get(place).unwrap_or(&Value::Null)
    }

    fn unexpected<T>(&self, place: usize, wanted: &str) -> Result<T, DbError> {
        Err(DbError::other(format!(
            "column {place} of a row holds {:?} where {wanted} is expected",
            self.value(place)
        )))
    }

    /// The text at a place.
    pub fn text(&self, place: usize) -> Result<String, DbError> {
        match self.value(place) {
            Value::Text(text) => Ok(text.clone()),
            _ => self.unexpected(place, "text"),
        }
    }

    /// The whole number at a place.
    pub fn integer(&self, place: usize) -> Result<i64, DbError> {
        match self.value(place) {
            Value::Integer(number) => Ok(*number),
            _ => self.unexpected(place, "a whole number"),
        }
    }

    /// The small whole number at a place.
    pub fn count(&self, place: usize) -> Result<u32, DbError> {
        match u32::try_from(self.integer(place)?) {
            Ok(number) => Ok(number),
            Err(_) => self.unexpected(place, "a number from 0 to 2^32"),
        }
    }

    /// The number at a place.
    pub fn real(&self, place: usize) -> Result<f64, DbError> {
        match self.value(place) {
            Value::Real(number) => Ok(*number),
            Value::Integer(number) => Ok(*number as f64),
            _ => self.unexpected(place, "a number"),
        }
    }

    /// Whatever a reader makes of a place, unless there is nothing.
    pub fn maybe<T>(
        &self,
        place: usize,
        read: impl FnOnce(&Row, usize) -> Result<T, DbError>,
    ) -> Result<Option<T>, DbError> {
        match self.value(place) {
            Value::Null => Ok(None),
            _ => read(self, place).map(Some),
        }
    }
}

/// The texts in the first column of some rows.
pub(super) fn first_texts(rows: &[Row]) -> Result<Vec<String>, DbError> {
    rows.iter().map(|row| row.text(0)).collect()
}
