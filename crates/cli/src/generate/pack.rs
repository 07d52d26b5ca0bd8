//! The levels that are kept, in order, where they go, and those that a file
//! had already.

use super::Args;
use super::maker::{Maker, Tally};
use crate::fingerprint::fingerprint;
use crate::levels::{Defaults, RowLevel};
use crate::output::{Format, Sink, csv_line, tell};
use crate::resume::{Done, Reads};
use crate::run::Ending;
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, lines, progress};
use anyhow::Result;
use engine::{Fault, LevelId};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::iter;

/// Levels that a file has already.
#[derive(Default)]
struct DoneMade {
    ids: Done,
    last: Option<LevelId>,
    /// A level of another kind than the last one.
    other: Option<LevelId>,
    levels: Vec<RowLevel>,
}

impl DoneMade {
    /// Refuses to add levels of a kind to those of another.
    fn check_kind(&self, model: &LevelId) -> Result<(), Fault> {
        let of = |id: &LevelId| format!("levels of {}:{}", id.game, id.kind);
        let mut there = self.other.iter().chain(&self.last);
        match there.find(|id| !is_alike(id, model)) {
            Some(other) => {
                Err(Fault::new("--resume", of(other), of(model)).hint("write to another file"))
            }
            None => Ok(()),
        }
    }
}

/// Whether two ids differ by their numbers only.
fn is_alike(one: &LevelId, other: &LevelId) -> bool {
    (&one.game, &one.kind) == (&other.game, &other.kind)
}

impl Reads for DoneMade {
    const VERB: &'static str = "generate";

    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let row: RowLevel = lines::parse_row(text, place, "a JSON row of `generate`")?;
        if row.level().is_empty() {
            let expected = "a JSON row of `generate`";
            return Err(Fault::new(place, "a row without a level", expected));
        }
        let id: LevelId = row.id().parse()?;
        self.ids.add_id(row.id());
        let before = self.last.replace(id.clone());
        self.other = self
            .other
            .take()
            .or(before.filter(|last| !is_alike(last, &id)));
        self.levels.push(row);
        Ok(())
    }

    /// A level's text has several lines, which rows of a table are not read by.
    fn csv(&mut self, _: &[String]) -> bool {
        false
    }

    fn ids(&mut self) -> &mut Done {
        &mut self.ids
    }
}

/// The levels that are kept, in order, and where they go.
pub(super) struct Pack {
    sink: Sink,
    bar: ProgressBar,
    wanted: u64,
    kept: u64,
    pub(super) tried: u64,
    /// Signatures of the levels that are kept, where they are to differ.
    seen: Option<HashSet<u128>>,
    faults: Vec<Fault>,
    failed: Option<anyhow::Error>,
}

impl Pack {
    /// Opens the output, and says with which number to begin.
    pub(super) fn open(args: &Args, maker: &Maker, model: &LevelId) -> Result<(Pack, Option<u64>)> {
        let mut header = Vec::new();
        if args.run.format == Format::Csv {
            let fixed = ["id", "variant", "level"].into_iter();
            let names = maker.game.measures().iter().filter(|_| maker.measured);
            let names = names.map(|measure| measure.name);
            csv_line(&mut header, &fixed.chain(names).collect::<Vec<_>>());
        }
        let (sink, done): (Sink, DoneMade) =
            args.run.out.sink(args.run.format, &header, iter::empty())?;
        done.check_kind(model)?;
        let first = match &done.last {
            Some(last) => last.number.checked_add(1),
            None => Some(args.seed),
        };
        let shown = args.run.shows_bar() && args.count > 1;
        let mut pack = Pack {
            sink,
            bar: progress::bar(Some(args.count), "levels", shown, done.ids.rows),
            wanted: args.count,
            kept: done.ids.rows,
            // A run that goes on has looked at the numbers before.
            tried: first.unwrap_or(u64::MAX).saturating_sub(args.seed),
            seen: args.unique.then(HashSet::new),
            faults: Vec::new(),
            failed: None,
        };
        if let Some(seen) = &mut pack.seen {
            for row in done.levels {
                let task = row.task(&Defaults::of(maker.game), args.source.clone())?;
                seen.insert(fingerprint(&maker.game.signature(&task.level)?));
            }
        }
        Ok((pack, first))
    }

    pub(super) fn is_full(&self) -> bool {
        self.kept >= self.wanted
    }

    /// Keeps what a thread found; says whether that is enough.
    pub(super) fn add(&mut self, tally: Tally) -> bool {
        self.tried += tally.tried;
        self.faults.extend(tally.fault);
        for found in tally.found {
            if self.is_full() {
                break;
            }
            let fresh = match &mut self.seen {
                Some(seen) => seen.insert(found.signature),
                None => true,
            };
            if fresh {
                self.kept += 1;
                self.bar.inc(1);
                let written = self.sink.write(&found.row);
                let written = written.and_then(|()| self.sink.flush_when_due());
                self.failed = self.failed.take().or(written.err());
            }
        }
        self.is_full() || self.failed.is_some()
    }

    pub(super) fn finish(mut self, ending: Ending, args: &Args) -> Result<u8> {
        self.bar.finish_and_clear();
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.sink.flush()?;
        if ending == Ending::Interrupted {
            tell(&args.run.out.stopped_message(args.run.format));
            return Ok(INTERRUPTED);
        }
        if let (Some(fault), false) = (self.faults.first(), args.run.quiet) {
            let count = self.faults.len();
            tell(&format!(
                "{count} numbers made no level; the first: {fault}"
            ));
        }
        if self.kept < self.wanted {
            let (kept, wanted, tried) = (self.kept, self.wanted, self.tried);
            tell(&format!(
                "{kept} of {wanted} levels after looking at {tried}; --tries looks further"
            ));
            return Ok(LIMIT_REACHED);
        }
        Ok(DONE)
    }
}
