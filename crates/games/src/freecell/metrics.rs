//! The four ways to count a solution's moves. `standard`: a run is one move
//! and each card home is one move. `safe-auto`: the same, but safe automatic
//! moves are free. `max-auto`: the same, but every move home that is possible
//! is free. `single`: one card at a time, everything counted.

use super::rules::{Move, Place, Position};
use super::safe_home::is_safe;
use super::variant::{Empty, Runs, Variant};

/// Their names, in the order of [`count`].
pub const METRICS: &[&str] = &["standard", "safe-auto", "max-auto", "single"];

/// The place of `single` among them.
pub const SINGLE: usize = 3;

/// Adds a move that is legal in `position` to the length in each metric.
pub fn count(lengths: &mut [u64], position: &Position, mv: Move) {
    let (home, safe) = match mv.to {
        Place::Home(suit) => (
            true,
            is_safe(&position.variant, &position.home, suit.into()),
        ),
        _ => (false, false),
    };
    lengths[0] += 1;
    lengths[1] += u64::from(!safe);
    lengths[2] += u64::from(!home);
    lengths[SINGLE] += single_moves(position, mv);
}

/// How many single-card moves a move is.
fn single_moves(position: &Position, mv: Move) -> u64 {
    let (Place::Column(_), Place::Column(to), 2..) = (mv.from, mv.to, mv.count) else {
        return 1;
    };
    let cells = position.cells.iter().filter(|cell| cell.is_none()).count();
    let columns = position.columns.iter().enumerate();
    let empty = columns
        .filter(|(i, c)| *i != to as usize && c.is_empty())
        .count();
    let empty = if position.variant.empty == Empty::Any {
        empty
    } else {
        0
    };
    run_moves(&position.variant, u64::from(mv.count), cells as u64, empty)
}

/// How many single-card moves a run of `n` is counted as where runs need no
/// room: as if each card but the first had found a cell.
pub fn free_run_moves(n: u64) -> u64 {
    2 * n - 1
}

/// How many single-card moves a run of `n` takes with so many cells and empty
/// columns to park in. Where runs move freely that does not matter.
pub fn run_moves(variant: &Variant, n: u64, cells: u64, empty: usize) -> u64 {
    let through_room = match variant.runs {
        Runs::Cells => run_cost(n, cells, empty),
        Runs::Free => None,
    };
    through_room.unwrap_or(free_run_moves(n))
}

/// The fewest single moves for a run of `n`, if so many cells and empty
/// columns let it move: through cells and columns that hold one card each, or
/// by parking a part in an empty column, moving the rest, and bringing the
/// part back.
fn run_cost(n: u64, cells: u64, empty: usize) -> Option<u64> {
    if n <= cells + empty as u64 + 1 {
        return Some(2 * n - 1);
    }
    let left = empty.checked_sub(1)?;
    (1..n)
        .filter_map(|part| {
            Some(2 * run_cost(part, cells, left)? + run_cost(n - part, cells, left)?)
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::super::notation;
    use super::*;
    use crate::cards::Card;

    /// All diamonds are out, the ace is the beak.
    fn penguin(rules: &str, columns: &str) -> Position {
        let variant = Variant::parse(rules).unwrap();
        let diamonds = "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D";
        let text = format!("Foundations: H-K C-K D-0 S-K\n{diamonds}\n{columns}\n");
        notation::read(variant, &text).unwrap()
    }

    #[test]
    fn a_beak_that_a_king_could_need_does_not_go_home_without_risk() {
        for (rules, columns) in [
            ("penguin", "AD\n2D"),
            ("penguin", "2D AD"),
            ("penguin,empty=nothing", "AD\n2D"),
        ] {
            let beak = Card::new(1, 1);
            let position = penguin(rules, columns);
            assert!(position.goes_home(beak));
            let safe = is_safe(&position.variant, &position.home, 1);
            assert!(!safe, "{rules}: {columns}");
        }
    }

    #[test]
    fn runs_cost_what_their_single_moves_cost() {
        // Cards, cells, empty columns, moves: counted by hand.
        for (n, cells, empty, cost) in [
            (1, 0, 0, Some(1)),
            (2, 1, 0, Some(3)),
            (2, 0, 0, None),
            (3, 1, 1, Some(5)),
            (4, 1, 1, Some(9)),
            (5, 1, 1, None),
            (10, 4, 1, Some(27)),
        ] {
            assert_eq!(run_cost(n, cells, empty), cost, "{n} cards");
        }
    }
}
