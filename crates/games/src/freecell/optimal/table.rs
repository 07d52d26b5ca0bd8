//! A position as the optimal search unpacks it: columns as arrays, cells as a
//! mask, and the exact key, which is all that is stored of a position.

use super::super::board::{CELL, HOME, PackedMove, ROOT, rank, suit};
use super::super::identity::{CODES, key_change};
use super::super::layout::Layout;
use super::super::rules::Position;
use super::super::safe_home::is_safe;
use super::super::variant::MOST_COLUMNS;
use crate::cards::KING;

/// Three bits a card, as [`super::super::identity`] explains.
pub type Key = [u32; 5];

/// The position.
#[derive(Clone)]
pub struct Table {
    columns: [[u8; 64]; MOST_COLUMNS],
    heights: [u8; MOST_COLUMNS],
    /// The column of each card that lies in one.
    column_of: [u8; 64],
    /// How many columns there are.
    pub count: usize,
    /// The cards in cells.
    pub cells: u64,
    /// How many cards are at home, by suit.
    pub home: [u8; 4],
    words: [u64; 4],
}

/// The low bits of a key's word of one suit; seven bits are above them.
const LOW: u64 = (1 << 32) - 1;

fn pack(words: [u64; 4]) -> Key {
    let high = (0..4).fold(0, |high, suit| high | (words[suit] >> 32) << (8 * suit));
    let [a, b, c, d] = words.map(|word| (word & LOW) as u32);
    [a, b, c, d, high as u32]
}

fn unpack(key: &Key) -> [u64; 4] {
    std::array::from_fn(|suit| u64::from(key[suit]) | u64::from(key[4] >> (8 * suit) & 127) << 32)
}

/// Where a solved game's cards are.
pub fn is_solved(home: &[u8; 4]) -> bool {
    *home == [KING; 4]
}

impl Table {
    fn bare(layout: &Layout) -> Table {
        Table {
            columns: [[0; 64]; MOST_COLUMNS],
            heights: [0; MOST_COLUMNS],
            column_of: [0; 64],
            count: layout.variant.columns as usize,
            cells: 0,
            home: [0; 4],
            words: [0; 4],
        }
    }

    /// The position from which keys count.
    pub fn new(layout: &Layout, start: &Position) -> Table {
        let mut table = Table::bare(layout);
        table.home = start.home;
        for (column, cards) in start.columns.iter().enumerate() {
            for card in cards {
                table.push(column, card.index());
            }
        }
        for card in start.cells.iter().flatten() {
            table.cells |= 1 << card.index();
        }
        table
    }

    /// The position with this key.
    pub fn from_key(layout: &Layout, key: &Key) -> Table {
        let mut table = Table::bare(layout);
        table.words = unpack(key);
        let mut above = [ROOT; 64];
        let mut roots = 0u64;
        for card in 0..52u8 {
            let code = table.words[suit(card)] >> (3 * rank(card)) & 7;
            match layout.below_by_code(card, code as u8) {
                HOME => table.home[suit(card)] += 1,
                CELL => table.cells |= 1 << card,
                ROOT => roots |= 1 << card,
                on => above[on as usize] = card,
            }
        }
        for column in 0.. {
            if roots == 0 {
                break;
            }
            let mut card = roots.trailing_zeros() as u8;
            roots &= roots - 1;
            while card != ROOT {
                table.push(column, card);
                card = above[card as usize];
            }
        }
        table
    }

    /// The key.
    pub fn key(&self) -> Key {
        pack(self.words)
    }

    /// How a card lies, as the key has it.
    #[inline]
    pub fn code(&self, card: u8) -> u64 {
        self.words[suit(card)] >> (3 * rank(card)) & 7
    }

    #[inline]
    fn push(&mut self, column: usize, card: u8) {
        let height = &mut self.heights[column];
        self.columns[column][(*height & 63) as usize] = card;
        *height += 1;
        self.column_of[(card & 63) as usize] = column as u8;
    }

    /// The cards of a column, the exposed one last.
    #[inline]
    pub fn column(&self, column: usize) -> &[u8] {
        &self.columns[column][..self.heights[column] as usize & 63]
    }

    /// The column of a card that lies in one.
    #[inline]
    pub fn column_of(&self, card: u8) -> usize {
        self.column_of[(card & 63) as usize] as usize
    }

    /// The exposed card of a column, or [`ROOT`].
    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        self.column(column).last().copied().unwrap_or(ROOT)
    }

    /// What lies beneath a card that is not at home.
    #[inline]
    pub fn below(&self, card: u8) -> u8 {
        if self.cells >> card & 1 == 1 {
            return CELL;
        }
        let cards = self.column(self.column_of(card));
        let at = cards.iter().rposition(|&c| c == card);
        match at {
            Some(at @ 1..) => cards[at - 1],
            _ => ROOT,
        }
    }

    /// How many columns are empty.
    pub fn empty_columns(&self) -> u32 {
        let heights = self.heights[..self.count].iter();
        heights.filter(|&&height| height == 0).count() as u32
    }

    /// How many cards lie on a card that they do not fit on.
    pub fn splits(&self, layout: &Layout) -> u32 {
        let pairs = (0..self.count).flat_map(|column| self.column(column).windows(2));
        pairs
            .filter(|two| layout.fits_on[two[1] as usize] >> two[0] & 1 == 0)
            .count() as u32
    }

    /// The key after `card`, which lies on `below`, goes to `to`.
    #[inline]
    pub fn key_after(&self, layout: &Layout, card: u8, below: u8, to: u8) -> Key {
        let mut words = self.words;
        words[suit(card)] ^= change(layout, card, below, to);
        pack(words)
    }

    /// Whether this card is the next of its suit.
    #[inline]
    pub fn goes_home(&self, card: u8) -> bool {
        self.home[suit(card)] == rank(card)
    }

    /// Whether a card that [`Table::goes_home`] does so at no risk.
    #[inline]
    pub fn is_safe_home(&self, layout: &Layout, card: u8) -> bool {
        is_safe(&layout.variant, &self.home, suit(card))
    }

    /// Makes a legal move; where `card` leads a run, of the whole run.
    pub fn play(&mut self, layout: &Layout, mv: PackedMove) {
        let PackedMove { card, to } = mv;
        let below = self.below(card);
        self.words[suit(card)] ^= change(layout, card, below, to);
        if below == CELL {
            self.cells &= !(1 << card);
            return self.put(card, to);
        }
        let from = self.column_of(card);
        let height = self.heights[from] as usize;
        let first = self.column(from).iter().rposition(|&c| c == card);
        let first = first.expect("the card in its column");
        let cards = self.columns[from];
        self.heights[from] = first as u8;
        self.put(card, to);
        let target = self.column_of(card);
        for &next in &cards[first + 1..height] {
            self.push(target, next);
        }
    }

    fn put(&mut self, card: u8, to: u8) {
        match to {
            HOME => self.home[suit(card)] += 1,
            CELL => self.cells |= 1 << card,
            ROOT => {
                let column = self.heights[..self.count].iter().position(|&h| h == 0);
                self.push(column.expect("an empty column"), card);
            }
            on => self.push(self.column_of(on), card),
        }
    }

    /// Makes all moves home that have no risk, calls `each` with every card.
    pub fn safe_homes(&mut self, layout: &Layout, mut each: impl FnMut(u8)) {
        loop {
            let ready = (0..4).find_map(|suit| {
                let card = 4 * self.home[suit] + suit as u8;
                let safe = card < ROOT && self.is_safe_home(layout, card) && self.is_free(card);
                safe.then_some(card)
            });
            let Some(card) = ready else {
                return;
            };
            self.play(layout, PackedMove { card, to: HOME });
            each(card);
        }
    }

    /// Whether a card that is not at home can move.
    #[inline]
    fn is_free(&self, card: u8) -> bool {
        self.cells >> card & 1 == 1 || self.top(self.column_of(card)) == card
    }
}

/// How a card on `below` is written in keys.
#[inline]
pub fn code_of(layout: &Layout, card: u8, below: u8) -> u8 {
    if below == layout.initial[(card & 63) as usize] {
        return 0;
    }
    CODES[(below & 63) as usize]
}

/// The change of a key's word of the card's suit.
#[inline]
fn change(layout: &Layout, card: u8, below: u8, to: u8) -> u64 {
    key_change(
        card,
        code_of(layout, card, below),
        code_of(layout, card, to),
    )
}
