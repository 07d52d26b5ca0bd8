//! From an id to a board: the kind names the variant, the number is the seed
//! of a shuffle that is uniform over the boards that can be solved.

use super::rules::Board;
use super::symmetry::turned;
use super::variant::{Variant, Wanted};
use crate::cards::seeded::Seeded;
use engine::notation::quoted;
use engine::{Fault, LevelId};

/// The variant that the kind of an id names.
pub fn variant(id: &LevelId) -> Result<Variant, Fault> {
    let kind = id.kind.strip_suffix(".seed").unwrap_or(&id.kind);
    let wanted = Wanted::parse(kind)?;
    let Some((width, height)) = wanted.size else {
        let expected = "a size, width first, as in sliding:4x4#1";
        return Err(Fault::new(id.to_string(), quoted(&id.kind), expected));
    };
    Ok(wanted.sized(width, height))
}

/// The variant of the board that an id names.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    Ok(variant(id)?.name())
}

/// Deals a level.
pub fn deal(id: &LevelId) -> Result<Board, Fault> {
    let variant = variant(id)?;
    let blank_last = Variant {
        blank_first: false,
        ..variant
    };
    let board = shuffled(blank_last, id.number);
    Ok(match variant.blank_first {
        true => turned(&board),
        false => board,
    })
}

/// A shuffle of all numbers. Where it cannot be solved, its first two tiles
/// change places, which pairs each unsolvable board with a solvable one.
fn shuffled(variant: Variant, seed: u64) -> Board {
    // Streams of random numbers are named rows first.
    let purpose = format!("sliding {}x{}", variant.rows, variant.columns);
    let mut tiles: Vec<u8> = (0..variant.cells() as u8).collect();
    Seeded::new(&purpose, seed).shuffle(&mut tiles);
    let board = Board::new(variant, &tiles);
    if board.is_solvable() {
        return board;
    }
    let mut places = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    if let (Some(a), Some(b)) = (places.next(), places.next()) {
        tiles.swap(a, b);
    }
    Board::new(variant, &tiles)
}
