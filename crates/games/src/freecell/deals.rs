//! From an id to a position: which variant and which source its kind names,
//! and how a deck is laid out.

use super::generate::{self, Kind};
use super::rules::Position;
use super::variant::{FREECELL, Variant};
use crate::cards::{Card, microsoft, seeded::Seeded};
use engine::notation::quoted;
use engine::{Fault, LevelId};

/// Where a deck comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Microsoft,
    Seed,
    Kind(Kind),
}

impl Source {
    fn parse(word: &str) -> Option<Source> {
        match word {
            "ms" => Some(Source::Microsoft),
            "seed" => Some(Source::Seed),
            other => Kind::parse(other).map(Source::Kind),
        }
    }
}

/// Reads `variant.source`, where either may be left out: `ms`, `eight-off`,
/// `eight-off.seed`. Without a variant it is FreeCell, without a source
/// Microsoft's numbering.
fn parse_kind(kind: &str) -> Result<(Variant, Source), Fault> {
    if let Some(source) = Source::parse(kind) {
        return Ok((FREECELL, source));
    }
    let Some((variant, word)) = kind.rsplit_once('.') else {
        let variant = Variant::parse(kind).map_err(|fault| match kind.contains(['=', ',']) {
            true => fault,
            // One word may be meant as either.
            false => Fault::new(
                "variant or source",
                quoted(kind),
                "a variant of freecell (eight-off) or a source of deals (ms, seed, aces-0)",
            )
            .hint("`stumper games freecell` lists both"),
        })?;
        return Ok((variant, Source::Microsoft));
    };
    let source = Source::parse(word).ok_or_else(|| {
        Fault::new(
            format!("source of {}", quoted(kind)),
            quoted(word),
            "ms, seed or a kind of deal",
        )
        .hint("`stumper games freecell` lists them")
    })?;
    Ok((Variant::parse(variant)?, source))
}

/// The variant that an id names, if there is such a deal.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    let (variant, source) = parse_kind(&id.kind)?;
    match source {
        Source::Microsoft if !(1..=microsoft::LAST).contains(&id.number) => {
            return Err(no_such_deal(id));
        }
        Source::Microsoft | Source::Seed => {}
        Source::Kind(kind) => generate::check(variant, kind, id)?,
    }
    Ok(variant.name())
}

/// Deals a level.
pub fn deal(id: &LevelId) -> Result<Position, Fault> {
    let (variant, source) = parse_kind(&id.kind)?;
    match source {
        Source::Microsoft => {
            let deck = microsoft::deck(id.number).ok_or_else(|| no_such_deal(id))?;
            Ok(lay_out(variant, &deck))
        }
        Source::Seed => Ok(lay_out(variant, &Seeded::new("freecell", id.number).deck())),
        Source::Kind(kind) => generate::deal(variant, kind, id),
    }
}

fn no_such_deal(id: &LevelId) -> Fault {
    Fault::new(
        id.to_string(),
        format!("deal {}", id.number),
        format!("a number from 1 to {}", microsoft::LAST),
    )
    .hint("other numbers can be used as seeds: freecell:seed#N")
}

/// Deals a deck round the columns, and its last cards into cells where the
/// variant says so.
pub fn lay_out(variant: Variant, deck: &[Card; 52]) -> Position {
    let mut position = Position::bare(variant);
    let mut deck = deck.to_vec();
    if variant.beak {
        // The beak's three fellows go home as they turn up; all ranks are
        // counted from the beak's.
        position.first_rank = deck[0].rank();
        let beak = deck[0];
        for card in &deck[1..] {
            if card.rank() == beak.rank() {
                position.home[card.suit() as usize] = 1;
            }
        }
        deck.retain(|card| card.rank() != beak.rank() || *card == beak);
        deck = deck
            .iter()
            .map(|&card| position.from_printed(card))
            .collect();
    }
    let into_cells = deck.split_off(deck.len() - variant.dealt as usize);
    for (index, card) in deck.into_iter().enumerate() {
        position.columns[index % variant.columns as usize].push(card);
    }
    for (card, cell) in into_cells.into_iter().zip(variant.dealt_cells()) {
        position.cells[cell] = Some(card);
    }
    position
}
