//! Every short cut against searches that have none.

use super::{Judge, Verdict};
use crate::cards::seeded::Seeded;
use crate::cards::{Card, KING};
use crate::klondike::rules::Position;
use crate::klondike::table::{Layout, Table};
use crate::klondike::variant::{DRAW_THREE, Variant};
use std::collections::HashSet;

/// Looks at every table that can be reached.
pub fn exhaust(layout: &Layout, start: &Table, limit: usize) -> Verdict {
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

/// A random position late in a game: some cards home, the others anywhere.
pub fn endgame(variant: Variant, chance: &mut Seeded, cards: usize) -> Position {
    let mut position = Position::bare(variant);
    let mut left = 52 - cards.min(52);
    while left > 0 {
        let suit = chance.below(4);
        // Suits stay near each other more often than not.
        let least = *position.home.iter().min().unwrap();
        if position.home[suit] < KING && position.home[suit] <= least + chance.below(6) as u8 {
            position.home[suit] += 1;
            left -= 1;
        }
    }
    let mut rest: Vec<Card> = (0..52).map(Card::from_index).collect();
    rest.retain(|card| card.rank() > position.home[card.suit() as usize]);
    for at in (1..rest.len()).rev() {
        rest.swap(at, chance.below(at + 1));
    }
    let columns = 1 + chance.below(7);
    let stock = chance.below(rest.len().min(24) + 1);
    for (at, card) in rest.into_iter().enumerate() {
        if at < stock {
            match chance.below(3) {
                0 => position.waste.push(card),
                _ => position.stock.push(card),
            }
        } else {
            let column = chance.below(columns);
            position.columns[column].hidden.push(card);
        }
    }
    for column in &mut position.columns {
        column.open.extend(column.hidden.pop());
    }
    position
}

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for draw in [1, 3, 2, 4] {
        for take_back in [true, false] {
            all.push(Variant {
                draw,
                take_back,
                ..DRAW_THREE
            });
        }
    }
    all
}

/// Returns how many were decided: lost, won.
pub fn fuzz(seeds: std::ops::Range<u64>, limit: usize, least: usize, most: usize) -> [usize; 3] {
    let mut counts = [0; 3];
    let mut judge = Judge::new();
    for seed in seeds {
        for variant in variants() {
            let mut chance = Seeded::new("endgame", seed);
            let cards = least + chance.below(most - least);
            let position = endgame(variant, &mut chance, cards);
            let (layout, table) = Layout::new(&position).unwrap();
            let truth = exhaust(&layout, &table, limit);
            counts[truth as usize] += 1;
            if truth == Verdict::Unknown {
                continue;
            }
            let verdict = judge.decide(&layout, &table, 100 * limit as u64);
            if verdict != truth {
                let show =
                    |cards: &[Card]| cards.iter().map(|c| format!("{c} ")).collect::<String>();
                for column in &position.columns {
                    println!("  {} | {}", show(&column.hidden), show(&column.open));
                }
                println!(
                    "waste {}; stock (next last) {}; home {:?}",
                    show(&position.waste),
                    show(&position.stock),
                    position.home
                );
                panic!("seed {seed} {variant:?}: {verdict:?}, truth {truth:?}");
            }
        }
    }
    counts
}

#[test]
fn endgames_are_judged_as_by_exhaustion() {
    let counts = fuzz(0..3000, 20_000, 10, 26);
    assert!(counts[0] > 3000 && counts[1] > 3000, "{counts:?}");
}

#[test]
#[ignore]
fn many() {
    let from: u64 = std::env::var("FROM").map_or(0, |s| s.parse().unwrap());
    let least: usize = std::env::var("LEAST").map_or(10, |s| s.parse().unwrap());
    println!("{:?}", fuzz(from..from + 40000, 200_000, least, least + 16));
}

#[test]
#[ignore]
fn one() {
    use crate::klondike::table::{Step, card_of, each};
    use std::collections::HashMap;
    let number = |name: &str, or: usize| std::env::var(name).map_or(or, |s| s.parse().unwrap());
    let (least, most) = (number("LEAST", 10), number("MOST", 26));
    let mut chance = Seeded::new("endgame", number("SEED", 0) as u64);
    let cards = least + chance.below(most - least);
    let variant = Variant {
        draw: number("DRAW", 3) as u8,
        take_back: number("BACK", 1) == 1,
        ..DRAW_THREE
    };
    let position = endgame(variant, &mut chance, cards);
    let (layout, table) = Layout::new(&position).unwrap();
    let mut came: HashMap<u64, Option<(Table, Step)>> = HashMap::from([(table.key, None)]);
    let mut queue = std::collections::VecDeque::from([table]);
    let mut won = None;
    while let Some(t) = queue.pop_front() {
        if t.is_won() {
            won = Some(t);
            break;
        }
        t.moves(&layout).for_each(|step| {
            let mut next = t;
            next.apply(&layout, step);
            came.entry(next.key).or_insert_with(|| {
                queue.push_back(next);
                Some((t, step))
            });
        });
    }
    let mut path = Vec::new();
    let mut at = won.unwrap();
    while let Some((before, step)) = came[&at.key] {
        path.push((before, step));
        at = before;
    }
    path.reverse();
    let show = |cards: u64| {
        each(cards)
            .map(|b| format!("{} ", card_of(b)))
            .collect::<String>()
    };
    let mut judge = Judge::new();
    for (t, step) in path {
        let v = judge.decide(&layout, &t, 1000000);
        let card = match step {
            Step::Home(b)
            | Step::Back(b)
            | Step::Reveal(b)
            | Step::StockHome(b)
            | Step::StockColumn(b) => card_of(b),
        };
        println!(
            "{v:?} open {} leads {} next {} stock {} waste {}; then {} {step:?}",
            show(t.open),
            show(t.leads),
            show(t.next),
            show(t.stock),
            t.waste(),
            card
        );
    }
}
