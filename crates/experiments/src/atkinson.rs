//! The comparison of Atkinson and Holstege (2001) again: their search against
//! ours and, where it is installed, against fc-solve, on deals that need no
//! cell, on deals that need all four, and on random ones.

use super::deal_sets::{NEED_FOUR_CELLS, NEED_NO_CELL, microsoft, seeded};
use super::log::Log;
use super::peer::{self, PEERS};
use super::report::Report;
use super::{Bench, contest, contestant};
use crate::Result;
use engine::{Budget, Fault, Level};
use games::find_game;
use lab::contest::{Contest, Measured, Outsider, Trial};
use lab::contestant::Contestant;
use lab::statistics::mean;
use lab::table::{Cell, Table};
use std::cmp::Ordering;
use std::sync::Arc;

/// Atkinson and Holstege's comparison (2001): who finds the shorter solutions
#[derive(Clone)]
pub struct Options {
    /// How many deals of each set, at most
    pub deals: u64,
    /// The first of the random deals
    pub seed: u64,
    /// What each solve may spend.
    pub budget: Budget,
    /// Sets one thing on all three forms of their search (limit=200)
    pub set: Vec<String>,
    /// Let fc-solve take part, which must be installed
    pub peer: bool,
}

/// Ours, with the name that stands in tables. The first three are theirs.
const OURS: [(&str, &str); 6] = [
    ("atkinson single", "atkinson:steps=single"),
    ("atkinson meta", "atkinson:steps=meta"),
    ("atkinson mixed", "atkinson:steps=mixed"),
    ("fast", "fast"),
    ("short", "short"),
    ("staged", "staged"),
];
const THEIRS: usize = 3;
/// States that each solve may look at, unless told otherwise.
pub const STATES: u64 = 200_000;
/// The metric of the paper, and the one in which a run is one move.
const METRICS: [&str; 2] = ["single", "standard"];

/// One set of deals: what everybody did on each.
struct Set {
    name: &'static str,
    /// By contestant, then by deal.
    measured: Vec<Vec<Measured>>,
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    if args.peer {
        peer::check()?;
    }
    let extra: String = args.set.iter().map(|text| format!(":{text}")).collect();
    let ours = |(place, (label, text)): (usize, &(&str, &str))| {
        let extra = if place < THEIRS { extra.as_str() } else { "" };
        Ok(contestant(&shared.settings, &format!("{text}{extra}"))?.labelled(label))
    };
    let contestants: Result<Vec<Contestant>, Fault> = OURS.iter().enumerate().map(ours).collect();
    let peers = PEERS.into_iter().filter(|_| args.peer);
    let all = Contest {
        game: find_game("freecell")?,
        contestants: contestants?,
        outsiders: peers
            .map(|peer| Arc::new(peer) as Arc<dyn Outsider>)
            .collect(),
        budget: args.budget,
    };
    let mut log = Log::open(shared)?;
    let deals = deals(args);
    let levels: Vec<Level> = deals.iter().flat_map(|(_, set)| set.clone()).collect();
    let count = Some(levels.len() as u64);
    let levels = levels.into_iter().map(Ok);
    let mut measured = vec![Vec::new(); all.labels().len()];
    let took = |trial: Trial| measured[trial.who].push(trial.measured);
    if !contest(&all, levels, count, shared, &mut log, took)? {
        return Ok(None);
    }
    log.finish()?;
    let sets = deals.map(|(name, levels)| {
        let of_set = |of: &mut Vec<Measured>| of.drain(..levels.len()).collect();
        Set {
            name,
            measured: measured.iter_mut().map(of_set).collect(),
        }
    });
    let labels = all.labels();
    let tables = vec![
        solvers(&labels, &sets),
        pairs(&labels, &sets),
        published(&labels, &sets),
    ];
    Ok(Some(tables.into()))
}

/// The three sets of deals.
fn deals(args: &Options) -> [(&'static str, Vec<Level>); 3] {
    let first = |list: &[u64]| {
        let some = list.iter().take(args.deals as usize);
        some.map(|&number| microsoft(number)).collect()
    };
    let random = (0..args.deals).map(|n| seeded(args.seed.wrapping_add(n)));
    [
        ("no cell", first(&NEED_NO_CELL)),
        ("four cells", first(&NEED_FOUR_CELLS)),
        ("random", random.collect()),
    ]
}

/// What each solver did on each set.
fn solvers(labels: &[&str], sets: &[Set]) -> Table {
    let mut rows = Vec::new();
    for set in sets {
        let best = best_lengths(&set.measured);
        for (label, measured) in labels.iter().zip(&set.measured) {
            let solved = measured.iter().filter(|m| m.lengths.is_some());
            let length = |metric| mean(measured.iter().filter_map(|m| m.length(metric)));
            let at_best = measured.iter().zip(&best);
            let at_best = at_best.filter(|(m, best)| {
                let single = m.length(METRICS[0]);
                single.is_some() && single == **best
            });
            rows.push(vec![
                Cell::text(set.name),
                Cell::text(*label),
                Cell::Count(measured.len() as u64),
                Cell::Count(solved.count() as u64),
                Cell::Count(at_best.count() as u64),
                Cell::mean(length(METRICS[0])),
                Cell::mean(length(METRICS[1])),
                Cell::mean(mean(measured.iter().map(|m| m.checked))),
            ]);
        }
    }
    Table {
        name: "solvers",
        title: "Each solver: deals solved, deals on which none has fewer single-card moves, means"
            .into(),
        columns: vec![
            "set",
            "solver",
            "deals",
            "solved",
            "best",
            "mean-single",
            "mean-standard",
            "mean-states",
        ],
        rows,
    }
}

/// For each deal, the fewest single-card moves that anyone needs.
fn best_lengths(measured: &[Vec<Measured>]) -> Vec<Option<u64>> {
    let deals = measured.first().map_or(0, Vec::len);
    let best = |deal: usize| {
        let lengths = measured.iter().filter_map(|of| of[deal].length(METRICS[0]));
        lengths.min()
    };
    (0..deals).map(best).collect()
}

/// How often one of a pair is shorter, on the deals that both solve.
#[derive(Default, Debug, PartialEq)]
struct Score {
    first: u64,
    second: u64,
    ties: u64,
}

fn score(a: &[Measured], b: &[Measured], metric: &str) -> Score {
    let mut score = Score::default();
    for (a, b) in a.iter().zip(b) {
        if let (Some(a), Some(b)) = (a.length(metric), b.length(metric)) {
            match a.cmp(&b) {
                Ordering::Less => score.first += 1,
                Ordering::Greater => score.second += 1,
                Ordering::Equal => score.ties += 1,
            }
        }
    }
    score
}

/// Every pair on every set, in both metrics.
fn pairs(labels: &[&str], sets: &[Set]) -> Table {
    let mut rows = Vec::new();
    for set in sets {
        for first in 0..labels.len() {
            for second in first + 1..labels.len() {
                let (a, b) = (&set.measured[first], &set.measured[second]);
                for metric in METRICS {
                    let mut row = vec![
                        Cell::text(set.name),
                        Cell::text(labels[first]),
                        Cell::text(labels[second]),
                        Cell::text(metric),
                    ];
                    row.extend(compare(a, b, metric));
                    rows.push(row);
                }
            }
        }
    }
    Table {
        name: "pairs",
        title: "Each pair: who is shorter on the deals that both solve, and who fails".into(),
        columns: vec![
            "set",
            "a",
            "b",
            "metric",
            "a-shorter",
            "b-shorter",
            "ties",
            "a-fails",
            "b-fails",
            "mean-a",
            "mean-b",
        ],
        rows,
    }
}

fn compare(a: &[Measured], b: &[Measured], metric: &str) -> Vec<Cell> {
    let Score {
        first,
        second,
        ties,
    } = score(a, b, metric);
    let failed = |side: &[Measured]| side.iter().filter(|m| m.lengths.is_none()).count() as u64;
    // Means are over the deals that both solve, or they compare nothing.
    let both = || {
        let pairs = a.iter().zip(b);
        pairs.filter_map(|(a, b)| Some((a.length(metric)?, b.length(metric)?)))
    };
    vec![
        Cell::Count(first),
        Cell::Count(second),
        Cell::Count(ties),
        Cell::Count(failed(a)),
        Cell::Count(failed(b)),
        Cell::mean(mean(both().map(|(a, _)| a))),
        Cell::mean(mean(both().map(|(_, b)| b))),
    ]
}

/// What the paper reports, with what the same question gives here. Without
/// fc-solve, whose searches theirs was compared with, there is no answer.
fn published(labels: &[&str], sets: &[Set]) -> Table {
    let place = |label: &str| labels.iter().position(|known| *known == label);
    let peers = place(PEERS[0].label).zip(place(PEERS[1].label));
    let a_star_shorter = |set: usize| {
        peers.map(|(a_star, _)| {
            let measured = &sets[set].measured;
            let score = score(&measured[0], &measured[a_star], METRICS[0]);
            let all = score.first + score.second + score.ties;
            format!("{} of {all}", score.second)
        })
    };
    let failures = |set: usize| {
        let measured = &sets[set].measured[0];
        let failed = measured.iter().filter(|m| m.lengths.is_none()).count();
        Some(format!("{failed} of {}", measured.len()))
    };
    let rows = [
        ("random: a-star is shorter", "4 of 50", a_star_shorter(2)),
        (
            "random: their search fails at first",
            "2 of 50",
            failures(2),
        ),
        ("no cell: a-star is shorter", "1", a_star_shorter(0)),
        (
            "four cells: a-star is shorter",
            "9 of 19",
            a_star_shorter(1),
        ),
        ("four cells: their search fails", "0 of 20", failures(1)),
        (
            "hard by three players' lists: another is shorter",
            "12 of 37 (32 %)",
            None,
        ),
        (
            "all: their search is best of the three",
            "81 %",
            peers.map(|p| best_of_three(sets, p)),
        ),
    ];
    let row = |(what, paper, here): (&str, &str, Option<String>)| {
        let here = here.map_or(Cell::Blank, Cell::Text);
        vec![Cell::text(what), Cell::text(paper), here]
    };
    Table {
        name: "published",
        title: "Beside the paper (Atkinson and Holstege 2001): atkinson single against fc-solve"
            .into(),
        columns: vec!["what", "paper", "here"],
        rows: rows.into_iter().map(row).collect(),
    }
}

/// On how many deals their search has no more moves than both of the peers,
/// failures counting as endless.
fn best_of_three(sets: &[Set], (a_star, df_opt): (usize, usize)) -> String {
    let (mut best, mut all) = (0, 0);
    for set in sets {
        for deal in 0..set.measured[0].len() {
            let length = |who: usize| {
                let length = set.measured[who][deal].length(METRICS[0]);
                length.unwrap_or(u64::MAX)
            };
            let ours = length(0);
            all += 1;
            best += u64::from(ours < u64::MAX && ours <= length(a_star).min(length(df_opt)));
        }
    }
    format!(
        "{:.0} % ({best} of {all})",
        100.0 * best as f64 / all as f64
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn lengths(numbers: &[u64]) -> Vec<Measured> {
        let measured = |&n: &u64| Measured {
            lengths: (n > 0).then(|| BTreeMap::from([("single".into(), n)])),
            ..Measured::default()
        };
        numbers.iter().map(measured).collect()
    }

    #[test]
    fn a_pair_is_scored_on_the_deals_that_both_solve() {
        let (a, b) = (
            lengths(&[90, 0, 100, 80, 70]),
            lengths(&[91, 85, 99, 80, 0]),
        );
        let expected = Score {
            first: 1,
            second: 1,
            ties: 1,
        };
        assert_eq!(score(&a, &b, "single"), expected);
        assert_eq!(score(&a, &b, "standard"), Score::default());
        let set = Set {
            name: "set",
            measured: vec![a, b, lengths(&[0, 0, 101, 81, 69])],
        };
        assert_eq!(best_lengths(&set.measured), [90, 85, 99, 80, 69].map(Some));
        assert_eq!(best_of_three(&[set], (1, 2)), "40 % (2 of 5)");
    }
}
