//! The score of a position, and of the positions one move ahead, worked out
//! from the move without making it. Beside what all searches count, a beam
//! counts the runs that have to move: no solution has fewer moves than those.

use super::super::board::{ROOT, rank};
use super::super::greedy::deal::Deal;
use super::super::greedy::table::{Table, first};
use super::ground::Ground;

/// How many cards of each suit are looked ahead for.
const LEVELS: usize = 2;
/// All cards looked ahead for.
const LANES: usize = 4 * LEVELS;

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Lower is better.
    pub score: i32,
    /// The runs that have to move, each at least once.
    pub blocked: u8,
}

impl Worth {
    /// Of a position.
    pub fn of(ground: &Ground, table: &Table) -> Worth {
        let deal = &ground.deal;
        let weights = &deal.weights;
        let held = deal.variant.cells - table.free;
        let blocked = ground.all_blocked(table);
        let mut score = table.disorder
            + ground.scale.blocked * i32::from(blocked)
            + weights.held * i32::from(table.held)
            + weights.shape(table.home, held.into(), table.empty.into());
        for at in 0..LANES {
            let lane = Lane::new(deal, table, at);
            score += i32::from(lane.weight) * i32::from(lane.depth);
        }
        Worth { score, blocked }
    }
}

/// A card that is looked ahead for: where it lies, how many cards lie on it,
/// and what each of those costs.
#[derive(Clone, Copy, Default)]
struct Lane {
    column: u8,
    depth: u8,
    weight: i16,
}

impl Lane {
    /// The card of this lane. One that lies in no column has no weight: without
    /// branches, which nothing could predict.
    #[inline(always)]
    fn new(deal: &Deal, table: &Table, at: usize) -> Lane {
        let (level, suit) = (at / 4, at % 4);
        let card = 4 * (table.home[suit] + level as u8) + suit as u8;
        // What is beyond the king counts as home.
        let lies = i16::from(table.below(card) <= ROOT);
        Lane {
            column: table.column(card),
            depth: table.depth(deal, card),
            weight: lies * deal.weights.buried[level],
        }
    }
}

/// A position made ready for looking one move ahead.
pub struct Outlook<'a> {
    ground: &'a Ground,
    /// The position.
    pub table: &'a Table,
    /// Its score without what cells, empty columns and blocked runs cost.
    score: i32,
    blocked: u8,
    /// By column, the weights of the cards looked ahead for, and of those
    /// among them that are covered.
    wanted: [i16; 16],
    covered: [i16; 16],
    lanes: [Lane; LANES],
    /// Cards in cells.
    held: u8,
}

/// The last cards of a column, or a card in a cell, as they are taken away.
pub struct Lifted {
    /// The card that leads them.
    pub card: u8,
    cards: u64,
    count: u8,
    /// Cards in cells and empty columns without them.
    held: u8,
    empty: u8,
    /// Runs that have to move, and the score, as in [`Outlook`].
    blocked: u8,
    score: i32,
}

impl<'a> Outlook<'a> {
    /// Prepares a position that is worth this.
    #[inline(always)]
    pub fn new(ground: &'a Ground, table: &'a Table, worth: Worth) -> Self {
        let deal = &ground.deal;
        let held = deal.variant.cells - table.free;
        let mut outlook = Outlook {
            ground,
            table,
            score: worth.score
                - deal.weights.room(held.into(), table.empty.into())
                - ground.scale.blocked * i32::from(worth.blocked),
            blocked: worth.blocked,
            wanted: [0; 16],
            covered: [0; 16],
            lanes: [Lane::default(); LANES],
            held,
        };
        for at in 0..LANES {
            let lane = Lane::new(deal, table, at);
            outlook.lanes[at] = lane;
            let column = (lane.column & 15) as usize;
            outlook.wanted[column] += lane.weight;
            outlook.covered[column] += lane.weight * i16::from(lane.depth > 0);
        }
        outlook
    }

    /// Takes a card out of its cell.
    #[inline(always)]
    pub fn out_of_cell(&self, card: u8) -> Lifted {
        Lifted {
            card,
            cards: 1 << card,
            count: 1,
            held: self.held - 1,
            empty: self.table.empty,
            blocked: self.blocked,
            score: self.score - self.ground.deal.weights.held * i32::from(rank(card)),
        }
    }

    /// Takes `count` cards off a column, those from `card` on.
    #[inline(always)]
    pub fn off_column(&self, card: u8, count: u8) -> Lifted {
        let (ground, table) = (self.ground, self.table);
        let column = table.column(card);
        let run = table.run(column);
        let beneath = table.below(first(run));
        let cards = run & ((2 << (card & 63)) - 1);
        let change =
            ground.is_blocked(run ^ cards, beneath) as i8 - ground.is_blocked(run, beneath) as i8;
        let uncovered = i32::from(self.uncovered(column, count));
        Lifted {
            card,
            cards,
            count,
            held: self.held,
            empty: table.empty + u8::from(table.below(card) == ROOT),
            blocked: self.blocked.wrapping_add_signed(change),
            score: self.score
                - table.disorder_of(&ground.deal, card, count)
                - i32::from(count) * uncovered,
        }
    }

    /// What the position is worth once a card lies in a cell, if no move home
    /// follows.
    #[inline(always)]
    pub fn in_cell(&self, from: &Lifted) -> Worth {
        let held = self.ground.deal.weights.held * i32::from(rank(from.card));
        self.worth(from.score + held, from.held + 1, from.empty, from.blocked)
    }

    /// The same once cards lie in an empty column.
    #[inline(always)]
    pub fn in_column(&self, from: &Lifted) -> Worth {
        let deal = &self.ground.deal;
        let disorder = self.table.disorder_on(deal, from.card, from.count, ROOT);
        let score = from.score + disorder;
        self.worth(score, from.held, from.empty - 1, from.blocked)
    }

    /// The same once cards lie on another card.
    #[inline(always)]
    pub fn on_card(&self, from: &Lifted, to: u8) -> Worth {
        let (ground, table) = (self.ground, self.table);
        let column = table.column(to);
        let run = table.run(column);
        let beneath = table.below(first(run));
        let change = ground.is_blocked(run | from.cards, beneath) as i8
            - ground.is_blocked(run, beneath) as i8;
        let buried = i32::from(self.wanted[(column & 15) as usize]);
        let score = from.score
            + table.disorder_on(&ground.deal, from.card, from.count, to)
            + i32::from(from.count) * buried;
        let blocked = from.blocked.wrapping_add_signed(change);
        self.worth(score, from.held, from.empty, blocked)
    }

    #[inline(always)]
    fn worth(&self, score: i32, held: u8, empty: u8, blocked: u8) -> Worth {
        let weights = &self.ground.deal.weights;
        let score = score
            + weights.room(held.into(), empty.into())
            + self.ground.scale.blocked * i32::from(blocked);
        Worth { score, blocked }
    }

    /// The weights of the cards looked ahead for that lie under the last
    /// `count` cards of a column.
    #[inline(always)]
    fn uncovered(&self, column: u8, count: u8) -> i16 {
        if count == 1 {
            return self.covered[(column & 15) as usize];
        }
        let under = |lane: &&Lane| lane.column == column && lane.depth >= count;
        self.lanes
            .iter()
            .filter(under)
            .map(|lane| lane.weight)
            .sum()
    }
}
