//! An upper bound: a beam over the same moves as the search for the optimum.
//! A layer has the positions after the same number of moves, and the best of
//! them are kept.

use super::super::board::PackedMove;
use super::cores::Cores;
use super::expand::{Child, Search, expand};
use super::store::hash;
use super::table::{Key, Table};
use super::{Best, Root};
use engine::{Limit, Meter};
use std::collections::HashSet;

/// A position of a layer.
#[derive(Clone, Copy)]
struct Spot {
    key: Key,
    link: u32,
    bound: u32,
    score: u32,
}

/// From which link a position was reached, and how.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    mv: PackedMove,
}

/// A beam in progress.
struct Beam<'a> {
    best: &'a mut Best,
    /// The positions to look at, by the number of moves made.
    layers: Vec<Vec<Spot>>,
    links: Vec<Link>,
    /// Positions reached from this layer, by a hash of key and cost. To take
    /// two for one makes a beam no wrong.
    seen: HashSet<u64>,
    at: Spot,
    cost: u32,
    generated: u64,
}

/// What a position is worth, less is better: mostly its bound, then cards in
/// cells, empty columns and cards that lie on one they do not fit on. Chosen
/// on Microsoft deals 10001 to 10060, where figures near these do as well.
fn score(child: &Child) -> u32 {
    let [cells, empty, splits] = child.shape;
    8 * child.bound + 4 * cells + 2 * splits + 6 * (10 - empty)
}

impl Search for Beam<'_> {
    fn is_known(&mut self, key: &Key, _: PackedMove, steps: u32) -> bool {
        self.generated += 1;
        let cost = u64::from(self.cost + steps);
        !self.seen.insert(hash(key).wrapping_add(cost))
    }

    fn add(&mut self, child: Child) {
        let cost = (self.cost + child.steps) as usize;
        if self.layers.len() <= cost {
            self.layers.resize(cost + 1, Vec::new());
        }
        self.layers[cost].push(Spot {
            key: child.key,
            link: self.links.len() as u32,
            bound: child.bound,
            score: score(&child),
        });
        self.links.push(Link {
            parent: self.at.link,
            mv: child.mv,
        });
    }

    fn win(&mut self, mv: PackedMove, steps: u32) {
        let length = self.cost + steps;
        if length < self.best.length {
            let mut path = vec![mv];
            let mut at = self.at.link;
            while at > 0 {
                path.push(self.links[at as usize].mv);
                at = self.links[at as usize].parent;
            }
            path.reverse();
            *self.best = Best {
                length,
                path: Some(path),
            };
        }
    }

    fn slack(&self) -> u32 {
        (self.best.length - 1).saturating_sub(self.cost + self.at.bound)
    }
}

/// Looks for a solution that is shorter than the best, while `others` bytes
/// are in use already.
pub fn beam(
    root: &Root,
    best: &mut Best,
    width: usize,
    cores: &mut Cores,
    others: u64,
    meter: &mut Meter,
) -> Result<(), Limit> {
    let first = Spot {
        key: root.table.key(),
        link: 0,
        bound: root.bound,
        score: 0,
    };
    let mut beam = Beam {
        best,
        layers: vec![Vec::new(); root.cost as usize],
        links: vec![Link {
            parent: 0,
            mv: PackedMove::default(),
        }],
        seen: HashSet::new(),
        at: first,
        cost: root.cost,
        generated: 0,
    };
    beam.layers.push(vec![first]);
    while (beam.cost as usize) < beam.layers.len() {
        let mut spots = std::mem::take(&mut beam.layers[beam.cost as usize]);
        if spots.len() > width {
            spots.select_nth_unstable_by_key(width, |spot| (spot.score, spot.link));
            spots.truncate(width);
        }
        beam.seen.clear();
        for spot in spots {
            if beam.cost + spot.bound >= beam.best.length {
                continue;
            }
            meter.check_state().map_or(Ok(()), Err)?;
            beam.at = spot;
            let table = Table::from_key(&root.layout, &spot.key);
            expand(&root.layout, &table, spot.bound, cores, &mut beam);
        }
        let bytes = others + cores.bytes() + beam.bytes();
        meter.hold(bytes).map_or(Ok(()), Err)?;
        beam.cost += 1;
    }
    meter.effort.generated += beam.generated;
    Ok(())
}

impl Beam<'_> {
    fn bytes(&self) -> u64 {
        let spots: usize = self.layers.iter().map(Vec::capacity).sum();
        let bytes = spots * size_of::<Spot>()
            + self.links.capacity() * size_of::<Link>()
            + self.seen.capacity() * size_of::<u64>();
        bytes as u64
    }
}
