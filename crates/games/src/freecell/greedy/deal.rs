//! What stays the same through one greedy search: the rules, the weights, and
//! what the cards that nothing has moved yet mean where they lie.

use super::super::board::{CELL, HOME, ROOT, rank};
use super::super::layout::{empty_takes, fits_on};
use super::super::rules::Position;
use super::super::score::Weights;
use super::super::variant::{Build, Variant};
use crate::cards::KING;

/// What stays the same through one search. A card that is put into a column
/// fits there or starts it, so that all cards beneath a column's last run
/// lie as they did at the start: what is known of those is known once.
pub struct Deal {
    /// The rules.
    pub variant: Variant,
    /// How positions are scored.
    pub weights: Weights,
    /// For each card, the cards it may lie on. Runs round the corner are left
    /// out: in a run every card has a lower index than those beneath it.
    pub fits_on: &'static [u64; 64],
    /// The cards that an empty column takes.
    pub fits_empty: u64,
    /// Kept of the number of empty columns: all of it if each doubles the run
    /// that can move, or nothing.
    doubling: u8,
    /// The run that can move in any case.
    any_run: u8,
    /// What lay beneath each card at the start.
    pub below: [u8; 64],
    /// For each card, the run that ends with it at the start. An empty column
    /// has [`ROOT`] for a run.
    pub run: [u64; 64],
    /// For each card, how many cards lie beneath it at the start.
    pub height: [u8; 64],
    /// For each card, the cards of its column up to it at the start.
    pub up_to: [u64; 64],
    /// For each card, the lowest rank from its column's first card up to it.
    pub low: [u8; 64],
}

impl Deal {
    /// What stays the same in a search from this position.
    pub fn new(start: &Position, weights: &Weights) -> Deal {
        let variant = start.variant;
        let mut deal = Deal {
            variant,
            weights: *weights,
            fits_on: fits_on(variant.build),
            fits_empty: empty_takes(variant.empty),
            doubling: match variant.longest_run(1, 1) > variant.longest_run(1, 0) {
                true => 15,
                false => 0,
            },
            any_run: variant.longest_run(0, 0).min(52) as u8,
            below: [HOME; 64],
            run: [0; 64],
            height: [0; 64],
            up_to: [0; 64],
            low: [KING; 64],
        };
        deal.run[ROOT as usize] = 1 << ROOT;
        for cards in &start.columns {
            let mut under = ROOT;
            for (height, card) in cards.iter().enumerate() {
                let card = card.index();
                let fits = deal.fits_on[card as usize] >> under & 1 == 1;
                let run = if fits { deal.run[under as usize] } else { 0 };
                deal.run[card as usize] = run | 1 << card;
                deal.height[card as usize] = height as u8;
                deal.low[card as usize] = deal.low[under as usize].min(rank(card));
                deal.below[card as usize] = under;
                deal.up_to[card as usize] = deal.up_to[under as usize] | 1 << card;
                under = card;
            }
        }
        for card in start.cells.iter().flatten() {
            deal.below[card.index() as usize] = CELL;
        }
        deal
    }

    /// All cards that fit on one of these.
    #[inline]
    pub fn takers(&self, cards: u64) -> u64 {
        const FIRST_OF_SUITS: u64 = 0x1111_1111_1111_1111;
        let lower = cards >> 4;
        match self.variant.build {
            Build::Suit => lower,
            Build::Rank => {
                let any = (lower | lower >> 1 | lower >> 2 | lower >> 3) & FIRST_OF_SUITS;
                any * 15
            }
            Build::Colour => {
                // Suits 0 and 3 are black, 1 and 2 red.
                let red = (lower >> 1 | lower >> 2) & FIRST_OF_SUITS;
                let black = (lower | lower >> 3) & FIRST_OF_SUITS;
                (red * 0b1001) | (black * 0b0110)
            }
        }
    }

    /// The longest run that can move while this number of cells and empty columns, the
    /// target not among them, are free.
    #[inline]
    pub fn longest_run(&self, cells: u8, empty: u8) -> u8 {
        // Without branches: each is asked for at almost every move.
        let longest = u32::from(cells + 1) << (empty & self.doubling);
        longest.min(52).max(self.any_run.into()) as u8
    }
}
