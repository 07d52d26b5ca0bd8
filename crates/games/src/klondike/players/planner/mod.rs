//! Players that think in plans: what to do up to the next card that is turned
//! up. They go through the stock once, so that only face-down cards are
//! unknown, grow a tree over plans ([`tree`]) with playouts by habit ([`dive`])
//! or other ends, and look at every order of the last few cards ([`endgame`]).
//!
//! They work on packed tables, hence under rules with endless passes that let
//! any part of a run move; under others they play by rules of thumb.

mod dive;
mod endgame;
mod habit;
mod plans;
mod tree;
mod worlds;

use super::rules_of_thumb::Thumb;
use crate::cards::Card;
use crate::klondike::open::{Judge, Path, Verdict};
use crate::klondike::rules::{Move, Position, TURN};
use crate::klondike::table::{Layout, Step, Table};
use crate::klondike::view::View;
use dive::Manner;
use endgame::Endgame;
use engine::chance::Chance;
use engine::play::PlayerLine;
use engine::play::hidden_game::MadePlayer;
use engine::{Player, Setting, Settings};
use plans::Caps;
use tree::{Leaf, Options, Tree};
use worlds::Unseen;

/// States for the last decision, when every card is known.
const DECIDE: u64 = 3_000_000;

const fn effort(default: &'static str) -> Setting {
    Setting {
        name: "effort",
        default,
        summary: "visits to the tree for a decision",
    }
}

const fn explore(default: &'static str) -> Setting {
    Setting {
        name: "explore",
        default,
        summary: "the constant of the upper confidence bounds",
    }
}

const fn ripe(default: &'static str) -> Setting {
    Setting {
        name: "ripe",
        default,
        summary: "visits before a node of the tree gets branches",
    }
}

const fn endgame(default: &'static str) -> Setting {
    Setting {
        name: "endgame",
        default,
        summary: "face-down cards from which on every order of them is looked at",
    }
}

const fn tables(default: &'static str) -> Setting {
    Setting {
        name: "tables",
        default,
        summary: "tables looked at for plans of one table, at most",
    }
}

const WIDTH: Setting = Setting {
    name: "width",
    default: "5",
    summary: "cards that may turn up after a plan in the tree, at most",
};
const TREES: Setting = Setting {
    name: "trees",
    default: "10",
    summary: "trees that share the effort and whose visits are added up",
};
const LIMIT: Setting = Setting {
    name: "limit",
    default: "300",
    summary: "tables looked at to solve a deal with all cards known, at most",
};

static EXPERT_SETTINGS: [Setting; 5] = [
    effort("6000"),
    explore("0.7"),
    ripe("30"),
    endgame("5"),
    tables("600"),
];
static HINDSIGHT_SETTINGS: [Setting; 5] = [
    effort("600"),
    explore("0.7"),
    LIMIT,
    endgame("0"),
    tables("600"),
];
static UCT_SETTINGS: [Setting; 5] = [
    effort("1000"),
    explore("0.7"),
    ripe("1"),
    endgame("0"),
    tables("200"),
];
static SPARSE_SETTINGS: [Setting; 6] = [
    UCT_SETTINGS[0],
    UCT_SETTINGS[1],
    UCT_SETTINGS[2],
    UCT_SETTINGS[3],
    UCT_SETTINGS[4],
    WIDTH,
];
static ENSEMBLE_SETTINGS: [Setting; 7] = [
    UCT_SETTINGS[0],
    UCT_SETTINGS[1],
    UCT_SETTINGS[2],
    UCT_SETTINGS[3],
    UCT_SETTINGS[4],
    WIDTH,
    TREES,
];

/// The strongest player.
pub(super) const EXPERT: PlayerLine<View> = PlayerLine {
    name: "expert",
    summary: "a tree over plans with playouts by habit, and exact endgames: the strongest",
    settings: &EXPERT_SETTINGS,
    make: |settings| make(settings, &EXPERT_SETTINGS, Ends::Habit),
};

/// Hindsight optimisation.
pub(super) const HINDSIGHT: PlayerLine<View> = PlayerLine {
    name: "hindsight",
    summary: "the plan after which most deals can be won with all cards known (Bjarnason, Fern and Tadepalli 2009)",
    settings: &HINDSIGHT_SETTINGS,
    make: |settings| make(settings, &HINDSIGHT_SETTINGS, Ends::Hindsight),
};

/// UCT.
pub(super) const UCT: PlayerLine<View> = PlayerLine {
    name: "uct",
    summary: "a tree over plans with random playouts (UCT of Bjarnason, Fern and Tadepalli 2009)",
    settings: &UCT_SETTINGS,
    make: |settings| make(settings, &UCT_SETTINGS, Ends::Random),
};

/// Sparse UCT.
pub(super) const SPARSE_UCT: PlayerLine<View> = PlayerLine {
    name: "sparse-uct",
    summary: "as uct, with few cards that may turn up after each plan",
    settings: &SPARSE_SETTINGS,
    make: |settings| make(settings, &SPARSE_SETTINGS, Ends::Random),
};

/// Ensemble-UCT.
pub(super) const ENSEMBLE_UCT: PlayerLine<View> = PlayerLine {
    name: "ensemble-uct",
    summary: "as sparse-uct, with several trees that vote",
    settings: &ENSEMBLE_SETTINGS,
    make: |settings| make(settings, &ENSEMBLE_SETTINGS, Ends::Random),
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Habit,
    Random,
    Hindsight,
}

fn make(settings: &Settings, known: &'static [Setting], ends: Ends) -> MadePlayer<View> {
    let number = |name: &str, otherwise: usize, least: usize| {
        let setting = known.iter().find(|setting| setting.name == name);
        setting.map_or(Ok(otherwise), |setting| {
            settings.number(setting, least..=100_000_000)
        })
    };
    let explore = known.iter().find(|setting| setting.name == "explore");
    let options = Options {
        effort: number("effort", 1, 1)?,
        explore: settings.number(explore.expect("all of them have it"), 0.0..=100.0)?,
        ripe: number("ripe", u32::MAX as usize, 1)? as u32,
        width: number("width", 0, 1)?,
        trees: number("trees", 1, 1)?,
        leaf: match ends {
            Ends::Habit | Ends::Random => Leaf::Playout,
            Ends::Hindsight => Leaf::Hindsight(number(LIMIT.name, 0, 1)? as u64),
        },
        caps: Caps {
            tables: number("tables", 1, 1)?,
            plans: MOST_PLANS,
        },
    };
    let manner = match ends {
        Ends::Random => Manner::Random,
        _ => Manner::Habit,
    };
    let endgame_from = number("endgame", 0, 0)?.min(MOST_ENDGAME);
    Ok(Box::new(Planner {
        options,
        endgame_from,
        tree: Tree::new(manner),
        endgame: Endgame::default(),
        judge: Judge::new(),
        thumb: Thumb::default(),
    }))
}

/// Plans of one table, at most.
const MOST_PLANS: usize = 60;
/// Unseen cards in an endgame, at most: 5,040 orders.
const MOST_ENDGAME: usize = 7;

/// A player that thinks in plans.
struct Planner {
    options: Options,
    /// Unseen cards from which on every order is looked at.
    endgame_from: usize,
    tree: Tree,
    endgame: Endgame,
    judge: Judge,
    thumb: Thumb,
}

impl Player<View> for Planner {
    fn choose(&mut self, view: &View, chance: &mut Chance) -> Vec<Move> {
        let cards: Vec<Card> = view.unseen_cards().collect();
        let position = view.fill(&cards);
        let Some((layout, table)) = Layout::new(&position) else {
            return self.thumb.choose(view, chance);
        };
        // Under these rules a pass through the stock costs nothing.
        if view.stock.iter().any(Option::is_none) {
            let turns = view.stock.len().div_ceil(view.variant.draw as usize);
            return vec![TURN; turns];
        }
        self.plan(&position, &layout, &table, cards.len(), chance)
    }
}

impl Planner {
    fn plan(
        &mut self,
        position: &Position,
        layout: &Layout,
        table: &Table,
        unknown: usize,
        chance: &mut Chance,
    ) -> Vec<Move> {
        // The last unknown card can only be the one that is missing.
        if unknown <= 1 || table.is_sure_win(layout) {
            match self.judge.decide(layout, table, DECIDE) {
                Verdict::Won => {
                    let won = Path::to_win(position, self.judge.won_by());
                    return won.expect("steps are legal moves");
                }
                Verdict::Lost => return Vec::new(),
                Verdict::Unknown => {}
            }
        }
        let mut unseen = Unseen::of(layout, table);
        let steps = if unseen.count() <= self.endgame_from {
            let caps = self.options.caps;
            let best = self.endgame.choose(layout, table, &mut unseen, caps);
            best.unwrap_or_default()
        } else {
            self.tree.choose(layout, table, &self.options, chance)
        };
        moves_of(position, &steps)
    }
}

/// The plain moves of a plan's steps.
fn moves_of(position: &Position, steps: &[Step]) -> Vec<Move> {
    let mut path = Path::new(position);
    for &step in steps {
        path.step(step).expect("steps are legal moves");
    }
    path.moves
}
