//! The scores by which guided playouts order steps: a linear function of
//! features of a step. Hill climbing on the share of playouts won found the
//! weights, separately for one card and for several drawn at a time.

use super::worlds::World;
use crate::klondike::bits::pairs;
use crate::klondike::table::{Cards, Layout, Moves, Step, Table, card_of, each};

/// Kinds of steps in the order of the arrays below: from a column home, leads
/// over to a column, from the stock home, from the stock to a column, back
/// from home.
pub const KINDS: usize = 5;

/// The weights of a step's features. Ranks, and how far a card is from
/// going home, count in twelfths; cards beneath in sixths; turns of the stock
/// in twenty-fourths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepWeights {
    /// The kind itself.
    pub kind: [f32; KINDS],
    /// The card's rank.
    pub rank: [f32; KINDS],
    /// For the first two kinds: cards beneath.
    pub beneath: [f32; 2],
    /// None beneath.
    pub bottom: [f32; 2],
    /// Only one beneath.
    pub last: [f32; 2],
    /// Cards of its suit that are to go home before it.
    pub waits: [f32; KINDS],
    /// For the last two kinds: a lead can lie on the card.
    pub takes_lead: [f32; 2],
    /// A card of the stock can.
    pub takes_stock: [f32; 2],
    /// Kings from the stock to a column, and kings that lead a column over.
    pub king: [f32; 2],
    /// For steps from the stock: when the card is turned.
    pub turn: [f32; 2],
    /// From the stock to a column: the other card of the pair is face up.
    pub twin: f32,
}

/// How many weights there are.
pub const NUMBERS: usize = 30;

impl StepWeights {
    /// The weights in order.
    pub const fn from_numbers(n: [f32; NUMBERS]) -> StepWeights {
        StepWeights {
            kind: [n[0], n[1], n[2], n[3], n[4]],
            rank: [n[5], n[6], n[7], n[8], n[9]],
            beneath: [n[10], n[11]],
            bottom: [n[12], n[13]],
            last: [n[14], n[15]],
            waits: [n[16], n[17], n[18], n[19], n[20]],
            takes_lead: [n[21], n[22]],
            takes_stock: [n[23], n[24]],
            king: [n[25], n[26]],
            turn: [n[27], n[28]],
            twin: n[29],
        }
    }
}

/// A step with its score, in one number: the score in fixed point, and in the
/// low bits the kind and the card. The greatest is tried first.
pub(super) type ScoredStep = i32;

/// Bits of a card, and of a step: its kind and its card.
const CARD_BITS: u32 = 6;
const STEP_BITS: u32 = 9;
/// Units of a score.
const UNIT: f32 = 4096.0;

const fn fixed(score: f32) -> i32 {
    ((score * UNIT) as i32) << STEP_BITS
}

/// A step with this score.
pub(super) fn scored(score: f32, step: Step) -> ScoredStep {
    let kind = match step {
        Step::Home(_) => 0,
        Step::Reveal(_) => 1,
        Step::StockHome(_) => 2,
        Step::StockColumn(_) => 3,
        Step::Back(_) => 4,
    };
    fixed(score) | kind << CARD_BITS | i32::from(step.bit())
}

/// The step alone.
#[inline]
pub(super) fn step_of(scored: ScoredStep) -> Step {
    let bit = scored as u8 & ((1 << CARD_BITS) - 1);
    match scored >> CARD_BITS & 7 {
        0 => Step::Home(bit),
        1 => Step::Reveal(bit),
        2 => Step::StockHome(bit),
        3 => Step::StockColumn(bit),
        _ => Step::Back(bit),
    }
}

/// Weights as tables for one layout's stock, so that a score is a sum of a few
/// numbers.
pub(super) struct StepScores {
    /// What does not change in a game, by kind and card, with the step in the
    /// low bits.
    fixed: [[i32; 64]; KINDS],
    /// By kind and by cards of the suit at home.
    home: [[i32; 16]; KINDS],
    /// By kind and by cards beneath.
    beneath: [[i32; 8]; KINDS],
    takes_lead: [i32; KINDS],
    takes_stock: [i32; KINDS],
    twin: [i32; KINDS],
}

impl StepScores {
    /// No preferences.
    pub(super) const NONE: StepScores = StepScores {
        fixed: [[0; 64]; KINDS],
        home: [[0; 16]; KINDS],
        beneath: [[0; 8]; KINDS],
        takes_lead: [0; KINDS],
        takes_stock: [0; KINDS],
        twin: [0; KINDS],
    };

    /// The tables of these weights.
    pub(super) fn new(weights: &StepWeights, layout: &Layout) -> StepScores {
        let mut tables = [[0; 64]; KINDS];
        let mut home = [[0; 16]; KINDS];
        for kind in 0..KINDS {
            for bit in 0..52 {
                let rank = f32::from(bit / 4);
                let mut score =
                    weights.kind[kind] + (weights.rank[kind] + weights.waits[kind]) * rank / 12.0;
                match kind {
                    1 if bit >= 48 => score += weights.king[1],
                    3 if bit >= 48 => score += weights.king[0],
                    _ => {}
                }
                if matches!(kind, 2 | 3) {
                    score += weights.turn[kind - 2] * f32::from(layout.turn(bit)) / 24.0;
                }
                tables[kind][bit as usize] =
                    fixed(score) | (kind as i32) << CARD_BITS | i32::from(bit);
            }
            home[kind] =
                std::array::from_fn(|count| fixed(-weights.waits[kind] * count as f32 / 12.0));
        }
        let mut beneath = [[0; 8]; KINDS];
        for (kind, counts) in beneath.iter_mut().enumerate().take(2) {
            for (count, score) in counts.iter_mut().enumerate() {
                let special = match count {
                    0 => weights.bottom[kind],
                    1 => weights.last[kind],
                    _ => 0.0,
                };
                *score = fixed(weights.beneath[kind] * count as f32 / 6.0 + special);
            }
        }
        let placed = |[a, b]: [f32; 2]| [0, 0, 0, fixed(a), fixed(b)];
        StepScores {
            fixed: tables,
            home,
            beneath,
            takes_lead: placed(weights.takes_lead),
            takes_stock: placed(weights.takes_stock),
            twin: placed([weights.twin, 0.0]),
        }
    }

    /// Calls `f` with each step and its score.
    #[inline]
    pub(super) fn each(
        &self,
        moves: &Moves,
        table: &Table,
        world: &World,
        mut f: impl FnMut(ScoredStep),
    ) {
        // A pair lies on the pair of bits one rank up.
        let above = |cards: Cards| pairs(cards << 4);
        let (leads, stock) = (above(table.leads), above(table.stock));
        let has = |cards: Cards, bit: u8| (cards >> (bit & 63) & 1) as i32;
        let home = |kind: usize, bit: u8| {
            let count = (table.key >> SUIT_SHIFTS[usize::from(bit & 63)]) as usize & 15;
            self.fixed[kind][usize::from(bit & 63)] + self.home[kind][count]
        };
        // A card has at most one step of these kinds: one loop, without other
        // branches, serves them all.
        let (reveal, column, back) = (moves.reveal, moves.stock_column, moves.back);
        for bit in each(moves.home | reveal | column | back) {
            let kind = has(reveal, bit) + 3 * has(column, bit) + 4 * has(back, bit);
            let kind = (kind as usize).min(KINDS - 1);
            let score = home(kind, bit)
                + self.beneath[kind][world.beneath(bit) & 7]
                + has(leads, bit) * self.takes_lead[kind]
                + has(stock, bit) * self.takes_stock[kind]
                + has(table.open, bit ^ 1) * self.twin[kind];
            f(score);
        }
        for bit in each(moves.stock_home) {
            f(home(2, bit));
        }
    }
}

/// Where the count of a card's suit begins in [`Table::key`].
const SUIT_SHIFTS: [u8; 64] = {
    let mut shifts = [0; 64];
    let mut bit = 0;
    while bit < 52 {
        shifts[bit as usize] = 4 * card_of(bit).suit();
        bit += 1;
    }
    shifts
};

/// The weights for one card drawn at a time.
pub const DRAW_ONE: StepWeights = StepWeights::from_numbers([
    13.38, 10.65, 4.94, 2.98, 0.24, -8.35, -0.23, -2.48, 1.25, 1.63, 6.16, 7.66, -1.79, -2.59,
    -0.98, -2.93, 5.82, -0.72, -2.17, 0.44, 1.86, 5.19, 10.25, 1.24, 0.29, 0.23, 0.47, 5.82, 1.90,
    -1.49,
]);

/// The weights for several cards drawn at a time; found with three.
pub const DRAW_SEVERAL: StepWeights = StepWeights::from_numbers([
    12.39, 10.12, 2.50, 1.67, 1.83, -3.37, 0.80, -5.72, 2.32, 0.98, 11.67, 5.45, -3.47, -3.45,
    -1.18, -1.22, -0.24, -1.69, -3.09, -0.23, 1.39, 4.26, 7.50, 0.94, 0.34, -0.97, 3.13, 7.37,
    -0.53, 0.60,
]);
