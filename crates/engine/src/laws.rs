//! The laws that every game must obey. A game's tests call these with its
//! levels; a broken law panics with what broke it.

use crate::bridge::{Bridge, replay};
use crate::game::{About, Detail, Game, Rules, Solve, Solver, Step};
use crate::notation::{Fault, Level, LevelId};
use crate::puzzle::{Budget, Limit, Outcome, Plain, Puzzle, Unwatched};
use crate::screen::{Key, Pressed};
use crate::settings::Settings;
use std::cell::Cell;
use std::fmt::Debug;

/// Walks at random from the level, for `steps` moves, and checks at each
/// position that text, moves and undo agree with each other.
pub fn walk<R: Rules>(rules: &R, id: &LevelId, seed: u64, steps: usize)
where
    <R::State as Puzzle>::Key: Debug,
{
    let mut state = rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"));
    let mut random = seed;
    let mut moves = Vec::new();
    for _ in 0..steps {
        text_round_trip(rules, &state);
        moves.clear();
        state.moves(&mut moves);
        for &mv in &moves {
            move_round_trip(rules, &mut state, mv);
        }
        if moves.is_empty() {
            return;
        }
        state.apply(moves[next(&mut random) % moves.len()]);
    }
}

/// Knuth's multiplier; the high bits are random enough for a walk.
fn next(random: &mut u64) -> usize {
    *random = random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*random >> 33) as usize
}

/// The same id deals the same level every time.
pub fn deals_repeat<R: Rules>(rules: &R, id: &LevelId) {
    let deal = || rules.write(&rules.deal(id).unwrap_or_else(|fault| panic!("{fault}")));
    assert_eq!(deal(), deal(), "{id} differs from itself");
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
    let mut kept = rules.measurer(&Settings::default());
    for id in ids.iter().chain(ids.iter().rev()) {
        let start = rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"));
        let old = kept.measure(&start, budget, &Unwatched);
        let mut fresh = rules.measurer(&Settings::default());
        assert_eq!(old, fresh.measure(&start, budget, &Unwatched), "{id}");
        assert_eq!(old.values.len(), list.len(), "{id}");
        let values = old.values.iter().flatten();
        assert!(values.copied().all(f64::is_finite), "{id}: {old:?}");
    }
}

/// Whatever keys are pressed, a hand asks for legal moves only and can show
/// the board. Says how many moves it made, so that a test can see that keys
/// do something at all.
pub fn hand<R: Rules>(rules: &R, id: &LevelId, seed: u64, presses: usize) -> usize {
    let keys = [
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Enter,
        Key::Erase,
    ];
    let letters = (' '..='~').map(Key::Char);
    let keys: Vec<Key> = keys.repeat(12).into_iter().chain(letters).collect();
    let mut hand = rules.hand().expect("a hand");
    let mut state = rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"));
    let mut random = seed;
    let mut made = 0;
    for _ in 0..presses {
        let key = keys[next(&mut random) % keys.len()];
        if let Pressed::Moves(moves) = hand.press(&state, key) {
            for mv in moves {
                if let Err(why) = state.check(mv) {
                    panic!("{key:?} asks for {mv:?}: {why}");
                }
                state.apply(mv);
                made += 1;
            }
        }
        assert!(!hand.show(&state).is_empty(), "nothing to see");
    }
    made
}

/// A printed level reads as the same position, and prints the same again.
fn text_round_trip<R: Rules>(rules: &R, state: &R::State)
where
    <R::State as Puzzle>::Key: Debug,
{
    let text = rules.write(state);
    let back = rules
        .read(&rules.variant(state), &text)
        .unwrap_or_else(|fault| panic!("own text is refused: {fault}\n{text}"));
    assert_eq!(
        back.key(),
        state.key(),
        "text changes the position:\n{text}"
    );
    assert_eq!(rules.write(&back), text, "text is not stable");
}

/// A listed move is legal, reads as it prints, and can be taken back.
fn move_round_trip<R: Rules>(rules: &R, state: &mut R::State, mv: <R::State as Puzzle>::Move)
where
    <R::State as Puzzle>::Key: Debug,
{
    if let Err(why) = state.check(mv) {
        panic!("listed move {mv:?} is refused: {why}");
    }
    let text = rules.write_move(state, mv);
    let back = rules
        .read_moves(state, &text)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(back, [mv], "move {text} reads as another");
    let (before, printed) = (state.key(), rules.write(state));
    state.apply(mv);
    state.undo(mv);
    assert_eq!(state.key(), before, "undoing {text} changes the key");
    assert_eq!(
        rules.write(state),
        printed,
        "undoing {text} changes the level"
    );
}

/// A solver as it is when nothing is set.
fn made<S: Puzzle>(solver: &Solver<S>) -> Box<dyn Solve<S>> {
    let made = (solver.make)(&Settings::default());
    made.unwrap_or_else(|fault| panic!("{}: {fault}", solver.name))
}

/// Every solver's answers on one level agree with each other and with the
/// rules: solutions replay, and nobody solves what another refutes.
/// Returns whether the level is solvable, if any solver found out.
pub fn solvers_agree<R: Rules>(rules: &R, level: &Level, budget: &Budget) -> Option<bool> {
    let start = match level {
        Level::Dealt(id) => rules.deal(id),
        Level::Written { variant, text, .. } => rules.read(variant, text),
    }
    .unwrap_or_else(|fault| panic!("{fault}"));
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
    let start = rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"));
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
    let starts: Vec<_> = ids
        .iter()
        .map(|id| rules.deal(id).expect("a level"))
        .collect();
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
    let dealt = Level::Dealt(id.clone());
    let state = rules.deal(id).unwrap_or_else(|fault| panic!("{fault}"));
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
    for (level, times) in [(&dealt, 1), (&written, 0)] {
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
    fn write_move(&self, state: &R::State, mv: <R::State as Puzzle>::Move) -> String {
        self.0.write_move(state, mv)
    }
    fn step(&self, state: &R::State, mv: <R::State as Puzzle>::Move) -> Step {
        self.0.step(state, mv)
    }
    fn lengths(&self, start: &R::State, moves: &[<R::State as Puzzle>::Move]) -> Vec<u64> {
        self.0.lengths(start, moves)
    }
    fn signature(&self, state: &R::State) -> Vec<u8> {
        self.0.signature(state)
    }
}
