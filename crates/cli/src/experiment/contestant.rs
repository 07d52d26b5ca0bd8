//! A solver with what is set on it, as the command line writes it:
//! `wastar:heuristic=hsdh:weight=2`.

use crate::setting_args::{SettingArgs, insert};
use anyhow::Result;
use engine::notation::quoted;
use engine::{Fault, Game, Settings};

/// One side of a comparison.
#[derive(Clone)]
pub(super) struct Contestant {
    /// As it stands in tables.
    pub(super) label: String,
    pub(super) solver: String,
    pub(super) settings: Settings,
}

impl Contestant {
    /// Reads a solver and its settings.
    pub(super) fn parse(text: &str) -> Result<Contestant> {
        let mut parts = text.split(':');
        let solver = parts.next().unwrap_or_default();
        if solver.is_empty() {
            return Err(Fault::new("--solvers", quoted(text), "the names of solvers").into());
        }
        let mut settings = SettingArgs::only(&[]).read()?;
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                let expected = "solvers with settings, as wastar:heuristic=hsdh:weight=2";
                Fault::new("--solvers", quoted(text), expected)
            })?;
            insert(&mut settings, "--solvers", name, value)?;
        }
        Ok(Contestant {
            label: text.to_string(),
            solver: solver.to_string(),
            settings,
        })
    }

    /// One of ours, known to be good, under a name for tables.
    pub(super) fn known(label: &str, text: &str) -> Contestant {
        let parsed = Contestant::parse(text).expect("a solver and its settings");
        Contestant {
            label: label.to_string(),
            ..parsed
        }
    }

    /// Refuses what the game does not know.
    pub(super) fn check(&self, game: &'static dyn Game) -> Result<(), Fault> {
        game.session(&self.solver, &self.settings).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_follow_the_name() {
        let one = Contestant::parse("wastar:heuristic=hsdh:weight=2").unwrap();
        assert_eq!((one.solver.as_str(), one.label.len()), ("wastar", 30));
        let values: Vec<_> = one.settings.values.iter().collect();
        assert_eq!(values.len(), 2);
        assert_eq!(one.settings.values["weight"], "2");
        for bad in [
            "",
            ":weight=2",
            "wastar:weight",
            "wastar:weight=2:weight=3",
            "wastar:weights=/no/such/file",
        ] {
            assert!(Contestant::parse(bad).is_err(), "{bad}");
        }
    }
}
