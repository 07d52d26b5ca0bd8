//! The moves on a packed table, called steps: one of them, and all as bit sets.

use super::bits::{Cards, each};

/// All steps on a table, as sets of cards by the kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// From a column to its foundation.
    pub home: Cards,
    /// Leading a column over to another, so that what is beneath is turned up
    /// or the column is emptied.
    pub reveal: Cards,
    /// From the stock to its foundation.
    pub stock_home: Cards,
    /// From the stock to a column.
    pub stock_column: Cards,
    /// From a foundation back to a column.
    pub back: Cards,
}

/// One step; the kinds are those of [`Moves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The card of this bit goes from a column to its foundation.
    Home(u8),
    /// It leads its column over to another.
    Reveal(u8),
    /// It goes from the stock to its foundation.
    StockHome(u8),
    /// It goes from the stock to a column.
    StockColumn(u8),
    /// It comes back from its foundation to a column.
    Back(u8),
}

impl Step {
    /// The card's bit.
    pub fn bit(self) -> u8 {
        match self {
            Step::Home(bit)
            | Step::Reveal(bit)
            | Step::StockHome(bit)
            | Step::StockColumn(bit)
            | Step::Back(bit) => bit,
        }
    }
}

impl Moves {
    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.home | self.reveal | self.stock_home | self.stock_column | self.back == 0
    }

    /// Calls `f` with each step.
    pub fn for_each(&self, mut f: impl FnMut(Step)) {
        each(self.home).for_each(|bit| f(Step::Home(bit)));
        each(self.reveal).for_each(|bit| f(Step::Reveal(bit)));
        each(self.stock_home).for_each(|bit| f(Step::StockHome(bit)));
        each(self.stock_column).for_each(|bit| f(Step::StockColumn(bit)));
        each(self.back).for_each(|bit| f(Step::Back(bit)));
    }
}
