//! Packs: graded levels in one file that a game can load, and the check of
//! every claim in it.

use crate::equation::Equation;
use crate::fingerprint::fingerprint;
use crate::rating::{Book, Calibration, RateWorker};
use engine::notation::quoted;
use engine::record::{Lengths, MadeRow, RateRow, Rating};
use engine::{Budget, Fault, Game, Level, LevelId, Settings, Task, Verdict, Watch};
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
    /// How many levels there are.
    pub count: u64,
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
        if pack.pack != VERSION {
            let found = format!("a pack of version {}", pack.pack);
            return Err(Fault::new(place, found, format!("version {VERSION}")));
        }
        if let Some((found, expected)) = pack.equation.wrong() {
            return Err(Fault::new(format!("{place}, equation"), found, expected));
        }
        let levels = pack.levels.len() as u64;
        if levels != pack.count || levels == 0 {
            let expected = format!("{}, as its count says, and one at least", pack.count);
            return Err(Fault::new(place, format!("{levels} levels"), expected));
        }
        if !(pack.tolerance > 0.0 && pack.tolerance <= 9.0) {
            let found = format!("the tolerance {:e}", pack.tolerance);
            return Err(Fault::new(place, found, "a number above 0, to 9"));
        }
        Ok(pack)
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
    /// and that no other level is the same game. Gives the solution's lengths;
    /// nothing if interrupted.
    pub fn check(&mut self, index: usize, watch: &dyn Watch) -> Result<Option<Lengths>, Fault> {
        let row = &self.pack.levels[index];
        let task = self.task(row)?;
        if row.verdict != Some(Verdict::Solved) {
            let found = row.verdict.map_or("none", Verdict::name);
            return Err(Fault::new("its outcome", found, "solved"));
        }
        let Some(solution) = &row.solution else {
            return Err(Fault::new("its solution", "none", "one"));
        };
        let verdict = self.game.verify(&task.level, solution.as_str())?;
        if !verdict.valid {
            let found = verdict.fault.unwrap_or_default();
            return Err(Fault::new("its solution", found, "a right one"));
        }
        let Some(rated) = self.worker.rate(&task, watch)? else {
            return Ok(None);
        };
        self.check_rating(index, row, &rated)?;
        let signature = fingerprint(&self.game.signature(&task.level)?);
        match self.seen.insert(signature, row.level.id.clone()) {
            Some(other) => Err(Fault::new(
                "it",
                format!("the same game as {other}"),
                "another",
            )),
            None => Ok(Some(verdict.lengths)),
        }
    }

    fn check_rating(&self, index: usize, row: &MadeRow, rated: &RateRow) -> Result<(), Fault> {
        let number = |rating: &Option<Rating>| rating.as_ref().map_or(f64::NAN, |r| r.rating);
        let (claimed, found) = (number(&row.rating), number(&rated.rating));
        if claimed.to_bits() != found.to_bits() {
            let claimed = format!("{claimed:.4e}");
            return Err(Fault::new("its rating", claimed, found.to_string()));
        }
        if row.rating != rated.rating {
            let found = "another interval, word, scale or other parts";
            return Err(Fault::new(
                "its rating",
                found,
                "those that its measures give",
            ));
        }
        let target = self.pack.target(index);
        let off = (claimed - target).abs();
        // Ratings have two digits.
        match off.is_nan() || off > self.pack.tolerance + 0.005 {
            false => Ok(()),
            true => {
                let expected = format!("{target:.2} ± {}", self.pack.tolerance);
                Err(Fault::new("its rating", claimed.to_string(), expected))
            }
        }
    }

    /// The level as it is written, whose id must make the same board.
    fn task(&self, row: &MadeRow) -> Result<Task, Fault> {
        let name = self.game.about().name;
        let id: LevelId = row.level.id.parse()?;
        if id.game != name {
            let expected = format!("a level of {name}");
            return Err(Fault::new("its id", quoted(&row.level.id), expected));
        }
        let variant = self.game.variant_of(&id)?;
        let dealt = self.game.level(&Level::Dealt(id))?;
        if dealt.level != row.level.level {
            let expected = format!("that of {}", row.level.id);
            return Err(Fault::new("its board", "another", expected));
        }
        let stated = row.level.variant.as_str();
        Ok(Task {
            game: self.game,
            level: Level::Written {
                name: row.level.id.clone(),
                variant: if stated.is_empty() {
                    variant
                } else {
                    stated.into()
                },
                text: row.level.level.clone(),
            },
            place: String::new(),
        })
    }
}
