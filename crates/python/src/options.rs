//! What callers may set: solvers' settings with the table cache, budgets, and
//! other things that have a word.

use crate::fault::OrRaise;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::{Arc, LazyLock};
use stumper::notation::quoted;
use stumper::play::FaceDown;
use stumper::{Budget, CacheFolder, Cost, Fault, Settings, find_weights, usual_folder};

/// Settings with the usual table cache and nothing set.
pub(crate) fn plain_settings() -> Settings {
    // One cache, so that threads and solvers share what they have mapped.
    static CACHE: LazyLock<Arc<CacheFolder>> = LazyLock::new(|| {
        let tell = |text: &str| eprintln!("{text}");
        let cache = CacheFolder::new(usual_folder(), Box::new(|_, _| ()), Box::new(tell));
        Arc::new(cache)
    });
    Settings {
        tables: CACHE.clone(),
        ..Settings::default()
    }
}

/// Settings from a dict of names and values.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = plain_settings();
    let Some(given) = given else {
        return Ok(settings);
    };
    for (name, value) in given {
        let (py, name) = (name.py(), name.extract::<String>()?);
        let mut text = value.str()?.to_string();
        if value.is_instance_of::<PyBool>() {
            text.make_ascii_lowercase();
        }
        let set = match name.as_str() {
            "weights" => find_weights(&text).and_then(|w| settings.set_weights("settings", w)),
            _ => settings.set("settings", &name, &text),
        };
        set.or_raise(py)?;
    }
    Ok(settings)
}

/// A budget as it is given: text as in `"100000,2s"`, or a number of states.
#[derive(FromPyObject)]
pub(crate) enum Limits {
    States(u64),
    Text(String),
}

/// The budget that was given, or none.
pub(crate) fn budget(given: Option<Limits>) -> Result<Budget, Fault> {
    match given {
        None => Ok(Budget::default()),
        Some(Limits::States(states)) => Ok(Budget {
            states: Some(states),
            ..Budget::default()
        }),
        Some(Limits::Text(text)) => text.parse(),
    }
}

/// A number of threads, if one was given.
pub(crate) fn jobs(given: Option<usize>) -> Result<Option<usize>, Fault> {
    match given {
        Some(n) if !(1..=4096).contains(&n) => {
            Err(Fault::new("jobs", n.to_string(), "a number from 1 to 4096"))
        }
        _ => Ok(given),
    }
}

/// What measures may cost, by name.
pub(crate) fn cost(name: &str) -> Result<Cost, Fault> {
    let all = [Cost::Cheap, Cost::Search, Cost::Dear];
    let found = all.into_iter().find(|cost| cost.name() == name);
    found.ok_or_else(|| {
        let names = all.map(Cost::name).join(", ");
        Fault::new("only", quoted(name), format!("one of {names}"))
    })
}

/// What is done about face-down cards, by name.
pub(crate) fn face_down(word: &str) -> Result<FaceDown, Fault> {
    FaceDown::parse(word).ok_or_else(|| {
        let names = FaceDown::ALL.map(|(name, _)| name).join(", ");
        Fault::new("secured", quoted(word), format!("one of {names}"))
    })
}

/// Moves as they are given: text with spaces between them, or a list.
#[derive(FromPyObject)]
pub(crate) enum Moves {
    Text(String),
    List(Vec<String>),
}

impl Moves {
    /// The moves with spaces between them.
    pub(crate) fn text(self) -> String {
        match self {
            Moves::Text(text) => text,
            Moves::List(moves) => moves.join(" "),
        }
    }
}
