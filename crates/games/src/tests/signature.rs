//! Signatures are equal for symmetric images of a level, and for nothing else.

use super::common::{chen, id, walk};
use crate::cards::Card;
use crate::freecell::rules::Position;
use crate::freecell::signature::signature;
use crate::freecell::variant::Build;
use crate::freecell::{FreeCell, notation, variant};
use engine::{Puzzle, Rules};
use proptest::prelude::*;

fn read(name: &str) -> Position {
    notation::read(variant::FREECELL, &chen(name)).expect("a board")
}

/// The board with each suit replaced.
fn exchange(position: &Position, suits: &[u8]) -> Position {
    let swap = |card: Card| Card::new(card.rank(), suits[card.suit() as usize]);
    let mut image = position.clone();
    for card in image.columns.iter_mut().flatten() {
        *card = swap(*card);
    }
    for card in image.cells.iter_mut().flatten() {
        *card = swap(*card);
    }
    for (suit, &home) in position.home.iter().enumerate() {
        image.home[suits[suit] as usize] = home;
    }
    image
}

/// Whether suits may be exchanged like that under these rules.
fn is_symmetry(build: Build, suits: &[u8]) -> bool {
    let red = |suit: usize| Card::new(1, suits[suit]).is_red();
    let fair = red(0) == red(3) && red(1) == red(2);
    build != Build::Colour || fair
}

/// Every order of four suits.
fn orders() -> Vec<Vec<u8>> {
    let mut orders = vec![vec![]];
    for _ in 0..4 {
        let longer = |order: Vec<u8>| {
            let left = (0..4).filter(|s| !order.contains(s)).collect::<Vec<_>>();
            left.into_iter()
                .map(move |suit| [&order[..], &[suit]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// By trying every exchange: whether two positions are the same game.
fn same_game(one: &Position, other: &Position) -> bool {
    orders().iter().any(|suits| {
        let image = exchange(one, suits);
        is_symmetry(one.variant.build, suits)
            && image.key() == other.key()
            && image.home == other.home
    })
}

/// A deal after some moves drawn from `seed`.
fn position(kind: &str, number: u64, moves: usize, seed: u64) -> Position {
    let start = FreeCell
        .deal(&id(&format!("freecell:{kind}.seed#{number}")))
        .expect("a deal");
    walk(start.clone(), seed)
        .take(moves)
        .last()
        .unwrap_or(start)
}

#[test]
fn the_games_of_figure_17_are_one() {
    let (left, right) = (read("figure_17_left.deal"), read("figure_17_right.deal"));
    assert_ne!(left, right);
    assert_eq!(signature(&left), signature(&right));
    assert_ne!(signature(&left), signature(&read("figure_13.deal")));
}

#[test]
fn other_rules_are_another_game() {
    let mut seen = std::collections::HashSet::new();
    for (name, _) in variant::NAMED {
        let signature = signature(&position(name, 1, 0, 0));
        assert!(seen.insert(signature), "{name}");
    }
}

/// Exchanging a red suit with a black one matters unless colours do not.
#[test]
fn colours_matter_only_where_they_are_built_on() {
    for (kind, count) in [
        ("freecell", 3),
        ("bakers-game", 1),
        ("build=rank", 1),
        ("penguin", 1),
    ] {
        let start = position(kind, 3, 30, 7);
        let images = orders()
            .into_iter()
            .map(|suits| signature(&exchange(&start, &suits)));
        let different: std::collections::HashSet<_> = images.collect();
        assert_eq!(different.len(), count, "{kind}");
    }
}

const KINDS: [&str; 6] = [
    "freecell",
    "bakers-game",
    "build=rank",
    "eight-off",
    "seahaven",
    "penguin",
];

proptest! {
    #[test]
    fn symmetric_images_are_the_same_game(
        kind in 0..KINDS.len(),
        number in any::<u64>(),
        moves in 0..60usize,
        seed in any::<u64>(),
        order in 0..24usize,
        columns in Just((0..10usize).collect::<Vec<_>>()).prop_shuffle(),
        cells in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let start = position(KINDS[kind], number, moves, seed);
        let suits = &orders()[order];
        let mut image = exchange(&start, suits);
        let pick = |order: Vec<usize>, count: usize| order.into_iter().filter(move |&i| i < count);
        image.columns = pick(columns, start.columns.len()).map(|i| image.columns[i].clone()).collect();
        image.cells = pick(cells, start.cells.len()).map(|i| image.cells[i]).collect();
        let equal = signature(&start) == signature(&image);
        prop_assert_eq!(equal, same_game(&start, &image));
        prop_assert!(equal || !is_symmetry(start.variant.build, suits));
    }

    #[test]
    fn two_cards_swapped_make_another_game(
        kind in 0..KINDS.len(),
        number in any::<u64>(),
        moves in 0..60usize,
        seed in any::<u64>(),
        first in 0..52usize,
        second in 0..52usize,
    ) {
        let start = position(KINDS[kind], number, moves, seed);
        let mut other = start.clone();
        let mut slots: Vec<&mut Card> = other.columns.iter_mut().flatten()
            .chain(other.cells.iter_mut().flatten()).collect();
        let (first, second) = (first % slots.len(), second % slots.len());
        let (one, two) = (*slots[first], *slots[second]);
        (*slots[first], *slots[second]) = (two, one);
        prop_assert_eq!(signature(&start) == signature(&other), same_game(&start, &other));
    }
}
