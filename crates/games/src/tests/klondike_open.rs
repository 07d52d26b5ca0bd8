//! The judge of open deals against a peer's verdicts.

use crate::cards::Card;
use crate::klondike::open::{Judge, Verdict};
use crate::klondike::rules::Position;
use crate::klondike::table::Layout;
use crate::klondike::variant::{DRAW_ONE, DRAW_THREE};

/// A deck of 52 times three digits: the rank, and 1 to 4 for clubs, diamonds,
/// hearts and spades.
fn deck(text: &str) -> [Card; 52] {
    std::array::from_fn(|at| {
        let number: u8 = text[3 * at..3 * at + 2].parse().expect("a rank");
        let suit = match &text[3 * at + 2..3 * at + 3] {
            "1" => "C",
            "2" => "D",
            "3" => "H",
            _ => "S",
        };
        let rank = match number {
            1 => "A".into(),
            11 => "J".into(),
            12 => "Q".into(),
            13 => "K".into(),
            other => other.to_string(),
        };
        Card::parse(&format!("{rank}{suit}")).expect("a card")
    })
}

/// Judges all deals of the file with a limit of states; tells how many stay
/// undecided, and panics where a verdict differs.
fn undecided(limit: u64) -> Option<usize> {
    let text = super::common::public("klondike/verdicts_1_500.csv")?;
    let mut judge = Judge::new();
    let mut undecided = 0;
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let deck = deck(words[1]);
        for (variant, word) in [(DRAW_THREE, words[2]), (DRAW_ONE, words[3])] {
            let position = Position::deal(variant, &deck);
            let (layout, table) = Layout::new(&position).expect("rules that can be packed");
            match judge.decide(&layout, &table, limit) {
                Verdict::Won => assert_eq!(word, "winnable", "deal {}", words[0]),
                Verdict::Lost => assert_eq!(word, "unwinnable", "deal {}", words[0]),
                Verdict::Unknown => undecided += 1,
            }
        }
    }
    Some(undecided)
}

#[test]
fn verdicts_are_those_of_a_peer() {
    if let Some(undecided) = undecided(200_000) {
        assert!(undecided < 50, "{undecided} of 1000 undecided");
    }
}

#[test]
#[ignore = "takes many minutes"]
fn every_deal_is_decided_as_by_a_peer() {
    if let Some(undecided) = undecided(200_000_000) {
        assert_eq!(undecided, 0);
    }
}
