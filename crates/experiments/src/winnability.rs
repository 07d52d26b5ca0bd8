//! How many deals can be won at all, and how sure that is.

use super::log::Log;
use super::report::Report;
use super::{Bench, contest, contestant, of_one_game};
use crate::Result;
use engine::Budget;
use games::levels::Levels;
use lab::contest::Contest;
use lab::statistics::{Histogram, wilson};
use lab::table::{Cell, Table};

/// The share of levels that can be won, with its interval
#[derive(Clone)]
pub struct Options {
    /// The solver, perhaps with settings [default: the game's first]
    pub solver: Option<String>,
    /// What each solve may spend.
    pub budget: Budget,
    /// Show seconds a level, which differ from run to run
    pub times: bool,
}

/// Game, variant, percent, half of the interval of 95 %, and who found it.
type Published = (&'static str, &'static str, f64, f64, &'static str);

/// What others have found.
const PUBLISHED: &[Published] = &[
    ("klondike", "draw3", 81.945, 0.084, "Blake and Gent"),
    ("klondike", "draw1", 90.480, 0.116, "Blake and Gent"),
];

#[derive(Default)]
struct Counts {
    won: u64,
    lost: u64,
    checked: Histogram,
    seconds: f64,
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, levels: Levels, shared: &Bench) -> Result<Option<Report>> {
    let game = levels.one_game()?;
    let all = Contest {
        game,
        contestants: vec![contestant(
            &shared.settings,
            args.solver.as_deref().unwrap_or(game.solvers()[0].name),
        )?],
        outsiders: Vec::new(),
        budget: args.budget,
    };
    all.check()?;
    let mut log = Log::open(shared)?;
    let (mut counts, total) = (Counts::default(), levels.total());
    let variant = levels.variant();
    let levels = of_one_game(levels, game);
    let whole = contest(&all, levels, total, shared, &mut log, |trial| {
        counts.won += u64::from(trial.measured.lengths.is_some());
        counts.lost += u64::from(trial.measured.refuted);
        counts.checked.add(trial.measured.checked);
        counts.seconds += trial.measured.seconds;
    })?;
    let published =
        |&&(name, of, ..): &&Published| name == game.about().name && variant.as_deref() == Some(of);
    let mut rows = vec![ours(&all, &counts, args.times)];
    rows.extend(PUBLISHED.iter().filter(published).map(theirs));
    if !whole {
        return Ok(None);
    }
    log.finish()?;
    Ok(Some(
        vec![table(game.about().title, rows, args.times)].into(),
    ))
}

fn ours(contest: &Contest, counts: &Counts, times: bool) -> Vec<Cell> {
    let Counts { won, lost, .. } = *counts;
    let levels = counts.checked.len();
    let undecided = levels - won - lost;
    let percent = |share: Option<f64>| share.map_or(Cell::Blank, |share| Cell::Number(share, 3));
    let quantile = |share| {
        counts
            .checked
            .quantile(share)
            .map_or(Cell::Blank, Cell::Count)
    };
    let each = |sum: f64| (levels > 0).then(|| sum / levels as f64);
    let mut row = vec![
        Cell::text(contest.labels()[0]),
        Cell::Count(levels),
        Cell::Count(won),
        Cell::Count(lost),
        Cell::Count(undecided),
        percent((won + lost > 0).then(|| 100.0 * won as f64 / (won + lost) as f64)),
        percent(wilson(won, levels).map(|(low, _)| low)),
        percent(wilson(won + undecided, levels).map(|(_, high)| high)),
        Cell::mean(counts.checked.mean()),
        quantile(0.5),
        quantile(0.99),
    ];
    if times {
        row.push(each(counts.seconds).map_or(Cell::Blank, |seconds| Cell::Number(seconds, 6)));
    }
    row
}

fn theirs(&(_, _, share, spread, source): &Published) -> Vec<Cell> {
    let mut row = vec![Cell::text(format!("published ({source})"))];
    row.extend((0..4).map(|_| Cell::Blank));
    row.extend([share, share - spread, share + spread].map(|n| Cell::Number(n, 3)));
    row
}

fn table(title: &str, mut rows: Vec<Vec<Cell>>, times: bool) -> Table {
    let mut columns = vec![
        "solver",
        "levels",
        "winnable",
        "unwinnable",
        "undecided",
        "percent-winnable",
        "low",
        "high",
        "mean-states",
        "median-states",
        "p99-states",
    ];
    if times {
        columns.push("mean-seconds");
    }
    for row in &mut rows {
        row.resize_with(columns.len(), || Cell::Blank);
    }
    Table {
        name: "winnability",
        title: format!("{title}: levels that can be won"),
        columns,
        rows,
    }
}
