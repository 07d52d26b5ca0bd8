//! Short solutions. The judge finds a first win. Weighted best-first searches
//! with falling weights look for shorter ones. Then local search shortens the
//! best: a breadth-first search from each of its positions looks for a
//! shortcut to a later one.

use super::best_first::{BestFirst, Bounds};
use super::path::Path;
use super::solver::{DEFAULT_MEMORY, Open, without_limits};
use crate::cards::Card;
use crate::klondike::rules::{Move, Place, Position, TURN};
use crate::klondike::table::Layout;
use engine::{Answer, Budget, Limit, Meter, Puzzle, Solve, Watch};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The states it may check unless a budget is given.
const DEFAULT_STATES: u64 = 200_000;
/// The searches in turn: how much an expected move counts beside one made, in
/// eighths, and which part of the budget left a search may use.
const SEARCHES: [(u32, f64); 5] = [(40, 0.1), (24, 0.2), (16, 0.3), (12, 0.4), (10, 0.6)];
/// States of the first, narrowest search for a shortcut.
const LOOK: usize = 60;

/// The solver with its tables.
#[derive(Default)]
pub struct Short {
    open: Open,
    best_first: BestFirst,
}

impl Solve<Position> for Short {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let states = match (budget.states, budget.time) {
            (None, None) => Some(DEFAULT_STATES),
            (states, _) => states,
        };
        // Whether a deal can be won may take longer than making it short.
        let patient = Budget {
            states: states.map(|states| states.saturating_mul(10)),
            ..*budget
        };
        let mut meter = Meter::new(&patient, watch);
        meter.or_memory(DEFAULT_MEMORY);
        let outcome = self.open.decide(start, &mut meter);
        let first = meter.effort;
        let mut meter = Meter::new(&Budget { states, ..*budget }, watch);
        meter.or_memory(DEFAULT_MEMORY);
        let outcome = outcome.map(|moves| {
            let best = self.cheaper(start, moves, &mut meter);
            shorten(start, best, &mut meter)
        });
        meter.effort.checked += first.checked;
        meter.effort.generated += first.generated;
        meter.effort.peak_bytes = meter.effort.peak_bytes.max(first.peak_bytes);
        Answer::new(outcome, meter.effort)
    }
}

impl Short {
    /// The shortest of the wins that the searches find.
    fn cheaper(&mut self, start: &Position, mut best: Vec<Move>, meter: &mut Meter) -> Vec<Move> {
        let free = without_limits(start);
        let (layout, table) = Layout::new(&free).expect("rules without limits can be packed");
        let all = meter.budget().states.unwrap_or(DEFAULT_STATES);
        for (weight, share) in SEARCHES {
            let left = all.saturating_sub(meter.effort.checked);
            let bounds = Bounds {
                weight,
                below: best.len(),
                end: meter.effort.checked + (left as f64 * share) as u64,
            };
            let waste = start.waste.len();
            let steps = self.best_first.win(&layout, &table, waste, &bounds, meter);
            let found = steps.and_then(|steps| Path::to_win(start, &steps));
            best = found
                .filter(|found| found.len() < best.len())
                .unwrap_or(best);
            if meter.look().is_some() {
                break;
            }
        }
        best
    }
}

/// A move by the cards it moves, which stays the same when columns change
/// places.
#[derive(Clone, Copy)]
enum ByCards {
    Turn,
    Home(Card),
    /// Onto a card, or to an empty column.
    On(Card, Option<Card>),
}

impl ByCards {
    fn of(position: &Position, mv: Move) -> ByCards {
        let Some(lead) = position.lead(mv) else {
            return ByCards::Turn;
        };
        match mv.to {
            Place::Column(to) => {
                ByCards::On(lead, position.columns[to as usize].open.last().copied())
            }
            _ => ByCards::Home(lead),
        }
    }

    fn on(self, position: &Position) -> Option<Move> {
        let (lead, to) = match self {
            ByCards::Turn => return Some(TURN),
            ByCards::Home(lead) => (lead, Place::Home(lead.suit())),
            ByCards::On(lead, on) => {
                let mut columns = position.columns.iter();
                let column = columns.position(|column| column.open.last().copied() == on)?;
                (lead, Place::Column(column as u8))
            }
        };
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let same = |mv: &Move| mv.to == to && position.lead(*mv) == Some(lead);
        legal.into_iter().find(same)
    }
}

/// Makes a solution shorter until the budget is spent.
fn shorten(start: &Position, mut best: Vec<Move>, meter: &mut Meter) -> Vec<Move> {
    let mut look = LOOK;
    loop {
        let mut better = false;
        let mut at = 0;
        while at < best.len() {
            match shortcut(start, &best, at, look, meter) {
                Ok(Some(found)) => (best, better) = (found, true),
                Ok(None) => at += 1,
                Err(_) => return best,
            }
        }
        if !better {
            look *= 4;
            // A look this wide has seen all there is to see.
            if look > 1 << 22 {
                return best;
            }
        }
    }
}

/// A shorter solution, by a quicker way from one of its positions to a later
/// one, if there is one among `look` states.
fn shortcut(
    start: &Position,
    moves: &[Move],
    at: usize,
    look: usize,
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, Limit> {
    let mut position = start.clone();
    moves[..at].iter().for_each(|&mv| position.apply(mv));
    let from = position.keep();
    let mut later = HashMap::new();
    for (index, &mv) in (at + 1..).zip(&moves[at..]) {
        position.apply(mv);
        later.insert(position.key(), index);
    }
    let mut seen = HashSet::from([from.key()]);
    let mut reached = vec![Reached {
        position: from,
        step: None,
        depth: 0,
    }];
    let mut next = 0;
    let mut legal = Vec::new();
    while next < reached.len() && reached.len() < look {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        legal.clear();
        reached[next].position.moves(&mut legal);
        let depth = reached[next].depth + 1;
        for &mv in &legal {
            let mut child = reached[next].position.clone();
            child.apply(mv);
            meter.effort.generated += 1;
            let key = child.key();
            let index = later.get(&key).copied();
            if !seen.insert(key) {
                continue;
            }
            reached.push(Reached {
                position: child.keep(),
                step: Some((next, mv)),
                depth,
            });
            if let Some(index) = index.filter(|&index| index > at + depth) {
                let way = way_to(&reached, reached.len() - 1);
                return Ok(splice(start, moves, at..index, &way));
            }
        }
        next += 1;
    }
    Ok(None)
}

/// A position on the look around.
struct Reached {
    position: Position,
    step: Option<(usize, Move)>,
    depth: usize,
}

/// The moves to one of them.
fn way_to(reached: &[Reached], mut at: usize) -> Vec<Move> {
    let mut way = Vec::new();
    while let Some((before, mv)) = reached[at].step {
        way.push(mv);
        at = before;
    }
    way.reverse();
    way
}

/// The solution with a part of it replaced. Columns may have changed places
/// after that part, so what follows is found again by its cards.
fn splice(start: &Position, moves: &[Move], part: Range<usize>, way: &[Move]) -> Option<Vec<Move>> {
    let mut old = start.clone();
    moves[..part.end].iter().for_each(|&mv| old.apply(mv));
    let mut path = Path::new(start);
    for &mv in moves[..part.start].iter().chain(way) {
        path.make(mv)?;
    }
    for &mv in &moves[part.end..] {
        let by_cards = ByCards::of(&old, mv);
        old.apply(mv);
        let mv = by_cards.on(&path.position)?;
        path.make(mv)?;
    }
    path.position.is_solved().then_some(path.moves)
}
