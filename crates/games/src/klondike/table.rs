//! Klondike positions packed into five words, for rules that let any part of a
//! run move and the stock be gone through for ever.
//!
//! Under these rules it does not matter which face-up card lies on which. Let
//! two cards of one rank and colour be a *pair*; the cards that can lie on
//! them are another pair, one rank lower. A face-up card that does not lead
//! its column lies on a card of the pair above (or, a king, begins a column).
//! Where fewer cards lie on a pair than there are face-up cards of it, either
//! of these can be laid bare, by moving what lies on one over to the other;
//! and that can be taken back. So positions with the same cards at home, face
//! down and in the stock can be turned into each other, and one [`Table`]
//! stands for them all. (lonelybot by Vuong Hy works with the same classes.)
//! Cards are bits, see [`super::bits`].

pub use super::bits::{
    Cards, KINGS, bit_of, card_of, each, one_less, only, pairs, partners, same_suit,
};
use super::bits::{FIRSTS, FULL, RED, SUITS, up_to};
use super::rules::{COLUMNS, Position};
pub use super::steps::{Moves, Step};
use super::stock_offset::{drop_lowest, every_third};
use super::variant::{Runs, Variant};
use crate::cards::{Card, KING};

/// No card.
const NONE: u8 = 64;
/// Most cards in stock and waste.
const STOCK: usize = 24;

/// Where the parts of [`Table::key`] begin.
const HIDDEN: u32 = 16;
const LEFT: u32 = 32;
const WASTE: u32 = 56;

/// What stays the same through one search.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The card beneath a card that lies in a column from the start.
    under: [u8; 52],
    /// What a column counts in [`Table::key`], by its cards.
    weight: [u16; 52],
    /// Waste and stock in the order in which they are turned.
    stock: [u8; STOCK],
    /// Where a card stands in that order.
    turn: [u8; 52],
    /// The cards of four turns, by which of them are asked for.
    by_turn: [[Cards; 16]; STOCK / 4],
    /// Cards that lie at the very bottom of a column from the start.
    bottoms: Cards,
    /// Cards turned at a time.
    draw: u8,
    /// Bit `n` is set if that divides `n`.
    multiples: u32,
    /// Whether cards may come back from the foundations.
    take_back: bool,
}

/// A position, up to moves among face-up cards that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Cards that lie face up in columns.
    pub open: Cards,
    /// Those of them that lead a column and are no king at its very bottom.
    pub leads: Cards,
    /// The next card of each suit to go home; bits 52 to 55 for full ones.
    pub next: Cards,
    /// Cards in stock and waste.
    pub stock: Cards,
    /// Equal exactly for equal tables of one layout.
    pub key: u64,
}

impl Layout {
    /// Whether positions under these rules can be packed.
    pub fn allows(variant: Variant) -> bool {
        variant.passes == 0 && variant.runs == Runs::Any
    }

    /// The packed form of a position, if its rules allow for it.
    pub fn new(position: &Position) -> Option<(Layout, Table)> {
        let variant = position.variant;
        if !Layout::allows(variant) {
            return None;
        }
        let mut layout = Layout {
            under: [NONE; 52],
            weight: [0; 52],
            stock: [NONE; STOCK],
            turn: [NONE; 52],
            by_turn: [[0; 16]; STOCK / 4],
            bottoms: 0,
            draw: variant.draw,
            multiples: (0..=STOCK as u32)
                .filter(|n| n.is_multiple_of(u32::from(variant.draw)))
                .map(|n| 1 << n)
                .sum(),
            take_back: variant.take_back,
        };
        let mut table = Table {
            open: 0,
            leads: 0,
            next: 0,
            stock: 0,
            key: 0,
        };
        let mut weight = 1;
        for column in &position.columns {
            let Some(&lead) = column.open.first() else {
                continue;
            };
            let mut below = NONE;
            for &card in column.hidden.iter().chain([&lead]) {
                let bit = bit_of(card);
                (layout.under[bit as usize], layout.weight[bit as usize]) = (below, weight);
                below = bit;
            }
            let bottom = column.hidden.first().unwrap_or(&lead);
            layout.bottoms |= only(*bottom);
            table.open |= column.open.iter().map(|&card| only(card)).sum::<u64>();
            table.leads |= layout.as_lead(bit_of(lead));
            let count = column.hidden.len() as u16 + 1;
            table.key += u64::from(count * weight) << HIDDEN;
            weight *= count + 1;
        }
        for (suit, &rank) in position.home.iter().enumerate() {
            table.key += u64::from(rank) << (4 * suit);
            table.next |= match rank {
                KING => FULL & 1 << ((bit_of(Card::new(KING, suit as u8)) + 4) ^ 2),
                _ => only(Card::new(rank + 1, suit as u8)),
            };
        }
        let turned = position.waste.iter().chain(position.stock.iter().rev());
        for (turn, &card) in turned.enumerate() {
            layout.stock[turn] = bit_of(card);
            layout.turn[bit_of(card) as usize] = turn as u8;
            table.stock |= only(card);
            table.key |= 1 << (LEFT + turn as u32);
        }
        table.set_waste(&layout, position.waste.len() as u32);
        layout.set_turns(position.waste.len() + position.stock.len());
        Some((layout, table))
    }

    fn set_turns(&mut self, count: usize) {
        for (turn, &bit) in self.stock[..count].iter().enumerate() {
            let (four, place) = (&mut self.by_turn[turn / 4], 1 << (turn % 4));
            for asked in 0..place {
                four[asked + place] = four[asked] | 1 << bit;
            }
        }
    }

    /// The cards of these turns.
    pub fn turned(&self, turns: u32) -> Cards {
        let cards = |four: usize| self.by_turn[four][(turns >> (4 * four)) as usize & 15];
        (cards(0) | cards(1) | cards(2)) | (cards(3) | cards(4) | cards(5))
    }

    /// The card that is turned last of those left.
    pub fn last_of(&self, left: u32) -> Cards {
        match left {
            0 => 0,
            _ => 1 << self.stock[31 - left.leading_zeros() as usize],
        }
    }

    /// Cards that lie at the very bottom of a column from the start.
    pub fn bottoms(&self) -> Cards {
        self.bottoms
    }

    /// Whether cards may come back from the foundations.
    pub fn take_back(&self) -> bool {
        self.take_back
    }

    /// Where a card stands in the order of turning.
    pub fn turn(&self, bit: u8) -> u8 {
        self.turn[bit as usize]
    }

    /// The set of a card that has come to lead its column, unless it is a king
    /// at the very bottom, which need not move any more.
    fn as_lead(&self, bit: u8) -> Cards {
        let settled = self.under[bit as usize] == NONE && KINGS >> bit & 1 == 1;
        (!settled as u64) << bit
    }

    /// The cards beneath a lead, the next one first.
    pub fn beneath(&self, lead: u8) -> impl Iterator<Item = u8> + '_ {
        std::iter::successors(self.under(lead), |&bit| self.under(bit))
    }

    /// Puts other cards beneath a lead, the next one first, as many as there
    /// were. Keys stay what they are.
    pub fn put_beneath(&mut self, lead: u8, cards: &[u8]) {
        let weight = self.weight[lead as usize];
        let mut above = lead;
        for &card in cards {
            self.under[above as usize] = card;
            self.weight[card as usize] = weight;
            self.bottoms &= !(1 << card);
            above = card;
        }
        self.under[above as usize] = NONE;
        self.bottoms |= 1 << above;
    }

    /// The same with nothing beneath these leads.
    pub fn without_beneath(&self, leads: Cards) -> Layout {
        let mut blank = self.clone();
        each(leads).for_each(|bit| blank.under[bit as usize] = NONE);
        blank
    }

    /// The card beneath a card that lies in a column from the start, if any.
    pub fn under(&self, bit: u8) -> Option<u8> {
        let under = self.under[bit as usize];
        (under != NONE).then_some(under)
    }

    /// Cards turned at a time.
    pub fn draw(&self) -> u8 {
        self.draw
    }
}

impl Table {
    /// Cards left in stock and waste, as bits in the order of turning.
    pub fn left(&self) -> u32 {
        (self.key >> LEFT) as u32 & ((1 << STOCK) - 1)
    }

    /// Cards that lie in the waste; 0 where the same cards can be reached as
    /// from an empty waste.
    pub fn waste(&self) -> u32 {
        (self.key >> WASTE) as u32
    }

    /// The highest rank at home of a suit.
    pub fn home(&self, suit: u8) -> u8 {
        (self.key >> (4 * suit)) as u8 & 15
    }

    /// Whether a table of the same layout has the same cards face down, in the
    /// stock and in the waste.
    pub fn differs_at_home_only(&self, other: &Table) -> bool {
        (self.key ^ other.key) >> HIDDEN == 0
    }

    /// The cards that are home.
    pub fn at_home(&self) -> Cards {
        let suit = |suit: u8| SUITS[suit as usize] & up_to(self.home(suit));
        suit(0) | suit(1) | suit(2) | suit(3)
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        self.next == FULL
    }

    /// Whether nothing is face down and every card of the stock is in reach:
    /// then the lowest card that is not home can always go there.
    pub fn is_sure_win(&self, layout: &Layout) -> bool {
        let left = self.left();
        let reach = layout.draw == 1 || left & left.wrapping_sub(1) == 0;
        reach && self.leads & !layout.bottoms == 0
    }

    /// Cards that may as well be home as soon as they can be. Let `c` of rank
    /// `r` be next of its suit, with the other colour home up to `r - 2` and
    /// the other suit of its colour up to `r - 3`. Then a table that can be won
    /// can be won after `c` went home from a column.
    ///
    /// Proof. Call *low* the cards of its suit up to `r`, of the other colour up
    /// to `r - 1` and of the other suit of its colour up to `r - 2`, and the
    /// others *high*. What can lie on a pair with a low card in it is low. So
    /// high cards lie on high pairs only, which lose no room when low cards go
    /// home. The low cards not home, other than `c`, are the next of their
    /// suits, and no card that is not low lies on them: those face up that lead
    /// no column can go home at once, from the lowest. Let `t'` be a table like
    /// `t` but with every low card home that is face up in `t` and leads no
    /// column, with `c` home, and if `c` still leads a column in `t`, the card
    /// beneath it turned up. Follow a won game from `t` in `t'`: a step of a
    /// high card is possible there too, since it has as much room, as few
    /// cards on it, and the same cards home before it at least. Where a low
    /// card comes to a column, from the stock or from above a hidden card, send
    /// it home instead; where it goes home or comes back and is home already,
    /// do nothing. In the end all cards are home. Nothing here needs a card to
    /// come back, so the argument holds without it as well.
    ///
    /// For the same reason such a card, once home, need never come back.
    pub fn safe(&self) -> Cards {
        let black = self.home(0).min(self.home(3));
        let red = self.home(1).min(self.home(2));
        RED & up_to((black + 2).min(red + 3)) | !RED & up_to((red + 2).min(black + 3))
    }

    fn set_waste(&mut self, layout: &Layout, waste: u32) {
        let same_as_none = layout.multiples >> waste & 1 == 1 || waste == self.left().count_ones();
        let waste = if same_as_none { 0 } else { waste };
        self.key = self.key & !(31 << WASTE) | u64::from(waste) << WASTE;
    }

    /// Pairs of which a face-up card can be laid bare: both bits of each.
    #[inline]
    pub fn bare_pairs(&self) -> Cards {
        let (open, on) = (self.open, (self.open & !self.leads) << 4);
        let (any, both) = (open | open >> 1, open & open >> 1);
        let (any_on, both_on) = (on | on >> 1, on & on >> 1);
        ((any & !any_on | both & !both_on) & FIRSTS) * 3
    }

    /// Whether a column is empty.
    pub fn has_empty_column(&self) -> bool {
        let taken = self.leads | self.open & KINGS;
        (taken.count_ones() as usize) < COLUMNS
    }

    /// Cards of the stock that can be turned up, without playing another.
    #[inline]
    pub fn reachable(&self, layout: &Layout) -> Cards {
        if layout.draw == 1 {
            return self.stock;
        }
        layout.turned(self.on_top(u32::from(layout.draw)))
    }

    /// Turns whose card can come to lie on top of the waste.
    fn on_top(&self, draw: u32) -> u32 {
        let left = self.left();
        if left == 0 {
            return 0;
        }
        let waste = self.waste();
        let last = 1 << (31 - left.leading_zeros());
        if draw == 3 {
            let onward = match waste {
                0 => 0,
                _ => every_third(drop_lowest(left, waste - 1), 2),
            };
            return every_third(left, 0) | onward | last;
        }
        let (mut rest, mut turns) = (left, last);
        for place in 1..=left.count_ones() {
            let fresh = place.is_multiple_of(draw);
            let onward = waste > 0 && place >= waste && (place - waste).is_multiple_of(draw);
            if fresh || onward {
                turns |= rest & rest.wrapping_neg();
            }
            rest &= rest - 1;
        }
        turns
    }

    /// Cards that there is room for in a column.
    pub fn room(&self, bare: Cards) -> Cards {
        bare >> 4 | if self.has_empty_column() { KINGS } else { 0 }
    }

    /// Everything that can be done.
    pub fn moves(&self, layout: &Layout) -> Moves {
        let bare = self.bare_pairs();
        self.moves_from(layout, bare, self.room(bare), self.reachable(layout))
    }

    /// Everything that can be done, by the pairs of which a card can be laid
    /// bare, the cards that there is room for and those of the stock in reach.
    #[inline]
    pub fn moves_from(&self, layout: &Layout, bare: Cards, room: Cards, stock: Cards) -> Moves {
        let back = if layout.take_back {
            one_less(self.next)
        } else {
            0
        };
        Moves {
            home: bare & self.open & self.next,
            reveal: self.leads & room,
            stock_home: stock & self.next,
            stock_column: stock & room,
            back: back & room,
        }
    }

    /// Does one of [`Table::moves`].
    #[inline]
    pub fn apply(&mut self, layout: &Layout, step: Step) {
        match step {
            Step::Home(bit) => {
                self.send_home(bit);
                self.open ^= 1 << bit;
                if self.leads >> bit & 1 == 1 {
                    self.uncover(layout, bit);
                }
            }
            Step::Reveal(bit) => self.uncover(layout, bit),
            Step::StockHome(bit) => {
                self.send_home(bit);
                self.draw(layout, bit);
            }
            Step::StockColumn(bit) => {
                self.open |= 1 << bit;
                self.draw(layout, bit);
            }
            Step::Back(bit) => {
                self.next ^= 1 << bit | 1 << ((bit + 4) ^ 2);
                self.key -= 1 << (4 * card_of(bit).suit());
                self.open |= 1 << bit;
            }
        }
    }

    fn send_home(&mut self, bit: u8) {
        self.next ^= 1 << bit | 1 << ((bit + 4) ^ 2);
        self.key += 1 << (4 * card_of(bit).suit());
    }

    /// The key after a step from the stock, the waste left as it is.
    #[inline]
    pub fn key_after(&self, layout: &Layout, step: Step) -> u64 {
        let home = match step {
            Step::StockHome(bit) => 1 << (4 * card_of(bit).suit()),
            _ => 0,
        };
        (self.key ^ 1 << (LEFT + u32::from(layout.turn(step.bit())))) + home
    }

    fn draw(&mut self, layout: &Layout, bit: u8) {
        let turn = u32::from(layout.turn[bit as usize]);
        self.stock ^= 1 << bit;
        self.key ^= 1 << (LEFT + turn);
        let before = self.left() & ((1 << turn) - 1);
        self.set_waste(layout, before.count_ones());
    }

    fn uncover(&mut self, layout: &Layout, bit: u8) {
        self.leads ^= 1 << bit;
        self.key -= u64::from(layout.weight[bit as usize]) << HIDDEN;
        if let Some(under) = layout.under(bit) {
            self.open |= 1 << under;
            self.leads |= layout.as_lead(under);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::seeded::Seeded;
    use crate::klondike::variant::{DRAW_ONE, DRAW_THREE};
    use std::collections::HashMap;

    /// Random play keeps every card in one place, and the key tells tables
    /// apart.
    #[test]
    fn tables_stay_whole_and_keys_are_exact() {
        for seed in 0..200 {
            for variant in [DRAW_ONE, DRAW_THREE] {
                let mut chance = Seeded::new("table", seed);
                let position = Position::deal(variant, &chance.deck());
                let (layout, mut table) = Layout::new(&position).unwrap();
                let mut met: HashMap<u64, Table> = HashMap::new();
                for _ in 0..150 {
                    assert_eq!(*met.entry(table.key).or_insert(table), table);
                    let home: u32 = (0..4).map(|s| u32::from(table.home(s))).sum();
                    let mut face_down = 0;
                    for lead in each(table.leads) {
                        let mut bit = lead;
                        while let Some(under) = layout.under(bit) {
                            (bit, face_down) = (under, face_down + 1);
                        }
                    }
                    let stock = table.left().count_ones();
                    assert_eq!(stock, table.stock.count_ones());
                    assert_eq!(home + face_down + stock + table.open.count_ones(), 52);
                    let mut steps = Vec::new();
                    table.moves(&layout).for_each(|step| steps.push(step));
                    if steps.is_empty() {
                        break;
                    }
                    table.apply(&layout, steps[chance.below(steps.len())]);
                }
            }
        }
    }
}
