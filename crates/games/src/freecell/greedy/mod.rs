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
use frontier::{Frontier, LATER, Origin};
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
    /// Where its moves end in the trail.
    end: u32,
    depth: u16,
}

/// The search with its tables.
#[derive(Default)]
pub struct Greedy {
    frontier: Frontier,
    tables: Vec<Table>,
    nodes: Vec<Node>,
    /// The moves that lead to each node from its parent, moves home included.
    trail: Vec<PackedMove>,
}

impl Greedy {
    /// Searches until a solution, or until positions were checked `quota`
    /// times: each once, and once more each time that the moves of it that wait
    /// are taken up.
    pub fn search(
        &mut self,
        start: &Position,
        weights: &Weights,
        quota: usize,
        meter: &mut Meter,
    ) -> Ending {
        let deal = Deal::new(start, weights);
        self.begin(quota, &deal, Table::new(&deal, start));
        if self.tables[0].is_solved() {
            return Ending::Solved(self.solution(0));
        }
        let (mut at, mut stage) = (0, 0);
        for _ in 0..quota {
            if let Some(limit) = meter.check_state().or_else(|| self.hold(meter)) {
                return Ending::Limit(limit);
            }
            if let Err(last) = self.look_ahead(&deal, at, stage, meter) {
                let won = self.visit(&deal, at as u32, last);
                return Ending::Solved(self.solution(won));
            }
            let Some(best) = self.frontier.pop() else {
                return Ending::Quota;
            };
            let put_off = best.mv.to == LATER;
            stage = if put_off { best.mv.card } else { 0 };
            at = match put_off {
                true => best.parent as usize,
                false => self.visit(&deal, best.parent, best.mv),
            };
        }
        Ending::Quota
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
    fn begin(&mut self, quota: usize, deal: &Deal, mut table: Table) {
        self.trail.clear();
        table.go_home(deal, |card| self.trail.push(PackedMove { card, to: HOME }));
        self.frontier.begin(quota, table.hash);
        self.tables.clear();
        self.tables.push(table);
        self.nodes.clear();
        self.nodes.push(Node {
            parent: 0,
            end: self.trail.len() as u32,
            depth: 0,
        });
    }

    /// Makes a move or an errand; the position it leads to becomes a node.
    #[inline]
    fn visit(&mut self, deal: &Deal, parent: u32, mv: PackedMove) -> usize {
        let at = self.nodes.len();
        let from = (parent, &self.tables[parent as usize]);
        let table = self.frontier.carry_out(deal, from, mv, &mut self.trail);
        self.tables.push(table);
        self.nodes.push(Node {
            parent,
            end: self.trail.len() as u32,
            depth: self.nodes[parent as usize].depth.saturating_add(1),
        });
        at
    }

    /// All moves to node `at`.
    fn solution(&self, mut at: usize) -> Vec<PackedMove> {
        let mut path = Vec::with_capacity(self.nodes[at].depth.into());
        while at != 0 {
            path.push(at);
            at = self.nodes[at].parent as usize;
        }
        let end = |at: usize| self.nodes[at].end as usize;
        let mut moves = Vec::with_capacity(3 * path.len() + 52);
        moves.extend_from_slice(&self.trail[..end(0)]);
        for &at in path.iter().rev() {
            moves.extend_from_slice(&self.trail[end(at - 1)..end(at)]);
        }
        moves
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = self.tables.len() * (size_of::<Table>() + size_of::<Node>())
            + self.frontier.bytes()
            + self.trail.len() * size_of::<PackedMove>();
        meter.hold(bytes as u64)
    }
}
