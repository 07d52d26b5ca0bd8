//! The decision: depth-first over tables, each looked at once.

use super::seen::Seen;
use super::settle::settle;
use crate::klondike::table::{Cards, Layout, Moves, Step, Table, one_less};

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

/// A table on the way, with the steps that were not tried yet.
struct Frame {
    table: Table,
    /// Everything that can be done.
    all: Moves,
    /// Pairs that can be laid bare.
    bare: u64,
    /// What is left to try.
    left: Moves,
    /// Where the steps that led here end.
    trail: usize,
    /// Whether the next step that is not merely made ready must be from the
    /// stock.
    owed: bool,
    /// Steps that owe such a one.
    loose: Cards,
}

/// Decides tables, reusing its memory.
pub struct Judge {
    seen: Seen,
    frames: Vec<Frame>,
    trail: Vec<Step>,
    /// States whose moves were looked at in the last decision.
    pub checked: u64,
    /// Those and the ones found to be known already.
    pub visited: u64,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

/// Marks the key of a table whose last step was from the stock and is to be
/// followed by one that needs it.
const HELD: u64 = 1 << 61;
/// That step went to a foundation.
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

    /// Whether a table can be won, looking at so many states at most.
    pub fn decide(&mut self, layout: &Layout, start: &Table, limit_states: u64) -> Verdict {
        self.seen.clear();
        self.frames.clear();
        self.trail.clear();
        self.checked = 0;
        self.visited = 1;
        let mut table = *start;
        settle(&mut table, layout, &mut self.trail);
        if table.is_sure_win(layout) {
            return Verdict::Won;
        }
        self.seen.insert(table.key);
        if limit_states == 0 {
            return Verdict::Unknown;
        }
        self.checked = 1;
        let trail = self.trail.len();
        self.frames.push(settled(&table, layout, trail));
        loop {
            let depth = self.frames.len();
            let Some(frame) = self.frames.last_mut() else {
                return Verdict::Lost;
            };
            self.trail.truncate(frame.trail);
            let Some(step) = next_step(&mut frame.left) else {
                self.frames.pop();
                continue;
            };
            let mut table = frame.table;
            table.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            if cfg!(test) && std::env::var("SEED").is_ok() { println!("{}{step:?}", " ".repeat(depth)); }
            let held = match step {
                Step::StockColumn(bit) => Some((bit, HELD)),
                Step::StockHome(bit) => Some((bit, HELD | HELD_HOME)),
                Step::Back(bit) => Some((bit, 0)),
                Step::Reveal(bit) if layout.bottoms() >> bit & 1 == 1 => Some((bit, 0)),
                _ => None,
            };
            let next = match held {
                Some((bit, mark)) => {
                    if table.is_sure_win(layout) {
                        return Verdict::Won;
                    }
                    if mark != 0 && layout.draw() > 1 {
                        let key = table.key & !(31 << 56) | u64::from(layout.turn(bit)) << 56;
                        if !self.seen.insert(key | mark) {
                            continue;
                        }
                    }
                    let owed = mark == 0 && (frame.owed || frame.loose >> bit & 1 == 1);
                    held_by(&table, layout, frame, (bit, mark, owed), self.trail.len())
                }
                None => {
                    settle(&mut table, layout, &mut self.trail);
                    if table.is_sure_win(layout) {
                        return Verdict::Won;
                    }
                    if !self.seen.insert(table.key) {
                        continue;
                    }
                    settled(&table, layout, self.trail.len())
                }
            };
            if self.checked == limit_states {
                return Verdict::Unknown;
            }
            self.checked += 1;
            self.frames.push(next);
        }
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> &[Step] {
        &self.trail
    }
}

/// What to try on a table that is settled.
fn settled(table: &Table, layout: &Layout, trail: usize) -> Frame {
    let all = table.moves(layout);
    let bare = table.bare_pairs();
    let safe = table.safe();
    let mut left = all;
    left.back &= !safe;
    left.stock_column &= !(safe & table.next);
    if table.has_empty_column() {
        left.reveal &= !layout.bottoms();
    }
    Frame {
        table: *table,
        all,
        bare,
        left,
        trail,
        owed: false,
        loose: 0,
    }
}

/// What to try after a step that is to be followed by one that needs it.
fn held_by(
    table: &Table,
    layout: &Layout,
    before: &Frame,
    (bit, mark, owed): (u8, u64, bool),
    trail: usize,
) -> Frame {
    let all = table.moves(layout);
    let bare = table.bare_pairs();
    let safe = table.safe();
    let stock = mark != 0;
    let any_stock = stock && layout.draw() > 1;
    let room = table.room(bare);
    let new_room = room & !before.table.room(before.bare);
    let bottoms = layout.bottoms();
    let mut left = Moves {
        home: all.home & !before.all.home & !(1 << bit),
        reveal: all.reveal & new_room,
        stock_home: all.stock_home & !before.all.stock_home,
        stock_column: all.stock_column & new_room,
        back: all.back & !before.all.back,
    };
    let mut loose = 0;
    // The other card of the pair has come free, but others of its suit, from
    // the stock, must go home before it.
    let freed = bare & !before.bare & table.open & (1 << (bit ^ 1));
    if freed != 0 {
        left.stock_home |= all.stock_home & same_suit(bit ^ 1);
    }
    if any_stock {
        left.stock_home = all.stock_home;
        left.stock_column = all.stock_column;
        let back = all.back & !left.back;
        let reveal = all.reveal & bottoms & !left.reveal;
        loose = back | reveal;
        left.back |= back;
        left.reveal |= reveal;
    } else if owed {
        left.home = 0;
        left.reveal &= bottoms;
    }
    let went_back = !stock && before.table.next & table.next != before.table.next;
    if went_back {
        let below = one_less(1 << bit);
        if below & !safe & !room != 0 {
            left.stock_column = all.stock_column;
            left.back = all.back;
            left.reveal |= all.reveal & bottoms;
        }
    }
    left.back &= !safe;
    left.stock_column &= !(safe & table.next);
    if table.has_empty_column() {
        left.reveal &= !bottoms;
    }
    Frame {
        table: *table,
        all,
        bare,
        left,
        trail,
        owed,
        loose,
    }
}

/// All cards of a card's suit.
fn same_suit(bit: u8) -> u64 {
    let (even, odd) = (0x1010_1010_1010_1010u64, 0x0101_0101_0101_0101u64);
    let place = bit & 3;
    if bit / 4 % 2 == 1 {
        even << place | odd << (place ^ 2)
    } else {
        odd << place | even << (place ^ 2)
    }
}

fn next_step(left: &mut Moves) -> Option<Step> {
    fn take(cards: &mut u64) -> u8 {
        let bit = cards.trailing_zeros() as u8;
        *cards &= *cards - 1;
        bit
    }
    if left.reveal != 0 {
        return Some(Step::Reveal(take(&mut left.reveal)));
    }
    if left.home != 0 {
        return Some(Step::Home(take(&mut left.home)));
    }
    if left.stock_home != 0 {
        return Some(Step::StockHome(take(&mut left.stock_home)));
    }
    if left.stock_column != 0 {
        return Some(Step::StockColumn(take(&mut left.stock_column)));
    }
    if left.back != 0 {
        return Some(Step::Back(take(&mut left.back)));
    }
    None
}
