//! From a game's own types to text and back. A game implements [`Rules`];
//! [`Bridge`] makes a [`Game`] of it, which programs use without knowing its
//! types. The bridge crosses `dyn` once a solve, and replays every solution
//! through the plain rules before anyone sees it.

use crate::heuristic::Feature;
use crate::notation::{Fault, Level, LevelId, quoted};
use crate::puzzle::{Budget, Effort, Outcome, Plain, Puzzle, Watch};
use crate::record::{LevelRow, SolutionRow, StepRow, VerdictRow};
use crate::settings::{Setting, Settings};
use std::collections::BTreeMap;

/// What a game says of itself.
pub struct About {
    /// Its name in ids.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Variants by name, each with one sentence; the first is the default.
    pub variants: &'static [(&'static str, &'static str)],
    /// Sources of levels by name, each with one sentence.
    pub sources: &'static [(&'static str, &'static str)],
    /// The length metrics; the first is the one to print.
    pub metrics: &'static [&'static str],
    /// An id to try.
    pub example: &'static str,
}

/// One move in parts, for people and programs.
pub type Step = StepRow;

/// What a solver found, and what that cost.
pub struct Answer<S: Puzzle> {
    /// How it ended.
    pub outcome: Outcome<S::Move>,
    /// What it spent.
    pub effort: Effort,
    /// Further findings by name.
    pub figures: Vec<(&'static str, u64)>,
    /// The position the moves start from, where it is not the one given.
    pub solved_as: Option<S>,
}

impl<S: Puzzle> Answer<S> {
    /// An answer without further findings.
    pub fn new(outcome: Outcome<S::Move>, effort: Effort) -> Self {
        Answer {
            outcome,
            effort,
            figures: Vec::new(),
            solved_as: None,
        }
    }
}

/// A solver with the tables it keeps from one level to the next. What it
/// keeps never changes an answer.
pub trait Solve<S: Puzzle>: Send {
    /// Solves one position.
    fn solve(&mut self, start: &S, budget: &Budget, watch: &dyn Watch) -> Answer<S>;
}

/// A solver, or what is wrong with its settings.
pub type Made<S> = Result<Box<dyn Solve<S>>, Fault>;

/// A line of a game's list of solvers.
pub struct Solver<S> {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it: by the game, and by the search it runs.
    pub settings: [&'static [Setting]; 2],
    /// Makes one, for one thread.
    pub make: fn(&Settings) -> Made<S>,
}

/// What a solver says of itself.
#[derive(Clone, Copy)]
pub struct AboutSolver {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it: by the game, and by the search it runs.
    pub settings: [&'static [Setting]; 2],
}

/// A game in its own types.
pub trait Rules: Sync + 'static {
    /// A position under the plain rules.
    type State: Plain;

    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// Its solvers; the first is the default.
    fn solvers(&self) -> &'static [Solver<Self::State>];
    /// What its weighted heuristics weigh.
    fn features(&self) -> &'static [Feature] {
        &[]
    }
    /// Deals a level.
    fn deal(&self, id: &LevelId) -> Result<Self::State, Fault>;
    /// Reads a level of the named variant (empty for the default).
    fn read(&self, variant: &str, text: &str) -> Result<Self::State, Fault>;
    /// Writes a level.
    fn write(&self, state: &Self::State) -> String;
    /// The variant of a position, as [`Rules::read`] takes it.
    fn variant(&self, state: &Self::State) -> String;
    /// Reads a solution: moves separated by white space, and what peers write.
    fn read_moves(
        &self,
        start: &Self::State,
        text: &str,
    ) -> Result<Vec<<Self::State as Puzzle>::Move>, Fault>;
    /// Writes a move that is legal in `state`.
    fn write_move(&self, state: &Self::State, mv: <Self::State as Puzzle>::Move) -> String;
    /// The parts of a move that is legal in `state`.
    fn step(&self, state: &Self::State, mv: <Self::State as Puzzle>::Move) -> Step;
    /// The length of a legal solution in each of the metrics, in their order.
    fn lengths(&self, start: &Self::State, moves: &[<Self::State as Puzzle>::Move]) -> Vec<u64>;
    /// Equal exactly for levels that are the same game to a player, however
    /// suits, colours or places are swapped.
    fn signature(&self, state: &Self::State) -> Vec<u8>;
}

/// A game as programs see it: text in, text out.
pub trait Game: Sync {
    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// Its solvers; the first is the default.
    fn solvers(&self) -> Vec<AboutSolver>;
    /// What its weighted heuristics weigh.
    fn features(&self) -> &'static [Feature];
    /// Reads or deals a level and writes it in standard form.
    fn level(&self, level: &Level) -> Result<LevelRow, Fault>;
    /// The variant of the level that an id names.
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault>;
    /// Equal exactly for levels that are the same game to a player.
    fn signature(&self, level: &Level) -> Result<Vec<u8>, Fault>;
    /// A solver for one thread; an empty name is the default one.
    fn session(&self, solver: &str, settings: &Settings) -> Result<Box<dyn Session + '_>, Fault>;
    /// Replays a solution. `Err` means that the level cannot be read; a bad
    /// solution is a verdict.
    fn verify(&self, level: &Level, moves: &str) -> Result<VerdictRow, Fault>;
}

/// One thread's solver behind text.
pub trait Session: Send {
    /// Solves one level. With `steps`, moves are written in parts as well.
    fn solve(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
        steps: bool,
    ) -> Result<SolutionRow, Fault>;
}

/// Makes a [`Game`] of [`Rules`].
pub struct Bridge<R>(pub R);

impl<R: Rules> Bridge<R> {
    fn state(&self, level: &Level) -> Result<R::State, Fault> {
        match level {
            Level::Dealt(id) => self.0.deal(id),
            Level::Written { variant, text, .. } => self.0.read(variant, text),
        }
    }

    fn named_lengths(
        &self,
        start: &R::State,
        moves: &[<R::State as Puzzle>::Move],
    ) -> BTreeMap<String, u64> {
        let names = self.0.about().metrics.iter().map(|name| name.to_string());
        names.zip(self.0.lengths(start, moves)).collect()
    }

    /// Writes a level with what its name does not tell.
    fn level_row(&self, level: &Level, state: &R::State) -> LevelRow {
        LevelRow {
            id: level.name(),
            game: match level {
                Level::Written { name, .. } if name.parse::<LevelId>().is_err() => {
                    self.0.about().name.to_string()
                }
                _ => String::new(),
            },
            variant: match level {
                Level::Dealt(_) => String::new(),
                Level::Written { .. } => self.0.variant(state),
            },
            level: self.0.write(state),
        }
    }
}

impl<R: Rules> Game for Bridge<R> {
    fn about(&self) -> &'static About {
        self.0.about()
    }

    fn solvers(&self) -> Vec<AboutSolver> {
        let about = |s: &Solver<R::State>| AboutSolver {
            name: s.name,
            summary: s.summary,
            settings: s.settings,
        };
        self.0.solvers().iter().map(about).collect()
    }

    fn features(&self) -> &'static [Feature] {
        self.0.features()
    }

    fn level(&self, level: &Level) -> Result<LevelRow, Fault> {
        Ok(self.level_row(level, &self.state(level)?))
    }

    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        Ok(self.0.variant(&self.0.deal(id)?))
    }

    fn signature(&self, level: &Level) -> Result<Vec<u8>, Fault> {
        Ok(self.0.signature(&self.state(level)?))
    }

    fn session(&self, solver: &str, settings: &Settings) -> Result<Box<dyn Session + '_>, Fault> {
        let all = self.0.solvers();
        let line = if solver.is_empty() {
            all.first()
        } else {
            all.iter().find(|s| s.name == solver)
        };
        let line = line.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|s| s.name).collect();
            Fault::new(
                "--solver",
                quoted(solver),
                format!("one of {}", names.join(", ")),
            )
        })?;
        settings.check(line.name, &line.settings.concat())?;
        Ok(Box::new(BridgeSession {
            bridge: self,
            name: line.name,
            solver: (line.make)(settings)?,
        }))
    }

    fn verify(&self, level: &Level, text: &str) -> Result<VerdictRow, Fault> {
        let start = self.state(level)?;
        let checked = self.0.read_moves(&start, text).and_then(|moves| {
            replay(&start, &moves)?;
            Ok(self.named_lengths(&start, &moves))
        });
        let (fault, lengths) = match checked {
            Ok(lengths) => (None, lengths),
            Err(fault) => (Some(fault.to_string()), BTreeMap::new()),
        };
        Ok(VerdictRow {
            id: level.name(),
            valid: fault.is_none(),
            fault,
            lengths,
        })
    }
}

/// Plays `moves` through the plain rules: each must be legal, and the last
/// must leave the puzzle solved.
pub fn replay<S: Plain>(start: &S, moves: &[S::Move]) -> Result<(), Fault> {
    let mut state = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        state
            .check(mv)
            .map_err(|why| Fault::new(format!("move {}", index + 1), why, "a legal move"))?;
        state.apply(mv);
    }
    if state.is_solved() {
        return Ok(());
    }
    Err(Fault::new(
        format!("after the last move ({})", moves.len()),
        "an unsolved level",
        "a solved one",
    ))
}

struct BridgeSession<'a, R: Rules> {
    bridge: &'a Bridge<R>,
    name: &'static str,
    solver: Box<dyn Solve<R::State>>,
}

impl<R: Rules> Session for BridgeSession<'_, R> {
    fn solve(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
        steps: bool,
    ) -> Result<SolutionRow, Fault> {
        let given = self.bridge.state(level)?;
        let answer = self.solver.solve(&given, budget, watch);
        let mut row = SolutionRow {
            id: level.name(),
            solver: self.name.to_string(),
            checked: answer.effort.checked,
            generated: answer.effort.generated,
            peak_bytes: answer.effort.peak_bytes,
            ..SolutionRow::default()
        };
        row.figures.extend(
            answer
                .figures
                .iter()
                .map(|(name, n)| (name.to_string(), *n)),
        );
        if let Level::Written { .. } = level {
            let written = self.bridge.level_row(level, &given);
            (row.game, row.variant, row.level) = (written.game, written.variant, written.level);
        }
        if let Some(other) = &answer.solved_as {
            row.variant = self.bridge.0.variant(other);
            row.level = self.bridge.0.write(other);
        }
        match &answer.outcome {
            Outcome::Unsolvable => row.outcome = "unsolvable".into(),
            Outcome::GaveUp(limit) => {
                row.outcome = "gave-up".into();
                row.limit = Some(limit.name().into());
            }
            Outcome::Solved(moves) => {
                let start = answer.solved_as.as_ref().unwrap_or(&given);
                self.record(start, moves, steps, &mut row);
            }
        }
        Ok(row)
    }
}

impl<R: Rules> BridgeSession<'_, R> {
    /// Replays a solution and writes it into the row.
    ///
    /// # Panics
    /// If a solver broke the rules: a defect that must never reach a user as
    /// an answer.
    fn record(
        &self,
        start: &R::State,
        moves: &[<R::State as Puzzle>::Move],
        steps: bool,
        row: &mut SolutionRow,
    ) {
        let rules = &self.bridge.0;
        let mut state = start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if let Err(why) = state.check(mv) {
                panic!(
                    "{}: solver {} made an illegal move {}: {why}",
                    row.id,
                    self.name,
                    index + 1
                );
            }
            row.moves.push(rules.write_move(&state, mv));
            if steps {
                row.steps.push(rules.step(&state, mv));
            }
            state.apply(mv);
        }
        assert!(
            state.is_solved(),
            "{}: solver {} stopped early",
            row.id,
            self.name
        );
        row.outcome = "solved".into();
        row.lengths = self.bridge.named_lengths(start, moves);
    }
}
