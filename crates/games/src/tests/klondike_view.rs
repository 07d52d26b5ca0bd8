//! What a player of Klondike sees, and does not see.

use crate::cards::Card;
use crate::cards::seeded::Seeded;
use crate::klondike::rules::{Position, TURN};
use crate::klondike::variant::{DRAW_ONE, DRAW_THREE, THESIS};
use crate::klondike::view::View;
use engine::chance::Chance;
use engine::{Hidden, Puzzle, View as _};
use std::collections::HashMap;

/// A position some random moves into a game.
fn midway(number: u64) -> Position {
    let variant = [DRAW_THREE, DRAW_ONE, THESIS][number as usize % 3];
    let mut position = Position::deal(variant, &Seeded::new("test", number).deck());
    let mut chance = Chance::new("walk", number, 0);
    for _ in 0..number {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        match moves.is_empty() {
            true => break,
            false => position.apply(moves[chance.below(moves.len())]),
        }
    }
    position
}

/// Swaps two cards that nobody has seen, if there are as many.
fn swap_unseen(position: &mut Position, view: &View, chance: &mut Chance) -> bool {
    let cards: Vec<Card> = view.unseen_cards().collect();
    if cards.len() < 2 {
        return false;
    }
    let picked = chance.sample(cards.len(), 2);
    let (a, b) = (cards[picked[0]], cards[picked[1]]);
    let hidden = position
        .columns
        .iter_mut()
        .flat_map(|c| c.hidden.iter_mut());
    for card in hidden.chain(position.stock.iter_mut()) {
        if *card == a {
            *card = b;
        } else if *card == b {
            *card = a;
        }
    }
    true
}

#[test]
fn a_view_does_not_depend_on_what_is_hidden() {
    let mut chance = Chance::new("test", 1, 0);
    let mut swapped = 0;
    for number in 0..120 {
        let position = midway(number);
        let view = position.view();
        let mut other = position.clone();
        if swap_unseen(&mut other, &view, &mut chance) {
            swapped += 1;
            assert_eq!(other.view(), view, "{number}");
            assert_ne!(other.open_view(), position.open_view(), "{number}");
        }
        let blanks = view.columns.iter().flat_map(|c| &c.hidden);
        assert!(blanks.clone().all(Option::is_none));
        let unknown = blanks.chain(&view.stock).filter(|card| card.is_none());
        assert_eq!(unknown.count() as u32, view.unseen.count_ones());
    }
    assert!(swapped > 80, "{swapped}");
}

#[test]
fn what_is_drawn_again_looks_the_same() {
    let mut chance = Chance::new("test", 2, 0);
    for number in 0..120 {
        let position = midway(number);
        let view = position.view();
        let again = view.resample(&mut chance);
        assert_eq!(again.view(), view);
        let (mut moves, mut same) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        again.moves(&mut same);
        assert_eq!(moves, same);
        let open = position.open_view();
        assert!(open.is_open());
        assert_eq!(open.resample(&mut chance).keep(), position.keep());
    }
}

#[test]
fn cards_turned_from_the_stock_are_remembered() {
    let mut position = Position::deal(DRAW_THREE, &Seeded::new("test", 1).deck());
    assert_eq!(position.view().unseen.count_ones(), 45);
    position.apply(TURN);
    assert_eq!(position.view().unseen.count_ones(), 42);
    for _ in 1..9 {
        position.apply(TURN);
    }
    let view = position.view();
    assert_eq!((view.turned_over, view.unseen.count_ones()), (1, 21));
    assert!(view.stock.iter().all(Option::is_some));
}

#[test]
fn every_order_of_unseen_cards_is_as_likely() {
    // Four unseen cards have 24 orders.
    let mut position = Position::bare(THESIS);
    let card = |text| Card::parse(text).unwrap();
    position.columns[0].hidden = vec![card("2C"), card("3D")];
    position.columns[0].open = vec![card("KS")];
    position.columns[2].hidden = vec![card("9H")];
    position.columns[2].open = vec![card("QD")];
    position.stock = vec![card("5S")];
    let view = position.view();
    let mut chance = Chance::new("test", 3, 0);
    let mut counts: HashMap<Vec<u8>, f64> = HashMap::new();
    const DRAWS: f64 = 24_000.0;
    for _ in 0..DRAWS as usize {
        *counts.entry(view.resample(&mut chance).key()).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 24);
    let mean = DRAWS / 24.0;
    let chi_square: f64 = counts.values().map(|n| (n - mean).powi(2) / mean).sum();
    // 99.99 % of such sums with 23 degrees of freedom are below 55.9.
    assert!(chi_square < 55.9, "{chi_square}");
}
