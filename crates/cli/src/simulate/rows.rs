//! What `simulate` writes of a game and at the end, in each format, and how
//! it reads such rows back.

use crate::rows::RowFormat;
use crate::words::count;
use engine::play::{Ending, Progress};
use engine::record::PlayRow;
use host::PastRow;
use lab::Format;
use lab::rows::{csv_line, json_line};
use lab::statistics::{Histogram, wilson};
use lab::tally::PlayTally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a row shows.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) times: bool,
    pub(super) paths: bool,
    pub(super) progress: Progress,
}

/// The id of the row that sums up the others.
const SUMMARY: &str = "summary";

const COLUMNS: [&str; 9] = [
    "id", "player", "won", "fitness", "rounds", "ending", "games", "low", "high",
];

/// The last row.
#[derive(Serialize)]
struct SummaryRow<'a> {
    id: &'a str,
    player: &'a str,
    secured: &'a str,
    games: u64,
    wins: u64,
    win_rate: Option<f64>,
    /// Wilson's interval of 95 %.
    low: Option<f64>,
    high: Option<f64>,
    mean_fitness: Option<f64>,
    median_fitness: Option<u64>,
    rounds_to_win: Option<f64>,
    median_rounds_to_win: Option<u64>,
    p99_rounds_to_win: Option<u64>,
    /// The share of games that got stuck early.
    stuck: Option<f64>,
    /// The share of games by group of fitness.
    groups: BTreeMap<&'a str, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The first line of text.
pub(super) fn header(format: RowFormat) -> Vec<u8> {
    let mut header = Vec::new();
    if format.is_csv() {
        csv_line(&mut header, COLUMNS);
    }
    header
}

impl Style {
    /// Takes out what was not asked for.
    pub(super) fn leave_out(self, row: &mut PlayRow) {
        if !(self.paths && row.won) {
            row.path.clear();
        }
    }

    pub(super) fn add(self, out: &mut Vec<u8>, row: &PlayRow, format: Format) {
        match format {
            Format::Text => {
                let ending = row.ending.name().replace('-', " ");
                let line = format!(
                    "{}: {ending} with {} {} after {}\n",
                    row.id,
                    row.fitness,
                    self.progress.unit,
                    count(row.rounds, "move")
                );
                out.extend(line.as_bytes());
            }
            Format::Json => json_line(out, row),
            Format::Csv => {
                let (fitness, rounds) = (row.fitness.to_string(), row.rounds.to_string());
                let won = row.won.to_string();
                let (id, player, ending) = (&row.id, &row.player, row.ending.name());
                let fields = [id, player, &won, &fitness, &rounds, ending, "", "", ""];
                csv_line(out, fields);
            }
        }
    }

    /// Writes the last row. In CSV its `won`, `fitness` and `rounds` are the
    /// share of wins, the mean fitness and the mean rounds of games won.
    pub(super) fn summary(
        self,
        out: &mut Vec<u8>,
        format: Format,
        player: &str,
        secured: &str,
        all: &PlayTally,
    ) {
        let games = all.games();
        let interval = wilson(all.wins, games);
        let groups = all.groups(&self.progress).into_iter();
        let groups = groups.map(|(name, n)| (name, rounded(n as f64 / games.max(1) as f64)));
        let mean = |of: &Histogram| of.mean().map(rounded);
        let rounds = &all.winning_rounds;
        let row = SummaryRow {
            id: SUMMARY,
            player,
            secured,
            games,
            wins: all.wins,
            win_rate: all.win_rate().map(rounded),
            low: interval.map(|(low, _)| rounded(low / 100.0)),
            high: interval.map(|(_, high)| rounded(high / 100.0)),
            mean_fitness: mean(&all.fitness),
            median_fitness: all.fitness.quantile(0.5),
            rounds_to_win: mean(rounds),
            median_rounds_to_win: rounds.quantile(0.5),
            p99_rounds_to_win: rounds.quantile(0.99),
            stuck: all.stuck(&self.progress).map(rounded),
            groups: groups.collect(),
            seconds: self.times.then_some(rounded(all.seconds)),
        };
        match format {
            Format::Json => json_line(out, &row),
            Format::Csv => {
                let text = |n: Option<f64>| n.map_or(String::new(), |n| n.to_string());
                csv_line(
                    out,
                    [
                        SUMMARY.into(),
                        player.into(),
                        text(row.win_rate),
                        text(row.mean_fitness),
                        text(row.rounds_to_win),
                        secured.into(),
                        games.to_string(),
                        text(row.low),
                        text(row.high),
                    ],
                );
            }
            Format::Text => out.extend(self.summary_text(&row, all).as_bytes()),
        }
    }

    fn summary_text(self, row: &SummaryRow, all: &PlayTally) -> String {
        let percent = |share: Option<f64>| match share {
            Some(share) => format!("{:.2}", 100.0 * share),
            None => "-".into(),
        };
        let one = |n: Option<f64>| n.map_or("-".into(), |n| format!("{n:.1}"));
        let whole = |n: Option<u64>| n.map_or("-".into(), |n| n.to_string());
        let Progress { unit, stuck, .. } = self.progress;
        let mut text = format!(
            "{} ({}): won {} of {}, {} % ({} to {})\n\
             {unit}: {} on average, median {}; moves to win: {} on average, median {}, p99 {}; \
             {} % ended with at most {stuck}\n",
            row.player,
            row.secured,
            row.wins,
            row.games,
            percent(row.win_rate),
            percent(row.low),
            percent(row.high),
            one(row.mean_fitness),
            whole(row.median_fitness),
            one(row.rounds_to_win),
            whole(row.median_rounds_to_win),
            whole(row.p99_rounds_to_win),
            percent(row.stuck),
        );
        let games = row.games.max(1) as f64;
        let groups = all.groups(&self.progress).into_iter();
        let groups = groups.map(|(name, n)| format!("{name}: {:.1} %", 100.0 * n as f64 / games));
        let groups = groups.collect::<Vec<_>>().join(", ");
        text.push_str(&format!("{unit} {groups}\n"));
        text
    }
}

/// A game whose row a file had already, or the summary at its end.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum PastPlay {
    Game(PlayRow),
    Summary {
        #[serde(rename = "win_rate")]
        _win_rate: Option<f64>,
    },
}

impl PastPlay {
    /// Counts the game.
    pub(super) fn count(&self, tally: &mut PlayTally) {
        if let PastPlay::Game(row) = self {
            tally.count(row, false);
        }
    }
}

impl PastRow for PastPlay {
    const VERB: &'static str = "simulate";

    fn id(&self) -> Option<&str> {
        match self {
            PastPlay::Game(row) => Some(&row.id),
            PastPlay::Summary { .. } => None,
        }
    }

    fn from_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        if field("id") == SUMMARY {
            return Some(PastPlay::Summary { _win_rate: None });
        }
        let won = field("won").parse().ok()?;
        Some(PastPlay::Game(PlayRow {
            id: field("id"),
            player: field("player"),
            won,
            fitness: field("fitness").parse().ok()?,
            rounds: field("rounds").parse().ok()?,
            ending: if won { Ending::Won } else { Ending::Stuck },
            moves: Default::default(),
            path: Vec::new(),
            seconds: None,
        }))
    }
}
