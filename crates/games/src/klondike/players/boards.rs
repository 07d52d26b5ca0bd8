//! What players that look ahead know of Klondike: packed boards, Donkersteeg's
//! safe moves, random playouts, and his rewards to break ties.

use super::rewards::reward;
use super::rules_of_thumb::Thumb;
use crate::klondike::playout::{Board, Deck, Dice, Habits};
use crate::klondike::rules::{Move, Place, TURN};
use crate::klondike::table::only;
use crate::klondike::view::View;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::play::Simulator;
use engine::{Fault, Setting, Settings};

/// What is chosen without looking ahead, or where looking ahead cannot decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Advice {
    /// Safe moves, and chance.
    Safe,
    /// Safe moves, and the rewards of table 6.1 break ties (section 6.3).
    Ties,
    /// What the rules of thumb name comes first (section 5.2).
    First,
}

/// Klondike for players that look ahead.
pub(super) struct Boards {
    deck: Option<Deck>,
    dice: Dice,
    habits: Habits,
    /// Whether the player turns the stock only when nothing else can be done.
    turns_last: bool,
    advice: Advice,
    thumb: Thumb,
    thumb_says: Option<Move>,
}

pub(super) const TURNS: Setting = Setting {
    name: "turns",
    default: "any",
    summary: "when the stock is turned: as any other move (any), only when nothing else can be done (last), or so in playouts alone (playouts)",
};

/// Reads how random play goes, and whether the player itself turns the stock
/// only when nothing else can be done.
pub(super) fn habits(settings: &Settings, known: &[Setting]) -> Result<(Habits, bool), Fault> {
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
    let habits = Habits {
        turns_last,
        ..Habits::default()
    };
    Ok((habits, by_choice))
}

impl Boards {
    pub(super) fn new((habits, turns_last): (Habits, bool), advice: Advice) -> Boards {
        Boards {
            deck: None,
            dice: Dice::new(0),
            habits,
            turns_last,
            advice,
            thumb: Thumb::default(),
            thumb_says: None,
        }
    }
}

/// The first move that sends home what is safe there.
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

impl Simulator<View> for Boards {
    type State = Board;

    fn look(&mut self, view: &View, chance: &mut Chance) {
        self.deck = Some(Deck::new(view));
        self.dice = Dice::from_chance(chance);
        if self.advice == Advice::First {
            self.thumb_says = self.thumb.firm(view);
        }
    }

    fn sample(&mut self) -> Board {
        let deck = self.deck.as_mut().expect("a view was looked at");
        deck.deal(&mut self.dice)
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
        let result = board.play_out(&mut self.dice, depth, self.habits);
        result.fitness.into()
    }

    fn at_once(&mut self, board: &Board, moves: &[Move]) -> Option<Move> {
        let said = self.thumb_says.take();
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
