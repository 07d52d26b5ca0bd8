//! FreeCell's `optimal`: the published lengths, and those of a plain
//! breadth-first search on thousands of small positions under all kinds of
//! rules. There every claim of the search is checked in every position that
//! can be reached: no bound is too high, none falls by more than a move costs,
//! and safe moves home make no solution longer.

use super::common::public;
use super::solvers::{ask, deal, figure, rows, states};
use crate::cards::Card;
use crate::freecell::FreeCell;
use crate::freecell::layout::Layout;
use crate::freecell::metrics::SINGLE;
use crate::freecell::optimal::Optimal;
use crate::freecell::optimal::cores::Cores;
use crate::freecell::optimal::relaxation::Relaxation;
use crate::freecell::optimal::table::Table;
use crate::freecell::rules::{Move, Place, Position};
use crate::freecell::safe_home::is_safe;
use crate::freecell::score::Weights;
use crate::freecell::variant::{Runs, Variant};
use engine::{Budget, Outcome, Puzzle, Rules};
use std::collections::HashMap;

/// A few random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        // Knuth's multiplier; the high bits are random enough.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % count
    }
}

/// A position in which `out` cards are not home.
fn small(variant: Variant, out: usize, dice: &mut Dice) -> Position {
    let mut position = Position::bare(variant);
    position.home = [13; 4];
    let mut cards = Vec::new();
    while cards.len() < out {
        let suit = dice.below(4);
        if position.home[suit] > 0 {
            cards.push(Card::new(position.home[suit], suit as u8));
            position.home[suit] -= 1;
        }
    }
    let mut held = 0;
    while !cards.is_empty() {
        let card = cards.swap_remove(dice.below(cards.len()));
        if held < variant.cells as usize && dice.below(8) == 0 {
            position.cells[held] = Some(card);
            held += 1;
        } else {
            position.columns[dice.below(variant.columns as usize)].push(card);
        }
    }
    position
}

/// Every position that can be reached, with its moves.
struct Graph {
    positions: Vec<Position>,
    /// By position: where each move leads, and what it costs.
    moves: Vec<Vec<(usize, Move, u64)>>,
    /// The fewest moves to the end.
    left: Vec<u64>,
}

const NEVER: u64 = u64::MAX;

impl Graph {
    /// Nothing if there are more than `most` positions.
    fn new(start: &Position, most: usize) -> Option<Graph> {
        let mut index = HashMap::from([(start.key(), 0)]);
        let mut graph = Graph {
            positions: vec![start.clone()],
            moves: Vec::new(),
            left: Vec::new(),
        };
        let mut at = 0;
        while let Some(position) = graph.positions.get(at).cloned() {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            legal.retain(|mv| mv.count == 1 || position.variant.runs == Runs::Free);
            let mut edges = Vec::new();
            for mv in legal {
                let mut after = position.clone();
                after.apply(mv);
                let next = *index.entry(after.key()).or_insert_with(|| {
                    graph.positions.push(after);
                    graph.positions.len() - 1
                });
                edges.push((next, mv, FreeCell.lengths(&position, &[mv])[SINGLE]));
            }
            graph.moves.push(edges);
            at += 1;
            if graph.positions.len() > most {
                return None;
            }
        }
        graph.measure();
        Some(graph)
    }

    /// Finds the fewest moves from everywhere, by repeated relaxation of all.
    fn measure(&mut self) {
        let ends = self.positions.iter();
        self.left = ends
            .map(|end| if end.is_solved() { 0 } else { NEVER })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.moves.len()).rev() {
                let best = self.moves[at].iter();
                let best = best.map(|&(next, _, cost)| self.left[next].saturating_add(cost));
                let best = best.min().unwrap_or(NEVER);
                if best < self.left[at] {
                    self.left[at] = best;
                    changed = true;
                }
            }
        }
    }
}

/// Checks every claim in every position; returns how many there were.
fn check(start: &Position, most: usize, solver: &mut Optimal, cores: &mut Cores) -> usize {
    let Some(graph) = Graph::new(start, most) else {
        return 0;
    };
    let bounds = graph
        .positions
        .iter()
        .map(|position| bound(position, cores));
    let bounds: Vec<u64> = bounds.collect();
    for (at, position) in graph.positions.iter().enumerate() {
        let (least, left) = (bounds[at], graph.left[at]);
        assert!(least <= left, "bound {least} of {position:?}");
        for &(next, mv, cost) in &graph.moves[at] {
            assert!(least <= cost + bounds[next], "{mv:?} in {position:?}");
            let Place::Home(suit) = mv.to else {
                continue;
            };
            assert_eq!(least, 1 + bounds[next], "{mv:?} in {position:?}");
            let safe = is_safe(&position.variant, &position.home, suit.into());
            if safe && left != NEVER {
                assert_eq!(left, 1 + graph.left[next], "{mv:?} in {position:?}");
            }
        }
    }
    let answer = ask(solver, start, Budget::default());
    match &answer.outcome {
        Outcome::Solved(moves) => {
            assert_eq!(
                FreeCell.lengths(start, moves)[SINGLE],
                graph.left[0],
                "{start:?}"
            );
            assert_eq!(figure(&answer, "upper"), Some(graph.left[0]));
        }
        Outcome::Unsolvable => assert_eq!(graph.left[0], NEVER, "{start:?}"),
        Outcome::GaveUp(limit) => panic!("{limit:?}: {start:?}"),
    }
    graph.positions.len()
}

fn bound(position: &Position, cores: &mut Cores) -> u64 {
    cores.clear();
    let layout = Layout::new(position, &Weights::NONE);
    let table = Table::new(&layout, position);
    u64::from(Relaxation::new(&table).bound(cores))
}

#[test]
fn small_positions_of_all_rules_have_the_length_of_a_plain_search() {
    let (mut solver, mut cores, mut dice) = (Optimal::default(), Cores::default(), Dice(1));
    let (mut checked, mut positions) = (0, 0);
    for rules in [
        "cells=1,columns=3",
        "cells=2,columns=2",
        "cells=0,columns=4",
        "cells=1,columns=3,build=suit",
        "cells=1,columns=3,build=rank",
        "cells=2,columns=3,empty=kings",
        "cells=2,columns=3,build=rank,empty=nothing",
        "cells=1,columns=3,runs=free",
        "cells=0,columns=4,build=rank,runs=free",
        "penguin,cells=1,columns=4",
        "penguin,cells=1,columns=4,build=colour",
        "penguin,cells=1,columns=4,build=rank,runs=cells,empty=any",
    ] {
        let variant = Variant::parse(rules).expect("rules");
        for out in 6..=12 {
            for _ in 0..15 {
                let start = small(variant, out, &mut dice);
                let count = check(&start, 1_000, &mut solver, &mut cores);
                checked += usize::from(count > 0);
                positions += count;
            }
        }
    }
    assert!(
        checked > 600 && positions > 50_000,
        "{checked} with {positions}"
    );
}

/// With a cell for every card the bound is the length.
#[test]
fn with_cells_for_all_cards_the_bound_is_exact() {
    let (mut cores, mut dice) = (Cores::default(), Dice(2));
    let variant = Variant::parse("cells=8,columns=2,build=suit,empty=nothing").expect("rules");
    let mut above_the_least = 0;
    for _ in 0..300 {
        let start = small(variant, 8, &mut dice);
        let Some(graph) = Graph::new(&start, 20_000) else {
            continue;
        };
        let least = bound(&start, &mut cores);
        assert_eq!(least, graph.left[0], "{start:?}");
        above_the_least += usize::from(least > 8);
    }
    assert!(
        above_the_least > 100,
        "{above_the_least} of 300 set cards aside"
    );
}

/// The lengths that Sukegawa and Hoki published, where they are found soon;
/// the bounds are right where they are not.
#[test]
fn the_lengths_are_those_published() {
    let Some(text) = public("freecell/optimal_1_50.csv") else {
        return;
    };
    let mut solver = Optimal::default();
    let mut proved = 0;
    // Short solutions are the ones that are proved soon.
    for [number, length] in rows(&text).filter(|row| row[1] <= 77) {
        let start = deal(number);
        let answer = ask(&mut solver, &start, states(70_000));
        let lower = figure(&answer, "lower").expect("a lower bound");
        let upper = figure(&answer, "upper").expect("an upper bound");
        assert!(lower <= length && length <= upper, "deal {number}");
        if let Outcome::Solved(moves) = &answer.outcome {
            assert_eq!(
                FreeCell.lengths(&start, moves)[SINGLE],
                length,
                "deal {number}"
            );
            assert_eq!((lower, upper), (length, length), "deal {number}");
            proved += 1;
        }
    }
    assert!(proved >= 12, "{proved} of 15 proved");
}

/// Deal 3 needs 73 moves. The figures repeat, whatever was solved before.
#[test]
fn the_shortest_solution_repeats() {
    let mut used = Optimal::default();
    ask(&mut used, &deal(8), Budget::default());
    let [fresh, again] = [Optimal::default(), used].map(|mut solver| {
        let answer = ask(&mut solver, &deal(3), Budget::default());
        assert_eq!(figure(&answer, "lower"), Some(73));
        (answer.outcome, answer.effort)
    });
    assert_eq!(fresh, again);
}

/// A budget that ends the search early leaves two bounds, or at least one.
#[test]
fn what_is_given_up_has_bounds() {
    let mut solver = Optimal::default();
    for (budget, bounds) in [
        (states(30_000), 2),
        (states(10), 1),
        (
            Budget {
                memory: Some(2_000_000),
                ..Budget::default()
            },
            2,
        ),
    ] {
        let answer = ask(&mut solver, &deal(1), budget);
        assert!(matches!(answer.outcome, Outcome::GaveUp(_)));
        assert_eq!(answer.figures.len(), bounds);
        assert!(figure(&answer, "lower").expect("a bound") <= 87);
        assert!(figure(&answer, "upper").unwrap_or(87) >= 87);
    }
}
