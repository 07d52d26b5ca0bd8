//! Short solutions, shorter the longer the budget lasts. The default solver
//! gives the first; beams from the start, then from positions along the best
//! solution so far, shorten it. With a large budget, some of them let cards
//! wait before they go home, which now and then saves a move. At last stretches
//! of the solution are replaced by single moves. Every beam is paced
//! ([`super::pace`]), so that it ends with a solution within its share of the
//! budget even on a busy machine.
//!
//! Lengths are standard: a run is one move, and the 52 moves home cost the same
//! in every solution, so the others are what counts. Under a budget of states
//! nothing depends on the clock.

use super::beam::ground::Ground;
use super::beam::{Beam, Width, with_moves_home};
use super::board::{Board, CELL, HOME, PackedMove, ROOT};
use super::fast::Fast;
use super::greedy::deal::Deal;
use super::greedy::table::Table;
use super::identity::Identity;
use super::layout::Layout;
use super::movegen::{self, MoveList};
use super::pace::{Paced, Speed};
use super::parameters::{
    BEAM, BEAM_WIDTHS, EXPECTED_LENGTH, FIRST_SHARE, FIRST_WIDTH, LATEST_START, MUCH_WIDER,
    NEXT_SHARE, SHORT_MEMORY, SHORT_PATIENCE, SHORT_STATES, WIDE_SHARE,
};
use super::rules::Position;
use super::score::Weights;
use super::solution::plain_moves;
use engine::{Answer, Budget, Limit, Meter, Solve, Watch};
use std::collections::HashMap;

/// The search with its tables.
#[derive(Default)]
pub struct Short {
    fast: Fast,
    beam: Beam,
    speed: Speed,
}

impl Solve<Position> for Short {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let states = match (budget.states, budget.time) {
            (None, None) => Some(SHORT_STATES),
            (states, _) => states,
        };
        let budget = Budget { states, ..*budget }.or_memory(SHORT_MEMORY);
        let mut meter = Meter::new(&budget, watch);
        let mut first = Meter::new(&patient(meter.budget()), watch);
        let outcome = self.fast.decide(start, &mut first);
        meter.effort = first.effort;
        let outcome = outcome.map(|path| {
            let better = self.improve(start, path, &mut meter);
            plain_moves(start, &short_cuts(start, better))
        });
        Answer::new(outcome, meter.effort)
    }
}

/// The budget for the first solution. Most deals are solved in a small part of
/// any sensible budget; for the others a late answer is better than none.
fn patient(budget: &Budget) -> Budget {
    Budget {
        states: budget
            .states
            .map(|states| states.saturating_mul(u64::from(SHORT_PATIENCE))),
        time: budget.time.map(|time| time.saturating_mul(SHORT_PATIENCE)),
        ..*budget
    }
}

/// How many moves of a solution are not moves home.
fn cost(path: &[PackedMove]) -> usize {
    path.iter().filter(|mv| mv.to != HOME).count()
}

/// One beam: where on the best solution it starts, as a part of its length,
/// what share of the budget left it may use, how wide it may be at most, by
/// which weights it scores, and whether cards may wait.
struct Turn {
    from: f64,
    share: f64,
    widest: usize,
    weights: usize,
    waits: bool,
}

impl Turn {
    /// The turns of a solve with a small budget or a large one. The first go
    /// from the start: a narrow beam, a wide one, and one in which cards may
    /// wait; of a small budget the wide one gets nearly all. The others start
    /// along the best solution, at multiples of the golden ratio, so that they
    /// spread evenly however many there are.
    fn number(turn: usize, large: bool) -> Turn {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let first = |share, widest, waits| Turn {
            from: 0.0,
            share,
            widest,
            weights: 0,
            waits,
        };
        match (turn, large) {
            (0, _) => first(FIRST_SHARE, FIRST_WIDTH, false),
            (1, false) => first(FIRST_SHARE, BEAM_WIDTHS.1, false),
            (1, true) => first(WIDE_SHARE, BEAM_WIDTHS.1, false),
            (2, true) => first(FIRST_SHARE, BEAM_WIDTHS.1, true),
            _ => Turn {
                from: (turn as f64 * GOLDEN).fract() * LATEST_START,
                share: NEXT_SHARE,
                widest: BEAM_WIDTHS.1,
                weights: turn % BEAM.len(),
                waits: large,
            },
        }
    }
}

impl Short {
    /// Shortens a solution until the budget is spent, or until beams of full
    /// width have started everywhere in vain.
    fn improve(
        &mut self,
        start: &Position,
        mut best: Vec<PackedMove>,
        meter: &mut Meter,
    ) -> Vec<PackedMove> {
        let grounds = BEAM.map(|scale| Ground::new(start, &scale));
        let waiting = BEAM.map(|scale| Ground::new(start, &scale.waiting()));
        let (mut beams, mut in_vain) = (0, 0);
        let (mut large, mut complete) = (true, false);
        for number in 0.. {
            let turn = Turn::number(number, large);
            if complete && !turn.waits {
                continue;
            }
            let ground = &if turn.waits { &waiting } else { &grounds }[turn.weights];
            let length = cost(&best);
            let skip = (turn.from * length as f64) as usize;
            let (table, mut path) = along(ground, start, &best, skip);
            let skip = cost(&path);
            let bound = length - skip;
            let (least, part) = EXPECTED_LENGTH[beams.min(1)];
            let expected = least + part * bound as f64;
            let memory = meter.budget().memory.unwrap_or(SHORT_MEMORY);
            let most = BEAM_WIDTHS.1.min(Beam::widest_in(memory, bound));
            let pace = |widest: usize| {
                Paced::new(&self.speed, meter, turn.share, expected, widest.min(most))
            };
            // A beam that the next one would not leave far behind is left out.
            if number == 0 && pace(BEAM_WIDTHS.1).widest() < MUCH_WIDER * FIRST_WIDTH {
                large = false;
                continue;
            }
            let width = pace(turn.widest);
            if width.is_too_narrow() || bound == 0 || in_vain > 2 * length {
                break;
            }
            beams += 1;
            in_vain += usize::from(width.widest() == most);
            match self.beam_of(ground, &table, width, bound, meter) {
                Err(_) => break,
                Ok(Some(rest)) => {
                    path.extend(with_moves_home(ground, table, &rest));
                    best = path;
                    in_vain = 0;
                }
                // Nothing was left out, so no beam of the kind will find a
                // shorter one; what is left of the budget is for the other.
                Ok(None) if self.beam.is_complete() && skip == 0 => {
                    if turn.waits {
                        break;
                    }
                    (large, complete) = (true, true);
                }
                Ok(None) => {}
            }
        }
        best
    }

    /// Runs one beam and measures its speed.
    fn beam_of(
        &mut self,
        ground: &Ground,
        table: &Table,
        width: Paced,
        bound: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        let (checked, elapsed) = (meter.effort.checked, meter.elapsed());
        let found = self.beam.search(ground, table, width, bound, meter);
        let seconds = meter.elapsed().saturating_sub(elapsed).as_secs_f64();
        self.speed.note(meter.effort.checked - checked, seconds);
        found
    }
}

/// Follows a solution for `count` moves that are not moves home, or up to one
/// that goes round the corner, which beams do not know; then makes the safe
/// moves home. Returns the position and all moves to it.
fn along(
    ground: &Ground,
    start: &Position,
    path: &[PackedMove],
    count: usize,
) -> (Table, Vec<PackedMove>) {
    let deal = &ground.deal;
    let mut table = Table::new(deal, start);
    let mut made = Vec::new();
    for &mv in path {
        if mv.to != HOME && cost(&made) == count || goes_round(deal, &table, mv) {
            break;
        }
        table.play(deal, mv);
        made.push(mv);
    }
    ground.follow(&mut table, &[], |mv| made.push(mv));
    (table, made)
}

/// Whether a move is of a run round the corner, or makes one.
fn goes_round(deal: &Deal, table: &Table, mv: PackedMove) -> bool {
    let leads = table.run(table.column(mv.card)) >> mv.card & 1 == 1;
    let fits = mv.to >= ROOT || deal.fits_on[mv.card as usize] >> mv.to & 1 == 1;
    !(fits && (leads || table.below(mv.card) == CELL))
}

/// Replaces stretches of a solution by single moves that lead to the same
/// position: the shortest way from start to end through the solution's own
/// positions.
fn short_cuts(start: &Position, path: Vec<PackedMove>) -> Vec<PackedMove> {
    let layout = Layout::new(start, &Weights::NONE);
    let mut board = Board::new(&layout, start);
    let mut boards = vec![board];
    for &mv in &path {
        board.play(&layout, mv);
        boards.push(board);
    }
    let index: HashMap<[u64; 3], usize> = boards
        .iter()
        .enumerate()
        .map(|(i, board)| (Identity::of(board), i))
        .collect();
    // For each position, the fewest moves to it and the last of them.
    let mut ways = vec![(usize::MAX, 0, PackedMove::default()); boards.len()];
    ways[0].0 = 0;
    let mut moves = MoveList::default();
    for (at, board) in boards.iter().enumerate() {
        let length = ways[at].0.saturating_add(1);
        let mut reach = |to: usize, mv| {
            if to > at && length < ways[to].0 {
                ways[to] = (length, at, mv);
            }
        };
        if let Some(&mv) = path.get(at) {
            reach(at + 1, mv);
        }
        movegen::whole_runs(&layout, board, &board.room(&layout), &mut moves);
        for &mv in moves.iter() {
            if let Some(&to) = index.get(&<[u64; 3]>::after(&layout, board, mv)) {
                reach(to, mv);
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
