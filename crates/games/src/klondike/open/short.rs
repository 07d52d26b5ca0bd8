//! Few moves: wins found with the steps tried in other orders, of which the
//! shortest is then made shorter, by looking from each of its positions for a
//! quicker way to a later one.

use super::path::Path;
use super::solver::{Open, without_limits};
use crate::cards::Card;
use crate::klondike::rules::{Move, Place, Position, TURN};
use crate::klondike::table::Layout;
use engine::{Answer, Budget, Limit, Meter, Puzzle, Solve, Watch};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The states it may check unless a budget is given.
const DEFAULT_STATES: u64 = 200_000;
/// Of the budget, the part that goes to other orders.
const ORDERS: u64 = 2;
/// States of a search with another order, for each one of the first search.
const SHARE: u64 = 4;
/// The first, narrowest look around a position, in states.
const LOOK: usize = 60;

/// The solver with its tables.
#[derive(Default)]
pub struct Short {
    open: Open,
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
        let outcome = self.open.decide(start, &mut meter);
        let first = meter.effort;
        let mut meter = Meter::new(&Budget { states, ..*budget }, watch);
        let outcome = outcome.map(|moves| {
            let best = self.in_other_orders(start, moves, first.checked, &mut meter);
            shorten(start, best, &mut meter)
        });
        meter.effort.checked += first.checked;
        meter.effort.generated += first.generated;
        meter.effort.peak_bytes = first.peak_bytes;
        Answer::new(outcome, meter.effort)
    }
}

impl Short {
    /// The shortest of the wins that other orders lead to.
    fn in_other_orders(
        &mut self,
        start: &Position,
        mut best: Vec<Move>,
        first: u64,
        meter: &mut Meter,
    ) -> Vec<Move> {
        let free = without_limits(start);
        let (layout, table) = Layout::new(&free).expect("rules without limits can be packed");
        let all = meter.budget().states.unwrap_or(DEFAULT_STATES) / ORDERS;
        for order in 1.. {
            let end = (meter.effort.checked + SHARE * (first + 50)).min(all);
            let mut out = false;
            let stop = |_| {
                out |= meter.check_state().is_some();
                out || meter.effort.checked > end
            };
            if self
                .open
                .judge
                .search_in_order(&layout, &table, order, stop)
                == Some(true)
            {
                let steps = self.open.judge.won_by();
                let found = Path::to_win(start, steps).filter(|found| found.len() < best.len());
                best = found.unwrap_or(best);
            }
            if out || meter.effort.checked >= all || meter.look().is_some() {
                break;
            }
            // A win that needs no search at all has no other orders.
            if first == 0 {
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
/// one, if there is one among so many states.
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
