//! The generic searches on FreeCell: features against a plain reading of the
//! position, the fewest moves against breadth-first search, weights and
//! settings that cannot be.

use super::common::{id, walk};
use crate::cards::Card;
use crate::freecell::FreeCell;
use crate::freecell::board::Board;
use crate::freecell::features::{self, FEATURES};
use crate::freecell::layout::Layout;
use crate::freecell::packed::{Auto, Packed, Steps};
use crate::freecell::rules::Position;
use engine::bridge::replay;
use engine::{Budget, Outcome, Rules, Settings, Solve, Unwatched, Weights};

/// The cards of a column that lie above the one that is looked for.
fn above(position: &Position, wanted: Card) -> usize {
    position
        .columns
        .iter()
        .filter_map(|column| {
            let at = column.iter().position(|card| *card == wanted)?;
            Some(column.len() - 1 - at)
        })
        .sum()
}

/// The rank of a card, 1 for an ace.
fn rank(card: Card) -> u32 {
    u32::from(card.index() / 4) + 1
}

/// The features by their sentences, straight from the plain position.
fn by_hand(position: &Position) -> Vec<f64> {
    let variant = position.variant;
    let home: Vec<u32> = position.home.iter().map(|&h| u32::from(h)).collect();
    let (low, high) = (*home.iter().min().unwrap(), *home.iter().max().unwrap());
    let at_home: u32 = home.iter().sum();
    let card = |rank: u32, suit: u32| Card::from_index((4 * rank + suit) as u8);
    let buried = |ahead: u32| -> usize {
        (0..4)
            .filter(|suit| home[*suit as usize] + ahead < 13)
            .map(|suit| above(position, card(home[suit as usize] + ahead, suit)))
            .sum()
    };
    let held: Vec<Card> = position.cells.iter().flatten().copied().collect();
    let cells = f64::from(variant.cells);
    let columns = f64::from(variant.columns);
    let free_cells = cells - held.len() as f64;
    let filled: Vec<_> = position.columns.iter().filter(|c| !c.is_empty()).collect();
    let empty = columns - filled.len() as f64;
    let fits = |pair: &[Card]| variant.fits(pair[1], pair[0]);
    let placed: usize = filled
        .iter()
        .filter(|c| c.windows(2).all(fits))
        .map(|c| c.len())
        .sum();
    let splits: usize = filled
        .iter()
        .map(|c| c.windows(2).filter(|pair| !fits(pair)).count())
        .sum();
    let inversions: usize = filled
        .iter()
        .map(|c| {
            let lower = |at: usize| c[..at].iter().any(|under| rank(*under) < rank(c[at]));
            (0..c.len()).filter(|&at| lower(at)).count()
        })
        .sum();
    let tops: u32 = filled.iter().map(|c| rank(*c.last().unwrap())).sum();
    let mean_top = f64::from(tops) / (filled.len() as f64).max(1.0);
    let short: u32 = filled.iter().map(|c| 13 - rank(c[0])).sum();
    let tight = free_cells == 0.0 && empty == 0.0;
    let held_ranks: u32 = held.iter().map(|card| rank(*card)).sum();
    let truth = |is: bool| f64::from(u8::from(is));
    vec![
        buried(0) as f64 * (1.0 + truth(tight)) / 132.0,
        1.0 - placed as f64 / 52.0,
        f64::from(52 - at_home) / 52.0,
        1.0 - (free_cells + empty) / (cells + columns),
        (mean_top - f64::from(at_home) / 4.0 + 13.0) / 26.0,
        f64::from(13 - low) / 13.0,
        f64::from(high) / 13.0,
        f64::from(high - low) / 13.0,
        f64::from(short) / (12.0 * columns),
        buried(0) as f64 / 66.0,
        buried(1) as f64 / 66.0,
        splits as f64 / 52.0,
        inversions as f64 / 52.0,
        held.len() as f64 / cells,
        truth(free_cells == 0.0),
        truth(empty == 0.0),
        f64::from(held_ranks) / (13.0 * cells),
    ]
}

#[test]
fn features_are_what_their_sentences_say() {
    for number in 1..=40u64 {
        let start = FreeCell
            .deal(&id(&format!("freecell:ms#{number}")))
            .unwrap();
        for position in walk(start, number).take(60) {
            let layout = Layout::new(&position, &Packed::weights(Auto::Nothing));
            let board = Board::new(&layout, &position);
            let packed = Packed::new(&layout, board, Steps::Single, Auto::Nothing);
            let read = features::read(&packed);
            for ((feature, read), hand) in FEATURES.iter().zip(read).zip(by_hand(&position)) {
                let close = (f64::from(read) - hand).abs() < 1e-5;
                assert!(close, "{}: {read}, by hand {hand}", feature.name);
                assert!((0.0..=1.0).contains(&read), "{}: {read}", feature.name);
            }
        }
    }
}

fn solver(name: &str, set: &[(&str, &str)]) -> Box<dyn Solve<Position>> {
    let line = FreeCell.solvers().iter().find(|s| s.name == name);
    let line = line.unwrap_or_else(|| panic!("no solver {name}"));
    let mut settings = Settings::default();
    for (name, value) in set {
        settings.values.insert(name.to_string(), value.to_string());
    }
    (line.make)(&settings).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn solve(solver: &mut dyn Solve<Position>, start: &Position) -> Option<usize> {
    let budget = Budget {
        states: Some(2_000_000),
        ..Budget::default()
    };
    match solver.solve(start, &budget, &Unwatched).outcome {
        Outcome::Solved(moves) => {
            replay(start, &moves).unwrap_or_else(|fault| panic!("{fault}"));
            Some(moves.len())
        }
        _ => None,
    }
}

#[test]
fn admissible_searches_make_the_fewest_single_moves() {
    let variant = "columns=4,cells=2";
    for board in [
        "Foundations: H-T C-T D-T S-T\nJD KC QH\nJC KH QS\nJS QC KD\nJH KS QD\n",
        "Foundations: H-9 C-T D-T S-T\nTH KC JD QH\nJC QS\nQC KD JS KH\nKS QD JH\n",
        "Foundations: H-T C-T D-9 S-T\nQC TD KC QH\nJC QS JD\nKD JS KH\nKS QD JH\n",
    ] {
        let start = FreeCell
            .read(variant, board)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let plain = [("steps", "single"), ("auto", "nothing")];
        let counting = [plain[0], plain[1], ("heuristic", "not-at-foundations")];
        let best = solve(&mut *solver("breadth", &plain), &start).expect("solved");
        assert!(best > 12, "{best} moves for\n{board}");
        for name in ["astar", "ida"] {
            let found = solve(&mut *solver(name, &counting), &start);
            assert_eq!(found, Some(best), "{name} on\n{board}");
        }
    }
}

#[test]
fn every_search_runs_with_every_choice_of_moves() {
    let start = FreeCell.deal(&id("freecell:ms#1")).unwrap();
    for name in ["staged", "greedy", "beam", "depth"] {
        for steps in ["single", "runs"] {
            for auto in ["nothing", "safe", "all"] {
                let mut solver = solver(name, &[("steps", steps), ("auto", auto)]);
                let found = solve(&mut *solver, &start);
                assert!(found.is_some(), "{name}, steps={steps}, auto={auto}");
            }
        }
    }
}

#[test]
fn settings_that_cannot_be_are_faults() {
    for (set, value) in [
        ("steps", "giant"),
        ("auto", "most"),
        ("heuristic", "luck"),
        ("stage", "0"),
        ("stage", "x"),
        ("frontier", "lost"),
    ] {
        let line = FreeCell.solvers().iter().find(|s| s.name == "staged");
        let mut settings = Settings::default();
        settings.values.insert(set.into(), value.into());
        let fault = (line.unwrap().make)(&settings).err();
        let fault = fault.unwrap_or_else(|| panic!("{set}={value} is taken"));
        assert!(fault.to_string().contains(value), "{fault}");
    }
}

#[test]
fn weights_that_cannot_be_are_faults() {
    for (text, word) in [
        ("", "EOF"),
        ("[]", "expected"),
        (r#"{"game":"freecell"}"#, "weights"),
        (r#"{"game":"sliding","weights":{}}"#, "sliding"),
        (r#"{"game":"freecell","weights":{"luck":1}}"#, "luck"),
        (r#"{"game":"freecell","weights":{"hsdh":1e300}}"#, "hsdh"),
        (r#"{"game":"freecell","weights":{},"scale":0}"#, "scale"),
        (r#"{"game":"freecell","weights":{"hsdh":"x"}}"#, "x"),
    ] {
        let fault =
            Weights::parse(text).and_then(|weights| weights.in_order("freecell", &FEATURES));
        let fault = fault.expect_err(text).to_string();
        assert!(fault.contains(word), "{text}: {fault}");
    }
}

#[test]
fn weights_of_one_feature_search_like_its_name() {
    let start = FreeCell.deal(&id("freecell:ms#7")).unwrap();
    let text = r#"{"game":"freecell","weights":{"hsdh":0.5},"scale":264}"#;
    let line = FreeCell.solvers().iter().find(|s| s.name == "greedy");
    let settings = Settings {
        weights: Some(Weights::parse(text).unwrap()),
        ..Settings::default()
    };
    let mut weighed = (line.unwrap().make)(&settings).expect("good weights");
    let mut named = solver("greedy", &[("heuristic", "hsdh")]);
    let budget = Budget {
        states: Some(100_000),
        ..Budget::default()
    };
    let one = weighed.solve(&start, &budget, &Unwatched);
    let other = named.solve(&start, &budget, &Unwatched);
    assert_eq!(one.effort, other.effort);
    assert_eq!(one.outcome, other.outcome);
}
