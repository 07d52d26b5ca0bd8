//! Proofs without a search never call a position lost that can be won.

use super::common::{id, public};
use crate::cards::seeded::Seeded;
use crate::cards::{Card, KING};
use crate::klondike::blocking::blocked;
use crate::klondike::rules::{COLUMNS, Column, Move, Position};
use crate::klondike::variant::{DRAW_THREE, Variant};
use crate::klondike::{Klondike, notation};
use engine::search::{DepthFirst, Search};
use engine::{Budget, Heuristic, Meter, Outcome, Puzzle, Rules, Settings, Unwatched};

/// The two sets of the thesis's figures, and one of ours over two columns.
#[test]
fn sets_that_block_are_found() {
    // The two of hearts lies on its ace and on both black threes; the eight on
    // a lower heart and both black nines; and the two of hearts and the two of
    // spades each lie on the other's ace and on threes that the other needs.
    let rows = [
        ("3S 3C AH | 2H", true),
        ("3S 3C | 2H\nAH | KC", false),
        ("9C 5H 9S | 8H", true),
        ("9C 5D 9S | 8H", false),
        ("3S AS 3C | 2H\nAH 3D 3H | 2S", true),
        ("3S AS | 2H\nAH 3D 3H | 2S", false),
    ];
    for (columns, lost) in rows {
        let named = |card: Card| columns.contains(&card.to_string());
        let mut places = columns.lines().map(|line| {
            let (down, open) = line.split_once('|').unwrap();
            let cards = |text: &str| text.split_whitespace().filter_map(Card::parse).collect();
            Column {
                hidden: cards(down),
                open: cards(open),
            }
        });
        // All other cards lie on kings as far as they can, or in the stock.
        let mut runs = [[3, 2], [2, 3], [0, 1], [1, 0]].into_iter().map(|suits| {
            let run = (1..=KING).rev();
            let run = run.map(|rank| Card::new(rank, suits[(KING - rank) as usize % 2]));
            Column {
                hidden: Vec::new(),
                open: run.take_while(|&card| !named(card)).collect(),
            }
        });
        let mut position = Position::bare(Variant::parse("draw1").unwrap());
        position.columns =
            std::array::from_fn(|_| places.next().or_else(|| runs.next()).unwrap_or_default());
        let lies = |card: &Card| position.columns.iter().any(|c| c.open.contains(card));
        let cards = (0..52).map(Card::from_index);
        position.stock = cards.filter(|c| !named(*c) && !lies(c)).collect();
        let board = notation::write(&position);
        let position = notation::read(position.variant, &board).expect("a board");
        assert_eq!(blocked(&position, 0).is_some(), lost, "{board}");
    }
}

/// Cards that are out, and those face down twice: what a player sees first.
struct Left;

impl Heuristic<Position> for Left {
    type Carry = ();

    fn start(&self, _: &Position) {}
    fn after(&self, (): (), _: &Position, _: Move) {}
    fn estimate(&self, (): (), position: &Position) -> u32 {
        52 - position.cards_home() + 2 * position.face_down() as u32
    }
}

/// An endgame with some two dozen cards out, at random.
fn endgame(variant: Variant, seed: u64) -> Position {
    let mut chance = Seeded::new("endgame", seed);
    let mut position = Position::bare(variant);
    position.home = std::array::from_fn(|_| 5 + chance.below(5) as u8);
    let is_out = |card: &Card| card.rank() > position.home[card.suit() as usize];
    let mut out: Vec<_> = (0..52).map(Card::from_index).filter(is_out).collect();
    chance.shuffle(&mut out);
    // Low cards lie face down more often, so that some endgames are lost.
    let mut low = |out: &mut Vec<Card>| {
        let at = (0..3)
            .map(|_| chance.below(out.len()))
            .min_by_key(|&at| out[at].rank());
        out.swap_remove(at.expect("there are three"))
    };
    for column in 0..COLUMNS {
        let Some(card) = out.pop() else { break };
        let hidden = column.min(out.len());
        position.columns[column].hidden = (0..hidden).map(|_| low(&mut out)).collect();
        position.columns[column].open = vec![card];
    }
    // A run on a column now and then.
    for column in 0..COLUMNS {
        let fits = out.iter().position(|&card| position.fits(card, column));
        if let (Some(at), false) = (fits, position.columns[column].open.is_empty()) {
            let card = out.remove(at);
            position.columns[column].open.push(card);
        }
    }
    position.stock = out;
    position
}

/// Every proof stands against an exhaustive search under the plain rules.
#[test]
fn no_proof_is_false_in_endgames() {
    let search = DepthFirst::new(&Settings::default()).unwrap();
    let budget = Budget {
        states: Some(4_000),
        ..Budget::default()
    };
    let (mut lost, mut proved) = (0, [0; 3]);
    for (index, rules) in [
        "draw3",
        "draw1",
        "thesis",
        "draw=2,back=no",
        "vegas",
        "whole-runs",
    ]
    .into_iter()
    .enumerate()
    {
        let variant = Variant::parse(rules).unwrap();
        for seed in 0..150 {
            let position = endgame(variant, 1000 * index as u64 + seed);
            assert!(notation::read(variant, &notation::write(&position)).is_ok());
            let mut meter = Meter::new(&budget, &Unwatched);
            let outcome = search.run(&position, &Left, &mut meter);
            lost += u32::from(outcome == Outcome::Unsolvable);
            if let Some(proof) = blocked(&position, 2) {
                proved[proof.levels as usize] += 1;
                let won = matches!(outcome, Outcome::Solved(_));
                assert!(!won, "{rules}\n{}", notation::write(&position));
            }
        }
    }
    assert!(lost > 100, "only {lost} endgames are lost");
    assert!(proved.iter().all(|&n| n > 0), "{proved:?}");
    println!("{lost} lost, {proved:?} proved by level");
}

/// What is proved of Solvitaire's first 500 deals, by levels of cases; none of
/// them is winnable to lonelybot.
#[test]
fn no_winnable_deal_is_called_lost() {
    let Some(list) = public("klondike/verdicts_1_500.csv") else {
        return;
    };
    for (variant, column, lost, want) in
        [("draw3", 2, 87, [40, 13, 8]), ("draw1", 3, 47, [15, 6, 8])]
    {
        let (mut unwinnable, mut proved) = (0, [0; 3]);
        for line in list.lines().skip(1) {
            let values: Vec<_> = line.split(',').collect();
            let id = id(&format!("klondike:{variant}.solvitaire#{}", values[0]));
            unwinnable += u32::from(values[column] == "unwinnable");
            if let Some(proof) = blocked(&Klondike.deal(&id).unwrap(), 2) {
                assert_eq!(values[column], "unwinnable", "{id}");
                proved[proof.levels as usize] += 1;
            }
        }
        assert_eq!((unwinnable, proved), (lost, want), "{variant}");
    }
}

/// A proof for looser rules holds for stricter ones, and is found there too.
#[test]
fn stricter_rules_are_lost_where_looser_ones_are() {
    for number in 1..=150 {
        let start = Klondike
            .deal(&id(&format!("klondike:draw3#{number}")))
            .unwrap();
        let lost = |variant: Variant| {
            let mut position = start.clone();
            position.variant = variant;
            blocked(&position, 1).is_some()
        };
        if lost(DRAW_THREE) {
            for rules in ["thesis", "three-passes", "whole-runs", "back=no"] {
                assert!(lost(Variant::parse(rules).unwrap()), "{rules} {number}");
            }
        }
    }
    let mut won = Position::bare(DRAW_THREE);
    won.home = [KING; 4];
    assert!(won.is_solved() && blocked(&won, 2).is_none());
}
