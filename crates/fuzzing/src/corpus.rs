//! What is damaged: ids, levels with solutions, files and rows of every game,
//! taken from the games themselves, `data/` and the golden files, and the
//! tokens that these texts are made of.

use crate::fields::written;
use crate::targets::open_in_memory;
use engine::play::{FaceDown, PlayOptions};
use engine::record::MadeRow;
use engine::{Budget, Cost, Detail, Game, Level, LevelId, Settings, Unwatched};
use games::GAMES;
use games::levels::Defaults;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A level with a solution.
pub struct Sample {
    /// The game.
    pub game: &'static dyn Game,
    /// Its variant.
    pub variant: String,
    /// Its text.
    pub text: String,
    /// Moves that solve it; empty where none were found at once.
    pub moves: String,
}

/// Everything that inputs are made from.
pub struct Corpus {
    /// Ids and ranges.
    pub ids: Vec<String>,
    /// Levels.
    pub levels: Vec<Sample>,
    /// Files of levels by name.
    pub files: Vec<(String, Vec<u8>)>,
    /// Rows of JSON.
    pub rows: Vec<String>,
    /// Pieces of all of these, and text that readers tend to trip over.
    pub tokens: Vec<Vec<u8>>,
}

/// Ids beyond those of golden files: small levels, every option, ranges.
const IDS: &[&str] = &[
    "freecell#1-32000",
    "freecell:ms#1,5,9-12",
    "freecell:cells=2,columns=7,build=suit#3",
    "freecell:aces-0#4",
    "klondike#1-3",
    "sliding:2x2#1",
    "sliding:3x2#5",
    "sliding:3x3#7",
    "sliding:4x4#18446744073709551615",
    "flow:3x3,colours=2,neighbours=yes#1",
    "flow:4x4,colours=3,solutions=any#2",
    "lazors:3x3,mirrors=2#1",
    "lazors:3x3,tiles=7,emitters=1,receivers=2,mirrors=1,opaque=1,refract=1,solutions=any,idle=yes#1",
    "shift:3x3,balls=2,colours=1-2,rocks=20,moves=2-4#1",
    "shift:4x3,balls=3,stay=50,steps=100,moves=any#9",
    "shift:thesis,size=3,balls=2#1",
];

/// What readers tend to trip over.
const TRAPS: &[&str] = &[
    "",
    "0",
    "-1",
    "1",
    "2",
    "9",
    "10",
    "11",
    "64",
    "99",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e999",
    "-1e999",
    "NaN",
    "inf",
    "0.5",
    "1e-9",
    ".",
    "..",
    ",",
    "=",
    ":",
    "#",
    "-",
    "+",
    "_",
    "x",
    "\0",
    "\t",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    " ",
    "  ",
    "\u{b}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "é",
    "♠",
    "𝔸",
    "ı",
    "ß",
    "\u{1b}[2J",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "null",
    "true",
    "{}",
    "\\u0000",
    "\\ud800",
    "# ",
    "//",
    "<",
    ">",
    "&",
    "%",
    "'",
    "/",
    "\u{202e}",
];

/// Levels of a file that become samples.
const LEVELS_A_FILE: usize = 6;
/// Longest piece of a file that is kept, so that damage hits what matters.
const LONGEST_FILE: usize = 3000;
/// States to spend on the solution of a sample.
const STATES: u64 = 5_000;

/// The corpus, collected once.
pub fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(collect);
    &CORPUS
}

/// The example of each game, in the order of [`GAMES`].
pub(crate) fn examples() -> &'static [Level] {
    static EXAMPLES: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let example = |game: &&'static dyn Game| {
            let id = game.about().example.parse().expect("an example is an id");
            let row = game
                .level(&Level::Dealt(id))
                .expect("an example is a level");
            let variant = game.about().example.parse().ok();
            let variant = variant.and_then(|id| game.variant_of(&id).ok());
            written(&variant.unwrap_or_default(), &row.level)
        };
        GAMES.iter().map(example).collect()
    });
    &EXAMPLES
}

/// A path from the root of the project.
fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// All files below a folder, in a fixed order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    };
    paths.into_iter().flat_map(below).collect()
}

fn collect() -> Corpus {
    let mut corpus = Corpus {
        ids: Vec::new(),
        levels: Vec::new(),
        files: Vec::new(),
        rows: Vec::new(),
        tokens: Vec::new(),
    };
    corpus.ids.extend(IDS.iter().map(|id| id.to_string()));
    corpus
        .ids
        .extend(GAMES.iter().map(|game| game.about().example.to_string()));
    for path in files_below(&project("tests/golden")) {
        corpus.add_golden(&path);
    }
    for path in files_below(&project("data")) {
        corpus.add_file(&path);
    }
    corpus.add_cheap_deals();
    for level in examples().iter().zip(GAMES) {
        corpus.add_level(*level.1, level.0);
    }
    corpus.add_rows();
    corpus.add_tokens();
    corpus
}

impl Corpus {
    /// Ids stand alone in a line of golden files.
    fn add_golden(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let ids = text.lines().filter(|line| line.parse::<LevelId>().is_ok());
        self.ids.extend(ids.take(40).map(str::to_string));
        self.keep_file(path, text.into_bytes());
    }

    /// A file of levels, or any other, which is damaged all the same.
    fn add_file(&mut self, path: &Path) {
        let bytes = std::fs::read(path).unwrap_or_default();
        let name = path.to_string_lossy();
        let defaults = Defaults::new(None, "").expect("the usual game");
        let levels = open_in_memory(&name, &bytes, defaults)
            .into_iter()
            .flatten()
            .flatten();
        for task in levels.take(LEVELS_A_FILE) {
            self.add_level(task.game, &task.level);
        }
        self.keep_file(path, bytes);
    }

    fn keep_file(&mut self, path: &Path, mut bytes: Vec<u8>) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        bytes.truncate(LONGEST_FILE);
        self.files.push((name.into_owned(), bytes));
    }

    /// Deals of games that make nothing to order, which take no time.
    fn add_cheap_deals(&mut self) {
        let mut seen = BTreeSet::new();
        for id in self.ids.clone() {
            let Ok(id) = id.parse::<LevelId>() else {
                continue;
            };
            let Ok(game) = games::find_game(&id.game) else {
                continue;
            };
            if game.options().is_empty() && seen.insert((id.game.clone(), id.kind.clone())) {
                self.add_level(game, &Level::Dealt(id));
            }
        }
    }

    fn add_level(&mut self, game: &'static dyn Game, level: &Level) {
        let Ok(row) = game.level(level) else { return };
        let variant = match level {
            Level::Dealt(id) => game.variant_of(id).unwrap_or_default(),
            Level::Written { .. } => row.variant,
        };
        let budget = Budget {
            states: Some(STATES),
            ..Budget::default()
        };
        let solved = game
            .solver("", &Settings::default())
            .and_then(|mut solver| {
                solver.solve(
                    level,
                    &budget,
                    &Unwatched,
                    Detail {
                        steps: true,
                        boards: false,
                    },
                )
            });
        let mut moves = String::new();
        if let Ok(row) = solved {
            moves = row.moves.as_str().to_string();
            self.rows
                .push(serde_json::to_string(&row).expect("a row is written"));
        }
        self.levels.push(Sample {
            game,
            variant,
            text: row.level,
            moves,
        });
    }

    /// One row of each kind and game.
    fn add_rows(&mut self) {
        let budget = Budget {
            states: Some(STATES),
            ..Budget::default()
        };
        for (game, level) in GAMES.iter().zip(examples()) {
            let mut rows = Vec::new();
            let row = game.level(level).expect("an example is a level");
            rows.push(serde_json::to_string(&row));
            let verdict = game.verify(level, "1a 2b").expect("an example is a level");
            rows.push(serde_json::to_string(&verdict));
            let mut measurer = game.measurer(&Settings::default());
            if let Ok(measured) = measurer.measure(level, Cost::Dear, &budget, &Unwatched) {
                rows.push(serde_json::to_string(&measured));
                rows.push(serde_json::to_string(&MadeRow {
                    level: row,
                    verdict: measured.verdict,
                    rating: None,
                    measures: Some(measured.measures),
                    solution: Some(["1a"].iter().collect()),
                }));
            }
            let options = PlayOptions {
                face_down: FaceDown::Fixed,
                rounds: 20,
                luck: 0,
                moves: true,
                budget,
            };
            let player = game
                .hidden()
                .and_then(|hidden| hidden.player("random", &Settings::default()).ok());
            let played = player
                .and_then(|mut player| player.play(level, &options, &Unwatched).ok().flatten());
            rows.extend(played.map(|row| serde_json::to_string(&row)));
            self.rows
                .extend(rows.into_iter().map(|row| row.expect("a row is written")));
        }
        self.rows.extend(
            games::shipped::WEIGHTS
                .iter()
                .map(|(_, text)| text.to_string()),
        );
    }

    /// Words of all texts, each once.
    fn add_tokens(&mut self) {
        let mut tokens: BTreeSet<Vec<u8>> =
            TRAPS.iter().map(|trap| trap.as_bytes().to_vec()).collect();
        for game in GAMES {
            let names = game.solvers().into_iter().map(|solver| solver.name);
            let settings = game
                .solvers()
                .into_iter()
                .flat_map(|solver| solver.settings.concat());
            let settings = settings
                .chain(game.options().iter().copied())
                .map(|setting| setting.name);
            let variants = game.about().variants.iter().map(|(name, _)| *name);
            let all = names
                .chain(settings)
                .chain(variants)
                .chain([game.about().name]);
            tokens.extend(all.map(|name| name.as_bytes().to_vec()));
        }
        let texts = self
            .levels
            .iter()
            .flat_map(|sample| [&sample.text, &sample.moves]);
        for text in texts.chain(&self.ids).chain(&self.rows) {
            let words = text.split(|c: char| c.is_whitespace() || "\",:{}#=".contains(c));
            let short = words.filter(|word| (1..24).contains(&word.len()));
            tokens.extend(short.take(60).map(|word| word.as_bytes().to_vec()));
        }
        self.tokens = tokens.into_iter().collect();
    }
}
