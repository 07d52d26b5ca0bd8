//! What is wished of a measure: a range, as `moves=8..10`.

use engine::notation::quoted;
use engine::record::MeasureRow;
use engine::{Fault, Game};
use std::str::FromStr;

/// A range that a measure has to lie in, both ends included.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wish {
    measure: String,
    least: f64,
    most: f64,
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
        let (measure, range) = text.split_once('=').ok_or_else(fault)?;
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
        Ok(Wish {
            measure: measure.trim().to_string(),
            least,
            most,
        })
    }
}

impl Wish {
    /// Refuses a measure that the game does not have.
    pub(super) fn check(&self, game: &dyn Game) -> Result<(), Fault> {
        let names: Vec<_> = game.measures().iter().map(|measure| measure.name).collect();
        if names.contains(&self.measure.as_str()) {
            return Ok(());
        }
        let expected = match names.is_empty() {
            true => format!("nothing to keep by: {} has no measures", game.about().name),
            false => format!("one of {}", names.join(", ")),
        };
        Err(Fault::new("--keep", quoted(&self.measure), expected))
    }

    /// Whether the measure has a value in the range.
    pub(super) fn is_met(&self, row: &MeasureRow) -> bool {
        let mut values = row.measures.iter();
        values
            .any(|(name, value)| *name == self.measure && (self.least..=self.most).contains(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends_or_one() {
        let ends = |text: &str| text.parse::<Wish>().map(|wish| (wish.least, wish.most));
        assert_eq!(ends("moves=8..10"), Ok((8.0, 10.0)));
        assert_eq!(ends("moves=9"), Ok((9.0, 9.0)));
        assert_eq!(ends("moves=8.5.."), Ok((8.5, f64::INFINITY)));
        assert_eq!(ends("moves=..-1"), Ok((f64::NEG_INFINITY, -1.0)));
        for bad in [
            "moves",
            "moves=",
            "moves=x",
            "moves=9..8",
            "moves=1..y",
            "moves=nan",
        ] {
            assert!(ends(bad).is_err(), "{bad}");
        }
    }
}
