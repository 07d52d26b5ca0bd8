//! The packed position against the plain rules: the same moves, the same
//! identity, and scores that are the same whether worked out ahead or afresh.

use super::common::{id, walk};
use crate::freecell::board::{Board, PackedMove};
use crate::freecell::identity::Identity;
use crate::freecell::layout::Layout;
use crate::freecell::movegen::{self, MoveList};
use crate::freecell::parameters::CAUTIOUS;
use crate::freecell::portfolio::PORTFOLIO;
use crate::freecell::rules::Position;
use crate::freecell::score::{Outlook, Weights};
use crate::freecell::solution::plain_moves;
use crate::freecell::variant::{self, Runs};
use crate::freecell::{FreeCell, variant::Variant};
use engine::{Plain, Puzzle, Rules};
use std::collections::HashSet;

/// Positions on a random walk from a deal of each variant.
fn walks() -> impl Iterator<Item = Position> {
    let spelled = [
        "build=rank",
        "columns=5,cells=2,empty=nothing",
        "build=rank,runs=free",
    ];
    let names = variant::NAMED.iter().map(|(name, _)| *name).chain(spelled);
    names
        .flat_map(|name| (1..=4).map(move |seed| (name, seed)))
        .flat_map(|(name, seed)| {
            let id = id(&format!("freecell:{name}.seed#{seed}"));
            walk(FreeCell.deal(&id).unwrap(), seed).take(40)
        })
}

fn after(start: &Position, mv: PackedMove) -> Position {
    let mut position = start.clone();
    for mv in plain_moves(start, &[mv]) {
        position
            .check(mv)
            .unwrap_or_else(|why| panic!("{mv:?} is illegal: {why}"));
        position.apply(mv);
    }
    position
}

#[test]
fn single_moves_are_the_plain_single_moves() {
    for position in walks() {
        let layout = Layout::new(&position, &Weights::NONE);
        let mut list = MoveList::default();
        let board = Board::new(&layout, &position);
        movegen::single(&layout, &board, &board.room(&layout), &mut list);
        let packed: HashSet<_> = list.iter().map(|&mv| after(&position, mv).key()).collect();
        assert_eq!(packed.len(), list.len(), "two path lead to one position");
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut plain = HashSet::new();
        for mv in moves {
            if mv.count == 1 || position.variant.runs == Runs::Free {
                let mut next = position.clone();
                next.apply(mv);
                plain.insert(next.key());
            }
        }
        plain.remove(&position.key());
        assert_eq!(packed, plain, "{position:?}");
    }
}

#[test]
fn whole_run_moves_are_legal() {
    for position in walks() {
        let layout = Layout::new(&position, &Weights::NONE);
        let mut list = MoveList::default();
        let board = Board::new(&layout, &position);
        movegen::whole_runs(&layout, &board, &board.room(&layout), &mut list);
        for &mv in list.iter() {
            after(&position, mv);
        }
    }
}

#[test]
fn a_score_ahead_is_the_score_afresh() {
    let greedy = Weights {
        greedy: true,
        ..CAUTIOUS
    };
    for position in walks().filter(|position| !position.variant.beak) {
        for weights in [PORTFOLIO[0].0, CAUTIOUS, greedy] {
            let layout = Layout::new(&position, &weights);
            let board = Board::new(&layout, &position);
            let outlook = Outlook::new(&layout, &board, &board.room(&layout));
            let mut list = MoveList::default();
            movegen::whole_runs(&layout, &board, &board.room(&layout), &mut list);
            for &mv in list.iter() {
                let mut made = board;
                made.play(&layout, mv);
                // Looking ahead starts from a position where nothing can
                // still go home by itself.
                if made_homes(&layout, board) {
                    continue;
                }
                made.safe_homes(&layout, |_| {});
                let (hash, score, solved) = outlook.child(mv, Some::<u64>).unwrap();
                let (key, ..) = outlook.child(mv, Some::<[u64; 3]>).unwrap();
                assert_eq!(hash, u64::of(&made), "{mv:?}");
                assert_eq!(key, <[u64; 3]>::of(&made), "{mv:?}");
                assert_eq!(score, weights.score(&made), "{mv:?} {position:?}");
                assert_eq!(solved, made.is_solved());
            }
        }
    }
}

fn made_homes(layout: &Layout, mut board: Board) -> bool {
    let mut any = false;
    board.safe_homes(layout, |_| any = true);
    any
}

/// Keys are compared with those of the plain rules along each walk: equal for
/// equal positions, different for different ones, and they unpack again.
#[test]
fn keys_name_positions_exactly() {
    for (name, _) in variant::NAMED {
        let start = FreeCell
            .deal(&id(&format!("freecell:{name}.seed#9")))
            .unwrap();
        let layout = Layout::new(&start, &Weights::NONE);
        let mut seen = std::collections::HashMap::new();
        for seed in 0..30u64 {
            let (mut position, mut board) = (start.clone(), Board::new(&layout, &start));
            let mut random = seed + 1;
            for _ in 0..30 {
                let mut list = MoveList::default();
                movegen::single(&layout, &board, &board.room(&layout), &mut list);
                if list.is_empty() {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let mv = list[(random >> 33) as usize % list.len()];
                board.play(&layout, mv);
                position = after(&position, mv);
                let key = <[u64; 3]>::of(&board);
                assert_eq!(<[u64; 3]>::of(&Board::from_key(&layout, key)), key);
                let plain = seen.entry(key).or_insert_with(|| position.key());
                assert_eq!(*plain, position.key(), "one key for two positions");
            }
        }
        let plain: HashSet<_> = seen.values().collect();
        assert_eq!(plain.len(), seen.len(), "two keys for one position");
    }
}

#[test]
fn fits_agrees_with_the_variant() {
    for name in [
        "freecell",
        "bakers-game",
        "build=rank",
        "penguin,build=colour",
        "penguin",
        "penguin,build=rank",
    ] {
        let variant = Variant::parse(name).unwrap();
        let layout = Layout::new(&Position::bare(variant), &Weights::NONE);
        for pair in 0..52 * 52u16 {
            let [card, on] =
                [pair / 52, pair % 52].map(|index| crate::cards::Card::from_index(index as u8));
            let fits = layout.fits_on[card.index() as usize] >> on.index() & 1 == 1;
            assert_eq!(fits, variant.fits(card, on), "{name}: {card} on {on}");
        }
    }
}

#[test]
fn a_run_round_the_corner_does_not_go_onto_itself() {
    let variant = Variant::parse("penguin,cells=1,columns=2").unwrap();
    let text = "Foundations: H-9 C-K D-J S-0\n\
                QD KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS\nKD TH QH JH KH\n";
    let position = FreeCell.read(&variant.name(), text).unwrap();
    let layout = Layout::new(&position, &Weights::NONE);
    let board = Board::new(&layout, &position);
    let mut list = MoveList::default();
    for list_moves in [movegen::single, movegen::whole_runs] {
        list_moves(&layout, &board, &board.room(&layout), &mut list);
        assert!(!list.is_empty());
        list.iter().for_each(|&mv| drop(after(&position, mv)));
    }
}
