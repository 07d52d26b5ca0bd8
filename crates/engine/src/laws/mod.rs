//! The laws that every game must obey; a broken law panics with what broke it.
//! [`all`] checks every law on a game's samples. A game's own tests call
//! single laws on variants that the samples leave out.

mod deals;
mod env;
mod hidden;
mod moves;
mod play;
mod solvers;
mod table;

pub use deals::{deals_once, deals_repeat};
pub use env::{environment, lanes};
pub use hidden::{hidden_hand, hides};
pub use moves::{legal_moves_are_listed, solution, walk};
pub use play::{hand, pictures, sessions};
pub use solvers::{empty_budget_gives_up, measures, solvers_agree, solvers_repeat};
pub use table::tables;

use crate::bridge::Bridge;
use crate::game::Rules;
use crate::notation::{Level, LevelId};
use crate::play::{HiddenBridge, HiddenRules};
use crate::puzzle::{Budget, Puzzle};

/// What a solver, a measurer or an adviser may spend on a sample.
const BUDGET: Budget = Budget {
    states: Some(5_000),
    memory: None,
    time: None,
};

/// Positions that a walk visits, and moves of a session.
const STEPS: usize = 60;

/// Keys pressed on a sample.
const PRESSES: usize = 1_000;

/// Checks every law on small levels of a game, such as its samples.
pub fn all<R: Rules>(game: &'static Bridge<R>, ids: &[LevelId]) {
    let rules = &game.0;
    assert!(!ids.is_empty(), "{} has no samples", rules.about().name);
    let mut hints = 0;
    let mut pressed = 0;
    for (seed, id) in (1..).zip(ids) {
        walk(rules, id, seed, STEPS);
        legal_moves_are_listed(rules, id, seed, STEPS);
        solution(rules, id, &BUDGET);
        deals_repeat(rules, id);
        deals_once(rules, id);
        empty_budget_gives_up(rules, id);
        let level = Level::Dealt(id.clone());
        let verdict = solvers_agree(rules, &level, &BUDGET);
        assert!(verdict.is_some(), "{id}: no solver decides this sample");
        pictures(game, &level);
        hints += sessions(game, &level, seed, STEPS);
        let touched = tables(game, &level, seed, STEPS);
        assert_eq!(
            touched > 0,
            rules.tabletop().is_some(),
            "{id}: touched {touched}"
        );
        if rules.hand().is_some() {
            pressed += hand(rules, id, seed, PRESSES);
        }
        if environment(rules, id, seed, STEPS, &BUDGET) {
            lanes(rules, id, seed, STEPS);
        }
    }
    solvers_repeat(rules, ids, &BUDGET);
    measures(rules, ids, &BUDGET);
    let name = rules.about().name;
    assert!(hints > 0, "{name}: no sample has a hint");
    let by_keys = rules.hand().is_some();
    assert!(!by_keys || pressed > 0, "{name}: keys move nothing");
    if let Some(hidden) = rules.hidden() {
        hidden.check_laws(ids);
    }
}

/// Checks the laws of hidden games on small levels of one.
pub fn hidden<R: HiddenRules>(game: &HiddenBridge<R>, ids: &[LevelId]) {
    let rules = &game.0;
    let mut pressed = 0;
    for (seed, id) in (1..).zip(ids) {
        hides(game, id, seed, STEPS);
        if rules.hidden_hand().is_some() {
            pressed += hidden_hand(rules, id, seed, PRESSES);
        }
    }
    let by_keys = rules.hidden_hand().is_some();
    let name = rules.about().name;
    assert!(!by_keys || pressed > 0, "{name}: keys move nothing");
}

/// The level of an id that is known to be good.
fn dealt<R: Rules>(rules: &R, id: &LevelId) -> R::State {
    rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The moves that a position lists.
fn listed<P: Puzzle>(state: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}
