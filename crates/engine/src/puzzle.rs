//! A puzzle as a search sees it, how a search may end, and what it may spend.
//! The clock and the user's wish to stop come in through [`Watch`], so that
//! nothing below the program itself ever asks the machine for the time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

/// A position as a search sees it.
pub trait Puzzle: Clone {
    /// One move.
    type Move: Copy + Eq + fmt::Debug;
    /// Equal exactly for positions that are the same up to symmetry.
    type Key: Eq + Hash;
    /// A position as searches store it by the million: small, and enough to
    /// make the position again. A state that is small itself is its own.
    type Kept: Clone;

    /// Adds every move to try to `out`, in a fixed order.
    fn moves(&self, out: &mut Vec<Self::Move>);
    /// Makes a legal move.
    fn apply(&mut self, mv: Self::Move);
    /// Whether the puzzle is won.
    fn is_solved(&self) -> bool;
    /// The canonical identity of the position.
    fn key(&self) -> Self::Key;
    /// The position in its stored form.
    fn keep(&self) -> Self::Kept;
    /// The position that was stored, of the same level as this one.
    fn restore(&self, kept: &Self::Kept) -> Self;
    /// Whether `next` only takes back `last`, so that no search needs to try
    /// it right after.
    fn takes_back(_last: Self::Move, _next: Self::Move) -> bool {
        false
    }
    /// Whether a sound argument shows, without a search, that the position
    /// cannot be won.
    fn is_hopeless(&self) -> bool {
        false
    }
    /// Whether the listed moves are enough to win whatever can be won, so that
    /// a search that runs out of positions has a proof.
    fn moves_are_enough(&self) -> bool {
        true
    }
    /// About how many bytes a copy holds beyond its own size. Searches that
    /// keep many copies count them against a budget.
    fn heap_bytes(&self) -> usize {
        0
    }
    /// About how many bytes the stored form of this position holds beyond its
    /// own size; its key holds as many.
    fn kept_bytes(&self) -> usize {
        self.heap_bytes()
    }
}

/// What an allocator takes for a block of this many bytes: a header of eight,
/// rounded up to sixteen, and 32 at least.
pub fn block_bytes(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        bytes => (bytes + 8).next_multiple_of(16).max(32),
    }
}

/// A position under the plain rules: slow, obvious, and the judge of every
/// solution.
pub trait Plain: Puzzle {
    /// Says why `mv` is not legal here, if it is not.
    fn check(&self, mv: Self::Move) -> Result<(), String>;
    /// Takes back the move made last.
    fn undo(&mut self, mv: Self::Move);
    /// Every move that could be written down here, legal or not, made without
    /// a look at which are legal. The laws compare what [`Plain::check`]
    /// accepts of them with what [`Puzzle::moves`] lists.
    fn conceivable(&self) -> Vec<Self::Move>;
    /// Whether a legal move is left out of [`Puzzle::moves`] on purpose: no
    /// search needs it that starts where [`Puzzle::moves_are_enough`].
    fn is_left_out(&self, _mv: Self::Move) -> bool {
        false
    }
}

/// How a solver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A way to win.
    Solved(Vec<M>),
    /// Proved: no sequence of moves wins.
    Unsolvable,
    /// Nothing is known, because this limit was reached first.
    GaveUp(Limit),
}

impl<M> Outcome<M> {
    /// The same outcome with its moves in another form.
    pub fn map<N>(self, form: impl FnOnce(Vec<M>) -> Vec<N>) -> Outcome<N> {
        match self {
            Outcome::Solved(moves) => Outcome::Solved(form(moves)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
        }
    }
}

/// The limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The number of states to check.
    States,
    /// The memory to use.
    Memory,
    /// The time to take.
    Time,
    /// The user asked to stop.
    Interrupted,
    /// The search's own cuts: what it left out might have won.
    Cuts,
}

impl Limit {
    /// The word used in rows.
    pub fn name(self) -> &'static str {
        match self {
            Limit::States => "states",
            Limit::Memory => "memory",
            Limit::Time => "time",
            Limit::Interrupted => "interrupted",
            Limit::Cuts => "cuts",
        }
    }
}

/// What one solve may spend; `None` means the solver's own default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// States to check.
    pub states: Option<u64>,
    /// Bytes of tables and queues.
    pub memory: Option<u64>,
    /// Wall-clock time, as told by the [`Watch`].
    pub time: Option<Duration>,
}

impl Budget {
    /// The same budget, with this limit of memory if it has none.
    pub fn or_memory(&self, bytes: u64) -> Budget {
        Budget {
            memory: self.memory.or(Some(bytes)),
            ..*self
        }
    }
}

/// The outside world as a running search may see it.
pub trait Watch {
    /// Time since this solve began.
    fn elapsed(&self) -> Duration;
    /// Whether the user wants to stop.
    fn interrupted(&self) -> bool;
}

/// A world without clock or user.
pub struct Unwatched;

impl Watch for Unwatched {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn interrupted(&self) -> bool {
        false
    }
}

/// What a solve has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States whose moves were looked at.
    pub checked: u64,
    /// States reached by those moves, repeats included.
    pub generated: u64,
    /// The most bytes that the search's own tables and queues held at once;
    /// tables of a [`crate::TableStore`], which all searches share, are not
    /// counted.
    pub peak_bytes: u64,
}

/// Counts effort against a budget.
pub struct Meter<'a> {
    budget: Budget,
    watch: &'a dyn Watch,
    /// Time that is not charged to the budget.
    uncharged: Duration,
    most_generated: u64,
    next_look: u64,
    /// What was spent so far.
    pub effort: Effort,
}

/// The watch is asked once in this many states.
const LOOK_EVERY: u64 = 32;

impl<'a> Meter<'a> {
    /// A meter at zero.
    pub fn new(budget: &Budget, watch: &'a dyn Watch) -> Self {
        Meter {
            budget: *budget,
            watch,
            uncharged: Duration::ZERO,
            most_generated: u64::MAX,
            next_look: LOOK_EVERY,
            effort: Effort::default(),
        }
    }

    /// Sets this limit of memory if there is none.
    pub fn or_memory(&mut self, bytes: u64) {
        self.budget = self.budget.or_memory(bytes);
    }

    /// Limits the states that are generated, repeats included: this bounds the
    /// work where some states have very many moves. It is looked at as often
    /// as the watch.
    pub fn limit_generated(&mut self, most: u64) {
        self.most_generated = most;
    }

    /// Whether as many states were generated as may be.
    pub fn generated_enough(&self) -> bool {
        self.effort.generated >= self.most_generated
    }

    /// Counts one state checked and names the limit that forbids it, if any.
    #[inline]
    pub fn check_state(&mut self) -> Option<Limit> {
        if self
            .budget
            .states
            .is_some_and(|most| self.effort.checked >= most)
        {
            return Some(Limit::States);
        }
        self.effort.checked += 1;
        if self.effort.checked >= self.next_look {
            return self.look();
        }
        None
    }

    /// Asks the watch now. Once it names a limit, every further state is
    /// forbidden.
    #[cold]
    pub fn look(&mut self) -> Option<Limit> {
        self.next_look = 0;
        if self.watch.interrupted() {
            return Some(Limit::Interrupted);
        }
        if self.generated_enough() {
            return Some(Limit::States);
        }
        if self.out_of_time() {
            return Some(Limit::Time);
        }
        self.next_look = self.effort.checked + LOOK_EVERY;
        None
    }

    /// Names the limit that forbids a further state, if any, without counting
    /// one.
    pub fn spent(&mut self) -> Option<Limit> {
        match self.budget.states {
            Some(most) if self.effort.checked >= most => Some(Limit::States),
            _ => self.look(),
        }
    }

    /// Whether the time is used up.
    pub fn out_of_time(&self) -> bool {
        self.budget.time.is_some_and(|most| self.elapsed() >= most)
    }

    /// Notes that tables now hold `bytes`, and names the limit if that is too much.
    pub fn hold(&mut self, bytes: u64) -> Option<Limit> {
        self.effort.peak_bytes = self.effort.peak_bytes.max(bytes);
        self.budget
            .memory
            .is_some_and(|most| bytes > most)
            .then_some(Limit::Memory)
    }

    /// What is left of the budget for further work, at most this many states.
    /// Time goes on from the start of the solve.
    pub fn rest(&self, most_states: u64) -> Budget {
        let left = |all: u64| all.saturating_sub(self.effort.checked);
        Budget {
            states: Some(
                self.budget
                    .states
                    .map_or(most_states, left)
                    .min(most_states),
            ),
            ..self.budget
        }
    }

    /// The budget this meter counts against.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Time since this solve began, less what was not charged.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed().saturating_sub(self.uncharged)
    }

    /// Does work whose time is not charged to the budget, such as taking a
    /// table from a [`crate::TableStore`].
    pub fn uncharged<T>(&mut self, work: impl FnOnce(&dyn Watch) -> T) -> T {
        let began = self.watch.elapsed();
        let result = work(self.watch);
        self.uncharged += self.watch.elapsed().saturating_sub(began);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A clock that a test turns.
    struct Turned(Cell<Duration>);

    impl Watch for Turned {
        fn elapsed(&self) -> Duration {
            self.0.get()
        }
        fn interrupted(&self) -> bool {
            false
        }
    }

    #[test]
    fn time_is_charged_unless_it_is_excused() {
        let turn = |clock: &Turned, seconds| {
            clock.0.set(clock.0.get() + Duration::from_secs(seconds));
        };
        let clock = Turned(Cell::default());
        let budget = Budget {
            time: Some(Duration::from_secs(2)),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget, &clock);
        turn(&clock, 1);
        assert_eq!(meter.look(), None);
        let answer = meter.uncharged(|_| {
            turn(&clock, 10);
            7
        });
        assert_eq!((answer, meter.look()), (7, None));
        assert_eq!(meter.elapsed(), Duration::from_secs(1));
        turn(&clock, 1);
        assert_eq!(meter.look(), Some(Limit::Time));
    }
}
