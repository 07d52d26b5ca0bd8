//! Learning by playing (Donkersteeg's section 7.2, after Tesauro): temporal
//! differences with eligibility traces adjust the weights of a [`Value`] after
//! each move towards what the position after the next move is worth, and after
//! the last towards how the game ended.

use super::features::{COUNT, Value, features};
use crate::cards::seeded::Seeded;
use crate::klondike::playout::{Board, FastRandom};
use crate::klondike::rules::{Move, Position, TURN};
use crate::klondike::variant::Variant;
use engine::chance::Chance;

/// How much of each step's difference earlier positions take part in.
const LAMBDA: f64 = 0.9;
/// The size of steps at the start; it shrinks to a tenth.
const RATE: f64 = 0.02;
/// Most moves of a game.
const ROUNDS: usize = 400;

/// The greedy policy of a value function, which does not cycle through the
/// stock for ever.
pub(super) struct Greedy {
    /// Turns since another move was made.
    turns: usize,
    moves: Vec<Move>,
}

impl Greedy {
    pub(super) fn new() -> Greedy {
        Greedy {
            turns: 0,
            moves: Vec::new(),
        }
    }

    /// Makes the move whose result is worth most, now and then any; false if
    /// the game is over.
    pub(super) fn step(
        &mut self,
        board: &mut Board,
        value: &Value,
        random: &mut FastRandom,
        explore: f64,
    ) -> bool {
        if board.is_over() {
            return false;
        }
        self.moves.clear();
        board.moves(&mut self.moves);
        // Once round the stock, what it offered must be taken.
        if self.turns > board.turns_a_pass() + 1 {
            if self.moves.iter().any(|&mv| mv != TURN) {
                self.moves.retain(|&mv| mv != TURN);
            } else if self.turns > 2 * board.turns_a_pass() + 2 {
                return false;
            }
        }
        if self.moves.is_empty() {
            return false;
        }
        let mv = match explore > 0.0 && random.unit() < explore {
            true => self.moves[random.below(self.moves.len() as u32) as usize],
            false => self.best(board, value),
        };
        self.turns = if mv == TURN { self.turns + 1 } else { 0 };
        board.apply(mv);
        true
    }

    fn best(&self, board: &Board, value: &Value) -> Move {
        let (mut best, mut most) = (self.moves[0], f64::NEG_INFINITY);
        for &mv in &self.moves {
            // Turning leaves everything as it is, at the price of time.
            let mut next = *board;
            next.apply(mv);
            let worth = value.sum(&features(&next)) - if mv == TURN { 0.01 } else { 0.0 };
            if worth > most {
                (best, most) = (mv, worth);
            }
        }
        best
    }
}

/// Learns from `games` games the expected share of cards that come home. The
/// behaviour is epsilon-greedy: a random move with probability `explore`.
/// `tell` hears now and then how many games are played and what share of the
/// last ones was won, and says whether to go on.
pub fn learn(
    variant: Variant,
    games: u64,
    seed: u64,
    explore: f64,
    mut tell: impl FnMut(u64, f64) -> bool,
) -> Value {
    const REPORT: u64 = 1000;
    let mut value = Value([0.0; COUNT]);
    let mut random = FastRandom::from_chance(&mut Chance::new("learn", seed, 0));
    let mut wins = 0;
    for game in 0..games {
        let deck = Seeded::new("klondike learn", seed.wrapping_add(game)).deck();
        let mut board = Board::new(&Position::deal(variant, &deck));
        let rate = RATE * (1.0 - 0.9 * game as f64 / games as f64);
        wins += u64::from(learn_from(
            &mut board,
            &mut value,
            &mut random,
            [rate, explore],
        ));
        if (game + 1) % REPORT == 0 {
            if !tell(game + 1, wins as f64 / REPORT as f64) {
                break;
            }
            wins = 0;
        }
    }
    value
}

/// Plays one game and learns from it; says whether it was won.
fn learn_from(
    board: &mut Board,
    value: &mut Value,
    random: &mut FastRandom,
    [rate, explore]: [f64; 2],
) -> bool {
    let mut greedy = Greedy::new();
    let mut traces = [0.0; COUNT];
    let mut now = features(board);
    let mut chance = 1.0 / (1.0 + (-value.sum(&now)).exp());
    for _ in 0..ROUNDS {
        let goes_on = greedy.step(board, value, random, explore);
        let next = features(board);
        let target = match goes_on && !board.is_won() {
            true => 1.0 / (1.0 + (-value.sum(&next)).exp()),
            false => f64::from(board.fitness()) / 52.0,
        };
        for ((weight, trace), feature) in value.0.iter_mut().zip(&mut traces).zip(now) {
            // The slope of the cross entropy, not of the square, so that
            // sure but wrong chances are mended as fast.
            *trace = LAMBDA * *trace + feature;
            *weight += rate * (target - chance) * *trace;
        }
        if !goes_on || board.is_won() {
            break;
        }
        now = next;
        chance = 1.0 / (1.0 + (-value.sum(&now)).exp());
    }
    board.is_won()
}
