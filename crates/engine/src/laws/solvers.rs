//! Laws about solvers and measures.

use super::dealt;
use crate::bridge::replay;
use crate::game::{Rules, Solve, Solver};
use crate::measure::{Cost, Measure, Measured, Verdict};
use crate::notation::{Level, LevelId};
use crate::puzzle::{Budget, Limit, Outcome, Puzzle, Unwatched};
use crate::settings::Settings;

/// A solver as it is when nothing is set.
pub(super) fn made<S: Puzzle>(solver: &Solver<S>) -> Box<dyn Solve<S>> {
    let made = (solver.make)(&Settings::default());
    made.unwrap_or_else(|fault| panic!("{}: {fault}", solver.name))
}

/// Every solver's answers on one level agree with each other and with the
/// rules: solutions replay, and nobody solves what another refutes.
/// Returns whether the level is solvable, if any solver found out.
pub fn solvers_agree<R: Rules>(rules: &R, level: &Level, budget: &Budget) -> Option<bool> {
    let start = rules.state(level).unwrap_or_else(|fault| panic!("{fault}"));
    let mut verdict = None;
    for solver in rules.solvers() {
        let answer = made(solver).solve(&start, budget, &Unwatched);
        let solvable = match &answer.outcome {
            Outcome::Solved(moves) => {
                let from = answer.solved_as.as_ref().unwrap_or(&start);
                replay(from, moves).unwrap_or_else(|fault| panic!("{}: {fault}", solver.name));
                if answer.solved_as.is_some() {
                    continue;
                }
                true
            }
            Outcome::Unsolvable => false,
            Outcome::GaveUp(_) => continue,
        };
        let agreed = *verdict.get_or_insert(solvable);
        assert_eq!(
            agreed,
            solvable,
            "{} disagrees on {}",
            solver.name,
            level.name()
        );
    }
    verdict
}

/// A solver that may check no state at all says so instead of guessing.
pub fn empty_budget_gives_up<R: Rules>(rules: &R, id: &LevelId) {
    let start = dealt(rules, id);
    let budget = Budget {
        states: Some(0),
        ..Budget::default()
    };
    for solver in rules.solvers() {
        let answer = made(solver).solve(&start, &budget, &Unwatched);
        assert_eq!(
            answer.outcome,
            Outcome::GaveUp(Limit::States),
            "{}",
            solver.name
        );
    }
}

/// A solver gives the same answer at the same cost however often it is asked
/// and whatever it solved before.
pub fn solvers_repeat<R: Rules>(rules: &R, ids: &[LevelId], budget: &Budget) {
    let starts: Vec<_> = ids.iter().map(|id| dealt(rules, id)).collect();
    for solver in rules.solvers() {
        let mut kept = made(solver);
        for start in starts.iter().chain(starts.iter().rev()) {
            let old = kept.solve(start, budget, &Unwatched);
            let new = made(solver).solve(start, budget, &Unwatched);
            assert_eq!(old.outcome, new.outcome, "{} remembers", solver.name);
            assert_eq!(old.effort, new.effort, "{} remembers", solver.name);
        }
    }
}

/// There are as many values as measures, measures have names of their own,
/// and a level measures the same whatever was measured before.
pub fn measures<R: Rules>(rules: &R, ids: &[LevelId], budget: &Budget) {
    let list = rules.measures();
    assert!(!list.is_empty(), "no measures");
    for (index, measure) in list.iter().enumerate() {
        let mut others = list[..index].iter();
        assert!(others.all(|m| m.name != measure.name), "{}", measure.name);
    }
    let none = Budget {
        states: Some(0),
        ..Budget::default()
    };
    let mut kept = rules.measurer(&Settings::default());
    for id in ids.iter().chain(ids.iter().rev()) {
        let start = dealt(rules, id);
        let old = kept.measure(&start, Cost::Dear, budget, &Unwatched);
        let mut fresh = rules.measurer(&Settings::default());
        let new = fresh.measure(&start, Cost::Dear, budget, &Unwatched);
        assert_eq!(old, new, "{id}");
        let cheap = fresh.measure(&start, Cost::Cheap, &none, &Unwatched);
        let lost = cheap.outcome == Some(Verdict::Unsolvable);
        assert!(cheap.outcome.is_none() || lost, "{id}: a solver ran");
        up_to(list, Cost::Cheap, &old, &cheap);
        let search = fresh.measure(&start, Cost::Search, budget, &Unwatched);
        up_to(list, Cost::Search, &old, &search);
        assert_eq!(old.values.len(), list.len(), "{id}");
        let values = old.values.iter().flatten();
        assert!(values.copied().all(f64::is_finite), "{id}: {old:?}");
    }
}

/// Measures up to a cost are the same without dearer ones, and no others are
/// there.
fn up_to(list: &[Measure], most: Cost, all: &Measured, some: &Measured) {
    assert_eq!(some.values.len(), list.len());
    for (index, measure) in list.iter().enumerate() {
        let expected = match measure.cost <= most {
            true => all.values[index],
            false => None,
        };
        assert_eq!(some.values[index], expected, "{}", measure.name);
    }
}
