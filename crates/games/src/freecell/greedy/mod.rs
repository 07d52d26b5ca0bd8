//! A greedy best-first search on a packed position of its own. It remembers
//! positions by a fingerprint, so it can find solutions but prove nothing.

pub mod deal;
pub mod errands;
pub mod frontier;
pub mod outlook;
pub mod table;

use super::board::{HOME, PackedMove};
use super::rules::Position;
use super::score::Weights;
use deal::Deal;
use engine::{Limit, Meter};
use frontier::{Frontier, LATER, Origin, Waiting};
use table::Table;

/// How one quick search ended.
pub enum Ending {
    /// With all moves of a solution, moves home included.
    Solved(Vec<PackedMove>),
    /// Without one, within its quota.
    Quota,
    /// Because the budget of the whole solve is spent.
    Limit(Limit),
}

/// How a position of the search was reached.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    mv: PackedMove,
    depth: u16,
}

/// The search with its tables.
#[derive(Default)]
pub struct Greedy {
    frontier: Frontier,
    tables: Vec<Table>,
    nodes: Vec<Node>,
}

impl Greedy {
    /// Searches until a solution, or until `quota` positions were visited.
    /// Each is checked once, and once more each time that the moves of it that
    /// wait are taken up.
    pub fn search(
        &mut self,
        start: &Position,
        weights: &Weights,
        quota: usize,
        meter: &mut Meter,
    ) -> Ending {
        let deal = Deal::new(start, weights);
        let start = Table::new(&deal, start);
        let mut table = start;
        table.go_home(&deal, |_| {});
        self.begin(quota, table);
        if table.is_solved() {
            return Ending::Solved(self.solution(&deal, start, 0, None));
        }
        let (mut at, mut stage) = (0, 0);
        loop {
            if let Some(limit) = meter.check_state().or_else(|| self.hold(meter)) {
                return Ending::Limit(limit);
            }
            if let Err(last) = self.look_ahead(&deal, at, stage, meter) {
                return Ending::Solved(self.solution(&deal, start, at, Some(last)));
            }
            let Some(best) = self.frontier.pop() else {
                return Ending::Quota;
            };
            let put_off = best.mv.to == LATER;
            stage = if put_off { best.mv.card } else { 0 };
            at = if put_off {
                best.parent as usize
            } else if self.nodes.len() < quota {
                self.visit(&deal, best)
            } else {
                return Ending::Quota;
            };
        }
    }

    /// Queues what one move leads to from node `at`, from this stage on. Fails
    /// with the move that solves the game.
    #[inline]
    fn look_ahead(
        &mut self,
        deal: &Deal,
        at: usize,
        stage: u8,
        meter: &mut Meter,
    ) -> Result<(), PackedMove> {
        let depth = deal.weights.depth * i32::from(self.nodes[at].depth);
        let mut origin = Origin::new(deal, &self.tables[at], at, depth);
        let end = self.frontier.look_from(&mut origin, stage);
        meter.effort.generated += origin.looked;
        end
    }

    /// Clears what the search before left, and starts from a position.
    fn begin(&mut self, quota: usize, table: Table) {
        self.frontier.begin(quota, table.hash);
        self.tables.clear();
        self.tables.push(table);
        self.nodes.clear();
        self.nodes.push(Node {
            parent: 0,
            mv: PackedMove::default(),
            depth: 0,
        });
    }

    /// Makes a waiting move; the position it leads to becomes a node.
    #[inline]
    fn visit(&mut self, deal: &Deal, best: Waiting) -> usize {
        let parent = best.parent as usize;
        self.tables.push(self.tables[parent]);
        let table = self.tables.last_mut().expect("just pushed");
        self.frontier.carry_out(deal, table, best.mv, |_| {});
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node {
            parent: best.parent,
            mv: best.mv,
            depth,
        });
        self.nodes.len() - 1
    }

    /// All moves to node `at` and the last one, moves home spelled out.
    fn solution(
        &mut self,
        deal: &Deal,
        mut table: Table,
        mut at: usize,
        last: Option<PackedMove>,
    ) -> Vec<PackedMove> {
        let mut path: Vec<PackedMove> = last.into_iter().collect();
        while at != 0 {
            path.push(self.nodes[at].mv);
            at = self.nodes[at].parent as usize;
        }
        let mut all = Vec::with_capacity(path.len() + 52);
        table.go_home(deal, |card| all.push(PackedMove { card, to: HOME }));
        for &mv in path.iter().rev() {
            self.frontier
                .carry_out(deal, &mut table, mv, |mv| all.push(mv));
        }
        all
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes =
            self.tables.len() * (size_of::<Table>() + size_of::<Node>()) + self.frontier.bytes();
        meter.hold(bytes as u64)
    }
}
