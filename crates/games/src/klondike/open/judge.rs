//! Decides whether a table can be won: a depth-first search with forced moves
//! and a transposition table.

use super::forced_moves::forced_move;
use super::node::Node;
use super::order::Order;
use super::state::{Entry, Known, State};
use super::transposition::TranspositionTable;
use crate::klondike::table::{Layout, Step, Table, each};
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

/// What a step leads to.
enum Reached {
    /// A sure win.
    Win,
    /// Nothing that was not tried before.
    Nothing,
    /// A node, now on top of the stack.
    Node,
}

/// States to check before proofs that a table is lost pay for their time.
const EASY: u64 = 50;

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

    /// The transposition table uses at most `bytes`, but no less than 64 KB, from
    /// now on.
    pub fn clear(&mut self, bytes: u64) {
        self.seen.clear(64, 0);
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
        let (key_bits, note_bits) = Entry::bits(layout);
        self.seen.clear(key_bits, note_bits);
        self.stack.clear();
        self.trail.clear();
        (self.checked, self.visited) = (0, 1);
        let mut state = State::new(start);
        self.make_forced_moves(&mut state, layout);
        if state.table.is_sure_win(layout) {
            return Some(true);
        }
        if state.is_blocked(layout) {
            return Some(false);
        }
        if stop(0) {
            return None;
        }
        self.checked = 1;
        let (root, forced) = (state, self.trail.len());
        self.begin(&root, layout);
        let mut order = Order::new();
        loop {
            let Some(node) = self.stack.last_mut() else {
                return Some(false);
            };
            let Some(step) = order.next(&mut node.left) else {
                self.stack.pop();
                continue;
            };
            self.trail.truncate(node.trail);
            let mut state = node.view.state;
            state.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            match self.reach(state, layout, step) {
                Reached::Win => return Some(true),
                Reached::Nothing => continue,
                Reached::Node => {}
            }
            if stop(self.checked) {
                return None;
            }
            self.checked += 1;
            if order.restarts(self.checked) {
                self.forget_stack(layout);
                self.trail.truncate(forced);
                self.begin(&root, layout);
            }
        }
    }

    /// Puts the start on the stack.
    fn begin(&mut self, root: &State, layout: &Layout) {
        let known = self.settle(root, layout).unwrap_or(Known::Nothing);
        let first = Node::settled(root, layout, known, self.trail.len());
        self.stack.push(first);
    }

    /// Empties the stack; what is on it was not tried in full.
    fn forget_stack(&mut self, layout: &Layout) {
        for node in self.stack.drain(..) {
            self.seen.forget(Entry::of(&node.view.state, layout).key);
        }
    }

    /// What there is to try on a state that a step from the top of the stack
    /// has led to.
    #[inline]
    fn reach(&mut self, mut state: State, layout: &Layout, step: Step) -> Reached {
        let held = is_held(layout, step);
        if !held {
            self.make_forced_moves(&mut state, layout);
        }
        if state.table.is_sure_win(layout) {
            return Reached::Win;
        }
        let trail = self.trail.len();
        let node = if held {
            let is_stock = matches!(step, Step::StockColumn(_) | Step::StockHome(_));
            let known = is_stock.then(|| self.try_stock(&state, layout));
            let from = self.stack.last().expect("a step leads from a node");
            match known {
                Some(known) => from.after_stock(&state, layout, step, known, trail),
                None => from.after_placing(&state, layout, step, trail),
            }
        } else {
            let known = self.settle(&state, layout);
            known
                .filter(|_| {
                    !is_on_the_stack(&self.stack, &state.table)
                        && (self.checked < EASY || !state.is_blocked(layout))
                })
                .map(|known| Node::settled(&state, layout, known, trail))
        };
        let Some(node) = node else {
            return Reached::Nothing;
        };
        if layout.draw() == 3 {
            // Slots that the next steps will ask for.
            let (left, state) = (&node.left, &node.view.state);
            let fetch = |step| self.seen.fetch(Entry::key_after(state, layout, step));
            each(left.stock_home).for_each(|bit| fetch(Step::StockHome(bit)));
            each(left.stock_column).for_each(|bit| fetch(Step::StockColumn(bit)));
        }
        self.stack.push(node);
        Reached::Node
    }

    /// Notes a state after a step from the stock; tells what of its stock is
    /// known. With one card drawn, only one path leads to such a state.
    #[inline]
    fn try_stock(&mut self, state: &State, layout: &Layout) -> Known {
        if layout.draw() == 1 {
            return Known::Nothing;
        }
        let (entry, mut known) = (Entry::of(state, layout), Known::All);
        self.seen.meet(entry.key, |notes| {
            let (stock, notes) = entry.try_stock(notes);
            known = stock;
            notes
        });
        known
    }

    /// Notes a settled state; tells what of its stock is known, unless all of
    /// the state is.
    #[inline]
    fn settle(&mut self, state: &State, layout: &Layout) -> Option<Known> {
        let entry = Entry::of(state, layout);
        let (mut new, mut known) = (false, Known::All);
        self.seen.meet(entry.key, |notes| {
            let (settled, notes) = entry.settle(notes);
            new = settled;
            if !settled {
                return notes;
            }
            let (stock, notes) = entry.try_stock(notes);
            known = stock;
            notes
        });
        new.then_some(known)
    }

    #[inline]
    fn make_forced_moves(&mut self, state: &mut State, layout: &Layout) {
        while let Some(step) = forced_move(&state.table, layout) {
            state.apply(layout, step);
            self.trail.push(step);
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
    back.take_while(|node| node.view.state.table.differs_at_home_only(table))
        .any(|node| node.is_settled && node.view.state.table.key == table.key)
}

/// Whether a step is held: it only makes another one possible.
fn is_held(layout: &Layout, step: Step) -> bool {
    match step {
        Step::StockColumn(_) | Step::StockHome(_) | Step::Back(_) => true,
        Step::Reveal(bit) => layout.bottoms() >> bit & 1 == 1,
        Step::Home(_) => false,
    }
}
