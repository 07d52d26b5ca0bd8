//! The equation so far: fitted to all ratings with players told apart, checked
//! on levels that had no part in it.

use super::About;
use super::gathered::Gathered;
use engine::Fault;
use experiments::plot::{Chart, Picture};
use experiments::report::Report;
use lab::equation::{Link, Scale};
use lab::fit::{self, Fit, Folds, Inputs, Recipe, Rows, Way};
use lab::ratings::{MeasureTable, Players, Ratings};
use lab::table::{Cell, Table};

const FOLDS: usize = 5;
/// Levels with ratings, without which there is no equation.
const LEAST: usize = 2 * FOLDS;

/// Adds the tables and the figure, or says why there is no equation.
pub(super) fn add(report: &mut Report, of_game: &Gathered, about: &About) {
    let rated = of_game.levels.iter().filter(|of| !of.ratings.is_empty());
    let rated = rated.count();
    if rated < LEAST {
        report.text(format!(
            "{rated} levels have ratings; an equation needs {LEAST} at least."
        ));
        return;
    }
    match fitted(of_game, about) {
        Ok((fit, rows)) => describe(report, of_game, about, &fit, &rows),
        Err(fault) => report.text(format!("There is no equation yet: {fault}.")),
    }
}

fn fitted(of_game: &Gathered, about: &About) -> Result<(Fit, Rows), Fault> {
    let ids: Vec<&str> = of_game
        .levels
        .iter()
        .map(|of| of.level.id.as_str())
        .collect();
    let rated = of_game
        .ratings
        .iter()
        .map(|r| (of_game.players[r.player], ids[r.level], r.value));
    let summary = Ratings::of_rated("the ratings", rated).summary("rating", Players::Mixed)?;
    let measures = of_game
        .levels
        .iter()
        .flat_map(|of| of.level.measures.keys());
    let mut names: Vec<String> = measures.cloned().collect();
    names.sort();
    names.dedup();
    let mut table = MeasureTable::new("the measures", names.clone());
    for of in &of_game.levels {
        let values = names
            .iter()
            .map(|name| of.level.measures.get(name).copied());
        table.add(of.level.id.clone(), values.collect());
    }
    let (rows, _) = table.join(&summary)?;
    if rows.measures.is_empty() {
        return Err(Fault::new(
            "the measures",
            "none that all levels have",
            "one at least",
        ));
    }
    let recipe = Recipe {
        inputs: Inputs::All,
        way: Way::Ridge,
        link: Some(Link::Identity),
        bounds: about.bounds,
        folds: Folds::Random {
            count: FOLDS,
            seed: 1,
        },
    };
    let origin = fit::About {
        game: of_game.game.into(),
        target: "rating".into(),
        scale: Scale::Human,
        by: "stumper study report".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        source: about.title.clone(),
    };
    Ok((fit::fit(&rows, &recipe, &origin)?, rows))
}

/// How far off the equation is on levels held out.
fn error_table(game: &str, fit: &Fit, rows: &Rows) -> Table {
    let errors = &fit.equation.errors;
    Table {
        name: "equation_error",
        title: format!(
            "{game}: how far off the equation is ({})",
            fit.equation.made.checked
        ),
        columns: vec![
            "game",
            "levels",
            "measures",
            "weighted",
            "unweighted",
            "r",
            "nine_of_ten",
        ],
        rows: vec![vec![
            Cell::text(game),
            Cell::Count(rows.levels.len() as u64),
            Cell::Count(rows.measures.len() as u64),
            Cell::Number(errors.weighted, 3),
            Cell::Number(errors.unweighted, 3),
            Cell::Number(errors.correlation, 3),
            Cell::Number(errors.half_width, 3),
        ]],
    }
}

fn describe(report: &mut Report, of_game: &Gathered, about: &About, fit: &Fit, rows: &Rows) {
    let errors = &fit.equation.errors;
    report.text(format!(
        "Ridge regression of the ratings of {} levels on {} measures, players told apart by a \
         mixed model. On levels held out ({}) it is off by {:.2} on the mean (levels counted by \
         how well they are known) or {:.2} (each level alike); predicted and rated go together \
         with r = {:.3}; nine of ten levels are within ±{:.2}.",
        rows.levels.len(),
        rows.measures.len(),
        fit.equation.made.checked,
        errors.weighted,
        errors.unweighted,
        errors.correlation,
        errors.half_width
    ));
    report.table(error_table(of_game.game, fit, rows));
    report.text(
        "Intervals are of 95 %: low to high for each weight alone, all_low to all_high for all \
         weights at once. They know that levels share their players. Ridge regression pulls \
         weights towards zero, which intervals do not take into account; `stumper fit` without \
         --method ridge does without.",
    );
    let title = format!("{}: weights ({})", of_game.game, fit.model.choice);
    report.table(fit::report::equation(fit, title));
    let [low, high] = about.bounds;
    let points = fit.checked.predicted.iter().zip(&rows.target);
    let picture = Picture {
        title: format!("{}: predicted on levels held out, and rated", of_game.game),
        x: "predicted".into(),
        y: "rated".into(),
        chart: Chart::Points {
            points: points.map(|(x, y)| (*x, *y)).collect(),
            errors: Vec::new(),
            line: vec![(low, low), (high, high)],
        },
    };
    report.figure(format!("{}-predicted", of_game.game), picture);
}
