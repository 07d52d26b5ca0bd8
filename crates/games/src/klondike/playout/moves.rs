//! The legal moves on a [`Board`], turns of the stock left out, as bit sets of
//! cards; and the same as moves of the plain rules.

use super::board::Board;
use super::sets::{all_if, nth, parents};
use crate::klondike::bits::{FIRSTS, partners};
use crate::klondike::rules::{COLUMNS, Move, Place, TURN};
use crate::klondike::table::{Cards, KINGS, card_of, each};
use crate::klondike::variant::Runs;
use std::hint::select_unpredictable as either;

/// Sets of cards by what they can do; a card is in two of them if it can do
/// two things.
pub(super) struct Options {
    /// Exposed cards that are first and second of their pair.
    firsts: Cards,
    seconds: Cards,
    /// Cards that can lie on them.
    on_firsts: Cards,
    on_seconds: Cards,
    /// The kings, if there is an empty column.
    on_empty: Cards,
    next: Cards,
    /// Every card that could be played from the waste.
    pub(super) playable: Cards,
    /// Exposed cards that can go home.
    home: Cards,
    /// Leads that can go onto a first and onto a second of a pair.
    lead_first: Cards,
    lead_second: Cards,
    /// Kings that can go to an empty column.
    lead_empty: Cards,
    /// Covered cards whose cover can go over to their partner.
    parts: Cards,
    /// Cards at home that can come back.
    back_first: Cards,
    back_second: Cards,
    back_empty: Cards,
}

impl Options {
    #[inline]
    pub(super) fn new(board: &Board) -> Options {
        Options::of::<false>(board)
    }

    /// The moves; `THESIS` if the rules are the thesis's but for the stock.
    #[inline(always)]
    pub(super) fn of<const THESIS: bool>(board: &Board) -> Options {
        let (exposed, leads) = (board.exposed, board.leads);
        let (firsts, seconds) = (exposed & FIRSTS, exposed & !FIRSTS);
        let (their_seconds, their_firsts) = (firsts << 1, seconds >> 1);
        let on_firsts = (firsts | their_seconds) >> 4;
        let on_seconds = (seconds | their_firsts) >> 4;
        let on_empty = KINGS & all_if(board.empty > 0);
        let (back, runs) = match THESIS {
            true => (0, Runs::Home),
            false => match board.variant.take_back {
                true => (board.tops(), board.variant.runs),
                false => (0, board.variant.runs),
            },
        };
        let covered = match runs {
            Runs::Any => board.up() & !exposed,
            Runs::Home => board.next & !(exposed | board.in_stock | board.down),
            Runs::Whole => 0,
        };
        Options {
            firsts,
            seconds,
            on_firsts,
            on_seconds,
            on_empty,
            next: board.next,
            playable: on_firsts | on_seconds | on_empty | board.next,
            home: exposed & board.next,
            lead_first: leads & on_firsts,
            lead_second: leads & on_seconds,
            lead_empty: leads & on_empty,
            parts: covered & (their_firsts | their_seconds),
            back_first: back & on_firsts,
            back_second: back & on_seconds,
            back_empty: back & on_empty,
        }
    }

    /// Whether no card of a column or a foundation can move.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let columns = self.home | self.lead_first | self.lead_second | self.lead_empty | self.parts;
        columns | self.back_first | self.back_second | self.back_empty == 0
    }

    /// How many moves there are with cards of columns and foundations.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let [_, _, _, columns] = self.ends();
        columns + few(self.back_first) + few(self.back_second) + few(self.back_empty)
    }

    /// How many moves there are that send cards home; with those that move
    /// leads onto a first; with those that move them onto a second; and with
    /// the other moves of columns.
    #[inline(always)]
    pub(super) fn ends(&self) -> [u32; 4] {
        let home = few(self.home);
        let first = home + few(self.lead_first);
        let second = first + few(self.lead_second);
        [
            home,
            first,
            second,
            second + few(self.lead_empty | self.parts),
        ]
    }

    /// Cards that some exposed card, or an empty column, would take.
    pub(super) fn accepted(&self) -> Cards {
        self.on_firsts | self.on_seconds | self.on_empty
    }

    /// Cards that can go home from the waste, onto a first of a pair, and onto a
    /// second or into an empty column.
    #[inline(always)]
    pub(super) fn taken(&self) -> [Cards; 3] {
        [self.next, self.on_firsts, self.on_seconds | self.on_empty]
    }

    /// How many moves the waste's card has.
    #[inline(always)]
    pub(super) fn waste(&self, top: Cards) -> u32 {
        ways(top, self.taken())
    }

    /// Makes the `pick`th move of the waste's card.
    #[inline(always)]
    pub(super) fn play_waste(&self, board: &mut Board, top: Cards, pick: u32) {
        let home = u32::from(self.next & top != 0);
        let first = u32::from(self.on_firsts & top != 0);
        if (pick >= home) & (top & KINGS != 0) {
            return board.waste_to(board.empty_column());
        }
        let on = either(pick < home + first, self.firsts, self.seconds);
        board.waste_on(parents(top) & either(pick < home, 0, on));
    }

    /// Makes the `pick`th of the other moves, of which `ends` tells.
    #[inline(always)]
    pub(super) fn play<const THESIS: bool>(&self, board: &mut Board, pick: u32, ends: [u32; 4]) {
        let [home, first, second, _] = ends;
        if pick >= second {
            let pick = pick - second;
            return match THESIS {
                // So rare that the options need not be kept for it.
                true => play_rest(board, pick),
                false => self.play_rest(board, pick),
            };
        }
        let (goes_home, goes_on_first) = (pick < home, pick < first);
        let set = either(goes_on_first, self.lead_first, self.lead_second);
        let set = either(goes_home, self.home, set);
        let onto = either(goes_on_first, self.firsts, self.seconds);
        let onto = either(goes_home, 0, onto);
        let before = either(goes_home, 0, either(goes_on_first, home, first));
        let card = nth(set, pick - before);
        board.leave(card, parents(card) & onto);
    }

    /// Makes the `pick`th of the moves of parts of runs, to empty columns, and
    /// from foundations.
    fn play_rest(&self, board: &mut Board, mut pick: u32) {
        let mut among = |cards: Cards| {
            let count = few(cards);
            let found = (pick < count).then(|| nth(cards, pick));
            pick = pick.wrapping_sub(count);
            found
        };
        if let Some(card) = among(self.lead_empty | self.parts) {
            match card & self.parts {
                0 => board.king_to(card, board.empty_column()),
                covered => board.part_from(covered, partners(covered)),
            }
        } else if let Some(card) = among(self.back_first) {
            board.back_to(card, board.column_of(parents(card) & self.firsts));
        } else if let Some(card) = among(self.back_second) {
            board.back_to(card, board.column_of(parents(card) & self.seconds));
        } else if let Some(card) = among(self.back_empty) {
            board.back_to(card, board.empty_column());
        }
    }
}

/// The same for a board whose options are not at hand.
#[inline(never)]
fn play_rest(board: &mut Board, pick: u32) {
    Options::new(board).play_rest(board, pick);
}

/// How many of three sets a card is in.
#[inline(always)]
pub(super) fn ways(card: Cards, sets: [Cards; 3]) -> u32 {
    let [a, b, c] = sets.map(|cards| u32::from(cards & card != 0));
    a + b + c
}

/// How many cards a set of fewer than sixteen has.
#[inline(always)]
fn few(cards: Cards) -> u32 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    let pairs = cards - (cards >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    (fours.wrapping_mul(0x1111_1111_1111_1111) >> 60) as u32
}

impl Board {
    /// Whether the game is won, or no card can be played, now or after turning.
    pub fn is_over(&self) -> bool {
        let options = Options::new(self);
        self.is_won() || options.count() == 0 && self.in_stock & options.playable == 0
    }

    /// Adds every move, as the plain rules write them, to `out`.
    pub fn moves(&self, out: &mut Vec<Move>) {
        if self.can_turn() {
            out.push(TURN);
        }
        let o = Options::new(self);
        let suit = |card: Cards| card_of(card.trailing_zeros() as u8).suit();
        let column = |card: Cards| Place::Column(self.column_of(card) as u8);
        let free = (0..COLUMNS).find(|&c| self.open[c] == 0);
        let free = Place::Column(free.unwrap_or_default() as u8);
        let mut add = |from, to, count| out.push(Move { from, to, count });
        let top = self.waste_top();
        if top & o.next != 0 {
            add(Place::Waste, Place::Home(suit(top)), 1);
        }
        for on in each(parents(top) & self.exposed) {
            add(Place::Waste, column(1 << on), 1);
        }
        if top & o.on_empty != 0 {
            add(Place::Waste, free, 1);
        }
        for card in each(o.home).map(|bit| 1 << bit) {
            add(column(card), Place::Home(suit(card)), 1);
        }
        let length = |card: Cards| self.open[self.column_of(card)].count_ones() as u8;
        for lead in each(o.lead_first | o.lead_second).map(|bit| 1 << bit) {
            for on in each(parents(lead) & self.exposed) {
                add(column(lead), column(1 << on), length(lead));
            }
        }
        for king in each(o.lead_empty).map(|bit| 1 << bit) {
            add(column(king), free, length(king));
        }
        for covered in each(o.parts).map(|bit| 1 << bit) {
            let from = self.column_with(covered);
            let part = self.open[from] & (covered - 1);
            let count = part.count_ones() as u8;
            add(Place::Column(from as u8), column(partners(covered)), count);
        }
        for card in each(o.back_first | o.back_second).map(|bit| 1 << bit) {
            for on in each(parents(card) & self.exposed) {
                add(Place::Home(suit(card)), column(1 << on), 1);
            }
        }
        for card in each(o.back_empty).map(|bit| 1 << bit) {
            add(Place::Home(suit(card)), free, 1);
        }
    }
}
