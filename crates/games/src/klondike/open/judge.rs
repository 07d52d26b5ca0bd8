//! Decides whether a table can be won: a depth-first search with forced moves
//! and a transposition table.

use super::forced_moves::make_forced_moves;
use super::node::Node;
use super::transposition::TranspositionTable;
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
    seen: TranspositionTable,
    stack: Vec<Node>,
    trail: Vec<Step>,
    /// States expanded in the last decision.
    pub checked: u64,
    /// States reached, those known already included.
    pub visited: u64,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

/// States to check before proofs that a table is lost pay for their time.
const EASY: u64 = 50;

/// Keys of tables after a held step from the stock (see [`super::node`]) have
/// the card's place in the stock instead of the waste's length.
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

    /// A judge whose transposition table uses at most `bytes`.
    pub fn with_memory(bytes: u64) -> Judge {
        Judge {
            seen: TranspositionTable::new(bytes),
            stack: Vec::new(),
            trail: Vec::new(),
            checked: 0,
            visited: 0,
        }
    }

    /// Empties the transposition table, which uses at most `bytes`, but no less
    /// than 64 KB, from now on.
    pub fn clear(&mut self, bytes: u64) {
        self.seen.clear();
        self.seen.set_most(bytes);
    }

    /// Bytes of the transposition table in use.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes()
    }

    /// Whether a table can be won, checking at most `limit_states` states.
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

    /// Whether a table can be won; nothing if `stop` ends the search first. It
    /// is asked before each state, with the number of states checked so far.
    pub fn search(
        &mut self,
        layout: &Layout,
        start: &Table,
        mut stop: impl FnMut(u64) -> bool,
    ) -> Option<bool> {
        self.seen.clear();
        self.stack.clear();
        self.trail.clear();
        (self.checked, self.visited) = (0, 1);
        let mut table = *start;
        make_forced_moves(&mut table, layout, &mut self.trail);
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
        let first = Node::settled(&table, layout, self.trail.len());
        self.stack.push(first);
        loop {
            let Some(node) = self.stack.last_mut() else {
                return Some(false);
            };
            self.trail.truncate(node.trail);
            let Some(step) = next(&mut node.left) else {
                self.stack.pop();
                continue;
            };
            let mut table = node.view.table;
            table.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            let held = is_held(layout, step);
            if !held {
                make_forced_moves(&mut table, layout, &mut self.trail);
            }
            if table.is_sure_win(layout) {
                return Some(true);
            }
            let trail = self.trail.len();
            let reached = if held {
                // With one card drawn, only one path leads to such a table.
                if layout.draw() > 1
                    && !held_key(&table, layout, step).is_none_or(|key| self.seen.insert(key))
                {
                    continue;
                }
                node.held(&table, layout, step, trail)
            } else {
                if !self.seen.insert(table.key) || is_on_the_stack(&self.stack, &table) {
                    continue;
                }
                if self.checked >= EASY && never_home(layout, &table) != 0 {
                    continue;
                }
                Node::settled(&table, layout, trail)
            };
            if stop(self.checked) {
                return None;
            }
            self.checked += 1;
            self.stack.push(reached);
        }
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> &[Step] {
        &self.trail
    }
}

/// Whether a settled table is on the stack already. The transposition table
/// may forget, so this guards against cycles. The only reversible steps move
/// cards between foundations and columns, so only the top of the stack with
/// the same face-down cards and stock has to be compared.
fn is_on_the_stack(stack: &[Node], table: &Table) -> bool {
    let back = stack.iter().rev();
    back.take_while(|node| node.view.table.differs_at_home_only(table))
        .any(|node| node.is_settled && node.view.table.key == table.key)
}

/// Whether a step is held: it only makes another one possible.
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

/// Takes the next step out of those left to try.
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
