//! When two levels are the same game to a player: the rules agree, and one
//! becomes the other by exchanging suits, columns and cells. The signature is
//! the least text of all such images.
//!
//! Ranks are counted from the rank that foundations start with, so two Penguin
//! deals that differ only in the beak's rank are one game as well.

use super::rules::Position;
use super::variant::Build;
use crate::cards::Card;
use crate::cards::orders::{COLOURED, SUIT_ORDERS};

/// Ends the variant's name and each column; no card and no letter is as high.
const END: u8 = u8::MAX;
/// An empty cell.
const EMPTY: u8 = END - 1;

/// Equal exactly for positions that are the same game.
pub fn signature(position: &Position) -> Vec<u8> {
    let least = image(position, least_order(position));
    let mut bytes = position.variant.name().into_bytes();
    bytes.push(END);
    bytes.extend(least);
    bytes
}

/// The position with suits exchanged so that it is the same, but for the order
/// of columns and cells, as every other that is the same game.
pub fn canonical(position: &Position) -> Position {
    let order = least_order(position);
    let image = |card: Card| Card::new(card.rank(), order[card.suit() as usize]);
    let mut other = position.clone();
    for card in other.columns.iter_mut().flatten() {
        *card = image(*card);
    }
    for card in other.cells.iter_mut().flatten() {
        *card = image(*card);
    }
    for (suit, &home) in position.home.iter().enumerate() {
        other.home[order[suit] as usize] = home;
    }
    other
}

/// The order of suits that gives the least image.
fn least_order(position: &Position) -> &'static [u8; 4] {
    // Where only one suit may lie on another, or any on any, colours mean
    // nothing and all orders of the suits play alike.
    let orders = match position.variant.build {
        Build::Colour => &SUIT_ORDERS[..COLOURED],
        Build::Suit | Build::Rank => &SUIT_ORDERS[..],
    };
    let least = orders.iter().min_by_key(|order| image(position, order));
    least.expect("there is an order of suits")
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
