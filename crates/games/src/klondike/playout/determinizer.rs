//! Determinization: samples of the hidden cards, as packed boards that are
//! consistent with a view.

use super::board::{Board, SLOTS, STOCK};
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
    #[inline]
    pub fn sample(&mut self, random: &mut FastRandom) -> Board {
        let mut board = self.board;
        let mut cards = &mut self.cards[..];
        let mut stock: Cards = board.in_stock;
        for &slot in &self.slots {
            let pick = random.below(cards.len() as u32) as usize;
            let Some((first, rest)) = cards.split_first_mut() else {
                break;
            };
            if let Some(other) = rest.get_mut(pick.wrapping_sub(1)) {
                std::mem::swap(first, other);
            }
            board.cards[usize::from(slot) % SLOTS] = *first;
            stock |= u64::from(usize::from(slot) >= STOCK) << (*first & 63);
            cards = rest;
        }
        board.in_stock = stock;
        board
    }
}
