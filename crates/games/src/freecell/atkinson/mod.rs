//! The search of Atkinson and Holstege (2001): depth-first, with an order of
//! moves that does most of the work, jumps up the tree where nothing comes of
//! a part of it, and ever shorter solutions until it has looked at enough
//! states since the last. Lengths are in single cards. [`order`] has the
//! preferences, [`jumps`] the pattern of jumps, [`table`] the positions known,
//! [`meta`] the moves of several cards that the authors wished to add, and
//! `search` the loop.

pub(crate) mod jumps;
pub(crate) mod meta;
pub(crate) mod order;
mod search;
pub(crate) mod table;

use super::board::Board;
use super::layout::Layout;
use super::rules::Position;
use super::score::Weights;
use super::solution::plain_moves;
use engine::game::MadeSolver;
use engine::notation::quoted;
use engine::{Answer, Budget, Fault, Limit, Meter, Outcome, Setting, Settings, Solve, Solver};
use engine::{Watch, search::DEFAULT_MEMORY};
use order::Order;
use search::Search;

/// Which moves it makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// One card at a time, as the paper has it.
    Single,
    /// Runs, digs, and single cards where they are a run or leave a cell.
    Meta,
    /// Both.
    Mixed,
}

/// What can be set on it, as the paper names it.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// The most moves of a solution.
    pub limit: Option<u32>,
    /// States without a solution before it jumps up the tree.
    pub jump_when: Option<u64>,
    /// To what part of its depth it jumps first.
    pub jump_scale: f64,
    /// States before it gives up on finding any solution.
    pub give_up_after: Option<u64>,
    /// States after a solution before it is content with it.
    pub after_sol: Option<u64>,
    /// Which moves it makes.
    pub steps: Steps,
    /// How it reads the ten preferences.
    pub order: Order,
    /// Whether positions that cannot better a solution are forgotten.
    pub purge: bool,
}

const LIMIT: Setting = Setting {
    name: "limit",
    default: "150",
    summary: "the most single-card moves of a solution, or nil",
};
const JUMP_WHEN: Setting = Setting {
    name: "jump-when",
    default: "100",
    summary: "states without a solution before it jumps up the tree, or nil",
};
const JUMP_SCALE: Setting = Setting {
    name: "jump-scale",
    default: "0.9",
    summary: "to what part of its depth it jumps first; then to the square of that, and so on",
};
const GIVE_UP_AFTER: Setting = Setting {
    name: "give-up-after",
    default: "nil",
    summary: "states before it gives up on finding any solution, or nil",
};
const AFTER_SOL: Setting = Setting {
    name: "after-sol",
    default: "20000",
    summary: "states after a solution before it is content with it, or nil",
};
const STEPS: Setting = Setting {
    name: "steps",
    default: "single",
    summary: "single cards; meta: runs and digging for cards; or mixed: both",
};
const ORDER: Setting = Setting {
    name: "order",
    default: "kinds",
    summary: "the ten preferences as kinds of moves or as tests, one for the ties of another",
};
const PURGE: Setting = Setting {
    name: "purge",
    default: "yes",
    summary: "whether positions that cannot better a solution are forgotten: yes or no",
};

/// Its line of the game's list of solvers.
pub const LINE: Solver<Position> = Solver {
    name: "atkinson",
    summary: "Atkinson and Holstege's search: depth-first with jumps, shorter solutions as it goes",
    settings: [
        &[
            LIMIT,
            JUMP_WHEN,
            JUMP_SCALE,
            GIVE_UP_AFTER,
            AFTER_SOL,
            STEPS,
            ORDER,
            PURGE,
        ],
        &[],
    ],
    make,
};

fn make(settings: &Settings) -> MadeSolver<Position> {
    Ok(Box::new(Atkinson {
        parameters: Parameters::read(settings)?,
        search: Search::default(),
    }))
}

/// The largest number that stands for states or moves.
const MOST: u64 = 1_000_000_000_000;

/// A number, or nil.
fn number_or_nil(settings: &Settings, setting: &Setting, most: u64) -> Result<Option<u64>, Fault> {
    match settings.text(setting) {
        "nil" => Ok(None),
        _ => match settings.number(setting, 1..=most) {
            Ok(number) => Ok(Some(number)),
            Err(fault) => {
                let expected = format!("{}, or nil", fault.expected);
                Err(Fault { expected, ..fault })
            }
        },
    }
}

fn word<T: Copy>(settings: &Settings, setting: &Setting, words: &[(&str, T)]) -> Result<T, Fault> {
    let text = settings.text(setting);
    let found = words.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
        Fault::new(setting.name, quoted(text), names.join(" or "))
    })
}

impl Parameters {
    /// What was set.
    pub fn read(settings: &Settings) -> Result<Parameters, Fault> {
        let number = |setting| number_or_nil(settings, setting, MOST);
        let steps = [
            ("single", Steps::Single),
            ("meta", Steps::Meta),
            ("mixed", Steps::Mixed),
        ];
        let orders = [("kinds", Order::Kinds), ("tests", Order::Tests)];
        Ok(Parameters {
            limit: number_or_nil(settings, &LIMIT, 1_000_000)?.map(|limit| limit as u32),
            jump_when: number(&JUMP_WHEN)?,
            jump_scale: settings.number(&JUMP_SCALE, 0.0..=1.0)?,
            give_up_after: number(&GIVE_UP_AFTER)?,
            after_sol: number(&AFTER_SOL)?,
            steps: word(settings, &STEPS, &steps)?,
            order: word(settings, &ORDER, &orders)?,
            purge: word(settings, &PURGE, &[("yes", true), ("no", false)])?,
        })
    }
}

/// The solver with its tables.
struct Atkinson {
    parameters: Parameters,
    search: Search,
}

impl Solve<Position> for Atkinson {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let layout = Layout::new(start, &Weights::NONE);
        let board = Board::new(&layout, start);
        let mut meter = Meter::new(&budget.or_memory(DEFAULT_MEMORY), watch);
        let end = self
            .search
            .run(&layout, &board, &self.parameters, &mut meter);
        let outcome = match self.search.best() {
            Some(path) => Outcome::Solved(meta::spell_out(&layout, &board, path)),
            None => end.unwrap_or(Outcome::GaveUp(Limit::Cuts)),
        };
        let outcome = outcome.map(|path| plain_moves(start, &path));
        let mut answer = Answer::new(outcome, meter.effort);
        answer.figures = self.search.figures();
        answer
    }
}
