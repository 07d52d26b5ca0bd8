//! How likely the thesis's blocking sets are (Donkersteeg 2010, 3.1.3): in a
//! fresh deal, a column's open card, neither ace nor king, lies on both cards
//! that it could be put on and on a lower one of its suit.

use super::rules::{COLUMNS, Column};
use crate::cards::{Card, KING};

/// A probability as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// Ways that count.
    pub part: u128,
    /// All ways.
    pub whole: u128,
}

impl Fraction {
    fn new(part: u128, whole: u128) -> Fraction {
        let (mut a, mut b) = (whole, part);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Fraction {
            part: part / a,
            whole: whole / a,
        }
    }

    /// About how much it is.
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

/// How many ways there are to choose `some` of `all`.
pub(super) fn choose(all: u128, some: u128) -> u128 {
    (0..some).fold(1, |ways, i| ways * (all - i) / (i + 1))
}

/// How likely the column with this number, from 0, blocks itself. Given its
/// open card of rank x, its h hidden cards are any of the 51 others; with the
/// two parents, h - 2 of the 49 left are among them, and not all of these may
/// miss the x - 1 lower cards of the suit.
pub fn of_column(column: usize) -> Fraction {
    let hidden = column as u128;
    if hidden < 3 {
        return Fraction::new(0, 1);
    }
    let others = hidden - 2;
    let sets = 2..u128::from(KING);
    let blocking = sets.map(|rank| 4 * (choose(49, others) - choose(50 - rank, others)));
    Fraction::new(blocking.sum(), 52 * choose(51, hidden))
}

/// How many columns of a deal block themselves on average: a bound on how
/// likely it is that any does.
pub fn of_all_columns() -> Fraction {
    (0..COLUMNS)
        .map(of_column)
        .fold(Fraction::new(0, 1), |sum, one| {
            let part = sum.part * one.whole + one.part * sum.whole;
            Fraction::new(part, sum.whole * one.whole)
        })
}

/// Whether a column's first open card lies on both cards that it could be put
/// on and on a lower one of its suit.
pub fn blocks_itself(column: &Column) -> bool {
    let Some(lead) = column.open.first() else {
        return false;
    };
    let count = |test: &dyn Fn(&Card) -> bool| column.hidden.iter().filter(|c| test(c)).count();
    let parents = |c: &Card| c.rank() == lead.rank() + 1 && c.is_red() != lead.is_red();
    let lower = |c: &Card| c.suit() == lead.suit() && c.rank() < lead.rank();
    count(&parents) == 2 && count(&lower) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thesis, 3.1.3: 0.0040 for the last column. Its sum there is over
    /// 1 - (50-x)(49-x)(48-x)(47-x) / (49·48·47·46).
    #[test]
    fn the_last_column_blocks_as_often_as_the_thesis_says() {
        let Fraction { part, whole } = of_column(6);
        let missing = |x: u128| (50 - x) * (49 - x) * (48 - x) * (47 - x);
        let all = 49 * 48 * 47 * 46;
        let sum: u128 = (2..=12).map(|x| all - missing(x)).sum();
        assert_eq!(part * 13 * 85 * all, whole * sum);
        assert_eq!(format!("{:.4}", of_column(6).value()), "0.0040");
        assert_eq!(of_column(2).value(), 0.0);
    }
}
