//! Boards of his levels that are public: which of them are his is told by the
//! measures that he prints. Where several are alike in all, none is taken.

use super::TARGETS;
use super::study::Game;
use engine::{Budget, Cost, Fault, Settings, Task, Unwatched};
use lab::MeasureWorker;
use lab::fit::Rows;
use lab::fit::report::correlations;
use lab::table::{Cell, Table};

/// What is counted of a level without solving it.
const LAYOUT: [&str; 5] = [
    "level_size",
    "usable_tiles",
    "emitters",
    "receivers",
    "mirrors",
];

/// A board that is one of his levels.
struct Found {
    level: usize,
    board: String,
    /// Our measures, in the game's order.
    values: Vec<Option<f64>>,
}

/// What there is to know of his levels whose boards are here.
pub(super) struct Boards {
    rows: Rows,
    targets: Vec<(String, Vec<f64>)>,
    found: Vec<Found>,
    /// Boards that are like one of his levels as they lie.
    alike: usize,
    names: Vec<&'static str>,
}

impl Boards {
    /// Looks for his levels among boards.
    pub(super) fn find(
        game: &Game,
        levels: impl Iterator<Item = Result<Task, Fault>>,
        settings: &Settings,
    ) -> Result<Boards, Fault> {
        let rows = game.rows();
        let ours = games::find_game(game.ours)?;
        let names: Vec<_> = ours.measures().iter().map(|m| m.name).collect();
        let mut worker = MeasureWorker::new(settings, Budget::default()).up_to(Cost::Dear);
        let (mut all, mut alike) = (Vec::new(), 0);
        for task in levels {
            let task = task?;
            games::levels::of_game(&task, ours)?;
            let Some(row) = worker.measure(&task, &Unwatched)? else {
                continue;
            };
            let same = |level: usize, names: &[&str]| {
                let mut names = names.iter();
                names.all(|name| row.measures.get(name) == rows.value(name, level))
            };
            alike += usize::from((0..rows.levels.len()).any(|level| same(level, &LAYOUT)));
            let mut his = (0..rows.levels.len()).filter(|&level| same(level, game.inputs));
            if let (Some(level), None) = (his.next(), his.next()) {
                all.push(Found {
                    level,
                    board: row.id,
                    values: names.iter().map(|name| row.measures.get(name)).collect(),
                });
            }
        }
        let once = |one: &Found| all.iter().filter(|other| other.level == one.level).count() == 1;
        let keep: Vec<bool> = all.iter().map(once).collect();
        let mut found: Vec<Found> = all
            .into_iter()
            .zip(keep)
            .filter_map(|(f, k)| k.then_some(f))
            .collect();
        found.sort_by_key(|found| found.level);
        let named = TARGETS.iter().map(|name| name.to_string());
        Ok(Boards {
            targets: named.zip(game.targets()).collect(),
            rows,
            found,
            alike,
            names,
        })
    }

    /// How many of his levels were found.
    fn len(&self) -> usize {
        self.found.len()
    }

    /// Which boards are his, and how measures of boards go with what players
    /// said and did.
    pub(super) fn tables(&self) -> [Table; 2] {
        let row = |found: &Found| {
            vec![
                Cell::text(&self.rows.levels[found.level]),
                Cell::text(&found.board),
                Cell::Number(self.rows.target[found.level], 2),
            ]
        };
        let boards = Table {
            name: "boards",
            title: format!(
                "His {} levels: {} boards lie like one of them, {} of which are alike in all his measures",
                self.rows.levels.len(),
                self.alike,
                self.len()
            ),
            columns: vec!["level", "board", "difficulty"],
            rows: self.found.iter().map(row).collect(),
        };
        let pick = |column: &Vec<f64>| self.found.iter().map(|f| column[f.level]).collect();
        let targets: Vec<(String, Vec<f64>)> = self
            .targets
            .iter()
            .map(|(name, column)| (name.clone(), pick(column)))
            .collect();
        let mut rows = Rows::default();
        for (index, name) in self.names.iter().enumerate() {
            let column: Option<Vec<f64>> = self.found.iter().map(|f| f.values[index]).collect();
            if let Some(column) = column {
                rows.measures.push(name.to_string());
                rows.values.push(column);
            }
        }
        let mut table = correlations(&rows, &targets);
        table.name = "board_correlations";
        table.title = "Measures of these boards with what players said and did".into();
        [boards, table]
    }
}

#[cfg(test)]
mod tests {
    use super::super::study::GAMES;
    use super::*;
    use games::levels::Levels;
    use std::ffi::OsString;

    /// Every public board that lies like one of his levels has his reflections
    /// and intersections too: our measures are those of the thesis.
    #[test]
    fn our_measures_of_public_boards_are_his() {
        let Some(folder) = std::env::var_os("STUMPER_PUBLIC") else {
            eprintln!("skipped: STUMPER_PUBLIC names no folder");
            return;
        };
        let folder = std::path::Path::new(&folder).join("lazors/levels");
        let entries = std::fs::read_dir(folder).expect("a folder of levels");
        let path = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("a file").path();
        let mut files: Vec<OsString> = entries.map(|entry| path(entry).into()).collect();
        files.sort();
        let levels = Levels::open(
            files,
            games::levels::Defaults::new(None, "").expect("one"),
            host::Files,
        );
        let lazors = GAMES
            .iter()
            .find(|game| game.ours == "lazors")
            .expect("a game");
        let boards = Boards::find(lazors, levels.expect("levels"), &Settings::default());
        let boards = boards.expect("boards");
        assert_eq!((boards.len(), boards.alike), (33, 33));
    }
}
