//! Klondike's rules as data, the words for them in ids, and those that have a
//! name.

use engine::Fault;
use engine::notation::quoted;

/// Which part of a run may move from column to column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// Any part that ends with the exposed card.
    Any,
    /// Only all face-up cards of a column together.
    Whole,
    /// All of them, or a part if the card beneath it can go home at once.
    Home,
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Cards turned at a time, 1 to 24.
    pub draw: u8,
    /// How often one may go through the stock; 0 for as often as one likes.
    pub passes: u8,
    /// Whether cards may come back from the foundations.
    pub take_back: bool,
    /// Which part of a run may move.
    pub runs: Runs,
}

/// Three cards at a time, everything else allowed.
pub const DRAW_THREE: Variant = Variant {
    draw: 3,
    passes: 0,
    take_back: true,
    runs: Runs::Any,
};

/// One card at a time, everything else allowed.
pub const DRAW_ONE: Variant = Variant {
    draw: 1,
    ..DRAW_THREE
};

/// Donkersteeg's rules: three at a time, endless passes, no card comes back,
/// and part of a run moves only to send the card beneath it home.
pub const THESIS: Variant = Variant {
    take_back: false,
    runs: Runs::Home,
    ..DRAW_THREE
};

/// Donkersteeg's rules with one card at a time.
pub const THESIS_DRAW_ONE: Variant = Variant { draw: 1, ..THESIS };

/// Most cards that can be turned at a time: the whole stock.
pub const MOST_DRAWN: u8 = 24;

/// The variants that have a name; the first is the default.
pub const NAMED: [(&str, Variant); 8] = [
    ("draw3", DRAW_THREE),
    ("draw1", DRAW_ONE),
    ("thesis", THESIS),
    ("thesis-draw1", THESIS_DRAW_ONE),
    (
        "three-passes",
        Variant {
            passes: 3,
            ..DRAW_THREE
        },
    ),
    (
        "casino",
        Variant {
            passes: 3,
            ..DRAW_ONE
        },
    ),
    (
        "vegas",
        Variant {
            passes: 1,
            ..DRAW_ONE
        },
    ),
    (
        "whole-runs",
        Variant {
            runs: Runs::Whole,
            ..DRAW_THREE
        },
    ),
];

/// What the program's list says of each named variant, in the order of [`NAMED`].
pub const ABOUT: [(&str, &str); 8] = [
    (
        "draw3",
        "three cards turned at a time, as often as one likes (the default)",
    ),
    ("draw1", "one card turned at a time, as often as one likes"),
    (
        "thesis",
        "Donkersteeg's rules: as draw3, but no card comes back from a foundation, and part of a run moves only to send the card beneath it home",
    ),
    ("thesis-draw1", "as thesis, one card turned at a time"),
    ("three-passes", "as draw3, three times through the stock"),
    ("casino", "as draw1, three times through the stock"),
    ("vegas", "as draw1, once through the stock"),
    ("whole-runs", "as draw3, but runs move whole"),
];

impl Variant {
    /// The same rules without reversible moves: no card comes back from a
    /// foundation, and part of a run moves only to send the card beneath it
    /// home.
    pub fn only_forward(self) -> Variant {
        let runs = match self.runs {
            Runs::Any => Runs::Home,
            other => other,
        };
        Variant {
            take_back: false,
            runs,
            ..self
        }
    }

    /// The word for this variant in ids: its name, or its rules spelled out.
    pub fn name(&self) -> String {
        if let Some((name, _)) = NAMED.iter().find(|(_, v)| v == self) {
            return name.to_string();
        }
        let mut parts = Vec::new();
        if self.draw != DRAW_THREE.draw {
            parts.push(format!("draw={}", self.draw));
        }
        if self.passes != DRAW_THREE.passes {
            parts.push(format!("passes={}", self.passes));
        }
        if self.take_back != DRAW_THREE.take_back {
            parts.push("back=no".into());
        }
        if self.runs != DRAW_THREE.runs {
            parts.push(format!("runs={:?}", self.runs).to_lowercase());
        }
        parts.join(",")
    }

    /// Reads what [`Variant::name`] writes: a name, or rules such as
    /// `draw=2,passes=3`, or a name with rules that differ.
    pub fn parse(text: &str) -> Result<Variant, Fault> {
        let mut variant = DRAW_THREE;
        let mut keys = Vec::new();
        for (index, part) in text.split(',').enumerate() {
            match part.split_once('=') {
                Some((key, _)) if keys.contains(&key) => {
                    let place = format!("variant {}", quoted(text));
                    return Err(Fault::new(place, format!("{key} twice"), "each rule once"));
                }
                Some((key, value)) => {
                    variant.set(key, value)?;
                    keys.push(key);
                }
                None if index == 0 => {
                    let named = NAMED.iter().find(|(name, _)| *name == part);
                    variant = named.ok_or_else(|| unknown(part))?.1;
                }
                None => return Err(unknown(part)),
            }
        }
        Ok(variant)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let place = format!("rule {}", quoted(key));
        let bad = |expected: String| Fault::new(place, quoted(value), expected);
        let number = |most: u8| {
            let plain = value.len() <= 3 && value.bytes().all(|b| b.is_ascii_digit());
            let number = value
                .parse()
                .ok()
                .filter(|n| plain && (1..=most).contains(n));
            number.ok_or(most)
        };
        match key {
            "draw" => {
                self.draw = number(MOST_DRAWN)
                    .map_err(|most| bad(format!("a number of cards from 1 to {most}")))?;
            }
            "passes" if value == "endless" => self.passes = 0,
            "passes" => {
                self.passes = number(u8::MAX)
                    .map_err(|most| bad(format!("endless, or a number from 1 to {most}")))?;
            }
            "back" => {
                self.take_back = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(bad("yes or no".into())),
                }
            }
            "runs" => {
                self.runs = match value {
                    "any" => Runs::Any,
                    "whole" => Runs::Whole,
                    "home" => Runs::Home,
                    _ => return Err(bad("any, whole or home".into())),
                }
            }
            _ => {
                let found = format!("rule {}", quoted(key));
                let expected = "draw, passes, back or runs";
                return Err(Fault::new("variant", found, expected));
            }
        }
        Ok(())
    }
}

fn unknown(part: &str) -> Fault {
    Fault::new("variant", quoted(part), "a variant of klondike").hint(
        "`stumper games klondike` lists them; rules can be spelled out, as in draw=2,passes=3",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_they_print() {
        for ((name, variant), about) in NAMED.iter().zip(ABOUT) {
            assert_eq!(Variant::parse(name).unwrap(), *variant);
            assert_eq!((variant.name().as_str(), about.0), (*name, *name));
        }
        for text in [
            "draw=24",
            "passes=255",
            "draw=2,passes=1,back=no,runs=whole",
            "back=no",
            "runs=home",
        ] {
            assert_eq!(Variant::parse(text).unwrap().name(), text);
        }
        for (text, name) in [
            ("draw=1", "draw1"),
            ("draw=1,passes=1", "vegas"),
            ("back=no,runs=home", "thesis"),
            ("thesis,draw=1", "thesis-draw1"),
            ("thesis,runs=any", "back=no"),
            ("vegas,passes=endless", "draw1"),
            ("draw3,draw=5", "draw=5"),
        ] {
            assert_eq!(Variant::parse(text).unwrap().name(), name);
        }
    }

    #[test]
    fn senseless_rules_are_refused() {
        for (text, found) in [
            ("", "\"\""),
            ("nosuch", "\"nosuch\""),
            ("draw=0", "\"0\""),
            ("draw=25", "\"25\""),
            ("draw=-1", "\"-1\""),
            ("draw=+1", "\"+1\""),
            ("draw=", "\"\""),
            ("passes=0", "\"0\""),
            ("passes=256", "\"256\""),
            ("passes=0003", "\"0003\""),
            ("back=maybe", "\"maybe\""),
            ("runs=1", "\"1\""),
            ("speed=3", "rule \"speed\""),
            ("draw=3,draw1", "\"draw1\""),
            ("draw=1,draw=3", "draw twice"),
        ] {
            assert_eq!(Variant::parse(text).unwrap_err().found, found, "{text}");
        }
    }
}
