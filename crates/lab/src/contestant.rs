//! A solver with what is set on it, as the command line writes it:
//! `wastar:heuristic=hsdh:weight=2`.

use engine::notation::quoted;
use engine::settings::WEIGHTS;
use engine::{Fault, Game, Settings, Weights};

/// One side of a comparison.
#[derive(Clone)]
pub struct Contestant {
    /// As it stands in tables.
    pub label: String,
    /// The solver's name.
    pub solver: String,
    /// What is set on it.
    pub settings: Settings,
}

/// Finds weights by the name of a file, or of those that ship with a game.
pub type FindWeights<'a> = &'a dyn Fn(&str) -> Result<Weights, Fault>;

impl Contestant {
    /// Reads a solver and its settings, which are added to `settings`.
    pub fn parse(
        text: &str,
        mut settings: Settings,
        weights: FindWeights,
    ) -> Result<Contestant, Fault> {
        let mut parts = text.split(':');
        let solver = parts.next().unwrap_or_default();
        if solver.is_empty() {
            return Err(Fault::new(
                "--solvers",
                quoted(text),
                "the names of solvers",
            ));
        }
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                let expected = "solvers with settings, as wastar:heuristic=hsdh:weight=2";
                Fault::new("--solvers", quoted(text), expected)
            })?;
            match name {
                WEIGHTS => settings.set_weights("--solvers", weights(value)?)?,
                _ => settings.set("--solvers", name, value)?,
            }
        }
        Ok(Contestant {
            label: text.to_string(),
            solver: solver.to_string(),
            settings,
        })
    }

    /// The same under another name in tables.
    pub fn labelled(self, label: &str) -> Contestant {
        Contestant {
            label: label.to_string(),
            ..self
        }
    }

    /// Refuses what the game does not know.
    pub fn check(&self, game: &'static dyn Game) -> Result<(), Fault> {
        game.solver(&self.solver, &self.settings).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_follow_the_name() {
        let none = |name: &str| Err(Fault::new("weights", name, "a file"));
        let parse = |text: &str| Contestant::parse(text, Settings::default(), &none);
        let one = parse("wastar:heuristic=hsdh:weight=2").unwrap();
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
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
