//! A position packed for searching. Every card knows what lies beneath it, so
//! a run moves by changing one link, and positions that differ only in the
//! order of columns or cells are the same by construction.

use super::identity::{CODES, hash_change, key_change};
use super::layout::{ALL, Layout};
use super::rules::Position;
use super::safe_home::is_safe;
use crate::cards::KING;

/// Beneath a card: nothing, it starts a column.
pub const ROOT: u8 = 52;
/// Beneath a card: a free cell.
pub const CELL: u8 = 53;
/// Beneath a card: its foundation.
pub const HOME: u8 = 54;

/// A move in packed form: the run that `card` leads goes onto `to`, which is
/// a card, [`ROOT`], [`CELL`] or [`HOME`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackedMove {
    /// The card that leads the run.
    pub card: u8,
    /// Where it goes.
    pub to: u8,
}

/// A card in a column: what it rests on and what that means. Eight bytes.
#[derive(Clone, Copy, Default)]
pub struct Slot {
    /// The card beneath, or [`ROOT`], [`CELL`], [`HOME`].
    pub below: u8,
    /// The column.
    pub column: u8,
    /// How many cards lie beneath it.
    pub height: u8,
    /// How many cards, this one the last, are in sequence.
    pub run: u8,
    /// The lowest rank from the column's first card up to this one.
    pub low: u8,
    /// What the disorder of the cards up to this one costs in the score.
    pub disorder: u16,
}

/// Where cards can go in a position.
#[derive(Clone, Copy)]
pub struct Room {
    /// The exposed cards of columns, as a mask.
    pub exposed: u64,
    /// Free cells.
    pub cells: u32,
    /// Empty columns.
    pub empty: u32,
}

/// The position.
#[derive(Clone, Copy)]
pub struct Board {
    slots: [Slot; 64],
    /// The exposed card of each column, or [`ROOT`].
    tops: [u8; 16],
    /// How many cards are at home, by suit.
    pub home: [u8; 4],
    columns: u8,
    /// The cards in cells.
    pub cells: u64,
    /// Three bits a card, one word a suit.
    pub key: [u64; 4],
    /// A sum of random numbers, one for each card and its way of lying.
    pub hash: u64,
}

/// Rank of a card, 0 for what foundations start with.
#[inline]
pub fn rank(card: u8) -> u8 {
    card >> 2
}

/// Suit of a card.
#[inline]
pub fn suit(card: u8) -> usize {
    (card & 3) as usize
}

impl Board {
    /// The packed form of a position.
    pub fn new(layout: &Layout, start: &Position) -> Board {
        let mut board = Board::bare(layout);
        board.home = start.home;
        for (index, column) in start.columns.iter().enumerate() {
            for card in column {
                board.place(layout, card.index(), index);
            }
        }
        for card in start.cells.iter().flatten() {
            board.slots[card.index() as usize].below = CELL;
            board.cells |= 1 << card.index();
        }
        board
    }

    /// A position without cards.
    fn bare(layout: &Layout) -> Board {
        Board {
            slots: [Slot {
                below: HOME,
                ..Slot::default()
            }; 64],
            tops: [ROOT; 16],
            home: [0; 4],
            columns: layout.variant.columns,
            cells: 0,
            key: [0; 4],
            hash: 0,
        }
    }

    /// The position with this key. Its hash is not that of other positions of
    /// the same search, so that only searches by key may unpack one.
    pub fn from_key(layout: &Layout, key: [u64; 3]) -> Board {
        const WORD: u64 = (1 << 39) - 1;
        let [a, b, c] = key;
        let key = [a & WORD, b & WORD, c, a >> 39 | b >> 39 << 25];
        let mut board = Board {
            key,
            ..Board::bare(layout)
        };
        let mut above = [ROOT; 52];
        let mut roots = 0u64;
        for card in 0..52u8 {
            match layout.below_by_code(card, (key[suit(card)] >> (3 * rank(card)) & 7) as u8) {
                HOME => board.home[suit(card)] += 1,
                CELL => {
                    board.slots[card as usize].below = CELL;
                    board.cells |= 1 << card;
                }
                ROOT => roots |= 1 << card,
                on => above[on as usize] = card,
            }
        }
        let mut column = 0;
        while roots != 0 {
            let mut card = roots.trailing_zeros() as u8;
            roots &= roots - 1;
            while card != ROOT {
                board.place(layout, card, column);
                card = above[card as usize];
            }
            column += 1;
        }
        board
    }

    /// Puts `card` on top of a column.
    #[inline]
    fn place(&mut self, layout: &Layout, card: u8, column: usize) {
        let below = self.tops[column];
        let mine = rank(card);
        self.slots[card as usize] = if below == ROOT {
            Slot {
                below,
                column: column as u8,
                height: 0,
                run: 1,
                low: mine,
                disorder: layout.weights.root * u16::from(12 - mine),
            }
        } else {
            let under = self.slots[below as usize];
            let fits = layout.fits_on[card as usize] >> below & 1 == 1;
            let weights = &layout.weights;
            let bad = if mine > under.low { weights.bad } else { 0 };
            let split = if fits { 0 } else { weights.split };
            Slot {
                below,
                column: column as u8,
                height: under.height + 1,
                run: if fits { under.run + 1 } else { 1 },
                low: under.low.min(mine),
                disorder: under.disorder + bad + split,
            }
        };
        self.tops[column] = card;
    }

    /// The codes of how a card lies and of how it will lie on `to`.
    #[inline]
    pub fn codes(&self, layout: &Layout, card: u8, to: u8) -> (u8, u8) {
        let initial = layout.initial[(card & 63) as usize];
        let code = |below: u8| {
            if below == initial {
                0
            } else {
                CODES[(below & 63) as usize]
            }
        };
        (code(self.below(card)), code(to))
    }

    /// Takes the run that `card` leads to a column. `card` lies in another one.
    #[inline]
    fn shift_run(&mut self, layout: &Layout, card: u8, column: usize) {
        let from = self.slots[card as usize].column as usize;
        let top = self.tops[from];
        self.tops[from] = self.slots[card as usize].below;
        if top == card {
            self.place(layout, card, column);
            return;
        }
        let mut run = [0u8; 52];
        let mut length = 0;
        let mut at = top;
        while at != card {
            run[length] = at;
            length += 1;
            at = self.slots[at as usize].below;
        }
        self.place(layout, card, column);
        for &next in run[..length].iter().rev() {
            self.place(layout, next, column);
        }
    }

    /// Removes an exposed card or a card in a cell from its place.
    #[inline]
    fn lift(&mut self, card: u8) {
        let slot = *self.slot(card);
        if slot.below == CELL {
            self.cells &= !(1 << card);
        } else {
            self.tops[slot.column as usize] = slot.below;
        }
    }

    /// Makes a legal move.
    #[inline]
    pub fn play(&mut self, layout: &Layout, mv: PackedMove) {
        let PackedMove { card, to } = mv;
        let from = self.slots[card as usize].below;
        let (old, new) = self.codes(layout, card, to);
        self.key[suit(card)] ^= key_change(card, old, new);
        self.hash = self.hash.wrapping_add(hash_change(card, old, new));
        match to {
            HOME => {
                self.lift(card);
                self.slots[card as usize].below = HOME;
                self.home[suit(card)] += 1;
            }
            CELL => {
                self.lift(card);
                self.slots[card as usize].below = CELL;
                self.cells |= 1 << card;
            }
            _ => {
                let column = if to == ROOT {
                    self.first_empty()
                } else {
                    self.slots[to as usize].column as usize
                };
                if from == CELL {
                    self.cells &= !(1 << card);
                    self.place(layout, card, column);
                } else {
                    self.shift_run(layout, card, column);
                }
            }
        }
    }

    /// The column that a move to an empty one goes to.
    #[inline]
    pub fn first_empty(&self) -> usize {
        let columns = self.columns as usize;
        self.tops[..columns]
            .iter()
            .position(|&top| top == ROOT)
            .expect("an empty column")
    }

    /// The exposed cards of all columns.
    #[inline]
    pub fn tops(&self) -> &[u8] {
        &self.tops[..self.columns as usize]
    }

    /// The exposed card of a column, or [`ROOT`].
    #[inline]
    pub fn top(&self, column: u8) -> u8 {
        self.tops[(column & 15) as usize]
    }

    /// The exposed cards of columns, as a mask.
    #[inline]
    fn exposed(&self) -> u64 {
        // An empty column's ROOT sets a bit beyond the cards.
        let mask = self.tops().iter().fold(0u64, |mask, &top| mask | 1 << top);
        mask & ALL
    }

    /// Where cards can go.
    #[inline]
    pub fn room(&self, layout: &Layout) -> Room {
        let exposed = self.exposed();
        Room {
            exposed,
            cells: u32::from(layout.variant.cells) - self.cells.count_ones(),
            empty: u32::from(self.columns) - exposed.count_ones(),
        }
    }

    /// How a card lies.
    #[inline]
    pub fn slot(&self, card: u8) -> &Slot {
        &self.slots[(card & 63) as usize]
    }

    /// What lies beneath a card.
    #[inline]
    pub fn below(&self, card: u8) -> u8 {
        self.slot(card).below
    }

    /// How many cards lie on this one: 0 for one in a cell or at home.
    #[inline]
    pub fn depth(&self, card: u8) -> u8 {
        let slot = *self.slot(card);
        if slot.below >= CELL {
            return 0;
        }
        self.slot(self.top(slot.column)).height - slot.height
    }

    /// Whether the game is won.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.home == [KING; 4]
    }

    /// Whether this card is the next of its suit.
    #[inline]
    pub fn goes_home(&self, card: u8) -> bool {
        self.home[suit(card)] == rank(card)
    }

    /// The next cards of all suits to go home, as a mask; complete suits set
    /// bits beyond the cards.
    #[inline]
    pub fn next_homes(&self) -> u64 {
        (0..4).fold(0, |mask, suit| {
            mask | 1 << (4 * self.home[suit] + suit as u8)
        })
    }

    /// Whether the next card of its suit goes home by itself.
    #[inline]
    pub fn is_safe_home(&self, layout: &Layout, card: u8) -> bool {
        layout.weights.greedy || is_safe(&layout.variant, &self.home, suit(card))
    }

    /// The position after all safe moves home.
    pub fn settled(mut self, layout: &Layout) -> Board {
        self.safe_homes(layout, |_| {});
        self
    }

    /// Makes all safe moves home, and calls `each` with every card.
    #[inline]
    pub fn safe_homes(&mut self, layout: &Layout, mut each: impl FnMut(u8)) {
        let mut free = self.exposed() | self.cells;
        loop {
            let mut ready = self.next_homes() & free;
            let mut moved = false;
            while ready != 0 {
                let card = ready.trailing_zeros() as u8;
                ready &= ready - 1;
                if !self.is_safe_home(layout, card) {
                    continue;
                }
                // A card that lay beneath is free now.
                free |= 1 << self.below(card) & ALL;
                self.play(layout, PackedMove { card, to: HOME });
                each(card);
                moved = true;
            }
            if !moved {
                return;
            }
        }
    }
}
