//! Many players on the same deals, on all cores.

use crate::output::Sink;
use crate::progress;
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::setting_args::SettingArgs;
use crate::simulate::{Tally, find_hidden, secured};
use crate::watch::Clock;
use anyhow::Result;
use engine::play::Seat;
use engine::play::hall::House;
use engine::{Budget, Level, LevelId, Settings};

/// Paths of winning games that are kept for a figure.
const PATHS: usize = 25;
/// Most moves of a game.
const ROUNDS: usize = 5000;

/// The deals.
pub(super) struct Arena {
    pub(super) first: u64,
    pub(super) games: u64,
    pub(super) jobs: Option<u16>,
    pub(super) quiet: bool,
}

/// One player under one condition.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) player: &'static str,
    /// As `--set` takes them.
    pub(super) settings: String,
    pub(super) secured: &'static str,
    /// The kind of levels.
    pub(super) kind: &'static str,
}

impl Entry {
    fn settings(&self) -> Result<Settings> {
        let parts: Vec<String> = self.settings.split(',').map(str::to_string).collect();
        SettingArgs::only(&parts).read()
    }
}

impl Arena {
    /// The sums of each entry; nothing if the user stopped it.
    pub(super) fn play(&self, entries: Vec<Entry>) -> Result<Option<Vec<Tally>>> {
        let game = find_hidden("klondike")?;
        let mut tables = Vec::new();
        for entry in &entries {
            game.seat(entry.player, &entry.settings()?)?;
            let house = House {
                secured: secured(entry.secured)?,
                rounds: ROUNDS,
                luck: 0,
                budget: Budget::default(),
            };
            tables.push((entry.clone(), house));
        }
        let count = entries.len();
        let (first, games) = (self.first, self.games);
        let items = (0..count)
            .flat_map(move |entry| (0..games).map(move |i| Ok((entry, first.wrapping_add(i)))));
        let bar = progress::bar(Some(count as u64 * games), "games", !self.quiet, 0);
        let plan = Plan {
            jobs: jobs(self.jobs),
            one_by_one: false,
        };
        let worker = move || {
            let mut seats: Vec<Option<Box<dyn Seat>>> = tables.iter().map(|_| None).collect();
            let tables = tables.clone();
            move |(entry, number): (usize, u64), _: &mut Vec<u8>, tally: &mut Vec<_>| {
                let (who, house) = &tables[entry];
                if seats[entry].is_none() {
                    seats[entry] = Some(game.seat(who.player, &who.settings()?)?);
                }
                let seat = seats[entry].as_mut().expect("a seat was taken");
                let level = Level::Dealt(LevelId {
                    game: game.name().to_string(),
                    kind: who.kind.to_string(),
                    number,
                });
                let Some(row) = seat.play(&level, house, false, &Clock::start())? else {
                    return Ok(Flow::Stop);
                };
                tally.push((entry, row));
                Ok(Flow::Go)
            }
        };
        let mut sums = vec![Tally::default(); count];
        let ending = run::run(items, &plan, worker, &mut Sink::stdout(), |rows: Vec<_>| {
            bar.inc(rows.len() as u64);
            for (entry, row) in rows {
                let sum: &mut Tally = &mut sums[entry];
                sum.count(&row, sum.paths.len() < PATHS);
            }
        });
        bar.finish_and_clear();
        Ok((ending? == Ending::Whole).then_some(sums))
    }
}
