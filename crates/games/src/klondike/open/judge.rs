//! The decision: depth-first over tables, each looked at once.

use super::frame::{Frame, Hold, Mode};
use super::order::{is_idle, is_swapped};
use super::seen::Seen;
use super::settle::settle;
use crate::klondike::table::{Layout, Moves, Step, Table};

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

/// In keys of tables whose last step was from the stock and is to be followed
/// by one that needs it, the waste's length makes room for the card's turn.
const TURN: u32 = 56;
/// Marks such keys.
const HELD: u64 = 1 << 61;
/// Marks those whose step went to a foundation; alone, that the waste is kept.
const HOME: u64 = 1 << 62;
/// See [`Frame::must`].
const MUST: u64 = 1 << 63;

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

    /// Whether a table can be won, looking at so many states at most.
    pub fn decide(&mut self, layout: &Layout, start: &Table, limit_states: u64) -> Verdict {
        match self.search(layout, start, |checked| checked >= limit_states) {
            Some(true) => Verdict::Won,
            Some(false) => Verdict::Lost,
            None => Verdict::Unknown,
        }
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
        if stop(0) {
            return None;
        }
        self.checked = 1;
        self.begin(layout, &table);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Some(false);
            };
            self.trail.truncate(frame.trail);
            let (step, again) = match (next(&mut frame.left), &mut frame.again) {
                (Some(step), _) => (step, false),
                (None, again) => match next(again) {
                    Some(step) => (step, true),
                    None => {
                        self.frames.pop();
                        continue;
                    }
                },
            };
            let mut table = frame.view.table;
            table.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            let keep = again || frame.mode == Mode::Onward;
            let Some(mut reached) = self.reach(layout, &mut table, step, keep) else {
                continue;
            };
            if table.is_sure_win(layout) {
                return Some(true);
            }
            if stop(self.checked) {
                return None;
            }
            self.checked += 1;
            reached.trail = self.trail.len();
            self.frames.push(reached);
        }
    }

    /// Puts the first tables on the stack.
    fn begin(&mut self, layout: &Layout, table: &Table) {
        let none = Step::Home(0);
        let mut frames = Vec::new();
        if table.waste() != 0 {
            self.seen.insert(table.key | HOME);
            frames.push(Frame::onward(table, layout, none));
        }
        let fresh = table.turned_over();
        self.seen.insert(fresh.key);
        frames.push(Frame::settled(&fresh, layout, none));
        for mut frame in frames {
            frame.trail = self.trail.len();
            self.frames.push(frame);
        }
    }

    /// What to try on the table that `step` led to, unless that is known. With
    /// `keep`, the waste stays as it is.
    #[inline]
    fn reach(
        &mut self,
        layout: &Layout,
        table: &mut Table,
        step: Step,
        keep: bool,
    ) -> Option<Frame> {
        let (bit, mark) = match step {
            Step::StockColumn(bit) => (bit, HELD),
            Step::StockHome(bit) => (bit, HELD | HOME),
            Step::Back(bit) => (bit, 0),
            Step::Reveal(bit) if layout.bottoms() >> bit & 1 == 1 => (bit, 0),
            _ => return self.reach_settled(layout, table, step, keep),
        };
        let stock = mark != 0;
        let mut must = false;
        if stock && layout.draw() > 1 {
            must = is_swapped(&self.frames, layout, step);
            let waste = u64::from(layout.turn(bit)) << TURN;
            let key = table.key & !(31 << TURN) | waste | mark;
            if must && (table.waste() == 0 || self.seen.has(key)) {
                return None;
            }
            if !self.seen.insert(if must { key | MUST } else { key }) {
                return None;
            }
        }
        let frame = self.frames.last()?;
        let hold = Hold {
            bit,
            stock,
            owed: !stock && (frame.owed || frame.loose >> bit & 1 == 1),
            must,
        };
        Some(frame.held(table, layout, hold, step))
    }

    fn reach_settled(
        &mut self,
        layout: &Layout,
        table: &mut Table,
        step: Step,
        keep: bool,
    ) -> Option<Frame> {
        if !keep && is_idle(&self.frames, layout, step) {
            return None;
        }
        settle(table, layout, &mut self.trail);
        if keep {
            let new = table.waste() != 0 && self.seen.insert(table.key | HOME);
            return new.then(|| Frame::onward(table, layout, step));
        }
        let fresh = table.turned_over();
        let new = self.seen.insert(fresh.key);
        new.then(|| Frame::settled(&fresh, layout, step))
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> &[Step] {
        &self.trail
    }
}

/// Takes the next step to try.
#[inline]
fn next(left: &mut Moves) -> Option<Step> {
    let kinds: [(&mut u64, fn(u8) -> Step); 5] = [
        (&mut left.reveal, Step::Reveal),
        (&mut left.home, Step::Home),
        (&mut left.stock_home, Step::StockHome),
        (&mut left.stock_column, Step::StockColumn),
        (&mut left.back, Step::Back),
    ];
    for (cards, step) in kinds {
        if *cards != 0 {
            let bit = cards.trailing_zeros() as u8;
            *cards &= *cards - 1;
            return Some(step(bit));
        }
    }
    None
}
