//! Weighted best-first search for wins of few moves. The cost is the number of
//! steps and of turns of the stock. Moves that only rearrange face-up cards are
//! not counted, so the caller counts the moves of a win again.

use crate::klondike::table::{Layout, Moves, Step, Table, card_of, each};
use engine::Meter;
use std::collections::HashMap;

/// Costs and estimates are counted in these parts of a move.
const PARTS: u32 = 8;
/// Where the waste's length stands in a key.
const WASTE: u32 = 56;

struct Node {
    table: Table,
    /// Cards in the waste.
    waste: u8,
    /// Moves so far.
    moves: u16,
    /// Where it came from, and by which step.
    from: u32,
    step: Step,
}

/// The search with its tables.
#[derive(Default)]
pub struct BestFirst {
    nodes: Vec<Node>,
    known: HashMap<u64, u16>,
    /// Nodes to look at, by moves made and weighted estimate.
    waiting: Vec<Vec<u32>>,
    /// The first of these that may hold one.
    least: usize,
    /// For each card that lies in a column from the start, how many of it and
    /// those beneath it lie on a lower one of their suit.
    detours: Vec<u32>,
}

/// The weight and the limits of one search.
pub struct Bounds {
    /// How much an expected move counts, in [`PARTS`] of one made.
    pub weight: u32,
    /// Moves that a win must have less than.
    pub below: usize,
    /// The states after which it ends.
    pub end: u64,
}

impl BestFirst {
    /// The steps of a win, if one is found.
    pub fn win(
        &mut self,
        layout: &Layout,
        start: &Table,
        waste: usize,
        bounds: &Bounds,
        meter: &mut Meter,
    ) -> Option<Vec<Step>> {
        self.nodes.clear();
        self.known.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
        self.detours = (0..52).map(|bit| detours(layout, bit)).collect();
        self.reach(layout, *start, waste as u8, (0, 0, Step::Home(0)), bounds);
        while self.least < self.waiting.len() {
            let Some(at) = self.waiting[self.least].pop() else {
                self.least += 1;
                continue;
            };
            let Node {
                table,
                waste,
                moves,
                ..
            } = self.nodes[at as usize];
            if self.known[&key(&table, waste)] < moves {
                continue;
            }
            if table.is_won() {
                return Some(self.steps_to(at));
            }
            let spent = meter.check_state().or_else(|| meter.hold(self.bytes()));
            if spent.is_some() || meter.effort.checked > bounds.end {
                return None;
            }
            let mut all = table.moves(layout);
            let safe = all.home & table.safe();
            if safe != 0 {
                let home = safe & safe.wrapping_neg();
                all = Moves {
                    home,
                    ..Moves::default()
                };
            }
            all.back &= !table.safe();
            all.for_each(|step| {
                meter.effort.generated += 1;
                let (turns, left) = match step {
                    Step::StockHome(bit) | Step::StockColumn(bit) => {
                        turns(&table, layout, waste, bit)
                    }
                    _ => (0, waste),
                };
                let mut next = table;
                next.apply(layout, step);
                self.reach(layout, next, left, (moves + turns + 1, at, step), bounds);
            });
        }
        None
    }

    fn reach(
        &mut self,
        layout: &Layout,
        table: Table,
        waste: u8,
        (moves, from, step): (u16, u32, Step),
        bounds: &Bounds,
    ) {
        let expected = self.expected(&table, layout, waste);
        if usize::from(moves) + expected as usize >= bounds.below {
            return;
        }
        let known = self.known.entry(key(&table, waste)).or_insert(u16::MAX);
        if *known <= moves {
            return;
        }
        *known = moves;
        let bucket = (u32::from(moves) * PARTS + expected * bounds.weight) as usize / 2;
        if self.waiting.len() <= bucket {
            self.waiting.resize_with(bucket + 1, Vec::new);
        }
        self.least = self.least.min(bucket);
        self.waiting[bucket].push(self.nodes.len() as u32);
        self.nodes.push(Node {
            table,
            waste,
            moves,
            from,
            step,
        });
    }

    /// Moves that are left at least: one for each card that is not home, one
    /// more for each that lies on a lower one of its suit, and the turns that
    /// bring up what was not turned yet.
    fn expected(&self, table: &Table, layout: &Layout, waste: u8) -> u32 {
        let home: u32 = (0..4).map(|suit| u32::from(table.home(suit))).sum();
        let detours: u32 = each(table.leads)
            .map(|bit| self.detours[bit as usize])
            .sum();
        let unturned = table.left().count_ones() - u32::from(waste);
        52 - home + detours + unturned.div_ceil(u32::from(layout.draw()))
    }

    fn bytes(&self) -> u64 {
        let node = size_of::<Node>() + size_of::<u32>();
        let known = size_of::<(u64, u16)>() + 1;
        // Tables are half full at worst; what they held before does not count.
        (self.nodes.len() * node + self.known.len() * 2 * known) as u64
    }

    fn steps_to(&self, mut at: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        while at != 0 {
            let node = &self.nodes[at as usize];
            steps.push(node.step);
            at = node.from;
        }
        steps.reverse();
        steps
    }
}

fn key(table: &Table, waste: u8) -> u64 {
    table.key & !(31 << WASTE) | u64::from(waste) << WASTE
}

/// How many of a card and those beneath it lie on a lower one of their suit.
fn detours(layout: &Layout, bit: u8) -> u32 {
    let (mut count, mut at) = (0, Some(bit));
    while let Some(card) = at {
        at = layout.under(card);
        let mut beneath = at;
        while let Some(lower) = beneath {
            let (card, lower_card) = (card_of(card), card_of(lower));
            if card.suit() == lower_card.suit() && lower_card.rank() < card.rank() {
                count += 1;
                break;
            }
            beneath = layout.under(lower);
        }
    }
    count
}

/// The turns that bring a card in reach to the top of the waste, and the cards
/// in the waste once it was played.
fn turns(table: &Table, layout: &Layout, waste: u8, bit: u8) -> (u16, u8) {
    let (draw, left) = (u32::from(layout.draw()), table.left());
    let count = left.count_ones();
    let before = left & ((1 << layout.turn(bit)) - 1);
    let (place, waste) = (before.count_ones() + 1, u32::from(waste));
    let in_turns = |from: u32| {
        let turns = (place - from).div_ceil(draw);
        ((from + turns * draw).min(count) == place).then_some(turns)
    };
    let onward = if place >= waste {
        in_turns(waste)
    } else {
        None
    };
    let turns = onward.unwrap_or_else(|| (count - waste).div_ceil(draw) + in_turns(0).unwrap_or(0));
    (turns as u16, place as u8 - 1)
}
