//! Games and levels as the page lists them.

use serde::Serialize;
use std::ffi::OsStr;
use std::io::Cursor;
use stumper::equation::Scale;
use stumper::pack::PackFile;
use stumper::rating::words;
use stumper::record::{MadeRow, Rating};
use stumper::{
    Budget, Defaults, Detail, Fault, GAMES, Game, Levels, Lines, Settings, Source, Task, Unwatched,
    book, find_game,
};

/// A game as the page shows it.
#[derive(Serialize)]
pub struct GameInfo {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    variants: &'static [(&'static str, &'static str)],
    options: Vec<OptionInfo>,
    example: &'static str,
    ladder: &'static [&'static str],
    hidden: bool,
    metrics: &'static [&'static str],
    scale: &'static str,
    difficulties: Vec<(&'static str, [f64; 2])>,
}

#[derive(Serialize)]
struct OptionInfo {
    name: &'static str,
    summary: &'static str,
    default: &'static str,
}

/// All games.
pub fn games() -> Result<Vec<GameInfo>, Fault> {
    let book = book()?;
    let info = |game: &&'static dyn Game| {
        let about = game.about();
        let scale = book.equation(*game).ok().map(|equation| equation.scale);
        let option = |setting: &stumper::Setting| OptionInfo {
            name: setting.name,
            summary: setting.summary,
            default: setting.default,
        };
        GameInfo {
            name: about.name,
            title: about.title,
            summary: about.summary,
            variants: about.variants,
            options: game.options().iter().map(option).collect(),
            example: about.example,
            ladder: about.ladder,
            hidden: game.hidden().is_some(),
            metrics: about.metrics,
            scale: scale.map_or("", Scale::name),
            difficulties: scale.map_or(Vec::new(), |scale| words(scale).to_vec()),
        }
    };
    Ok(GAMES.iter().map(info).collect())
}

/// A level that can be started.
#[derive(Serialize)]
pub struct LevelInfo {
    id: String,
    game: String,
    variant: String,
    board: String,
    rating: Option<Rating>,
}

impl LevelInfo {
    /// A level that was made, with its rating.
    pub fn of_made(game: &str, row: &MadeRow) -> LevelInfo {
        LevelInfo {
            id: row.level.id.clone(),
            game: game.to_string(),
            variant: row.level.variant.clone(),
            board: row.level.level.clone(),
            rating: row.rating.clone(),
        }
    }
}

/// Text that somebody pasted or dropped.
struct Pasted(String);

impl Source for Pasted {
    fn check(&self, _: &OsStr) -> Result<(), Fault> {
        Ok(())
    }

    fn open(&self, _: &OsStr) -> Result<Lines, Fault> {
        let input = Cursor::new(self.0.clone().into_bytes());
        Ok(Lines::new("pasted text", Box::new(input)))
    }
}

fn pasted(text: &str, game: &str, variant: &str) -> Result<Levels, Fault> {
    let game = (!game.is_empty()).then_some(game);
    let defaults = Defaults::new(game, variant)?;
    Levels::open(["-".into()], defaults, Pasted(text.to_string()))
}

/// The levels of a text. Where nobody named the game, the first game whose
/// boards they are; a text that is none's is told as the first one sees it.
fn pasted_tasks(text: &str, game: &str, variant: &str) -> Result<Vec<Task>, Fault> {
    let read = |game: &str| -> Result<Vec<Task>, Fault> {
        let tasks: Result<Vec<Task>, Fault> = pasted(text, game, variant)?.take(MOST).collect();
        for task in tasks.iter().flatten() {
            task.game
                .level(&task.level)
                .map_err(|why| task.locate(why))?;
        }
        tasks
    };
    let first = match read(game) {
        Err(fault) if game.is_empty() => fault,
        read => return read,
    };
    let names = GAMES.iter().map(|game| game.about().name);
    let found = names.skip(1).find_map(|name| read(name).ok());
    found.ok_or_else(|| first.hint("name the game if the text does not"))
}

/// The level that an id names, or that is written.
pub fn task(level: &str, game: &str, variant: &str) -> Result<Task, Fault> {
    match is_id(level) {
        true => stumper::level(level),
        false => {
            let mut tasks = pasted_tasks(level, game, variant)?.into_iter();
            match (tasks.next(), tasks.next()) {
                (Some(task), None) => Ok(task),
                (None, _) => Err(Fault::new("board", "nothing", "a board")),
                (_, Some(_)) => Err(Fault::new("board", "more than one", "one board")),
            }
        }
    }
}

/// Whether a text is an id, and neither a board nor a row.
fn is_id(text: &str) -> bool {
    !text.contains(['\n', '{', '"']) && stumper::IdRange::is_meant_by(text)
}

/// Most levels that are taken from one text.
const MOST: usize = 10_000;

/// The levels of a text: a pack, rows, or boards.
pub fn read(text: &str, game: &str) -> Result<Vec<LevelInfo>, Fault> {
    let object = text.trim_start().starts_with('{');
    if object && text.contains("\"made_by\"") && text.contains("\"pack\"") {
        let pack = PackFile::read("pack", text)?;
        find_game(&pack.game)?;
        let levels = pack.levels.iter();
        return Ok(levels
            .map(|row| LevelInfo::of_made(&pack.game, row))
            .collect());
    }
    let mut levels = Vec::new();
    let all = match is_id(text.trim()) {
        true => Levels::of_ids(text.trim())?.take(MOST).collect(),
        false => pasted_tasks(text, game, ""),
    };
    for task in all? {
        let row = task
            .game
            .level(&task.level)
            .map_err(|why| task.locate(why))?;
        levels.push(LevelInfo {
            id: row.id,
            game: task.game.about().name.to_string(),
            variant: row.variant,
            board: row.level,
            rating: None,
        });
    }
    match levels.is_empty() {
        true => Err(Fault::new(
            "pasted text",
            "no level",
            "a board, rows or a pack",
        )),
        false => Ok(levels),
    }
}

/// States that a level of the day may take to be solved, and numbers that are
/// tried.
const EASILY: u64 = 20_000;
const NUMBERS: u64 = 100;

/// The level of a day: the first number after the date that can be won, which
/// is the same everywhere.
pub fn today(kind: &str, date: &str) -> Result<String, Fault> {
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    let day: u64 = match (digits.len(), digits.parse()) {
        (8, Ok(day)) => day,
        _ => return Err(Fault::new("date", date, "a date as 2026-11-16")),
    };
    let budget = Budget {
        states: Some(EASILY),
        ..Budget::default()
    };
    for number in 0..NUMBERS {
        let task = stumper::level(&format!("{kind}#{}", day * NUMBERS + number))?;
        let mut solver = task.game.solver("", &Settings::default())?;
        let row = solver.solve(&task.level, &budget, &Unwatched, Detail::default())?;
        if row.verdict.is_solved() && !row.moves.is_empty() {
            return Ok(task.level.name());
        }
    }
    Err(Fault::new("today", "no level that can be won", "one"))
}

/// A picture of a level as a player sees it.
pub fn draw(level: &str, game: &str, variant: &str) -> Result<String, Fault> {
    let task = task(level, game, variant)?;
    Ok(task.game.draw(&task.level, "")?.to_svg())
}
