//! From an id to a position: which variant and which source its kind names.

use super::rules::Position;
use super::variant::{DRAW_THREE, Variant};
use crate::cards::{Card, greenfelt, lonelybot, seeded::Seeded, shootme, solvitaire};
use engine::notation::quoted;
use engine::{Fault, LevelId};

/// Where a deck comes from.
struct Source {
    name: &'static str,
    /// The numbers it has.
    first: u64,
    last: u64,
    deck: fn(u64) -> Option<[Card; 52]>,
}

/// The first is the default.
static SOURCES: [Source; 5] = [
    Source {
        name: "seed",
        first: 0,
        last: u64::MAX,
        deck: |number| Some(Seeded::new("klondike", number).deck()),
    },
    Source {
        name: "solvitaire",
        first: 0,
        last: solvitaire::LAST,
        deck: solvitaire::deck,
    },
    Source {
        name: "shootme",
        first: 0,
        last: shootme::LAST,
        deck: shootme::deck,
    },
    Source {
        name: "greenfelt",
        first: 1,
        last: greenfelt::LAST,
        deck: greenfelt::deck,
    },
    Source {
        name: "lonelybot",
        first: 0,
        last: u64::MAX,
        deck: |number| Some(lonelybot::deck(number)),
    },
];

/// What the program's list says of the sources.
pub const ABOUT: &[(&str, &str)] = &[
    (
        "seed",
        "our own shuffles, any number below 2^64 (used where no source is named)",
    ),
    (
        "solvitaire",
        "Solvitaire's --random numbers, 0 to 4294967295",
    ),
    (
        "shootme",
        "the game numbers of ShootMe's Klondike-Solver, 0 to 2147483647",
    ),
    (
        "greenfelt",
        "the game numbers of greenfelt.net, 1 to 2147483646",
    ),
    (
        "lonelybot",
        "lonelybot's default seeds, any number below 2^64",
    ),
];

fn find(word: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| source.name == word)
}

/// Reads `variant.source`, where either may be left out: `draw1`,
/// `solvitaire`, `draw1.solvitaire`. Without a variant it is draw3, without a
/// source our own seeds.
fn parse_kind(kind: &str) -> Result<(Variant, &'static Source), Fault> {
    if let Some(source) = find(kind) {
        return Ok((DRAW_THREE, source));
    }
    let Some((variant, word)) = kind.rsplit_once('.') else {
        let variant = Variant::parse(kind).map_err(|fault| match kind.contains(['=', ',']) {
            true => fault,
            // One word may be meant as either.
            false => Fault::new(
                "variant or source",
                quoted(kind),
                "a variant of klondike (draw1) or a source of deals (seed, solvitaire)",
            )
            .hint("`stumper games klondike` lists both"),
        })?;
        return Ok((variant, &SOURCES[0]));
    };
    let source = find(word).ok_or_else(|| {
        let names: Vec<_> = SOURCES.iter().map(|source| source.name).collect();
        Fault::new(
            format!("source of {}", quoted(kind)),
            quoted(word),
            format!("one of {}", names.join(", ")),
        )
        .hint("`stumper games klondike` lists them")
    })?;
    Ok((Variant::parse(variant)?, source))
}

/// The variant that an id names, if there is such a deal.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    let (variant, source) = parse_kind(&id.kind)?;
    match (source.first..=source.last).contains(&id.number) {
        true => Ok(variant.name()),
        false => Err(no_such_deal(id, source)),
    }
}

/// Deals a level.
pub fn deal(id: &LevelId) -> Result<Position, Fault> {
    let (variant, source) = parse_kind(&id.kind)?;
    let deck = (source.deck)(id.number).ok_or_else(|| no_such_deal(id, source))?;
    Ok(Position::deal(variant, &deck))
}

fn no_such_deal(id: &LevelId, source: &Source) -> Fault {
    Fault::new(
        id.to_string(),
        format!("deal {}", id.number),
        format!("a number from {} to {}", source.first, source.last),
    )
    .hint("other numbers can be used as seeds: klondike:draw3#N")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_have_the_numbers_that_they_say() {
        for (source, about) in SOURCES.iter().zip(ABOUT) {
            assert_eq!(source.name, about.0);
            for (number, there) in [
                (source.first.checked_sub(1), false),
                (Some(source.first), true),
                (Some(source.last), true),
                (source.last.checked_add(1), false),
            ] {
                let dealt = number.map_or(there, |number| (source.deck)(number).is_some());
                assert_eq!(dealt, there, "{} {number:?}", source.name);
            }
        }
    }
}
