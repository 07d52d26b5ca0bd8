//! Mutser's study as it was printed, with the misprints mended: levels, their
//! measures, what players said of them, and his weights and errors.

use lab::fit::Rows;
use std::ops::RangeInclusive;

/// What players said and did, as the columns are named.
pub(super) const TARGETS: [&str; 4] = ["difficulty", "scaled", "seconds", "moves"];

/// Levels are rated from 1 to 10.
pub(super) const BOUNDS: [f64; 2] = [1.0, 10.0];

/// His folds.
pub(super) const FOLDS: usize = 5;

/// One of his games.
pub(super) struct Game {
    /// His name for it.
    pub(super) name: &'static str,
    /// Our name for it.
    pub(super) ours: &'static str,
    measures: &'static str,
    ratings: &'static str,
    /// Its measures, those that his printed solutions tell included.
    pub(super) inputs: &'static [&'static str],
    /// His models, the first of them without measures that he added later.
    pub(super) models: &'static [Printed],
}

/// One of his models.
pub(super) struct Printed {
    /// Its name in the table of errors.
    pub(super) name: &'static str,
    /// The table of its weights, and that of its errors.
    pub(super) tables: (u64, u64),
    pub(super) measures: &'static [&'static str],
    weights: &'static str,
}

const ERRORS: &str = include_str!("../../data/mutser/errors.csv");
const ERRATA: &str = include_str!("../../data/mutser/errata.csv");

pub(super) static GAMES: [Game; 3] = [
    Game {
        name: "flow",
        ours: "flow",
        measures: include_str!("../../data/mutser/flow_measures.csv"),
        ratings: include_str!("../../data/mutser/flow_ratings.csv"),
        inputs: &["level_size", "colours", "average_distance", "corners"],
        models: &[Printed {
            name: "flow",
            tables: (16, 1),
            measures: &["level_size", "colours", "average_distance", "corners"],
            weights: include_str!("../../data/mutser/flow_weights.csv"),
        }],
    },
    Game {
        name: "lazors",
        ours: "lazors",
        measures: include_str!("../../data/mutser/lazors_measures.csv"),
        ratings: include_str!("../../data/mutser/lazors_ratings.csv"),
        inputs: &[
            "level_size",
            "usable_tiles",
            "emitters",
            "receivers",
            "mirrors",
            "reflections",
            "intersections",
        ],
        models: &[
            Printed {
                name: "lazors_original",
                tables: (17, 2),
                measures: &[
                    "level_size",
                    "usable_tiles",
                    "emitters",
                    "receivers",
                    "mirrors",
                ],
                weights: include_str!("../../data/mutser/lazors_original_weights.csv"),
            },
            Printed {
                name: "lazors_adjusted",
                tables: (18, 3),
                measures: &[
                    "level_size",
                    "usable_tiles",
                    "emitters",
                    "receivers",
                    "mirrors",
                    "reflections",
                    "intersections",
                ],
                weights: include_str!("../../data/mutser/lazors_adjusted_weights.csv"),
            },
        ],
    },
    Game {
        name: "move",
        ours: "shift",
        measures: include_str!("../../data/mutser/move_measures.csv"),
        ratings: include_str!("../../data/mutser/move_ratings.csv"),
        inputs: &[
            "moves",
            "level_size",
            "balls",
            "colours",
            "rocks",
            "counterintuitive_moves",
            "turns",
            "reversals",
            "directions",
        ],
        models: &[
            Printed {
                name: "move_original",
                tables: (19, 4),
                measures: &["moves", "level_size", "balls", "colours", "rocks"],
                weights: include_str!("../../data/mutser/move_original_weights.csv"),
            },
            Printed {
                name: "move_adjusted",
                tables: (20, 5),
                measures: &[
                    "moves",
                    "level_size",
                    "balls",
                    "colours",
                    "rocks",
                    "counterintuitive_moves",
                ],
                weights: include_str!("../../data/mutser/move_adjusted_weights.csv"),
            },
        ],
    },
];

/// A file of comma-separated values. Those that ship are sound, which tests
/// see to.
struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    fn read(text: &str) -> Sheet {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let words = |record: &csv::StringRecord| record.iter().map(String::from).collect();
        let columns = words(reader.headers().expect("a header"));
        let rows = reader
            .records()
            .map(|record| words(&record.expect("a row")));
        Sheet {
            rows: rows.collect(),
            columns,
        }
    }

    fn place(&self, column: &str) -> usize {
        let place = self.columns.iter().position(|name| name == column);
        place.unwrap_or_else(|| panic!("a column {column}"))
    }

    fn texts(&self, column: &str) -> Vec<&str> {
        let place = self.place(column);
        self.rows.iter().map(|row| row[place].as_str()).collect()
    }

    fn numbers(&self, column: &str) -> Vec<f64> {
        let number = |text: &str| text.parse().expect("a number");
        self.texts(column).into_iter().map(number).collect()
    }

    /// Puts right what was misprinted of a game in these tables. What nobody
    /// knows stays as it is.
    fn mend(mut self, game: &str, tables: RangeInclusive<u64>) -> Sheet {
        let errata = Sheet::read(ERRATA);
        for row in &errata.rows {
            let of = |column: &str| row[errata.place(column)].as_str();
            let table = of("table").parse().expect("the number of a table");
            if of("game") != game || !tables.contains(&table) || of("recovered") == "unknown" {
                continue;
            }
            let cells = match (of("column"), of("recovered").split_once('x')) {
                ("size", Some((width, height))) => vec![("width", width), ("height", height)],
                (column, _) => vec![(column, of("recovered"))],
            };
            let levels = self.texts("level");
            let line = levels.iter().position(|level| *level == of("level"));
            let line = line.expect("a level of the table");
            for (column, value) in cells {
                let place = self.place(column);
                self.rows[line][place] = value.to_string();
            }
        }
        self
    }
}

impl Game {
    /// The levels with all measures, the rated difficulty as the target, and
    /// plays that ended in a solution as the weight.
    pub(super) fn rows(&self) -> Rows {
        let measures = Sheet::read(self.measures).mend(self.name, 6..=10);
        let ratings = self.ratings();
        let value = |name: &&str| match *name {
            "level_size" => {
                let sides = measures.numbers("width").into_iter();
                let sides = sides.zip(measures.numbers("height"));
                sides.map(|(width, height)| width * height).collect()
            }
            "turns" => of_solutions(&measures, |moves| {
                1 + moves.windows(2).filter(|two| two[0] != two[1]).count()
            }),
            "reversals" => of_solutions(&measures, |moves| {
                let back = |two: &&[u8]| matches!(*two, b"UD" | b"DU" | b"LR" | b"RL");
                moves.windows(2).filter(back).count()
            }),
            "directions" => of_solutions(&measures, |moves| {
                b"UDLR".iter().filter(|way| moves.contains(way)).count()
            }),
            name => measures.numbers(name),
        };
        let level = |level: &&str| format!("{} {level}", self.name);
        Rows {
            levels: measures.texts("level").iter().map(level).collect(),
            measures: self.inputs.iter().map(|name| name.to_string()).collect(),
            values: self.inputs.iter().map(value).collect(),
            target: ratings.numbers(TARGETS[0]),
            weights: ratings.numbers("solved"),
            doubt: None,
        }
    }

    fn ratings(&self) -> Sheet {
        Sheet::read(self.ratings).mend(self.name, 11..=15)
    }

    /// What players said and did, by name.
    pub(super) fn targets(&self) -> [Vec<f64>; 4] {
        let ratings = self.ratings();
        TARGETS.map(|target| ratings.numbers(target))
    }
}

/// A number for each printed solution.
fn of_solutions(measures: &Sheet, count: impl Fn(&[u8]) -> usize) -> Vec<f64> {
    let solutions = measures.texts("solution").into_iter();
    solutions
        .map(|moves| count(moves.as_bytes()) as f64)
        .collect()
}

impl Printed {
    /// The weights that he printed: fold, measure, and one for each target.
    /// The intercept is the last of each fold.
    pub(super) fn weights(&self) -> Vec<(usize, String, [f64; 4])> {
        let sheet = Sheet::read(self.weights);
        let numbers = TARGETS.map(|target| sheet.numbers(target));
        let (folds, measures) = (sheet.numbers("fold"), sheet.texts("measure"));
        let row = |line: usize| {
            let numbers = [0, 1, 2, 3].map(|target| numbers[target][line]);
            (
                folds[line] as usize - 1,
                measures[line].to_string(),
                numbers,
            )
        };
        (0..sheet.rows.len()).map(row).collect()
    }

    /// The errors that he printed: whether levels count by their weights, the
    /// fold (none for all together), and one for each target.
    pub(super) fn errors(&self) -> Vec<(bool, Option<usize>, [f64; 4])> {
        let sheet = Sheet::read(ERRORS);
        let numbers = TARGETS.map(|target| sheet.numbers(target));
        let (models, sets) = (sheet.texts("model"), sheet.texts("set"));
        let counted = sheet.texts("counted");
        let row = |line: usize| {
            let fold = sets[line].parse::<usize>().ok().map(|fold| fold - 1);
            let numbers = [0, 1, 2, 3].map(|target| numbers[target][line]);
            (counted[line] == "weighted", fold, numbers)
        };
        let lines = (0..sheet.rows.len()).filter(|line| models[*line] == self.name);
        lines.map(row).collect()
    }
}
