//! What `simulate` writes of a game and at the end, in each format, and how
//! it reads such rows back.

use super::tally::{GROUPS, Tally};
use crate::experiment::statistics::wilson;
use crate::lines::parse_row;
use crate::output::{Format, csv_line, json_line};
use crate::resume::{Done, Reads};
use anyhow::Result;
use engine::Fault;
use engine::record::PlayRow;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a row shows.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) format: Format,
    pub(super) times: bool,
    pub(super) paths: bool,
    pub(super) moves: bool,
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
    rounds_to_win: Option<f64>,
    /// The share of games with at most 20 cards home.
    stuck_0_20: Option<f64>,
    /// The share of games by group of fitness.
    groups: BTreeMap<&'a str, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

impl Style {
    pub(super) fn header(self) -> Vec<u8> {
        let mut header = Vec::new();
        if self.format == Format::Csv {
            csv_line(&mut header, &COLUMNS);
        }
        header
    }

    pub(super) fn add(self, out: &mut Vec<u8>, mut row: PlayRow) -> Result<()> {
        match self.format {
            Format::Text => {
                let ending = row.ending.replace('-', " ");
                let line = format!(
                    "{}: {ending} with {} cards home after {} moves\n",
                    row.id, row.fitness, row.rounds
                );
                out.extend(line.as_bytes());
            }
            Format::Json => {
                if !(self.paths && row.won) {
                    row.path.clear();
                }
                json_line(out, &row)?;
            }
            Format::Csv => {
                let (fitness, rounds) = (row.fitness.to_string(), row.rounds.to_string());
                let won = row.won.to_string();
                let fields = [
                    &row.id,
                    &row.player,
                    &won,
                    &fitness,
                    &rounds,
                    &row.ending,
                    "",
                    "",
                    "",
                ];
                csv_line(out, &fields);
            }
        }
        Ok(())
    }

    /// Writes the last row. In CSV its `won`, `fitness` and `rounds` are the
    /// share of wins, the mean fitness and the mean rounds of games won.
    pub(super) fn summary(
        self,
        out: &mut Vec<u8>,
        player: &str,
        secured: &str,
        all: &Tally,
    ) -> Result<()> {
        let games = all.games();
        let interval = wilson(all.wins, games);
        let low = interval.map(|(low, _)| rounded(low / 100.0));
        let high = interval.map(|(_, high)| rounded(high / 100.0));
        let groups = GROUPS.iter().zip(all.groups);
        let groups = groups.map(|((name, _), n)| (*name, rounded(n as f64 / games.max(1) as f64)));
        let row = SummaryRow {
            id: SUMMARY,
            player,
            secured,
            games,
            wins: all.wins,
            win_rate: all.win_rate().map(rounded),
            low,
            high,
            mean_fitness: all.mean_fitness().map(rounded),
            rounds_to_win: all.rounds_to_win().map(rounded),
            stuck_0_20: all.stuck().map(rounded),
            groups: groups.collect(),
            seconds: self.times.then_some(rounded(all.seconds)),
        };
        match self.format {
            Format::Json => json_line(out, &row)?,
            Format::Csv => {
                let text = |n: Option<f64>| n.map_or(String::new(), |n| n.to_string());
                let fields = [
                    SUMMARY.into(),
                    player.into(),
                    text(row.win_rate),
                    text(row.mean_fitness),
                    text(row.rounds_to_win),
                    secured.into(),
                    games.to_string(),
                    text(low),
                    text(high),
                ];
                csv_line(out, &fields.each_ref().map(String::as_str));
            }
            Format::Text => self.summary_text(out, &row, all),
        }
        Ok(())
    }

    fn summary_text(self, out: &mut Vec<u8>, row: &SummaryRow, all: &Tally) {
        let percent = |n: Option<f64>| n.map_or("-".into(), |n| format!("{:.2}", 100.0 * n));
        let one = |n: Option<f64>| n.map_or("-".into(), |n| format!("{n:.1}"));
        let mut text = format!(
            "{} ({}): {} of {} games won, {} % ({} to {}); mean fitness {}; {} rounds to win; {} % stuck at 0 to 20\n",
            row.player,
            row.secured,
            row.wins,
            row.games,
            percent(row.win_rate),
            percent(row.low),
            percent(row.high),
            one(row.mean_fitness),
            one(row.rounds_to_win),
            percent(row.stuck_0_20),
        );
        let games = row.games.max(1) as f64;
        let groups = GROUPS.iter().zip(all.groups);
        let groups =
            groups.map(|((name, _), n)| format!("{name}: {:.1} %", 100.0 * n as f64 / games));
        text.push_str(&format!(
            "fitness {}\n",
            groups.collect::<Vec<_>>().join(", ")
        ));
        out.extend(text.as_bytes());
    }
}

/// Games whose rows a file had already.
#[derive(Default)]
pub(super) struct DonePlays {
    pub(super) ids: Done,
    pub(super) tally: Tally,
    player: Option<String>,
    mixed: bool,
}

impl DonePlays {
    /// Refuses to add another player's rows to the file.
    pub(super) fn check_player(&self, wanted: &str) -> Result<(), Fault> {
        match &self.player {
            Some(other) if other != wanted || self.mixed => {
                let found = format!("rows of the player {other}");
                Err(Fault::new("--resume", found, format!("rows of {wanted}")))
            }
            _ => Ok(()),
        }
    }

    fn add(&mut self, id: &str, player: &str, won: bool, fitness: u32, rounds: u64) {
        self.ids.add_id(id);
        self.tally.add(won, fitness, rounds);
        let first = self.player.get_or_insert_with(|| player.to_string());
        self.mixed |= first != player;
    }
}

impl Reads for DonePlays {
    const VERB: &'static str = "simulate";

    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let row: PlayRow = parse_row(text, place, "a JSON row of `simulate`")?;
        self.add(&row.id, &row.player, row.won, row.fitness, row.rounds);
        self.tally.seconds += row.seconds.unwrap_or_default();
        Ok(())
    }

    fn csv(&mut self, fields: &[String]) -> bool {
        let [id, player, won, fitness, rounds, ..] = fields else {
            return false;
        };
        let (Ok(won), Ok(fitness), Ok(rounds)) = (won.parse(), fitness.parse(), rounds.parse())
        else {
            return false;
        };
        self.add(id, player, won, fitness, rounds);
        true
    }

    fn ids(&mut self) -> &mut Done {
        &mut self.ids
    }

    fn is_summary(text: &str) -> bool {
        text.starts_with("{\"id\":\"summary\",") || text.starts_with("summary,")
    }
}
