//! The prior of the tree search: the share of visits that each plan of a table
//! is expected to deserve. A softmax over a weighted sum of a plan's features;
//! the weights were fitted to the visits that plans get in searches from the
//! roots of games ([`super::training`]).

use super::plans::Plan;
use super::worlds::World;
use crate::klondike::table::{Cards, KINGS, Layout, Step, Table};

/// How many features there are.
pub const FEATURES: usize = 16;

/// Features of a plan.
pub type PlanFeatures = [f64; FEATURES];

/// The weights of the features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriorWeights(pub [f64; FEATURES]);

/// What the features are measured on: a table without its hidden cards.
pub(super) struct Seen<'a> {
    table: &'a Table,
    world: &'a World,
    /// The layout with nothing beneath the leads.
    blank: Layout,
}

fn count(cards: Cards) -> f64 {
    cards.count_ones().into()
}

fn home(table: &Table) -> f64 {
    (0..4).map(|suit| f64::from(table.home(suit))).sum()
}

fn yes(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

impl Seen<'_> {
    pub(super) fn new<'a>(table: &'a Table, world: &'a World) -> Seen<'a> {
        let blank = world.layout.without_beneath(table.leads);
        Seen {
            table,
            world,
            blank,
        }
    }

    /// The features of a plan that comes `at` this place in the list, `chosen`
    /// by the playout policy or not, where `earlier` plans turn up the same
    /// card.
    fn features(&self, plan: &Plan, chosen: bool, at: usize, earlier: usize) -> PlanFeatures {
        let mut after = plan.table;
        after.apply(&self.blank, plan.step);
        let beneath = self.world.beneath(plan.lead);
        let drawn = count(self.table.stock & !plan.table.stock);
        let bare = after.bare_pairs();
        // Without the card beneath, the lead's own column would seem empty.
        let empty = plan.table.has_empty_column();
        let room = bare >> 4 | if empty { KINGS } else { 0 };
        let reach = after.reachable(&self.blank);
        let hiding = self.table.leads & !(1 << plan.lead);
        [
            yes(chosen),
            yes(matches!(plan.step, Step::Home(_))),
            beneath as f64 / 6.0,
            yes(beneath == 1),
            yes(drawn > 0.0),
            drawn / 4.0,
            (home(&after) - home(self.table)) / 4.0,
            count(after.leads & hiding & room) / 4.0,
            count(reach & (room | after.next)) / 8.0,
            count(reach) / 8.0,
            yes(empty),
            yes(at == 0),
            yes(earlier > 0),
            (at as f64 + 1.0).ln(),
            f64::from(plan.lead / 4) / 12.0,
            yes(plan.lead >= 48),
        ]
    }

    /// The features of all plans.
    pub(super) fn all(&self, plans: &[Plan], chosen: Option<usize>) -> Vec<PlanFeatures> {
        let features = |(at, plan): (usize, &Plan)| {
            let earlier = plans[..at].iter().filter(|p| p.lead == plan.lead).count();
            self.features(plan, chosen == Some(at), at, earlier)
        };
        plans.iter().enumerate().map(features).collect()
    }
}

impl PriorWeights {
    /// The prior of each plan, by its features.
    pub fn shares(&self, plans: &[PlanFeatures]) -> Vec<f64> {
        let sum = |plan: &PlanFeatures| plan.iter().zip(self.0).map(|(x, w)| x * w).sum::<f64>();
        let sums: Vec<f64> = plans.iter().map(sum).collect();
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        let mut shares: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
        shares
    }
}

/// Where a plan's prior comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Prior {
    /// This share for the plan that the playout policy would choose; the rest
    /// is spread evenly.
    Policy(f64),
    /// Fitted weights.
    Learnt,
}

impl Prior {
    /// The prior of each plan.
    pub(super) fn shares(
        self,
        plans: &[Plan],
        chosen: Option<usize>,
        table: &Table,
        world: &World,
    ) -> Vec<f64> {
        match self {
            Prior::Policy(share) => {
                let mut shares = vec![(1.0 - share) / plans.len() as f64; plans.len()];
                if let Some(chosen) = chosen {
                    shares[chosen] += share;
                }
                shares
            }
            Prior::Learnt => {
                let weights = match world.layout.draw() {
                    1 => &DRAW_ONE,
                    _ => &DRAW_SEVERAL,
                };
                weights.shares(&Seen::new(table, world).all(plans, chosen))
            }
        }
    }
}

/// The weights for one card drawn at a time.
pub const DRAW_ONE: PriorWeights = PriorWeights([
    1.489, -0.369, 1.172, 0.214, -0.073, -1.115, 0.614, 0.597, -0.62, 1.027, -0.104, -0.143,
    -0.142, -0.147, -0.332, 0.094,
]);

/// The weights for several cards drawn at a time; fitted with three.
pub const DRAW_SEVERAL: PriorWeights = PriorWeights([
    1.289, -0.383, 0.726, -0.112, -0.456, -0.809, 0.755, 0.94, 0.67, 0.069, -0.051, -0.439, -0.275,
    -0.361, 0.068, -0.434,
]);

#[cfg(test)]
mod tests {
    use super::super::guided_playout::{GuidedPlayout, Policy};
    use super::super::plans::{Caps, Plans};
    use super::super::tree::plan_of_policy;
    use super::super::worlds::Unseen;
    use super::*;
    use crate::cards::seeded::Seeded;
    use crate::klondike::playout::FastRandom;
    use crate::klondike::rules::Position;
    use crate::klondike::variant::{DRAW_ONE as ONE_CARD, DRAW_THREE};
    use engine::{Budget, Meter, Unwatched};

    /// Neither the plan of the playout policy nor a prior depends on what lies
    /// face down.
    #[test]
    fn priors_do_not_see_hidden_cards() {
        const CAPS: Caps = Caps {
            tables: 600,
            plans: 60,
        };
        for (number, variant) in (0..40).zip([DRAW_THREE, ONE_CARD].into_iter().cycle()) {
            let deck = Seeded::new("prior", number).deck();
            let (layout, mut table) = Layout::new(&Position::deal(variant, &deck)).unwrap();
            let mut random = FastRandom::new(number);
            let mut playout = GuidedPlayout::new(Policy::Scored);
            playout.prepare(&layout, FastRandom::new(number));
            let mut world = World::new(&layout, &table);
            // Further into the game each time.
            for _ in 0..number / 4 {
                for step in playout.steps_to_next_card(&world, &table) {
                    table.apply(&world.layout, step);
                }
            }
            let mut plans = Plans::default();
            let mut meter = Meter::new(&Budget::default(), &Unwatched);
            plans.find(&world.layout, &table, CAPS, &mut meter);
            let mut unseen = Unseen::of(&world.layout, &table);
            let mut first = None;
            for _ in 0..20 {
                unseen.deal(&mut world, &mut random);
                let chosen = plan_of_policy(&plans.list, &mut playout, &world, &table);
                let shares = Prior::Learnt.shares(&plans.list, chosen, &table, &world);
                let total: f64 = shares.iter().sum();
                assert!(shares.is_empty() || (total - 1.0).abs() < 1e-9, "{total}");
                let seen = first.get_or_insert((chosen, shares.clone()));
                assert_eq!(*seen, (chosen, shares), "deal {number}");
            }
        }
    }
}
