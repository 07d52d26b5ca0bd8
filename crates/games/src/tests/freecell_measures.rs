//! The measures of FreeCell deals: Chen's on the deals of his thesis, playouts
//! on deals whose playouts are known.

use super::common::{chen, id};
use crate::freecell::FreeCell;
use crate::freecell::rules::Position;
use engine::{Budget, Cost, Rules, Settings, Unwatched};
use std::collections::BTreeMap;

type Values = BTreeMap<&'static str, f64>;

fn measured(start: &Position, most: Cost) -> Values {
    let mut measurer = FreeCell.measurer(&Settings::default());
    let measured = measurer.measure(start, most, &Budget::default(), &Unwatched);
    let names = FreeCell.measures().iter().map(|measure| measure.name);
    let known = names.zip(measured.values);
    known
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn read(text: &str) -> Position {
    let start = FreeCell.read("", text);
    start.unwrap_or_else(|fault| panic!("{fault}"))
}

fn dealt(name: &str) -> Position {
    FreeCell.deal(&id(name)).expect("a deal")
}

fn check(values: &Values, expected: &[(&str, f64)]) {
    for (name, value) in expected {
        assert_eq!(values[name], *value, "{name}");
    }
}

/// Section 5.1 counts 11 for the aces, 11 for the kings, 22 for the cards on
/// aces, 46 disordered cards, and 112 in all.
#[test]
fn figure_13_has_the_score_that_chen_gives_it() {
    let values = measured(&read(&chen("figure_13.deal")), Cost::Cheap);
    check(
        &values,
        &[
            ("ace_depths", 11.0),
            ("cards_under_kings", 11.0),
            ("ranks_on_aces", 22.0),
            ("disordered_cards", 46.0),
            ("hardness", 112.0),
            // The rest was counted by hand. 2S is exposed, 2C and 2H lie
            // under two cards, 2D under four.
            ("depth_2", 8.0),
            // KD alone is at the bottom; KC, KS and KH have 0, 5 and 1 on
            // them, KD has 5.
            ("kings_at_bottom", 1.0),
            ("depth_k", 11.0),
            // Of 44 pairs 7H 6C and 3H 2S are of both colours.
            ("splits", 42.0),
        ],
    );
}

/// Suits of a colour exchanged, as in figure 17, make no other game, and
/// neither does the order of columns.
#[test]
fn deals_that_are_one_game_measure_the_same() {
    let left = read(&chen("figure_17_left.deal"));
    let right = read(&chen("figure_17_right.deal"));
    let values = measured(&left, Cost::Cheap);
    assert_eq!(values, measured(&right, Cost::Cheap));
    let mut turned = left.clone();
    turned.columns.reverse();
    assert_eq!(values, measured(&turned, Cost::Cheap));
    let other = measured(&dealt("freecell:ms#2"), Cost::Cheap);
    assert_ne!(values["playout_held_mean"], other["playout_held_mean"]);
}

/// Columns of one suit each, from the highest card up: nothing is ever held.
const SORTED: &str = "\
KC QC JC TC 9C 8C 7C
KD QD JD TD 9D 8D 7D
KH QH JH TH 9H 8H 7H
KS QS JS TS 9S 8S 7S
6C 5C 4C 3C 2C AC
6D 5D 4D 3D 2D AD
6H 5H 4H 3H 2H AH
6S 5S 4S 3S 2S AS
";

#[test]
fn a_sorted_deal_plays_itself() {
    let values = measured(&read(SORTED), Cost::Cheap);
    check(
        &values,
        &[
            ("playout_moves_least", 52.0),
            ("playout_moves_mean", 52.0),
            ("playout_held_mean", 0.0),
            ("playout_most_mean", 0.0),
            ("playout_fits_0", 1.0),
            ("bare_parked_mean", 0.0),
            ("inversions", 0.0),
            ("higher_on_lower", 0.0),
            ("reach_twos", 4.0),
            ("kings_at_bottom", 4.0),
            ("easiest_suit", 3.0),
        ],
    );
}

/// Every column upside down: all cards but aces and sevens are in the way, and
/// without building all of them are held once.
#[test]
fn playouts_hold_what_is_in_the_way() {
    let upside_down: String = SORTED
        .lines()
        .map(|line| {
            let cards: Vec<_> = line.split(' ').rev().collect();
            cards.join(" ") + "\n"
        })
        .collect();
    let values = measured(&read(&upside_down), Cost::Cheap);
    check(
        &values,
        &[
            ("bare_parked_least", 44.0),
            ("bare_parked_mean", 44.0),
            ("inversions", 44.0),
        ],
    );
    // Eights to kings lie on a seven, and are held together.
    assert_eq!(values["bare_most_least"], 6.0);
    assert!(values["playout_parked_mean"] < 44.0, "nothing is built");
}

#[test]
fn spreads_are_in_order_in_every_variant() {
    for name in [
        "ms#1",
        "eight-off#3",
        "penguin#7",
        "seahaven#2",
        "0-cells#5",
    ] {
        let values = measured(&dealt(&format!("freecell:{name}")), Cost::Cheap);
        for (kind, least) in &values {
            let Some(stem) = kind.strip_suffix("_least") else {
                continue;
            };
            let [tenth, mean] = ["p10", "mean"].map(|last| values[&*format!("{stem}_{last}")]);
            assert!(*least <= tenth && *least <= mean, "{name}: {stem}");
        }
        let shares = [0, 1, 2, 3].map(|more| values[&*format!("playout_fits_{more}")]);
        assert!(shares.is_sorted() && shares[3] <= 1.0, "{name}: {shares:?}");
    }
}

/// Chen's hardest kind of deals holds more cards than his easiest.
#[test]
fn playouts_tell_hard_kinds_from_easy_ones() {
    let mean = |kind: &str| {
        let deals = (1..=20).map(|number| dealt(&format!("freecell:{kind}#{number}")));
        let held = deals.map(|start| measured(&start, Cost::Cheap)["playout_held_mean"]);
        held.sum::<f64>() / 20.0
    };
    let [easy, random, hard] = ["aces-0-kings-deep", "seed", "aces-deep-kings-0"].map(mean);
    assert!(easy * 1.2 < random, "{easy} {random}");
    assert!(random * 1.2 < hard, "{random} {hard}");
}

/// Deal 11982 is the one of the first 32,000 that four cells do not win.
#[test]
fn fewest_cells_are_those_of_the_solver() {
    for (name, cells) in [("ms#164", 0.0), ("ms#617", 4.0), ("ms#11982", 5.0)] {
        let values = measured(&dealt(&format!("freecell:{name}")), Cost::Dear);
        assert_eq!(values["fewest_cells"], cells, "{name}");
    }
}
