//! The plan of a long run, as a file.

use engine::notation::quoted;
use engine::play::FaceDown;
use engine::{Budget, Cost, Fault, Game, IdRange, Settings};
use games::levels::{Defaults, Levels, STDIN};
use host::call::with_fingerprint;
use host::shards::Cut;
use host::{Call, find_weights};
use lab::Solving;
use lab::work::{check_measures, player_of};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::work::Shard;
use crate::WithParquet;

/// No plan is longer; what is, is some other kind of file.
const LONGEST: usize = 1 << 20;
/// Most moves of a game, where the plan says nothing.
const ROUNDS: usize = 5000;
/// Levels of a shard, where the plan says nothing.
const USUAL_SHARD: u64 = 10_000;

/// What is done with levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// Solve them.
    Solve,
    /// Measure them.
    Measure,
    /// Rate them.
    Rate,
    /// Let a player play them.
    Simulate,
    /// Write them out.
    Deal,
}

impl Verb {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Solve => "solve",
            Verb::Measure => "measure",
            Verb::Rate => "rate",
            Verb::Simulate => "simulate",
            Verb::Deal => "deal",
        }
    }

    /// The options that it has.
    fn options(self) -> &'static [&'static str] {
        match self {
            Verb::Solve => &[
                "solver", "set", "weights", "budget", "count", "moves", "steps", "boards",
            ],
            Verb::Measure => &["budget", "only"],
            Verb::Rate => &["budget"],
            Verb::Simulate => &[
                "player", "set", "weights", "budget", "secured", "luck", "rounds", "moves",
            ],
            Verb::Deal => &[],
        }
    }
}

/// One or several levels, as ids, ranges, packs or files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Several(Vec<String>),
}

/// A plan: a verb, its levels and options, and how they are cut into shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// What is done.
    pub verb: Verb,
    levels: Names,
    /// The game of boards that do not name theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// Their variant.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    variant: String,
    /// Levels of a shard.
    #[serde(default = "usual_shard")]
    shard: u64,
    /// What is set on the verb.
    #[serde(default)]
    pub options: Options,
}

/// A budget of states may be a number.
fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Text(String),
        States(u64),
    }
    Ok(Some(match Given::deserialize(from)? {
        Given::Text(text) => text,
        Given::States(states) => states.to_string(),
    }))
}

fn usual_shard() -> u64 {
    USUAL_SHARD
}

/// The options of all verbs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The solver.
    pub solver: Option<String>,
    /// What is set on solver or player, by name.
    pub set: Option<BTreeMap<String, toml::Value>>,
    /// Weights that ship, or a file.
    pub weights: Option<String>,
    /// What each level may spend; no time, which differs from run to run.
    #[serde(deserialize_with = "text_or_number")]
    pub budget: Option<String>,
    /// Whether solutions are counted.
    pub count: Option<bool>,
    /// Whether rows have moves.
    pub moves: Option<bool>,
    /// Whether they have them in parts.
    pub steps: Option<bool>,
    /// Whether they have all boards.
    pub boards: Option<bool>,
    /// Measures up to this cost.
    pub only: Option<Cost>,
    /// Who plays.
    pub player: Option<String>,
    /// What is done about face-down cards.
    pub secured: Option<String>,
    /// Plays the same deals with other luck.
    pub luck: Option<u64>,
    /// Most moves of a game.
    pub rounds: Option<usize>,
}

impl Plan {
    /// Reads a plan; `place` is what messages call it.
    pub fn read(place: &str, text: &str) -> Result<Plan, Fault> {
        if text.len() > LONGEST {
            let found = format!("{} bytes", text.len());
            return Err(Fault::new(place, found, "a plan of at most a megabyte"));
        }
        let plan: Plan = toml::from_str(text).map_err(|why| {
            let line = why.span().map(|span| {
                let before = text.get(..span.start).unwrap_or(text);
                format!(", line {}", before.matches('\n').count() + 1)
            });
            let place = format!("{place}{}", line.unwrap_or_default());
            Fault::new(place, why.message().trim(), "a plan").hint(
                "the least is a verb and levels: verb = \"solve\", levels = \"freecell#1-1000000\"",
            )
        })?;
        let plan = plan.rooted(place);
        plan.check().map_err(|fault| fault.within(place))?;
        Ok(plan)
    }

    /// The same with whole paths for files, which are looked for where the
    /// plan lies: the run may go on elsewhere.
    fn rooted(mut self, place: &str) -> Plan {
        let place = Path::new(place);
        let folder = match place.is_file() {
            true => place.parent().unwrap_or(Path::new("")),
            false => Path::new(""),
        };
        let root = |name: &mut String| {
            let path = std::path::absolute(folder.join(&*name));
            let path = path.ok().filter(|path| path.is_file());
            if let Some(path) = path.as_deref().and_then(Path::to_str) {
                *name = path.to_string();
            }
        };
        let names = match &mut self.levels {
            Names::One(name) => std::slice::from_mut(name),
            Names::Several(names) => names,
        };
        let files = names.iter_mut().filter(|name| !IdRange::is_meant_by(name));
        files.chain(&mut self.options.weights).for_each(root);
        self
    }

    /// The plan as a file that reads back the same.
    pub fn write(&self) -> String {
        // Every value is text, a number or a table of them.
        toml::to_string(self).unwrap_or_default()
    }

    fn check(&self) -> Result<(), Fault> {
        if self.shard == 0 {
            return Err(Fault::new("shard", "0", "one level at least"));
        }
        self.check_options()?;
        let game = self.game()?;
        match self.verb {
            Verb::Solve => self.solving(&Settings::default())?.check(game),
            Verb::Measure | Verb::Rate => {
                self.budget()?;
                let first = self.open()?.next().transpose()?;
                first.map_or(Ok(()), |task| check_measures(&task))
            }
            Verb::Simulate => {
                self.play_options()?;
                player_of(game, self.player()?, &self.settings(&Settings::default())?).map(drop)
            }
            Verb::Deal => Ok(()),
        }
    }

    /// Refuses options that the verb does not have.
    fn check_options(&self) -> Result<(), Fault> {
        let given = toml::Table::try_from(&self.options).unwrap_or_default();
        let known = self.verb.options();
        match given.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let expected = match known.is_empty() {
                    true => format!("no options for {}", self.verb.name()),
                    false => format!("for {} one of {}", self.verb.name(), known.join(", ")),
                };
                Err(Fault::new("options", quoted(name), expected))
            }
        }
    }

    fn names(&self) -> &[String] {
        match &self.levels {
            Names::One(name) => std::slice::from_ref(name),
            Names::Several(names) => names,
        }
    }

    /// All levels.
    pub fn open(&self) -> Result<Levels, Fault> {
        let names = self.names();
        if names.is_empty() || names.iter().any(|name| name == STDIN) {
            let found = names.first().map_or("none", |_| "standard input");
            return Err(Fault::new("levels", found, "ids, ranges, packs or files"));
        }
        let defaults = Defaults::new(self.game.as_deref(), &self.variant)?;
        let names = names.iter().map(OsString::from);
        Levels::open(names, defaults, WithParquet)
    }

    /// The one game of all levels.
    pub fn game(&self) -> Result<&'static dyn Game, Fault> {
        let mut levels = self.open()?;
        if levels.games().next().is_some() {
            return levels.one_game();
        }
        let first = levels.next().transpose()?;
        first.map_or_else(|| levels.one_game(), |task| Ok(task.game))
    }

    /// How many levels there are; those of files are counted.
    fn count(&self) -> Result<u64, Fault> {
        let mut levels = self.open()?;
        match levels.total() {
            Some(total) => Ok(total),
            None => levels.try_fold(0, |count, task| task.map(|_| count + 1)),
        }
    }

    /// Whether a shard is one of the plan's.
    pub fn has(&self, shard: Shard) -> Result<bool, Fault> {
        let (count, Shard { first, last }) = (self.count()?, shard);
        let begins = (1..=count).contains(&first) && (first - 1) % self.shard == 0;
        Ok(begins && last == (first - 1).saturating_add(self.shard).min(count))
    }

    /// The shards, in order.
    pub fn shards(&self) -> Result<Vec<Shard>, Fault> {
        let (count, size) = (self.count()?, self.shard);
        let shards = count.div_ceil(size);
        let most = 10_000_000;
        if shards > most {
            let found = format!("{shards} shards of {size} levels");
            let fault = Fault::new("shard", found, format!("at most {most} shards"));
            return Err(fault.hint("give a shard more levels"));
        }
        let shard = |index: u64| Shard {
            first: index * size + 1,
            last: (index + 1).saturating_mul(size).min(count),
        };
        Ok((0..shards).map(shard).collect())
    }

    /// Which shards one of several workers does: the first is for the first of
    /// them, the second for the second.
    pub fn share(&self, worker: Option<host::shards::Shard>) -> Result<Cut, Fault> {
        Cut::new(self.shard, worker)
    }

    /// What the run was asked for, defaults among it; files have a fingerprint
    /// beside their name.
    pub fn call(&self) -> Call {
        let given = toml::Table::try_from(&self.options).unwrap_or_default();
        let option = |name: &&str| {
            let values = match given.get(*name) {
                None => vec![self.usual(name)],
                Some(toml::Value::Table(table)) => {
                    let pair =
                        |(name, value): (&String, &toml::Value)| format!("{name}={}", plain(value));
                    table.iter().map(pair).collect()
                }
                Some(value) => vec![with_fingerprint(plain(value).as_ref())],
            };
            (format!("--{name}"), values)
        };
        let names = self
            .names()
            .iter()
            .map(|name| with_fingerprint(name.as_ref()));
        Call {
            version: env!("CARGO_PKG_VERSION").into(),
            verb: self.verb.name().into(),
            options: self.verb.options().iter().map(option).collect(),
            extent: [("levels".to_string(), names.collect())].into(),
        }
    }

    /// What an option is where nothing is said.
    fn usual(&self, option: &str) -> String {
        let word = match option {
            "moves" if self.verb == Verb::Solve => "true",
            "moves" | "steps" | "boards" | "count" => "false",
            "only" => Cost::Dear.name(),
            "secured" => "fixed",
            "luck" => "0",
            "rounds" => return ROUNDS.to_string(),
            _ => "",
        };
        word.to_string()
    }

    /// What each level may spend.
    pub fn budget(&self) -> Result<Budget, Fault> {
        let budget = self.options.budget.as_deref().unwrap_or_default();
        let budget: Budget = match budget {
            "" => Budget::default(),
            text => text.parse()?,
        };
        match budget.time.is_some() {
            true => Err(Fault::new("budget", "a time", "states or memory")
                .hint("a run that can be done again has no budget of time")),
            false => Ok(budget),
        }
    }

    /// What is set on solver or player, beside what this machine has.
    pub fn settings(&self, machine: &Settings) -> Result<Settings, Fault> {
        let mut settings = machine.clone();
        for (name, value) in self.options.set.iter().flatten() {
            settings.set("set", name, &plain(value))?;
        }
        if let Some(name) = &self.options.weights {
            settings.set_weights("weights", find_weights(name)?)?;
        }
        if self.options.count == Some(true) {
            settings.set("count", "count", "2")?;
        }
        Ok(settings)
    }

    /// How levels are solved.
    pub fn solving(&self, machine: &Settings) -> Result<Solving, Fault> {
        Ok(Solving {
            solver: self.options.solver.clone().unwrap_or_default(),
            settings: self.settings(machine)?,
            budget: self.budget()?,
            detail: engine::Detail {
                steps: self.options.steps.unwrap_or(false),
                boards: self.options.boards.unwrap_or(false),
            },
        })
    }

    /// Who plays.
    pub fn player(&self) -> Result<&str, Fault> {
        let player = self.options.player.as_deref();
        player.ok_or_else(|| Fault::new("options", "no player", "player = \"NAME\""))
    }

    /// How games are played.
    pub fn play_options(&self) -> Result<engine::play::PlayOptions, Fault> {
        let secured = self.options.secured.as_deref().unwrap_or("fixed");
        let face_down = FaceDown::parse(secured).ok_or_else(|| {
            let names = FaceDown::ALL.map(|(name, _)| name).join(", ");
            Fault::new("secured", quoted(secured), format!("one of {names}"))
        })?;
        Ok(engine::play::PlayOptions {
            face_down,
            rounds: self.options.rounds.unwrap_or(ROUNDS),
            luck: self.options.luck.unwrap_or(0),
            moves: self.options.moves.unwrap_or(false),
            budget: self.budget()?,
        })
    }
}

/// A value as it would stand on a command line.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
