//! What is wished of a level that is made to order: a measure in a range, as
//! `moves=8..10`, or an outcome, as `outcome=solved`.

use crate::game::Game;
use crate::measure::Cost;
use crate::notation::{Fault, quoted};
use crate::record::MeasureRow;
use std::fmt;
use std::str::FromStr;

/// The name under which an outcome is wished for.
pub const OUTCOME: &str = "outcome";
/// The outcome that every level has.
const ANY: &str = "any";

/// One wish.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// A measure has to lie in a range, both ends included.
    Measure {
        /// Its name.
        name: String,
        /// The smallest value.
        least: f64,
        /// The largest value.
        most: f64,
    },
    /// The solver behind the measures has to end like this; none where any
    /// ending will do.
    Outcome(Option<&'static str>),
}

impl FromStr for Wish {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Wish, Fault> {
        let fault = || {
            Fault::new(
                "--keep",
                quoted(text),
                "a measure and a range, as moves=8..10",
            )
            .hint("one end may be left out: moves=8.. or moves=..10")
        };
        let number = |text: &str, open: f64| match text.trim() {
            "" => Ok(open),
            text => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(fault()),
            },
        };
        let (name, range) = text.split_once('=').ok_or_else(fault)?;
        if name.trim() == OUTCOME {
            return outcome(range.trim());
        }
        let (least, most) = match range.split_once("..") {
            Some((least, most)) => (
                number(least, f64::NEG_INFINITY)?,
                number(most, f64::INFINITY)?,
            ),
            None => {
                let only = number(range, f64::NAN)?;
                (only, only)
            }
        };
        // Neither an empty range nor one without a number keeps anything.
        if least.partial_cmp(&most).is_none_or(|order| order.is_gt()) {
            return Err(fault());
        }
        Ok(Wish::Measure {
            name: name.trim().to_string(),
            least,
            most,
        })
    }
}

fn outcome(word: &str) -> Result<Wish, Fault> {
    const WORDS: [&str; 3] = ["solved", "unsolvable", "gave-up"];
    if word == ANY {
        return Ok(Wish::Outcome(None));
    }
    let found = WORDS.iter().find(|known| **known == word);
    found.map(|word| Wish::Outcome(Some(word))).ok_or_else(|| {
        let expected = format!("one of {}, {ANY}", WORDS.join(", "));
        Fault::new("--keep outcome", quoted(word), expected)
    })
}

/// The wish as [`FromStr`] reads it.
impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Outcome(word) => write!(f, "{OUTCOME}={}", word.unwrap_or(ANY)),
            Wish::Measure { name, least, most } => {
                write!(f, "{name}=")?;
                if least.is_finite() {
                    write!(f, "{least}")?;
                }
                write!(f, "..")?;
                match most.is_finite() {
                    true => write!(f, "{most}"),
                    false => Ok(()),
                }
            }
        }
    }
}

impl Wish {
    /// Refuses a measure that the game does not have.
    pub fn check(&self, game: &dyn Game) -> Result<(), Fault> {
        let Wish::Measure { name, .. } = self else {
            return Ok(());
        };
        let names: Vec<_> = game.measures().iter().map(|measure| measure.name).collect();
        if names.contains(&name.as_str()) {
            return Ok(());
        }
        let expected = match names.is_empty() {
            true => format!("nothing to keep by: {} has no measures", game.about().name),
            false => format!("{OUTCOME}, or one of {}", names.join(", ")),
        };
        Err(Fault::new("--keep", quoted(name), expected))
    }

    /// What it costs to find out; none if every level grants it.
    pub fn cost(&self, game: &dyn Game) -> Option<Cost> {
        match self {
            Wish::Outcome(None) => None,
            Wish::Outcome(Some(_)) => Some(Cost::Search),
            Wish::Measure { name, .. } => {
                let mut measures = game.measures().iter();
                let known = measures.find(|measure| measure.name == name);
                Some(known.map_or(Cost::default(), |measure| measure.cost))
            }
        }
    }

    /// Whether a level's measures grant the wish.
    pub fn is_met(&self, row: &MeasureRow) -> bool {
        match self {
            Wish::Outcome(word) => {
                word.is_none_or(|word| row.verdict.is_some_and(|verdict| verdict.name() == word))
            }
            Wish::Measure { name, least, most } => {
                let value = row.measures.get(name);
                value.is_some_and(|value| (*least..=*most).contains(&value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends_or_one() {
        for (text, written) in [
            ("moves=8..10", Some("moves=8..10")),
            ("moves=9", Some("moves=9..9")),
            ("moves=8.5..", Some("moves=8.5..")),
            ("moves=..-1", Some("moves=..-1")),
            ("outcome=solved", Some("outcome=solved")),
            ("outcome=any", Some("outcome=any")),
            ("outcome=won", None),
            ("moves", None),
            ("moves=", None),
            ("moves=x", None),
            ("moves=9..8", None),
            ("moves=1..y", None),
            ("moves=nan", None),
        ] {
            let wish = text.parse::<Wish>().ok();
            let shown = wish.as_ref().map(Wish::to_string);
            assert_eq!(shown.as_deref(), written, "{text}");
            let again = written.map(|text| text.parse::<Wish>().expect("its own text"));
            assert_eq!(again, wish);
        }
    }
}
