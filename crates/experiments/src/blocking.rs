//! Cards that block a Klondike deal: the thesis's sets by formula and among
//! random deals, and what the general proof finds.

use super::Bench;
use super::report::Report;
use super::sample::{Sample, SampleOptions};
use crate::Result;
use games::internals::klondike::blocked;
use games::internals::klondike::{COLUMNS, Position};
use games::internals::klondike::{DRAW_ONE, DRAW_THREE};
use games::internals::klondike::{Fraction, blocks_itself, of_all_columns, of_column};
use lab::table::{Cell, Table};

/// Cards that block a Klondike deal from the start: by formula, and sampled
#[derive(Clone)]
pub struct Options {
    /// Which deals to count.
    pub sample: SampleOptions,
    /// Levels of cases within cases; two take milliseconds a deal
    pub levels: u32,
}

/// Columns with too few hidden cards to block themselves.
const SAFE: usize = 3;
/// What is counted: columns from the fourth on, any of them, and proofs.
const THINGS: usize = COLUMNS - SAFE + 3;

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    let levels = args.levels;
    let sample = args.sample.count(shared, move |deck| {
        let three = Position::deal(DRAW_THREE, deck);
        let one = Position::deal(DRAW_ONE, deck);
        let mut things = [false; THINGS];
        for (thing, column) in things.iter_mut().zip(&three.columns[SAFE..]) {
            *thing = blocks_itself(column);
        }
        things[THINGS - 3] = things.contains(&true);
        things[THINGS - 2] = blocked(&three, levels).is_some();
        things[THINGS - 1] = blocked(&one, levels).is_some();
        things
    })?;
    Ok(sample.map(|sample| vec![table(&sample)].into()))
}

fn table(sample: &Sample<THINGS>) -> Table {
    let exact = |Fraction { part, whole }: Fraction| {
        let percent = Cell::Number(100.0 * part as f64 / whole as f64, 6);
        [Cell::text(format!("{part}/{whole}")), percent]
    };
    let row = |what: String, exact: [Cell; 2], thing: usize| {
        let mut row = vec![Cell::text(what)];
        row.extend(exact);
        row.extend(sample.cells(thing));
        row
    };
    let blank = || [Cell::Blank, Cell::Blank];
    let mut rows: Vec<_> = (SAFE..COLUMNS)
        .map(|column| {
            let what = format!("column {} blocks itself", column + 1);
            row(what, exact(of_column(column)), column - SAFE)
        })
        .collect();
    rows.push(row("any column does".into(), blank(), THINGS - 3));
    let mut mean = vec![Cell::text("columns that do, a deal")];
    mean.extend(exact(of_all_columns()));
    mean.resize_with(8, || Cell::Blank);
    rows.push(mean);
    rows.push(row("draw3 proved lost".into(), blank(), THINGS - 2));
    rows.push(row("draw1 proved lost".into(), blank(), THINGS - 1));
    let mut columns = vec!["what", "fraction", "percent"];
    columns.extend(Sample::<THINGS>::COLUMNS);
    Table {
        name: "blocking",
        title: "Klondike: deals that are blocked from the start".into(),
        columns,
        rows,
    }
}
