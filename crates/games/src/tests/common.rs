//! What several tests need: ids, the files that ship with the project, and
//! golden files.

use engine::{LevelId, Puzzle, Watch};
use std::cell::Cell;
use std::path::PathBuf;
use std::time::Duration;

/// An id that is known to be good.
pub fn id(text: &str) -> LevelId {
    text.parse().expect("a level id")
}

/// The positions of a random walk from `start`, as long as there are moves.
pub fn walk<P: Puzzle>(start: P, mut seed: u64) -> impl Iterator<Item = P> {
    let mut position = start;
    std::iter::from_fn(move || {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        // Knuth's multiplier; the high bits are random enough for a walk.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = *legal.get((seed >> 33) as usize % legal.len().max(1))?;
        position.apply(mv);
        Some(position.clone())
    })
}

/// A file of the project, by its path from the root.
fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// One of the files under `data/chen`.
pub fn chen(name: &str) -> String {
    let path = file("data/chen").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The text of a file that ships with the project, by its path from the root.
pub fn shipped(path: &str) -> String {
    let path = file(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// A file of the folder that `STUMPER_PUBLIC` names, if it names one.
pub fn public(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("STUMPER_PUBLIC") else {
        eprintln!("skipped: STUMPER_PUBLIC does not name the folder with {name}");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    let text = std::fs::read_to_string(&path);
    Some(text.unwrap_or_else(|why| panic!("{}: {why}", path.display())))
}

/// The files of a folder within the one that `STUMPER_PUBLIC` names, by name
/// without its ending; none where it names none.
pub fn public_folder(name: &str) -> Vec<(String, String)> {
    let Some(root) = std::env::var_os("STUMPER_PUBLIC") else {
        eprintln!("skipped: STUMPER_PUBLIC does not name the folder with {name}");
        return Vec::new();
    };
    let folder = PathBuf::from(root).join(name);
    let files = std::fs::read_dir(&folder);
    let files = files.unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let read = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into();
        (name, std::fs::read_to_string(path).expect("text"))
    };
    let mut files: Vec<(String, String)> = files.map(read).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

/// The pages on rules and notation.
pub fn documents() -> Vec<String> {
    let pages = std::fs::read_dir(file("docs/rules")).expect("docs/rules");
    let pages = pages.map(|page| page.expect("a page").path());
    pages
        .chain([file("docs/notation.md")])
        .map(|path| std::fs::read_to_string(path).expect("a page"))
        .collect()
}

/// Compares a text with the golden file of this name, or, with
/// `STUMPER_BLESS=1` in the environment, makes it the golden file.
pub fn golden(name: &str, text: &str) {
    let path = file("tests/golden").join(name);
    if std::env::var_os("STUMPER_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = || old.lines().zip(text.lines()).position(|(a, b)| a != b);
    assert!(
        old == text,
        "{} differs at line {}; if that is meant, run with STUMPER_BLESS=1 and review the diff",
        path.display(),
        differs().map_or(old.lines().count().min(text.lines().count()), |i| i) + 1
    );
}

/// A user who wants to stop after this many questions whether they do.
pub struct Leaving(Cell<u32>);

impl Leaving {
    /// After this many questions.
    pub fn after(questions: u32) -> Leaving {
        Leaving(Cell::new(questions))
    }
}

impl Watch for Leaving {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn interrupted(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}
