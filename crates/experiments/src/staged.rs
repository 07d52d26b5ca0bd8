//! Heineman's staged deepening, as others describe it and as its author does,
//! with and without moves home by themselves.

use super::deal_sets::spread;
use super::log::Log;
use super::report::Report;
use super::{Bench, contest, contestant};
use crate::Result;
use engine::{Budget, Fault, IdRange, Level};
use games::find_game;
use lab::contest::Contest;
use lab::contestant::Contestant;
use lab::statistics::wilson;
use lab::table::{Cell, Table};

/// Staged deepening on Microsoft's deals: how many it solves, in which form
#[derive(Clone)]
pub struct Options {
    /// The range of deals
    pub range: String,
    /// How many of them, evenly spread [default: all]
    pub deals: Option<u64>,
    /// What each solve may spend.
    pub budget: Budget,
}

/// The forms of the search: name and settings. Its author lists moves of whole
/// runs among the moves; others leave open whether they do.
const FORMS: [(&str, &str); 4] = [
    (
        "as described, frontier dropped",
        "stage=6:frontier=dropped:heuristic=hsdh",
    ),
    (
        "as described, frontier kept",
        "stage=6:frontier=kept:heuristic=hsdh",
    ),
    (
        "as in its author's columns",
        "stage=7:frontier=kept:heuristic=heineman",
    ),
    (
        "the same with runs",
        "stage=7:frontier=kept:heuristic=heineman:steps=runs",
    ),
];
const AUTOS: [&str; 3] = ["nothing", "safe", "all"];

/// What is on record, with where.
const RECORD: [(&str, f64, &str); 2] = [
    (
        "without automatic moves",
        96.0,
        "Heineman 2009, as Elyasaf, Zaritsky, Hauptman and Sipper (2011) report it for deals 1 to 32000",
    ),
    (
        "with automatic moves",
        98.8,
        "Heineman's columns of 2009 on Algorithms in a Nutshell, deals 1 to 32000",
    ),
];

/// States that each solve may look at, unless told otherwise.
pub const STATES: u64 = 200_000;

/// Sums over the deals of one form.
#[derive(Default, Clone)]
struct Sums {
    deals: u64,
    solved: u64,
    checked: u64,
    standard: u64,
    single: u64,
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    let range: IdRange = args.range.parse()?;
    let game = find_game(&range.game)?;
    for number in [range.first, range.last] {
        game.check_id(&range.id(number))?;
    }
    let forms_of = FORMS.iter().flat_map(|(_, settings)| {
        AUTOS.map(|auto| {
            Ok(
                contestant(&shared.settings, &format!("staged:{settings}:auto={auto}"))?
                    .labelled(auto),
            )
        })
    });
    let contestants: Result<Vec<Contestant>, Fault> = forms_of.collect();
    let all = Contest {
        game,
        contestants: contestants?,
        outsiders: Vec::new(),
        budget: args.budget,
    };
    let count = args.deals.unwrap_or(range.count()).min(range.count());
    let numbers = spread(range.first, range.last, count);
    let (metrics, title) = (["standard", "single"], title(&range, count, args));
    let levels = numbers.map(move |number| Ok(Level::Dealt(range.id(number))));
    let mut log = Log::open(shared)?;
    let mut sums = vec![Sums::default(); all.contestants.len()];
    let whole = contest(&all, levels, Some(count), shared, &mut log, |trial| {
        let measured = &trial.measured;
        let [standard, single] = metrics.map(|metric| measured.length(metric));
        let sum = &mut sums[trial.who];
        sum.deals += 1;
        sum.solved += u64::from(measured.lengths.is_some());
        sum.checked += measured.checked;
        sum.standard += standard.unwrap_or_default();
        sum.single += single.unwrap_or_default();
    })?;
    if !whole {
        return Ok(None);
    }
    log.finish()?;
    Ok(Some(vec![forms(title, &sums), record()].into()))
}

fn title(range: &IdRange, count: u64, args: &Options) -> String {
    let spread = match count < range.count() {
        true => format!("{count} deals spread over {}", args.range),
        false => format!("all deals of {}", args.range),
    };
    format!("Staged deepening on {spread}")
}

fn forms(title: String, sums: &[Sums]) -> Table {
    let names = FORMS
        .iter()
        .flat_map(|(form, settings)| AUTOS.map(|auto| (*form, *settings, auto)));
    let row = |((form, settings, auto), sum): ((&str, &str, &str), &Sums)| {
        let share = |some: u64, all: u64| (all > 0).then(|| some as f64 / all as f64);
        let interval = wilson(sum.solved, sum.deals);
        let percent = |share: Option<f64>| share.map_or(Cell::Blank, |s| Cell::Number(s, 2));
        vec![
            Cell::text(form),
            Cell::text(settings),
            Cell::text(auto),
            Cell::Count(sum.deals),
            Cell::Count(sum.solved),
            percent(share(100 * sum.solved, sum.deals)),
            percent(interval.map(|(low, _)| low)),
            percent(interval.map(|(_, high)| high)),
            Cell::mean(share(sum.checked, sum.deals)),
            Cell::mean(share(sum.standard, sum.solved)),
            Cell::mean(share(sum.single, sum.solved)),
        ]
    };
    Table {
        name: "staged",
        title,
        columns: vec![
            "form",
            "settings",
            "auto",
            "deals",
            "solved",
            "percent",
            "low",
            "high",
            "mean-states",
            "mean-standard",
            "mean-single",
        ],
        rows: names.zip(sums).map(row).collect(),
    }
}

fn record() -> Table {
    let row = |(form, percent, source): &(&str, f64, &str)| {
        vec![
            Cell::text(*form),
            Cell::Number(*percent, 1),
            Cell::text(*source),
        ]
    };
    Table {
        name: "record",
        title: "On record".into(),
        columns: vec!["form", "percent", "source"],
        rows: RECORD.iter().map(row).collect(),
    }
}
