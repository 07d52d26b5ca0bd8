//! What beams think of a position: the same one move ahead as afresh, and
//! never more runs that have to move than a solution moves.

use super::common::id;
use crate::freecell::FreeCell;
use crate::freecell::beam::candidates::Candidates;
use crate::freecell::beam::ground::Ground;
use crate::freecell::beam::outlook::{Outlook, Worth};
use crate::freecell::beam::{Beam, Width};
use crate::freecell::board::{CELL, HOME, PackedMove, ROOT, rank};
use crate::freecell::fast::Fast;
use crate::freecell::greedy::table::{Table, last};
use crate::freecell::parameters::BEAM;
use engine::{Budget, Limit, Meter, Outcome, Rules, Unwatched};

/// Deals by name that can be won, each with a solution.
fn solved(names: &[&str], numbers: std::ops::Range<u64>) -> Vec<(String, Vec<PackedMove>)> {
    let ids = names
        .iter()
        .flat_map(|name| numbers.clone().map(move |n| format!("freecell:{name}#{n}")));
    ids.filter_map(|text| {
        let start = FreeCell.deal(&id(&text)).expect("a deal");
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        match Fast::default().decide(&start, &mut meter) {
            Outcome::Solved(path) => Some((text, path)),
            _ => None,
        }
    })
    .collect()
}

/// Along solutions, what a position is worth after a move is worked out from
/// the move as well as afresh; and as many moves that are not moves home are
/// left as there are runs that have to move, or more.
#[test]
fn a_worth_ahead_is_the_worth_afresh_and_its_bound_holds() {
    for (text, path) in solved(&["ms", "bakers-game.seed", "eight-off.seed"], 1..8) {
        let start = FreeCell.deal(&id(&text)).expect("a deal");
        for scale in &BEAM {
            let ground = Ground::new(&start, scale);
            let mut table = Table::new(&ground.deal, &start);
            let mut left = path.iter().filter(|mv| mv.to != HOME).count();
            for &mv in &path {
                let worth = Worth::of(&ground, &table);
                assert!(usize::from(worth.blocked) <= left, "{text}: {mv:?}");
                let outlook = Outlook::new(&ground, &table, worth);
                let from = if table.below(mv.card) == CELL {
                    outlook.out_of_cell(mv.card)
                } else {
                    let top = last(table.run(table.column(mv.card)));
                    outlook.off_column(mv.card, rank(mv.card) - rank(top) + 1)
                };
                let ahead = match mv.to {
                    HOME => None,
                    CELL => Some(outlook.in_cell(&from)),
                    ROOT => Some(outlook.in_column(&from)),
                    to => Some(outlook.on_card(&from, to)),
                };
                table.play(&ground.deal, mv);
                if let Some(ahead) = ahead {
                    left -= 1;
                    assert_eq!(ahead, Worth::of(&ground, &table), "{text}: {mv:?}");
                }
            }
            assert_eq!(Worth::of(&ground, &table).blocked, 0);
        }
    }
}

/// The candidates kept are those that sorting all of them keeps.
#[test]
fn the_best_candidates_are_kept_best_first() {
    let mut candidates = Candidates::default();
    for width in [1, 7, 100, 1000] {
        candidates.begin(width);
        let scores = (0..700).map(|i: i32| (i * 7919 % 613) - 300);
        for (parent, score) in (0..).zip(scores.clone()) {
            let worth = Worth { score, blocked: 0 };
            if candidates.is_useful(score) {
                candidates.push(parent, PackedMove::default(), worth);
            }
        }
        let mut all: Vec<(i32, u32)> = scores.zip(0..).collect();
        all.sort();
        all.truncate(width);
        let kept = candidates.best(width).iter();
        let kept: Vec<(i32, u32)> = kept.map(|c| (c.worth().score, c.parent)).collect();
        assert_eq!(kept, all, "width {width}");
        assert_eq!(candidates.is_cut(), width < 700);
    }
}

/// A width that could have been greater.
struct Spacious {
    width: usize,
    widest: usize,
}

impl Width for Spacious {
    fn widest(&self) -> usize {
        self.widest
    }
    fn next(&self, _: usize, _: &Meter) -> usize {
        self.width
    }
    fn finish(&self, _: Limit) -> Option<usize> {
        None
    }
}

/// Known positions are looked up many at a time where there is room for many;
/// what a beam finds does not depend on it.
#[test]
fn positions_looked_up_together_are_those_looked_up_alone() {
    let mut beam = Beam::default();
    for (text, _) in solved(&["ms", "bakers-game.seed", "eight-off.seed"], 1..8) {
        let start = FreeCell.deal(&id(&text)).expect("a deal");
        for scale in BEAM.iter().flat_map(|scale| [*scale, scale.waiting()]) {
            let ground = Ground::new(&start, &scale);
            let mut table = Table::new(&ground.deal, &start);
            ground.follow(&mut table, &[], |_| {});
            let [alone, together] = [200, 20_000].map(|widest| {
                let mut meter = Meter::new(&Budget::default(), &Unwatched);
                let width = Spacious { width: 200, widest };
                let found = beam.search(&ground, &table, width, 60, &mut meter);
                let path = found.expect("no limit");
                (path, meter.effort.checked, meter.effort.generated)
            });
            assert_eq!(alone, together, "{text}");
        }
    }
}
