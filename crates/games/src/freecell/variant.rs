//! The rules of the FreeCell family as data, and the words for them in ids.
//! The variants that have a name are in [`named`](super::named).

use super::named::PENGUIN;
use crate::cards::{Card, KING};
use engine::Fault;
use engine::notation::quoted;

pub use super::named::NAMED;

/// Which card may lie on which, always the next lower rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// On the other colour.
    Colour,
    /// On the same suit.
    Suit,
    /// On any suit.
    Rank,
}

/// What an empty column takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// Any card.
    Any,
    /// Kings.
    Kings,
    /// Nothing.
    Nothing,
}

/// How many cards of a run may move at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// As many as could be moved one by one through cells and empty columns.
    Cells,
    /// Any number.
    Free,
}

/// The rules of one member of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Free cells, 0 to 8.
    pub cells: u8,
    /// Columns, 1 to 10.
    pub columns: u8,
    /// Which card may lie on which.
    pub build: Build,
    /// What an empty column takes.
    pub empty: Empty,
    /// How runs move.
    pub runs: Runs,
    /// How many cards are dealt into cells.
    pub dealt: u8,
    /// Penguin's beak: the first card dealt gives the rank that foundations
    /// start from, its three fellows start there, and ranks go round.
    pub beak: bool,
}

/// Most free cells a variant may have.
pub const MOST_CELLS: usize = 8;
/// Most columns a variant may have: one more, and moves such as `112` could
/// be read in two ways.
pub const MOST_COLUMNS: usize = 10;

/// Microsoft's game.
pub const FREECELL: Variant = Variant {
    cells: 4,
    columns: 8,
    build: Build::Colour,
    empty: Empty::Any,
    runs: Runs::Cells,
    dealt: 0,
    beak: false,
};

impl Variant {
    /// Whether `card` may be put on `on`.
    pub fn fits(&self, card: Card, on: Card) -> bool {
        let next =
            card.rank() + 1 == on.rank() || self.beak && card.rank() == KING && on.rank() == 1;
        next && match self.build {
            Build::Colour => card.is_red() != on.is_red(),
            Build::Suit => card.suit() == on.suit(),
            Build::Rank => true,
        }
    }

    /// Whether `card` may be put into an empty column.
    pub fn fits_empty(&self, card: Card) -> bool {
        match self.empty {
            Empty::Any => true,
            Empty::Kings => card.rank() == KING,
            Empty::Nothing => false,
        }
    }

    /// The longest run that can move when so many cells and so many empty
    /// columns (the target not among them) are free. Each free empty column
    /// doubles what the cells alone allow, if it takes any card.
    pub fn longest_run(&self, cells: usize, empty_columns: usize) -> usize {
        match (self.runs, self.empty) {
            (Runs::Free, _) => usize::MAX,
            (Runs::Cells, Empty::Any) => (cells + 1) << empty_columns.min(8),
            (Runs::Cells, _) => cells + 1,
        }
    }

    /// The cells that receive the last cards of the deck.
    pub fn dealt_cells(&self) -> Vec<usize> {
        let (cells, dealt) = (self.cells as usize, self.dealt as usize);
        match (*self, dealt) {
            // Eight Off leaves every other cell empty, Seahaven the outer two,
            // as PySolFC and fc-solve lay them out.
            (_, 4) if cells == 8 => vec![0, 2, 4, 6],
            (_, 2) if cells == 4 => vec![1, 2],
            _ => (0..dealt).collect(),
        }
    }

    /// The word for this variant in ids: its name, or its rules spelled out.
    pub fn name(&self) -> String {
        if let Some((name, _)) = NAMED.iter().find(|(_, v)| v == self) {
            return name.to_string();
        }
        let (base, mut parts) = match self.beak {
            true => (PENGUIN, vec!["penguin".to_string()]),
            false => (FREECELL, Vec::new()),
        };
        let mut say = |differs: bool, part: String| {
            if differs {
                parts.push(part);
            }
        };
        say(self.cells != base.cells, format!("cells={}", self.cells));
        say(
            self.columns != base.columns,
            format!("columns={}", self.columns),
        );
        say(
            self.build != base.build,
            format!("build={:?}", self.build).to_lowercase(),
        );
        say(
            self.empty != base.empty,
            format!("empty={:?}", self.empty).to_lowercase(),
        );
        say(
            self.runs != base.runs,
            format!("runs={:?}", self.runs).to_lowercase(),
        );
        say(self.dealt != base.dealt, format!("dealt={}", self.dealt));
        parts.join(",")
    }

    /// Reads what [`Variant::name`] writes: a name, or rules such as
    /// `cells=2,build=suit`, or a name with rules that differ.
    pub fn parse(text: &str) -> Result<Variant, Fault> {
        let mut variant = FREECELL;
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
        variant.make_sense(text)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let bad = |expected: &str| {
            Fault::new(
                format!("rule {}", quoted(key)),
                quoted(value),
                expected.to_string(),
            )
        };
        let number = |most: usize| {
            let n = value.parse::<usize>().ok().filter(|n| *n <= most);
            n.map(|n| n as u8)
                .ok_or_else(|| bad(&format!("a number from 0 to {most}")))
        };
        match key {
            "cells" => self.cells = number(MOST_CELLS)?,
            "columns" => self.columns = number(MOST_COLUMNS)?,
            "dealt" => self.dealt = number(MOST_CELLS)?,
            "build" => {
                self.build = match value {
                    "colour" | "color" => Build::Colour,
                    "suit" => Build::Suit,
                    "rank" => Build::Rank,
                    _ => return Err(bad("colour, suit or rank")),
                }
            }
            "empty" => {
                self.empty = match value {
                    "any" => Empty::Any,
                    "kings" => Empty::Kings,
                    "nothing" => Empty::Nothing,
                    _ => return Err(bad("any, kings or nothing")),
                }
            }
            "runs" => {
                self.runs = match value {
                    "cells" => Runs::Cells,
                    "free" => Runs::Free,
                    _ => return Err(bad("cells or free")),
                }
            }
            _ => {
                return Err(Fault::new(
                    "variant",
                    format!("rule {}", quoted(key)),
                    "cells, columns, build, empty, runs or dealt",
                ));
            }
        }
        Ok(())
    }

    fn make_sense(self, text: &str) -> Result<Variant, Fault> {
        let place = format!("variant {}", quoted(text));
        if self.columns == 0 {
            return Err(Fault::new(place, "no columns", "1 to 10 of them"));
        }
        if self.dealt > self.cells {
            let found = format!("{} cards dealt into {} cells", self.dealt, self.cells);
            return Err(Fault::new(place, found, "a cell for each of them"));
        }
        Ok(self)
    }
}

fn unknown(part: &str) -> Fault {
    Fault::new("variant", quoted(part), "a variant of freecell").hint(
        "`stumper games freecell` lists them; rules can be spelled out, as in cells=2,build=suit",
    )
}

#[cfg(test)]
mod tests {
    use super::super::named::ABOUT;
    use super::*;

    #[test]
    fn names_read_as_they_print() {
        for (index, (name, variant)) in NAMED.iter().enumerate() {
            assert_eq!(Variant::parse(name).unwrap(), *variant);
            assert_eq!(variant.name(), *name);
            assert_eq!(ABOUT[index].0, *name);
        }
        for text in [
            "cells=7",
            "columns=9,build=suit,runs=free",
            "cells=5,build=rank,dealt=1",
        ] {
            assert_eq!(Variant::parse(text).unwrap().name(), text);
        }
        assert_eq!(Variant::parse("cells=2").unwrap().name(), "2-cells");
        assert_eq!(
            Variant::parse("penguin,cells=5").unwrap().name(),
            "penguin,cells=5"
        );
    }

    #[test]
    fn senseless_rules_are_refused() {
        for text in [
            "",
            "nosuch",
            "cells=9",
            "cells=-1",
            "cells=x",
            "columns=0",
            "columns=11",
            "build=up",
            "empty=aces",
            "runs=1",
            "speed=3",
            "dealt=5",
            "cells=2,freecell",
            "cells=2,cells=3",
        ] {
            assert!(Variant::parse(text).is_err(), "{text}");
        }
    }
}
