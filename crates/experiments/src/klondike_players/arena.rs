//! Many players on the same deals, on all cores.

use super::super::log::{Log, RowOf};
use super::Bench;
use crate::Result;
use engine::play::{AutoPlayer, FaceDown, HiddenGame, PlayOptions, Progress};
use engine::record::PlayRow;
use engine::{Budget, Fault, Level, LevelId, Settings};
use games::find_game;
use lab::Clock;
use lab::tally::PlayTally;
use lab::work::hidden;
use serde::{Deserialize, Serialize};

/// Paths of winning games that are kept for a figure.
const PATHS: usize = 25;
/// Most moves of a game.
const ROUNDS: usize = 5000;
/// The game.
const GAME: &str = "klondike";

/// The deals.
pub(crate) struct Arena<'a> {
    first: u64,
    games: u64,
    shared: &'a Bench<'a>,
    game: &'static dyn HiddenGame,
    log: Log<Game>,
}

/// One player under one condition.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) player: &'static str,
    /// As `--set` takes them.
    pub(crate) settings: String,
    pub(crate) secured: &'static str,
    /// The kind of the deals.
    pub(crate) kind: &'static str,
}

/// A game that was played, as the log has it.
#[derive(Serialize, Deserialize)]
struct Game {
    id: String,
    entry: usize,
    row: PlayRow,
}

impl RowOf<(usize, u64)> for Game {
    fn id(&self) -> String {
        self.id.clone()
    }
    fn is_of(&self, (entry, number): &(usize, u64)) -> bool {
        let own = self.id.rsplit_once('#').map(|(_, number)| number);
        self.entry == *entry && own == Some(number.to_string().as_str())
    }
}

impl Entry {
    fn settings(&self) -> Result<Settings, Fault> {
        let mut settings = Settings::default();
        let parts = self
            .settings
            .split(',')
            .filter_map(|part| part.split_once('='));
        for (name, value) in parts {
            settings.set("settings", name, value)?;
        }
        Ok(settings)
    }

    fn options(&self) -> PlayOptions {
        PlayOptions {
            face_down: FaceDown::parse(self.secured).unwrap_or(FaceDown::Fixed),
            rounds: ROUNDS,
            luck: 0,
            moves: false,
            budget: Budget::default(),
        }
    }
}

impl<'a> Arena<'a> {
    pub(crate) fn new(first: u64, games: u64, shared: &'a Bench) -> Result<Arena<'a>> {
        Ok(Arena {
            first,
            games,
            shared,
            game: hidden(find_game(GAME)?)?,
            log: Log::open(shared)?,
        })
    }

    /// What the game's fitness counts.
    pub(crate) fn progress(&self) -> Progress {
        self.game.progress()
    }

    /// Ends a run that is whole.
    pub(crate) fn finish(self) -> Result<()> {
        self.log.finish()
    }

    /// The sums of each entry; nothing if the user stopped it.
    pub(crate) fn play(&mut self, entries: Vec<Entry>) -> Result<Option<Vec<PlayTally>>> {
        let mut plans = Vec::new();
        for entry in &entries {
            self.game.player(entry.player, &entry.settings()?)?;
            plans.push((entry.clone(), entry.options()));
        }
        let (game, first, games) = (self.game, self.first, self.games);
        let items = (0..entries.len())
            .flat_map(move |entry| (0..games).map(move |i| Ok((entry, first.wrapping_add(i)))));
        let worker = move |stop: &lab::Stop| {
            let stop = stop.clone();
            let mut players: Vec<Option<Box<dyn AutoPlayer>>> =
                plans.iter().map(|_| None).collect();
            let plans = plans.clone();
            Ok(move |(entry, number): (usize, u64)| {
                let (who, options) = &plans[entry];
                let player = match &mut players[entry] {
                    Some(player) => player,
                    none => none.insert(game.player(who.player, &who.settings()?)?),
                };
                let level = Level::Dealt(LevelId {
                    game: GAME.to_string(),
                    kind: who.kind.to_string(),
                    number,
                });
                let row = player.play(&level, options, &Clock::start(&stop))?;
                let game = |row: PlayRow| Game {
                    id: row.id.clone(),
                    entry,
                    row,
                };
                Ok(row.map(game))
            })
        };
        let mut sums = vec![PlayTally::default(); entries.len()];
        let count = Some(entries.len() as u64 * games);
        let took = |Game { entry, row, .. }: Game| {
            let sum: &mut PlayTally = &mut sums[entry];
            sum.count(&row, sum.paths.len() < PATHS);
        };
        let whole = self
            .log
            .run(items, count, "games", self.shared, worker, took)?;
        Ok(whole.then_some(sums))
    }
}
