//! People's ratings as files: one row a play (player, level, rating, whether
//! it was solved, seconds, moves, and whatever else was noted), or one row a
//! level with means and how much each counts. Beside them the measures of
//! levels, which are joined to ratings by the level's id. They may stand in
//! the same file, in columns that begin with [`MEASURE`]. [`simulated`] makes
//! ratings by a known equation.

mod sheet;
pub mod simulated;

use crate::fit::{Rows, part};
use crate::mixed::{Mixed, Rating, crossed, with_ends, with_slopes};
use crate::statistics::sample::mean;
use engine::Fault;
use engine::notation::quoted;
use nalgebra::DMatrix;
use sheet::{Row, Sheet};
use std::collections::{HashMap, HashSet};

const LEVEL: [&str; 2] = ["level", "id"];
const PLAYER: [&str; 1] = ["player"];
const SOLVED: [&str; 1] = ["solved"];
/// How much a level's mean counts.
const WEIGHT: [&str; 4] = ["weight", "solved", "plays", "ratings"];
/// Columns that are never measures.
const NO_MEASURES: [&str; 6] = ["level", "id", "game", "variant", "outcome", "limit"];
/// What a column of measures begins with in a file of ratings.
pub const MEASURE: &str = "measure_";
/// What a column of answers of the player begins with.
pub const ANSWER: &str = "answer_";
/// Columns that are never targets.
const NO_TARGETS: [&str; 8] = [
    "id", "play", "study", "game", "variant", "phase", "opened", "closed",
];
/// The usual target, by the first of its names that is there.
pub const USUAL_TARGETS: [&str; 2] = ["rating", "difficulty"];

/// What was said of levels.
pub struct Ratings {
    place: String,
    /// The levels in the order of the file.
    pub levels: Vec<String>,
    /// What was said or counted, by name.
    pub targets: Vec<String>,
    said: Said,
}

enum Said {
    /// A row a play: the level, the player, and a number for each target.
    Plays(Vec<(usize, usize, Vec<Option<f64>>)>),
    /// A row a level: how much it counts, and a number for each target.
    Means(Vec<(f64, Vec<Option<f64>>)>),
}

/// One number a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The levels of which there is one.
    pub levels: Vec<String>,
    /// The number of each.
    pub values: Vec<f64>,
    /// How much it counts.
    pub weights: Vec<f64>,
    /// The covariance of what is not known of the numbers, where a model
    /// tells it.
    pub doubt: Option<DMatrix<f64>>,
    /// How it was found, in words.
    pub words: String,
}

/// How the ratings of several players become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Players {
    /// By their mean.
    Means,
    /// By a model in which players have an offset of their own.
    Mixed,
    /// The same for whole ratings on a scale with these ends, at which a
    /// rating says no more than that it would not be further inwards.
    Ends([f64; 2]),
    /// An offset, and a slope and a noise of their own.
    Slopes,
}

/// All that a file of ratings may hold.
pub struct RatingsFile {
    /// What was said of levels.
    pub ratings: Ratings,
    /// Their measures, where columns have them.
    pub measures: Option<MeasureTable>,
    /// The game, where a column tells it.
    pub game: Option<String>,
}

impl RatingsFile {
    /// Reads a file; of one of its games, where it has several.
    pub fn read(place: &str, text: &str, game: Option<&str>) -> Result<RatingsFile, Fault> {
        let mut sheet = Sheet::read(place, text)?;
        let game = sheet.keep_game(game)?;
        Ok(RatingsFile {
            ratings: Ratings::of(&sheet, place)?,
            measures: MeasureTable::within(&sheet, place)?,
            game,
        })
    }
}

impl Ratings {
    /// Reads a file of ratings.
    pub fn read(place: &str, text: &str) -> Result<Ratings, Fault> {
        Ratings::of(&Sheet::read(place, text)?, place)
    }

    fn of(sheet: &Sheet, place: &str) -> Result<Ratings, Fault> {
        let level = sheet.need(&LEVEL)?;
        match sheet.find(&PLAYER) {
            Some(player) => Ratings::of_plays(sheet, place, level, player),
            None => Ratings::of_means(sheet, place, level),
        }
    }

    /// What players said of levels, each of them once: player, level and
    /// rating.
    pub fn of_rated<'a>(
        place: &str,
        rated: impl IntoIterator<Item = (&'a str, &'a str, f64)>,
    ) -> Ratings {
        let (mut levels, mut players) = (Names::default(), Names::default());
        let play = |(player, level, rating): (&str, &str, f64)| {
            let (of, by) = (levels.index(level), players.index(player));
            (of, by, vec![Some(rating)])
        };
        let plays = rated.into_iter().map(play).collect();
        Ratings {
            place: place.into(),
            levels: levels.names,
            targets: vec![USUAL_TARGETS[0].into()],
            said: Said::Plays(plays),
        }
    }

    fn of_plays(sheet: &Sheet, place: &str, level: usize, player: usize) -> Result<Self, Fault> {
        let solved = sheet.find(&SOLVED);
        let fixed = [Some(level), Some(player), solved];
        let columns = targets(sheet, &fixed.into_iter().flatten().collect::<Vec<_>>())?;
        let (mut levels, mut players) = (Names::default(), Names::default());
        let (mut plays, mut seen) = (Vec::new(), HashSet::new());
        for row in &sheet.rows {
            let who = name(sheet, row, player)?;
            let of = name(sheet, row, level)?;
            if !seen.insert((of, who)) {
                let found = format!(
                    "a second play of {} by {}",
                    row.cells[level], row.cells[player]
                );
                return Err(Fault::new(
                    sheet.at(row),
                    found,
                    "one row a player and level",
                ));
            }
            // Who gave a level up did not rate it.
            if let Some(column) = solved
                && !yes(sheet, row, column)?
            {
                continue;
            }
            let numbers = columns.iter().map(|&column| sheet.number(row, column));
            let (of, by) = (levels.index(of), players.index(who));
            plays.push((of, by, numbers.collect::<Result<_, _>>()?));
        }
        Ok(Ratings {
            place: place.into(),
            levels: levels.names,
            targets: columns.iter().map(|&c| sheet.columns[c].clone()).collect(),
            said: Said::Plays(plays),
        })
    }

    fn of_means(sheet: &Sheet, place: &str, level: usize) -> Result<Self, Fault> {
        let weight = sheet.find(&WEIGHT);
        let columns = targets(sheet, &[level])?;
        let mut levels = Names::default();
        let mut means = Vec::new();
        for row in &sheet.rows {
            let of = name(sheet, row, level)?;
            if levels.index(of) < means.len() {
                let found = format!("{} again", row.cells[level]);
                return Err(Fault::new(sheet.at(row), found, "one row a level")
                    .hint("a column `player` makes it one row a play"));
            }
            let counts = match weight {
                Some(column) => sheet.number(row, column)?.unwrap_or_default(),
                None => 1.0,
            };
            if counts < 0.0 {
                let found = format!("a weight of {counts}");
                return Err(Fault::new(sheet.at(row), found, "zero or more"));
            }
            let numbers = columns.iter().map(|&column| sheet.number(row, column));
            means.push((counts, numbers.collect::<Result<_, _>>()?));
        }
        Ok(Ratings {
            place: place.into(),
            levels: levels.names,
            targets: columns.iter().map(|&c| sheet.columns[c].clone()).collect(),
            said: Said::Means(means),
        })
    }

    /// The name of the target that is meant: one that is there, or the usual.
    pub fn target(&self, named: Option<&str>) -> Result<&str, Fault> {
        let find = |name: &str| self.targets.iter().find(|target| *target == name);
        let found = match named {
            Some(name) => find(name),
            None => USUAL_TARGETS.iter().find_map(|name| find(name)),
        };
        found.map(String::as_str).ok_or_else(|| {
            let found = match named {
                Some(name) => format!("no column {}", quoted(name)),
                None => format!("no column {}", USUAL_TARGETS.join(" or ")),
            };
            let expected = format!("one of {}", self.targets.join(", "));
            Fault::new(&self.place, found, expected).hint("--target names what to predict")
        })
    }

    /// Whether players are told apart.
    pub fn has_players(&self) -> bool {
        matches!(self.said, Said::Plays(_))
    }

    /// One number a level for a target.
    pub fn summary(&self, target: &str, players: Players) -> Result<Summary, Fault> {
        let name = self.target(Some(target))?;
        let column = self.targets.iter().position(|known| known == name);
        let column = column.unwrap_or_default();
        match (&self.said, players) {
            (Said::Means(means), Players::Means) => {
                let rows = means
                    .iter()
                    .map(|(weight, numbers)| (numbers[column], *weight));
                Ok(self.collect(rows, "means as given"))
            }
            (Said::Means(_), _) => {
                let fault = Fault::new(&self.place, "one row a level", "one row a play");
                Err(fault.hint("a column `player` tells who played; --players means does without"))
            }
            (Said::Plays(plays), players) => {
                let rating = |(level, player, numbers): &(usize, usize, Vec<Option<f64>>)| {
                    numbers[column].map(|value| Rating {
                        level: *level,
                        player: *player,
                        value,
                    })
                };
                let ratings: Vec<Rating> = plays.iter().filter_map(rating).collect();
                self.of_ratings(&ratings, players)
            }
        }
    }

    fn of_ratings(&self, ratings: &[Rating], players: Players) -> Result<Summary, Fault> {
        let mut of_level = vec![Vec::new(); self.levels.len()];
        for rating in ratings {
            of_level[rating.level].push(rating.value);
        }
        let model = match players {
            Players::Means => {
                let rows = of_level.iter().map(|all| (mean(all), all.len() as f64));
                return Ok(self.collect(rows, "means of plays"));
            }
            // A slope of few players cannot be told from the levels' spread.
            Players::Slopes if several(ratings) => with_slopes(ratings),
            Players::Mixed | Players::Slopes => crossed(ratings),
            Players::Ends(ends) => with_ends(ratings, ends),
        };
        let model = model.ok_or_else(|| {
            let found = format!("{} ratings, or all the same", ratings.len());
            Fault::new(
                &self.place,
                found,
                "ratings that tell levels and players apart",
            )
        })?;
        let row = |(level, all): (usize, &Vec<f64>)| match all.is_empty() {
            true => (None, 0.0),
            false => (Some(model.difficulty(level)), model.worth(level)),
        };
        let mut summary = self.collect(of_level.iter().enumerate().map(row), &words(&model));
        let rated: Vec<usize> = (0..of_level.len())
            .filter(|&level| !of_level[level].is_empty())
            .collect();
        summary.doubt = model.doubt.as_ref().map(|doubt| part(doubt, &rated));
        Ok(summary)
    }

    fn collect(&self, rows: impl Iterator<Item = (Option<f64>, f64)>, words: &str) -> Summary {
        let mut summary = Summary {
            levels: Vec::new(),
            values: Vec::new(),
            weights: Vec::new(),
            doubt: None,
            words: words.into(),
        };
        for (level, (value, weight)) in self.levels.iter().zip(rows) {
            if let Some(value) = value {
                summary.levels.push(level.clone());
                summary.values.push(value);
                summary.weights.push(weight);
            }
        }
        summary
    }
}

/// Whether there are players enough to tell how widely each uses the scale.
fn several(ratings: &[Rating]) -> bool {
    const SEVERAL: usize = 5;
    let players: HashSet<usize> = ratings.iter().map(|rating| rating.player).collect();
    players.len() >= SEVERAL
}

fn words(model: &Mixed) -> String {
    let spread = model.variances;
    let slopes = spread.slope.map_or(String::new(), |slope| {
        format!(", slopes {:.2}", slope.sqrt())
    });
    format!(
        "a mixed model: mean {:.2}, standard deviations of levels {:.2}, players {:.2}{slopes}, noise {:.2}",
        model.mean,
        spread.level.sqrt(),
        spread.player.sqrt(),
        spread.noise.sqrt()
    )
}

/// Names in the order in which they come.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Names {
    fn index(&mut self, name: &str) -> usize {
        if let Some(index) = self.places.get(name) {
            return *index;
        }
        self.names.push(name.to_string());
        self.places.insert(name.to_string(), self.names.len() - 1);
        self.names.len() - 1
    }
}

/// A name, which may not be empty.
fn name<'a>(sheet: &Sheet, row: &'a Row, column: usize) -> Result<&'a str, Fault> {
    match row.cells[column].as_str() {
        "" => {
            let found = format!("no {}", sheet.columns[column]);
            Err(Fault::new(sheet.at(row), found, "a name in every row"))
        }
        name => Ok(name),
    }
}

fn yes(sheet: &Sheet, row: &Row, column: usize) -> Result<bool, Fault> {
    match row.cells[column].to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        other => {
            let found = format!("{} = {}", sheet.columns[column], quoted(other));
            Err(Fault::new(sheet.at(row), found, "true or false"))
        }
    }
}

/// The columns that may be predicted: numbers that are neither measures nor
/// answers.
fn targets(sheet: &Sheet, fixed: &[usize]) -> Result<Vec<usize>, Fault> {
    let other = |name: &str| {
        NO_TARGETS.contains(&name) || name.starts_with(MEASURE) || name.starts_with(ANSWER)
    };
    let columns = (0..sheet.columns.len()).filter(|column| other(&sheet.columns[*column]));
    numeric(
        sheet,
        &columns.chain(fixed.iter().copied()).collect::<Vec<_>>(),
    )
}

/// The columns of numbers, without these. A column without any number is
/// words, and left out; one with some of each is a fault at its first word.
fn numeric(sheet: &Sheet, without: &[usize]) -> Result<Vec<usize>, Fault> {
    let is_number = |text: &String| text.parse::<f64>().is_ok();
    let mut columns = Vec::new();
    for column in (0..sheet.columns.len()).filter(|column| !without.contains(column)) {
        let mut cells = sheet.rows.iter().map(|row| &row.cells[column]);
        if cells.any(is_number) {
            for row in &sheet.rows {
                sheet.number(row, column)?;
            }
            columns.push(column);
        }
    }
    Ok(columns)
}

/// Measures of levels.
pub struct MeasureTable {
    place: String,
    names: Vec<String>,
    rows: HashMap<String, Vec<Option<f64>>>,
}

impl MeasureTable {
    /// No levels yet; rows are added.
    pub fn new(place: &str, names: Vec<String>) -> MeasureTable {
        MeasureTable {
            place: place.into(),
            names,
            rows: HashMap::new(),
        }
    }

    /// Adds a level.
    pub fn add(&mut self, level: String, values: Vec<Option<f64>>) {
        self.rows.insert(level, values);
    }

    /// Reads a file of measures, as `stumper measure` writes it.
    pub fn read(place: &str, text: &str) -> Result<MeasureTable, Fault> {
        let sheet = Sheet::read(place, text)?;
        let level = sheet.need(&["id", "level"])?;
        let fixed = |column: &usize| NO_MEASURES.contains(&sheet.columns[*column].as_str());
        let without: Vec<usize> = (0..sheet.columns.len()).filter(fixed).collect();
        let columns = numeric(&sheet, &without)?;
        let names = columns.iter().map(|&c| sheet.columns[c].clone());
        let mut table = MeasureTable::new(place, names.collect());
        for row in &sheet.rows {
            let id = name(&sheet, row, level)?.to_string();
            let values = columns.iter().map(|&column| sheet.number(row, column));
            let values = values.collect::<Result<_, _>>()?;
            if table.rows.contains_key(&id) {
                let found = format!("{id} again");
                return Err(Fault::new(sheet.at(row), found, "one row a level"));
            }
            table.add(id, values);
        }
        Ok(table)
    }

    /// The measures that stand in a file of ratings, if there are any.
    fn within(sheet: &Sheet, place: &str) -> Result<Option<MeasureTable>, Fault> {
        let level = sheet.need(&LEVEL)?;
        let other = |column: &usize| !sheet.columns[*column].starts_with(MEASURE);
        let others: Vec<usize> = (0..sheet.columns.len()).filter(other).collect();
        let columns = numeric(sheet, &others)?;
        if columns.is_empty() {
            return Ok(None);
        }
        let names = columns
            .iter()
            .map(|&c| sheet.columns[c][MEASURE.len()..].to_string());
        let mut table = MeasureTable::new(place, names.collect());
        for row in &sheet.rows {
            let id = name(sheet, row, level)?;
            let values = columns.iter().map(|&column| sheet.number(row, column));
            let values: Vec<Option<f64>> = values.collect::<Result<_, _>>()?;
            if table.rows.get(id).is_some_and(|known| *known != values) {
                let found = format!("other measures of {id} than before");
                return Err(Fault::new(sheet.at(row), found, "the same in every row"));
            }
            table.add(id.to_string(), values);
        }
        Ok(Some(table))
    }

    /// Joins measures to what was said of levels. Measures that some of these
    /// levels do not have are left out, and named beside.
    pub fn join(&self, summary: &Summary) -> Result<(Rows, Vec<String>), Fault> {
        let found = |level: &String| {
            self.rows.get(level).ok_or_else(|| {
                let found = format!("no measures of {}", quoted(level));
                Fault::new(&self.place, found, "a row for every level that was rated")
                    .hint("levels are joined by their ids, letter by letter")
            })
        };
        let lines: Vec<&Vec<Option<f64>>> =
            summary.levels.iter().map(found).collect::<Result<_, _>>()?;
        let mut rows = Rows {
            levels: summary.levels.clone(),
            target: summary.values.clone(),
            weights: summary.weights.clone(),
            doubt: summary.doubt.clone(),
            ..Rows::default()
        };
        let mut incomplete = Vec::new();
        for (column, name) in self.names.iter().enumerate() {
            match lines.iter().map(|line| line[column]).collect() {
                Some(values) => {
                    rows.measures.push(name.clone());
                    rows.values.push(values);
                }
                None => incomplete.push(name.clone()),
            }
        }
        Ok((rows, incomplete))
    }
}

#[cfg(test)]
mod tests;
