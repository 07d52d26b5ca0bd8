//! Chen's kinds of deal: each has its property, the deals stay what they are,
//! they spread evenly, and the figures of the thesis are what it says.

use super::common::{chen, golden, id};
use crate::cards::Card;
use crate::freecell::generate::Kind;
use crate::freecell::rules::Position;
use crate::freecell::signature::signature;
use crate::freecell::{FreeCell, notation, variant};
use engine::{Bridge, Game, Level, Puzzle, Rules};
use std::collections::HashSet;

fn deal(kind: Kind, number: u64) -> Position {
    let id = id(&format!("freecell:{}#{number}", kind.name()));
    FreeCell.deal(&id).expect("a deal")
}

fn kind(word: &str) -> Kind {
    Kind::parse(word).expect("a kind")
}

fn figure(name: &str) -> Position {
    notation::read(variant::FREECELL, &chen(name)).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn every_deal_has_its_kinds_property() {
    for kind in Kind::all() {
        for number in 0..=200 {
            assert!(kind.holds(&deal(kind, number)), "{}#{number}", kind.name());
        }
        assert!(kind.holds(&deal(kind, u64::MAX)), "{}", kind.name());
    }
}

#[test]
fn random_deals_have_no_property() {
    for kind in Kind::all() {
        let lucky = (1..=200).filter(|number| {
            let id = id(&format!("freecell:seed#{number}"));
            kind.holds(&FreeCell.deal(&id).expect("a deal"))
        });
        // The likeliest kind by far, four aces in eight places of 52, comes
        // once in some 3,900 deals.
        assert!(lucky.count() <= 1, "{}", kind.name());
    }
}

#[test]
fn figures_have_the_property_they_show() {
    for (file, words) in [
        ("figure_3_a0kdeep.deal", "aces-0-kings-deep aces-0"),
        ("figure_3_adeepk0.deal", "aces-deep-kings-0 kings-0"),
        ("figure_5_colour_sorted.deal", "colour-sorted"),
        ("figure_6_blocking_t.deal", "blocking-T"),
        ("figure_6_blocking_k.deal", "blocking-K"),
        ("figure_7.deal", ""),
        ("figure_13.deal", ""),
    ] {
        let position = figure(file);
        let held = Kind::all().filter(|kind| kind.holds(&position));
        let held: HashSet<_> = held.map(Kind::name).collect();
        let told: HashSet<_> = words.split_whitespace().map(String::from).collect();
        assert_eq!(held, told, "{file}");
    }
}

#[test]
fn the_solution_in_figure_8_solves_figure_7() {
    let level = Level::Written {
        name: "figure 7".into(),
        variant: String::new(),
        text: chen("figure_7.deal"),
    };
    let verdict = Bridge(FreeCell)
        .verify(&level, &chen("figure_8.moves"))
        .expect("a level");
    assert_eq!(verdict.fault, None);
    assert_eq!(verdict.lengths["standard"], 94);
}

#[test]
fn deals_stay_what_they_are() {
    let mut text = String::from("# Three deals of each kind, row by row.\n");
    for kind in Kind::all() {
        for number in [1, 17, 1 << 40] {
            let position = deal(kind, number);
            let row = |i: usize| position.columns.iter().filter_map(move |c| c.get(i));
            let cards: String = (0..7).flat_map(row).map(Card::to_string).collect();
            text.push_str(&format!("freecell:{}#{number} {cards}\n", kind.name()));
        }
    }
    golden("freecell/kinds.txt", &text);
}

/// Pearson's statistic for counts that should all be equal.
fn chi_square(counts: &[u64]) -> f64 {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let square = |&n: &u64| (n as f64 - mean).powi(2) / mean;
    counts.iter().map(square).sum()
}

/// How often a card lies in each column, over the first `deals` numbers.
fn columns_of(kind: Kind, card: Card, deals: u64) -> [u64; 8] {
    let mut counts = [0; 8];
    for number in 1..=deals {
        let position = deal(kind, number);
        let column = position.columns.iter().position(|c| c.contains(&card));
        counts[column.expect("every card is dealt")] += 1;
    }
    counts
}

/// The share of deals in which the ace of spades is in a long column, counted
/// by hand: of places for it, so many are in long columns.
fn long_share(kind: Kind) -> f64 {
    let name = kind.name();
    let name = name
        .trim_start_matches("colour-sorted")
        .trim_start_matches('-');
    match name {
        "" => 28.0 / 52.0,
        "aces-6" => 1.0,
        // Four of the 28 places in long columns are the kings'.
        "kings-6" => 24.0 / 48.0,
        // On average two of the kings take places in long columns.
        _ if name.starts_with("kings") => 26.0 / 48.0,
        _ if name.starts_with("blocking") => blocked_long_share(),
        _ => 0.5,
    }
}

/// The same for blocked aces: of all ways to choose four pairs of neighbouring
/// places without overlap, the share of pairs that are in long columns.
fn blocked_long_share() -> f64 {
    let pairs: Vec<(usize, usize)> = (0..8)
        .flat_map(|column| (0..if column < 4 { 6 } else { 5 }).map(move |row| (column, row)))
        .collect();
    let meet =
        |a: usize, b: usize| pairs[a].0 == pairs[b].0 && pairs[a].1.abs_diff(pairs[b].1) == 1;
    let (mut all, mut long) = (0, 0);
    for a in 0..pairs.len() {
        for b in (a + 1..pairs.len()).filter(|&b| !meet(a, b)) {
            for c in (b + 1..pairs.len()).filter(|&c| !meet(a, c) && !meet(b, c)) {
                for d in (c + 1..pairs.len()).filter(|&d| ![a, b, c].iter().any(|&x| meet(x, d))) {
                    all += 4;
                    long += [a, b, c, d].iter().filter(|&&x| pairs[x].0 < 4).count();
                }
            }
        }
    }
    long as f64 / all as f64
}

/// Columns of one length are alike, and long and short ones hold the ace of
/// spades in the right proportion. The bounds are beyond what chance gives
/// once in 100,000 times; numbers are fixed, so no run differs from another.
#[test]
fn deals_spread_evenly() {
    const DEALS: u64 = 2000;
    for kind in Kind::all() {
        for card in [Card::new(1, 3), Card::new(2, 1), Card::new(13, 2)] {
            let counts = columns_of(kind, card, DEALS);
            for alike in [&counts[..4], &counts[4..]] {
                let even = alike == [0; 4] || chi_square(alike) < 25.9;
                assert!(even, "{}: {card} in columns {counts:?}", kind.name());
            }
            if card == Card::new(1, 3) {
                let (share, deals) = (long_share(kind), DEALS as f64);
                let long = counts[..4].iter().sum::<u64>() as f64;
                let spread = (share * (1.0 - share) * deals).sqrt();
                assert!(
                    (long - share * deals).abs() <= 4.4 * spread,
                    "{}: {long} of {deals} in long columns, {share}",
                    kind.name()
                );
            }
        }
    }
}

/// Each choice of colours for the columns comes equally often.
#[test]
fn colours_spread_evenly() {
    let mut counts = std::collections::BTreeMap::new();
    for number in 1..=7200 {
        let position = deal(kind("colour-sorted"), number);
        let red: Vec<_> = position.columns.iter().map(|c| c[0].is_red()).collect();
        *counts.entry(red).or_insert(0) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 36);
    // Once in 100,000 times for 35 degrees of freedom.
    assert!(chi_square(&counts) < 83.0, "{counts:?}");
}

#[test]
fn no_kind_deals_the_same_game_twice() {
    for kind in Kind::all() {
        let seen: HashSet<_> = (1..=10_000).map(|n| signature(&deal(kind, n))).collect();
        assert_eq!(seen.len(), 10_000, "{}", kind.name());
    }
}

#[test]
fn kinds_suit_every_variant_that_lays_out_alike() {
    for (name, rules) in variant::NAMED {
        let plain = rules.columns == 8 && rules.dealt == 0;
        let dealt = FreeCell.deal(&id(&format!("freecell:{name}.aces-3#5")));
        match dealt {
            Ok(position) => {
                assert!(plain && position.variant == rules, "{name}");
                assert_eq!(position.columns, deal(kind("aces-3"), 5).columns);
            }
            Err(fault) => {
                assert!(!plain, "{fault}");
                assert_eq!(fault.place, format!("freecell:{name}.aces-3#5"));
                assert!(fault.found.starts_with(name), "{fault}");
                assert!(fault.expected.contains("aces-3"), "{fault}");
            }
        }
    }
}

#[test]
fn cards_at_home_have_no_depth() {
    let mut position = figure("figure_7.deal");
    let moves = FreeCell.read_moves(&position, &chen("figure_8.moves"));
    for mv in moves.expect("moves") {
        position.apply(mv);
    }
    let held: Vec<_> = Kind::all().filter(|kind| kind.holds(&position)).collect();
    assert_eq!(
        held,
        [kind("colour-sorted")],
        "empty columns are of one colour"
    );
}
