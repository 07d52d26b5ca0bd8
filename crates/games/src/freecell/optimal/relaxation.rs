//! A lower bound of the moves to the end: the fewest with a cell for every
//! card, found exactly.
//!
//! With that many cells no card needs more than two moves: aside, then home.
//! So the bound is the cards that are out, plus those that must be set aside.
//! A card above a lower one of its suit must be; these are *forced*. To bring
//! home the next card of a suit, all cards above it have to go; those neither
//! forced nor gone by then are the *extra* ones. Which cards are gone follows
//! from how many of each suit are home, so the order in which suits advance is
//! all there is to choose: a suit whose next card has nothing in its way
//! advances at once, else the suits are tried in turn.
//!
//! No move lowers the bound by more than one: it is consistent. A move home
//! lowers it by exactly one, since the card is free in the relaxed game too.

use super::super::board::{ROOT, rank, suit};
use super::super::variant::MOST_COLUMNS;
use super::cores::{Core, Cores};
use super::table::Table;
use crate::cards::KING;

/// More extra cards than there can be.
pub const NO_LIMIT: u32 = 52;

/// A position as the bound sees it. Sets of cards are masks of the places
/// where they lie: columns one after the other, each from its first card up,
/// with one place on top for a card that comes.
pub struct Relaxation {
    /// The place of each card in a column, as a mask.
    place: [u64; 64],
    /// The places above each card.
    above: [u64; 64],
    /// The places of the lower cards of the same suit.
    lower: [u64; 64],
    /// The places of each column.
    columns: [u64; MOST_COLUMNS],
    count: usize,
    /// The card at each place, and how it lies in the key of a core.
    cards: [u8; 64],
    codes: [u64; 64],
    /// The cards that must be set aside, whatever the order.
    forced: u64,
    /// All cards in columns.
    lying: u64,
    home: [u8; 4],
}

/// How far suits get, and a card that lies elsewhere than in the position.
#[derive(Clone, Copy)]
struct Stage {
    home: [u8; 4],
    /// The places that are out of the way.
    gone: u64,
    /// The card that was moved, and its new place.
    moved: u8,
    moved_to: u64,
    /// The column that it lies on.
    under: u64,
}

impl Relaxation {
    /// Looks at a position.
    pub fn new(table: &Table) -> Relaxation {
        let mut new = Relaxation {
            place: [0; 64],
            above: [0; 64],
            lower: [0; 64],
            columns: [0; MOST_COLUMNS],
            count: table.count,
            cards: [0; 64],
            codes: [0; 64],
            forced: 0,
            lying: 0,
            home: table.home,
        };
        let mut first = 0;
        for column in 0..table.count {
            let cards = table.column(column);
            let places = ((1u64 << cards.len()) - 1) << first;
            new.columns[column] = places;
            new.lying |= places;
            for (at, &card) in (first..).zip(cards) {
                new.place[(card & 63) as usize] = 1 << at;
                new.above[(card & 63) as usize] = places & !((2 << at) - 1);
                new.cards[at & 63] = card;
                new.codes[at & 63] = table.code(card);
            }
            first += cards.len() + 1;
        }
        for card in 4..52 {
            new.lower[card] = new.lower[card - 4] | new.place[card - 4];
        }
        let mut left = new.lying;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let card = new.cards[at] as usize & 63;
            let column = new.columns[table.column_of(card as u8)];
            let is_forced = new.lower[card] & column & ((1 << at) - 1) != 0;
            new.forced |= u64::from(is_forced) << at;
            new.codes[at] = nibble(new.codes[at], is_forced);
        }
        new
    }

    /// Whether an exposed card is forced.
    pub fn is_forced(&self, card: u8) -> bool {
        self.forced & self.place[(card & 63) as usize] != 0
    }

    /// The cards out, and those that are forced.
    pub fn base(&self) -> u32 {
        let home: u8 = self.home.iter().sum();
        52 - u32::from(home) + self.forced.count_ones()
    }

    /// The bound of the position itself.
    pub fn bound(&self, cores: &mut Cores) -> u32 {
        self.base() + self.extra(NO_LIMIT, cores).0
    }

    /// The fewest extra cards, which are `most` or fewer, and all cards that
    /// are extra ones in some such solution of the relaxed game. The bound
    /// falls when one of those is set aside, and with no other card that is
    /// not forced.
    pub fn extra(&self, most: u32, cores: &mut Cores) -> (u32, u64) {
        let mut stage = Stage {
            home: self.home,
            gone: 0,
            moved: ROOT,
            moved_to: 0,
            under: 0,
        };
        let ways = self.advance(&mut stage);
        self.least(&stage, &ways, 0, most, cores)
    }

    /// Whether a card is forced on top of a column.
    pub fn is_forced_on(&self, card: u8, column: usize) -> bool {
        self.lower[(card & 63) as usize] & self.columns[column] != 0
    }

    /// Whether `most` extra cards are enough once an exposed card or one in a
    /// cell lies on a column that is not empty, where it is not forced and has
    /// this code in the key.
    pub fn is_enough_on(
        &self,
        card: u8,
        column: usize,
        code: u64,
        most: u32,
        cores: &mut Cores,
    ) -> bool {
        let under = self.columns[column];
        let mut stage = Stage {
            home: self.home,
            gone: self.place[(card & 63) as usize],
            moved: card,
            moved_to: (under << 1) & !under,
            under,
        };
        let ways = self.advance(&mut stage);
        // Set aside again, the card costs one more.
        self.least(&stage, &ways, nibble(code, false), most + 1, cores)
            .0
            <= most
    }

    /// Brings home all cards that need no extra cards to be set aside. Returns
    /// the extra cards in the way of each suit's next card.
    #[inline]
    fn advance(&self, stage: &mut Stage) -> [u64; 4] {
        let mut ways = [0u64; 4];
        loop {
            let mut moved = false;
            for (suit, extra_way) in ways.iter_mut().enumerate() {
                *extra_way = 0;
                while stage.home[suit] < KING {
                    let card = 4 * stage.home[suit] + suit as u8;
                    let way = self.in_the_way(stage, card) & !stage.gone;
                    let extra = way & !self.forced;
                    if extra != 0 {
                        *extra_way = extra;
                        break;
                    }
                    stage.gone |= way;
                    self.bring_home(stage, card);
                    moved = true;
                }
            }
            if !moved {
                return ways;
            }
        }
    }

    #[inline]
    fn bring_home(&self, stage: &mut Stage, card: u8) {
        stage.home[suit(card)] += 1;
        stage.gone |= self.place[(card & 63) as usize];
        if card == stage.moved {
            stage.gone |= stage.moved_to;
        }
    }

    /// The places above a card.
    #[inline]
    fn in_the_way(&self, stage: &Stage, card: u8) -> u64 {
        let burdened = stage.under & self.place[(card & 63) as usize] != 0;
        self.above[(card & 63) as usize] | if burdened { stage.moved_to } else { 0 }
    }

    /// The fewest further extra cards with which all suits get home, and the
    /// cards in question as a mask of cards; some number above `most` if more
    /// are needed. No suit advances further by itself.
    fn least(
        &self,
        stage: &Stage,
        ways: &[u64; 4],
        code: u64,
        most: u32,
        cores: &mut Cores,
    ) -> (u32, u64) {
        if stage.home == [KING; 4] {
            return (0, 0);
        }
        if most == 0 {
            return (1, 0);
        }
        let core = self.core(stage, code);
        if let Some(known) = cores.find(&core, most) {
            return known;
        }
        let choice = closed(ways, &self.suits_in(ways, stage));
        let (mut best, mut cards) = (most + 1, 0);
        for (suit, &way) in ways.iter().enumerate() {
            let cost = way.count_ones();
            let allowed = best.min(most);
            if choice >> suit & 1 == 0 || cost > allowed || is_worse(ways, suit) {
                continue;
            }
            let card = 4 * stage.home[suit] + suit as u8;
            let mut next = *stage;
            next.gone |= self.in_the_way(stage, card);
            self.bring_home(&mut next, card);
            let ways = self.advance(&mut next);
            let (least, more) = self.least(&next, &ways, code, allowed - cost, cores);
            if cost + least > best {
                continue;
            }
            if cost + least < best {
                (best, cards) = (cost + least, 0);
            }
            cards |= more | self.cards_at(way, stage);
        }
        cores.keep(&core, most, best, cards);
        (best, cards)
    }

    /// The cards at these places.
    fn cards_at(&self, mut places: u64, stage: &Stage) -> u64 {
        let mut cards = 0;
        while places != 0 {
            cards |= 1 << self.card_at(places, stage);
            places &= places - 1;
        }
        cards
    }

    /// The card at the first of these places.
    #[inline]
    fn card_at(&self, places: u64, stage: &Stage) -> u8 {
        if places & stage.moved_to & places.wrapping_neg() != 0 {
            return stage.moved;
        }
        self.cards[places.trailing_zeros() as usize & 63]
    }

    /// The suits of the cards in each way.
    fn suits_in(&self, ways: &[u64; 4], stage: &Stage) -> [u32; 4] {
        ways.map(|mut way| {
            let mut suits = 0;
            while way != 0 {
                suits |= 1 << suit(self.card_at(way, stage));
                way &= way - 1;
            }
            suits
        })
    }

    /// What the number of extra cards depends on: the cards that wait for a
    /// lower one of their suit under some other that waits, and how they lie.
    /// Of each column that is a part from some card up to another; what lies
    /// below that part and above it does not matter.
    fn core(&self, stage: &Stage, code: u64) -> Core {
        let (waiting, needed) = self.waiting_and_needed(stage);
        let mut core = [0; 4];
        for &column in &self.columns[..self.count] {
            let whole = stage.whole(column);
            let waits = waiting & whole;
            if waits == 0 {
                continue;
            }
            let last = 63 - waits.leading_zeros();
            let first = (needed & whole).trailing_zeros();
            for at in first..=last {
                let (card, lies) = match 1 << at == stage.moved_to {
                    true => (stage.moved, code),
                    false => (self.cards[at as usize & 63], self.codes[at as usize & 63]),
                };
                let lies = if at == first { rooted(lies) } else { lies };
                core[suit(card)] |= lies << (4 * rank(card));
            }
        }
        core
    }

    /// The cards that wait for a lower one of their suit and lie above one
    /// that is needed; and those that are needed, since one waits for them.
    fn waiting_and_needed(&self, stage: &Stage) -> (u64, u64) {
        let lying = (self.lying | stage.moved_to) & !stage.gone;
        let mut waiting = lying & !self.forced;
        let mut highest = [KING - 1; 4];
        loop {
            let mut needed = 0;
            for (suit, highest) in highest.iter_mut().enumerate() {
                // The next card home waits for none.
                while *highest > stage.home[suit] {
                    let card = 4 * *highest + suit as u8;
                    if self.place_now(stage, card) & waiting != 0 {
                        needed |= self.lower_now(stage, card);
                        break;
                    }
                    *highest -= 1;
                }
            }
            needed &= lying;
            let before = waiting;
            for &column in &self.columns[..self.count] {
                // Up to the first needed card, none lies on one.
                let whole = stage.whole(column);
                let first = needed & whole;
                let first = first & first.wrapping_neg();
                waiting &= !(whole & (first << 1).wrapping_sub(1));
            }
            if waiting == before {
                return (waiting, needed);
            }
        }
    }

    /// Where a card lies now.
    #[inline]
    fn place_now(&self, stage: &Stage, card: u8) -> u64 {
        if card == stage.moved {
            return stage.moved_to;
        }
        self.place[(card & 63) as usize]
    }

    /// Where the lower cards of its suit lie now.
    #[inline]
    fn lower_now(&self, stage: &Stage, card: u8) -> u64 {
        let moved_is_lower = suit(stage.moved) == suit(card) && stage.moved < card;
        self.lower[(card & 63) as usize] | if moved_is_lower { stage.moved_to } else { 0 }
    }
}

impl Stage {
    /// A column with the card that was moved onto it.
    #[inline]
    fn whole(&self, column: u64) -> u64 {
        column
            | if column == self.under {
                self.moved_to
            } else {
                0
            }
    }
}

/// How a card lies in the key of a core, by its code and whether it is forced.
fn nibble(code: u64, forced: bool) -> u64 {
    1 + code + 6 * u64::from(forced)
}

/// The same for the first card of a part.
fn rooted(nibble: u64) -> u64 {
    let forced = nibble > 6;
    if forced { 12 } else { 6 }
}

/// Whether another suit is the better choice, since its way is within this
/// one's.
#[inline]
fn is_worse(ways: &[u64; 4], suit: usize) -> bool {
    let way = ways[suit];
    let mut others = ways.iter().enumerate();
    others.any(|(other, &smaller)| {
        other != suit && smaller != 0 && smaller & !way == 0 && (smaller != way || other < suit)
    })
}

/// The suits to choose from when all are blocked: a smallest set whose cards
/// in the way are all of its own suits. No other suit's advance can free one
/// of them, so one of these must be paid for, and it may be now.
#[inline]
fn closed(ways: &[u64; 4], suits: &[u32; 4]) -> u32 {
    let mut waits = *suits;
    for _ in 0..2 {
        let before = waits;
        for suit in 0..4 {
            for other in 0..4 {
                waits[suit] |= (before[suit] >> other & 1) * before[other];
            }
        }
    }
    let open = (0..4).filter(|&suit| ways[suit] != 0);
    open.map(|suit| waits[suit])
        .min_by_key(|set| set.count_ones())
        .unwrap_or(0)
}
