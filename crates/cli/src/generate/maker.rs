//! Makes one level after another, measures it, and keeps what is wished for.

use super::Args;
use super::wish::Wish;
use crate::budget;
use crate::fingerprint::fingerprint;
use crate::levels::label_line;
use crate::measure::values;
use crate::output::{Format, csv_line, json_line};
use crate::run::Flow;
use crate::setting_args::SettingArgs;
use crate::watch::Clock;
use anyhow::Result;
use engine::record::{LevelRow, MeasureRow};
use engine::{Budget, Fault, Game, Level, LevelId, Measuring, Settings, Watch};
use serde::Serialize;

/// A level with its measures.
#[derive(Serialize)]
struct MadeRow<'a> {
    #[serde(flatten)]
    level: &'a LevelRow,
    #[serde(flatten)]
    measures: Option<Measures<'a>>,
}

/// The part of a row of `measure` that a level's own row lacks.
#[derive(Serialize)]
struct Measures<'a> {
    outcome: &'a str,
    #[serde(serialize_with = "engine::record::by_name")]
    measures: &'a [(&'static str, f64)],
}

/// What a thread found: a level to write, with what tells it from others, or
/// that a number made no level.
pub(super) struct Found {
    pub(super) row: Vec<u8>,
    pub(super) signature: u128,
}

#[derive(Default)]
pub(super) struct Tally {
    pub(super) tried: u64,
    pub(super) found: Vec<Found>,
    pub(super) fault: Option<Fault>,
}

/// Makes one level after another.
#[derive(Clone)]
pub(super) struct Maker {
    pub(super) game: &'static dyn Game,
    format: Format,
    pub(super) measured: bool,
    keep: Vec<Wish>,
    budget: Budget,
    pub(super) settings: Settings,
    /// Whether levels are to be told apart.
    signed: bool,
}

impl Maker {
    pub(super) fn new(args: &Args, game: &'static dyn Game) -> Result<Maker> {
        Ok(Maker {
            game,
            format: args.run.format,
            measured: args.measure || !args.keep.is_empty(),
            keep: args.keep.clone(),
            budget: budget::join(&args.budget)?,
            settings: SettingArgs::only(&[]).read()?,
            signed: args.unique,
        })
    }

    pub(super) fn make(
        &self,
        id: &LevelId,
        measuring: &mut dyn Measuring,
        tally: &mut Tally,
    ) -> Result<Flow> {
        tally.tried += 1;
        let row = match self.game.level(&Level::Dealt(id.clone())) {
            Ok(row) => row,
            Err(fault) => {
                tally.fault.get_or_insert(fault);
                return Ok(Flow::Go);
            }
        };
        // What was made is read rather than made again.
        let level = Level::Written {
            name: row.id.clone(),
            variant: self.game.variant_of(id)?,
            text: row.level.clone(),
        };
        let mut measures = None;
        if self.measured {
            let clock = Clock::start();
            let taken = measuring.measure(&level, &self.budget, &clock)?;
            if clock.interrupted() {
                return Ok(Flow::Stop);
            }
            if !self.keep.iter().all(|wish| wish.is_met(&taken)) {
                return Ok(Flow::Go);
            }
            measures = Some(taken);
        }
        let signature = match self.signed {
            true => fingerprint(&self.game.signature(&level)?),
            false => 0,
        };
        let row = self.write(&row, measures.as_ref())?;
        tally.found.push(Found { row, signature });
        Ok(Flow::Go)
    }

    fn write(&self, row: &LevelRow, taken: Option<&MeasureRow>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        match self.format {
            Format::Text => {
                out.extend_from_slice(row.level.trim_end().as_bytes());
                out.push(b'\n');
                out.extend_from_slice(label_line(self.game, &row.id, &row.variant).as_bytes());
            }
            Format::Json => {
                let measures = taken.map(|taken| Measures {
                    outcome: &taken.outcome,
                    measures: &taken.measures,
                });
                json_line(
                    &mut out,
                    &MadeRow {
                        level: row,
                        measures,
                    },
                )?;
            }
            Format::Csv => {
                let mut fields = vec![row.id.clone(), row.variant.clone(), row.level.clone()];
                fields.extend(taken.into_iter().flat_map(|taken| values(taken, self.game)));
                csv_line(
                    &mut out,
                    &fields.iter().map(String::as_str).collect::<Vec<_>>(),
                );
            }
        }
        Ok(out)
    }
}
