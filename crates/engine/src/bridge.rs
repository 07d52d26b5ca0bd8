//! Makes a [`Game`] of [`Rules`]: text to types and back. The bridge crosses
//! `dyn` once a solve, and replays every solution through the plain rules
//! before anyone sees it.

use crate::game::{About, AboutSolver, Game, Rules, Session, Solve, Solver};
use crate::heuristic::Feature;
use crate::measure::{Measure, Measurer, Measuring, Verdict};
use crate::notation::{Fault, Level, LevelId, quoted};
use crate::picture::Picture;
use crate::play::{OpenSitting, Sitting};
use crate::puzzle::{Budget, Outcome, Plain, Puzzle, Watch};
use crate::record::{LevelRow, MeasureRow, SolutionRow, VerdictRow};
use crate::settings::{Setting, Settings};
use std::collections::BTreeMap;
use std::ops::Range;

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
        Ok(self.0.write_as(form, &self.state(level)?))
    }

    fn measures(&self) -> &'static [Measure] {
        self.0.measures()
    }

    fn measuring(&self, settings: &Settings) -> Box<dyn Measuring + '_> {
        Box::new(BridgeMeasuring {
            bridge: self,
            measurer: self.0.measurer(settings),
        })
    }

    fn draw(&self, level: &Level, moves: &str) -> Result<Picture, Fault> {
        let start = self.state(level)?;
        let moves = self.0.read_moves(&start, moves)?;
        replay_legal(&start, &moves)?;
        Ok(self.0.draw(&start, &moves))
    }

    fn sit(&self, level: &Level) -> Result<Box<dyn Sitting + '_>, Fault> {
        let start = self.state(level)?;
        Ok(Box::new(OpenSitting::new(&self.0, start)))
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
fn replay_legal<S: Plain>(start: &S, moves: &[S::Move]) -> Result<S, Fault> {
    let mut state = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        state
            .check(mv)
            .map_err(|why| Fault::new(format!("move {}", index + 1), why, "a legal move"))?;
        state.apply(mv);
    }
    Ok(state)
}

struct BridgeMeasuring<'a, R: Rules> {
    bridge: &'a Bridge<R>,
    measurer: Box<dyn Measurer<R::State>>,
}

impl<R: Rules> Measuring for BridgeMeasuring<'_, R> {
    fn measure(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Result<MeasureRow, Fault> {
        let state = self.bridge.state(level)?;
        let measured = self.measurer.measure(&state, budget, watch);
        let names = self.bridge.0.measures().iter().map(|measure| measure.name);
        let LevelRow {
            id, game, variant, ..
        } = self.bridge.level_row(level, &state);
        Ok(MeasureRow {
            id,
            game,
            variant,
            outcome: measured.outcome.name().into(),
            limit: match measured.outcome {
                Verdict::GaveUp(limit) => Some(limit.name().into()),
                _ => None,
            },
            measures: names
                .zip(measured.values)
                .filter_map(|(name, value)| Some((name, value?)))
                .collect(),
        })
    }
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
        row.board = rules.solved_board(&state).unwrap_or_default();
        row.lengths = self.bridge.named_lengths(start, moves);
    }
}
