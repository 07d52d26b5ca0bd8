//! What a person played, kept from one call to the next: games under way, and
//! the levels that were won. It is one small JSON file, read before each
//! change and written whole under a lock, so that two programs do not undo
//! each other's changes.

use crate::files::write_whole;
use engine::{Fault, Level, LevelId, Task};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The variable that names the folder.
pub const FOLDER: &str = "STUMPER_STATE";
/// The file in that folder.
const NAME: &str = "play.json";
/// The layout of the file; another one is a foreign file.
const VERSION: u32 = 1;
/// How many games under way are kept; beyond it the oldest goes.
const MOST: usize = 200;

/// The folder that the user or the system names, if either does.
pub fn usual_folder() -> Option<PathBuf> {
    let usual = || dirs::state_dir().or_else(dirs::data_local_dir);
    named_folder().or_else(|| usual().map(|folder| folder.join("stumper")))
}

/// The folder that the user names, if they do.
pub fn named_folder() -> Option<PathBuf> {
    let named = std::env::var_os(FOLDER).filter(|name| !name.is_empty());
    named.map(PathBuf::from)
}

/// A level that was written out rather than named by an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    variant: String,
    text: String,
}

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    game: String,
    /// The level's id, or what it was called.
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    written: Option<Written>,
    /// Whether hidden cards were shown.
    pub open: bool,
    /// The moves made, each as text.
    pub moves: Vec<String>,
    /// How long it was played.
    pub seconds: u64,
}

impl Saved {
    /// A game of this level without moves.
    pub fn new(task: &Task, open: bool) -> Saved {
        let written = match &task.level {
            Level::Dealt(_) => None,
            Level::Written { variant, text, .. } => Some(Written {
                variant: variant.clone(),
                text: text.clone(),
            }),
        };
        Saved {
            game: task.game.about().name.to_string(),
            name: task.level.name(),
            written,
            open,
            moves: Vec::new(),
            seconds: 0,
        }
    }

    /// The level that is played.
    pub fn task(&self) -> Result<Task, Fault> {
        let game = games::find_game(&self.game)?;
        let level = match &self.written {
            None => Level::Dealt(self.name.parse()?),
            Some(Written { variant, text }) => Level::Written {
                name: self.name.clone(),
                variant: variant.clone(),
                text: text.clone(),
            },
        };
        Ok(Task {
            game,
            level,
            place: String::new(),
        })
    }

    /// What the level is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether both are games of one level. What a written level is called
    /// does not matter.
    fn is_same_level(&self, other: &Saved) -> bool {
        let same_level = match (&self.written, &other.written) {
            (None, None) => self.name == other.name,
            (mine, others) => mine == others,
        };
        self.game == other.game && same_level
    }
}

/// All that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    version: u32,
    /// Games under way, the last one played at the end.
    games: Vec<Saved>,
    /// Numbers of levels that were won, by game and kind.
    won: BTreeMap<String, BTreeSet<u64>>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept {
            version: VERSION,
            games: Vec::new(),
            won: BTreeMap::new(),
        }
    }
}

/// The file, and what it held when it was last read or written.
pub struct Saves {
    file: PathBuf,
    kept: Kept,
}

impl Saves {
    /// Reads what is kept in a folder. A file that is not one of ours is moved
    /// aside, and the second value says so.
    pub fn open(folder: &Path) -> (Saves, Option<String>) {
        let mut saves = Saves {
            file: folder.join(NAME),
            kept: Kept::default(),
        };
        let trouble = match saves.read() {
            Ok(()) => None,
            Err(why) => Some(saves.start_over(&why.to_string())),
        };
        (saves, trouble)
    }

    /// Reads the file; none is as good as an empty one.
    fn read(&mut self) -> io::Result<()> {
        let text = match fs::read_to_string(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.kept = Kept::default();
                return Ok(());
            }
            text => text?,
        };
        let kept: Kept = serde_json::from_str(&text)?;
        if kept.version != VERSION {
            let found = format!("version {}, not {VERSION}", kept.version);
            return Err(io::Error::new(io::ErrorKind::InvalidData, found));
        }
        self.kept = kept;
        Ok(())
    }

    /// Moves a file that cannot be read aside, and says so.
    fn start_over(&mut self, why: &str) -> String {
        let file = self.file.display().to_string();
        let aside = self.free_name();
        match fs::rename(&self.file, &aside) {
            Ok(()) => format!(
                "{file} cannot be read ({why}); it is kept as {}",
                aside.display()
            ),
            Err(_) => format!("{file} cannot be read ({why})"),
        }
    }

    /// A name beside the file that no file has.
    fn free_name(&self) -> PathBuf {
        let mut names = (1u32..).map(|number| self.file.with_extension(format!("bad-{number}")));
        let free = names.find(|name| !name.exists());
        free.unwrap_or_else(|| self.file.with_extension("bad"))
    }

    /// Changes what is kept.
    fn change(&mut self, change: impl FnOnce(&mut Kept)) -> io::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let lock = File::create(self.file.with_extension("lock"))?;
        // Some file systems have no locks; then the last writer wins.
        let _ = lock.lock();
        self.read()?;
        change(&mut self.kept);
        let mut text = serde_json::to_string_pretty(&self.kept)?;
        text.push('\n');
        write_whole(&self.file, text.as_bytes())
    }

    /// The game of this level that is under way, if there is one.
    pub fn find(&self, task: &Task) -> Option<&Saved> {
        let wanted = Saved::new(task, false);
        let mut games = self.kept.games.iter();
        games.find(|saved| saved.is_same_level(&wanted))
    }

    /// The game that was played last, of those under way.
    pub fn last(&self) -> Option<&Saved> {
        self.kept.games.last()
    }

    /// Keeps a game under way in place of an earlier one of its level; one
    /// without moves is forgotten.
    pub fn keep(&mut self, game: Saved) -> io::Result<()> {
        self.change(|kept| {
            kept.games.retain(|saved| !saved.is_same_level(&game));
            if !game.moves.is_empty() {
                kept.games.push(game);
            }
            let excess = kept.games.len().saturating_sub(MOST);
            kept.games.drain(..excess);
        })
    }

    /// Keeps that a level was won, and forgets the game under way.
    pub fn win(&mut self, task: &Task) -> io::Result<()> {
        let over = Saved::new(task, false);
        self.change(|kept| {
            kept.games.retain(|saved| !saved.is_same_level(&over));
            if let Level::Dealt(id) = &task.level {
                kept.won.entry(kind_of(id)).or_default().insert(id.number);
            }
        })
    }

    /// Forgets a game that cannot be gone on with; a copy of the file stays.
    /// Gives the copy's name.
    pub fn set_aside(&mut self, task: &Task) -> io::Result<PathBuf> {
        let aside = self.free_name();
        fs::copy(&self.file, &aside)?;
        self.keep(Saved::new(task, false))?;
        Ok(aside)
    }

    /// Whether the level of this id was won.
    pub fn is_won(&self, id: &LevelId) -> bool {
        let won = self.kept.won.get(&kind_of(id));
        won.is_some_and(|numbers| numbers.contains(&id.number))
    }
}

/// Game and kind of a level, as ids have them.
fn kind_of(id: &LevelId) -> String {
    format!("{}:{}", id.game, id.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(test: &str) -> PathBuf {
        let name = format!("stumper-saves-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn task(id: &str) -> Task {
        Task {
            game: games::find_game("template").unwrap(),
            level: Level::Dealt(id.parse().unwrap()),
            place: String::new(),
        }
    }

    fn written(name: &str, text: &str) -> Task {
        Task {
            level: Level::Written {
                name: name.into(),
                variant: String::new(),
                text: text.into(),
            },
            ..task("template:row#2")
        }
    }

    fn saved(task: &Task, moves: &[&str]) -> Saved {
        Saved {
            moves: moves.iter().map(|mv| mv.to_string()).collect(),
            ..Saved::new(task, false)
        }
    }

    #[test]
    fn games_and_wins_outlive_a_call() {
        let folder = folder("outlive");
        let (first, second) = (task("template:row#22"), written("a.txt", ".**."));
        let (mut saves, trouble) = Saves::open(&folder);
        assert_eq!((trouble, saves.last()), (None, None));
        saves.keep(saved(&first, &["1"])).unwrap();
        saves.keep(saved(&second, &["2"])).unwrap();
        saves.keep(saved(&first, &["1", "2"])).unwrap();
        let (mut saves, trouble) = Saves::open(&folder);
        assert_eq!(trouble, None);
        assert_eq!(saves.last(), Some(&saved(&first, &["1", "2"])));
        let moved = written("moved.txt", ".**.");
        assert_eq!(saves.find(&moved), Some(&saved(&second, &["2"])));
        assert_eq!(saves.find(&written("a.txt", "**..")), None);
        assert_eq!(saves.last().unwrap().task().unwrap().level, first.level);
        saves.win(&first).unwrap();
        let (mut saves, _) = Saves::open(&folder);
        for (number, won) in [(21, false), (22, true), (23, false)] {
            let id = format!("template:row#{number}").parse().unwrap();
            assert_eq!(saves.is_won(&id), won, "{number}");
        }
        assert_eq!(saves.find(&first), None);
        saves.keep(saved(&second, &[])).unwrap();
        assert_eq!(saves.last(), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn another_program_is_not_written_over() {
        let folder = folder("others");
        let (one, two) = (task("template:row#22"), task("template:row#23"));
        let (mut mine, _) = Saves::open(&folder);
        let (mut others, _) = Saves::open(&folder);
        mine.keep(saved(&one, &["1"])).unwrap();
        others.keep(saved(&two, &["2"])).unwrap();
        let (saves, _) = Saves::open(&folder);
        assert!(saves.find(&one).is_some() && saves.find(&two).is_some());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_so_many_games_are_kept() {
        let folder = folder("many");
        let (mut saves, _) = Saves::open(&folder);
        for number in 0..MOST as u64 + 3 {
            let task = task(&format!("template:row#{}", number + 2));
            saves.kept.games.push(saved(&task, &["1"]));
        }
        let all = saves.kept.clone();
        saves.change(|kept| *kept = all).unwrap();
        saves.keep(saved(&task("template:row#2"), &["1"])).unwrap();
        assert_eq!(saves.kept.games.len(), MOST);
        assert_eq!(saves.last().unwrap().name(), "template:row#2");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn foreign_files_are_kept_aside() {
        let folder = folder("foreign");
        fs::create_dir_all(&folder).unwrap();
        let rows: [&[u8]; 4] = [
            b"junk",
            b"[1]",
            b"\xff\xfe",
            br#"{"version":99,"games":[],"won":{}}"#,
        ];
        for (index, bytes) in rows.into_iter().enumerate() {
            fs::write(folder.join(NAME), bytes).unwrap();
            let (mut saves, trouble) = Saves::open(&folder);
            let aside = folder.join(format!("play.bad-{}", index + 1));
            assert!(
                trouble.unwrap().contains(&aside.display().to_string()),
                "row {index}"
            );
            assert_eq!(fs::read(&aside).unwrap(), bytes, "row {index}");
            let task = task("template:row#22");
            saves.keep(saved(&task, &["1"])).unwrap();
            assert!(Saves::open(&folder).0.find(&task).is_some(), "row {index}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
