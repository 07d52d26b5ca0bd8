//! What was asked for, as files of rows keep it: under the names that the
//! program's options have, with their defaults.

use crate::options::Pairs;
use host::call::with_fingerprint;
use std::collections::BTreeMap;
use std::path::PathBuf;
use stumper::{Budget, Call};

/// Options that decide what a row says.
pub(crate) struct Told(BTreeMap<String, Vec<String>>);

impl Told {
    /// Those of rows in columns.
    pub(crate) fn new() -> Told {
        Told(BTreeMap::new()).value("--format", "parquet")
    }

    /// An option with one value, or a flag.
    pub(crate) fn value(self, name: &str, value: impl ToString) -> Told {
        self.list(name, vec![value.to_string()])
    }

    /// An option with any number of values; none where it was not given.
    pub(crate) fn list(mut self, name: &str, values: Vec<String>) -> Told {
        if !values.is_empty() {
            self.0.insert(name.into(), values);
        }
        self
    }

    /// An option that names files.
    pub(crate) fn files(self, name: &str, files: &[PathBuf]) -> Told {
        let names = files.iter().map(|path| with_fingerprint(path.as_os_str()));
        self.list(name, names.collect())
    }

    /// What each level may spend.
    pub(crate) fn budget(self, budget: &Budget) -> Told {
        let text = budget.to_string();
        let given = !text.is_empty();
        self.list("--budget", given.then_some(text).into_iter().collect())
    }

    /// Game and variant of boards that do not name theirs.
    pub(crate) fn boards(self, game: Option<&str>, variant: Option<&str>) -> Told {
        let one = |word: Option<&str>| word.map(String::from).into_iter().collect();
        self.list("--game", one(game))
            .list("--variant", one(variant))
    }

    /// What was set; these have an option of their own.
    pub(crate) fn settings(mut self, set: &Pairs, own: &[&str]) -> Told {
        let (apart, joined): (Vec<_>, Vec<_>) = set
            .iter()
            .partition(|(name, _)| own.contains(&name.as_str()));
        for (name, value) in apart {
            let value = with_fingerprint(value.as_ref());
            self = self.value(&format!("--{name}"), value);
        }
        let joined = joined.iter().map(|(name, value)| format!("{name}={value}"));
        self.list("--set", joined.collect())
    }

    /// The call of a verb; `extent` says how far it goes.
    pub(crate) fn call(self, verb: &str, extent: Told) -> Call {
        Call {
            version: env!("CARGO_PKG_VERSION").into(),
            verb: verb.into(),
            options: self.0,
            extent: extent.0,
        }
    }
}

/// Levels by name, as the extent of a call.
pub(crate) fn levels(names: Vec<String>) -> Told {
    let names = names.iter().map(|name| with_fingerprint(name.as_ref()));
    Told(BTreeMap::new()).list("levels", names.collect())
}

/// A number of levels to make, as the extent of a call.
pub(crate) fn made(count: u64, tries: Option<u64>) -> Told {
    let tries = tries.iter().map(u64::to_string).collect();
    let extent = Told(BTreeMap::new()).value("--count", count);
    extent.list("--tries", tries)
}
