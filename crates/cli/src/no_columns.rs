//! What stands for the crate of columns in a program that is built without
//! it: nothing is written, and Parquet files are refused.

use crate::rows::built_without;
use engine::notation::quoted;
use engine::{Cost, Detail, Fault, Game};
use games::levels::{Lines, Source};
use host::files::is_parquet;
use host::{Call, Error, Files};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::path::Path;

/// A kind of row.
pub(crate) trait Row: 'static {}

impl<R: 'static> Row for R {}

/// What would decide the columns.
#[derive(Clone, Copy)]
#[allow(dead_code)]
pub(crate) struct Shape {
    pub(crate) game: &'static dyn Game,
    pub(crate) moves: bool,
    pub(crate) detail: Detail,
    pub(crate) times: bool,
    pub(crate) measures: Option<Cost>,
    pub(crate) ratings: bool,
}

/// A file that is never begun.
pub(crate) struct Writer<R>(Infallible, PhantomData<R>);

impl<R> Writer<R> {
    pub(crate) fn create(path: &Path, _: &Shape, _: &Call) -> Result<Writer<R>, Error> {
        let place = quoted(&path.display().to_string());
        Err(built_without(&place, "lines of text").into())
    }

    pub(crate) fn add(&mut self, _: &R) -> Result<(), Error> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        match self.0 {}
    }
}

/// The files of this machine but Parquet files.
#[derive(Clone, Copy)]
pub(crate) struct WithParquet;

impl Source for WithParquet {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        refuse(name)?;
        Files.check(name)
    }

    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        refuse(name)?;
        Files.open(name)
    }
}

fn refuse(name: &OsStr) -> Result<(), Fault> {
    let place = quoted(&name.to_string_lossy());
    match is_parquet(name) {
        true => Err(built_without(&place, "levels as text")),
        false => Ok(()),
    }
}
