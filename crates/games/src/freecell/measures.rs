//! What can be measured of a FreeCell deal: how it lies, and how the solution
//! of the default solver goes.

use super::fast::Fast;
use super::metrics::lengths;
use super::rules::{Move, Place, Position};
use crate::cards::{Card, KING};
use engine::{Budget, Cost, Measure, Measured, Measurer, Outcome, Puzzle, Solve, Verdict, Watch};

/// The measures, in the order of the values.
pub static MEASURES: [Measure; 14] = [
    Measure::initial("cells", "cells", "free cells"),
    Measure::initial("columns", "columns", "columns"),
    Measure::initial(
        "on_aces",
        "cards",
        "cards that lie on aces (in Penguin: on cards of the rank foundations start with)",
    ),
    Measure::initial("on_twos", "cards", "cards that lie on twos"),
    Measure::initial("under_kings", "cards", "cards that lie under kings"),
    Measure::initial(
        "splits",
        "cards",
        "cards in columns that do not fit on the card beneath",
    ),
    Measure::initial(
        "inversions",
        "cards",
        "cards in columns with a lower card of the same suit beneath them",
    ),
    Measure::initial(
        "choices",
        "moves",
        "legal moves at the start, all free cells being one",
    ),
    Measure::solution(
        "moves",
        "moves",
        "standard moves of the default solver's solution",
    ),
    Measure::dynamic("states", "states", "states that the default solver checks"),
    Measure::solution(
        "before_first_home",
        "moves",
        "moves of the solution before the first card goes home",
    ),
    Measure::solution(
        "cells_most",
        "cells",
        "most cells in use at once in the solution",
    ),
    Measure::solution(
        "cells_mean",
        "cells",
        "cells in use, averaged over the solution's moves",
    ),
    Measure::solution(
        "run_moves",
        "moves",
        "moves of the solution that take more than one card",
    ),
];

/// Takes the measures.
#[derive(Default)]
pub struct Measuring(Fast);

impl Measurer<Position> for Measuring {
    fn measure(
        &mut self,
        start: &Position,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let solve = || self.0.solve(start, budget, watch);
        let answer = (most >= Cost::Search).then(solve);
        let mut values: Vec<_> = [
            start.variant.cells as usize,
            start.variant.columns as usize,
            above(start, 1),
            above(start, 2),
            under_kings(start),
            splits(start),
            inversions(start),
            choices(start),
        ]
        .map(|count| Some(count as f64))
        .into();
        let way = match answer.as_ref().map(|answer| &answer.outcome) {
            Some(Outcome::Solved(moves)) => Some(Way::walk(start, moves)),
            _ => None,
        };
        let checked = answer.as_ref().map(|answer| answer.effort.checked as f64);
        let of_way = |value: fn(&Way) -> f64| way.as_ref().map(value);
        values.extend([
            of_way(|way| way.moves),
            way.as_ref().and(checked),
            of_way(|way| way.before_first_home),
            of_way(|way| way.cells_most),
            of_way(|way| way.cells_mean),
            of_way(|way| way.run_moves),
        ]);
        Measured {
            outcome: answer.map(|answer| Verdict::from(&answer.outcome)),
            values,
        }
    }
}

/// Cards that lie on cards of a rank.
fn above(start: &Position, rank: u8) -> usize {
    let of_column = |cards: &Vec<Card>| {
        let places = cards.iter().enumerate();
        let wanted = places.filter(|(_, card)| card.rank() == rank);
        wanted
            .map(|(place, _)| cards.len() - 1 - place)
            .sum::<usize>()
    };
    start.columns.iter().map(of_column).sum()
}

fn under_kings(start: &Position) -> usize {
    let of_column = |cards: &Vec<Card>| {
        let places = cards.iter().enumerate();
        let kings = places.filter(|(_, card)| card.rank() == KING);
        kings.map(|(place, _)| place).sum::<usize>()
    };
    start.columns.iter().map(of_column).sum()
}

/// Legal moves, of which those to one free cell or another are the same.
fn choices(start: &Position) -> usize {
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let free = start.cells.iter().position(Option::is_none);
    let other_cell = |mv: &&Move| match mv.to {
        Place::Cell(cell) => free != Some(cell as usize),
        _ => false,
    };
    moves.len() - moves.iter().filter(other_cell).count()
}

fn splits(start: &Position) -> usize {
    let pairs = start.columns.iter().flat_map(|cards| cards.windows(2));
    let apart = pairs.filter(|two| !start.variant.fits(two[1], two[0]));
    apart.count()
}

fn inversions(start: &Position) -> usize {
    let of_column = |cards: &Vec<Card>| {
        let late = |&place: &usize| {
            let card = cards[place];
            let mut beneath = cards[..place].iter();
            beneath.any(|other| other.suit() == card.suit() && other.rank() < card.rank())
        };
        (0..cards.len()).filter(late).count()
    };
    start.columns.iter().map(of_column).sum()
}

/// How a solution goes.
struct Way {
    moves: f64,
    before_first_home: f64,
    cells_most: f64,
    cells_mean: f64,
    run_moves: f64,
}

impl Way {
    fn walk(start: &Position, moves: &[Move]) -> Way {
        let home = |mv: &Move| matches!(mv.to, Place::Home(_));
        let mut position = start.clone();
        let in_use: Vec<usize> = moves
            .iter()
            .map(|&mv| {
                position.apply(mv);
                position.cells.iter().flatten().count()
            })
            .collect();
        let mean = in_use.iter().sum::<usize>() as f64 / moves.len().max(1) as f64;
        Way {
            moves: lengths(start, moves)[0] as f64,
            before_first_home: moves.iter().take_while(|mv| !home(mv)).count() as f64,
            cells_most: in_use.iter().max().copied().unwrap_or_default() as f64,
            cells_mean: mean,
            run_moves: moves.iter().filter(|mv| mv.count > 1).count() as f64,
        }
    }
}
