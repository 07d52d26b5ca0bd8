//! Klondike deals in which nothing can be played at all, counted exactly and
//! found among random deals.

use super::Shared;
use super::sample::{Sample, SampleArgs};
use anyhow::Result;
use games::internals::klondike::Position;
use games::internals::klondike::{DRAW_ONE, DRAW_THREE};
use games::internals::klondike::{count, is_aceless, is_unplayable};
use lab::table::{Cell, Table};

/// Klondike deals in which no card can ever be played: counted, and sampled
#[derive(clap::Args)]
#[command(after_help = "\
Exact counts are of the ways to choose the seven open cards and those of the
stock that can be turned up. Donkersteeg (2010) has 72,099,595,172,416 of
28,837,689,349,669,200 for three cards at a time, and 24.4 % without an ace.
What is found among random deals carries Wilson's interval of 95 %.

Examples:
  stumper experiment unplayable
  stumper experiment unplayable --deals 1000000 --seed 7 --format csv")]
pub(super) struct Args {
    #[command(flatten)]
    sample: SampleArgs,
}

pub(super) fn call(args: &Args, shared: &Shared) -> Result<Option<Vec<Table>>> {
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
    Ok(sample.map(|sample| vec![table(&sample)]))
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
