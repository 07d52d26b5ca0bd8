//! The endgame: few cards are hidden, so expectimax over every order of them
//! finds the best plan exactly. The value of a plan is the mean, over the cards
//! it may turn up, of the value of the best plan after each. The share of
//! orders that can be won with all cards known is an upper bound, which prunes
//! most plans.

use super::plans::{Caps, Plan, Plans};
use super::worlds::Unseen;
use crate::klondike::open::{Judge, Verdict};
use crate::klondike::table::{Layout, Step, Table};
use engine::Meter;
use std::collections::HashMap;

/// States for deciding a table on which every card is known.
const DECIDE: u64 = 100_000;

/// Plays endgames, reusing its memory.
#[derive(Default)]
pub(super) struct Endgame {
    worlds: Vec<Layout>,
    judge: Judge,
    /// Which tables can be won, by world and key.
    known: HashMap<(usize, u64), bool>,
    spare: Vec<Plans>,
    /// Whether the meter forbids further states.
    spent: bool,
}

impl Endgame {
    /// The steps of the best plan, if any can win. If the meter's limit comes
    /// first, those of the most promising plan so far.
    pub(super) fn choose(
        &mut self,
        layout: &Layout,
        table: &Table,
        unseen: &mut Unseen,
        caps: Caps,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Step>> {
        self.known.clear();
        self.spent = false;
        self.worlds = unseen.every(layout);
        let all: Vec<usize> = (0..self.worlds.len()).collect();
        let mut plans = self.spare.pop().unwrap_or_default();
        plans.find(layout, table, caps, meter);
        let (wins, best) = self.best(&plans.list, &all, caps, meter);
        let best = plans.list.get(best).filter(|_| wins > 0 || self.spent);
        let steps = best.map(|plan| plans.steps(plan));
        self.spare.push(plans);
        steps
    }

    /// In how many of these worlds the best plan wins, and which it is.
    fn best(
        &mut self,
        plans: &[Plan],
        worlds: &[usize],
        caps: Caps,
        meter: &mut Meter<'_>,
    ) -> (usize, usize) {
        let mut bounds: Vec<(usize, usize)> = Vec::with_capacity(plans.len());
        for (at, plan) in plans.iter().enumerate() {
            let winnable = |&&world: &&usize| {
                let mut table = plan.table;
                table.apply(&self.worlds[world], plan.step);
                self.can_win(world, &table, meter)
            };
            bounds.push((worlds.iter().filter(winnable).count(), at));
        }
        bounds.sort_by_key(|&(wins, at)| (std::cmp::Reverse(wins), at));
        let mut best = (0, bounds.first().map_or(0, |bound| bound.1));
        for (bound, at) in bounds {
            if bound <= best.0 {
                break;
            }
            let wins = self.worth(&plans[at], worlds, caps, meter);
            if wins > best.0 {
                best = (wins, at);
            }
        }
        best
    }

    /// In how many of these worlds a plan wins, if all goes on as well as it
    /// can.
    fn worth(&mut self, plan: &Plan, worlds: &[usize], caps: Caps, meter: &mut Meter<'_>) -> usize {
        let mut groups: Vec<(u8, Vec<usize>)> = Vec::new();
        for &world in worlds {
            let card = self.worlds[world].under(plan.lead);
            let card = card.expect("a plan turns a card up");
            match groups.iter_mut().find(|group| group.0 == card) {
                Some(group) => group.1.push(world),
                None => groups.push((card, vec![world])),
            }
        }
        let mut plans = self.spare.pop().unwrap_or_default();
        let mut wins = 0;
        for (_, group) in &groups {
            let mut table = plan.table;
            table.apply(&self.worlds[group[0]], plan.step);
            wins += if let [world] = group[..] {
                usize::from(self.can_win(world, &table, meter))
            } else {
                plans.find(&self.worlds[group[0]], &table, caps, meter);
                self.best(&plans.list, group, caps, meter).0
            };
        }
        self.spare.push(plans);
        wins
    }

    fn can_win(&mut self, world: usize, table: &Table, meter: &mut Meter<'_>) -> bool {
        self.spent = self.spent || meter.spent().is_some();
        if self.spent {
            return false;
        }
        let (judge, layout) = (&mut self.judge, &self.worlds[world]);
        let known = self.known.entry((world, table.key));
        *known.or_insert_with(|| judge.decide_metered(layout, table, DECIDE, meter) == Verdict::Won)
    }
}
