//! Determinization: samples of the hidden cards, as packed boards that are
//! consistent with a view.

use super::board::{Board, STOCK};
use super::fast_random::FastRandom;
use crate::klondike::table::{Cards, bit_of, only};
use crate::klondike::view::View;

/// What is seen, packed, with the places of the hidden cards.
pub struct Determinizer {
    board: Board,
    /// Places of hidden cards, and the hidden cards.
    slots: Vec<u8>,
    cards: Vec<u8>,
}

impl Determinizer {
    /// Packs a view.
    pub fn new(view: &View) -> Determinizer {
        let mut board = Board::bare(view.variant, &view.home, view.turned_over);
        let mut slots = Vec::with_capacity(45);
        for (i, column) in view.columns.iter().enumerate() {
            board.lay_column(i, column.hidden.len(), &column.open);
            for (depth, card) in column.hidden.iter().enumerate() {
                let slot = Board::slot(i, depth);
                match card {
                    Some(card) => board.cards[slot] = bit_of(*card),
                    None => slots.push(slot as u8),
                }
            }
        }
        board.lay_stock(view.waste.len(), view.stock.len());
        let waste = view.waste.iter().map(|&card| Some(card));
        let stock = view.stock.iter().rev().copied();
        for (slot, card) in (STOCK..).zip(waste.chain(stock)) {
            match card {
                Some(card) => {
                    board.cards[slot] = bit_of(card);
                    board.in_stock |= only(card);
                }
                None => slots.push(slot as u8),
            }
        }
        Determinizer {
            board,
            slots,
            cards: view.unseen_cards().map(bit_of).collect(),
        }
    }

    /// A board that is consistent with the view, sampled uniformly.
    pub fn sample(&mut self, random: &mut FastRandom) -> Board {
        let mut board = self.board;
        let mut stock: Cards = board.in_stock;
        for (i, &slot) in self.slots.iter().enumerate() {
            let rest = (self.cards.len() - i) as u32;
            self.cards.swap(i, i + random.below(rest) as usize);
            board.cards[slot as usize] = self.cards[i];
            if slot as usize >= STOCK {
                stock |= 1 << self.cards[i];
            }
        }
        board.in_stock = stock;
        board
    }
}
