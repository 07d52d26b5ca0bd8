//! What callers may set: solvers' settings with the table cache, budgets, and
//! other things that have a word.

use crate::fault::raised;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt};
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

/// Names of settings and their values, as they were given.
pub(crate) type Pairs = Vec<(String, String)>;

/// A dict of names and values as text.
pub(crate) fn pairs(given: Option<&Bound<'_, PyDict>>) -> PyResult<Pairs> {
    let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let mut text = value.str()?.to_string();
        if value.is_instance_of::<PyBool>() {
            text.make_ascii_lowercase();
        }
        Ok((name.extract()?, text))
    };
    given.into_iter().flatten().map(pair).collect()
}

/// Settings from names and values.
pub(crate) fn settings(given: &Pairs) -> Result<Settings, Fault> {
    let mut settings = plain_settings();
    for (name, text) in given {
        match name.as_str() {
            "weights" => settings.set_weights("settings", find_weights(text)?)?,
            _ => settings.set("settings", name, text)?,
        }
    }
    Ok(settings)
}

/// The exception of an argument that is of none of the types it may have.
pub(crate) fn wrong_type(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let found = given.get_type().name();
    let found = found.map_or("something else".into(), |name| name.to_string());
    PyTypeError::new_err(format!("found {found}; expected {expected}"))
}

/// A budget as it is given: text as in `"100000,2s"`, or a number of states.
pub(crate) enum Limits {
    States(u64),
    Text(String),
}

impl FromPyObject<'_, '_> for Limits {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Limits> {
        const EXPECTED: &str = "a number of states, or text as \"100000,2s\"";
        if let Ok(text) = given.extract() {
            return Ok(Limits::Text(text));
        }
        match given.extract() {
            Ok(states) => Ok(Limits::States(states)),
            Err(_) if given.is_instance_of::<PyInt>() => {
                let fault = Fault::new("budget", given.to_string(), "a number of states from 0 on");
                Err(raised(given.py(), fault))
            }
            Err(_) => Err(wrong_type(&given, EXPECTED)),
        }
    }
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

/// Refuses 0 for a number of something.
pub(crate) fn at_least_one(name: &str, count: u64) -> Result<u64, Fault> {
    match count {
        0 => Err(Fault::new(name, "0", "a number from 1 on")),
        _ => Ok(count),
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
pub(crate) enum Moves {
    Text(String),
    List(Vec<String>),
}

impl FromPyObject<'_, '_> for Moves {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Moves> {
        let text = given.extract().map(Moves::Text);
        let moves = text.or_else(|_| given.extract().map(Moves::List));
        moves.map_err(|_: PyErr| wrong_type(&given, "moves as text, or a list of them"))
    }
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
