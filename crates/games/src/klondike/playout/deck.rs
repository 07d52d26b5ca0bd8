//! Boards that look like a view, made by the thousand.

use super::board::{Board, STOCK};
use super::dice::Dice;
use crate::klondike::table::{Cards, bit_of, only};
use crate::klondike::view::View;

/// What is seen, packed, with the places of cards that are not.
pub struct Deck {
    board: Board,
    /// Places of unknown cards, and as many cards.
    slots: Vec<u8>,
    cards: Vec<u8>,
}

impl Deck {
    /// Packs a view.
    pub fn new(view: &View) -> Deck {
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
        board.waste = view.waste.len() as u8;
        let waste = view.waste.iter().map(|&card| Some(card));
        let stock = view.stock.iter().rev().copied();
        for (slot, card) in (STOCK..).zip(waste.chain(stock)) {
            board.left += 1;
            match card {
                Some(card) => {
                    board.cards[slot] = bit_of(card);
                    board.deck |= only(card);
                }
                None => slots.push(slot as u8),
            }
        }
        Deck {
            board,
            slots,
            cards: view.unseen_cards().map(bit_of).collect(),
        }
    }

    /// A board that looks like the view, all of them equally likely.
    pub fn deal(&mut self, dice: &mut Dice) -> Board {
        let mut board = self.board;
        let mut stock: Cards = board.deck;
        for (i, &slot) in self.slots.iter().enumerate() {
            let rest = (self.cards.len() - i) as u32;
            self.cards.swap(i, i + dice.below(rest) as usize);
            board.cards[slot as usize] = self.cards[i];
            if slot as usize >= STOCK {
                stock |= 1 << self.cards[i];
            }
        }
        board.deck = stock;
        board
    }
}
