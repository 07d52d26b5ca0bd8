//! What stays the same through one search: the rules, the weights, which card
//! fits on which, and how the cards lay at the start.

use super::board::{CELL, HOME, ROOT};
use super::rules::Position;
use super::score::Weights;
use super::variant::{Build, Empty, Variant};

/// What stays the same through one search.
#[derive(Clone)]
pub struct Layout {
    /// The rules.
    pub variant: Variant,
    /// How positions are scored.
    pub weights: Weights,
    /// For each card, the cards it may lie on.
    pub fits_on: &'static [u64; 64],
    /// For each card, the cards that may lie on it.
    pub takes: &'static [u64; 64],
    /// The cards that an empty column takes.
    pub fits_empty: u64,
    /// What lay beneath each card at the start.
    pub initial: [u8; 64],
}

/// [`Variant::fits`] as masks: by colour, by suit, by rank, and the same
/// three round the corner (Penguin).
static FITS: [[u64; 64]; 6] = {
    let mut tables = [[0; 64]; 6];
    let mut pair = 0;
    while pair < 52 * 52 {
        let (card, on) = (pair / 52, pair % 52);
        let below = card / 4 + 1 == on / 4;
        let round = card / 4 == 12 && on / 4 == 0;
        let reds = (card % 4 == 1 || card % 4 == 2) as u8 + (on % 4 == 1 || on % 4 == 2) as u8;
        let suited = card % 4 == on % 4;
        let bit = 1 << on;
        let builds = [reds == 1, suited, true];
        let mut build = 0;
        while build < 3 {
            if builds[build] && below {
                tables[build][card] |= bit;
            }
            if builds[build] && (below || round) {
                tables[build + 3][card] |= bit;
            }
            build += 1;
        }
        pair += 1;
    }
    tables
};

/// [`FITS`] the other way round.
static TAKES: [[u64; 64]; 6] = {
    let mut tables = [[0; 64]; 6];
    let mut at = 0;
    while at < 6 * 52 * 52 {
        let (table, card, on) = (at / 52 / 52, at / 52 % 52, at % 52);
        tables[table][on] |= (FITS[table][card] >> on & 1) << card;
        at += 1;
    }
    tables
};

/// The cards of rank king.
const KINGS: u64 = 0xf << 48;
/// All cards.
pub const ALL: u64 = (1 << 52) - 1;

/// For each card, the cards it may lie on, not round the corner.
pub fn fits_on(build: Build) -> &'static [u64; 64] {
    &FITS[build as usize]
}

/// The cards that an empty column takes.
pub fn empty_takes(empty: Empty) -> u64 {
    match empty {
        Empty::Any => ALL,
        Empty::Kings => KINGS,
        Empty::Nothing => 0,
    }
}

impl Layout {
    /// What stays the same in a search from this position.
    pub fn new(start: &Position, weights: &Weights) -> Layout {
        let variant = start.variant;
        let mut initial = [HOME; 64];
        for column in &start.columns {
            let mut under = ROOT;
            for card in column {
                initial[card.index() as usize] = under;
                under = card.index();
            }
        }
        for card in start.cells.iter().flatten() {
            initial[card.index() as usize] = CELL;
        }
        let table = variant.build as usize + if variant.beak { 3 } else { 0 };
        Layout {
            variant,
            weights: *weights,
            fits_on: &FITS[table],
            takes: &TAKES[table],
            fits_empty: empty_takes(variant.empty),
            initial,
        }
    }

    /// What lies beneath a card with this code in the key.
    pub fn below_by_code(&self, card: u8, code: u8) -> u8 {
        match code {
            0 => self.initial[card as usize],
            5 => ROOT,
            6 => CELL,
            7 => HOME,
            suit => {
                let of_suit = 0x1_1111_1111_1111 << (suit - 1);
                (self.fits_on[card as usize] & of_suit).trailing_zeros() as u8
            }
        }
    }
}
