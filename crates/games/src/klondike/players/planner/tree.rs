//! The tree over plans: a node is a table as it is seen after a card was turned
//! up, a branch a plan, its twigs the cards that may then turn up. Each visit
//! deals the unseen cards anew, goes down by upper confidence bounds (UCT,
//! Kocsis and Szepesvári 2006) and ends with a playout. As a node is chosen for
//! by all the deals that reach it alike, nothing is won by knowing what lies
//! beneath, as it is where each deal is solved on its own.

use super::dive::{Diver, Found, Manner};
use super::plans::{Caps, Plan, Plans};
use super::worlds::{Unseen, exchange};
use crate::klondike::open::{Judge, Verdict};
use crate::klondike::table::{Layout, Step, Table};
use engine::Meter;
use engine::chance::Chance;

/// Visits that a branch is credited with beforehand if habit goes that way.
const CREDIT: f64 = 5.0;

/// How a visit ends where the tree does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// Played out.
    Playout,
    /// Solved with all cards known, looking at so many tables at most.
    Hindsight(u64),
}

/// What the tree can be told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Visits for a decision, over all trees.
    pub(super) effort: usize,
    /// The constant of the bounds.
    pub(super) explore: f64,
    /// Visits before a node gets branches.
    pub(super) ripe: u32,
    /// Cards that may turn up after a plan, at most; 0 for all.
    pub(super) width: usize,
    /// Trees, whose visits are added up.
    pub(super) trees: usize,
    pub(super) leaf: Leaf,
    pub(super) caps: Caps,
}

/// What a node is taken to be worth before it was visited.
const UNVISITED: f64 = 0.3;
/// States for deciding a table on which every card is known.
const DECIDE: u64 = 20_000;
/// Visits that end at the root, before it gets branches.
const FIRST: usize = 40;
/// Visits between looks at whether it is decided.
const OFTEN: usize = 64;

#[derive(Clone, Copy, Default)]
struct Score {
    visits: f64,
    wins: f64,
}

impl Score {
    fn add(&mut self, value: f64) {
        self.visits += 1.0;
        self.wins += value;
    }

    fn mean(self) -> f64 {
        match self.visits > 0.0 {
            true => self.wins / self.visits,
            false => UNVISITED,
        }
    }
}

struct Branch {
    plan: Plan,
    score: Score,
    /// Cards that turned up, and the nodes after them.
    twigs: Vec<(u8, usize)>,
}

/// What grows from a node.
enum Growth {
    /// Nothing yet.
    Bud,
    Branches(Vec<Branch>),
    /// Nothing ever: this is what it is worth.
    End(f64),
}

struct Node {
    table: Table,
    score: Score,
    growth: Growth,
}

/// Grows trees, reusing its memory.
pub(super) struct Tree {
    manner: Manner,
    nodes: Vec<Node>,
    path: Vec<(usize, usize)>,
    plans: Plans,
    diver: Diver,
    judge: Judge,
}

impl Tree {
    /// One that plays out in this manner.
    pub(super) fn new(manner: Manner) -> Tree {
        Tree {
            manner,
            nodes: Vec::new(),
            path: Vec::new(),
            plans: Plans::default(),
            diver: Diver::new(manner),
            judge: Judge::new(),
        }
    }

    /// The steps of the best plan; none where no card can be turned up.
    pub(super) fn choose(
        &mut self,
        layout: &Layout,
        table: &Table,
        options: &Options,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) -> Vec<Step> {
        let mut world = layout.clone();
        // The steps of the root's plans, and the visits of each over all trees.
        let mut plans: Vec<Vec<Step>> = Vec::new();
        let mut totals: Vec<f64> = Vec::new();
        for tree in 0..options.trees {
            if tree > 0 && meter.spent().is_some() {
                break;
            }
            let root = self.plant(&world, table, options, chance, meter);
            if tree > 0 && meter.spent().is_some() {
                break;
            }
            match &self.nodes[root].growth {
                Growth::Branches(branches) if branches.len() > 1 => {}
                Growth::Branches(branches) => return self.plans.steps(&branches[0].plan),
                _ => return self.by_habit(layout, table, chance),
            }
            if tree == 0 {
                let list = self.plans.list.iter();
                plans = list.map(|plan| self.plans.steps(plan)).collect();
                totals.resize(plans.len(), 0.0);
            }
            self.grow(root, &mut world, options, chance, meter);
            let Growth::Branches(branches) = &self.nodes[root].growth else {
                unreachable!("it had branches")
            };
            for (total, branch) in totals.iter_mut().zip(branches) {
                *total += branch.score.visits;
            }
        }
        // The first of those with the most visits.
        let best = (0..totals.len())
            .rev()
            .max_by(|&a, &b| totals[a].total_cmp(&totals[b]));
        plans.swap_remove(best.expect("more than one"))
    }

    /// What habit does up to the next card, if plans were cut before any.
    fn by_habit(&mut self, layout: &Layout, table: &Table, chance: &mut Chance) -> Vec<Step> {
        let mut after = *table;
        if !self.plans.cut || self.diver.next_card(layout, &mut after, chance) == Found::Nothing {
            return Vec::new();
        }
        let mut steps = std::mem::take(&mut self.diver.trail);
        let first = turning(layout, table, &steps);
        steps.truncate(first.map_or(steps.len(), |(_, at)| at + 1));
        steps
    }

    fn plant(
        &mut self,
        layout: &Layout,
        table: &Table,
        options: &Options,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) -> usize {
        self.nodes.clear();
        let root = self.add(*table);
        // What habit is credited with should be what it is worth.
        let mut world = layout.clone();
        let mut unseen = Unseen::of(layout, table);
        for _ in 0..FIRST {
            if meter.check_state().is_some() {
                break;
            }
            unseen.deal(&mut world, chance);
            let value = self.leaf(&world, table, options.leaf, chance, meter);
            self.nodes[root].score.add(value);
        }
        self.open(root, layout, options, chance, meter);
        root
    }

    fn grow(
        &mut self,
        root: usize,
        world: &mut Layout,
        options: &Options,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) {
        let table = self.nodes[root].table;
        let mut unseen = Unseen::of(world, &table);
        let visits = options.effort.div_ceil(options.trees);
        for visit in 0..visits {
            if visit % OFTEN == 0 && self.is_decided(root, visits - visit) {
                return;
            }
            if meter.check_state().is_some() {
                return;
            }
            unseen.deal(world, chance);
            self.visit(root, world, options, chance, meter);
        }
    }

    /// Whether the rest of the visits cannot change the choice.
    fn is_decided(&self, root: usize, rest: usize) -> bool {
        let Growth::Branches(branches) = &self.nodes[root].growth else {
            return true;
        };
        let (mut most, mut second) = (0.0, 0.0);
        for branch in branches {
            let visits = branch.score.visits;
            if visits > most {
                (most, second) = (visits, most);
            } else if visits > second {
                second = visits;
            }
        }
        most - second > rest as f64
    }

    fn visit(
        &mut self,
        root: usize,
        world: &mut Layout,
        options: &Options,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut at = root;
        let value = loop {
            let node = &self.nodes[at];
            match &node.growth {
                Growth::End(value) => break *value,
                Growth::Bud if node.score.visits < f64::from(options.ripe) => {
                    let table = node.table;
                    break self.leaf(world, &table, options.leaf, chance, meter);
                }
                Growth::Bud => self.open(at, world, options, chance, meter),
                Growth::Branches(branches) => {
                    let branch = most_promising(branches, node.score.mean(), options.explore);
                    path.push((at, branch));
                    at = self.follow(at, branch, world, options.width, chance);
                }
            }
        };
        self.nodes[at].score.add(value);
        for &(at, branch) in &path {
            let node = &mut self.nodes[at];
            node.score.add(value);
            if let Growth::Branches(branches) = &mut node.growth {
                branches[branch].score.add(value);
            }
        }
        self.path = path;
    }

    fn leaf(
        &mut self,
        world: &Layout,
        table: &Table,
        leaf: Leaf,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) -> f64 {
        let won = match leaf {
            Leaf::Playout => self.diver.wins(world, table, chance),
            Leaf::Hindsight(most) => {
                self.judge.decide_metered(world, table, most, meter) == Verdict::Won
            }
        };
        f64::from(u8::from(won))
    }

    /// The node that a plan leads to in this world.
    fn follow(
        &mut self,
        at: usize,
        branch: usize,
        world: &mut Layout,
        width: usize,
        chance: &mut Chance,
    ) -> usize {
        let next = self.nodes.len();
        let Growth::Branches(branches) = &mut self.nodes[at].growth else {
            unreachable!("a branch was chosen")
        };
        let Branch { plan, twigs, .. } = &mut branches[branch];
        let card = world.under(plan.lead).expect("a plan turns a card up");
        if let Some(twig) = twigs.iter().find(|twig| twig.0 == card) {
            return twig.1;
        }
        if width > 0 && twigs.len() >= width {
            let (card, node) = twigs[chance.below(twigs.len())];
            exchange(world, &plan.table, plan.lead, card);
            return node;
        }
        twigs.push((card, next));
        let mut table = plan.table;
        table.apply(world, plan.step);
        self.add(table)
    }

    fn add(&mut self, table: Table) -> usize {
        self.nodes.push(Node {
            table,
            score: Score::default(),
            growth: Growth::Bud,
        });
        self.nodes.len() - 1
    }

    /// Gives a node its branches.
    fn open(
        &mut self,
        at: usize,
        layout: &Layout,
        options: &Options,
        chance: &mut Chance,
        meter: &mut Meter<'_>,
    ) {
        let table = self.nodes[at].table;
        self.nodes[at].growth = if table.is_sure_win(layout) {
            Growth::End(1.0)
        } else if Unseen::of(layout, &table).count() <= 1 {
            let verdict = self.judge.decide_metered(layout, &table, DECIDE, meter);
            Growth::End(f64::from(u8::from(verdict == Verdict::Won)))
        } else {
            self.plans.find(layout, &table, options.caps, meter);
            self.branches(at, layout, options, chance)
        };
    }

    /// Branches for the plans just found, with credit for the one that habit
    /// would choose.
    fn branches(
        &mut self,
        at: usize,
        layout: &Layout,
        options: &Options,
        chance: &mut Chance,
    ) -> Growth {
        let node = &self.nodes[at];
        let branch = |plan: &Plan| Branch {
            plan: *plan,
            score: Score::default(),
            twigs: Vec::new(),
        };
        let mut branches: Vec<Branch> = self.plans.list.iter().map(branch).collect();
        if branches.is_empty() {
            return Growth::End(0.0);
        }
        if options.leaf == Leaf::Playout && self.manner != Manner::Random {
            let mut after = node.table;
            self.diver.next_card(layout, &mut after, chance);
            if let Some((table, step)) = turning(layout, &node.table, &self.diver.trail) {
                let lead = self.diver.trail[step].bit();
                let stock = table.stock;
                let same = |b: &Branch| b.plan.lead == lead && b.plan.table.stock == stock;
                let best = branches.iter_mut().find(|b| same(b));
                if let Some(branch) = best {
                    branch.score = Score {
                        visits: CREDIT,
                        wins: CREDIT * node.score.mean(),
                    };
                }
            }
        }
        Growth::Branches(branches)
    }
}

/// The first of these steps that turns a card up, and the table before it.
fn turning(layout: &Layout, start: &Table, steps: &[Step]) -> Option<(Table, usize)> {
    let mut table = *start;
    for (at, &step) in steps.iter().enumerate() {
        let lead = table.leads >> step.bit() & 1 == 1;
        if lead && layout.under(step.bit()).is_some() {
            return Some((table, at));
        }
        table.apply(layout, step);
    }
    None
}

/// The branch with the highest upper confidence bound; one that was not
/// visited yet is taken to be worth as much as the node.
fn most_promising(branches: &[Branch], mean: f64, explore: f64) -> usize {
    let total: f64 = branches.iter().map(|branch| branch.score.visits).sum();
    let log = total.max(1.0).ln();
    let mut best = (f64::MIN, 0);
    for (at, Branch { score, .. }) in branches.iter().enumerate() {
        let bound = match score.visits > 0.0 {
            true => score.mean() + explore * (log / score.visits).sqrt(),
            false => mean + explore * log.sqrt(),
        };
        if bound > best.0 {
            best = (bound, at);
        }
    }
    best.1
}
