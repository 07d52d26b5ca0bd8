//! Deals in which nothing can be played at all (Donkersteeg 2010, 3.1.1): no
//! card can go home or to another column, however often the stock is turned.
//! How many there are is counted exactly; [`is_unplayable`] looks at one.

use super::odds::choose;
use super::rules::{Position, TURN};
use engine::Puzzle;

/// Open cards of a fresh deal, and cards of its stock.
const OPEN: usize = 7;
const STOCK: usize = 24;

/// Ways to choose the seven open cards and those of the stock that can be
/// turned up before any is played.
pub struct Count {
    /// In which nothing can be played.
    pub unplayable: u128,
    /// In which no ace is among them.
    pub aceless: u128,
    /// All.
    pub all: u128,
}

/// Counts for a number of cards turned at a time.
pub fn count(draw: u8) -> Count {
    let stock = STOCK.div_ceil(draw.into());
    let (open, turned) = (OPEN as u128, stock as u128);
    let ways = |cards: u128| choose(cards, open) * choose(cards - open, turned);
    let chain = chain();
    let mut unplayable = 0;
    for open in 0..=OPEN {
        for turned in 0..=stock {
            unplayable += chain[open][turned] * chain[OPEN - open][stock - turned];
        }
    }
    Count {
        unplayable,
        aceless: ways(48),
        all: ways(52),
    }
}

/// By numbers of open cards and cards of the stock.
type Ways = [[u128; STOCK + 1]; OPEN + 1];

/// Cards of one rank and colour are a pair; each pair goes on one other pair,
/// a rank higher, so pairs make two chains from the twos to the kings, with
/// nothing between them. This counts the ways to choose cards from one chain,
/// pair by pair, so that none can be played: where a pair has an open card,
/// the pair below has nothing, open or in the stock.
fn chain() -> Ways {
    const RANKS: usize = 12;
    // Whether the last pair has any card at all.
    let mut ways = [[[0; STOCK + 1]; OPEN + 1]; 2];
    ways[0][0][0] = 1;
    for _ in 0..RANKS {
        let mut next = [[[0; STOCK + 1]; OPEN + 1]; 2];
        for (any, open, turned) in (0..2)
            .flat_map(|any| (0..=OPEN).map(move |open| (any, open)))
            .flat_map(|(any, open)| (0..=STOCK).map(move |turned| (any, open, turned)))
        {
            // How many of this pair are open, how many turned, in how many ways.
            for (o, t, w) in [
                (0, 0, 1),
                (0, 1, 2),
                (0, 2, 1),
                (1, 0, 2),
                (1, 1, 2),
                (2, 0, 1),
            ] {
                let (open_now, turned_now) = (open + o, turned + t);
                let fits = open_now <= OPEN && turned_now <= STOCK;
                if fits && (o == 0 || any == 0) {
                    let some = usize::from(o + t > 0);
                    next[some][open_now][turned_now] += w * ways[any][open][turned];
                }
            }
        }
        ways = next;
    }
    let mut sum = ways[0];
    for (row, more) in sum.iter_mut().zip(ways[1]) {
        for (value, more) in row.iter_mut().zip(more) {
            *value += more;
        }
    }
    sum
}

/// Whether nothing can be played in a fresh deal, turn as one may.
pub fn is_unplayable(deal: &Position) -> bool {
    let mut position = deal.clone();
    let mut moves = Vec::new();
    loop {
        moves.clear();
        position.moves(&mut moves);
        if moves.iter().any(|&mv| mv != TURN) {
            return false;
        }
        if position.stock.is_empty() {
            return true;
        }
        position.apply(TURN);
    }
}

/// Whether no ace is open or can be turned up before a card is played.
pub fn is_aceless(deal: &Position) -> bool {
    let mut position = deal.clone();
    let mut cards: Vec<_> = position
        .columns
        .iter()
        .flat_map(|c| c.open.clone())
        .collect();
    while !position.stock.is_empty() {
        position.apply(TURN);
        cards.extend(position.waste.last());
    }
    cards.iter().all(|card| card.rank() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thesis, 3.1.1.
    #[test]
    fn counts_are_those_of_the_thesis() {
        let Count {
            unplayable,
            aceless,
            all,
        } = count(3);
        assert_eq!(unplayable, 72_099_595_172_416);
        assert_eq!(all, 28_837_689_349_669_200);
        assert_eq!(format!("{:.3}", aceless as f64 / all as f64), "0.244");
    }
}
