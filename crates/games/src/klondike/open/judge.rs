//! The decision: depth-first over tables, each looked at once.

use super::seen::Seen;
use crate::klondike::table::{Layout, Moves, Step, Table, each};

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

/// A table on the way, and where its untried steps begin.
struct Frame {
    table: Table,
    steps: usize,
    /// The step that is being tried.
    tried: Step,
}

/// Decides tables, reusing its memory.
pub struct Judge {
    seen: Seen,
    frames: Vec<Frame>,
    steps: Vec<Step>,
    /// States whose moves were looked at in the last decision.
    pub checked: u64,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

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
            steps: Vec::new(),
            checked: 0,
        }
    }

    /// Whether a table can be won, looking at so many states at most.
    pub fn decide(&mut self, layout: &Layout, start: &Table, limit_states: u64) -> Verdict {
        self.seen.clear();
        self.frames.clear();
        self.steps.clear();
        self.checked = 0;
        let mut table = *start;
        self.seen.insert(table.key);
        loop {
            if table.is_sure_win(layout) {
                return Verdict::Won;
            }
            if self.checked == limit_states {
                return Verdict::Unknown;
            }
            self.checked += 1;
            let first = self.steps.len();
            let moves = table.moves(layout);
            self.push_steps(&moves, &table);
            self.frames.push(Frame {
                table,
                steps: first,
                tried: Step::Home(0),
            });
            table = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Verdict::Lost;
                };
                if self.steps.len() == frame.steps {
                    self.frames.pop();
                    continue;
                }
                let step = self.steps.pop().expect("counted");
                let mut next = frame.table;
                next.apply(layout, step);
                frame.tried = step;
                if self.seen.insert(next.key) {
                    break next;
                }
            };
        }
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> impl Iterator<Item = Step> + '_ {
        self.frames.iter().map(|frame| frame.tried)
    }

    /// Puts the steps to try on the stack, the first one last.
    fn push_steps(&mut self, moves: &Moves, table: &Table) {
        let safe = moves.home & table.safe();
        if safe != 0 {
            self.steps.push(Step::Home(safe.trailing_zeros() as u8));
            return;
        }
        let steps = &mut self.steps;
        each(moves.back).for_each(|bit| steps.push(Step::Back(bit)));
        each(moves.stock_column).for_each(|bit| steps.push(Step::StockColumn(bit)));
        each(moves.stock_home).for_each(|bit| steps.push(Step::StockHome(bit)));
        each(moves.home).for_each(|bit| steps.push(Step::Home(bit)));
        each(moves.reveal).for_each(|bit| steps.push(Step::Reveal(bit)));
    }
}
