//! Guided playouts. From each table a small depth-first search, with steps
//! ordered by score ([`step_scores`]), looks for a way to turn up a face-down
//! card; that card is never turned back. The policy uses no hidden card, so
//! its wins are free of strategy fusion. A playout takes some ten
//! microseconds.

use super::step_scores;
use crate::klondike::open::make_forced_moves;
use crate::klondike::table::{KINGS, Layout, Moves, Step, Table};
use engine::chance::Chance;

/// Most tables searched to turn up one card.
const MOST: usize = 300;
/// Slots for tables already met; more than [`MOST`], so never full.
const SLOTS: usize = 1024;
/// Steps tried from one table, at most.
const STEPS: usize = 24;

/// The playout policy: the order in which steps are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// By score.
    Scored,
    /// At random.
    Random,
}

/// How the search for the next card ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A card was turned up.
    Card,
    /// Nothing is hidden any more, and the rest is sure to be won.
    Win,
    /// Neither.
    Nothing,
}

/// A table with the steps to try from it, the first one last.
struct Node {
    table: Table,
    steps: [(f32, Step); STEPS],
    count: usize,
    trail: usize,
}

/// Plays guided playouts, reusing its memory.
pub struct GuidedPlayout {
    policy: Policy,
    stack: Vec<Node>,
    /// The steps since the last card was turned up.
    pub(super) trail: Vec<Step>,
    met: Box<[u64; SLOTS]>,
    used: Vec<usize>,
}

impl GuidedPlayout {
    /// A playout with this policy.
    pub fn new(policy: Policy) -> GuidedPlayout {
        GuidedPlayout {
            policy,
            stack: Vec::new(),
            trail: Vec::new(),
            met: Box::new([0; SLOTS]),
            used: Vec::new(),
        }
    }

    /// Plays a game to its end and says whether it is won.
    pub fn wins(&mut self, layout: &Layout, start: &Table, chance: &mut Chance) -> bool {
        let mut table = *start;
        loop {
            match self.next_card(layout, &mut table, chance) {
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
        chance: &mut Chance,
    ) -> Found {
        self.stack.clear();
        self.trail.clear();
        self.used.drain(..).for_each(|slot| self.met[slot] = 0);
        let before = face_up(table);
        make_forced_moves(table, layout, &mut self.trail);
        if table.is_sure_win(layout) {
            return Found::Win;
        }
        if face_up(table) > before {
            return Found::Card;
        }
        self.is_new(table.key);
        self.push(table, worth_trying(table, layout), layout, chance);
        for _ in 0..MOST {
            let Some((step, from)) = self.next_step() else {
                return Found::Nothing;
            };
            let mut reached = from;
            reached.apply(layout, step);
            self.trail.push(step);
            let held = matches!(step, Step::Back(_));
            if !held {
                make_forced_moves(&mut reached, layout, &mut self.trail);
            }
            if !self.is_new(reached.key) {
                continue;
            }
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
            self.push(&reached, left, layout, chance);
        }
        Found::Nothing
    }

    fn push(&mut self, table: &Table, left: Moves, layout: &Layout, chance: &mut Chance) {
        let mut node = Node {
            table: *table,
            steps: [(0.0, Step::Home(0)); STEPS],
            count: 0,
            trail: self.trail.len(),
        };
        let mut add = |score: f32, step: Step| {
            if node.count < STEPS {
                node.steps[node.count] = (score, step);
                node.count += 1;
            }
        };
        match self.policy {
            Policy::Scored if layout.draw() == 1 => {
                step_scores::DRAW_ONE.each(&left, table, layout, add)
            }
            Policy::Scored => step_scores::DRAW_SEVERAL.each(&left, table, layout, add),
            Policy::Random => left.for_each(|step| add(chance.unit() as f32, step)),
        }
        node.steps[..node.count].sort_by(|a, b| a.0.total_cmp(&b.0));
        self.stack.push(node);
    }

    /// The next step to try, with the table it is done on; the trail is cut to
    /// what led there.
    fn next_step(&mut self) -> Option<(Step, Table)> {
        while let Some(node) = self.stack.last_mut() {
            if node.count > 0 {
                node.count -= 1;
                self.trail.truncate(node.trail);
                return Some((node.steps[node.count].1, node.table));
            }
            self.stack.pop();
        }
        None
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

/// The steps to try on a settled table.
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

/// The steps to try after the card of this bit came back: placing something on
/// it, or sending the other card of its pair home.
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
