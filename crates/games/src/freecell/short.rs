//! Short solutions, ever shorter as long as the budget lasts: the default
//! solver's answer first, then beams as wide as the budget allows, from the
//! start and again from positions along the best solution so far, and at last
//! a search for short cuts between positions of that solution. Lengths are
//! standard: a run is one move, and the 52 moves home cost the same in every
//! solution, so the others are what counts.

use super::beam::Beam;
use super::board::{Board, HOME, Hop};
use super::fast::Fast;
use super::hops::{self, Hops};
use super::identity::Identity;
use super::layout::Layout;
use super::path::{plain_moves, with_safe_homes};
use super::rules::Position;
use super::score::{BEAM, Weights};
use engine::{Answer, Budget, Meter, Solve, Watch};
use std::collections::HashMap;

/// The states it may check unless a budget is given.
const DEFAULT_STATES: u64 = 100_000;
/// The memory it may use unless told otherwise.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// Beams in turn, over and over: where on the best solution they start, and
/// what share of the budget left they may use. Each round uses the other of
/// the two weights.
const TURNS: [(f64, f64); 4] = [(0.0, 0.6), (0.3, 0.4), (0.15, 0.5), (0.5, 0.3)];
/// The narrowest beam worth a try, and the widest: a generation of that one
/// takes some ten milliseconds, so that an interrupt is heard soon.
const WIDTHS: (usize, usize) = (4, 1 << 14);

/// The search with its tables.
#[derive(Default)]
pub struct Short {
    fast: Fast,
    beam: Beam,
}

impl Solve<Position> for Short {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let states = match (budget.states, budget.time) {
            (None, None) => Some(DEFAULT_STATES),
            (states, _) => states,
        };
        let budget = Budget { states, ..*budget }.or_memory(DEFAULT_MEMORY);
        let mut meter = Meter::new(&budget, watch);
        let mut patient = Meter::new(&hundredfold(meter.budget()), watch);
        let outcome = self.fast.decide(start, &mut patient);
        meter.effort = patient.effort;
        let outcome = outcome.map(|hops| {
            let better = self.improve(start, hops, &mut meter);
            plain_moves(start, &short_cuts(start, better))
        });
        Answer::new(outcome, meter.effort)
    }
}

/// Most deals are solved in a small part of any sensible budget; for the few
/// that are not, an answer that comes late is better than none.
fn hundredfold(budget: &Budget) -> Budget {
    Budget {
        states: budget.states.map(|states| states.saturating_mul(100)),
        time: budget.time.map(|time| time.saturating_mul(100)),
        ..*budget
    }
}

/// How many moves of a solution are not moves home.
fn cost(hops: &[Hop]) -> usize {
    hops.iter().filter(|hop| hop.to != HOME).count()
}

impl Short {
    /// Shortens a solution until the budget is spent.
    fn improve(&mut self, start: &Position, mut best: Vec<Hop>, meter: &mut Meter) -> Vec<Hop> {
        let layouts = BEAM.map(|weights| Layout::new(start, &weights));
        for turn in 0.. {
            let (from, share) = TURNS[turn % TURNS.len()];
            let layout = &layouts[turn / TURNS.len() % layouts.len()];
            let length = cost(&best);
            let skip = (from * length as f64) as usize;
            let (board, mut hops) = along(layout, start, &best, skip);
            let left = length - skip;
            // A beam usually ends well before the bound.
            let states = states_left(meter) as f64 * share / (left as f64 * 0.8 + 1.0);
            let width = (states as usize).min(WIDTHS.1);
            if width < WIDTHS.0 || left == 0 {
                break;
            }
            match self.beam.search(layout, &board, width, left, meter) {
                Err(_) => break,
                Ok(Some(rest)) => {
                    hops.extend(with_safe_homes(layout, &board, &rest));
                    best = hops;
                }
                // Nothing was left out, so no beam will find a shorter one.
                Ok(None) if self.beam.is_complete() && skip == 0 => break,
                Ok(None) => {}
            }
        }
        best
    }
}

/// Follows a solution for so many moves that are not moves home, and sends
/// home what can go: the position, and all moves to it.
fn along(layout: &Layout, start: &Position, hops: &[Hop], count: usize) -> (Board, Vec<Hop>) {
    let mut board = Board::new(layout, start);
    let mut made = Vec::new();
    for &hop in hops {
        if hop.to != HOME && cost(&made) == count {
            break;
        }
        board.hop(layout, hop);
        made.push(hop);
    }
    board.safe_homes(layout, |card| made.push(Hop { card, to: HOME }));
    (board, made)
}

/// How many states the budget still allows, at the speed seen so far.
fn states_left(meter: &Meter) -> u64 {
    let checked = meter.effort.checked;
    let by_states = meter
        .budget()
        .states
        .map_or(u64::MAX, |most| most.saturating_sub(checked));
    let by_time = meter.budget().time.map_or(u64::MAX, |most| {
        let elapsed = meter.elapsed().as_secs_f64().max(1e-6);
        let left = most.as_secs_f64() - elapsed;
        (left / elapsed * checked.max(1) as f64).max(0.0) as u64
    });
    by_states.min(by_time)
}

/// Replaces stretches of a solution by single moves that lead to the same
/// position: the shortest way from start to end through the solution's own
/// positions.
fn short_cuts(start: &Position, hops: Vec<Hop>) -> Vec<Hop> {
    let layout = Layout::new(start, &Weights::NONE);
    let mut board = Board::new(&layout, start);
    let mut boards = vec![board];
    for &hop in &hops {
        board.hop(&layout, hop);
        boards.push(board);
    }
    let index: HashMap<[u64; 3], usize> = boards
        .iter()
        .enumerate()
        .map(|(i, board)| (Identity::of(board), i))
        .collect();
    // For each position, the fewest moves to it and the last of them.
    let mut ways = vec![(usize::MAX, 0, Hop::default()); boards.len()];
    ways[0].0 = 0;
    let mut moves = Hops::default();
    for (at, board) in boards.iter().enumerate() {
        let length = ways[at].0.saturating_add(1);
        let mut reach = |to: usize, hop| {
            if to > at && length < ways[to].0 {
                ways[to] = (length, at, hop);
            }
        };
        if let Some(&hop) = hops.get(at) {
            reach(at + 1, hop);
        }
        hops::whole_runs(&layout, board, &board.room(&layout), &mut moves);
        for &hop in moves.iter() {
            if let Some(&to) = index.get(&<[u64; 3]>::after(&layout, board, hop)) {
                reach(to, hop);
            }
        }
    }
    let mut shortest = Vec::new();
    let mut at = boards.len() - 1;
    while at > 0 {
        shortest.push(ways[at].2);
        at = ways[at].1;
    }
    shortest.reverse();
    shortest
}
