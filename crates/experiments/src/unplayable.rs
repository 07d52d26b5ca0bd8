//! Klondike deals in which nothing can be played at all, counted exactly and
//! found among random deals.

use super::Bench;
use super::report::Report;
use super::sample::{Sample, SampleOptions};
use crate::Result;
use games::internals::klondike::Position;
use games::internals::klondike::{DRAW_ONE, DRAW_THREE};
use games::internals::klondike::{count, is_aceless, is_unplayable};
use lab::table::{Cell, Table};

/// Klondike deals in which no card can ever be played: counted, and sampled
#[derive(Clone)]
pub struct Options {
    /// Which deals to count.
    pub sample: SampleOptions,
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    let variants = [DRAW_THREE, DRAW_ONE];
    let sample = args.sample.count(shared, move |deck| {
        let [three, one] = variants.map(|variant| Position::deal(variant, deck));
        [
            is_unplayable(&three),
            is_aceless(&three),
            is_unplayable(&one),
            is_aceless(&one),
        ]
    })?;
    Ok(sample.map(|sample| vec![table(&sample)].into()))
}

fn table(sample: &Sample<4>) -> Table {
    let counted = [DRAW_THREE, DRAW_ONE].into_iter().flat_map(|variant| {
        let count = count(variant.draw);
        [
            (
                variant,
                "nothing can be played",
                count.unplayable,
                count.all,
            ),
            (variant, "no ace in reach", count.aceless, count.all),
        ]
    });
    let rows = counted
        .enumerate()
        .map(|(index, (variant, what, some, all))| {
            let mut row = vec![
                Cell::text(variant.name()),
                Cell::text(what),
                // Too large for the numbers of JSON.
                Cell::text(some.to_string()),
                Cell::text(all.to_string()),
                Cell::Number(100.0 * some as f64 / all as f64, 6),
            ];
            row.extend(sample.cells(index));
            row
        });
    let mut columns = vec!["variant", "what", "count", "of", "percent"];
    columns.extend(Sample::<4>::COLUMNS);
    Table {
        name: "unplayable",
        title: "Klondike: deals in which nothing can be played".into(),
        columns,
        rows: rows.collect(),
    }
}
