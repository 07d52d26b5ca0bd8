//! Games as environments for learned play. A game says with [`Encode`] how its
//! positions become bytes and its moves numbers; [`batch`] makes an
//! [`Environment`] of it, which steps many games of one kind at once. `dyn` is
//! crossed once a step of all of them.
//!
//! An observation has the same shape for every level of a kind, and tells no
//! more than a player may see. A mask says which actions are legal.

mod lanes;
mod supply;

pub use supply::Supply;

use crate::game::Rules;
use crate::measure::Verdict;
use crate::notation::{Fault, Level, LevelId};
use crate::play::Adviser;
use crate::puzzle::{Plain, Puzzle, Watch};

/// The shapes of what goes in and out, the same for every level of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    /// The sides of an observation, the slowest first.
    pub shape: Vec<usize>,
    /// The highest value in an observation; the lowest is 0.
    pub highest: u8,
    /// How many actions there are.
    pub actions: usize,
}

impl Spaces {
    /// How many bytes an observation has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// How positions of one kind become bytes, and moves numbers.
pub trait Encode: Send {
    /// A position under the plain rules.
    type State: Plain;
    /// A position as it is stepped, fast to change and to look at.
    type Table: Clone + Send;

    /// The shapes.
    fn spaces(&self) -> Spaces;
    /// The position to step; a fault where it does not fit into the shapes.
    fn table(&self, state: &Self::State) -> Result<Self::Table, Fault>;
    /// The position under the plain rules.
    fn state(&self, table: &Self::Table) -> Self::State;
    /// Writes what a player sees; `out` is all 0 before.
    fn observe(&self, table: &Self::Table, out: &mut [u8]);
    /// Writes 1 for every legal action, and says whether there is one; `out`
    /// is all 0 before.
    fn mask(&self, table: &Self::Table, out: &mut [i8]) -> bool;
    /// The legal move that an action means here, if it means one. Actions are
    /// below the number that [`Encode::spaces`] names.
    fn act(&self, table: &Self::Table, action: usize) -> Option<<Self::State as Puzzle>::Move>;
    /// Makes a legal move.
    fn apply(&self, table: &mut Self::Table, mv: <Self::State as Puzzle>::Move);
    /// Whether the level is solved.
    fn is_won(&self, table: &Self::Table) -> bool;
    /// The share of the level that is done, from 0 to 1, as far as a player
    /// can see.
    fn progress(&self, table: &Self::Table) -> f64;
}

/// What a step is rewarded with, beside 1 for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reward {
    /// Nothing.
    #[default]
    Win,
    /// The change of the share that is done.
    Progress,
}

/// What happens to an action that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Illegal {
    /// It changes nothing, and counts as a step.
    #[default]
    Ignored,
    /// It is a fault, and no game is stepped.
    Refused,
}

/// What happens to a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// Nothing: it stays as it is until it is reset.
    Never,
    /// The next step, whatever its action, deals another level.
    #[default]
    NextStep,
    /// The step that ends it deals another level at once.
    SameStep,
}

/// How an environment is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many games are played at once.
    pub lanes: usize,
    /// Where levels come from.
    pub supply: Supply,
    /// What is rewarded.
    pub reward: Reward,
    /// What happens to actions that are not legal.
    pub illegal: Illegal,
    /// What happens to games that are over.
    pub autoreset: Autoreset,
    /// The number of steps after which a game is cut off.
    pub most_steps: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            lanes: 1,
            supply: Supply::default(),
            reward: Reward::default(),
            illegal: Illegal::default(),
            autoreset: Autoreset::default(),
            most_steps: 1_000,
        }
    }
}

/// Where a step writes, a stretch a lane.
pub struct Frames<'a> {
    /// What is seen after the step.
    pub observations: &'a mut [u8],
    /// 1 for every action that is legal then.
    pub masks: &'a mut [i8],
    /// The rewards.
    pub rewards: &'a mut [f64],
    /// Whether a game is over: won, or without a legal move.
    pub terminated: &'a mut [bool],
    /// Whether a game is cut off after its last step.
    pub truncated: &'a mut [bool],
    /// Whether the action was not legal.
    pub illegal: &'a mut [bool],
    /// The last observations of games that another level followed in the same
    /// step; empty unless that is wanted.
    pub finals: &'a mut [u8],
}

/// Many games of one kind, each in a lane of its own.
pub trait Environment: Send {
    /// The shapes.
    fn spaces(&self) -> &Spaces;
    /// How many games are played at once.
    fn lanes(&self) -> usize;
    /// Starts the stream of random numbers that a lane draws its levels from.
    fn seed(&mut self, lane: usize, seed: u64) -> Result<(), Fault>;
    /// Begins a level: this one, or the next that the lane draws.
    fn reset(&mut self, lane: usize, level: Option<&Level>) -> Result<(), Fault>;
    /// Writes what is seen in a lane, and what is legal.
    fn look(&self, lane: usize, observation: &mut [u8], mask: &mut [i8]) -> Result<(), Fault>;
    /// Makes a step in every lane. A fault in an action leaves all as it was.
    fn step(&mut self, actions: &[i64], frames: Frames<'_>) -> Result<(), Fault>;
    /// Draws a legal action for every lane, each equally likely; 0 where there
    /// is none.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Fault>;
    /// What the lane's level is called.
    fn level(&self, lane: usize) -> Result<String, Fault>;
    /// The lane's position with all that is hidden, as a level.
    fn position(&self, lane: usize) -> Result<Level, Fault>;
    /// The move that an action means in a lane, as text; none where it is not
    /// legal.
    fn move_text(&self, lane: usize, action: i64) -> Result<Option<String>, Fault>;
    /// Whether the lane's game can still be won. The solver sees what is
    /// hidden.
    fn can_win(&self, lane: usize, adviser: &Adviser, watch: &dyn Watch) -> Result<Verdict, Fault>;
}

/// An environment of a game's own types. `id` names the kind; its number does
/// not matter.
pub fn batch<'a, R: Rules, E: Encode<State = R::State> + 'a>(
    rules: &'a R,
    encode: E,
    id: &LevelId,
    setup: &Setup,
) -> Result<Box<dyn Environment + 'a>, Fault> {
    Ok(Box::new(lanes::Lanes::new(rules, encode, id, setup)?))
}

/// The fault of a level that is larger than its kind allows.
pub fn too_large(what: &str, found: usize, most: usize) -> Fault {
    Fault::new(
        "level of an environment",
        format!("{found} {what}"),
        format!("at most {most}, as all levels of the kind have"),
    )
    .hint("name the kind of the largest level when the environment is made")
}
