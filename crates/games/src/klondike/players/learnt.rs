//! Monte Carlo search with a learnt value function: it evaluates playouts that
//! are cut short, or chooses the moves of playouts greedily.

use super::PLAYERS_OF_ALL_RULES;
use super::features::Value;
use super::learn::Greedy;
use super::simulator::safe_move;
use crate::klondike::playout::{Board, Determinizer, FastRandom, PlayoutPolicy};
use crate::klondike::rules::Move;
use crate::klondike::variant::Variant;
use crate::klondike::view::View;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::play::Simulator;
use engine::{Fault, Setting, Settings, Weights};

/// Weights that ship with the program, learnt with three cards and with one.
const DRAW_THREE: &str = include_str!("../../../data/weights/klondike-thesis.json");
const DRAW_ONE: &str = include_str!("../../../data/weights/klondike-thesis-draw1.json");

pub(super) const POLICY: Setting = Setting {
    name: "policy",
    default: "random",
    summary: "how playouts choose moves: random, or greedy by the value",
};
pub(super) const WEIGHTS: Setting = Setting {
    name: engine::settings::WEIGHTS,
    default: "shipped",
    summary: "a file that `stumper learn klondike` made; those that ship were learnt under the thesis's rules, with one card and with three",
};

/// Klondike with a learnt value function.
pub(super) struct Learnt {
    given: Option<Value>,
    shipped: [Value; 2],
    value: Value,
    greedy: bool,
    determinizer: Option<Determinizer>,
    random: FastRandom,
}

impl Learnt {
    pub(super) fn new(settings: &Settings) -> Result<Learnt, Fault> {
        let greedy = match settings.text(&POLICY) {
            "random" => false,
            "greedy" => true,
            other => return Err(Fault::new("policy", quoted(other), "random or greedy")),
        };
        let shipped = |text| Value::from_weights(&Weights::parse(text)?);
        let shipped = [shipped(DRAW_THREE)?, shipped(DRAW_ONE)?];
        let given = settings.weights.as_ref().map(Value::from_weights);
        Ok(Learnt {
            given: given.transpose()?,
            value: shipped[0].clone(),
            shipped,
            greedy,
            determinizer: None,
            random: FastRandom::new(0),
        })
    }

    fn value_for(&self, variant: Variant) -> Value {
        let shipped = &self.shipped[usize::from(variant.draw == 1)];
        self.given.as_ref().unwrap_or(shipped).clone()
    }
}

impl Simulator<View> for Learnt {
    type State = Board;

    fn accepts(&self, view: &View) -> Result<(), Fault> {
        if self.given.is_some() || matches!(view.variant.draw, 1 | 3) {
            return Ok(());
        }
        let found = format!("the rules {}", quoted(&view.variant.name()));
        let expected = "one card or three drawn at a time, for which weights ship, or --weights";
        let fault = Fault::new("player \"learnt\"", found, expected);
        Err(fault.hint(format!(
            "`stumper learn` makes weights for other rules; {PLAYERS_OF_ALL_RULES}"
        )))
    }

    fn look(&mut self, view: &View, chance: &mut Chance) {
        self.value = self.value_for(view.variant);
        self.determinizer = Some(Determinizer::new(view));
        self.random = FastRandom::from_chance(chance);
    }

    fn sample(&mut self) -> Board {
        let determinizer = self.determinizer.as_mut().expect("`look` comes first");
        determinizer.sample(&mut self.random)
    }

    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        board.moves(out);
    }

    fn apply(&self, board: &mut Board, mv: Move) {
        board.apply(mv);
    }

    fn is_over(&self, board: &Board) -> bool {
        board.is_over()
    }

    fn worth(&self, board: &Board) -> f64 {
        match board.is_over() {
            true => f64::from(board.fitness()) / 52.0,
            false => self.value.share(board),
        }
    }

    fn play_out(&mut self, mut board: Board, depth: u32) -> f64 {
        board.only_forward();
        if self.greedy {
            let mut greedy = Greedy::new();
            for _ in 0..depth.min(400) {
                if board.is_won() || !greedy.step(&mut board, &self.value, &mut self.random, 0.0) {
                    break;
                }
            }
            if depth == u32::MAX {
                return f64::from(board.fitness()) / 52.0;
            }
            return self.worth(&board);
        }
        let policy = PlayoutPolicy {
            turns_last: true,
            ..PlayoutPolicy::default()
        };
        board.play_out(&mut self.random, depth, policy);
        self.worth(&board)
    }

    fn at_once(&mut self, board: &Board, moves: &[Move]) -> Option<Move> {
        safe_move(board, moves)
    }
}
