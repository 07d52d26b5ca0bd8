//! Klondike for Monte Carlo players: packed boards, random playouts,
//! Donkersteeg's safe moves, and his rewards to break ties.

use super::rewards::reward;
use super::rules_of_thumb::RulesOfThumb;
use crate::klondike::playout::{Board, Determinizer, FastRandom, PlayoutPolicy};
use crate::klondike::rules::{Move, Place, TURN};
use crate::klondike::table::only;
use crate::klondike::view::View;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::play::Simulator;
use engine::{Fault, Setting, Settings};

/// What decides before playouts, and where playouts come out equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Advice {
    /// Safe moves, and chance.
    Safe,
    /// Safe moves, and the rewards of table 6.1 break ties (section 6.3).
    Ties,
    /// What the rules of thumb name comes first (section 5.2).
    First,
}

/// Klondike for Monte Carlo players.
pub(super) struct PlayoutSimulator {
    determinizer: Option<Determinizer>,
    random: FastRandom,
    policy: PlayoutPolicy,
    /// Whether the player turns the stock only when nothing else can be done.
    turns_last: bool,
    advice: Advice,
    thumb: RulesOfThumb,
    thumb_move: Option<Move>,
}

pub(super) const TURNS: Setting = Setting {
    name: "turns",
    default: "any",
    summary: "when the stock is turned: as any other move (any), only when nothing else can be done (last), or so in playouts alone (playouts)",
};

/// Reads the playout policy, and whether the player itself turns the stock
/// only when nothing else can be done.
pub(super) fn playout_policy(
    settings: &Settings,
    known: &[Setting],
) -> Result<(PlayoutPolicy, bool), Fault> {
    let setting = known
        .iter()
        .find(|k| k.name == TURNS.name)
        .unwrap_or(&TURNS);
    let (turns_last, by_choice) = match settings.text(setting) {
        "any" => (false, false),
        "last" => (true, true),
        "playouts" => (true, false),
        other => return Err(Fault::new("turns", quoted(other), "any, last or playouts")),
    };
    let policy = PlayoutPolicy {
        turns_last,
        ..PlayoutPolicy::default()
    };
    Ok((policy, by_choice))
}

impl PlayoutSimulator {
    pub(super) fn new(
        (policy, turns_last): (PlayoutPolicy, bool),
        advice: Advice,
    ) -> PlayoutSimulator {
        PlayoutSimulator {
            determinizer: None,
            random: FastRandom::new(0),
            policy,
            turns_last,
            advice,
            thumb: RulesOfThumb::default(),
            thumb_move: None,
        }
    }
}

/// The first move that sends a safe card home.
pub(super) fn safe_move(board: &Board, moves: &[Move]) -> Option<Move> {
    let safe = board.safe();
    let is_safe = |mv: &&Move| {
        let card = match mv.to {
            Place::Home(_) => board.card_of(mv.from),
            _ => None,
        };
        card.is_some_and(|card| safe & only(card) != 0)
    };
    moves.iter().find(is_safe).copied()
}

impl Simulator<View> for PlayoutSimulator {
    type State = Board;

    fn look(&mut self, view: &View, chance: &mut Chance) {
        self.determinizer = Some(Determinizer::new(view));
        self.random = FastRandom::from_chance(chance);
        if self.advice == Advice::First {
            self.thumb_move = self.thumb.firm(view);
        }
    }

    fn sample(&mut self) -> Board {
        let determinizer = self.determinizer.as_mut().expect("`look` comes first");
        determinizer.sample(&mut self.random)
    }

    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        board.moves(out);
        if self.turns_last && out.len() > 1 {
            out.retain(|&mv| mv != TURN);
        }
    }

    fn apply(&self, board: &mut Board, mv: Move) {
        board.apply(mv);
    }

    fn is_over(&self, board: &Board) -> bool {
        board.is_over()
    }

    fn worth(&self, board: &Board) -> f64 {
        board.fitness().into()
    }

    fn play_out(&mut self, mut board: Board, depth: u32) -> f64 {
        board.only_forward();
        let result = board.play_out(&mut self.random, depth, self.policy);
        result.fitness.into()
    }

    fn at_once(&mut self, board: &Board, moves: &[Move]) -> Option<Move> {
        let said = self.thumb_move.take();
        safe_move(board, moves).or(said)
    }

    fn break_tie(&mut self, view: &View, moves: &mut Vec<Move>) {
        if self.advice != Advice::Ties {
            return;
        }
        let rewards: Vec<i32> = moves.iter().map(|&mv| reward(view, mv)).collect();
        let most = rewards.iter().max().copied();
        let mut rewards = rewards.into_iter();
        moves.retain(|_| rewards.next() == most);
    }
}
