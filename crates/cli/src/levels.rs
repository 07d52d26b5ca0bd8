//! Levels as every verb reads them: ids, ranges, files and standard input,
//! one after another and never more of them in memory than needed.

mod content;

use crate::lines::{self, STDIN};
use anyhow::Result;
use content::Content;
pub(crate) use content::{RowLevel, label_line};
use engine::notation::quoted;
use engine::{Fault, Game, IdRange, Level};
use games::GAMES;
use std::collections::VecDeque;
use std::path::Path;

/// The arguments that name levels.
#[derive(clap::Args, Clone)]
pub(crate) struct LevelArgs {
    /// Ids (freecell:ms#617), ranges (freecell:ms#1-32000), files, or - for
    /// standard input; files hold ids, boards or JSON rows
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<String>,
    /// The game of boards that do not name theirs [default: what the file's
    /// ending tells, or freecell]
    #[arg(long)]
    game: Option<String>,
    /// The variant of boards that do not name theirs [default: the game's first]
    #[arg(long)]
    variant: Option<String>,
}

impl LevelArgs {
    /// Levels of which each names its game.
    pub(crate) fn named(levels: Vec<String>) -> LevelArgs {
        LevelArgs {
            levels,
            game: None,
            variant: None,
        }
    }

    /// The arguments as given.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.levels.iter().map(String::as_str)
    }

    /// Game and variant of boards that do not name theirs.
    pub(crate) fn defaults(&self) -> Result<Defaults, Fault> {
        Ok(Defaults {
            game: match &self.game {
                Some(name) => find_game(name)?,
                None => GAMES[0],
            },
            variant: self.variant.clone().unwrap_or_default(),
            told: self.game.is_some(),
        })
    }

    /// The one level that they name, and what to try with several.
    pub(crate) fn only(&self, hint: &str) -> Result<Task> {
        let mut levels = Levels::open(self)?;
        let first = levels.next().transpose()?;
        let task = first.ok_or_else(|| Fault::new("levels", "none", "one level"))?;
        match levels.next().transpose()? {
            Some(second) => {
                let fault = Fault::new(second.level.name(), "a second level", "one level");
                Err(fault.hint(hint).into())
            }
            None => Ok(task),
        }
    }

    /// The arguments as given, to be spelled out.
    pub(crate) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.levels.iter_mut()
    }
}

/// A level with its game, and where it was read.
pub(crate) struct Task {
    pub(crate) game: &'static dyn Game,
    pub(crate) level: Level,
    /// Empty for levels named on the command line.
    pub(crate) place: String,
}

impl Task {
    /// The same fault with the place of this level before its own.
    pub(crate) fn locate(&self, fault: Fault) -> Fault {
        located(&self.place, fault)
    }
}

/// Puts a place before a fault's own.
fn located(place: &str, mut fault: Fault) -> Fault {
    if !place.is_empty() {
        fault.place = format!("{place}: {}", fault.place);
    }
    fault
}

/// Finds a game by name.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Fault> {
    let found = GAMES.iter().find(|game| game.about().name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.about().name).collect();
        Fault::new("game", quoted(name), format!("one of {}", names.join(", ")))
            .hint("`stumper games` lists them")
    })
}

/// Game and variant of boards that do not name theirs.
#[derive(Clone)]
pub(crate) struct Defaults {
    game: &'static dyn Game,
    variant: String,
    /// Whether the user named the game.
    told: bool,
}

impl Defaults {
    /// Boards of this game.
    pub(crate) fn of(game: &'static dyn Game) -> Defaults {
        Defaults {
            game,
            variant: String::new(),
            told: true,
        }
    }

    /// The same for boards of a file, whose ending may tell the game.
    fn of_file(&self, name: &str) -> Defaults {
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
    pub(crate) fn game(&self) -> &'static dyn Game {
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
    fn new(range: IdRange, place: String) -> Result<Counting, Fault> {
        let game = find_game(&range.game).map_err(|fault| located(&place, fault))?;
        let next = Some(range.first);
        Ok(Counting {
            game,
            range,
            next,
            place,
        })
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

enum Input {
    Range(Counting),
    /// A file that has not been opened yet.
    Named(String),
    Open(Box<Content>),
}

/// The levels that a call names, in order.
pub(crate) struct Levels {
    inputs: VecDeque<Input>,
    defaults: Defaults,
    total: Option<u64>,
    reads_stdin: bool,
}

impl Levels {
    /// Checks the arguments, and deals both ends of each range, so that most
    /// mistakes are told before any work is done.
    pub(crate) fn open(args: &LevelArgs) -> Result<Levels, Fault> {
        let mut levels = Levels {
            inputs: VecDeque::new(),
            defaults: args.defaults()?,
            total: Some(0),
            reads_stdin: false,
        };
        for text in &args.levels {
            if IdRange::is_meant_by(text) {
                if args.variant.is_some() {
                    return Err(Fault::new("--variant", quoted(text), "boards, not ids")
                        .hint("an id names its variant itself, as in freecell:eight-off#617"));
                }
                levels.add_range(text.parse()?)?;
            } else {
                levels.add_file(text)?;
            }
        }
        Ok(levels)
    }

    fn add_range(&mut self, range: IdRange) -> Result<(), Fault> {
        let counting = Counting::new(range, String::new())?;
        let range = &counting.range;
        for number in [range.first, range.last] {
            counting.game.level(&Level::Dealt(range.id(number)))?;
        }
        self.total = self.total.map(|n| n.saturating_add(range.count()));
        self.inputs.push_back(Input::Range(counting));
        Ok(())
    }

    fn add_file(&mut self, name: &str) -> Result<(), Fault> {
        if name != STDIN {
            lines::check_file(name)?;
        } else if std::mem::replace(&mut self.reads_stdin, true) {
            return Err(Fault::new("levels", "- twice", "standard input once"));
        }
        self.total = None;
        self.inputs.push_back(Input::Named(name.to_string()));
        Ok(())
    }

    /// How many there are, if that is known.
    pub(crate) fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether some come from standard input, which may be slow.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.reads_stdin
    }

    /// The games named on the command line.
    pub(crate) fn games(&self) -> impl Iterator<Item = &'static dyn Game> {
        self.inputs.iter().filter_map(|input| match input {
            Input::Range(counting) => Some(counting.game),
            _ => None,
        })
    }

    /// The variant of all levels, where that is known and the same.
    pub(crate) fn variant(&self) -> Option<String> {
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

    fn step(&mut self) -> Result<Option<Task>, Fault> {
        while let Some(input) = self.inputs.front_mut() {
            let task = match input {
                Input::Range(counting) => counting.next(),
                Input::Open(content) => content.next()?,
                Input::Named(name) => {
                    let content = Content::open(name, self.defaults.of_file(name))?;
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
    type Item = Result<Task>;

    fn next(&mut self) -> Option<Result<Task>> {
        let step = self.step();
        if step.is_err() {
            self.inputs.clear();
        }
        step.map_err(Into::into).transpose()
    }
}
