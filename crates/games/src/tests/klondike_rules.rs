//! Klondike's plain rules: the moves that they list, what each rule forbids,
//! and verdicts that depend on a rule.

use super::common::id;
use crate::cards::Card;
use crate::klondike::rules::{Move, Place, Position, TURN};
use crate::klondike::variant::{NAMED, Variant};
use crate::klondike::{Klondike, moves, notation};
use engine::{Budget, Level, Plain, Puzzle, Rules, laws};

/// Rules that have no name, among them each value of each rule.
const SPELLED: [&str; 4] = [
    "draw=5,passes=2",
    "draw=24,back=no",
    "draw=2,passes=1,back=no,runs=whole",
    "draw=1,runs=home",
];

fn every_variant() -> impl Iterator<Item = String> {
    let named = NAMED.iter().map(|(name, _)| name.to_string());
    named.chain(SPELLED.map(String::from))
}

#[test]
fn walks_obey_the_laws_in_every_variant() {
    for variant in every_variant() {
        for number in 1..=20 {
            let id = id(&format!("klondike:{variant}#{number}"));
            laws::walk(&Klondike, &id, number, 120);
        }
    }
}

#[test]
fn solvers_repeat_themselves_under_other_rules() {
    let budget = Budget {
        states: Some(300),
        ..Budget::default()
    };
    let ids = ["klondike:vegas#2", "klondike:thesis#3"].map(id);
    laws::solvers_repeat(&Klondike, &ids, &budget);
}

/// Another listed move, or no move at all, is as good as one that is left out.
#[test]
fn nothing_is_lost_by_moves_that_are_left_out() {
    let mut left_out = 0;
    for variant in every_variant() {
        for number in 1..=8 {
            let start = id(&format!("klondike:{variant}.solvitaire#{number}"));
            let start = Klondike.deal(&start).unwrap();
            for position in walk(start, number).take(150) {
                let mut listed = Vec::new();
                position.moves(&mut listed);
                let after = |mv: Move| {
                    let mut after = position.clone();
                    after.apply(mv);
                    after.key()
                };
                let as_good: Vec<_> = listed.iter().map(|&mv| after(mv)).collect();
                let mut legal = position.conceivable();
                legal.retain(|&mv| position.check(mv).is_ok());
                for mv in legal {
                    let is_listed = listed.contains(&mv);
                    assert_ne!(is_listed, position.is_left_out(mv), "{mv:?}");
                    if !is_listed {
                        let key = after(mv);
                        let loses = !as_good.contains(&key) && key != position.key();
                        assert!(!loses, "{mv:?} is left out");
                        left_out += 1;
                    }
                }
            }
        }
    }
    assert!(left_out > 100, "only {left_out} moves could be left out");
}

/// The positions of a walk that likes moves other than turning.
fn walk(start: Position, mut seed: u64) -> impl Iterator<Item = Position> {
    let mut position = start;
    std::iter::from_fn(move || {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let forward = |mv: &&Move| !matches!(mv.from, Place::Stock | Place::Home(_));
        let likely: Vec<_> = legal.iter().filter(forward).copied().collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let chosen = match likely.is_empty() || seed >> 62 == 0 {
            true => &legal,
            false => &likely,
        };
        let mv = *chosen.get((seed >> 33) as usize % chosen.len().max(1))?;
        position.apply(mv);
        Some(position.clone())
    })
}

#[test]
fn the_stock_is_turned_as_people_turn_it() {
    let cards = |cards: &[Card]| -> String { cards.iter().map(Card::to_string).collect() };
    // Draws, cards turned at a time, the waste after them.
    for (draw, turns, waste) in [
        (3, 1, "2C3C4C"),
        (3, 2, "2C3C4C5C6C7C"),
        (3, 3, "2C3C4C5C6C7C8C"),
        (3, 4, "2C3C4C"),
        (1, 7, "2C3C4C5C6C7C8C"),
        (1, 8, "2C"),
        (5, 2, "2C3C4C5C6C7C8C"),
    ] {
        let variant = Variant::parse(&format!("draw={draw}")).unwrap();
        let text = "Home: C-A D-K H-K S-K\nStock: 2C 3C 4C 5C 6C 7C 8C\n\
            QC | 9C\n | TC\n | JC\n | KC\n";
        let mut position = notation::read(variant, text).unwrap();
        for _ in 0..turns {
            position.check(TURN).unwrap();
            position.apply(TURN);
        }
        assert_eq!(cards(&position.waste), waste, "{turns} turns of {draw}");
    }
}

/// A part of a run that is needed, a card that must come back, a second pass.
#[test]
fn verdicts_depend_on_the_rules() {
    // The eight must leave the nine, which then goes home.
    let part = "Home: C-K D-8 H-8 S-6\nStock: TD JD QD TH JH QH 9S JS QS\n\
        TS 7S | 9H 8S\n| 9D\n| KD\n| KH\n| KS\n";
    // The jack must wait on the queen of hearts, which is home.
    let back = "Home: C-Q D-K H-Q S-9\nStock: QS\nTS | JS\n| KC\n| KS\n| KH\n";
    // The king lies on the two of clubs until the waste is turned over.
    let pass = "Home: C-0 D-J H-K S-K\nStock: 2C KD AC\n\
        QD | 3C\n| 4C\n6C | 5C\n8C | 7C\nTC | 9C\nQC | JC\n| KC\n";
    for (rules, text, solvable) in [
        ("back=no", part, true),
        ("thesis", part, true),
        ("back=no,runs=whole", part, false),
        ("draw3", back, true),
        ("whole-runs", back, true),
        ("back=no", back, false),
        ("thesis", back, false),
        ("vegas", pass, false),
        ("casino", pass, true),
        ("draw1", pass, true),
        ("draw3", pass, false),
        ("draw=2", pass, false),
    ] {
        let level = Level::Written {
            name: rules.into(),
            variant: rules.into(),
            text: text.into(),
        };
        // Iterative deepening proves nothing where cards go round in circles.
        let budget = Budget {
            states: Some(20_000),
            ..Budget::default()
        };
        let verdict = laws::solvers_agree(&Klondike, &level, &budget);
        assert_eq!(verdict, Some(solvable), "{rules}\n{text}");
    }
}

/// What each rule says to a move that it forbids.
#[test]
fn refusals_give_the_reason() {
    let text = "Home: C-A D-J H-6 S-K\nStock: 2C 3C\nWaste: 9C\n\
        QD | 8H 7C\n| 8C 7H\n| KH QC\n| JC\n| KC\n9H 4C TC | KD\n TH 6C JH 5C | QH\n";
    for (rules, mv, why) in [
        ("draw3", "1h", "7C is not the next of its suit"),
        ("draw3", "31", "QC does not fit there"),
        ("draw3", "D3", "JD"),
        ("back=no", "D3", "no card comes back from a foundation"),
        ("vegas", "t*3", "the stock was gone through 1 times"),
        ("draw=9", "t t", "turning the stock would change nothing"),
    ] {
        let variant = Variant::parse(rules).unwrap();
        let start = notation::read(variant, text).unwrap();
        match moves::read_all(&start, mv) {
            Ok(_) => assert_eq!(why, "JD", "{rules}: {mv} is taken"),
            Err(fault) => assert_eq!(fault.found, why, "{rules}: {mv}"),
        }
    }
}

/// Equal for exchanges that keep colours together, and for no other.
#[test]
fn signatures_tell_games_apart() {
    let exchange = |position: &Position, suits: [u8; 4]| {
        let swap = |card: &mut Card| *card = Card::new(card.rank(), suits[card.suit() as usize]);
        let mut image = position.clone();
        image.columns.reverse();
        for column in &mut image.columns {
            column
                .hidden
                .iter_mut()
                .chain(&mut column.open)
                .for_each(swap);
        }
        image
            .stock
            .iter_mut()
            .chain(&mut image.waste)
            .for_each(swap);
        for (suit, &home) in position.home.iter().enumerate() {
            image.home[suits[suit] as usize] = home;
        }
        image
    };
    for number in 1..=20 {
        let start = Klondike
            .deal(&id(&format!("klondike:draw1#{number}")))
            .unwrap();
        let position = walk(start, number).take(60).last().unwrap();
        let own = Klondike.signature(&position);
        for (suits, same) in [
            ([0, 1, 2, 3], true),
            ([3, 1, 2, 0], true),
            ([0, 2, 1, 3], true),
            ([1, 0, 3, 2], true),
            ([2, 3, 0, 1], true),
            ([0, 1, 3, 2], false),
            ([1, 0, 2, 3], false),
        ] {
            let image = Klondike.signature(&exchange(&position, suits));
            assert_eq!(image == own, same, "{suits:?}");
        }
        let mut other = position.clone();
        other.variant.draw = 2;
        assert!(Klondike.signature(&other) != own);
        let mut other = position.clone();
        other.columns.swap(0, 1);
        assert_eq!(Klondike.signature(&other), own);
        if other.stock.len() > 1 {
            other.stock.swap(0, 1);
            assert!(Klondike.signature(&other) != own);
        }
    }
}
