//! His figures beside ours as tables.

use super::study::{FOLDS, TARGETS};
use super::{Again, Better, OFF_PERCENT, OFF_POINTS, OFF_WEIGHT, Pair};
use lab::table::{Cell, Table};

fn fold_name(fold: Option<usize>) -> Cell {
    Cell::text(fold.map_or("all".to_string(), |fold| (fold + 1).to_string()))
}

/// How far weights are off, by model and target.
pub(super) fn weight_summary(again: &[Again]) -> Table {
    let row = |model: &Again, target: usize| {
        let of_target = || model.weights.iter().filter(|pair| pair.target == target);
        let off = of_target().map(|pair| (pair.thesis - pair.ours).abs());
        vec![
            Cell::Count(model.model.tables.0),
            Cell::text(model.model.name),
            Cell::text(TARGETS[target]),
            Cell::Count(of_target().count() as u64),
            Cell::Number(off.fold(0.0, f64::max), 4),
            Cell::Count(of_target().filter(|pair| pair.differs()).count() as u64),
        ]
    };
    let rows = again
        .iter()
        .flat_map(|model| (0..4).map(move |t| row(model, t)));
    Table {
        name: "weights",
        title: format!("Weights of Tables 16 to 20 beside ours (limit {OFF_WEIGHT})"),
        columns: vec!["table", "model", "target", "weights", "most_off", "beyond"],
        rows: rows.collect(),
    }
}

/// His figure and ours for each target, one row for each that they are of.
fn side_by_side(pairs: &[Pair], table: u64, model: &str, decimals: usize) -> Vec<Vec<Cell>> {
    let of = |target: usize| pairs.iter().filter(move |pair| pair.target == target);
    let rows = of(0).enumerate().map(|(index, first)| {
        let mut row = vec![
            Cell::Count(table),
            Cell::text(model),
            fold_name(first.fold),
            Cell::text(&first.what),
        ];
        for pair in (0..4).filter_map(|target| of(target).nth(index)) {
            row.push(Cell::Number(pair.thesis, decimals));
            row.push(Cell::Number(pair.ours, decimals));
        }
        row
    });
    rows.collect()
}

const SIDES: [&str; 8] = [
    "difficulty_thesis",
    "difficulty",
    "scaled_thesis",
    "scaled",
    "seconds_thesis",
    "seconds",
    "moves_thesis",
    "moves",
];

pub(super) fn weights(again: &[Again]) -> Table {
    let rows = again
        .iter()
        .flat_map(|again| side_by_side(&again.weights, again.model.tables.0, again.model.name, 4));
    Table {
        name: "all weights",
        title: "Weights by fold, his and ours".into(),
        columns: ["table", "model", "fold", "measure"]
            .into_iter()
            .chain(SIDES)
            .collect(),
        rows: rows.collect(),
    }
}

pub(super) fn errors(again: &[Again]) -> Table {
    let rows = again
        .iter()
        .flat_map(|again| side_by_side(&again.errors, again.model.tables.1, again.model.name, 3));
    Table {
        name: "errors",
        title: "Errors of Tables 1 to 5 beside ours: points, and percent of seconds and moves"
            .into(),
        columns: ["table", "model", "set", "levels"]
            .into_iter()
            .chain(SIDES)
            .collect(),
        rows: rows.collect(),
    }
}

/// The cells that are off by more than they may be.
pub(super) fn differing(again: &[Again]) -> Table {
    let row = |table: u64, pair: &Pair| {
        vec![
            Cell::Count(table),
            fold_name(pair.fold),
            Cell::text(&pair.what),
            Cell::text(TARGETS[pair.target]),
            Cell::Number(pair.thesis, 4),
            Cell::Number(pair.ours, 4),
        ]
    };
    let rows = again.iter().flat_map(|again| {
        let (of_weights, of_errors) = again.model.tables;
        let weights = again.weights.iter().map(move |pair| (of_weights, pair));
        let errors = again.errors.iter().map(move |pair| (of_errors, pair));
        weights.chain(errors).filter(|(_, pair)| pair.differs())
    });
    let cells: usize = again.iter().map(|a| a.weights.len() + a.errors.len()).sum();
    Table {
        name: "differing",
        title: format!(
            "Of {cells} cells, those off by more than {OFF_WEIGHT} in a weight, {OFF_POINTS} points or {OFF_PERCENT} percent"
        ),
        columns: vec!["table", "set", "of", "target", "thesis", "ours"],
        rows: rows.map(|(table, pair)| row(table, pair)).collect(),
    }
}

/// Our errors beside those of his last model.
pub(super) fn better_table(better: &[Better]) -> Table {
    let rows = better.iter().flat_map(|better| {
        let his = better.game.models.last().expect("a model").errors();
        let folds = (0..FOLDS).map(Some).chain([None]);
        folds.map(move |fold| {
            let printed = |weighted: bool| {
                let mut rows = his.iter().filter(|row| row.0 == weighted && row.1 == fold);
                rows.next()
                    .map_or(Cell::Blank, |row| Cell::Number(row.2[0], 3))
            };
            let checked = &better.fit.checked;
            let (weighted, unweighted) = checked.errors(&better.rows, fold);
            let (covered, chosen) = match fold.map(|fold| &checked.folds[fold]) {
                Some(fold) => {
                    let covered = fold.covered as f64 / fold.levels.len() as f64;
                    (covered, &fold.model.choice)
                }
                None => (checked.coverage(), &better.fit.model.choice),
            };
            vec![
                Cell::text(better.game.name),
                fold_name(fold),
                printed(true),
                Cell::Number(weighted, 3),
                printed(false),
                Cell::Number(unweighted, 3),
                Cell::Number(100.0 * covered, 1),
                Cell::text(chosen),
            ]
        })
    });
    Table {
        name: "better",
        title: "Errors in difficulty of equations by one procedure for all games, chosen inside his folds"
            .into(),
        columns: vec![
            "game",
            "set",
            "weighted_thesis",
            "weighted",
            "unweighted_thesis",
            "unweighted",
            "covered_percent",
            "chosen",
        ],
        rows: rows.collect(),
    }
}
