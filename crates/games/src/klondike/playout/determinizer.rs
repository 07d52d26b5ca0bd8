//! Determinization: samples of the hidden cards, as packed boards that are
//! consistent with a view.

use super::board::{Board, SLOTS, STOCK};
use super::fast_random::FastRandom;
use crate::klondike::table::{Cards, bit_of, only};
use crate::klondike::view::View;

/// What is seen, packed, with the places of the hidden cards.
pub struct Determinizer {
    board: Board,
    /// Places of hidden cards: those in columns come first.
    slots: [u8; 64],
    /// The hidden cards.
    cards: [u8; 64],
    unseen: Cards,
    /// How many there are in columns, and in all.
    in_columns: u32,
    hidden: u32,
}

impl Determinizer {
    /// Packs a view.
    pub fn new(view: &View) -> Determinizer {
        let mut board = Board::bare(view.variant, &view.home, view.turned_over);
        let mut slots = Vec::with_capacity(52);
        for (i, column) in view.columns.iter().enumerate() {
            board.lay_column(i, column.hidden.len(), &column.open);
            for (depth, card) in column.hidden.iter().enumerate() {
                let slot = Board::slot(i, column.hidden.len() - 1 - depth);
                match card {
                    Some(card) => {
                        board.cards[slot] = bit_of(*card);
                        board.down |= only(*card);
                    }
                    None => slots.push(slot as u8),
                }
            }
        }
        let in_columns = slots.len() as u32;
        board.lay_stock(view.waste.len(), view.stock.len());
        let waste = view.waste.iter().map(|&card| Some(card));
        let stock = view.stock.iter().rev().copied();
        for (slot, card) in (STOCK + 1..).zip(waste.chain(stock)) {
            match card {
                Some(card) => {
                    board.cards[slot] = bit_of(card);
                    board.in_stock |= only(card);
                }
                None => slots.push(slot as u8),
            }
        }
        let hidden = slots.len() as u32;
        slots.resize(64, 0);
        let (mut cards, mut unseen) = ([0; 64], 0);
        for (place, card) in cards.iter_mut().zip(view.unseen_cards()) {
            *place = bit_of(card);
            unseen |= only(card);
        }
        Determinizer {
            board,
            slots: slots.try_into().expect("64 places"),
            cards,
            unseen,
            in_columns,
            hidden,
        }
    }

    /// A board that is consistent with the view, sampled uniformly.
    #[inline(never)]
    pub fn sample(&mut self, random: &mut FastRandom) -> Board {
        let mut board = self.board;
        for place in 0..self.in_columns {
            self.deal(&mut board, place, random);
        }
        let mut stock = 0;
        for place in self.in_columns..self.hidden {
            stock |= 1 << (self.deal(&mut board, place, random) & 63);
        }
        board.in_stock |= stock;
        board.down |= self.unseen ^ stock;
        board
    }

    /// Deals the card of a place: any of those that are left.
    #[inline(always)]
    fn deal(&mut self, board: &mut Board, place: u32, random: &mut FastRandom) -> u8 {
        let pick = (place + random.below(self.hidden - place)) as usize % 64;
        let place = place as usize % 64;
        self.cards.swap(place, pick);
        let card = self.cards[place];
        board.cards[usize::from(self.slots[place]) % SLOTS] = card;
        card
    }
}
