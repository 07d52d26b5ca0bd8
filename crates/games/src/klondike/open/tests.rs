//! Every short cut against searches that have none: over all tables that can be
//! reached, and over all positions of the plain rules.

use super::{Judge, Open, Short, Verdict};
use crate::cards::seeded::Seeded;
use crate::cards::{Card, KING};
use crate::klondike::rules::{COLUMNS, Position};
use crate::klondike::table::{Layout, Table};
use crate::klondike::variant::{DRAW_THREE, Runs, Variant};
use engine::puzzle::Unwatched;
use engine::{Budget, Outcome, Plain, Puzzle, Solve};
use std::collections::HashSet;
use std::ops::Range;

/// Looks at every table that can be reached, or at more than `limit`.
fn exhaust(layout: &Layout, start: &Table, limit: usize) -> Verdict {
    let mut seen = HashSet::from([start.key]);
    let mut stack = vec![*start];
    while let Some(table) = stack.pop() {
        if table.is_won() {
            return Verdict::Won;
        }
        if seen.len() > limit {
            return Verdict::Unknown;
        }
        table.moves(layout).for_each(|step| {
            let mut next = table;
            next.apply(layout, step);
            if seen.insert(next.key) {
                stack.push(next);
            }
        });
    }
    Verdict::Lost
}

/// Looks at every position that can be reached, or at more than `limit`.
fn exhaust_plain(start: &Position, limit: usize) -> Verdict {
    let mut seen = HashSet::from([start.key()]);
    let mut stack = vec![start.keep()];
    let mut legal = Vec::new();
    while let Some(position) = stack.pop() {
        if position.is_solved() {
            return Verdict::Won;
        }
        if seen.len() > limit {
            return Verdict::Unknown;
        }
        legal.clear();
        position.moves(&mut legal);
        for &mv in &legal {
            let mut next = position.clone();
            next.apply(mv);
            if seen.insert(next.key()) {
                stack.push(next.keep());
            }
        }
    }
    Verdict::Lost
}

/// A random position late in a game: some cards home, the others anywhere.
fn endgame(variant: Variant, chance: &mut Seeded, cards: Range<usize>) -> Position {
    let mut position = Position::bare(variant);
    let mut left = 52 - (cards.start + chance.below(cards.len()));
    while left > 0 {
        let suit = chance.below(4);
        // Suits stay near each other more often than not.
        let least = position
            .home
            .iter()
            .fold(KING, |least, &rank| least.min(rank));
        if position.home[suit] < KING && position.home[suit] <= least + chance.below(6) as u8 {
            position.home[suit] += 1;
            left -= 1;
        }
    }
    let mut rest: Vec<Card> = (0..52).map(Card::from_index).collect();
    rest.retain(|card| card.rank() > position.home[card.suit() as usize]);
    chance.shuffle(&mut rest);
    let columns = 1 + chance.below(COLUMNS);
    let stock = chance.below(rest.len().min(24) + 1);
    for (at, card) in rest.into_iter().enumerate() {
        match at < stock {
            true if chance.below(3) == 0 => position.waste.push(card),
            true => position.stock.push(card),
            false => position.columns[chance.below(columns)].hidden.push(card),
        }
    }
    for column in &mut position.columns {
        column.open.extend(column.hidden.pop());
    }
    position
}

/// A position in mid-game: a deal after some random moves.
fn midgame(variant: Variant, chance: &mut Seeded) -> Position {
    let mut position = Position::deal(variant, &chance.deck());
    let mut legal = Vec::new();
    for _ in 0..100 + chance.below(300) {
        legal.clear();
        position.moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        position.apply(legal[chance.below(legal.len())]);
    }
    position.keep()
}

fn variants() -> impl Iterator<Item = Variant> {
    let draws = [1, 3, 2, 4].into_iter();
    draws.flat_map(|draw| {
        [true, false].map(|take_back| Variant {
            draw,
            take_back,
            ..DRAW_THREE
        })
    })
}

/// Compares the judge with exhaustion; tells how many were won, lost, unknown.
fn compare(
    name: &str,
    seeds: Range<u64>,
    make: impl Fn(Variant, &mut Seeded) -> Position,
) -> [u32; 3] {
    const LIMIT: usize = 20_000;
    let mut counts = [0; 3];
    let mut judge = Judge::new();
    for seed in seeds {
        for variant in variants() {
            let position = make(variant, &mut Seeded::new(name, seed));
            let (layout, table) = Layout::new(&position).expect("rules that can be packed");
            let truth = exhaust(&layout, &table, LIMIT);
            counts[truth as usize] += 1;
            if truth != Verdict::Unknown {
                let verdict = judge.decide(&layout, &table, 100 * LIMIT as u64);
                assert_eq!(verdict, truth, "{name} {seed} {variant:?} {position:?}");
            }
        }
    }
    counts
}

#[test]
fn endgames_are_judged_as_by_exhaustion() {
    let counts = compare("endgame", 0..2500, |v, chance| endgame(v, chance, 10..28));
    assert!(counts[0] > 10_000 && counts[1] > 2000, "{counts:?}");
}

#[test]
fn midgames_are_judged_as_by_exhaustion() {
    let counts = compare("midgame", 0..400, midgame);
    assert!(counts[0] > 20 && counts[1] > 500, "{counts:?}");
}

/// The long form of the tests above.
#[test]
#[ignore = "takes an hour"]
fn many_are_judged_as_by_exhaustion() {
    for cards in 10..36 {
        let counts = compare("many", 0..20_000, |v, c| endgame(v, c, cards..cards + 1));
        println!("{cards} cards: {counts:?}");
    }
    println!("midgames: {:?}", compare("midgame", 1000..100_000, midgame));
}

/// The judge and both solvers against every position of the plain rules.
#[test]
fn small_endgames_are_judged_as_by_the_plain_rules() {
    let (mut open, mut short) = (Open::default(), Short::default());
    let mut counts = [0; 3];
    let runs = [Runs::Any, Runs::Any, Runs::Whole, Runs::Home];
    for seed in 0..150 {
        for variant in variants() {
            let mut chance = Seeded::new("plain", seed);
            let variant = Variant {
                runs: runs[chance.below(4)],
                passes: [0, 0, 0, 1, 2][chance.below(5)],
                ..variant
            };
            let position = endgame(variant, &mut chance, 6..16);
            let truth = exhaust_plain(&position, 2000);
            counts[truth as usize] += 1;
            let solvers: [&mut dyn Solve<Position>; 2] = [&mut open, &mut short];
            // Under limits both search the plain positions, which takes long.
            let packed = Layout::new(&position).is_some();
            let mut lengths = Vec::new();
            for solver in solvers.into_iter().take(1 + usize::from(packed)) {
                let budget = Budget {
                    states: Some(2000),
                    ..Budget::default()
                };
                match solver.solve(&position, &budget, &Unwatched).outcome {
                    Outcome::Solved(moves) => {
                        assert_ne!(truth, Verdict::Lost, "{seed} {variant:?}");
                        lengths.push(moves.len());
                        let mut replay = position.clone();
                        for mv in moves {
                            assert_eq!(replay.check(mv), Ok(()), "{seed} {variant:?}");
                            replay.apply(mv);
                        }
                        assert!(replay.is_solved());
                    }
                    Outcome::Unsolvable => assert_ne!(truth, Verdict::Won, "{seed} {variant:?}"),
                    Outcome::GaveUp(_) => assert_eq!(truth, Verdict::Unknown, "{seed} {variant:?}"),
                }
            }
            assert!(lengths.is_sorted_by(|open, short| open >= short), "{seed}");
        }
    }
    assert!(counts[0] > 300 && counts[1] > 50, "{counts:?}");
}
