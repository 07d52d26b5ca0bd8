//! Equations found again, and intervals that hold.

use super::*;
use crate::equation::{Link, Product};
use engine::chance::Chance;

/// Levels whose target is a known function of two of four measures.
fn rows(count: usize, noise: f64, target: impl Fn(f64, f64) -> f64) -> Rows {
    let mut chance = Chance::new("fit test", 9, 0);
    let columns: Vec<Vec<f64>> = (0..4)
        .map(|_| (0..count).map(|_| 1.0 + 9.0 * chance.unit()).collect())
        .collect();
    let of = |level: usize| target(columns[0][level], columns[1][level]);
    let target = (0..count).map(|level| of(level) + noise * chance.normal());
    Rows {
        levels: (1..=count).map(|level| format!("any#{level}")).collect(),
        measures: ["a", "b", "c", "d"].map(String::from).to_vec(),
        target: target.collect(),
        weights: (0..count).map(|level| 1.0 + (level % 3) as f64).collect(),
        values: columns,
        doubt: None,
    }
}

fn recipe(way: Way, inputs: Inputs) -> Recipe {
    Recipe {
        inputs,
        way,
        link: Some(Link::Identity),
        bounds: [-100.0, 100.0],
        folds: Folds::Consecutive(5),
    }
}

fn about() -> About {
    About {
        game: "any".into(),
        target: "rating".into(),
        scale: Scale::Plain,
        by: "test".into(),
        version: "0".into(),
        source: "made up".into(),
    }
}

fn terms(texts: &[&str]) -> Inputs {
    Inputs::Terms(texts.iter().map(|text| text.parse().unwrap()).collect())
}

#[test]
fn a_sum_is_found_again_by_every_way() {
    let rows = rows(60, 0.05, |a, b| 2.0 + 0.5 * a - 0.25 * b);
    for way in [Way::Squares, Way::Ridge, Way::Lasso, Way::Absolute] {
        for inputs in [Inputs::All, terms(&["a", "b"])] {
            let fit = fit(&rows, &recipe(way, inputs), &about()).unwrap();
            assert!(
                fit.equation.errors.unweighted < 0.1,
                "{way:?} {:?}",
                fit.equation
            );
            let a = fit
                .equation
                .terms
                .iter()
                .find(|t| t.of == Product::plain("a"));
            assert!((a.unwrap().weight - 0.5).abs() < 0.02, "{way:?}");
        }
    }
}

#[test]
fn what_bends_and_multiplies_is_selected() {
    let rows = rows(90, 0.05, |a, b| 1.0 + 3.0 * a.ln_1p() + 0.2 * a * b);
    for way in [Way::Squares, Way::Absolute, Way::Lasso] {
        let fit = fit(&rows, &recipe(way, Inputs::Select), &about()).unwrap();
        assert!(
            fit.equation.errors.weighted < 0.12,
            "{way:?} {:?}",
            fit.equation.errors
        );
    }
    let ridge = fit(&rows, &recipe(Way::Ridge, Inputs::Select), &about()).unwrap();
    assert!(
        ridge.model.choice.contains("products"),
        "{}",
        ridge.model.choice
    );
    let linear = fit(&rows, &recipe(Way::Ridge, Inputs::All), &about()).unwrap();
    assert!(ridge.equation.errors.weighted < 0.5 * linear.equation.errors.weighted);
}

#[test]
fn terms_written_out_give_the_sums_that_were_fitted() {
    let rows = rows(50, 0.3, |a, b| a + 0.3 * a * b);
    let fit = fit(&rows, &recipe(Way::Ridge, Inputs::Select), &about()).unwrap();
    let equation = Equation::read("test", &fit.equation.text()).unwrap();
    for level in 0..50 {
        let sum = equation.sum(&|name| rows.value(name, level)).unwrap();
        assert!((sum - fit.model.sum(&rows, level).unwrap()).abs() < 1e-9);
        // Near the truth, as the product was found.
        assert!((sum - rows.target[level]).abs() < 2.5, "{level}");
    }
}

#[test]
fn intervals_cover_nine_of_ten() {
    let rows = rows(200, 1.0, |a, b| a - 0.5 * b);
    for way in [Way::Squares, Way::Ridge] {
        let fit = fit(&rows, &recipe(way, Inputs::All), &about()).unwrap();
        let coverage = fit.checked.coverage();
        assert!((0.85..=0.95).contains(&coverage), "{way:?}: {coverage}");
        assert!(
            (fit.equation.errors.half_width - 1.645).abs() < 0.3,
            "{:?}",
            fit.equation.errors
        );
    }
}

#[test]
fn a_bent_target_asks_for_the_logit() {
    let bend = |sum: f64| 1.0 + 9.0 / (1.0 + (-sum).exp());
    let rows = rows(80, 0.02, |a, b| bend(a - b));
    let mut recipe = recipe(Way::Squares, terms(&["a", "b"]));
    (recipe.bounds, recipe.link) = ([1.0, 10.0], None);
    let fit = fit(&rows, &recipe, &about()).unwrap();
    assert_eq!(fit.equation.link, Link::Logit);
    assert!(
        fit.checked
            .predicted
            .iter()
            .all(|p| (1.0..=10.0).contains(p))
    );
}

#[test]
fn nothing_of_a_fold_leaks_into_its_model() {
    // Whatever the levels of the first fold say, its model stays the same.
    let rows = rows(40, 0.5, |a, b| a * b);
    let mut changed = rows.clone();
    (0..8).for_each(|level| changed.target[level] = 7.0 * level as f64);
    (0..8).for_each(|level| changed.values[2][level] = 1000.0);
    for way in [Way::Squares, Way::Ridge, Way::Lasso] {
        let recipe = recipe(way, Inputs::Select);
        let first = |rows: &Rows| check::check(rows, &recipe).unwrap().folds[0].clone();
        let (one, other) = (first(&rows), first(&changed));
        assert_eq!(one.model, other.model, "{way:?}");
        assert_eq!(one.half_width, other.half_width, "{way:?}");
    }
}

#[test]
fn what_cannot_be_fitted_is_told() {
    let mut rows = rows(20, 0.1, |a, b| a + b);
    let fault = |rows: &Rows, way, inputs| fit(rows, &recipe(way, inputs), &about()).unwrap_err();
    let missing = fault(&rows, Way::Squares, terms(&["a", "z"]));
    assert!(missing.to_string().contains("\"z\""), "{missing}");
    rows.values[1] = rows.values[0].clone();
    let twice = fault(&rows, Way::Squares, terms(&["a", "b"]));
    assert!(twice.to_string().contains("term b"), "{twice}");
    assert!(fit(&rows, &recipe(Way::Squares, Inputs::All), &about()).is_ok());
    rows.values[1][3] = f64::NAN;
    let wrong = fault(&rows, Way::Ridge, Inputs::All);
    assert!(wrong.to_string().contains("any#4"), "{wrong}");
    let few = fault(&rows.part(&[0, 1, 2, 4, 5]), Way::Ridge, Inputs::All);
    assert!(few.to_string().contains("folds"), "{few}");
}
