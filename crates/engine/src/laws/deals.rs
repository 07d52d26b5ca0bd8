//! Laws about the levels that ids stand for.

use super::dealt;
use crate::bridge::Bridge;
use crate::game::{About, Detail, Game, Rules, Solver, Step};
use crate::notation::{Fault, Level, LevelId};
use crate::puzzle::{Budget, Puzzle, Unwatched};
use crate::settings::Settings;
use std::cell::Cell;

/// The same id deals the same level every time.
pub fn deals_repeat<R: Rules>(rules: &R, id: &LevelId) {
    let deal = || rules.write(&dealt(rules, id));
    assert_eq!(deal(), deal(), "{id} differs from itself");
}

/// A level is dealt once to be written, solved or compared, and not at all to
/// tell its variant, to check its id, or to work on a board that was written
/// out. What an id tells of its variant is what the level says.
pub fn deals_once<R: Rules>(rules: &'static R, id: &LevelId) {
    let game = Bridge(Counted(rules));
    let dealing = |what: &str, times: u32, work: &dyn Fn() -> Result<(), Fault>| {
        DEALT.set(0);
        work().unwrap_or_else(|fault| panic!("{id}: {what}: {fault}"));
        assert_eq!(DEALT.get(), times, "{id}: {what} deals");
    };
    let by_id = Level::Dealt(id.clone());
    let state = dealt(rules, id);
    let variant = game
        .variant_of(id)
        .unwrap_or_else(|fault| panic!("{fault}"));
    let told = rules.variant(&state);
    assert!(
        variant.is_empty() || variant == told,
        "{id}: {variant}, not {told}"
    );
    let written = Level::Written {
        name: id.to_string(),
        variant,
        text: rules.write(&state),
    };
    let budget = Budget {
        states: Some(0),
        ..Budget::default()
    };
    let solve = |level: &Level| {
        let mut session = game.solver("", &Settings::default())?;
        session
            .solve(level, &budget, &Unwatched, Detail::default())
            .map(drop)
    };
    dealing("variant_of", 0, &|| game.variant_of(id).map(drop));
    dealing("check_id", 0, &|| game.check_id(id));
    for (level, times) in [(&by_id, 1), (&written, 0)] {
        dealing("level", times, &|| game.level(level).map(drop));
        dealing("signature", times, &|| game.signature(level).map(drop));
        dealing("verify", times, &|| game.verify(level, "").map(drop));
        dealing("solve", times, &|| solve(level));
    }
}

thread_local! {
    /// Levels that [`Counted`] dealt on this thread.
    static DEALT: Cell<u32> = const { Cell::new(0) };
}

/// A game that counts how often it deals, and is the same otherwise.
struct Counted<R: 'static>(&'static R);

impl<R: Rules> Rules for Counted<R> {
    type State = R::State;

    fn about(&self) -> &'static About {
        self.0.about()
    }
    fn solvers(&self) -> &'static [Solver<R::State>] {
        self.0.solvers()
    }
    fn deal(&self, id: &LevelId) -> Result<R::State, Fault> {
        DEALT.set(DEALT.get() + 1);
        self.0.deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        self.0.variant_of(id)
    }
    fn check_id(&self, id: &LevelId) -> Result<(), Fault> {
        self.0.check_id(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<R::State, Fault> {
        self.0.read(variant, text)
    }
    fn write(&self, state: &R::State) -> String {
        self.0.write(state)
    }
    fn variant(&self, state: &R::State) -> String {
        self.0.variant(state)
    }
    fn read_moves(
        &self,
        start: &R::State,
        text: &str,
    ) -> Result<Vec<<R::State as Puzzle>::Move>, Fault> {
        self.0.read_moves(start, text)
    }
    fn add_move(&self, text: &mut String, state: &R::State, mv: <R::State as Puzzle>::Move) {
        self.0.add_move(text, state, mv);
    }
    fn step(&self, state: &R::State, mv: <R::State as Puzzle>::Move) -> Step {
        self.0.step(state, mv)
    }
    fn count_move(
        &self,
        lengths: &mut [u64],
        state: &R::State,
        mv: <R::State as Puzzle>::Move,
        before: Option<<R::State as Puzzle>::Move>,
    ) {
        self.0.count_move(lengths, state, mv, before);
    }
    fn signature(&self, state: &R::State) -> Vec<u8> {
        self.0.signature(state)
    }
}
