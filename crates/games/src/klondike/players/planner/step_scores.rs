//! The scores by which guided playouts order steps: a linear function of
//! features of a step. Hill climbing on the share of playouts won found the
//! weights, separately for one card and for several drawn at a time.

use crate::klondike::bits::pairs;
use crate::klondike::table::{Cards, Layout, Moves, Step, Table, card_of};

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

/// What fits on a table: sets of cards for [`StepWeights::score`].
pub(super) struct Fits {
    leads: Cards,
    stock: Cards,
}

impl Fits {
    pub(super) fn on(table: &Table) -> Fits {
        // A pair lies on the pair of bits one rank up.
        let above = |cards: Cards| pairs(cards << 4);
        Fits {
            leads: above(table.leads),
            stock: above(table.stock),
        }
    }
}

impl StepWeights {
    /// How early to try a step of this kind.
    fn score(&self, kind: usize, bit: u8, table: &Table, layout: &Layout, fits: &Fits) -> f32 {
        let has = |cards: Cards| f32::from((cards >> bit & 1) as u8);
        let rank = f32::from(bit / 4);
        let waits = rank - f32::from(table.home(card_of(bit).suit()));
        let mut score =
            self.kind[kind] + (self.rank[kind] * rank + self.waits[kind] * waits) / 12.0;
        match kind {
            0 | 1 => {
                let beneath = layout.beneath(bit).count();
                score += self.beneath[kind] * beneath as f32 / 6.0;
                match beneath {
                    0 => score += self.bottom[kind],
                    1 => score += self.last[kind],
                    _ => {}
                }
            }
            3 | 4 => {
                score += has(fits.leads) * self.takes_lead[kind - 3];
                score += has(fits.stock) * self.takes_stock[kind - 3];
            }
            _ => {}
        }
        let king = f32::from(u8::from(bit >= 48));
        match kind {
            1 => score += king * self.king[1],
            3 => score += king * self.king[0],
            _ => {}
        }
        if matches!(kind, 2 | 3) {
            score += self.turn[kind - 2] * f32::from(layout.turn(bit)) / 24.0;
        }
        if kind == 3 {
            score += self.twin * f32::from((table.open >> (bit ^ 1) & 1) as u8);
        }
        score
    }

    /// Calls `f` with each step and its score.
    pub(super) fn each(
        &self,
        moves: &Moves,
        table: &Table,
        layout: &Layout,
        mut f: impl FnMut(f32, Step),
    ) {
        let fits = Fits::on(table);
        moves.for_each(|step| {
            let kind = match step {
                Step::Home(_) => 0,
                Step::Reveal(_) => 1,
                Step::StockHome(_) => 2,
                Step::StockColumn(_) => 3,
                Step::Back(_) => 4,
            };
            f(self.score(kind, step.bit(), table, layout, &fits), step);
        });
    }
}

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
