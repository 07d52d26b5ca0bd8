//! The measures of Klondike deals, on positions that are measured by hand.

use crate::klondike::Klondike;
use crate::klondike::measures::MEASURES;
use engine::{Budget, Cost, Rules, Settings, Unwatched, Verdict};
use std::collections::BTreeMap;

fn measured(text: &str) -> (Verdict, BTreeMap<&'static str, Option<f64>>) {
    let start = Klondike
        .read("draw1", text)
        .unwrap_or_else(|fault| panic!("{fault}"));
    let mut measurer = Klondike.measurer(&Settings::default());
    let measured = measurer.measure(&start, Cost::Dear, &Budget::default(), &Unwatched);
    let names = MEASURES.iter().map(|measure| measure.name);
    (
        measured.outcome.expect("a verdict"),
        names.zip(measured.values).collect(),
    )
}

/// `klondike:draw1#1`, counted by hand.
const DEAL: &str = "\
Stock: 8D 5D KC KS AH 4S 3C 6H JD 6S 2D 3H 2C 9C 6D 2S 7S 8S JS 7H 4D 4H AS 9D
| QH
9S | TD
3S AC | 7C
TS KH 5H | 3D
QD 5C JH 4C | TC
JC KD 5S 7D 9H | QS
8C TH 6C AD QC 8H | 2H
";

#[test]
fn a_deal_measures_what_was_counted_by_hand() {
    let (outcome, values) = measured(DEAL);
    for (name, count) in [
        ("draw", 1),
        ("face_down", 21),
        ("choices", 0),
        ("home_at_once", 0),
        // 7C on AC; QC, 8H and 2H on AD.
        ("on_aces", 4),
        ("on_twos", 0),
        // 3S, AC, 3D, AD, 2H.
        ("low_in_columns", 5),
        // 7C on AC, TC on 5C, QS on 5S, QC on 8C.
        ("on_lower", 4),
        // TC on JH, QS on KD.
        ("on_parents", 2),
        ("under_kings", 2),
    ] {
        assert_eq!(values[name], Some(f64::from(count)), "{name}");
    }
    assert_eq!(outcome == Verdict::Solved, values["moves"].is_some());
    let all_home = values["thumb_home"] == Some(52.0);
    assert_eq!(values["thumb_wins"] == Some(1.0), all_home);
}

/// Stronger players win more and bring more home, over some deals.
#[test]
fn players_of_growing_strength_come_further() {
    let mut sums = BTreeMap::new();
    for number in 1..=12 {
        let id = super::common::id(&format!("klondike:draw1#{number}"));
        let start = Klondike.deal(&id).expect("a deal");
        let random = crate::klondike::ladder::at_random(&start);
        let players = crate::klondike::ladder::monte_carlo(&start, &Unwatched);
        assert_eq!(random, crate::klondike::ladder::at_random(&start));
        let homes = [random[1], players[1], players[3], players[5]];
        let wins = [random[0], players[0], players[2], players[4]];
        for (rung, (home, win)) in homes.into_iter().zip(wins).enumerate() {
            let sum: &mut [f64; 2] = sums.entry(rung).or_default();
            sum[0] += home;
            sum[1] += win;
            assert!((0.0..=1.0).contains(&win) && home >= 52.0 * win);
        }
        assert!(random[2] >= random[1]);
    }
    for rung in 1..4 {
        let ([home, win], [more_home, more_win]) = (sums[&(rung - 1)], sums[&rung]);
        assert!(home < more_home && win <= more_win, "{rung}: {sums:?}");
    }
}
