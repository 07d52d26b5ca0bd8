//! Columns that are filled row by row. A kind of row is a list of columns,
//! each with a name and what it takes from a row.

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
    StringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, RecordBatchOptions, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::record::Moves;
use std::sync::Arc;

/// A list of texts.
pub trait Texts {
    /// Gives them in turn.
    fn each(&self, take: impl FnMut(&str));
}

impl Texts for Vec<String> {
    fn each(&self, mut take: impl FnMut(&str)) {
        self.iter().for_each(|text| take(text));
    }
}

impl Texts for Moves {
    fn each(&self, take: impl FnMut(&str)) {
        self.iter().for_each(take);
    }
}

/// One column under construction.
trait Build<R>: Send {
    fn add(&mut self, row: &R);
    fn finish(&mut self) -> ArrayRef;
}

/// Rows as columns.
pub struct Table<R> {
    fields: Vec<Field>,
    columns: Vec<Box<dyn Build<R>>>,
    rows: usize,
}

impl<R> Default for Table<R> {
    fn default() -> Self {
        Table {
            fields: Vec::new(),
            columns: Vec::new(),
            rows: 0,
        }
    }
}

/// A column with a builder of Arrow's, and what goes into it.
struct Simple<B, F> {
    builder: B,
    add: F,
}

impl<R, B: ArrayBuilder, F: Fn(&mut B, &R) + Send> Build<R> for Simple<B, F> {
    fn add(&mut self, row: &R) {
        (self.add)(&mut self.builder, row);
    }
    fn finish(&mut self) -> ArrayRef {
        self.builder.finish()
    }
}

/// A column of lists of records.
struct Records<S, F> {
    inner: Table<S>,
    lengths: Vec<usize>,
    items: F,
}

impl<R, S: 'static, F: Fn(&R) -> Vec<S> + Send> Build<R> for Records<S, F> {
    fn add(&mut self, row: &R) {
        let items = (self.items)(row);
        self.lengths.push(items.len());
        items.iter().for_each(|item| self.inner.add(item));
    }
    fn finish(&mut self) -> ArrayRef {
        let offsets = OffsetBuffer::from_lengths(self.lengths.drain(..));
        let records = StructArray::from(self.inner.finish());
        let item = Arc::new(Field::new("item", records.data_type().clone(), true));
        Arc::new(ListArray::new(item, offsets, Arc::new(records), None))
    }
}

impl<R: 'static> Table<R> {
    /// The names and types of the columns.
    pub fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.fields.clone()))
    }

    /// Rows that were added since the columns were taken.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    pub fn add(&mut self, row: &R) {
        self.rows += 1;
        self.columns.iter_mut().for_each(|column| column.add(row));
    }

    /// Takes the columns; the table is empty then.
    pub fn finish(&mut self) -> RecordBatch {
        let arrays = self.columns.iter_mut().map(|column| column.finish());
        let arrays = arrays.collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        // Every column got a value of its type for every row.
        RecordBatch::try_new_with_options(self.schema(), arrays, &options)
            .expect("columns of one length")
    }

    fn with<B: ArrayBuilder>(
        mut self,
        name: &str,
        kind: DataType,
        builder: B,
        add: impl Fn(&mut B, &R) + Send + 'static,
    ) -> Self {
        self.fields.push(Field::new(name, kind, true));
        self.columns.push(Box::new(Simple { builder, add }));
        self
    }

    /// A column of texts that differ from row to row; empty ones are left out.
    pub fn text(self, name: &str, of: impl Fn(&R) -> &str + Send + 'static) -> Self {
        let add = move |to: &mut StringBuilder, row: &R| to.append_option(some(of(row)));
        self.with(name, DataType::Utf8, StringBuilder::new(), add)
    }

    /// A column of a few words; empty ones are left out.
    pub fn word(self, name: &str, of: impl Fn(&R) -> &str + Send + 'static) -> Self {
        let kind = DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into());
        let builder = StringDictionaryBuilder::<Int32Type>::new();
        let add = move |to: &mut StringDictionaryBuilder<Int32Type>, row: &R| {
            to.append_option(some(of(row)));
        };
        self.with(name, kind, builder, add)
    }

    /// A column of whole numbers.
    pub fn count(self, name: &str, of: impl Fn(&R) -> Option<u64> + Send + 'static) -> Self {
        let add = move |to: &mut Int64Builder, row: &R| to.append_option(of(row).map(signed));
        self.with(name, DataType::Int64, Int64Builder::new(), add)
    }

    /// A column of numbers.
    pub fn number(self, name: &str, of: impl Fn(&R) -> Option<f64> + Send + 'static) -> Self {
        let add = move |to: &mut Float64Builder, row: &R| to.append_option(of(row));
        self.with(name, DataType::Float64, Float64Builder::new(), add)
    }

    /// A column of truth values.
    pub fn flag(self, name: &str, of: impl Fn(&R) -> bool + Send + 'static) -> Self {
        let add = move |to: &mut BooleanBuilder, row: &R| to.append_value(of(row));
        self.with(name, DataType::Boolean, BooleanBuilder::new(), add)
    }

    /// A column of lists of texts.
    pub fn texts<T: Texts + 'static>(
        self,
        name: &str,
        of: impl Fn(&R) -> Option<&T> + Send + 'static,
    ) -> Self {
        let add = move |to: &mut ListBuilder<StringBuilder>, row: &R| {
            let list = of(row);
            if let Some(list) = list {
                list.each(|text| to.values().append_value(text));
            }
            to.append(list.is_some());
        };
        let builder = ListBuilder::new(StringBuilder::new());
        self.with(name, list_of(DataType::Utf8), builder, add)
    }

    /// A column of lists of whole numbers.
    pub fn counts(self, name: &str, of: impl Fn(&R) -> &[u32] + Send + 'static) -> Self {
        let add = move |to: &mut ListBuilder<Int64Builder>, row: &R| {
            for number in of(row) {
                to.values().append_value(i64::from(*number));
            }
            to.append(true);
        };
        let builder = ListBuilder::new(Int64Builder::new());
        self.with(name, list_of(DataType::Int64), builder, add)
    }

    /// A column of lists of records, which have columns of their own.
    pub fn records<S: 'static>(
        mut self,
        name: &str,
        inner: Table<S>,
        items: impl Fn(&R) -> Vec<S> + Send + 'static,
    ) -> Self {
        let record = DataType::Struct(inner.fields.clone().into());
        self.fields.push(Field::new(name, list_of(record), true));
        self.columns.push(Box::new(Records {
            inner,
            lengths: Vec::new(),
            items,
        }));
        self
    }
}

fn list_of(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", item, true)))
}

fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Readers in many languages know no unsigned numbers.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
