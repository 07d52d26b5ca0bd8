//! When two levels are the same game to a player: the rules agree, and one
//! becomes the other by exchanging suits, columns and cells. The signature is
//! the least text of all such images.
//!
//! Ranks are counted from the rank that foundations start with, so two Penguin
//! deals that differ only in the beak's rank are one game as well.

use super::rules::Position;
use super::variant::Build;

/// Ends the variant's name and each column; no card and no letter is as high.
const END: u8 = u8::MAX;
/// An empty cell.
const EMPTY: u8 = END - 1;

/// All orders of the four suits, of which those in front keep or exchange the
/// colours (clubs and spades, diamonds and hearts).
const SUIT_ORDERS: [[u8; 4]; 24] = suit_orders();

/// How many of them keep pairs of one colour together.
const COLOURED: usize = 8;

const fn suit_orders() -> [[u8; 4]; 24] {
    let mut orders = [[0; 4]; 24];
    let (mut in_front, mut behind) = (0, COLOURED);
    let mut code = 0;
    while code < 256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        let seen = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if seen == 0b1111 {
            // Suits of one colour have numbers that add up to three.
            let slot = if order[0] + order[3] == 3 {
                &mut in_front
            } else {
                &mut behind
            };
            orders[*slot] = [
                order[0] as u8,
                order[1] as u8,
                order[2] as u8,
                order[3] as u8,
            ];
            *slot += 1;
        }
        code += 1;
    }
    orders
}

/// Equal exactly for positions that are the same game.
pub fn signature(position: &Position) -> Vec<u8> {
    // Where only one suit may lie on another, or any on any, colours mean
    // nothing and all orders of the suits play alike.
    let orders = match position.variant.build {
        Build::Colour => &SUIT_ORDERS[..COLOURED],
        Build::Suit | Build::Rank => &SUIT_ORDERS[..],
    };
    let least = orders.iter().map(|order| image(position, order)).min();
    let mut bytes = position.variant.name().into_bytes();
    bytes.push(END);
    bytes.extend(least.expect("there is an order of suits"));
    bytes
}

/// Foundations, cells and columns with suits exchanged, places in order.
fn image(position: &Position, order: &[u8; 4]) -> Vec<u8> {
    let code = |index: u8| index & !3 | order[(index & 3) as usize];
    let mut bytes = vec![0; 4];
    for (suit, &home) in position.home.iter().enumerate() {
        bytes[order[suit] as usize] = home;
    }
    let cells = position.cells.iter();
    bytes.extend(cells.map(|cell| cell.map_or(EMPTY, |card| code(card.index()))));
    bytes[4..].sort_unstable();
    let mut columns: Vec<Vec<u8>> = position
        .columns
        .iter()
        .map(|column| column.iter().map(|card| code(card.index())).collect())
        .collect();
    columns.sort_unstable();
    for column in columns {
        bytes.extend(column);
        bytes.push(END);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use std::collections::HashSet;

    #[test]
    fn eight_orders_of_suits_keep_colours_together() {
        let all: HashSet<_> = SUIT_ORDERS.into_iter().collect();
        assert_eq!(all.len(), 24);
        let together = |order: &[u8; 4]| {
            let red = |suit: usize| Card::new(1, order[suit]).is_red();
            red(0) == red(3) && red(1) == red(2) && red(0) != red(1)
        };
        assert!(SUIT_ORDERS[..COLOURED].iter().all(together));
        assert!(!SUIT_ORDERS[COLOURED..].iter().any(together));
    }
}
