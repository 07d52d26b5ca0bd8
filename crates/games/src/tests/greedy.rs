//! The packed position of greedy searches against the plain rules: the same
//! score however it was reached, and errands that are legal move by move.

use super::common::{id, walk};
use crate::freecell::FreeCell;
use crate::freecell::board::PackedMove;
use crate::freecell::greedy::deal::Deal;
use crate::freecell::greedy::errands::{CLEAR, DIG, Plan};
use crate::freecell::greedy::outlook::{Outlook, score};
use crate::freecell::greedy::table::Table;
use crate::freecell::layout::Layout;
use crate::freecell::movegen::{self, MoveList};
use crate::freecell::portfolio::PORTFOLIO;
use crate::freecell::rules::Position;
use crate::freecell::score::Weights;
use crate::freecell::solution::plain_moves;
use crate::freecell::variant::NAMED;
use crate::freecell::visited::Visited;
use crate::freecell::{board::Board, board::HOME, board::ROOT};
use engine::{Plain, Puzzle, Rules};

/// Deals of all variants with a name, and of some without.
fn deals() -> impl Iterator<Item = (Position, u64)> {
    let spelled = ["build=rank", "columns=5,cells=2,empty=nothing", "columns=1"];
    let names = NAMED.iter().map(|(name, _)| *name).chain(spelled);
    names.flat_map(|name| {
        (1..=3).map(move |seed| {
            let id = id(&format!("freecell:{name}.seed#{seed}"));
            (FreeCell.deal(&id).expect("a deal"), seed)
        })
    })
}

/// Makes packed moves under the plain rules.
fn after(start: &Position, path: &[PackedMove]) -> Position {
    let mut position = start.clone();
    for mv in plain_moves(start, path) {
        let legal = position.check(mv);
        legal.unwrap_or_else(|why| panic!("{mv:?} of {path:?} is illegal: {why}\n{start:?}"));
        position.apply(mv);
    }
    position
}

/// Along random walks of moves and moves home, a position has the score and
/// the score one move ahead of the same position packed afresh.
#[test]
fn a_score_kept_up_to_date_is_the_score_afresh() {
    // Runs round the corner are moves that this position does not know.
    let straight = deals().filter(|(start, _)| !start.variant.beak);
    let all = straight.flat_map(|deal| PORTFOLIO.map(|(weights, _)| (deal.clone(), weights)));
    for ((start, seed), weights) in all {
        let deal = Deal::new(&start, &weights);
        let mut table = Table::new(&deal, &start);
        let (mut position, mut random) = (start.clone(), seed);
        for _ in 0..40 {
            let afresh = Deal::new(&position, &weights);
            let same = Table::new(&afresh, &position);
            assert_eq!(score(&deal, &table), score(&afresh, &same), "{position:?}");
            assert_eq!(table.exposed, same.exposed);
            let layout = Layout::new(&position, &Weights::NONE);
            let board = Board::new(&layout, &position);
            let mut list = MoveList::default();
            movegen::whole_runs(&layout, &board, &board.room(&layout), &mut list);
            if list.is_empty() {
                break;
            }
            let outlook = Outlook::new(&deal, &table);
            for &mv in list.iter() {
                let mut made = table;
                made.play(&deal, mv);
                if mv.to != HOME {
                    assert_eq!(made.hash, table.hash_after(mv.card, mv.to));
                    let ahead = outlook.score_after(mv, table.below(mv.card));
                    assert_eq!(ahead, score(&deal, &made), "{mv:?} {position:?}");
                }
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = list[(random >> 33) as usize % list.len()];
            let mut path = Vec::new();
            table.follow(&deal, &[mv], |mv| path.push(mv));
            position = after(&position, &path);
        }
    }
}

/// Whatever an errand plans is legal, and does what it is for.
#[test]
fn errands_are_legal_moves_with_their_end() {
    let mut plan = Plan::default();
    let mut done = [0; 2];
    for (start, seed) in deals() {
        for position in walk(start, seed).take(30) {
            let deal = Deal::new(&position, &PORTFOLIO[0].0);
            let table = Table::new(&deal, &position);
            for card in (0..52).filter(|&card| table.below(card) <= ROOT) {
                let exposed = table.exposed >> card & 1 == 1;
                let next = table.next >> card & 1 == 1;
                if exposed && plan.make(&deal, &table, PackedMove { card, to: CLEAR }) {
                    let cleared = after(&position, &plan);
                    assert!(cleared.columns[table.column(card) as usize].is_empty());
                    done[0] += 1;
                }
                if next && !exposed && plan.make(&deal, &table, PackedMove { card, to: DIG }) {
                    let dug = after(&position, &plan);
                    let column = &dug.columns[table.column(card) as usize];
                    assert_eq!(column.last().map(|top| top.index()), Some(card));
                    done[1] += 1;
                }
            }
        }
    }
    assert!(done.iter().all(|&n| n > 300), "{done:?}: too few to tell");
}

/// A table that grows knows the same positions as one that had its size from
/// the start, up to the last it has room for.
#[test]
fn a_table_that_grows_loses_nothing() {
    const ROOM: u64 = (1 << 17) / 8 * 7;
    let hash = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut known = Visited::default();
    // A second search finds the table as the first left it.
    for search in 0..2 {
        known.begin_small(1 << 17);
        for n in 0..ROOM {
            assert!(known.insert(hash(n)), "search {search}: {n}");
            assert!(!known.insert(hash(n / 2)), "search {search}: {n}");
        }
        assert!(!known.insert(hash(ROOM)), "no room is left");
    }
}
