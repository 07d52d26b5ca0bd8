//! What a caller names as levels: ids and ranges, files, and levels at hand,
//! one or a list of them.

use crate::fault::OrRaise;
use crate::level::Level;
use columns::WithParquet;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::OsString;
use std::path::PathBuf;
use stumper::{Defaults, Fault, Game, Levels, Task};

/// Levels in the order in which they were named.
#[derive(Clone)]
pub(crate) struct Inputs {
    parts: Vec<Part>,
    defaults: Defaults,
}

#[derive(Clone)]
enum Part {
    /// Ids, ranges and files.
    Names(Vec<OsString>),
    /// Levels at hand.
    Tasks(Vec<Task>),
}

/// Any number of levels, as they are opened.
pub(crate) type Opened = Box<dyn Iterator<Item = Result<Task, Fault>> + Send>;

impl Inputs {
    /// Reads an argument: a `str`, a path, a `Level`, or several of them.
    pub(crate) fn read(
        levels: &Bound<'_, PyAny>,
        game: Option<&str>,
        variant: Option<&str>,
    ) -> PyResult<Inputs> {
        let py = levels.py();
        let mut inputs = Inputs {
            parts: Vec::new(),
            defaults: Defaults::new(game, variant.unwrap_or_default()).or_raise(py)?,
        };
        let one = levels.is_instance_of::<PyString>()
            || levels.is_instance_of::<Level>()
            || levels.hasattr("__fspath__")?;
        match one {
            true => inputs.add(levels)?,
            false => {
                for level in levels.try_iter()? {
                    inputs.add(&level?)?;
                }
            }
        }
        Ok(inputs)
    }

    fn add(&mut self, level: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(level) = level.cast::<Level>() {
            let task = level.get().task.clone();
            match self.parts.last_mut() {
                Some(Part::Tasks(tasks)) => tasks.push(task),
                _ => self.parts.push(Part::Tasks(vec![task])),
            }
            return Ok(());
        }
        let name = match level.is_instance_of::<PyString>() {
            true => OsString::from(level.extract::<String>()?),
            false => level.extract::<PathBuf>()?.into_os_string(),
        };
        match self.parts.last_mut() {
            Some(Part::Names(names)) => names.push(name),
            _ => self.parts.push(Part::Names(vec![name])),
        }
        Ok(())
    }

    /// What they are called.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = |part: &Part| match part {
            Part::Names(names) => names
                .iter()
                .map(|name| name.to_string_lossy().into())
                .collect(),
            Part::Tasks(tasks) => tasks.iter().map(|task| task.level.name()).collect(),
        };
        let names: Vec<Vec<String>> = self.parts.iter().map(names).collect();
        names.concat()
    }

    /// Ids, ranges and files as they were given.
    pub(crate) fn files(&self) -> Vec<OsString> {
        let files = |part: &Part| match part {
            Part::Names(names) => names.clone(),
            Part::Tasks(_) => Vec::new(),
        };
        self.parts.iter().flat_map(files).collect()
    }

    fn open_names(&self, names: &[OsString]) -> Result<Levels, Fault> {
        Levels::open(names.iter().cloned(), self.defaults.clone(), WithParquet)
    }

    /// Opens all of them.
    pub(crate) fn open(&self) -> Result<Opened, Fault> {
        let mut all: Opened = Box::new(std::iter::empty());
        for part in &self.parts {
            all = match part {
                Part::Names(names) => Box::new(all.chain(self.open_names(names)?)),
                Part::Tasks(tasks) => Box::new(all.chain(tasks.clone().into_iter().map(Ok))),
            };
        }
        Ok(all)
    }

    /// How many they are, if that is known before they are read, and the games
    /// that are known of. What cannot be read is a fault.
    pub(crate) fn look(&self) -> Result<(Option<u64>, Vec<&'static dyn Game>), Fault> {
        let (mut total, mut games) = (Some(0u64), Vec::new());
        for part in &self.parts {
            let count = match part {
                Part::Names(names) => {
                    let levels = self.open_names(names)?;
                    games.extend(levels.games());
                    levels.total()
                }
                Part::Tasks(tasks) => {
                    games.extend(tasks.iter().map(|task| task.game));
                    Some(tasks.len() as u64)
                }
            };
            total = total.zip(count).map(|(a, b)| a.saturating_add(b));
        }
        Ok((total, games))
    }

    /// The game of the first level, if there is one. Opens files.
    pub(crate) fn first_game(&self) -> Result<Option<&'static dyn Game>, Fault> {
        let first = self.open()?.next().transpose()?;
        Ok(first.map(|task| task.game))
    }

    /// The one level that they name.
    pub(crate) fn only(&self) -> Result<Task, Fault> {
        let mut all = self.open()?;
        let first = all.next().transpose()?;
        let first = first.ok_or_else(|| Fault::new("level", "none", "one level"))?;
        match all.next().transpose()? {
            None => Ok(first),
            Some(second) => Err(Fault::new(
                second.level.name(),
                "a second level",
                "one level",
            )),
        }
    }
}
