//! The players of Klondike that do not see face-down cards, one line each.
//! Monte Carlo search lives in the engine and knows no game; [`simulator`]
//! supplies the game. [`planner`] has the players that search plans.

pub(crate) mod features;
pub(crate) mod learn;
mod learnt;
mod planner;
mod rewards;
mod rules_of_thumb;
mod simulator;

pub use planner::{fit_prior, guided_playouts_won};

use super::playout::{Determinizer, FastRandom};
use super::rules::{Move, TURN};
use super::view::View;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::play::hidden_game::MadePlayer;
use engine::play::rollout::{AVERAGE_SETTINGS, NESTED_SETTINGS, SETTINGS};
use engine::play::{MonteCarlo, PlayerLine};
use engine::{Fault, Meter, Player, Setting, Settings};
use learnt::Learnt;
use rules_of_thumb::RulesOfThumb;
use simulator::{Advice, PlayoutSimulator, TURNS, playout_policy};

const MODE: Setting = Setting {
    name: "mode",
    default: "ties",
    summary: "ties: rewards decide between moves that come out equal (section 6.3); first: rules of thumb come before playouts (section 5.2)",
};

static RANDOM: [Setting; 1] = [TURNS];
static A: [Setting; 5] = [SETTINGS[0], SETTINGS[1], SETTINGS[2], SETTINGS[3], TURNS];
static C: [Setting; 6] = [
    SETTINGS[0],
    SETTINGS[1],
    SETTINGS[2],
    SETTINGS[3],
    TURNS,
    MODE,
];
static HONEST: [Setting; 5] = [
    AVERAGE_SETTINGS[0],
    AVERAGE_SETTINGS[1],
    AVERAGE_SETTINGS[2],
    AVERAGE_SETTINGS[3],
    TURNS,
];
static NESTED: [Setting; 8] = [
    NESTED_SETTINGS[0],
    NESTED_SETTINGS[1],
    NESTED_SETTINGS[2],
    NESTED_SETTINGS[3],
    NESTED_SETTINGS[4],
    NESTED_SETTINGS[5],
    NESTED_SETTINGS[6],
    TURNS,
];

/// Short playouts, which the learnt value evaluates at their end.
static LEARNT: [Setting; 6] = [
    AVERAGE_SETTINGS[0],
    Setting {
        default: "20",
        ..AVERAGE_SETTINGS[1]
    },
    AVERAGE_SETTINGS[2],
    AVERAGE_SETTINGS[3],
    learnt::POLICY,
    learnt::WEIGHTS,
];

/// The hint of players that refuse rules.
pub(crate) const PLAYERS_OF_ALL_RULES: &str =
    "random, a, c, rules, monte-carlo and nested play under all rules";

/// Klondike's players.
pub static PLAYERS: &[PlayerLine<View>] = &[
    PlayerLine {
        name: "random",
        summary: "any move, all equally likely (Donkersteeg's player R)",
        settings: &RANDOM,
        make: |settings| {
            let (_, turns_last) = playout_policy(settings, &RANDOM)?;
            Ok(Box::new(AtRandom { turns_last }))
        },
    },
    PlayerLine {
        name: "a",
        summary: "the move with the best of k random playouts, safe moves first (Donkersteeg's player A)",
        settings: &A,
        make: |settings| monte_carlo(settings, &A, Advice::Safe),
    },
    PlayerLine {
        name: "c",
        summary: "as a, with rewards for moves or rules of thumb (Donkersteeg's player C)",
        settings: &C,
        make: |settings| {
            let advice = match settings.text(&MODE) {
                "ties" => Advice::Ties,
                "first" => Advice::First,
                other => return Err(Fault::new("mode", quoted(other), "ties or first")),
            };
            monte_carlo(settings, &C, advice)
        },
    },
    PlayerLine {
        name: "rules",
        summary: "the twelve rules of thumb of Donkersteeg's section 3.4",
        settings: &[],
        make: |_| Ok(Box::new(RulesOfThumb::default())),
    },
    PlayerLine {
        name: "monte-carlo",
        summary: "the best average of k random playouts, each with hidden cards of its own",
        settings: &HONEST,
        make: |settings| monte_carlo(settings, &HONEST, Advice::Safe),
    },
    PlayerLine {
        name: "nested",
        summary: "as monte-carlo, but playouts choose their moves by playouts of their own",
        settings: &NESTED,
        make: |settings| monte_carlo(settings, &NESTED, Advice::Safe),
    },
    PlayerLine {
        name: "learnt",
        summary: "as monte-carlo, with short playouts whose worth was learnt by temporal differences",
        settings: &LEARNT,
        make: |settings| {
            let learnt = Learnt::new(settings)?;
            Ok(Box::new(MonteCarlo::new(learnt, settings, &LEARNT)?))
        },
    },
    planner::EXPERT,
    planner::HINDSIGHT,
    planner::UCT,
    planner::SPARSE_UCT,
    planner::ENSEMBLE_UCT,
];

fn monte_carlo(settings: &Settings, known: &[Setting], advice: Advice) -> MadePlayer<View> {
    let simulator = PlayoutSimulator::new(playout_policy(settings, known)?, advice);
    Ok(Box::new(MonteCarlo::new(simulator, settings, known)?))
}

/// The random player, who may leave the stock for last.
struct AtRandom {
    turns_last: bool,
}

impl Player<View> for AtRandom {
    fn choose(&mut self, view: &View, chance: &mut Chance, _: &mut Meter<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        // Legal moves do not depend on hidden cards.
        Determinizer::new(view)
            .sample(&mut FastRandom::new(0))
            .moves(&mut moves);
        if self.turns_last && moves.len() > 1 {
            moves.retain(|&mv| mv != TURN);
        }
        match moves.len() {
            0 => moves,
            count => vec![moves[chance.below(count)]],
        }
    }
}
