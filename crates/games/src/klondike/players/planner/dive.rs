//! Playouts by habit: a fixed order of what to try first, searched until a card
//! is turned up, which is never taken back. Whoever plays like that looks
//! beneath no card, so its wins are wins that can be had without seeing; and
//! it takes some microseconds a game.

use crate::klondike::open::settle;
use crate::klondike::table::{Cards, KINGS, Layout, Moves, Step, Table};
use engine::chance::Chance;

/// Most tables looked at to turn up one card.
const MOST: usize = 300;
/// Slots for tables already met; more than [`MOST`], so never full.
const SLOTS: usize = 1024;

/// How to choose among what can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    /// In a fixed order that has proved good.
    Fixed,
    /// At random.
    Random,
}

/// How the search for the next card ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A card was turned up.
    Card,
    /// The game is as good as won.
    Win,
    /// Neither.
    Nothing,
}

struct Frame {
    table: Table,
    left: Moves,
    trail: usize,
}

/// Plays on from tables, reusing its memory.
pub(super) struct Diver {
    frames: Vec<Frame>,
    /// The steps since the last card was turned up.
    pub(super) trail: Vec<Step>,
    met: Box<[u64; SLOTS]>,
    used: Vec<usize>,
    /// Tables looked at.
    pub(super) looked: u64,
}

impl Default for Diver {
    fn default() -> Self {
        Diver {
            frames: Vec::new(),
            trail: Vec::new(),
            met: Box::new([0; SLOTS]),
            used: Vec::new(),
            looked: 0,
        }
    }
}

impl Diver {
    /// Whether the game is won when played on by habit.
    pub(super) fn wins(
        &mut self,
        layout: &Layout,
        start: &Table,
        habit: Habit,
        chance: &mut Chance,
    ) -> bool {
        let mut table = *start;
        loop {
            match self.next_card(layout, &mut table, habit, chance) {
                Found::Card => {}
                Found::Win => return true,
                Found::Nothing => return false,
            }
        }
    }

    /// Plays on until a card is turned up; the steps are in `trail`.
    pub(super) fn next_card(
        &mut self,
        layout: &Layout,
        table: &mut Table,
        habit: Habit,
        chance: &mut Chance,
    ) -> Found {
        self.frames.clear();
        self.trail.clear();
        self.used.drain(..).for_each(|slot| self.met[slot] = 0);
        let before = face_up(table);
        settle(table, layout, &mut self.trail);
        if table.is_sure_win(layout) {
            return Found::Win;
        }
        if face_up(table) > before {
            return Found::Card;
        }
        self.is_new(table.key);
        self.push(*table, worth_trying(table, layout));
        for _ in 0..MOST {
            let Some((step, from)) = self.next_step(habit, chance) else {
                return Found::Nothing;
            };
            let mut reached = from;
            reached.apply(layout, step);
            self.trail.push(step);
            let held = matches!(step, Step::Back(_));
            if !held {
                settle(&mut reached, layout, &mut self.trail);
            }
            if !self.is_new(reached.key) {
                continue;
            }
            self.looked += 1;
            *table = reached;
            if reached.is_sure_win(layout) {
                return Found::Win;
            }
            if face_up(&reached) > before {
                return Found::Card;
            }
            let left = match held {
                true => worth_trying_on(&reached, layout, step.bit()),
                false => worth_trying(&reached, layout),
            };
            self.push(reached, left);
        }
        Found::Nothing
    }

    fn push(&mut self, table: Table, left: Moves) {
        let trail = self.trail.len();
        self.frames.push(Frame { table, left, trail });
    }

    /// The next step to try, with the table it is done on; the trail is cut to
    /// what led there.
    fn next_step(&mut self, habit: Habit, chance: &mut Chance) -> Option<(Step, Table)> {
        loop {
            let frame = self.frames.last_mut()?;
            self.trail.truncate(frame.trail);
            let step = match habit {
                Habit::Fixed => by_habit(&mut frame.left, frame.table.leads),
                Habit::Random => at_random(&mut frame.left, chance),
            };
            match step {
                Some(step) => return Some((step, frame.table)),
                None => self.frames.pop(),
            };
        }
    }

    fn is_new(&mut self, key: u64) -> bool {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
        while self.met[slot] != 0 {
            if self.met[slot] == key + 1 {
                return false;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.met[slot] = key + 1;
        self.used.push(slot);
        true
    }
}

/// Cards of which it is known where they are.
fn face_up(table: &Table) -> u32 {
    let home: u32 = (0..4).map(|suit| u32::from(table.home(suit))).sum();
    home + (table.open | table.stock).count_ones()
}

/// What is worth a try on a table that is settled.
fn worth_trying(table: &Table, layout: &Layout) -> Moves {
    let mut moves = table.moves(layout);
    moves.home &= !moves.reveal;
    // A card comes back to give room, where there is none yet.
    moves.back &= !table.safe() & !table.bare_pairs();
    moves.stock_column &= !(table.safe() & table.next);
    let kings = (table.stock | table.leads & !layout.bottoms()) & KINGS;
    if table.has_empty_column() || kings == 0 {
        moves.reveal &= !layout.bottoms();
    }
    moves
}

/// What is worth a try after the card of this bit came back: something on it,
/// or that the other card of its pair goes home.
fn worth_trying_on(table: &Table, layout: &Layout, bit: u8) -> Moves {
    let on = match bit {
        0..4 => 0,
        _ => 3 << ((bit & !1) - 4),
    };
    let moves = table.moves(layout);
    Moves {
        home: moves.home & 1 << (bit ^ 1),
        reveal: moves.reveal & on,
        stock_home: 0,
        stock_column: moves.stock_column & on & !(table.safe() & table.next),
        back: moves.back & on & !table.safe(),
    }
}

fn lowest(cards: &mut Cards, of: Cards) -> u8 {
    let bit = (*cards & of).trailing_zeros() as u8;
    *cards ^= 1 << bit;
    bit
}

fn highest(cards: &mut Cards, of: Cards) -> u8 {
    let bit = 63 - (*cards & of).leading_zeros() as u8;
    *cards ^= 1 << bit;
    bit
}

/// Leads first, then the stock, cards that leads can lie on before others.
/// Found by playing 2,000 deals with each of some twenty orders.
fn by_habit(left: &mut Moves, leads: Cards) -> Option<Step> {
    const ALL: Cards = !0;
    let up = leads << 4;
    let useful = ((up | up >> 1) & 0x0005_5555_5555_5555) * 3;
    Some(if left.home & leads != 0 {
        Step::Home(lowest(&mut left.home, leads))
    } else if left.reveal != 0 {
        Step::Reveal(highest(&mut left.reveal, ALL))
    } else if left.stock_home != 0 {
        Step::StockHome(lowest(&mut left.stock_home, ALL))
    } else if left.back & useful != 0 {
        Step::Back(lowest(&mut left.back, useful))
    } else if left.stock_column & useful != 0 {
        Step::StockColumn(highest(&mut left.stock_column, useful))
    } else if left.stock_column != 0 {
        Step::StockColumn(highest(&mut left.stock_column, ALL))
    } else if left.home != 0 {
        Step::Home(lowest(&mut left.home, ALL))
    } else if left.back != 0 {
        Step::Back(lowest(&mut left.back, ALL))
    } else {
        return None;
    })
}

fn at_random(left: &mut Moves, chance: &mut Chance) -> Option<Step> {
    let mut count = 0;
    left.for_each(|_| count += 1);
    let mut skip = if count == 0 {
        return None;
    } else {
        chance.below(count)
    };
    let mut chosen = None;
    left.for_each(|step| {
        if skip == 0 && chosen.is_none() {
            chosen = Some(step);
        }
        skip = skip.saturating_sub(1);
    });
    let sets = match chosen? {
        Step::Home(_) => &mut left.home,
        Step::Reveal(_) => &mut left.reveal,
        Step::StockHome(_) => &mut left.stock_home,
        Step::StockColumn(_) => &mut left.stock_column,
        Step::Back(_) => &mut left.back,
    };
    *sets ^= 1 << chosen?.bit();
    chosen
}
