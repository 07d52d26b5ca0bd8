//! When two levels are the same game to a player: the rules agree, and one
//! becomes the other by exchanging suits, columns and cells. The signature is
//! the least text of all such images.
//!
//! Ranks are counted from the rank that foundations start with, so two Penguin
//! deals that differ only in the beak's rank are one game as well.

use super::rules::Position;
use super::variant::Build;
use crate::cards::orders::{COLOURED, SUIT_ORDERS};

/// Ends the variant's name and each column; no card and no letter is as high.
const END: u8 = u8::MAX;
/// An empty cell.
const EMPTY: u8 = END - 1;

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
