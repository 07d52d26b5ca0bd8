//! What a caller may set on a solver: options by name, weights of features,
//! and the store that keeps large tables from one run to the next.

use crate::heuristic::Weights;
use crate::notation::{Fault, quoted};
use crate::puzzle::{Limit, Watch};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// One thing that can be set on a solver.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is unless set.
    pub default: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// The name under which a solver says that it takes a heuristic by name.
pub const HEURISTIC: &str = "heuristic";
/// The name under which a solver says that it takes weights of features.
pub const WEIGHTS: &str = "weights";

/// What the caller set.
#[derive(Clone)]
pub struct Settings {
    /// Values by name, as they were written.
    pub values: BTreeMap<String, String>,
    /// Weights of the game's features.
    pub weights: Option<Weights>,
    /// Where large tables are kept.
    pub tables: Arc<dyn TableStore>,
}

impl Default for Settings {
    /// Nothing set, and tables that last as long as these settings.
    fn default() -> Self {
        Settings {
            values: BTreeMap::new(),
            weights: None,
            tables: Arc::new(MemoryStore::default()),
        }
    }
}

impl Settings {
    /// Refuses what `solver` does not know.
    pub fn check(&self, solver: &str, known: &[Setting]) -> Result<(), Fault> {
        let given = self.values.keys().map(String::as_str);
        for name in given.chain(self.weights.is_some().then_some(WEIGHTS)) {
            if !known.iter().any(|setting| setting.name == name) {
                let names: Vec<_> = known.iter().map(|setting| setting.name).collect();
                let expected = match names.is_empty() {
                    true => format!("nothing set: {solver} has no settings"),
                    false => format!("one of the settings of {solver}: {}", names.join(", ")),
                };
                return Err(Fault::new("settings", quoted(name), expected));
            }
        }
        if self.weights.is_some() && self.values.contains_key(HEURISTIC) {
            let found = "a heuristic and weights";
            return Err(Fault::new("settings", found, "one of the two"));
        }
        Ok(())
    }

    /// Sets one thing, for the option `place`; each may be set once.
    pub fn set(&mut self, place: &str, name: &str, value: &str) -> Result<(), Fault> {
        let before = self.values.insert(name.into(), value.into());
        once(place, name, before.is_none())
    }

    /// Sets the weights, for the option `place`.
    pub fn set_weights(&mut self, place: &str, weights: Weights) -> Result<(), Fault> {
        let before = self.weights.replace(weights);
        once(place, WEIGHTS, before.is_none())
    }

    /// The text set under a name, or its default.
    pub fn text<'a>(&'a self, setting: &'a Setting) -> &'a str {
        let set = self.values.get(setting.name);
        set.map_or(setting.default, String::as_str)
    }

    /// The number set under a name, or its default.
    pub fn number<T>(&self, setting: &Setting, range: RangeInclusive<T>) -> Result<T, Fault>
    where
        T: FromStr + PartialOrd + Display,
    {
        let text = self.text(setting);
        let number = text.parse().ok().filter(|n| range.contains(n));
        number.ok_or_else(|| {
            Fault::new(
                setting.name,
                quoted(text),
                format!("a number from {} to {}", range.start(), range.end()),
            )
        })
    }
}

fn once(place: &str, name: &str, fresh: bool) -> Result<(), Fault> {
    match fresh {
        true => Ok(()),
        false => {
            let found = format!("{} twice", quoted(name));
            Err(Fault::new(place, found, "each setting once"))
        }
    }
}

/// Bytes that many threads may read.
pub type Table = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Takes note of how much of a table is made, from 0 to 1, and says whether to
/// go on.
pub type Progress<'a> = &'a dyn Fn(f64) -> bool;

/// Makes a table; none if it was told to stop. A maker asks its [`Progress`]
/// every few milliseconds, and stops on all of its threads soon after.
pub type Make<'a> = &'a mut dyn FnMut(Progress) -> Option<Vec<u8>>;

/// Keeps large tables, so that each is made once.
pub trait TableStore: Send + Sync {
    /// The table of that name, made by `make` if it is not kept yet. A name
    /// stands for the same bytes for ever: a change of layout is a change of
    /// name. Ends with [`Limit::Interrupted`] if the user wants to stop while
    /// it is made. Callers do not charge the time to a level's budget
    /// ([`crate::Meter::uncharged`]), since which level meets a table first is
    /// an accident.
    fn table(&self, name: &str, watch: &dyn Watch, make: Make) -> Result<Table, Limit>;
}

/// A store that lasts as long as the program holds it.
#[derive(Default)]
pub struct MemoryStore(Mutex<BTreeMap<String, Table>>);

impl TableStore for MemoryStore {
    fn table(&self, name: &str, watch: &dyn Watch, make: Make) -> Result<Table, Limit> {
        // Other threads wait for a table that one of them makes.
        let mut tables = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        if let Some(table) = tables.get(name) {
            return Ok(table.clone());
        }
        let bytes = make(&|_| !watch.interrupted()).ok_or(Limit::Interrupted)?;
        let table: Table = Arc::new(bytes);
        tables.insert(name.to_string(), table.clone());
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heuristic_and_weights_exclude_each_other() {
        let setting = |name| Setting {
            name,
            default: "",
            summary: "",
        };
        let known = [setting(HEURISTIC), setting(WEIGHTS)];
        let weights = Weights::parse(r#"{"game":"any","weights":{}}"#).ok();
        let values = BTreeMap::from([(HEURISTIC.to_string(), "any".to_string())]);
        for (values, weights, good) in [
            (values.clone(), None, true),
            (BTreeMap::new(), weights.clone(), true),
            (values, weights, false),
        ] {
            let settings = Settings {
                values,
                weights,
                ..Settings::default()
            };
            assert_eq!(settings.check("some", &known).is_ok(), good);
        }
    }
}
