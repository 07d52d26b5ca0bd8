//! The decision: depth-first over tables, each looked at once.

use super::seen::Seen;
use super::settle::settle;
use crate::klondike::table::{Cards, KINGS, each, Layout, Moves, Step, Table, one_less};

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
    mode: Mode,
    /// The step that led here.
    step: Step,
    /// What was to be tried at first.
    tried: Moves,
    /// Whether only what the waste as it is brings within reach is to follow.
    must: bool,
    /// Steps to be tried again keeping the waste.
    again: Moves,
    /// What could be done before the last step from the stock.
    base: Moves,
}

/// Which steps may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Any.
    Settled,
    /// One that needs the last one.
    Held,
    /// Those that lead to a card only within reach from the waste as it is.
    Onward,
}

/// Decides tables, reusing its memory.
pub struct Judge {
    seen: Seen,
    frames: Vec<Frame>,
    trail: Vec<Step>,
    /// States whose moves were looked at in the last decision.
    pub checked: u64,
    pub kinds: [u64; 8],
    pub idle: u64,
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
            kinds: [0; 8],
            idle: 0,
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
        if limit_states == 0 {
            return Verdict::Unknown;
        }
        self.checked = 1;
        let trail = self.trail.len();
        if table.waste() != 0 {
            self.seen.insert(table.key | HELD_HOME);
            let onward = onward(&table, layout, &Moves::default(), trail);
            self.frames.push(onward);
        }
        let pure = table.turned_over();
        self.seen.insert(pure.key);
        self.frames.push(settled(&pure, layout, trail));
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Verdict::Lost;
            };
            self.trail.truncate(frame.trail);
            let (step, again) = match next_step(&mut frame.left) {
                Some(step) => (step, false),
                None => match next_step(&mut frame.again) {
                    Some(step) => (step, true),
                    None => {
                        self.frames.pop();
                        continue;
                    }
                },
            };
            let mut table = frame.table;
            table.apply(layout, step);
            self.trail.push(step);
            self.visited += 1;
            let held = match step {
                Step::StockColumn(bit) => Some((bit, HELD)),
                Step::StockHome(bit) => Some((bit, HELD | HELD_HOME)),
                Step::Back(bit) => Some((bit, 0)),
                Step::Reveal(bit) if layout.bottoms() >> bit & 1 == 1 => Some((bit, 0)),
                _ => None,
            };
            let mut next = match held {
                Some((bit, mark)) => {
                    if table.is_sure_win(layout) {
                        return Verdict::Won;
                    }
                    let owed = mark == 0 && (frame.owed || frame.loose >> bit & 1 == 1);
                    let mut must = false;
                    if mark != 0 && layout.draw() > 1 {
                        must = is_swapped(&self.frames, layout, step);
                        if must && table.waste() == 0 {
                            continue;
                        }
                        let key = table.key & !(31 << 56) | u64::from(layout.turn(bit)) << 56;
                        if must && self.seen.has(key | mark) {
                            continue;
                        }
                        if !self.seen.insert(key | mark | u64::from(must) << 63) {
                            continue;
                        }
                    }
                    let frame = self.frames.last().expect("it was there");
                    held_by(&table, layout, frame, (bit, mark, owed, must), self.trail.len())
                }
                None => {
                    settle(&mut table, layout, &mut self.trail);
                    if table.is_sure_win(layout) {
                        return Verdict::Won;
                    }
                    let trail = self.trail.len();
                    if again || frame.mode == Mode::Onward {
                        if table.waste() == 0 {
                            continue;
                        }
                        let base = frame.base;
                        if base == Moves::default() && !self.seen.insert(table.key | HELD_HOME) {
                            continue;
                        }
                        onward(&table, layout, &base, trail)
                    } else {
                        if frame.mode == Mode::Held && is_idle(&self.frames, layout, step) {
                            self.idle += 1;
                            continue;
                        }
                        table = table.turned_over();
                        if !self.seen.insert(table.key) {
                            continue;
                        }
                        settled(&table, layout, trail)
                    }
                }
            };
            if self.checked == limit_states {
                return Verdict::Unknown;
            }
            self.checked += 1;
            self.kinds[match (next.mode, step) { (Mode::Settled,_)=>0, (Mode::Onward,Step::Back(_))=>1, (Mode::Onward,_)=>2, (Mode::Held, Step::Back(_))=> 3, (Mode::Held, Step::Reveal(_))=>4, (Mode::Held, Step::StockHome(_))=>5, _=>6}]+=1;
            next.step = step;
            self.frames.push(next);
        }
    }

    /// The steps that lead from the start to the win just found; from there
    /// on, the lowest card that is not home can always go there.
    pub fn won_by(&self) -> &[Step] {
        &self.trail
    }
}

/// Whether `next`, from the stock, could as well have come before the last
/// step, which was from the stock too, and should have.
fn is_swapped(frames: &[Frame], layout: &Layout, next: Step) -> bool {
    let [.., before, last] = frames else {
        return false;
    };
    let turn = |step| match step {
        Step::StockColumn(bit) | Step::StockHome(bit) => Some(layout.turn(bit)),
        _ => None,
    };
    if last.mode != Mode::Held || turn(last.step) <= turn(next) || !before.tried.has(next) {
        return false;
    }
    let mut table = before.table;
    table.apply(layout, next);
    table.moves(layout).has(last.step)
}

/// Whether one of the steps since the last settled table could as well be done
/// after `last`.
fn is_idle(frames: &[Frame], layout: &Layout, last: Step) -> bool {
    let held = frames.iter().rev().take_while(|f| f.mode == Mode::Held).count();
    if held < 2 {
        return false;
    }
    let (base, chain) = frames[frames.len() - held - 1..].split_first().unwrap();
    (0..held - 1).any(|out| {
        let mut table = base.table;
        let rest = chain.iter().enumerate().filter(|&(at, _)| at != out);
        for step in rest.map(|(_, frame)| frame.step).chain([last]) {
            if !table.moves(layout).has(step) {
                return false;
            }
            table.apply(layout, step);
        }
        table.turned_over().moves(layout).has(chain[out].step)
    })
}

/// Both cards of each pair that has one in the set.
fn pairs(cards: Cards) -> Cards {
    let firsts = (cards | cards >> 1) & 0x0055_5555_5555_5555;
    firsts * 3
}

/// Cards that would be of use in a column: something waits to lie on them, or
/// the other card of their pair to be rid of what lies on it. Kings stand for
/// an empty column as well: see `wanted_kings`.
struct Use {
    /// Cards to place.
    place: Cards,
    /// Cards to take back: of use, or above one that is.
    back: Cards,
    /// Whether a king waits for an empty column.
    empty: bool,
}

fn of_use(table: &Table, layout: &Layout, all: &Moves, bare: Cards, safe: Cards) -> Use {
    let room = table.room(bare);
    let reach = table.reachable(layout);
    let home = if layout.take_back() { table.at_home() & !safe } else { 0 };
    let (waiting, movable) = match layout.draw() {
        1 => (table.leads, reach),
        _ => (table.leads | reach, 0),
    };
    // Other cards of the pair that could go home.
    let mut suits = table.next & table.open;
    each(all.stock_home).for_each(|bit| suits |= same_suit(bit) & table.open);
    let covered = suits & !bare;
    let freeing = (covered & 0x0055_5555_5555_5555) << 1 | covered >> 1 & 0x0055_5555_5555_5555;
    let mut place = freeing;
    loop {
        let lifted = lifted(home, place);
        let lacking = (waiting | movable & place | lifted) & !room;
        let more = pairs(lacking) << 4 | freeing;
        if more == place {
            return Use {
                place,
                back: lifted,
                empty: lacking & KINGS != 0,
            };
        }
        place = more;
    }
}

/// Cards at home that must come back so that those of use can.
fn lifted(home: Cards, place: Cards) -> Cards {
    if home & place == 0 {
        return 0;
    }
    let mut lifted = 0;
    for bit in 0..4 {
        let suit = same_suit(bit);
        let lowest = home & place & suit;
        if lowest != 0 {
            lifted |= home & suit & !((lowest & lowest.wrapping_neg()) - 1);
        }
    }
    lifted
}

/// What to try on a table that is settled.
fn settled(table: &Table, layout: &Layout, trail: usize) -> Frame {
    let all = table.moves(layout);
    let bare = table.bare_pairs();
    let safe = table.safe();
    let mut left = all;
    left.back &= !safe;
    left.stock_column &= !(safe & table.next);
    let of_use = of_use(table, layout, &all, bare, safe);
    left.back &= of_use.back;
    if layout.draw() == 1 {
        left.stock_column &= of_use.place;
    }
    if table.has_empty_column() || !of_use.empty {
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
        mode: Mode::Settled,
        step: Step::Home(0),
        tried: left,
        must: false,
        again: Moves::default(),
        base: Moves::default(),
    }
}

/// What to try on the way to a card only within reach from the waste as it is.
fn onward(table: &Table, layout: &Layout, base: &Moves, trail: usize) -> Frame {
    let mut frame = settled(table, layout, trail);
    let pure = table.turned_over().reachable(layout);
    frame.left.home &= !base.home;
    frame.left.reveal &= !base.reveal | layout.bottoms();
    frame.left.stock_home &= !pure;
    frame.left.stock_column &= !pure;
    frame.mode = Mode::Onward;
    frame.tried = frame.left;
    frame.base = *base;
    frame
}

/// What to try after a step that is to be followed by one that needs it.
fn held_by(
    table: &Table,
    layout: &Layout,
    before: &Frame,
    (bit, mark, owed, must): (u8, u64, bool, bool),
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
    if must {
        let top = table.top_of_waste(layout);
        left.stock_home |= all.stock_home & top;
        left.stock_column |= all.stock_column & top;
    } else if any_stock {
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
    let of_use = of_use(table, layout, &all, bare, safe);
    left.back &= of_use.back;
    if layout.draw() == 1 {
        left.stock_column &= of_use.place;
    }
    if table.has_empty_column() || !of_use.empty {
        left.reveal &= !bottoms;
    }
    let onward = !stock && (before.mode == Mode::Onward || before.must);
    if onward || must {
        let pure = table.turned_over().reachable(layout);
        left.stock_home &= !pure;
        left.stock_column &= !pure;
    }
    let mut again = Moves::default();
    if any_stock && table.waste() != 0 {
        again.home = left.home;
        again.reveal = left.reveal & !bottoms;
    }
    if must {
        left.home = 0;
        left.reveal &= bottoms;
    }
    Frame {
        table: *table,
        all,
        bare,
        left,
        trail,
        owed,
        loose,
        mode: if onward { Mode::Onward } else { Mode::Held },
        step: Step::Home(0),
        tried: left,
        must,
        again,
        base: Moves::default(),
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
