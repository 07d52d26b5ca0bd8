//! When two levels are the same game to a player: the rules agree, and one
//! becomes the other by exchanging suits so that colours stay together, and
//! columns. The signature is the least text of all such images.

use super::rules::Position;
use crate::cards::Card;
use crate::cards::orders::{COLOURED, SUIT_ORDERS};

/// Ends the variant's name and each pile; no card and no letter is as high.
const END: u8 = u8::MAX;

/// Equal exactly for positions that are the same game.
pub fn signature(position: &Position) -> Vec<u8> {
    let orders = SUIT_ORDERS[..COLOURED].iter();
    let least = orders.map(|order| image(position, order)).min();
    let mut bytes = position.variant.name().into_bytes();
    bytes.push(END);
    if position.variant.passes > 0 {
        bytes.extend(position.turned_over.to_be_bytes());
    }
    bytes.extend(least.expect("there is an order of suits"));
    bytes
}

/// Foundations, stock, waste and columns with suits exchanged, columns in
/// order.
fn image(position: &Position, order: &[u8; 4]) -> Vec<u8> {
    let pile = |cards: &[Card]| {
        let codes = cards.iter().map(|card| card.index());
        let codes = codes.map(|index| index & !3 | order[(index & 3) as usize]);
        codes.chain([END]).collect::<Vec<u8>>()
    };
    let mut bytes = vec![0; 4];
    for (suit, &home) in position.home.iter().enumerate() {
        bytes[order[suit] as usize] = home;
    }
    bytes.extend(pile(&position.stock));
    bytes.extend(pile(&position.waste));
    let mut columns: Vec<_> = position
        .columns
        .iter()
        .map(|column| [pile(&column.hidden), pile(&column.open)].concat())
        .collect();
    columns.sort_unstable();
    bytes.extend(columns.concat());
    bytes
}
