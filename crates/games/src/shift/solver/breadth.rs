//! Solvers that look at every position in reach, nearest first: from the
//! start only, or from both ends until they meet. Both find the fewest moves
//! or a proof that there are none.

use super::sweep::Sweep;
use crate::shift::layout::{Job, Layout, Word, lay_out};
use crate::shift::moves;
use crate::shift::rules::{Board, Direction, Move};
use engine::search::DEFAULT_MEMORY;
use engine::{Answer, Budget, Limit, Meter, Outcome, Puzzle, Solve, Watch};

/// From the start only.
pub struct Breadth;

/// From the start and from the goals, always on with the side that has fewer
/// positions to go on from.
pub struct Meet;

/// A way to search by layers.
trait Ends: Sized {
    fn search<W: Word, const C: usize>(
        layout: &Layout<C>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Direction>>, Limit>;
}

struct Search<'m, 'w, E> {
    meter: &'m mut Meter<'w>,
    ends: std::marker::PhantomData<E>,
}

impl<E: Ends> Job for Search<'_, '_, E> {
    type Result = Result<Option<Vec<Direction>>, Limit>;

    fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Self::Result {
        E::search::<W, C>(layout, self.meter)
    }
}

fn run<E: Ends>(start: &Board, meter: &mut Meter) -> Outcome<Move> {
    meter.or_memory(DEFAULT_MEMORY);
    if start.is_solved() {
        return Outcome::Solved(Vec::new());
    }
    let search = Search::<E> {
        meter,
        ends: std::marker::PhantomData,
    };
    match lay_out(start, search) {
        Ok(Some(ways)) => Outcome::Solved(moves::pushed(start, &ways)),
        Ok(None) => Outcome::Unsolvable,
        Err(limit) => Outcome::GaveUp(limit),
    }
}

fn solve<E: Ends>(start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
    let mut meter = Meter::new(budget, watch);
    let outcome = run::<E>(start, &mut meter);
    Answer::new(outcome, meter.effort)
}

/// Searches from both ends under a meter of the caller's.
pub fn meet(start: &Board, meter: &mut Meter) -> Outcome<Move> {
    run::<Meet>(start, meter)
}

impl Ends for Breadth {
    fn search<W: Word, const C: usize>(
        layout: &Layout<C>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        let mut sweep = Sweep::<W, C>::new(layout, false, memory(meter));
        let goal: W = layout.word(&layout.goals);
        while !sweep.frontier().is_empty() {
            if sweep.next_layer(meter, |_, word| word == goal)?.is_some() {
                let depth = sweep.depth();
                return Ok(Some(sweep.path(goal, depth)));
            }
        }
        Ok(None)
    }
}

impl Ends for Meet {
    fn search<W: Word, const C: usize>(
        layout: &Layout<C>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        let memory = memory(meter) / 2;
        let mut ahead = Sweep::<W, C>::new(layout, false, memory);
        let mut behind = Sweep::<W, C>::new(layout, true, memory);
        // As long as the ends have not met, no solution is as short as the
        // sum of both depths; so the first meeting makes a shortest one.
        while !ahead.frontier().is_empty() && !behind.frontier().is_empty() {
            let meeting = match ahead.frontier().len() <= behind.frontier().len() {
                true => ahead.next_layer(meter, |rank, word| behind.has(rank, word))?,
                false => behind.next_layer(meter, |rank, word| ahead.has(rank, word))?,
            };
            if let Some(limit) = meter.hold(ahead.bytes() + behind.bytes()) {
                return Err(limit);
            }
            if let Some(word) = meeting {
                let (from, to) = (ahead.depth(), behind.depth());
                let mut ways = ahead.path(word, from);
                ways.extend(behind.path(word, to));
                return Ok(Some(ways));
            }
        }
        Ok(None)
    }
}

/// The bytes that the search may take.
fn memory(meter: &Meter) -> u64 {
    meter.budget().memory.unwrap_or(DEFAULT_MEMORY)
}

impl Solve<Board> for Breadth {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        solve::<Breadth>(start, budget, watch)
    }
}

impl Solve<Board> for Meet {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        solve::<Meet>(start, budget, watch)
    }
}

/// How many positions can be reached from one, itself included.
pub fn reachable(start: &Board) -> u64 {
    struct Count;
    impl Job for Count {
        type Result = u64;

        fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> u64 {
            let mut meter = Meter::new(&Budget::default(), &engine::Unwatched);
            let mut sweep = Sweep::<W, C>::new(layout, false, DEFAULT_MEMORY);
            // There is no limit that could be reached.
            let _ = sweep.exhaust(&mut meter);
            sweep.words().len() as u64
        }
    }
    lay_out(start, Count)
}
