//! Rows as columns: Arrow in memory, Parquet on disk, and long runs of them in
//! shards. What a row says is decided elsewhere ([`engine::record`]); here it
//! is only laid out.
//!
//! - [`table`]: columns that are filled row by row.
//! - [`rows`]: the columns of every kind of row.
//! - [`mod@file`]: Parquet files, written beside and renamed when whole.
//! - [`levels`]: levels out of such files.
//! - [`run`]: plans, shards, and what they come to.

mod checksum;
pub mod file;
pub mod levels;
pub mod rows;
pub mod run;
pub mod table;

pub use arrow_array;
pub use arrow_schema;
pub use file::Writer;
pub use levels::WithParquet;

pub use rows::{Row, Shape};
pub use table::Table;
