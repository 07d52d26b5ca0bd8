//! `stumper study export`: what was gathered, as rows.

use super::gathered::{check_new, write};
use super::results_options::{ExportArgs, ExportFormat};
use crate::print_all;
use anyhow::{Context, Result};
use games::find_game;
use server::study::export::{RowFormat, Wanted, measures, plays};

pub(crate) fn call(args: &ExportArgs) -> Result<u8> {
    for file in args.out.iter().chain(&args.measures) {
        check_new(file, args.force)?;
    }
    let game = args.game.as_deref().map(find_game).transpose()?;
    let wanted = Wanted {
        game: game.map(|game| game.about().name.to_string()),
        tutorial: args.tutorial,
        answers: args.answers,
    };
    let (dump, _) = args.of.read()?;
    let rows = match args.format {
        ExportFormat::Jsonl => RowFormat::JsonLines,
        ExportFormat::Csv | ExportFormat::Json => RowFormat::Csv,
    };
    if let Some(file) = &args.measures {
        write(file, &measures(&dump, wanted.game.as_deref(), rows)?)?;
    }
    let bytes = match args.format {
        ExportFormat::Json => {
            let mut bytes = serde_json::to_vec(&dump).context("the rows as JSON")?;
            bytes.push(b'\n');
            bytes
        }
        _ => plays(&dump, &wanted, rows)?,
    };
    match &args.out {
        Some(out) => write(out, &bytes).map(|()| crate::DONE),
        None => print_all(&bytes),
    }
}
