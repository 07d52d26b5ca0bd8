//! Plans: every way to turn up the next face-down card. The cards of the stock
//! have been seen, so a plan has no chance event before its end, and is one
//! decision.

use super::met::Met;
use crate::klondike::table::{Cards, KINGS, Layout, Moves, Step, Table, each};
use engine::Meter;

/// A way to turn a card up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The table before the last step.
    pub(super) table: Table,
    /// The last step, with which `lead` leaves what lies beneath it.
    pub(super) step: Step,
    /// The card that has led its column.
    pub(super) lead: u8,
    /// Where its table stands among those that were reached.
    at: usize,
}

/// How many tables to look at, and how many plans to make, at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) tables: usize,
    pub(super) plans: usize,
}

/// Tables joined to one another by steps that can be taken back.
const MOST_JOINED: usize = 48;
/// As many are tried to tell whether two results are joined.
const MOST_TRIED: usize = 24;

struct Reached {
    table: Table,
    /// The table it was reached from, and how.
    from: Option<(usize, Step)>,
}

/// The first of a set of joined tables, and the leads that could have left
/// before it was reached.
struct Entry {
    at: usize,
    earlier: Cards,
}

/// The plans of a table.
#[derive(Default)]
pub(super) struct Plans {
    reached: Vec<Reached>,
    met: Met,
    /// The plans, those with the fewest cards from the stock first.
    pub(super) list: Vec<Plan>,
    /// Whether there may be more.
    pub(super) cut: bool,
    /// Whether the meter forbids to reach more tables.
    spent: bool,
}

impl Plans {
    /// The steps of a plan.
    pub(super) fn steps(&self, plan: &Plan) -> Vec<Step> {
        let mut steps = vec![plan.step];
        let mut at = plan.at;
        while let Some((from, step)) = self.reached[at].from {
            steps.push(step);
            at = from;
        }
        steps.reverse();
        steps
    }

    /// Finds the plans of a table.
    ///
    /// A card that could be turned up is not turned up by a longer way as
    /// well: whatever is played on that way can be played afterwards, unless
    /// it takes up the room that the lead needs.
    ///
    /// Tables are counted on the meter. When a limit is reached, the plans
    /// found so far stand; those next to the start are always found.
    pub(super) fn find(
        &mut self,
        layout: &Layout,
        start: &Table,
        caps: Caps,
        meter: &mut Meter<'_>,
    ) {
        self.reached.clear();
        self.met.clear();
        self.list.clear();
        (self.cut, self.spent) = (false, false);
        self.reach(*start, None, meter);
        let blank = layout.without_beneath(start.leads);
        let mut entries = vec![Entry { at: 0, earlier: 0 }];
        let mut next = 0;
        while let Some(&Entry { at, earlier }) = entries.get(next) {
            if self.spent && next > 0 {
                self.cut = true;
                return;
            }
            next += 1;
            let exits = self.joined(layout, at, meter);
            let turned = self.turn_up(layout, &blank, &exits, earlier, caps);
            for &(at, step) in exits.iter().filter(|exit| !turns_up(layout, exit.1)) {
                let mut table = self.reached[at].table;
                table.apply(layout, step);
                if self.met.contains(table.key) {
                    continue;
                }
                if self.reached.len() >= caps.tables {
                    self.cut = true;
                    return;
                }
                entries.push(Entry {
                    at: self.reached.len(),
                    earlier: earlier | turned,
                });
                self.reach(table, Some((at, step)), meter);
            }
        }
    }

    fn reach(&mut self, table: Table, from: Option<(usize, Step)>, meter: &mut Meter<'_>) {
        self.spent = meter.check_state().is_some();
        self.met.insert(table.key);
        self.reached.push(Reached { table, from });
    }

    /// Reaches the tables joined to one, and lists the steps that lead out.
    fn joined(
        &mut self,
        layout: &Layout,
        first: usize,
        meter: &mut Meter<'_>,
    ) -> Vec<(usize, Step)> {
        let mut joined = vec![first];
        let mut exits = Vec::new();
        let mut next = 0;
        while let Some(&at) = joined.get(next) {
            next += 1;
            let table = self.reached[at].table;
            useful(&table, layout).for_each(|step| {
                if !can_be_taken_back(&table, step) {
                    exits.push((at, step));
                    return;
                }
                let mut other = table;
                other.apply(layout, step);
                if joined.len() < MOST_JOINED && !self.met.contains(other.key) {
                    joined.push(self.reached.len());
                    self.reach(other, Some((at, step)), meter);
                }
            });
        }
        exits
    }

    /// Makes plans of the exits that turn a card up; returns their leads.
    fn turn_up(
        &mut self,
        layout: &Layout,
        blank: &Layout,
        exits: &[(usize, Step)],
        earlier: Cards,
        caps: Caps,
    ) -> Cards {
        let mut results: Vec<(u8, Table)> = Vec::new();
        let mut turned = 0;
        for &(at, step) in exits.iter().filter(|exit| turns_up(layout, exit.1)) {
            let lead = step.bit();
            turned |= 1 << lead;
            if earlier >> lead & 1 == 1 {
                continue;
            }
            let table = self.reached[at].table;
            let mut result = table;
            result.apply(blank, step);
            let same = |(other, before): &(u8, Table)| {
                *other == lead && (before.key == result.key || are_joined(before, &result, blank))
            };
            if results.iter().any(same) {
                continue;
            }
            results.push((lead, result));
            if self.list.len() == caps.plans {
                self.cut = true;
                return turned;
            }
            self.list.push(Plan {
                table,
                step,
                lead,
                at,
            });
        }
        turned
    }
}

/// Whether a step of a lead turns up the card beneath it.
fn turns_up(layout: &Layout, step: Step) -> bool {
    match step {
        Step::Home(bit) | Step::Reveal(bit) => layout.under(bit).is_some(),
        _ => false,
    }
}

fn can_be_taken_back(table: &Table, step: Step) -> bool {
    match step {
        Step::Home(bit) => table.leads >> bit & 1 == 0,
        Step::Back(_) => true,
        _ => false,
    }
}

/// The steps that a plan may take: only one if that can do no harm.
fn useful(table: &Table, layout: &Layout) -> Moves {
    let mut moves = table.moves(layout);
    // A lead that moves over can go home from there, and come back.
    moves.home &= !moves.reveal;
    let safe = table.safe();
    let lowest = |cards: Cards| cards & cards.wrapping_neg();
    if moves.home & safe != 0 {
        let home = lowest(moves.home & safe);
        return Moves {
            home,
            ..Moves::default()
        };
    }
    if layout.draw() == 1 && moves.stock_home & safe != 0 {
        let stock_home = lowest(moves.stock_home & safe);
        return Moves {
            stock_home,
            ..Moves::default()
        };
    }
    // A column is emptied for a king.
    if (table.stock | table.leads) & KINGS == 0 {
        moves.reveal &= !layout.bottoms();
    }
    moves
}

/// Whether steps that can be taken back lead from one table to the other.
fn are_joined(from: &Table, to: &Table, blank: &Layout) -> bool {
    let mut tried = vec![*from];
    let mut next = 0;
    while let Some(&table) = tried.get(next).filter(|_| tried.len() < MOST_TRIED) {
        next += 1;
        let moves = table.moves(blank);
        for step in each(moves.home & !table.leads)
            .map(Step::Home)
            .chain(each(moves.back).map(Step::Back))
        {
            let mut other = table;
            other.apply(blank, step);
            if other.key == to.key {
                return true;
            }
            if !tried.iter().any(|table| table.key == other.key) {
                tried.push(other);
            }
        }
    }
    false
}
