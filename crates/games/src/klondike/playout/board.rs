//! A complete position, hidden cards included, in about two hundred bytes
//! without pointers. The face-up cards of a column are a bit set. A run has at most
//! one card of a rank and higher ranks have higher bits, so that a column's
//! exposed card is its lowest bit, its lead the highest, and to move a run is
//! to move bits. Unlike [`Table`](super::super::table::Table) it knows which
//! card lies on which, so that it serves rules under which that matters.

use crate::cards::{Card, KING};
use crate::klondike::bits::partners;
use crate::klondike::rules::{COLUMNS, Move, Place, Position};
use crate::klondike::table::{Cards, KINGS, bit_of, card_of, only};
use crate::klondike::variant::{Runs, Variant};

/// Most cards that lie face down in a column.
const DEEPEST: usize = 6;
/// Where the stock begins among [`Board::cards`].
pub(super) const STOCK: usize = COLUMNS * DEEPEST;
/// Most cards in waste and stock.
const STOCK_SLOTS: usize = 24;
/// Room for every card that does not lie face up in a column.
pub(super) const SLOTS: usize = STOCK + STOCK_SLOTS;

/// The cards one rank up that a card can lie on.
#[inline]
pub(super) const fn parents(card: Cards) -> Cards {
    (card | partners(card)) << 4
}

/// The position of the only bit, and the lowest of several.
#[inline]
pub(super) const fn lowest(cards: Cards) -> Cards {
    cards & cards.wrapping_neg()
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The face-up cards of each column.
    pub(super) open: [Cards; COLUMNS],
    /// The exposed cards of all columns.
    pub(super) exposed: Cards,
    /// The leads of all columns.
    pub(super) leads: Cards,
    /// Face-up cards in columns.
    pub(super) up: Cards,
    /// Kings at the very bottom of a column.
    pub(super) settled: Cards,
    /// The next card of each suit to go home.
    pub(super) next: Cards,
    /// The highest card of each suit at home.
    pub(super) tops: Cards,
    /// Cards in stock and waste.
    pub(super) in_stock: Cards,
    /// Bits of the cards that lie face down, six to a column, then of waste
    /// and stock in the order in which they are turned.
    pub(super) cards: [u8; SLOTS],
    /// The columns of exposed cards and of leads, by their bits; what stands
    /// there for other cards means nothing.
    column: [u8; 64],
    /// Places of the stock's order whose card is still in waste or stock.
    pub(super) in_order: u32,
    /// Those of them whose card is in the waste.
    pub(super) in_waste: u32,
    /// Cards that lie face down, by column.
    pub(super) hidden: [u8; COLUMNS],
    /// Empty columns.
    pub(super) empty: u8,
    /// Cards at home.
    pub(super) home: u8,
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
            for (slot, &card) in column.hidden.iter().enumerate() {
                board.cards[i * DEEPEST + slot] = bit_of(card);
            }
        }
        let (waste, stock) = (&position.waste, position.stock.iter().rev());
        for (slot, &card) in waste.iter().chain(stock).enumerate() {
            board.cards[STOCK + slot] = bit_of(card);
            board.in_stock |= only(card);
        }
        board.lay_stock(waste.len(), position.stock.len());
        board
    }

    /// A position without cards in columns and stock.
    pub(super) fn bare(variant: Variant, home: &[u8; 4], turned_over: u32) -> Board {
        let mut board = Board {
            open: [0; COLUMNS],
            exposed: 0,
            leads: 0,
            up: 0,
            settled: 0,
            next: 0,
            tops: 0,
            in_stock: 0,
            cards: [0; SLOTS],
            column: [0; 64],
            in_order: 0,
            in_waste: 0,
            hidden: [0; COLUMNS],
            empty: 0,
            home: home.iter().sum(),
            left: 0,
            turned_over,
            variant,
        };
        for (suit, &rank) in (0..).zip(home) {
            if rank > 0 {
                board.tops |= only(Card::new(rank, suit));
            }
            if rank < KING {
                board.next |= only(Card::new(rank + 1, suit));
            }
        }
        board
    }

    /// Lays the face-up cards of a column on `hidden` face-down ones.
    pub(super) fn lay_column(&mut self, column: usize, hidden: usize, open: &[Card]) {
        self.hidden[column] = hidden as u8;
        let cards = open.iter().fold(0, |cards, &card| cards | only(card));
        self.open[column] = cards;
        self.up |= cards;
        match (open.first(), open.last()) {
            (Some(&lead), Some(&exposed)) => {
                self.leads |= only(lead);
                self.exposed |= only(exposed);
                self.note_column(only(lead), column);
                self.note_column(only(exposed), column);
                if hidden == 0 {
                    self.settled |= only(lead) & KINGS;
                }
            }
            _ => self.empty += 1,
        }
    }

    /// Lays waste and stock, of so many cards.
    pub(super) fn lay_stock(&mut self, waste: usize, stock: usize) {
        self.in_waste = (1 << waste) - 1;
        self.in_order = (1 << (waste + stock)) - 1;
        self.left = (waste + stock) as u8;
    }

    /// The place of a face-down card among [`Board::cards`].
    pub(super) fn slot(column: usize, depth: usize) -> usize {
        column * DEEPEST + depth
    }

    /// Cards at home.
    #[inline]
    pub fn fitness(&self) -> u32 {
        self.home.into()
    }

    /// Whether all cards are home.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.home == 52
    }

    /// Whether cards can be turned from the stock.
    #[inline]
    pub fn can_turn(&self) -> bool {
        let passes = u32::from(self.variant.passes);
        let again = passes == 0 || self.turned_over + 1 < passes;
        self.in_waste != self.in_order || self.left > self.variant.draw && again
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
    pub(super) fn turn_by(&mut self, draw: u8) {
        let mut stock = self.in_order ^ self.in_waste;
        if stock == 0 {
            stock = self.in_order;
            self.turned_over += 1;
        }
        for _ in 0..draw {
            stock &= stock.wrapping_sub(1);
        }
        self.in_waste = self.in_order ^ stock;
    }

    /// How many turns lead through the whole stock.
    pub fn turns_a_pass(&self) -> usize {
        match self.variant.draw {
            3 => self.left.div_ceil(3).into(),
            draw => self.left.div_ceil(draw).into(),
        }
    }

    /// The place of the waste's card that can be played, if there is one.
    #[inline]
    fn top_place(&self) -> usize {
        (31 - (self.in_waste | 1).leading_zeros() as usize) % STOCK_SLOTS
    }

    /// The card of the waste that can be played, if there is one.
    #[inline]
    pub(super) fn waste_top(&self) -> Cards {
        u64::from(self.in_waste != 0) << (self.cards[STOCK + self.top_place()] & 63)
    }

    #[inline]
    fn note_column(&mut self, card: Cards, column: usize) {
        self.column[card.trailing_zeros() as usize & 63] = column as u8;
    }

    /// The column of an exposed card or a lead.
    #[inline]
    pub(super) fn column_of(&self, card: Cards) -> usize {
        usize::from(self.column[card.trailing_zeros() as usize & 63]) % COLUMNS
    }

    /// The column in which a card lies face up, covered or not.
    #[inline]
    pub(super) fn column_with(&self, card: Cards) -> usize {
        let mut found = 0;
        for (column, open) in self.open.iter().enumerate() {
            if open & card != 0 {
                found = column;
            }
        }
        found
    }

    #[inline]
    fn empty_column(&self) -> usize {
        let mut found = 0;
        for (column, &open) in self.open.iter().enumerate() {
            if open == 0 {
                found = column;
            }
        }
        found
    }

    /// The column that a card goes to if it is to lie on `on`, which is
    /// nothing for an empty one.
    #[inline]
    pub(super) fn target(&self, on: Cards) -> usize {
        match on {
            0 => self.empty_column(),
            on => self.column_of(on),
        }
    }

    /// Turns up the next card of a column whose face-up cards have gone.
    #[inline]
    fn turn_up(&mut self, column: usize) {
        if self.hidden[column] == 0 {
            self.empty += 1;
            return;
        }
        self.hidden[column] -= 1;
        let card = 1 << self.cards[Board::slot(column, self.hidden[column] as usize)];
        self.open[column] = card;
        self.note_column(card, column);
        self.exposed |= card;
        self.leads |= card;
        self.up |= card;
        if self.hidden[column] == 0 {
            self.settled |= card & KINGS;
        }
    }

    /// Lays one card from outside the columns on the exposed card of a column.
    #[inline]
    fn lay(&mut self, card: Cards, to: usize) {
        let on = lowest(self.open[to]);
        self.open[to] |= card;
        self.note_column(card, to);
        self.exposed = self.exposed & !on | card;
        self.up |= card;
        if on == 0 {
            self.leads |= card;
            self.settled |= card;
            self.empty -= 1;
        }
    }

    /// Sends home a card that was taken from its place.
    #[inline]
    fn send_home(&mut self, card: Cards) {
        let bit = card.trailing_zeros();
        // One rank up a suit changes from one pair of bits to the other.
        let above = ((bit ^ 2) + 4) % 64;
        self.next = (self.next ^ card) | (u64::from(bit < 48) << above);
        if bit >= 4 {
            self.tops &= !(1 << ((bit - 4) ^ 2));
        }
        self.tops |= card;
        self.home += 1;
    }

    #[inline]
    fn take_waste(&mut self) -> Cards {
        let place = self.top_place();
        let card = 1 << (self.cards[STOCK + place] & 63);
        self.in_waste ^= 1 << place;
        self.in_order ^= 1 << place;
        self.in_stock ^= card;
        self.left -= 1;
        card
    }

    /// The waste's card goes home.
    #[inline]
    pub(super) fn waste_home(&mut self) {
        let card = self.take_waste();
        self.send_home(card);
    }

    /// The waste's card goes to a column.
    #[inline]
    pub(super) fn waste_to(&mut self, to: usize) {
        let card = self.take_waste();
        self.lay(card, to);
    }

    /// An exposed card goes home.
    #[inline]
    pub(super) fn column_home(&mut self, card: Cards) {
        let column = self.column_of(card);
        self.open[column] ^= card;
        self.exposed ^= card;
        self.up ^= card;
        if self.open[column] == 0 {
            self.leads ^= card;
            self.settled &= !card;
            self.turn_up(column);
        } else {
            let bared = lowest(self.open[column]);
            self.exposed |= bared;
            self.note_column(bared, column);
        }
        self.send_home(card);
    }

    /// All face-up cards of the column that `lead` leads go to another.
    #[inline]
    pub(super) fn run_to(&mut self, lead: Cards, to: usize) {
        let (from, on) = (self.column_of(lead), lowest(self.open[to]));
        self.note_column(lowest(self.open[from]), to);
        self.open[to] |= self.open[from];
        self.open[from] = 0;
        self.exposed &= !on;
        if on == 0 {
            self.note_column(lead, to);
            self.settled |= lead;
            self.empty -= 1;
        } else {
            self.leads ^= lead;
        }
        self.turn_up(from);
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
        let bit = card.trailing_zeros();
        let above = ((bit ^ 2) + 4) % 64;
        self.next = self.next & !(u64::from(bit < 48) << above) | card;
        self.tops ^= card;
        if bit >= 4 {
            self.tops |= 1 << ((bit - 4) ^ 2);
        }
        self.home -= 1;
        self.lay(card, to);
    }

    /// Makes a move of the plain rules, which must be legal.
    pub fn apply(&mut self, mv: Move) {
        let exposed_of = |column: u8| lowest(self.open[column as usize]);
        match (mv.from, mv.to) {
            (Place::Stock, _) => self.turn(),
            (Place::Waste, Place::Home(_)) => self.waste_home(),
            (Place::Waste, Place::Column(to)) => self.waste_to(to.into()),
            (Place::Column(from), Place::Home(_)) => self.column_home(exposed_of(from)),
            (Place::Column(from), Place::Column(to)) => {
                let open = self.open[from as usize];
                let under = (0..mv.count).fold(open, |rest, _| rest & rest.wrapping_sub(1));
                match under {
                    0 => self.run_to(1 << (63 - open.leading_zeros()), to.into()),
                    under => self.part_from(lowest(under), exposed_of(to)),
                }
            }
            (Place::Home(suit), Place::Column(to)) => {
                let top = self.tops & SUITS[suit as usize];
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
            Place::Home(suit) => self.tops & SUITS[suit as usize],
            Place::Stock => 0,
        };
        (card != 0).then(|| card_of(card.trailing_zeros() as u8))
    }

    /// Whether a part of a run may move off this card, by the variant's rules.
    #[inline]
    pub(super) fn may_part(&self) -> Cards {
        match self.variant.runs {
            Runs::Any => Cards::MAX,
            Runs::Home => self.next,
            Runs::Whole => 0,
        }
    }
}

/// All cards of each suit.
pub(super) const SUITS: [Cards; 4] = [suit_cards(0), suit_cards(1), suit_cards(2), suit_cards(3)];

const fn suit_cards(suit: u8) -> Cards {
    let (mut cards, mut rank) = (0, 1);
    while rank <= KING {
        cards |= only(Card::new(rank, suit));
        rank += 1;
    }
    cards
}
