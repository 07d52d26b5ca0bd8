//! A position packed for greedy searches: the last run of each column as a
//! mask of cards. Positions that differ only in the order of columns or cells
//! have the same hash.

use super::super::board::{CELL, HOME, PackedMove, ROOT, rank, suit};
use super::super::layout::ALL;
use super::super::rules::Position;
use super::super::safe_home::is_safe;
use super::deal::Deal;
use crate::cards::KING;

/// Columns, and room for an index of four bits.
const COLUMNS: usize = 16;
/// The most columns of a variant.
const MOST_COLUMNS: usize = super::super::variant::MOST_COLUMNS;

/// The position.
#[derive(Clone, Copy)]
pub struct Table {
    /// The last run of each column; [`ROOT`] alone for an empty one, nothing
    /// beyond the last column.
    runs: [u64; COLUMNS],
    /// What lies beneath each card: a card, [`ROOT`], [`CELL`] or [`HOME`].
    below: [u8; 64],
    /// The column of each card that lies in one.
    column: [u8; 64],
    /// How many cards each column has.
    heights: [u8; COLUMNS],
    /// How many cards are at home, by suit.
    pub home: [u8; 4],
    /// The next cards of all suits; complete suits set bits beyond the cards.
    pub next: u64,
    /// Free cells.
    pub free: u8,
    /// Empty columns.
    pub empty: u8,
    /// The sum of the ranks of the cards in cells.
    pub held: u8,
    /// The cards in cells.
    pub cells: u64,
    /// The last cards of all columns.
    pub exposed: u64,
    /// A sum of random numbers, one for each card and what lies beneath it.
    pub hash: u64,
    /// What the disorder of all columns costs in the score.
    pub disorder: i32,
}

/// The cards of a run from its last one up to `card`.
#[inline]
fn up_to(card: u8) -> u64 {
    (2 << (card & 63)) - 1
}

/// The last card of a run.
#[inline]
pub fn last(run: u64) -> u8 {
    run.trailing_zeros() as u8
}

/// The card that leads a run.
#[inline]
pub fn first(run: u64) -> u8 {
    63 - run.leading_zeros() as u8
}

impl Table {
    /// The packed form of the start.
    pub fn new(deal: &Deal, start: &Position) -> Table {
        let mut table = Table {
            runs: [0; COLUMNS],
            below: deal.below,
            column: [0; 64],
            heights: [0; COLUMNS],
            home: start.home,
            next: (0..4).fold(0, |next, suit| {
                next | 1 << (4 * start.home[suit] + suit as u8)
            }),
            free: deal.variant.cells,
            empty: 0,
            held: 0,
            cells: 0,
            exposed: 0,
            hash: 0,
            disorder: 0,
        };
        for (index, cards) in start.columns.iter().enumerate() {
            let mut low = KING;
            for card in cards {
                let card = card.index();
                table.column[card as usize] = index as u8;
                table.disorder += table.start_disorder(deal, card, low);
                low = low.min(rank(card));
            }
            let top = cards.last().map_or(ROOT, |card| card.index());
            table.runs[index] = deal.run[top as usize];
            table.heights[index] = cards.len() as u8;
            table.empty += u8::from(top == ROOT);
            table.exposed |= 1 << top & ALL;
        }
        for card in start.cells.iter().flatten() {
            table.hold(card.index());
        }
        table
    }

    /// What a card costs where it lies at the start, above cards of which
    /// `low` is the lowest rank.
    fn start_disorder(&self, deal: &Deal, card: u8, low: u8) -> i32 {
        let weights = &deal.weights;
        if self.below(card) == ROOT {
            return root_cost(deal, card);
        }
        let bad = if rank(card) > low { weights.bad } else { 0 };
        let alone = deal.run[card as usize] == 1 << card;
        i32::from(bad) + i32::from(if alone { weights.split } else { 0 })
    }

    /// Reads something of each part, so that all of it is soon at hand.
    #[inline]
    pub fn touch(&self) -> u64 {
        let bytes = self.below[0] | self.column[0];
        self.runs[0] | self.runs[8] | u64::from(bytes) | self.hash
    }

    /// What lies beneath a card.
    #[inline]
    pub fn below(&self, card: u8) -> u8 {
        self.below[(card & 63) as usize]
    }

    /// The column of a card that lies in one.
    #[inline]
    pub fn column(&self, card: u8) -> u8 {
        self.column[(card & 63) as usize]
    }

    /// The last run of a column.
    #[inline]
    pub fn run(&self, column: u8) -> u64 {
        self.runs[(column & 15) as usize]
    }

    /// How many cards a column has.
    #[inline]
    pub fn height(&self, column: u8) -> u8 {
        self.heights[(column & 15) as usize]
    }

    /// The cards of all last runs; empty columns set a bit beyond the cards.
    #[inline]
    pub fn in_runs(&self) -> u64 {
        self.runs[..MOST_COLUMNS]
            .iter()
            .fold(0, |all, run| all | run)
    }

    /// How many cards lie on a card in a column.
    #[inline]
    pub fn depth(&self, deal: &Deal, card: u8) -> u8 {
        let column = self.column(card);
        let run = self.run(column);
        let in_run = rank(card).wrapping_sub(rank(last(run)));
        let beneath = self
            .height(column)
            .wrapping_sub(1 + deal.height[(card & 63) as usize]);
        let select = 0u8.wrapping_sub((run >> (card & 63) & 1) as u8);
        in_run & select | beneath & !select
    }

    /// The hash after a move, before any further move home.
    #[inline]
    pub fn hash_after(&self, card: u8, to: u8) -> u64 {
        let ways = BELOW[(to & 63) as usize].wrapping_sub(BELOW[(self.below(card) & 63) as usize]);
        self.hash
            .wrapping_add(CARD[(card & 63) as usize].wrapping_mul(ways))
    }

    /// What the run that `card` leads, `count` cards in a column, costs there.
    #[inline]
    pub fn disorder_of(&self, deal: &Deal, card: u8, count: u8) -> i32 {
        let run = self.run(self.column(card));
        // Without branches, which nothing could predict.
        let rooted = self.below(card) == ROOT;
        let split = !rooted & (run & !up_to(card) == 0);
        i32::from(rooted) * root_cost(deal, card)
            + i32::from(split) * i32::from(deal.weights.split)
            + self.bad_on(deal, run, card, count)
    }

    /// What the run that `card` leads, of `count` cards, costs on another card
    /// or in an empty column.
    #[inline]
    pub fn disorder_on(&self, deal: &Deal, card: u8, count: u8, to: u8) -> i32 {
        if to == ROOT {
            return root_cost(deal, card);
        }
        self.bad_on(deal, self.run(self.column(to)), card, count)
    }

    /// What `count` cards from `card` on cost in this run for lying above
    /// lower ones.
    #[inline]
    fn bad_on(&self, deal: &Deal, run: u64, card: u8, count: u8) -> i32 {
        if deal.weights.bad == 0 {
            return 0;
        }
        let low = deal.low[(self.below(first(run)) & 63) as usize];
        let bad = rank(card).saturating_sub(low).min(count);
        i32::from(bad) * i32::from(deal.weights.bad)
    }

    /// Makes a legal move of a run or a single card.
    #[inline]
    pub fn play(&mut self, deal: &Deal, mv: PackedMove) {
        let PackedMove { card, to } = mv;
        if to >= CELL {
            self.put_away(deal, card, to);
            return;
        }
        let from = self.below(card);
        self.hash = self.hash_after(card, to);
        let (moving, count) = if from == CELL {
            self.let_go(card);
            (1 << card, 1)
        } else {
            self.lift(deal, card, from)
        };
        self.disorder += self.disorder_on(deal, card, count, to);
        self.land(moving, count, to);
        self.below[(card & 63) as usize] = to;
    }

    /// Sends the last card of a column or one in a cell to a cell or home.
    #[inline]
    fn put_away(&mut self, deal: &Deal, card: u8, to: u8) {
        let from = self.below(card);
        self.hash = self.hash_after(card, to);
        if from == CELL {
            self.let_go(card);
        } else {
            self.disorder -= self.disorder_of(deal, card, 1);
            let column = (self.column(card) & 15) as usize;
            let kept = self.runs[column] & (self.runs[column] - 1);
            self.uncover(deal, column, kept, from);
            self.heights[column] -= 1;
            self.exposed ^= 1 << card;
        }
        if to == CELL {
            self.hold(card);
        } else {
            self.home[suit(card)] += 1;
            self.next ^= 0b10001 << card;
        }
        self.below[(card & 63) as usize] = to;
    }

    /// Puts a card into a cell.
    #[inline]
    fn hold(&mut self, card: u8) {
        self.cells ^= 1 << card;
        self.free -= 1;
        self.held += rank(card);
    }

    /// Takes a card out of its cell.
    #[inline]
    fn let_go(&mut self, card: u8) {
        self.cells ^= 1 << card;
        self.free += 1;
        self.held -= rank(card);
    }

    /// Takes the run that `card` leads off its column.
    #[inline]
    fn lift(&mut self, deal: &Deal, card: u8, from: u8) -> (u64, u8) {
        let column = (self.column(card) & 15) as usize;
        let run = self.runs[column];
        let (moving, kept) = (run & up_to(card), run & !up_to(card));
        let top = last(run);
        let count = rank(card) - rank(top) + 1;
        self.disorder -= self.disorder_of(deal, card, count);
        self.uncover(deal, column, kept, from);
        self.heights[column] -= count;
        self.exposed ^= 1 << top;
        (moving, count)
    }

    /// Makes what is left of a column's run, or else the run beneath, its
    /// last one; it ends with `top`.
    #[inline]
    fn uncover(&mut self, deal: &Deal, column: usize, kept: u64, top: u8) {
        self.runs[column] = if kept == 0 {
            deal.run[(top & 63) as usize]
        } else {
            kept
        };
        self.exposed |= 1 << top & ALL;
        self.empty += u8::from(top == ROOT);
    }

    /// Puts a run onto a card or into an empty column.
    #[inline]
    fn land(&mut self, moving: u64, count: u8, to: u8) {
        let column = if to == ROOT {
            self.empty -= 1;
            let column = self.first_empty();
            self.runs[column] = 0;
            column
        } else {
            (self.column(to) & 15) as usize
        };
        self.runs[column] |= moving;
        self.heights[column] += count;
        self.exposed = self.exposed & !(1 << to) | 1 << last(moving);
        // Mostly there are no more than two, and nothing foretells how many.
        let (lead, top) = (first(moving), last(moving));
        self.column[(lead & 63) as usize] = column as u8;
        self.column[(top & 63) as usize] = column as u8;
        if count > 2 {
            each(moving, |card| {
                self.column[(card & 63) as usize] = column as u8
            });
        }
    }

    #[inline]
    fn first_empty(&self) -> usize {
        let empty = self.runs.iter().position(|&run| run == 1 << ROOT);
        empty.expect("an empty column")
    }

    /// Whether the game is won.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.home == [KING; 4]
    }

    /// Whether a card can go home and may do so by itself.
    #[inline]
    pub fn sends_home(&self, deal: &Deal, card: u8) -> bool {
        self.next >> card & 1 == 1
            && (deal.weights.greedy || is_safe(&deal.variant, &self.home, suit(card)))
    }

    /// The cards that can go home at once.
    #[inline]
    pub fn ready(&self) -> u64 {
        self.next & (self.exposed | self.cells)
    }

    /// Makes moves one after the other, then the moves home that follow, and
    /// calls `each` with all of them.
    #[inline]
    pub fn follow(&mut self, deal: &Deal, path: &[PackedMove], mut each: impl FnMut(PackedMove)) {
        for &mv in path {
            self.play(deal, mv);
            each(mv);
        }
        self.go_home(deal, |card| each(PackedMove { card, to: HOME }));
    }

    /// Makes all moves home that are made without asking, and calls `each`
    /// with every card.
    #[inline]
    pub fn go_home(&mut self, deal: &Deal, mut each: impl FnMut(u8)) {
        loop {
            let going = self.going_home(deal);
            if going == 0 {
                return;
            }
            self.put_away(deal, last(going), HOME);
            each(last(going));
        }
    }

    /// The cards that can go home at once and may do so by themselves.
    #[inline]
    fn going_home(&self, deal: &Deal) -> u64 {
        let mut going = self.ready();
        if !deal.weights.greedy {
            each(going, |card| {
                let safe = is_safe(&deal.variant, &self.home, suit(card));
                going &= !(u64::from(!safe) << card);
            });
        }
        going
    }
}

/// What a card costs as the first of a column.
#[inline]
fn root_cost(deal: &Deal, card: u8) -> i32 {
    i32::from(deal.weights.root) * i32::from(12 - rank(card))
}

/// Calls for each card of a mask, from the lowest on.
#[inline(always)]
pub fn each(mut cards: u64, mut call: impl FnMut(u8)) {
    while cards != 0 {
        call(last(cards));
        cards &= cards - 1;
    }
}

/// Random numbers by splitmix64, with some bits always set.
const fn random_numbers(mut state: u64, always: u64) -> [u64; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[at] = z ^ z >> 31 | always;
        at += 1;
    }
    table
}

/// A card's share in the hash is the product of these two. The first is odd,
/// so that no bit of the second is lost.
static CARD: [u64; 64] = random_numbers(1, 1);
static BELOW: [u64; 64] = random_numbers(2, 0);
