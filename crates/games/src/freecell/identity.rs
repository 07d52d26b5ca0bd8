//! What tells positions apart. Each card can only ever lie in eight ways: as
//! it lay at the start, on one of up to four cards that it fits on, alone in a
//! column, in a cell, or at home. Three bits a card thus name the whole
//! position exactly, whatever the order of its columns and cells: that is the
//! key. A sum of random numbers, one for each card and way, is a hash. A
//! board keeps both up to date move by move.

use super::board::{Board, CELL, HOME, PackedMove, ROOT, rank, suit};
use super::layout::Layout;

/// What tells positions apart, worked out without making a move.
pub trait Identity {
    /// Of this position.
    fn of(board: &Board) -> Self;
    /// Of the position after a move, before any further move home.
    fn after(layout: &Layout, board: &Board, mv: PackedMove) -> Self;
}

/// Exact: three bits a card in three words.
impl Identity for [u64; 3] {
    #[inline]
    fn of(board: &Board) -> Self {
        pack(board.key)
    }

    #[inline]
    fn after(layout: &Layout, board: &Board, mv: PackedMove) -> Self {
        let (old, new) = board.codes(layout, mv.card, mv.to);
        let mut key = board.key;
        key[suit(mv.card)] ^= key_change(mv.card, old, new);
        pack(key)
    }
}

/// A hash: quicker, and different for different positions all but always.
impl Identity for u64 {
    #[inline]
    fn of(board: &Board) -> Self {
        board.hash
    }

    #[inline]
    fn after(layout: &Layout, board: &Board, mv: PackedMove) -> Self {
        let (old, new) = board.codes(layout, mv.card, mv.to);
        board.hash.wrapping_add(hash_change(mv.card, old, new))
    }
}

/// The change of a key's word of this card's suit.
#[inline]
pub fn key_change(card: u8, old: u8, new: u8) -> u64 {
    u64::from(old ^ new) << (3 * rank(card))
}

/// The change of a hash.
#[inline]
pub fn hash_change(card: u8, old: u8, new: u8) -> u64 {
    let codes = &RANDOM[(card & 63) as usize];
    codes[(new & 7) as usize].wrapping_sub(codes[(old & 7) as usize])
}

/// Four words of 39 bits in three of 64.
#[inline]
fn pack(key: [u64; 4]) -> [u64; 3] {
    let [a, b, c, d] = key;
    [a | d << 39, b | d >> 25 << 39, c]
}

/// Random numbers for each card and code, by splitmix64.
static RANDOM: [[u64; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut state = 0u64;
    let mut at = 0;
    while at < 64 * 8 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[at / 8][at % 8] = z ^ z >> 31;
        at += 1;
    }
    table
};

/// How a card lies, for the key: by suit of the card beneath, alone, in a
/// cell, at home. As at the start is 0.
pub const CODES: [u8; 64] = {
    let mut codes = [0; 64];
    let mut card = 0;
    while card < 52 {
        codes[card] = 1 + (card as u8 & 3);
        card += 1;
    }
    codes[ROOT as usize] = 5;
    codes[CELL as usize] = 6;
    codes[HOME as usize] = 7;
    codes
};

/// Mixes a key. Odd random multipliers, then two rounds of shift and multiply.
#[inline]
pub fn hash_key(key: &[u64; 3]) -> u64 {
    let mut h = key[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ key[1].rotate_left(23).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ key[2].rotate_left(41).wrapping_mul(0x1656_67b1_9e37_79f9);
    h = (h ^ h >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h = (h ^ h >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^ h >> 32
}
