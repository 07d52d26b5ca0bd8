//! From an id to a board: the kind names the variant, the number is the seed
//! of a shuffle that is uniform over the boards that can be solved.

use super::rules::Board;
use super::symmetry::turned;
use super::variant::{Variant, Wanted};
use crate::cards::seeded::Seeded;
use engine::notation::quoted;
use engine::{Fault, LevelId};

/// Deals a level.
pub fn deal(id: &LevelId) -> Result<Board, Fault> {
    let kind = id.kind.strip_suffix(".seed").unwrap_or(&id.kind);
    let wanted = Wanted::parse(kind)?;
    let Some((rows, columns)) = wanted.size else {
        return Err(Fault::new(
            id.to_string(),
            quoted(&id.kind),
            "a size, as in sliding:4x4#1",
        ));
    };
    let last = Variant {
        rows,
        columns,
        blank_first: false,
    };
    let board = shuffled(last, id.number);
    Ok(match wanted.blank_first {
        true => turned(&board),
        false => board,
    })
}

/// A shuffle of all numbers. Where it cannot be solved, its first two tiles
/// change places, which pairs each unsolvable board with a solvable one.
fn shuffled(variant: Variant, seed: u64) -> Board {
    let purpose = format!("sliding {}", variant.size_name());
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
