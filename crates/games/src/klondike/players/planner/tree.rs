//! Tree search over plans (UCT, Kocsis and Szepesvári 2006, or PUCT). A node is
//! a table as it is seen after a card was turned up. A branch is a plan, and
//! its outcomes are the cards that it may turn up. Each visit samples the
//! hidden cards, descends by upper confidence bounds or by means and priors,
//! and ends with a leaf evaluation. All samples that
//! reach a node share its statistics, so a plan cannot depend on hidden cards:
//! the tree avoids strategy fusion, from which solving each sample on its own
//! suffers.

use super::guided_playout::{GuidedPlayout, Policy};
use super::node::{Branch, Expansion, Node, Score, Selection, most_promising};
use super::plans::{Caps, Plan, Plans};
use super::prior::{PlanFeatures, Seen};
use super::worlds::{Unseen, World, exchange};
use crate::klondike::open::{Judge, Verdict};
use crate::klondike::playout::FastRandom;
use crate::klondike::table::{Layout, Step, Table};
use engine::Meter;
use engine::chance::Chance;

/// Virtual visits of the branch that the playout policy would choose.
const VIRTUAL_VISITS: f64 = 5.0;

/// How a leaf is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// By a playout.
    Playout,
    /// By solving the sample with all cards known, within this many states.
    Hindsight(u64),
}

/// The parameters of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Visits for a decision, over all trees.
    pub(super) effort: usize,
    /// How branches are chosen, and the constant of the bounds.
    pub(super) selection: Selection,
    pub(super) explore: f64,
    /// Visits before a node is expanded.
    pub(super) expand_after: u32,
    /// Outcomes of a plan that are kept, at most; 0 for all.
    pub(super) width: usize,
    /// Trees, whose visits are added up.
    pub(super) trees: usize,
    pub(super) leaf: Leaf,
    pub(super) caps: Caps,
}

/// States for deciding a table on which every card is known.
const DECIDE: u64 = 20_000;
/// Visits that end at the root before it is expanded.
const FIRST: usize = 40;
/// Visits between checks whether the choice is decided.
const OFTEN: usize = 64;

/// The search, reusing its memory.
pub(super) struct Tree {
    policy: Policy,
    nodes: Vec<Node>,
    path: Vec<(usize, usize)>,
    plans: Plans,
    playout: GuidedPlayout,
    judge: Judge,
    random: FastRandom,
    /// What was searched, for the fit of priors, if it is wanted.
    pub(super) examples: Option<Vec<Example>>,
}

/// The plans of a table, and the visits that a search gave to each.
pub(super) struct Example {
    pub(super) plans: Vec<PlanFeatures>,
    pub(super) visits: Vec<f64>,
}

impl Tree {
    /// A search whose playouts have this policy.
    pub(super) fn new(policy: Policy) -> Tree {
        Tree {
            policy,
            nodes: Vec::new(),
            path: Vec::new(),
            plans: Plans::default(),
            playout: GuidedPlayout::new(policy),
            judge: Judge::new(),
            random: FastRandom::new(0),
            examples: None,
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
        self.random = FastRandom::from_chance(chance);
        self.playout
            .prepare(layout, FastRandom::from_chance(chance));
        let mut world = World::new(layout, table);
        // The steps of the root's plans, and the visits of each over all trees.
        let mut plans: Vec<Vec<Step>> = Vec::new();
        let mut totals: Vec<f64> = Vec::new();
        let mut root_features = Vec::new();
        for tree in 0..options.trees {
            let root = self.new_root(&mut world, table, options, meter);
            if tree > 0 && meter.spent().is_some() {
                break;
            }
            match &self.nodes[root].expansion {
                Expansion::Branches(branches) if branches.len() > 1 => {}
                Expansion::Branches(branches) => return self.plans.steps(&branches[0].plan),
                _ => return self.by_policy(&world, table),
            }
            if tree == 0 {
                if self.examples.is_some() {
                    let list = &self.plans.list;
                    let chosen = plan_of_policy(list, &mut self.playout, &world, table);
                    root_features = Seen::new(table, &world).all(list, chosen);
                }
                let list = self.plans.list.iter();
                plans = list.map(|plan| self.plans.steps(plan)).collect();
                totals.resize(plans.len(), 0.0);
            }
            self.run_visits(root, &mut world, options, meter);
            let Expansion::Branches(branches) = &self.nodes[root].expansion else {
                unreachable!("it had branches")
            };
            for (total, branch) in totals.iter_mut().zip(branches) {
                *total += branch.score.visits;
            }
        }
        if let Some(examples) = &mut self.examples {
            examples.push(Example {
                plans: root_features,
                visits: totals.clone(),
            });
        }
        // The first of those with the most visits.
        let best = (0..totals.len())
            .rev()
            .max_by(|&a, &b| totals[a].total_cmp(&totals[b]));
        plans.swap_remove(best.expect("more than one"))
    }

    /// The steps that the playout policy makes up to the next card, if the
    /// search for plans was cut before it found any.
    fn by_policy(&mut self, world: &World, table: &Table) -> Vec<Step> {
        if !self.plans.cut {
            return Vec::new();
        }
        let mut steps = self.playout.steps_to_next_card(world, table);
        let first = turning(&world.layout, table, &steps);
        steps.truncate(first.map_or(steps.len(), |(_, at)| at + 1));
        steps
    }

    fn new_root(
        &mut self,
        world: &mut World,
        table: &Table,
        options: &Options,
        meter: &mut Meter<'_>,
    ) -> usize {
        self.nodes.clear();
        let root = self.add(*table);
        // The root's mean is the value of the virtual visits.
        let mut unseen = Unseen::of(&world.layout, table);
        for _ in 0..FIRST {
            if meter.check_state().is_some() {
                break;
            }
            unseen.deal(world, &mut self.random);
            let value = self.leaf(world, table, options.leaf, meter);
            self.nodes[root].score.add(value);
        }
        self.expand(root, world, options, meter);
        root
    }

    fn run_visits(
        &mut self,
        root: usize,
        world: &mut World,
        options: &Options,
        meter: &mut Meter<'_>,
    ) {
        let table = self.nodes[root].table;
        let mut unseen = Unseen::of(&world.layout, &table);
        let visits = options.effort.div_ceil(options.trees);
        for visit in 0..visits {
            if visit % OFTEN == 0 && self.is_decided(root, visits - visit) {
                return;
            }
            if meter.check_state().is_some() {
                return;
            }
            unseen.deal(world, &mut self.random);
            self.visit(root, world, options, meter);
        }
    }

    /// Whether the rest of the visits cannot change the choice.
    fn is_decided(&self, root: usize, rest: usize) -> bool {
        let Expansion::Branches(branches) = &self.nodes[root].expansion else {
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

    fn visit(&mut self, root: usize, world: &mut World, options: &Options, meter: &mut Meter<'_>) {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut at = root;
        let value = loop {
            let node = &self.nodes[at];
            match &node.expansion {
                Expansion::Terminal(value) => break *value,
                Expansion::Leaf if node.score.visits < f64::from(options.expand_after) => {
                    let table = node.table;
                    break self.leaf(world, &table, options.leaf, meter);
                }
                Expansion::Leaf => self.expand(at, world, options, meter),
                Expansion::Branches(branches) => {
                    let branch = most_promising(
                        branches,
                        node.score.mean(),
                        options.explore,
                        options.selection,
                    );
                    path.push((at, branch));
                    at = self.follow(at, branch, world, options.width);
                }
            }
        };
        self.nodes[at].score.add(value);
        for &(at, branch) in &path {
            let node = &mut self.nodes[at];
            node.score.add(value);
            if let Expansion::Branches(branches) = &mut node.expansion {
                branches[branch].score.add(value);
            }
        }
        self.path = path;
    }

    fn leaf(&mut self, world: &World, table: &Table, leaf: Leaf, meter: &mut Meter<'_>) -> f64 {
        let won = match leaf {
            Leaf::Playout => self.playout.wins(world, table),
            Leaf::Hindsight(most) => {
                self.judge.decide_metered(&world.layout, table, most, meter) == Verdict::Won
            }
        };
        f64::from(u8::from(won))
    }

    /// The node that a plan leads to in this sample of hidden cards.
    fn follow(&mut self, at: usize, branch: usize, world: &mut World, width: usize) -> usize {
        let next = self.nodes.len();
        let Expansion::Branches(branches) = &mut self.nodes[at].expansion else {
            unreachable!("a branch was chosen")
        };
        let Branch { plan, outcomes, .. } = &mut branches[branch];
        let card = world
            .layout
            .under(plan.lead)
            .expect("a plan turns a card up");
        if let Some(outcome) = outcomes.iter().find(|outcome| outcome.0 == card) {
            return outcome.1;
        }
        if width > 0 && outcomes.len() >= width {
            let (card, node) = outcomes[self.random.below(outcomes.len() as u32) as usize];
            exchange(world, &plan.table, plan.lead, card);
            return node;
        }
        outcomes.push((card, next));
        let mut table = plan.table;
        table.apply(&world.layout, plan.step);
        self.add(table)
    }

    fn add(&mut self, table: Table) -> usize {
        self.nodes.push(Node {
            table,
            score: Score::default(),
            expansion: Expansion::Leaf,
        });
        self.nodes.len() - 1
    }

    /// Expands a node.
    fn expand(&mut self, at: usize, world: &World, options: &Options, meter: &mut Meter<'_>) {
        let layout = &world.layout;
        let table = self.nodes[at].table;
        self.nodes[at].expansion = if table.is_sure_win(layout) {
            Expansion::Terminal(1.0)
        } else if Unseen::of(layout, &table).count() <= 1 {
            let verdict = self.judge.decide_metered(layout, &table, DECIDE, meter);
            Expansion::Terminal(f64::from(u8::from(verdict == Verdict::Won)))
        } else {
            self.plans.find(layout, &table, options.caps, meter);
            self.branches(at, world, options)
        };
    }

    /// Branches for the plans just found, with virtual visits for the one that
    /// the playout policy would choose.
    fn branches(&mut self, at: usize, world: &World, options: &Options) -> Expansion {
        let plans = &self.plans.list;
        if plans.is_empty() {
            return Expansion::Terminal(0.0);
        }
        let node = &self.nodes[at];
        let guided = options.leaf == Leaf::Playout && self.policy != Policy::Random;
        let chosen = match guided && plans.len() > 1 {
            true => plan_of_policy(plans, &mut self.playout, world, &node.table),
            false => None,
        };
        let priors = match options.selection {
            Selection::Puct(prior) => prior.shares(plans, chosen, &node.table, world),
            Selection::Ucb1 => vec![0.0; plans.len()],
        };
        let branch = |(plan, prior): (&Plan, f64)| Branch {
            plan: *plan,
            score: Score::default(),
            prior,
            outcomes: Vec::new(),
        };
        let mut branches: Vec<Branch> = plans.iter().zip(priors).map(branch).collect();
        if let Some(chosen) = chosen {
            branches[chosen].score = Score {
                visits: VIRTUAL_VISITS,
                wins: VIRTUAL_VISITS * node.score.mean(),
            };
        }
        Expansion::Branches(branches)
    }
}

/// The plan that the playout policy would choose.
pub(super) fn plan_of_policy(
    plans: &[Plan],
    playout: &mut GuidedPlayout,
    world: &World,
    table: &Table,
) -> Option<usize> {
    let steps = playout.steps_to_next_card(world, table);
    let (before, step) = turning(&world.layout, table, &steps)?;
    let (lead, stock) = (steps[step].bit(), before.stock);
    let same = |plan: &Plan| plan.lead == lead && plan.table.stock == stock;
    plans.iter().position(same)
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
