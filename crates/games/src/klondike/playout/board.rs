//! A complete position, hidden cards included, in some three hundred bytes
//! without pointers. The face-up cards of a column are a bit set. A run has at
//! most one card of a rank and higher ranks have higher bits, so that a
//! column's exposed card is its lowest bit, its lead the highest, and to move a
//! run is to move bits. Unlike [`Table`](super::super::table::Table) it knows
//! which card lies on which, so that it serves rules under which that matters.

use super::sets::{BEFORE, all_if, lowest, movable, with_follower};
use crate::cards::Card;
use crate::klondike::bits::{ALL, FULL, SUITS, followers, one_less};
use crate::klondike::rules::{COLUMNS, Move, Place, Position};
use crate::klondike::table::{Cards, bit_of, card_of, each, only};
use crate::klondike::variant::Variant;

/// Places of a column's face-down cards among [`Board::cards`], the uppermost
/// first; at most six of them are taken.
const PILE: usize = 8;
/// Where waste and stock begin there, with a place that is never taken.
pub(super) const STOCK: usize = 8 * PILE;
/// Room for every card that does not lie face up in a column.
pub(super) const SLOTS: usize = 128;
/// What stands in a place without a card: a bit outside of [`ALL`].
const NO_CARD: u8 = 63;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The face-up cards of each column; the last is none.
    pub(super) open: [Cards; COLUMNS + 1],
    /// The exposed cards of all columns.
    pub(super) exposed: Cards,
    /// The leads of all columns but kings at the very bottom of one.
    pub(super) leads: Cards,
    /// Cards that lie face down in columns.
    pub(super) down: Cards,
    /// The next card of each suit to go home, and what follows the kings of
    /// full suits.
    pub(super) next: Cards,
    /// Cards in stock and waste.
    pub(super) in_stock: Cards,
    /// Bits of the cards that lie face down, then of those in waste and stock
    /// in the order in which they are turned.
    pub(super) cards: [u8; SLOTS],
    /// The columns of exposed cards and of leads, by their bits; what stands
    /// there for other cards, and for none, means nothing.
    column: [u8; 65],
    /// Empty columns.
    pub(super) empty: u8,
    /// Cards in the waste.
    pub(super) waste: u8,
    /// Cards in waste and stock.
    pub(super) left: u8,
    /// How often the waste was turned over.
    pub(super) turned_over: u32,
    /// The rules in force.
    pub(super) variant: Variant,
}

impl Board {
    /// The packed form of a position.
    pub fn new(position: &Position) -> Board {
        let mut board = Board::bare(position.variant, &position.home, position.turned_over);
        for (i, column) in position.columns.iter().enumerate() {
            board.lay_column(i, column.hidden.len(), &column.open);
            for (depth, &card) in column.hidden.iter().rev().enumerate() {
                board.cards[Board::slot(i, depth)] = bit_of(card);
                board.down |= only(card);
            }
        }
        let (waste, stock) = (&position.waste, position.stock.iter().rev());
        for (slot, &card) in waste.iter().chain(stock).enumerate() {
            board.cards[STOCK + 1 + slot] = bit_of(card);
            board.in_stock |= only(card);
        }
        board.lay_stock(waste.len(), position.stock.len());
        board
    }

    /// A position without cards in columns and stock.
    pub(super) fn bare(variant: Variant, home: &[u8; 4], turned_over: u32) -> Board {
        let mut board = Board {
            open: [0; COLUMNS + 1],
            exposed: 0,
            leads: 0,
            down: 0,
            next: 0,
            in_stock: 0,
            cards: [NO_CARD; SLOTS],
            column: [0; 65],
            empty: 0,
            waste: 0,
            left: 0,
            turned_over,
            variant,
        };
        for (suit, &rank) in (0..).zip(home) {
            board.next |= match rank {
                0 => only(Card::new(1, suit)),
                rank => followers(only(Card::new(rank, suit))),
            };
        }
        board
    }

    /// Lays the face-up cards of a column on `hidden` face-down ones.
    pub(super) fn lay_column(&mut self, column: usize, hidden: usize, open: &[Card]) {
        let cards = open.iter().fold(0, |cards, &card| cards | only(card));
        self.open[column] = cards;
        match (open.first(), open.last()) {
            (Some(&lead), Some(&exposed)) => {
                self.leads |= movable(only(lead), hidden == 0);
                self.exposed |= only(exposed);
                self.note_column(only(lead), column);
                self.note_column(only(exposed), column);
            }
            _ => self.empty += 1,
        }
    }

    /// Lays waste and stock, of so many cards.
    pub(super) fn lay_stock(&mut self, waste: usize, stock: usize) {
        self.waste = waste as u8;
        self.left = (waste + stock) as u8;
    }

    /// The place of a face-down card among [`Board::cards`], under so many
    /// others.
    pub(super) fn slot(column: usize, depth: usize) -> usize {
        column * PILE + depth
    }

    /// The face-down cards of a column, the uppermost in the lowest byte.
    #[inline(always)]
    fn pile(&mut self, column: usize) -> &mut [u8; PILE] {
        let pile = self.cards[column * PILE..][..PILE].first_chunk_mut();
        pile.expect("a pile of each column")
    }

    /// Bits of a column's face-down cards, the uppermost first.
    pub(super) fn face_down(&self, column: usize) -> impl Iterator<Item = u8> {
        let pile = self.cards[column * PILE..][..PILE].iter();
        pile.copied().take_while(|&bit| bit != NO_CARD)
    }

    /// Cards at home.
    #[inline]
    pub fn fitness(&self) -> u32 {
        each(self.next).map(|bit| u32::from(bit / 4)).sum()
    }

    /// Whether all cards are home.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.next == FULL
    }

    /// The highest card of each suit at home.
    pub(super) fn tops(&self) -> Cards {
        one_less(self.next)
    }

    /// Whether cards can be turned from the stock.
    #[inline]
    pub fn can_turn(&self) -> bool {
        let passes = u32::from(self.variant.passes);
        let again = passes == 0 || self.turned_over + 1 < passes;
        self.waste != self.left || self.left > self.variant.draw && again
    }

    /// The same for three cards at a time and any number of passes.
    #[inline(always)]
    pub(super) fn can_turn_three(&self) -> bool {
        (self.waste != self.left) | (self.left > 3)
    }

    /// Turns the next cards.
    #[inline]
    pub fn turn(&mut self) {
        match self.variant.draw {
            3 => self.turn_by(3),
            draw => self.turn_by(draw),
        }
    }

    /// Turns so many cards.
    #[inline(always)]
    fn turn_by(&mut self, draw: u8) {
        self.turned_over += u32::from(self.waste == self.left);
        self.waste = self.waste_after(draw);
    }

    /// The cards in the waste once so many are turned.
    #[inline(always)]
    pub(super) fn waste_after(&self, draw: u8) -> u8 {
        let waste = match self.waste == self.left {
            true => 0,
            false => self.waste,
        };
        (waste + draw).min(self.left)
    }

    /// How many turns lead through the whole stock.
    pub fn turns_a_pass(&self) -> usize {
        match self.variant.draw {
            3 => self.left.div_ceil(3).into(),
            draw => self.left.div_ceil(draw).into(),
        }
    }

    /// The bit of the waste's card that can be played.
    #[inline]
    pub(super) fn top_bit(&self) -> u8 {
        self.cards[STOCK + usize::from(self.waste % 32)]
    }

    /// The waste's card, or a bit that is no card.
    #[inline(always)]
    pub(super) fn top(&self) -> Cards {
        1 << (self.top_bit() % 64)
    }

    /// The card of the waste that can be played, if there is one.
    #[inline]
    pub(super) fn waste_top(&self) -> Cards {
        1 << (self.top_bit() & 63) & ALL
    }

    /// Notes where a card lies; it may be none.
    #[inline]
    fn note_column(&mut self, card: Cards, column: usize) {
        self.column[card.trailing_zeros() as usize] = column as u8;
    }

    /// The column of an exposed card or a lead; any for none.
    #[inline]
    pub(super) fn column_of(&self, card: Cards) -> usize {
        usize::from(self.column[card.trailing_zeros() as usize]) % 8
    }

    /// The column in which a card lies face up, covered or not.
    #[inline]
    pub(super) fn column_with(&self, card: Cards) -> usize {
        let mut found = 0;
        for (column, open) in self.open[..COLUMNS].iter().enumerate() {
            if open & card != 0 {
                found = column;
            }
        }
        found
    }

    /// An empty column, if there is one.
    #[inline]
    pub(super) fn empty_column(&self) -> usize {
        let mut found = 0;
        for (column, &open) in self.open[..COLUMNS].iter().enumerate() {
            if open == 0 {
                found = column;
            }
        }
        found
    }

    /// Leaves these face-up cards in a column, and turns up the next if there
    /// are none.
    #[inline(always)]
    fn uncover(&mut self, column: usize, rest: Cards) {
        let pile = self.pile(column);
        let cards = u64::from_le_bytes(*pile);
        let turned = 1 << (cards % 64) & ALL & all_if(rest == 0);
        let fewer = cards >> 8 | u64::from(NO_CARD) << 56;
        *pile = if turned != 0 { fewer } else { cards }.to_le_bytes();
        self.empty += u8::from((rest | turned) == 0);
        self.open[column] = rest | turned;
        let bared = lowest(rest | turned);
        self.note_column(bared, column);
        self.exposed |= bared;
        self.leads |= movable(turned, fewer as u8 == NO_CARD);
        self.down ^= turned;
    }

    /// Lays one card from outside the columns on the exposed card of a column.
    #[inline]
    fn lay(&mut self, card: Cards, to: usize) {
        let on = lowest(self.open[to]);
        self.open[to] |= card;
        self.note_column(card, to);
        self.exposed = self.exposed & !on | card;
        self.empty -= u8::from(on == 0);
    }

    #[inline(always)]
    fn take_waste(&mut self) -> Cards {
        let card = 1 << (self.top_bit() % 64);
        // What lies behind it moves up by a place.
        let (mut stock, mut later, mut before) = ([0; 32], [0; 32], [0; 32]);
        stock.copy_from_slice(&self.cards[STOCK..][..32]);
        later.copy_from_slice(&self.cards[STOCK + 1..][..32]);
        before.copy_from_slice(&BEFORE[32 - usize::from(self.waste % 32)..][..32]);
        for ((place, later), before) in stock.iter_mut().zip(later).zip(before) {
            *place = later ^ (*place ^ later) & before;
        }
        self.cards[STOCK..][..32].copy_from_slice(&stock);
        self.in_stock ^= card;
        self.waste -= 1;
        self.left -= 1;
        card
    }

    /// The waste's card goes onto an exposed card, or home if that is none.
    /// Like [`Board::leave`] it does both by masks: which of them a random
    /// choice makes is nothing that a processor could predict.
    #[inline(always)]
    pub(super) fn waste_on(&mut self, on: Cards) {
        let card = self.take_waste();
        let home = all_if(on == 0);
        let to = self.column_of(on);
        self.note_column(card, to);
        self.open[to] |= card & !home;
        self.exposed = self.exposed & !on | card & !home;
        self.next ^= with_follower(card) & home;
    }

    /// The waste's card goes to a column.
    #[inline]
    pub(super) fn waste_to(&mut self, to: usize) {
        let card = self.take_waste();
        self.lay(card, to);
    }

    /// An exposed card goes home, or all cards that a lead leads go onto an
    /// exposed card.
    #[inline(always)]
    pub(super) fn leave(&mut self, card: Cards, on: Cards) {
        let home = all_if(on == 0);
        let (from, to) = (self.column_of(card), self.column_of(on));
        let open = self.open[from];
        let moving = if on == 0 { card } else { open };
        let (rest, low) = (open ^ moving, lowest(moving));
        self.note_column(low, to);
        self.open[to] |= moving & !home;
        self.exposed = self.exposed & !(on | low) | low & !home;
        self.leads &= !(card & all_if(rest == 0));
        self.next ^= with_follower(card) & home;
        self.uncover(from, rest);
    }

    /// A king and all that lies on it go to an empty column.
    #[inline]
    pub(super) fn king_to(&mut self, king: Cards, to: usize) {
        let from = self.column_of(king);
        let run = self.open[from];
        self.open[to] = run;
        self.note_column(lowest(run), to);
        self.note_column(king, to);
        self.leads &= !king;
        self.empty -= 1;
        self.uncover(from, 0);
    }

    /// What lies on the covered card goes over to its partner.
    #[inline]
    pub(super) fn part_from(&mut self, covered: Cards, on: Cards) {
        let (from, to) = (self.column_with(covered), self.column_of(on));
        let part = self.open[from] & (covered - 1);
        self.note_column(lowest(part), to);
        self.note_column(covered, from);
        self.open[from] ^= part;
        self.open[to] |= part;
        self.exposed = self.exposed & !on | covered;
    }

    /// A card comes back from its foundation.
    #[inline]
    pub(super) fn back_to(&mut self, card: Cards, to: usize) {
        self.next ^= with_follower(card);
        self.lay(card, to);
    }

    /// Makes a move of the plain rules, which must be legal.
    pub fn apply(&mut self, mv: Move) {
        let exposed_of = |column: u8| lowest(self.open[column as usize]);
        match (mv.from, mv.to) {
            (Place::Stock, _) => self.turn(),
            (Place::Waste, Place::Home(_)) => self.waste_on(0),
            (Place::Waste, Place::Column(to)) => self.waste_to(to.into()),
            (Place::Column(from), Place::Home(_)) => self.leave(exposed_of(from), 0),
            (Place::Column(from), Place::Column(to)) => {
                let open = self.open[from as usize];
                let under = (0..mv.count).fold(open, |rest, _| rest & rest.wrapping_sub(1));
                let lead = 1 << (63 - open.leading_zeros());
                match (under, exposed_of(to)) {
                    (0, 0) => self.king_to(lead, to.into()),
                    (0, on) => self.leave(lead, on),
                    (under, on) => self.part_from(lowest(under), on),
                }
            }
            (Place::Home(suit), Place::Column(to)) => {
                let top = self.tops() & SUITS[suit as usize];
                self.back_to(top, to.into());
            }
            other => unreachable!("no move goes so: {other:?}"),
        }
    }

    /// The card that would leave a place first.
    pub fn card_of(&self, place: Place) -> Option<Card> {
        let card = match place {
            Place::Waste => self.waste_top(),
            Place::Column(column) => lowest(self.open[column as usize]),
            Place::Home(suit) => self.tops() & SUITS[suit as usize],
            Place::Stock => 0,
        };
        (card != 0).then(|| card_of(card.trailing_zeros() as u8))
    }

    /// Face-up cards in columns.
    pub(super) fn up(&self) -> Cards {
        self.open.iter().fold(0, |up, open| up | open)
    }
}
