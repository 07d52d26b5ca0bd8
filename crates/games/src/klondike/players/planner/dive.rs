//! Playouts by habit: what to try first is a matter of scores ([`habit`]); it
//! is searched until a card is turned up, which is never taken back. Whoever
//! plays like that looks beneath no card, so its wins can be had without
//! seeing; and a whole game takes some microseconds.

use super::habit;
use crate::klondike::open::settle;
use crate::klondike::table::{KINGS, Layout, Moves, Step, Table};
use engine::chance::Chance;

/// Most tables looked at to turn up one card.
const MOST: usize = 300;
/// Slots for tables already met; more than [`MOST`], so never full.
const SLOTS: usize = 1024;
/// Steps tried from one table, at most.
const STEPS: usize = 24;

/// How to choose among what can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// By habit.
    Habit,
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

/// A table with the steps to try from it, the first one last.
struct Frame {
    table: Table,
    steps: [(f32, Step); STEPS],
    count: usize,
    trail: usize,
}

/// Plays on from tables, reusing its memory.
pub struct Diver {
    manner: Manner,
    frames: Vec<Frame>,
    /// The steps since the last card was turned up.
    pub(super) trail: Vec<Step>,
    met: Box<[u64; SLOTS]>,
    used: Vec<usize>,
}

impl Diver {
    /// One that chooses in this manner.
    pub fn new(manner: Manner) -> Diver {
        Diver {
            manner,
            frames: Vec::new(),
            trail: Vec::new(),
            met: Box::new([0; SLOTS]),
            used: Vec::new(),
        }
    }

    /// Whether the game is won when played on.
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
                settle(&mut reached, layout, &mut self.trail);
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
        let mut frame = Frame {
            table: *table,
            steps: [(0.0, Step::Home(0)); STEPS],
            count: 0,
            trail: self.trail.len(),
        };
        let mut add = |score: f32, step: Step| {
            if frame.count < STEPS {
                frame.steps[frame.count] = (score, step);
                frame.count += 1;
            }
        };
        match self.manner {
            Manner::Habit if layout.draw() == 1 => habit::ONE.each(&left, table, layout, add),
            Manner::Habit => habit::SEVERAL.each(&left, table, layout, add),
            Manner::Random => left.for_each(|step| add(chance.unit() as f32, step)),
        }
        frame.steps[..frame.count].sort_by(|a, b| a.0.total_cmp(&b.0));
        self.frames.push(frame);
    }

    /// The next step to try, with the table it is done on; the trail is cut to
    /// what led there.
    fn next_step(&mut self) -> Option<(Step, Table)> {
        while let Some(frame) = self.frames.last_mut() {
            if frame.count > 0 {
                frame.count -= 1;
                self.trail.truncate(frame.trail);
                return Some((frame.steps[frame.count].1, frame.table));
            }
            self.frames.pop();
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
