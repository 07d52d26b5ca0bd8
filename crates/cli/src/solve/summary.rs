//! What a run of `solve` tells people while it works and at its end: a bar on
//! a terminal, and counts with the mean length. Nothing of this goes to
//! standard output.

use super::Args;
use crate::output::tell;
use crate::progress;
use crate::resume::Done;
use engine::record::SolutionRow;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::time::Instant;

/// Counts of one game's levels.
#[derive(Default)]
struct Counts {
    metric: &'static str,
    solved: u64,
    unsolvable: u64,
    gave_up: u64,
    total_length: u64,
    open: bool,
}

impl Counts {
    fn levels(&self) -> u64 {
        self.solved + self.unsolvable + self.gave_up
    }
}

/// Counts of some levels, by game.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<&'static str, Counts>);

impl Tally {
    /// Counts a level; `open` says that its solutions were to be counted and
    /// were not.
    pub(super) fn count(
        &mut self,
        game: &'static str,
        metric: &'static str,
        row: &SolutionRow,
        open: bool,
    ) {
        let counts = self.0.entry(game).or_default();
        counts.metric = metric;
        counts.open |= open;
        match row.outcome.as_str() {
            "solved" => counts.solved += 1,
            "unsolvable" => counts.unsolvable += 1,
            _ => counts.gave_up += 1,
        }
        counts.total_length += row.lengths.get(metric).copied().unwrap_or_default();
    }

    pub(super) fn gave_up(&self) -> bool {
        self.0
            .values()
            .any(|counts| counts.gave_up > 0 || counts.open)
    }

    pub(super) fn unsolvable(&self) -> bool {
        self.0.values().any(|counts| counts.unsolvable > 0)
    }

    fn levels(&self) -> u64 {
        self.0.values().map(Counts::levels).sum()
    }

    fn join(&mut self, other: Tally) {
        for (game, more) in other.0 {
            let counts = self.0.entry(game).or_default();
            counts.metric = more.metric;
            counts.solved += more.solved;
            counts.unsolvable += more.unsolvable;
            counts.gave_up += more.gave_up;
            counts.total_length += more.total_length;
            counts.open |= more.open;
        }
    }
}

/// The bar and the counts of a run.
pub(super) struct Summary {
    bar: ProgressBar,
    began: Instant,
    tally: Tally,
    had: u64,
    quiet: bool,
}

impl Summary {
    pub(super) fn start(args: &Args, total: Option<u64>, done: &Done) -> Summary {
        let shown = args.run.shows_bar() && total != Some(1);
        let bar = progress::bar(total, "levels", shown, done.rows);
        Summary {
            bar,
            began: Instant::now(),
            tally: Tally::default(),
            had: done.rows,
            quiet: args.run.quiet,
        }
    }

    pub(super) fn add(&mut self, tally: Tally) {
        self.bar.inc(tally.levels());
        self.tally.join(tally);
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Takes the bar away and prints the counts, if there was more than one
    /// level.
    pub(super) fn finish(&self) {
        self.clear();
        if self.quiet {
            return;
        }
        if self.had > 0 {
            tell(&format!("{} rows were there already", self.had));
        }
        let seconds = self.began.elapsed().as_secs_f64();
        for (game, counts) in &self.tally.0 {
            if counts.levels() < 2 {
                continue;
            }
            let mut line = format!(
                "{game}: {} levels, {} solved, {} unsolvable, {} gave up",
                counts.levels(),
                counts.solved,
                counts.unsolvable,
                counts.gave_up
            );
            if counts.solved > 0 {
                let mean = counts.total_length as f64 / counts.solved as f64;
                let unit = match counts.metric {
                    "moves" => "moves".to_string(),
                    metric => format!("{metric} moves"),
                };
                line.push_str(&format!("; mean length {mean:.1} {unit}"));
            }
            let rate = counts.levels() as f64 / seconds.max(1e-6);
            tell(&format!("{line}; {rate:.0} levels a second"));
        }
    }
}
