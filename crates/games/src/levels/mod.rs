//! Levels as every front end reads them: ids, ranges, files and streams, one
//! after another and never more of them in memory than needed. Nothing here
//! opens a file: whoever can do so brings a [`Source`].

mod content;
mod lines;

pub use content::{Content, RowLevel, label_line};
pub use lines::{Line, Lines, parse_row};

use crate::shipped::{self, PACK};
use crate::{GAMES, find_game};
pub use engine::Task;
use engine::notation::quoted;
use engine::{Fault, Game, IdRange, Level, LevelId};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name under which standard input is asked for.
pub const STDIN: &str = "-";

/// Opens what levels are read from, by name.
pub trait Source: Send {
    /// Says early that something cannot be read, before any work is done.
    fn check(&self, name: &OsStr) -> Result<(), Fault>;
    /// Opens it.
    fn open(&self, name: &OsStr) -> Result<Lines, Fault>;
}

/// A source that has nothing, for front ends without files.
pub struct NoFiles;

impl Source for NoFiles {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        Err(not_found(name, "no level id"))
    }
    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        Err(not_found(name, "no level id"))
    }
}

/// The fault of an argument that is neither an id nor a file. Where it looks
/// like an id, the hint says what would work.
pub fn not_found(name: &OsStr, found: &str) -> Fault {
    let name = name.to_string_lossy();
    let fault = Fault::new(
        quoted(&name),
        found,
        "a file, a level id, or - for standard input",
    );
    let game_of = |game: &str| find_game(game).ok().map(|game| game.about());
    let hint = match name.split_once(':') {
        Some((game, number)) if is_number(number) && game_of(game).is_some() => {
            format!("write {game}#{number}")
        }
        Some((game, kind)) if game_of(game).is_some() => {
            format!("an id ends in its number, as in {game}:{kind}#1")
        }
        _ => match game_of(&name) {
            Some(about) => format!("an id looks like {}", about.example),
            None => "an id looks like freecell#617, a range like freecell#1-32000".into(),
        },
    };
    fault.hint(hint)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// Game and variant of boards that do not name theirs.
#[derive(Clone)]
pub struct Defaults {
    game: &'static dyn Game,
    variant: String,
    /// Whether the user named the game.
    told: bool,
}

impl Defaults {
    /// Boards of this game and variant; where nobody named the game, what a
    /// file's ending tells counts more.
    pub fn new(game: Option<&str>, variant: &str) -> Result<Defaults, Fault> {
        Ok(Defaults {
            game: game.map_or(Ok(GAMES[0]), find_game)?,
            variant: variant.to_string(),
            told: game.is_some(),
        })
    }

    /// Boards of this game.
    pub fn of(game: &'static dyn Game) -> Defaults {
        Defaults {
            game,
            variant: String::new(),
            told: true,
        }
    }

    /// The same for boards of a file, whose ending may tell the game.
    fn of_file(&self, name: &OsStr) -> Defaults {
        let ending = Path::new(name).extension().and_then(|e| e.to_str());
        let fits = |game: &&&'static dyn Game| {
            let extensions = game.about().extensions;
            ending.is_some_and(|e| extensions.iter().any(|known| known.eq_ignore_ascii_case(e)))
        };
        let mut defaults = self.clone();
        if let (false, Some(game)) = (self.told, GAMES.iter().find(fits)) {
            defaults.game = *game;
        }
        defaults
    }

    /// The game of boards that do not name theirs.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }
}

/// A range under way.
struct Counting {
    game: &'static dyn Game,
    range: IdRange,
    next: Option<u64>,
    place: String,
}

impl Counting {
    fn new(mut range: IdRange, place: String) -> Result<Counting, Fault> {
        let game = find_game(&range.game).map_err(|fault| fault.within(&place))?;
        if range.kind.is_empty() {
            range.kind = usual_kind(game);
        }
        let next = Some(range.first);
        Ok(Counting {
            game,
            range,
            next,
            place,
        })
    }

    /// Passes over so many numbers at most; tells over how many.
    fn pass(&mut self, count: u64) -> u64 {
        let Some(next) = self.next else { return 0 };
        let left = (self.range.last - next).saturating_add(1);
        let passed = left.min(count);
        self.next = next.checked_add(passed).filter(|n| *n <= self.range.last);
        passed
    }

    fn next(&mut self) -> Option<Task> {
        let number = self.next?;
        self.next = (number < self.range.last).then(|| number + 1);
        Some(Task {
            game: self.game,
            level: Level::Dealt(self.range.id(number)),
            place: self.place.clone(),
        })
    }
}

/// The kind of levels that a game's name alone stands for: its example's.
pub fn usual_kind(game: &dyn Game) -> String {
    let id = game.about().example.parse::<LevelId>();
    id.map_or_else(|_| String::new(), |id| id.kind)
}

/// The name of a pack, where that is meant.
fn pack_name(name: &OsStr) -> Option<&str> {
    name.to_str()?.strip_prefix(PACK)
}

enum Input {
    Range(Counting),
    /// A file that has not been opened yet.
    Named(OsString),
    Open(Box<Content>),
}

/// The levels that a call names, in order.
pub struct Levels {
    inputs: VecDeque<Input>,
    defaults: Defaults,
    source: Box<dyn Source>,
    total: Option<u64>,
    reads_stdin: bool,
}

impl Levels {
    /// Levels by id alone: `freecell:ms#617`, `freecell#1-32000`,
    /// `flow:9x9#1,5,9-12`.
    pub fn of_ids(ids: &str) -> Result<Levels, Fault> {
        Levels::open([OsString::from(ids)], Defaults::of(GAMES[0]), NoFiles)
    }

    /// Checks the arguments, so that most mistakes are told before any work is
    /// done. A name that could be an id is taken as one.
    pub fn open(
        names: impl IntoIterator<Item = OsString>,
        defaults: Defaults,
        source: impl Source + 'static,
    ) -> Result<Levels, Fault> {
        let mut levels = Levels {
            inputs: VecDeque::new(),
            defaults,
            source: Box::new(source),
            total: Some(0),
            reads_stdin: false,
        };
        for name in names {
            match name.to_str().filter(|text| IdRange::is_meant_by(text)) {
                Some(text) => levels.add_ids(text)?,
                None => levels.add_file(name)?,
            }
        }
        Ok(levels)
    }

    fn add_ids(&mut self, text: &str) -> Result<(), Fault> {
        if !self.defaults.variant.is_empty() {
            return Err(Fault::new("--variant", quoted(text), "boards, not ids")
                .hint("an id names its variant itself, as in freecell:eight-off#617"));
        }
        for range in IdRange::parse_all(text)? {
            let counting = Counting::new(range, String::new())?;
            let range = &counting.range;
            for number in [range.first, range.last] {
                counting.game.check_id(&range.id(number))?;
            }
            self.total = self.total.map(|n| n.saturating_add(range.count()));
            self.inputs.push_back(Input::Range(counting));
        }
        Ok(())
    }

    fn add_file(&mut self, name: OsString) -> Result<(), Fault> {
        if let Some(name) = pack_name(&name) {
            shipped::pack(name)?;
        } else if name != STDIN {
            self.source.check(&name)?;
        } else if std::mem::replace(&mut self.reads_stdin, true) {
            return Err(Fault::new("levels", "- twice", "standard input once"));
        }
        self.total = None;
        self.inputs.push_back(Input::Named(name));
        Ok(())
    }

    /// How many there are, if that is known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Passes over so many levels. Those of ranges are not counted one by one.
    pub fn pass(&mut self, mut count: u64) -> Result<(), Fault> {
        while count > 0 {
            let passed = match self.inputs.front_mut() {
                Some(Input::Range(counting)) => counting.pass(count),
                _ => 0,
            };
            count -= passed;
            if passed == 0 {
                match self.next().transpose()? {
                    Some(_) => count -= 1,
                    None => return Ok(()),
                }
            }
        }
        Ok(())
    }

    /// Whether some come from standard input, which may be slow.
    pub fn reads_stdin(&self) -> bool {
        self.reads_stdin
    }

    /// The games of the ids.
    pub fn games(&self) -> impl Iterator<Item = &'static dyn Game> {
        self.inputs.iter().filter_map(|input| match input {
            Input::Range(counting) => Some(counting.game),
            _ => None,
        })
    }

    /// The one game of all ids, or of boards that do not name theirs.
    pub fn one_game(&self) -> Result<&'static dyn Game, Fault> {
        let mut games = self.games();
        let Some(first) = games.next() else {
            return Ok(self.defaults.game);
        };
        match games.find(|game| game.about().name != first.about().name) {
            Some(other) => Err(other_game(other, first)),
            None => Ok(first),
        }
    }

    /// The variant of all levels, where that is known and the same.
    pub fn variant(&self) -> Option<String> {
        let variant = |input: &Input| match input {
            Input::Range(Counting { game, range, .. }) => {
                game.variant_of(&range.id(range.first)).ok()
            }
            _ => None,
        };
        let first = variant(self.inputs.front()?)?;
        let same = |input| variant(input).as_ref() == Some(&first);
        self.inputs.iter().all(same).then_some(first)
    }

    /// The one level that there is, and what to try with several.
    pub fn only(mut self, hint: &str) -> Result<Task, Fault> {
        let first = self.next().transpose()?;
        let task = first.ok_or_else(|| Fault::new("levels", "none", "one level"))?;
        match self.next().transpose()? {
            Some(second) => {
                let fault = Fault::new(second.level.name(), "a second level", "one level");
                Err(fault.hint(hint))
            }
            None => Ok(task),
        }
    }

    fn step(&mut self) -> Result<Option<Task>, Fault> {
        while let Some(input) = self.inputs.front_mut() {
            let task = match input {
                Input::Range(counting) => counting.next(),
                Input::Open(content) => content.next_task()?,
                Input::Named(name) => {
                    let (lines, file) = match pack_name(name) {
                        Some(name) => {
                            let pack = shipped::pack(name)?;
                            (pack.lines(), OsStr::new(pack.file))
                        }
                        None => (self.source.open(name)?, name.as_os_str()),
                    };
                    let content = Content::new(lines, self.defaults.of_file(file))?;
                    *input = Input::Open(Box::new(content));
                    continue;
                }
            };
            if task.is_some() {
                return Ok(task);
            }
            self.inputs.pop_front();
        }
        Ok(None)
    }
}

impl Iterator for Levels {
    type Item = Result<Task, Fault>;

    fn next(&mut self) -> Option<Result<Task, Fault>> {
        let step = self.step();
        if step.is_err() {
            self.inputs.clear();
        }
        step.transpose()
    }
}

/// Refuses a level of another game than the first one's.
pub fn of_game(task: &Task, game: &'static dyn Game) -> Result<(), Fault> {
    match task.game.about().name == game.about().name {
        true => Ok(()),
        false => Err(task.locate(other_game(task.game, game))),
    }
}

fn other_game(other: &dyn Game, first: &dyn Game) -> Fault {
    let found = format!("a level of {}", quoted(other.about().name));
    Fault::new(
        "levels",
        found,
        format!("levels of {} alone", first.about().name),
    )
}
