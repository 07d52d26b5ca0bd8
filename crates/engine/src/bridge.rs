//! Makes a [`Game`] of [`Rules`]: text to types and back. The bridge crosses
//! `dyn` once a solve, and replays every solution through the plain rules
//! before anyone sees it.

use crate::env::{Environment, Setup, Supply};
use crate::game::{
    About, AboutSolver, Answer, Detail, Game, MadeSolver, Rules, Solve, SolveSession, Solver,
};
use crate::heuristic::Feature;
#[cfg(any(test, feature = "laws"))]
use crate::laws;
use crate::measure::{Cost, Measure, MeasureSession, Measurer, Verdict};
use crate::notation::{Fault, Level, LevelId, quoted};
use crate::picture::Picture;
use crate::play::{HiddenGame, OpenSession, PlaySession};
use crate::puzzle::{Budget, Outcome, Plain, Puzzle, Watch};
use crate::record::{Lengths, LevelRow, MeasureRow, Measures, Moves, SolutionRow, VerdictRow};
use crate::settings::{Setting, Settings};
use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes a [`Game`] of [`Rules`].
pub struct Bridge<R>(pub R);

impl<R: Rules> Bridge<R> {
    fn named(&self, lengths: Vec<u64>) -> Lengths {
        let names = self
            .0
            .about()
            .metrics
            .iter()
            .map(|name| Cow::Borrowed(*name));
        names.zip(lengths).collect()
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
        Ok(self.level_row(level, &self.0.state(level)?))
    }

    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        self.0.variant_of(id)
    }

    fn check_id(&self, id: &LevelId) -> Result<(), Fault> {
        self.0.check_id(id)
    }

    fn options(&self) -> &'static [Setting] {
        self.0.options()
    }

    fn split(&self, text: &str) -> Vec<Range<usize>> {
        self.0.split(text)
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        self.0.forms()
    }

    fn level_as(&self, level: &Level, form: &str) -> Result<String, Fault> {
        let names: Vec<_> = self.0.forms().iter().map(|(name, _)| *name).collect();
        if !names.contains(&form) {
            let game = self.0.about().name;
            let expected = match names.is_empty() {
                true => format!("nothing: {game} has one form only"),
                false => format!("a form of {game}: {}", names.join(", ")),
            };
            return Err(Fault::new("--form", quoted(form), expected));
        }
        Ok(self.0.write_as(form, &self.0.state(level)?))
    }

    fn measures(&self) -> &'static [Measure] {
        self.0.measures()
    }

    fn measurer(&self, settings: &Settings) -> Box<dyn MeasureSession + '_> {
        Box::new(BridgeMeasurer {
            bridge: self,
            measurer: self.0.measurer(settings),
            settings: settings.clone(),
        })
    }

    fn hidden(&self) -> Option<&'static dyn HiddenGame> {
        self.0.hidden()
    }

    fn draw(&self, level: &Level, moves: &str) -> Result<Picture, Fault> {
        match self.0.hidden() {
            Some(hidden) => hidden.draw(level, moves),
            None => self.draw_open(level, moves),
        }
    }

    fn draw_open(&self, level: &Level, moves: &str) -> Result<Picture, Fault> {
        let start = self.0.state(level)?;
        let moves = self.0.read_moves(&start, moves)?;
        replay_legal(&start, &moves)?;
        Ok(self.0.draw(&start, &moves))
    }

    fn play(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault> {
        match self.0.hidden() {
            Some(hidden) => hidden.play(level),
            None => self.play_open(level),
        }
    }

    fn play_open(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault> {
        let start = self.0.state(level)?;
        Ok(Box::new(OpenSession::new(&self.0, start)))
    }

    fn environment(&self, kind: &str, setup: &Setup) -> Result<Box<dyn Environment + '_>, Fault> {
        let about = self.0.about();
        let mut id: LevelId = about.example.parse()?;
        if !kind.is_empty() {
            id.kind = kind.to_string();
        }
        if let Supply::Numbers(first, _) = setup.supply {
            id.number = first;
        }
        self.0.environment(&id, setup)?.ok_or_else(|| {
            Fault::new(
                "environment",
                about.name,
                "a game with observations and actions",
            )
        })
    }

    fn signature(&self, level: &Level) -> Result<Vec<u8>, Fault> {
        Ok(self.0.signature(&self.0.state(level)?))
    }

    fn solver(&self, name: &str, settings: &Settings) -> Result<Box<dyn SolveSession + '_>, Fault> {
        let all = self.0.solvers();
        let line = match name {
            "" => all.first(),
            name => all.iter().find(|s| s.name == name),
        };
        let line = line.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|s| s.name).collect();
            Fault::new(
                "--solver",
                quoted(name),
                format!("one of {}", names.join(", ")),
            )
        })?;
        settings.check(line.name, &line.settings.concat())?;
        Ok(Box::new(BridgeSolver {
            bridge: self,
            name: line.name,
            make: line.make,
            settings: settings.clone(),
            solver: Some((line.make)(settings)?),
        }))
    }

    #[cfg(any(test, feature = "laws"))]
    fn check_laws(&'static self, ids: &[LevelId]) {
        laws::all(self, ids);
    }

    fn verify(&self, level: &Level, text: &str) -> Result<VerdictRow, Fault> {
        let start = self.0.state(level)?;
        let checked = self.0.read_moves(&start, text).and_then(|moves| {
            replay(&start, &moves)?;
            Ok(self.named(self.0.lengths(&start, &moves)))
        });
        let (fault, lengths) = match checked {
            Ok(lengths) => (None, lengths),
            Err(fault) => (Some(fault.to_string()), Lengths::new()),
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
    if replay_legal(start, moves)?.is_solved() {
        return Ok(());
    }
    Err(Fault::new(
        format!("after the last move ({})", moves.len()),
        "an unsolved level",
        "a solved one",
    ))
}

/// Plays `moves` through the plain rules, each of which must be legal.
pub(crate) fn replay_legal<S: Plain>(start: &S, moves: &[S::Move]) -> Result<S, Fault> {
    let mut state = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        state
            .check(mv)
            .map_err(|why| Fault::new(format!("move {}", index + 1), why, "a legal move"))?;
        state.apply(mv);
    }
    Ok(state)
}

/// Runs a game's code, and turns a panic into a fault, so that a broken
/// solver does not take down a server or an interpreter that asked it.
pub fn defects<T>(place: &str, work: impl FnOnce() -> T) -> Result<T, Fault> {
    caught(work).map_err(|said| Fault::defect(place, said))
}

/// Runs a game's code; fails with what a panic said.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What the work has touched is thrown away by the caller.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| said(&*panic))
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic".into())
}

struct BridgeMeasurer<'a, R: Rules> {
    bridge: &'a Bridge<R>,
    measurer: Box<dyn Measurer<R::State>>,
    settings: Settings,
}

impl<R: Rules> MeasureSession for BridgeMeasurer<'_, R> {
    fn measure(
        &mut self,
        level: &Level,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Result<MeasureRow, Fault> {
        let rules = &self.bridge.0;
        let state = rules.state(level)?;
        let measure = || self.measurer.measure(&state, most, budget, watch);
        let measured = defects(&level.name(), measure).inspect_err(|_| {
            // Its tables may be half changed.
            self.measurer = rules.measurer(&self.settings);
        })?;
        let names = rules.measures().iter().map(|measure| measure.name);
        let LevelRow {
            id, game, variant, ..
        } = self.bridge.level_row(level, &state);
        let values = names.zip(measured.values);
        Ok(MeasureRow {
            id,
            game,
            variant,
            verdict: measured.outcome,
            measures: Measures(
                values
                    .filter_map(|(name, value)| Some((Cow::Borrowed(name), value?)))
                    .collect(),
            ),
        })
    }
}

struct BridgeSolver<'a, R: Rules> {
    bridge: &'a Bridge<R>,
    name: &'static str,
    make: fn(&Settings) -> MadeSolver<R::State>,
    settings: Settings,
    /// None after a panic, which may have left its tables half changed.
    solver: Option<Box<dyn Solve<R::State>>>,
}

impl<R: Rules> SolveSession for BridgeSolver<'_, R> {
    fn solve(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
        detail: Detail,
    ) -> Result<SolutionRow, Fault> {
        let given = self.bridge.0.state(level)?;
        let place = || format!("{}, solver {}", level.name(), self.name);
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => (self.make)(&self.settings)?,
        };
        let defect = |found| Fault::defect(place(), found);
        let answer = caught(|| solver.solve(&given, budget, watch)).map_err(defect)?;
        self.solver = Some(solver);
        let mut row = self.row(level, &given, &answer);
        if let Outcome::Solved(moves) = &answer.outcome {
            let start = answer.solved_as.unwrap_or(given);
            self.record(start, moves, detail, &mut row)
                .map_err(defect)?;
        }
        Ok(row)
    }
}

impl<R: Rules> BridgeSolver<'_, R> {
    /// The row of an answer, without its moves.
    fn row(&self, level: &Level, given: &R::State, answer: &Answer<R::State>) -> SolutionRow {
        let verdict = Verdict::from(&answer.outcome);
        let mut row = SolutionRow::new(level.name(), self.name, verdict);
        row.checked = answer.effort.checked;
        row.generated = answer.effort.generated;
        row.peak_bytes = answer.effort.peak_bytes;
        let figures = answer.figures.iter();
        row.figures
            .extend(figures.map(|(name, n)| (name.to_string(), *n)));
        if let Level::Written { .. } = level {
            let written = self.bridge.level_row(level, given);
            (row.game, row.variant, row.level) = (written.game, written.variant, written.level);
        }
        if let Some(other) = &answer.solved_as {
            row.variant = self.bridge.0.variant(other);
            row.level = self.bridge.0.write(other);
        }
        row
    }

    /// Replays a solution from `state` on by the plain rules and writes it
    /// into the row. A solver that broke the rules has a defect, which must never reach a
    /// user as an answer.
    fn record(
        &self,
        mut state: R::State,
        moves: &[<R::State as Puzzle>::Move],
        detail: Detail,
        row: &mut SolutionRow,
    ) -> Result<(), String> {
        let rules = &self.bridge.0;
        let mut lengths = vec![0; rules.about().metrics.len()];
        let mut before = None;
        row.moves = Moves::with_room(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            if let Err(why) = state.check(mv) {
                return Err(format!("move {} is illegal: {why}", index + 1));
            }
            row.moves.add(|text| rules.add_move(text, &state, mv));
            rules.count_move(&mut lengths, &state, mv, before.replace(mv));
            if detail.steps {
                row.steps.push(rules.step(&state, mv));
            }
            if detail.boards {
                row.boards.push(rules.write(&state));
            }
            state.apply(mv);
        }
        if !state.is_solved() {
            return Err("its moves end before the level is solved".into());
        }
        if detail.boards {
            row.boards.push(rules.write(&state));
        }
        row.board = rules.solved_board(&state).unwrap_or_default();
        row.lengths = self.bridge.named(lengths);
        Ok(())
    }
}
