//! The log of a run: a line for the options, then one for each generation and
//! whatever else took long, so that a run that was killed can go on. Where
//! the lines are kept is the caller's business.

use super::plan::EvolvePlan;
use super::report::Report;
use engine::Fault;
use engine::evolve::fitness::Trial;
use engine::evolve::{Evolution, Generation, Genome};
use engine::notation::quoted;
use serde::{Deserialize, Serialize};

/// A line of the log.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The options of the run, and the version that ran.
    Run {
        /// The program's version.
        version: String,
        /// The game.
        game: String,
        /// Its features.
        features: Vec<String>,
        /// Where breeding began.
        start: Option<Genome>,
        /// Every option that decides what comes out.
        options: Vec<(String, String)>,
    },
    /// A generation, and all that the next one needs.
    Generation {
        /// What came of it.
        row: Generation,
        /// The state after it.
        state: Box<Evolution>,
    },
    /// The finals after that many generations.
    Finals {
        /// Generations.
        after: u64,
        /// Who won.
        champion: Genome,
        /// How well.
        report: Report,
    },
    /// The next stretch of held-out levels, baseline and champion in turn.
    HeldOut {
        /// Generations.
        after: u64,
        /// What came of each.
        trials: Vec<Trial>,
    },
}

impl Entry {
    /// The generation after which something else happened.
    pub(super) fn after(&self) -> Option<u64> {
        match self {
            Entry::Finals { after, .. } | Entry::HeldOut { after, .. } => Some(*after),
            _ => None,
        }
    }

    /// The first line of a run's log.
    pub fn first(plan: &EvolvePlan) -> Entry {
        let features = plan.game.features().iter().map(|f| f.name.to_string());
        Entry::Run {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: plan.game.about().name.to_string(),
            features: features.collect(),
            start: plan.breeding.start.clone(),
            options: plan.options.clone(),
        }
    }
}

/// Checks that entries are a log of the same run, in order, and leaves out the
/// first. `name` is the log's.
pub fn of_run(entries: Vec<Entry>, plan: &EvolvePlan, name: &str) -> Result<Vec<Entry>, Fault> {
    let mut past = Vec::new();
    let mut generations = 0;
    for (index, entry) in entries.into_iter().enumerate() {
        match (index, &entry) {
            (0, Entry::Run { .. }) => check_same(&entry, &Entry::first(plan), name)?,
            (1.., Entry::Generation { row, state })
                if row.generation == generations + 1 && state.generation() == row.generation =>
            {
                generations += 1;
                past.push(entry);
            }
            (1.., Entry::Finals { .. } | Entry::HeldOut { .. }) => past.push(entry),
            _ => {
                return Err(Fault::new(
                    format!("{name}, line {}", index + 1),
                    "a line out of its place",
                    "the options of one run, then its generations in order",
                ));
            }
        }
    }
    if generations > plan.generations {
        let found = format!("--generations {}", plan.generations);
        let expected = format!("{generations} or more, as {name} has");
        return Err(Fault::new("--resume", found, expected));
    }
    Ok(past)
}

/// Refuses a log of another run, and says what differs.
fn check_same(had: &Entry, wanted: &Entry, name: &str) -> Result<(), Fault> {
    let (had, wanted) = (by_name(had), by_name(wanted));
    let keys = had.iter().chain(&wanted).map(|(key, _)| key);
    for key in keys.filter(|key| *key != "--generations") {
        let value = |list: &[(String, String)]| {
            let all = list.iter().filter(|(k, _)| k == key);
            let all: Vec<_> = all.map(|(_, value)| value.as_str()).collect();
            (!all.is_empty()).then(|| all.join(" "))
        };
        let (old, new) = (value(&had), value(&wanted));
        if old != new {
            let tell = |value: Option<String>| match value {
                Some(value) => format!("{key} {value}").trim_end().to_string(),
                None => format!("no {key}"),
            };
            let expected = format!("{}, as {} has", tell(old), quoted(name));
            return Err(Fault::new("--resume", tell(new), expected)
                .hint("give the options of the run that made the log, or another --out"));
        }
    }
    Ok(())
}

/// All that a run's first line says, by name.
fn by_name(entry: &Entry) -> Vec<(String, String)> {
    let Entry::Run {
        version,
        game,
        features,
        start,
        options,
    } = entry
    else {
        return Vec::new();
    };
    let mut all = vec![
        ("version".to_string(), version.clone()),
        ("game".to_string(), game.clone()),
        ("features".to_string(), features.join(" ")),
        ("start".to_string(), format!("{start:?}")),
    ];
    let option = |(name, value): &(String, String)| (format!("--{name}"), value.clone());
    all.extend(options.iter().map(option));
    all
}
