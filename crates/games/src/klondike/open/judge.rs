//! The decision: depth-first over tables, each looked at once.

use super::frame::Frame;
use super::seen::Seen;
use super::settle::settle;
use crate::klondike::blocking::never_home;
use crate::klondike::table::{Cards, Layout, Moves, Step, Table};
use engine::Meter;

/// What is known of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It can be won.
    Won,
    /// Proved: it cannot.
    Lost,
    /// The limit came first.
    Unknown,
}

impl Verdict {
    fn of(won: Option<bool>) -> Verdict {
        match won {
            Some(true) => Verdict::Won,
            Some(false) => Verdict::Lost,
            None => Verdict::Unknown,
        }
    }
}

/// Decides tables, reusing its memory.
pub struct Judge {
    seen: Seen,
    frames: Vec<Frame>,
    trail: Vec<Step>,
    /// States whose moves were looked at in the last decision.
    pub checked: u64,
    /// Those and the ones that were known already.
    pub visited: u64,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

/// States to look at before proofs that a table is lost are worth their time.
const EASY: u64 = 50;

/// In keys of tables whose last step was from the stock and is to be followed
/// by one that needs it, the waste's length makes room for the card's turn.
const TURN: u32 = 56;
/// Marks such keys.
const HELD: u64 = 1 << 61;
/// Marks those whose step went to a foundation.
const HELD_HOME: u64 = 1 << 62;

impl Judge {
    /// A judge that uses a gigabyte at most.
    pub fn new() -> Judge {
        Judge::with_memory(1 << 30)
    }

    /// A judge whose table uses so many bytes at most.
    pub fn with_memory(bytes: u64) -> Judge {
        Judge {
            seen: Seen::new(bytes),
            frames: Vec::new(),
            trail: Vec::new(),
            checked: 0,
            visited: 0,
        }
    }

    /// Forgets everything, and uses so many bytes at most from now on, or
    /// 64 KB.
    pub fn clear(&mut self, bytes: u64) {
        self.seen.clear();
        self.seen.set_most(bytes);
    }

    /// Bytes of its table in use.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes()
    }

    /// Whether a table can be won, looking at so many states at most.
    pub fn decide(&mut self, layout: &Layout, start: &Table, limit_states: u64) -> Verdict {
        Verdict::of(self.search(layout, start, |checked| checked >= limit_states))
    }

    /// As [`Judge::decide`], but counts each state on the meter, whose limits
    /// hold as well.
    pub fn decide_metered(
        &mut self,
        layout: &Layout,
        start: &Table,
        limit_states: u64,
        meter: &mut Meter<'_>,
    ) -> Verdict {
        let stop = |checked| checked >= limit_states || meter.check_state().is_some();
        Verdict::of(self.search(layout, start, stop))
    }

    /// Whether a table can be won, unless `stop` says so first, asked with the
    /// number of states looked at so far before each further one.
    pub fn search(
        &mut self,
        layout: &Layout,
        start: &Table,
        mut stop: impl FnMut(u64) -> bool,
    ) -> Option<bool> {
        self.seen.clear();
        self.frames.clear();
        self.trail.clear();
        (self.checked, self.visited) = (0, 1);
        let mut table = *start;
        settle(&mut table, layout, &mut self.trail);
        if table.is_sure_win(layout) {
            return Some(true);
        }
        if never_home(layout, &table) != 0 {
            return Some(false);
        }
        if stop(0) {
            return None;
        }
        self.checked = 1;
        self.seen.insert(table.key);
        let first = Frame::settled(&table, layout, self.trail.len());
        self.frames.push(first);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Some(false);
            };
            self.trail.truncate(frame.trail);
            let Some(step) = next(&mut frame.left) else {
                self.frames.pop();
                continue;
            };
            let mut table = frame.view.table;
            table.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            let held = is_held(layout, step);
            if !held {
                settle(&mut table, layout, &mut self.trail);
            }
            if table.is_sure_win(layout) {
                return Some(true);
            }
            let trail = self.trail.len();
            let reached = if held {
                // With every card of the stock in reach there is only one way
                // to come to such a table.
                if layout.draw() > 1
                    && !held_key(&table, layout, step).is_none_or(|key| self.seen.insert(key))
                {
                    continue;
                }
                frame.held(&table, layout, step, trail)
            } else {
                if !self.seen.insert(table.key) || is_on_the_way(&self.frames, &table) {
                    continue;
                }
                if self.checked >= EASY && never_home(layout, &table) != 0 {
                    continue;
                }
                Frame::settled(&table, layout, trail)
            };
            if stop(self.checked) {
                return None;
            }
            self.checked += 1;
            self.frames.push(reached);
        }
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> &[Step] {
        &self.trail
    }
}

/// Whether a settled table is one of those on the way. What has been seen may
/// be forgotten, and two cards of a pair can take turns at home and under what
/// lies on them, for ever; all other steps cannot be taken back.
fn is_on_the_way(frames: &[Frame], table: &Table) -> bool {
    let back = frames.iter().rev();
    back.take_while(|frame| frame.view.table.differs_at_home_only(table))
        .any(|frame| frame.is_settled && frame.view.table.key == table.key)
}

/// Whether a step only makes another possible.
fn is_held(layout: &Layout, step: Step) -> bool {
    match step {
        Step::StockColumn(_) | Step::StockHome(_) | Step::Back(_) => true,
        Step::Reveal(bit) => layout.bottoms() >> bit & 1 == 1,
        Step::Home(_) => false,
    }
}

/// The key of a table whose last step is held, if it was from the stock.
fn held_key(table: &Table, layout: &Layout, step: Step) -> Option<u64> {
    let mark = match step {
        Step::StockColumn(_) => HELD,
        Step::StockHome(_) => HELD | HELD_HOME,
        _ => return None,
    };
    let turn = u64::from(layout.turn(step.bit())) << TURN;
    Some(table.key & !(31 << TURN) | turn | mark)
}

/// Takes the next step to try.
#[inline]
fn next(left: &mut Moves) -> Option<Step> {
    fn lowest(cards: &mut Cards) -> Option<u8> {
        let bit = cards.trailing_zeros() as u8;
        *cards &= cards.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
    if let Some(bit) = lowest(&mut left.reveal) {
        return Some(Step::Reveal(bit));
    }
    if let Some(bit) = lowest(&mut left.home) {
        return Some(Step::Home(bit));
    }
    if let Some(bit) = lowest(&mut left.stock_home) {
        return Some(Step::StockHome(bit));
    }
    if let Some(bit) = lowest(&mut left.stock_column) {
        return Some(Step::StockColumn(bit));
    }
    lowest(&mut left.back).map(Step::Back)
}
