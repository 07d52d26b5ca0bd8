//! FreeCell's `short`: shorter with a larger budget, the same for the same
//! budget of states, and robust against pauses under a budget of time.

use super::solvers::{ask, deal, states};
use crate::freecell::beam::Beam;
use crate::freecell::parameters::BEAM;
use crate::freecell::rules::Position;
use crate::freecell::solution::plain_moves;
use crate::freecell::{fast::Fast, short::Short};
use engine::bridge::replay;
use engine::{Answer, Budget, Meter, Outcome, Solve, Unwatched, Watch};
use std::cell::Cell;
use std::time::Duration;

#[test]
fn short_is_never_longer_than_fast_and_gets_shorter() {
    let (mut fast, mut short) = (Fast::default(), Short::default());
    let mut totals = [0; 3];
    for number in 1..=40 {
        let start = deal(number);
        let lengths = [
            ask(&mut fast, &start, Budget::default()),
            ask(&mut short, &start, states(1_000)),
            ask(&mut short, &start, states(20_000)),
        ]
        .map(|answer| moves(&answer));
        assert!(
            lengths[1] <= lengths[0] && lengths[2] <= lengths[0],
            "deal {number}: {lengths:?}"
        );
        for (total, length) in totals.iter_mut().zip(lengths) {
            *total += length;
        }
    }
    assert!(totals[2] < totals[1] && totals[1] < totals[0], "{totals:?}");
}

/// With little memory beams are narrower, and go on to the end of the budget.
#[test]
fn little_memory_makes_beams_narrow() {
    let budget = Budget {
        memory: Some(2 << 20),
        ..states(300_000)
    };
    for number in [617, 4] {
        let start = deal(number);
        let answer = ask(&mut Short::default(), &start, budget);
        assert!(answer.effort.peak_bytes <= 2 << 20, "deal {number}");
        assert!(answer.effort.checked > 200_000, "deal {number}");
        let first = ask(&mut Fast::default(), &start, Budget::default());
        assert!(moves(&answer) < moves(&first), "deal {number}");
    }
}

/// The moves of deals 1 to 20 in all, and the states checked, with a budget of
/// 5,000 states. A change of the search that is not meant to change what it
/// does leaves them as they are.
const FROZEN: (usize, u64) = (1565, 96_562);

/// Answers under a budget of states depend neither on the clock nor on what
/// the solver did before.
#[test]
fn budgets_of_states_repeat() {
    let mut used = Short::default();
    let clock = Clock::new(&[]);
    used.solve(&deal(617), &time(Duration::from_millis(20)), &clock);
    for mut solver in [Short::default(), used] {
        let mut total = (0, 0);
        for number in 1..=20 {
            let answer = ask(&mut solver, &deal(number), states(5_000));
            total.0 += moves(&answer);
            total.1 += answer.effort.checked;
        }
        assert_eq!(total, FROZEN);
    }
}

/// Deals that have no solution of so few moves if every card goes home as
/// soon as it can: a beam that keeps all positions finds none.
#[test]
fn cards_that_wait_save_moves() {
    const WIDTH: usize = 30_000;
    let mut beam = Beam::default();
    for (number, length) in [(33, 69), (69, 75)] {
        let start = deal(number);
        let mut fewer = |scale, length: usize| {
            let mut meter = Meter::new(&Budget::default(), &Unwatched);
            let path = beam.solve(&start, scale, WIDTH, length - 51, &mut meter);
            (path.expect("no limit"), beam.is_complete())
        };
        assert_eq!(fewer(&BEAM[0], length), (None, true), "deal {number}");
        let (path, _) = fewer(&BEAM[0].waiting(), length);
        let path = plain_moves(&start, &path.expect("a solution"));
        assert_eq!(path.len(), length, "deal {number}");
        replay(&start, &path).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

fn moves(answer: &Answer<Position>) -> usize {
    match &answer.outcome {
        Outcome::Solved(moves) => moves.len(),
        other => panic!("{other:?}"),
    }
}

fn time(most: Duration) -> Budget {
    Budget {
        time: Some(most),
        ..Budget::default()
    }
}

/// A clock that goes on by 20 microseconds whenever it is read, and by more
/// at some of the readings.
struct Clock {
    now: Cell<Duration>,
    readings: Cell<usize>,
    /// After how many readings there are pauses, and of how many milliseconds.
    pauses: &'static [(usize, u64)],
}

impl Clock {
    fn new(pauses: &'static [(usize, u64)]) -> Clock {
        Clock {
            now: Cell::default(),
            readings: Cell::default(),
            pauses,
        }
    }
}

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.readings.set(self.readings.get() + 1);
        let mut step = Duration::from_micros(20);
        for &(readings, milliseconds) in self.pauses {
            if self.readings.get() == readings {
                step += Duration::from_millis(milliseconds);
            }
        }
        self.now.set(self.now.get() + step);
        self.now.get()
    }

    fn interrupted(&self) -> bool {
        false
    }
}

/// Pauses of a busy machine: when half of the time is left, the moves of deals
/// 1 to 20 are hardly more than without pauses; when a pause within the first
/// beam uses up all of the time, they are still far fewer than those of `fast`.
#[test]
fn pauses_cost_little() {
    let rows: [(&'static [(usize, u64)], usize); 4] = [
        (&[], 1550),
        (&[(100, 4), (300, 4), (500, 4), (700, 4)], 1560),
        (&[(200, 18)], 1560),
        (&[(200, 100)], 1600),
    ];
    let budget = time(Duration::from_millis(35));
    for (pauses, most) in rows {
        let (mut first, mut total) = (0, 0);
        for number in 1..=20 {
            let start = deal(number);
            first += moves(&ask(&mut Fast::default(), &start, Budget::default()));
            let answer = Short::default().solve(&start, &budget, &Clock::new(pauses));
            if let Outcome::Solved(moves) = &answer.outcome {
                replay(&start, moves).unwrap_or_else(|fault| panic!("{fault}"));
            }
            total += moves(&answer);
        }
        assert!(
            total <= most && total + 150 < first,
            "{pauses:?}: {total}, fast {first}"
        );
    }
}
