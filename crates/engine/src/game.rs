//! From a game's own types to text and back. A game implements [`Rules`];
//! [`crate::Bridge`] makes a [`Game`] of it, which programs use without
//! knowing its types.

use crate::env::{Environment, Setup};
use crate::heuristic::Feature;
use crate::measure::{Measure, MeasureSession, Measurer, Unmeasured};
use crate::notation::{Fault, Level, LevelId, quoted};
use crate::picture::Picture;
use crate::play::{HiddenGame, PlaySession};
use crate::puzzle::{Budget, Effort, Outcome, Plain, Puzzle, Watch};
use crate::record::{LevelRow, SolutionRow, StepRow, VerdictRow};
use crate::screen::{self, Hand, Screen};
use crate::settings::{Setting, Settings};
use crate::tabletop::Tabletop;
use std::fmt::Debug;
use std::ops::Range;

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
    /// Ids of a few small levels, which the laws are checked on: some solver
    /// decides each within some thousand states, and none without a search.
    pub samples: &'static [&'static str],
    /// Endings of files that hold levels of this game: `bff`.
    pub extensions: &'static [&'static str],
    /// Kinds of levels to look through for one of a certain difficulty, from
    /// easy to hard; none where the usual kind has levels of all difficulties.
    pub ladder: &'static [&'static str],
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
pub type MadeSolver<S> = Result<Box<dyn Solve<S>>, Fault>;

/// A line of a game's list of solvers.
pub struct Solver<S> {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it: by the game, and by the search it runs.
    pub settings: [&'static [Setting]; 2],
    /// Makes one, for one thread.
    pub make: fn(&Settings) -> MadeSolver<S>,
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
    type State: Plain<Move: Send, Key: Debug> + Send;

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
    /// The variant of the level that an id names, as [`Rules::read`] takes it:
    /// empty where only the level itself tells. Makes no level, and refuses an
    /// id whose kind or number is wrong.
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault>;
    /// Whether an id is sound in kind and number. Makes no level, so that a
    /// sound id may still ask for a level that cannot be had.
    fn check_id(&self, id: &LevelId) -> Result<(), Fault> {
        self.variant_of(id).map(drop)
    }
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
    /// Adds a move that is legal in `state` to a text, without white space.
    fn add_move(&self, text: &mut String, state: &Self::State, mv: <Self::State as Puzzle>::Move);
    /// Writes a move that is legal in `state`.
    fn write_move(&self, state: &Self::State, mv: <Self::State as Puzzle>::Move) -> String {
        let mut text = String::new();
        self.add_move(&mut text, state, mv);
        text
    }
    /// The parts of a move that is legal in `state`.
    fn step(&self, state: &Self::State, mv: <Self::State as Puzzle>::Move) -> Step;
    /// Adds a move that is legal in `state` to the length in each of the
    /// metrics, in their order; `before` is the move that led there.
    fn count_move(
        &self,
        lengths: &mut [u64],
        state: &Self::State,
        mv: <Self::State as Puzzle>::Move,
        before: Option<<Self::State as Puzzle>::Move>,
    );
    /// The length of a legal solution in each of the metrics.
    fn lengths(&self, start: &Self::State, moves: &[<Self::State as Puzzle>::Move]) -> Vec<u64> {
        let mut lengths = vec![0; self.about().metrics.len()];
        let (mut state, mut before) = (start.clone(), None);
        for &mv in moves {
            self.count_move(&mut lengths, &state, mv, before.replace(mv));
            state.apply(mv);
        }
        lengths
    }
    /// Equal exactly for levels that are the same game to a player, however
    /// suits, colours or places are swapped.
    fn signature(&self, state: &Self::State) -> Vec<u8>;

    /// Reads or deals a level.
    fn state(&self, level: &Level) -> Result<Self::State, Fault> {
        match level {
            Level::Dealt(id) => self.deal(id),
            Level::Written { variant, text, .. } => self.read(variant, text),
        }
    }
    /// The same game for players who do not see everything, if it has them.
    fn hidden(&self) -> Option<&'static dyn HiddenGame> {
        None
    }
    /// What may be wanted of a level that is made to order; it stands in ids
    /// after the variant ([`crate::Kind`]).
    fn options(&self) -> &'static [Setting] {
        &[]
    }
    /// The boards of a file, as ranges of its lines.
    fn split(&self, text: &str) -> Vec<Range<usize>> {
        let whole = 0..text.lines().count();
        vec![whole]
    }
    /// Further forms of a level's text that other programs read, each with
    /// one sentence.
    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Writes a level in one of these forms.
    fn write_as(&self, _form: &str, state: &Self::State) -> String {
        self.write(state)
    }
    /// The last position of a solution as people want to see it beside the
    /// moves.
    fn solved_board(&self, _end: &Self::State) -> Option<String> {
        None
    }
    /// What can be measured of a level.
    fn measures(&self) -> &'static [Measure] {
        &[]
    }
    /// Takes those measures, for one thread.
    fn measurer(&self, _settings: &Settings) -> Box<dyn Measurer<Self::State>> {
        Box::new(Unmeasured)
    }
    /// A picture of a level, or with a solution of how it is solved.
    fn draw(&self, start: &Self::State, moves: &[<Self::State as Puzzle>::Move]) -> Picture {
        let mut state = start.clone();
        moves.iter().for_each(|&mv| state.apply(mv));
        Picture::of_text(&self.write(&state))
    }
    /// A position as a person sees it.
    fn show(&self, state: &Self::State) -> Screen {
        screen::plain(&self.write(state))
    }
    /// How a person plays with a cursor and keys; none where moves are typed.
    fn hand(&self) -> Option<Box<dyn Hand<Self::State>>> {
        None
    }
    /// How the game lies on a table that a person touches; none where it is
    /// drawn as a picture.
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Self::State>> {
        None
    }
    /// Games of the kind that an id names, for learned play; none where the
    /// game has no such form. Its number does not matter.
    fn environment(
        &self,
        _id: &LevelId,
        _setup: &Setup,
    ) -> Result<Option<Box<dyn Environment + '_>>, Fault> {
        Ok(None)
    }
}

/// A game as programs see it: text in, text out.
pub trait Game: Sync + 'static {
    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// Its solvers; the first is the default.
    fn solvers(&self) -> Vec<AboutSolver>;
    /// What its weighted heuristics weigh.
    fn features(&self) -> &'static [Feature];
    /// Reads or deals a level and writes it in standard form.
    fn level(&self, level: &Level) -> Result<LevelRow, Fault>;
    /// The variant of the level that an id names, empty where only the level
    /// itself tells; makes no level.
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault>;
    /// Whether an id is sound in kind and number; makes no level.
    fn check_id(&self, id: &LevelId) -> Result<(), Fault>;
    /// Equal exactly for levels that are the same game to a player.
    fn signature(&self, level: &Level) -> Result<Vec<u8>, Fault>;
    /// A solver for one thread; an empty name is the default one.
    fn solver(&self, name: &str, settings: &Settings) -> Result<Box<dyn SolveSession + '_>, Fault>;
    /// Replays a solution. `Err` means that the level cannot be read; a bad
    /// solution is a verdict.
    fn verify(&self, level: &Level, moves: &str) -> Result<VerdictRow, Fault>;
    /// What may be wanted of a level that is made to order.
    fn options(&self) -> &'static [Setting];
    /// The boards of a file, as ranges of its lines.
    fn split(&self, text: &str) -> Vec<Range<usize>>;
    /// Further forms of a level's text that other programs read.
    fn forms(&self) -> &'static [(&'static str, &'static str)];
    /// Reads or deals a level and writes it in one of these forms.
    fn level_as(&self, level: &Level, form: &str) -> Result<String, Fault>;
    /// What can be measured of a level.
    fn measures(&self) -> &'static [Measure];
    /// Takes those measures, for one thread.
    fn measurer(&self, settings: &Settings) -> Box<dyn MeasureSession + '_>;
    /// The game's players, where something is hidden from them.
    fn hidden(&self) -> Option<&'static dyn HiddenGame>;
    /// A picture of what a player may see of a level after these moves. Where
    /// nothing is hidden it is the same as [`Game::draw_open`].
    fn draw(&self, level: &Level, moves: &str) -> Result<Picture, Fault>;
    /// A picture of a whole level, or with a solution of how it is solved.
    fn draw_open(&self, level: &Level, moves: &str) -> Result<Picture, Fault>;
    /// A level for a person who sees what a player may see.
    fn play(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault>;
    /// A level for a person who sees everything.
    fn play_open(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault>;
    /// Games of a kind for learned play; an empty kind is the usual one.
    fn environment(&self, kind: &str, setup: &Setup) -> Result<Box<dyn Environment + '_>, Fault>;
    /// Checks all laws on these levels; a broken one panics.
    #[doc(hidden)]
    #[cfg(any(test, feature = "laws"))]
    fn check_laws(&'static self, ids: &[LevelId]);
    /// The metric of that name; the game's first for an empty one.
    fn metric(&self, name: &str) -> Result<&'static str, Fault> {
        let metrics = self.about().metrics;
        if name.is_empty() {
            return Ok(metrics[0]);
        }
        let found = metrics.iter().find(|metric| **metric == name);
        found.copied().ok_or_else(|| {
            let expected = format!("one of {} for {}", metrics.join(", "), self.about().name);
            Fault::new("--metric", quoted(name), expected)
        })
    }
}

/// A level with its game, and where it was read.
#[derive(Clone)]
pub struct Task {
    /// The game.
    pub game: &'static dyn Game,
    /// The level.
    pub level: Level,
    /// Empty for levels named on the command line.
    pub place: String,
}

impl Task {
    /// The same fault with the place of this level before its own.
    pub fn locate(&self, fault: Fault) -> Fault {
        fault.within(&self.place)
    }
}

/// What a row of a solved level shows beside its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// Moves in parts.
    pub steps: bool,
    /// The board before the first move and after each.
    pub boards: bool,
}

/// One thread's solver behind text.
pub trait SolveSession: Send {
    /// Solves one level.
    fn solve(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
        detail: Detail,
    ) -> Result<SolutionRow, Fault>;
}
