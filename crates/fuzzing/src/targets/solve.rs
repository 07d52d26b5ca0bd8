//! Solvers, measures and players with next to no budget, on any level that can
//! be read.

use super::{Target, sound};
use crate::fields::{Fields, written};
use crate::targets::boards;
use engine::play::{Adviser, FaceDown, PlayOptions};
use engine::settings::{Make, Table, TableStore};
use engine::{Budget, Cost, Detail, Game, Level, Limit, Settings, Unwatched, Verdict, Watch};
use std::cell::Cell;
use std::sync::{Arc, LazyLock};

/// Solvers.
pub(super) const SOLVES: Target = Target {
    name: "solves",
    summary: "two solvers end within their budget and agree; solutions replay",
    run: solves,
    seeds: |corpus| boards::seeds(corpus, |_| b"\x03".to_vec()),
    turn: 1,
};

/// Measures.
pub(super) const MEASURES: Target = Target {
    name: "measures",
    summary: "every level that can be read can be measured within a budget",
    run: measures,
    seeds: |corpus| boards::seeds(corpus, |_| Vec::new()),
    turn: 1,
};

/// Players and advisers.
pub(super) const PLAYERS: Target = Target {
    name: "players",
    summary: "players and advisers answer within a budget on any level",
    run: players,
    seeds: |corpus| boards::seeds(corpus, |_| b"\x02\x01".to_vec()),
    turn: 1,
};

/// States that a call may look at.
const STATES: u64 = 200;
/// Times that whoever makes a table is told to go on.
const PATIENCE: u32 = 2;

/// A budget of so many states and little memory.
pub(super) fn bounded(states: u64) -> Budget {
    Budget {
        states: Some(states),
        memory: Some(64 << 20),
        time: None,
    }
}

/// Keeps no tables, and stops whoever makes a large one.
struct SmallTables;

impl TableStore for SmallTables {
    fn table(&self, _: &str, _: &dyn Watch, make: Make) -> Result<Table, Limit> {
        let asked = Cell::new(0);
        let go_on = |_| {
            asked.set(asked.get() + 1);
            asked.get() < PATIENCE
        };
        let bytes = make(&go_on).ok_or(Limit::Interrupted)?;
        Ok(Arc::new(bytes))
    }
}

/// A store for tables that are made in a moment.
pub(super) fn tables() -> Arc<dyn TableStore> {
    static STORE: LazyLock<Arc<dyn TableStore>> = LazyLock::new(|| Arc::new(SmallTables));
    STORE.clone()
}

/// Nothing set, and small tables.
fn plain() -> Settings {
    Settings {
        tables: tables(),
        ..Settings::default()
    }
}

fn solves(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, level) = fields.level();
    let choice = usize::from(fields.bytes().first().copied().unwrap_or_default());
    if sound(game.level(&level)).is_none() {
        return false;
    }
    let solvers = game.solvers();
    let first = solve(game, &level, "");
    let second = solve(game, &level, solvers[choice % solvers.len()].name);
    let decided = [first, second].into_iter().flatten();
    let decided: Vec<_> = decided
        .filter(|verdict| verdict.limit().is_none())
        .collect();
    let same = decided.windows(2).all(|pair| pair[0] == pair[1]);
    assert!(
        same,
        "solver {} and the default: {decided:?}",
        solvers[choice % solvers.len()].name
    );
    true
}

/// The verdict of a solver on the level as it was given, if it gave one.
fn solve(game: &dyn Game, level: &Level, solver: &str) -> Option<Verdict> {
    let mut session = game
        .solver(solver, &plain())
        .expect("a solver without settings");
    let detail = Detail {
        steps: true,
        boards: true,
    };
    let row = sound(session.solve(level, &bounded(STATES), &Unwatched, detail))?;
    let solved = written(&row.variant, &row.level);
    if row.verdict.is_solved() {
        let verdict = game
            .verify(&solved, row.moves.as_str())
            .expect("the level that was solved");
        assert!(verdict.valid, "{solver}: {:?}", verdict.fault);
        assert_eq!(verdict.lengths, row.lengths, "{solver}");
    }
    // Some solvers answer for another variant, which the row names.
    let given = game.level(level).expect("a level that was read");
    (given.variant == row.variant).then_some(row.verdict)
}

fn measures(input: &[u8]) -> bool {
    let (game, level) = Fields::new(input).level();
    if sound(game.level(&level)).is_none() {
        return false;
    }
    let mut session = game.measurer(&plain());
    let row = sound(session.measure(&level, Cost::Dear, &bounded(STATES), &Unwatched));
    for (name, value) in row.iter().flat_map(|row| &row.measures.0) {
        assert!(value.is_finite(), "{name} is {value}");
    }
    row.is_some()
}

fn players(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, level) = fields.level();
    let choice = fields.rest();
    let at = |index: usize| usize::from(choice.get(index).copied().unwrap_or_default());
    if sound(game.level(&level)).is_none() {
        return false;
    }
    let adviser = Adviser {
        settings: plain(),
        budget: bounded(STATES),
        ..Adviser::default()
    };
    let session = game.play(&level).expect("a level that was read");
    sound(session.hint(&adviser, &Unwatched));
    sound(session.can_win(&adviser, &Unwatched));
    let Some(hidden) = game.hidden() else {
        return true;
    };
    let lines = hidden.players();
    let name = lines[at(0) % lines.len()].name;
    let Some(mut player) = sound(hidden.player(name, &plain())) else {
        return true;
    };
    let options = PlayOptions {
        face_down: FaceDown::ALL[at(1) % FaceDown::ALL.len()].1,
        rounds: 20,
        luck: 0,
        moves: true,
        budget: bounded(STATES),
    };
    sound(player.play(&level, &options, &Unwatched));
    true
}
