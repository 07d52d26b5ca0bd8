//! Players that search plans: all steps up to the next card that is turned up.
//! They go through the stock once, so that only face-down cards are hidden.
//! Then they grow a search tree over plans (UCT or PUCT, [`tree`]) with guided
//! playouts ([`guided_playout`]) or other evaluations at its leaves, and with
//! priors of plans ([`prior`]) that were learnt ([`training`]). The endgame,
//! with few cards hidden, is solved exactly ([`endgame`]).
//!
//! They work on packed tables, hence under rules with endless passes that let
//! any part of a run move. They refuse other rules.

mod endgame;
mod guided_playout;
mod met;
mod node;
mod plans;
mod prior;
mod step_scores;
mod training;
mod tree;
mod worlds;

use super::PLAYERS_OF_ALL_RULES;
use super::rules_of_thumb::RulesOfThumb;
use crate::cards::Card;
use crate::klondike::open::{Judge, Path, Verdict};
use crate::klondike::playout::FastRandom;
use crate::klondike::rules::{Move, Position, TURN};
use crate::klondike::table::{Layout, Step, Table};
use crate::klondike::view::View;
use endgame::Endgame;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::play::PlayerLine;
use engine::play::hidden_game::MadePlayer;
use engine::{Fault, Meter, Player, Setting, Settings};
use guided_playout::{GuidedPlayout, Policy};
use node::Selection;
use plans::Caps;
use prior::Prior;
use std::ops::RangeInclusive;
pub use training::fit_prior;
use tree::{Leaf, Options, Tree};
use worlds::{Unseen, World};

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
        summary: "visits before a node of the tree is expanded",
    }
}

const fn endgame(default: &'static str) -> Setting {
    Setting {
        name: "endgame",
        default,
        summary: "the endgame is solved exactly from this many face-down cards on",
    }
}

const fn tables(default: &'static str) -> Setting {
    Setting {
        name: "tables",
        default,
        summary: "most tables searched for the plans of one table",
    }
}

const WIDTH: Setting = Setting {
    name: "width",
    default: "5",
    summary: "most outcomes of a plan (cards that it may turn up) in the tree",
};
const TREES: Setting = Setting {
    name: "trees",
    default: "10",
    summary: "trees that share the effort and whose visits are added up",
};
const LIMIT: Setting = Setting {
    name: "limit",
    default: "300",
    summary: "most states to solve a sample with all cards known",
};

const PRIOR: Setting = Setting {
    name: "prior",
    default: "learnt",
    summary: "the share of visits that plans are expected to deserve: learnt, or a share for the playout policy's plan",
};

fn prior(settings: &Settings) -> Result<Prior, Fault> {
    match settings.text(&PRIOR) {
        "learnt" => Ok(Prior::Learnt),
        _ => Ok(Prior::Policy(settings.number(&PRIOR, 0.0..=1.0)?)),
    }
}

static EXPERT_SETTINGS: [Setting; 6] = [
    effort("18000"),
    explore("1.0"),
    PRIOR,
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
    summary: "a tree over plans with guided playouts and a learnt prior, and exact endgames: the strongest; for endless passes and any part of a run",
    settings: &EXPERT_SETTINGS,
    make: |settings| {
        make(
            "expert",
            settings,
            &EXPERT_SETTINGS,
            LeafEvaluation::GuidedPlayout,
        )
    },
};

/// Hindsight optimisation.
pub(super) const HINDSIGHT: PlayerLine<View> = PlayerLine {
    name: "hindsight",
    summary: "hindsight optimisation: the plan after which most samples can be won with all cards known (Bjarnason, Fern and Tadepalli 2009)",
    settings: &HINDSIGHT_SETTINGS,
    make: |settings| {
        make(
            "hindsight",
            settings,
            &HINDSIGHT_SETTINGS,
            LeafEvaluation::Hindsight,
        )
    },
};

/// UCT.
pub(super) const UCT: PlayerLine<View> = PlayerLine {
    name: "uct",
    summary: "UCT over plans with random playouts (Bjarnason, Fern and Tadepalli 2009)",
    settings: &UCT_SETTINGS,
    make: |settings| {
        make(
            "uct",
            settings,
            &UCT_SETTINGS,
            LeafEvaluation::RandomPlayout,
        )
    },
};

/// Sparse UCT.
pub(super) const SPARSE_UCT: PlayerLine<View> = PlayerLine {
    name: "sparse-uct",
    summary: "as uct, with few outcomes of each plan",
    settings: &SPARSE_SETTINGS,
    make: |settings| {
        make(
            "sparse-uct",
            settings,
            &SPARSE_SETTINGS,
            LeafEvaluation::RandomPlayout,
        )
    },
};

/// Ensemble-UCT.
pub(super) const ENSEMBLE_UCT: PlayerLine<View> = PlayerLine {
    name: "ensemble-uct",
    summary: "as sparse-uct, with several trees that vote",
    settings: &ENSEMBLE_SETTINGS,
    make: |settings| {
        make(
            "ensemble-uct",
            settings,
            &ENSEMBLE_SETTINGS,
            LeafEvaluation::RandomPlayout,
        )
    },
};

/// How a leaf of the tree is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeafEvaluation {
    GuidedPlayout,
    RandomPlayout,
    Hindsight,
}

fn make(
    name: &'static str,
    settings: &Settings,
    known: &'static [Setting],
    evaluation: LeafEvaluation,
) -> MadePlayer<View> {
    let bounded = |name: &str, otherwise: usize, bounds: RangeInclusive<usize>| {
        let setting = known.iter().find(|setting| setting.name == name);
        setting.map_or(Ok(otherwise), |setting| settings.number(setting, bounds))
    };
    let number =
        |name: &str, otherwise: usize, least: usize| bounded(name, otherwise, least..=100_000_000);
    let explore = known.iter().find(|setting| setting.name == "explore");
    let options = Options {
        effort: number("effort", 1, 1)?,
        selection: match known.iter().any(|setting| setting.name == PRIOR.name) {
            true => Selection::Puct(prior(settings)?),
            false => Selection::Ucb1,
        },
        explore: settings.number(explore.expect("all of them have it"), 0.0..=100.0)?,
        expand_after: number("ripe", u32::MAX as usize, 1)? as u32,
        width: number("width", 0, 1)?,
        trees: number("trees", 1, 1)?,
        leaf: match evaluation {
            LeafEvaluation::GuidedPlayout | LeafEvaluation::RandomPlayout => Leaf::Playout,
            LeafEvaluation::Hindsight => Leaf::Hindsight(number(LIMIT.name, 0, 1)? as u64),
        },
        caps: Caps {
            tables: number("tables", 1, 1)?,
            plans: MOST_PLANS,
        },
    };
    let policy = match evaluation {
        LeafEvaluation::RandomPlayout => Policy::Random,
        _ => Policy::Scored,
    };
    let endgame_from = bounded("endgame", 0, 0..=MOST_ENDGAME)?;
    Ok(Box::new(Planner::new(name, options, endgame_from, policy)))
}

/// Plans of one table, at most.
const MOST_PLANS: usize = 60;
/// Unseen cards in an endgame, at most: 5,040 orders.
const MOST_ENDGAME: usize = 7;

/// A player that searches plans.
struct Planner {
    name: &'static str,
    options: Options,
    /// Most unseen cards of an endgame that is solved exactly.
    endgame_from: usize,
    tree: Tree,
    endgame: Endgame,
    judge: Judge,
    /// Chooses where the budget is spent before a plan is found.
    thumb: RulesOfThumb,
}

impl Player<View> for Planner {
    fn accepts(&self, view: &View) -> Result<(), Fault> {
        if Layout::allows(view.variant) {
            return Ok(());
        }
        let place = format!("player {}", quoted(self.name));
        let found = format!("the rules {}", quoted(&view.variant.name()));
        let expected = "rules with endless passes that let any part of a run move";
        Err(Fault::new(place, found, expected).hint(PLAYERS_OF_ALL_RULES))
    }

    fn choose(&mut self, view: &View, chance: &mut Chance, meter: &mut Meter<'_>) -> Vec<Move> {
        let cards: Vec<Card> = view.unseen_cards().collect();
        let position = view.fill(&cards);
        let Some((layout, table)) = Layout::new(&position) else {
            // Rules that it does not accept: it gives up rather than play them
            // by another policy.
            return Vec::new();
        };
        // Under these rules a pass through the stock costs nothing.
        if view.stock.iter().any(Option::is_none) {
            let turns = view.stock.len().div_ceil(view.variant.draw as usize);
            return vec![TURN; turns];
        }
        match self.plan(&position, &layout, &table, cards.len(), chance, meter) {
            Decision::Win(moves) => moves,
            Decision::Lost => Vec::new(),
            Decision::Steps(steps) if steps.is_empty() && meter.spent().is_some() => {
                self.thumb.choose(view, chance, meter)
            }
            Decision::Steps(steps) => moves_of(&position, &steps),
        }
    }
}

/// What a planner decides.
enum Decision {
    /// All cards are known and the game is won: the moves to its end.
    Win(Vec<Move>),
    /// All cards are known, and nothing wins.
    Lost,
    /// The steps up to the next card that is turned up, if any were found.
    Steps(Vec<Step>),
}

impl Planner {
    fn new(name: &'static str, options: Options, endgame_from: usize, policy: Policy) -> Planner {
        Planner {
            name,
            options,
            endgame_from,
            tree: Tree::new(policy),
            endgame: Endgame::default(),
            judge: Judge::new(),
            thumb: RulesOfThumb::default(),
        }
    }

    fn plan(
        &mut self,
        position: &Position,
        layout: &Layout,
        table: &Table,
        unknown: usize,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) -> Decision {
        // The last unknown card can only be the one that is missing.
        if unknown <= 1 || table.is_sure_win(layout) {
            match self.judge.decide_metered(layout, table, DECIDE, meter) {
                Verdict::Won => {
                    let won = Path::to_win(position, self.judge.won_by());
                    return Decision::Win(won.expect("steps are legal moves"));
                }
                Verdict::Lost => return Decision::Lost,
                Verdict::Unknown => {}
            }
        }
        let mut unseen = Unseen::of(layout, table);
        let (caps, tree) = (self.options.caps, &mut self.tree);
        Decision::Steps(match unseen.count() <= self.endgame_from {
            true => {
                let steps = self.endgame.choose(layout, table, &mut unseen, caps, meter);
                steps.unwrap_or_default()
            }
            false => tree.choose(layout, table, &self.options, chance, meter),
        })
    }
}

/// How many of `count` guided playouts from a position, with the cards of the
/// stock known and those face down sampled anew each time, are won.
pub fn guided_playouts_won(position: &Position, count: usize, seed: u64) -> Option<usize> {
    let (layout, table) = Layout::new(position)?;
    let mut random = FastRandom::new(seed);
    let mut playout = GuidedPlayout::new(Policy::Scored);
    playout.prepare(&layout, FastRandom::new(seed));
    let mut unseen = Unseen::of(&layout, &table);
    let mut world = World::new(&layout, &table);
    let won = |_: &usize| {
        unseen.deal(&mut world, &mut random);
        playout.wins(&world, &table)
    };
    Some((0..count).filter(won).count())
}

/// The plain moves of a plan's steps.
fn moves_of(position: &Position, steps: &[Step]) -> Vec<Move> {
    let mut path = Path::new(position);
    for &step in steps {
        path.step(step).expect("steps are legal moves");
    }
    path.moves
}
