//! Packs: graded levels in one file that a game can load, and the check of
//! every claim in it.

use crate::equation::Equation;
use crate::fingerprint::fingerprint;
use crate::rating::{Book, Calibration, RateWorker};
use engine::notation::quoted;
use engine::record::MadeRow;
use engine::{Budget, Fault, Game, Level, LevelId, Settings, Task, Watch};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The version of the file's form.
pub const VERSION: u32 = 1;
/// The name of the file in a folder.
pub const FILE: &str = "pack.json";

/// Graded levels with all that is needed to check them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackFile {
    /// The version of the file's form: [`VERSION`].
    pub pack: u32,
    /// The game.
    pub game: String,
    /// The program that made it, with its version.
    pub made_by: String,
    /// The number of the first level that was looked at.
    pub seed: u64,
    /// What others may do with the levels.
    pub licence: String,
    /// The ratings that were wanted: of the first level and of the last.
    pub difficulty: [f64; 2],
    /// How far a level may be off.
    pub tolerance: f64,
    /// What the levels were rated by.
    pub equation: Equation,
    /// How random levels are spread, where ratings are percentiles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calibrations: Vec<Calibration>,
    /// The levels, the easiest first.
    pub levels: Vec<MadeRow>,
}

impl PackFile {
    /// Reads a pack's file.
    pub fn read(place: &str, text: &str) -> Result<PackFile, Fault> {
        let pack: PackFile = serde_json::from_str(text).map_err(|why| {
            let found = format!("no pack ({why})");
            Fault::new(
                place,
                found,
                "a file that `stumper generate --difficulty` wrote",
            )
        })?;
        match pack.pack {
            VERSION => Ok(pack),
            other => {
                let found = format!("a pack of version {other}");
                Err(Fault::new(place, found, format!("version {VERSION}")))
            }
        }
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a pack has only text and numbers") + "\n"
    }

    /// The rating that was wanted of a level.
    fn target(&self, index: usize) -> f64 {
        let [from, to] = self.difficulty;
        let steps = self.levels.len().saturating_sub(1).max(1) as f64;
        from + (to - from) * index as f64 / steps
    }
}

/// Checks levels of a pack one after another.
pub struct Checker<'a> {
    pack: &'a PackFile,
    game: &'static dyn Game,
    worker: RateWorker,
    seen: HashMap<u128, String>,
}

impl<'a> Checker<'a> {
    /// A checker of a pack of this game.
    pub fn new(pack: &'a PackFile, game: &'static dyn Game, settings: &Settings) -> Checker<'a> {
        let mut book = Book::default();
        book.add(pack.equation.clone());
        for calibration in &pack.calibrations {
            book.add_calibration(calibration.clone());
        }
        Checker {
            pack,
            game,
            worker: RateWorker::new(&book, settings, Budget::default()),
            seen: HashMap::new(),
        }
    }

    /// Checks every claim about the level of an index: that its id makes this
    /// board, that the solution solves it, that it is rated so and as wanted,
    /// and that no other level is the same game. False if interrupted.
    pub fn check(&mut self, index: usize, watch: &dyn Watch) -> Result<bool, Fault> {
        let row = &self.pack.levels[index];
        let id = row.level.id.as_str();
        let wrong = |found: String, expected: String| Fault::new(id, found, expected);
        let task = self.task(row)?;
        if let (Some(dealt), Ok(number)) = (self.dealt(id)?, id.parse::<LevelId>()) {
            if dealt != row.level.level {
                let expected = format!("the board of {number}");
                return Err(wrong("another board".into(), expected));
            }
        }
        let solution = row.solution.as_ref().map(|moves| moves.join(" "));
        let Some(solution) = solution else {
            return Err(wrong("no solution".into(), "one".into()));
        };
        let verdict = self.game.verify(&task.level, &solution)?;
        if !verdict.valid {
            let fault = verdict.fault.unwrap_or_default();
            return Err(wrong(
                format!("a wrong solution: {fault}"),
                "a right one".into(),
            ));
        }
        let Some(rated) = self.worker.rate(&task, watch)? else {
            return Ok(false);
        };
        if rated.rating != row.rating {
            let number = |r: &Option<engine::record::Rating>| {
                r.as_ref()
                    .map_or("none".to_string(), |r| r.rating.to_string())
            };
            let found = format!("the rating {}", number(&row.rating));
            return Err(wrong(found, number(&rated.rating)));
        }
        let rating = row.rating.as_ref().map_or(f64::NAN, |rating| rating.rating);
        let target = self.pack.target(index);
        let off = (rating - target).abs();
        // Ratings have two digits.
        if off.is_nan() || off > self.pack.tolerance + 0.005 {
            let expected = format!("{target:.2} ± {}", self.pack.tolerance);
            return Err(wrong(format!("the rating {rating}"), expected));
        }
        let signature = fingerprint(&self.game.signature(&task.level)?);
        match self.seen.insert(signature, id.into()) {
            Some(other) => Err(wrong(format!("the same game as {other}"), "another".into())),
            None => Ok(true),
        }
    }

    fn task(&self, row: &MadeRow) -> Result<Task, Fault> {
        let name = self.game.about().name;
        let id = row.level.id.parse::<LevelId>();
        let other = id.as_ref().is_ok_and(|id| id.game != name);
        if other {
            let expected = format!("a level of {name}");
            return Err(Fault::new(&row.level.id, quoted(&row.level.id), expected));
        }
        let variant = match (&row.level.variant, &id) {
            (variant, Ok(id)) if variant.is_empty() => self.game.variant_of(id)?,
            (variant, _) => variant.clone(),
        };
        Ok(Task {
            game: self.game,
            level: Level::Written {
                name: row.level.id.clone(),
                variant,
                text: row.level.level.clone(),
            },
            place: String::new(),
        })
    }

    /// The board of an id, where the level has one.
    fn dealt(&self, id: &str) -> Result<Option<String>, Fault> {
        match id.parse::<LevelId>() {
            Ok(id) => Ok(Some(self.game.level(&Level::Dealt(id))?.level)),
            Err(_) => Ok(None),
        }
    }
}
