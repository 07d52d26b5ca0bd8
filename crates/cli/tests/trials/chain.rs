//! From players' ratings to an equation to levels made to order, with the
//! program alone.

use crate::common::chain::{LEVELS, Raters, Truth, Weight, fit, rate};
use crate::common::place::{Place, STUMPER, printed};
use serde_json::Value;
use std::process::Command;

#[test]
fn an_equation_comes_back_and_makes_levels() {
    let place = Place::new("chain", LEVELS);
    let raters = Raters {
        players: 120,
        levels: 20,
        seed: 1,
    };
    let server = place.serve(0, None);
    let truth = rate(&server, Truth::random(raters.seed), raters);
    // The server may go on while its study is looked at.
    let weights = fit(&place, &truth);
    assert!(weights.iter().all(Weight::is_within), "{weights:#?}");

    let equation = place.path("equation.json");
    let stumper = |words: &[&str]| -> Vec<Value> {
        let mut call = Command::new(STUMPER);
        call.args(words).args(["--equation", &equation]);
        let rows = printed(call.args(["--format", "json", "--quiet"]));
        let rows = rows.lines().map(serde_json::from_str);
        rows.collect::<Result<_, _>>().expect("an object a line")
    };
    let rating = |row: &Value| row["rating"].as_f64().expect("a rating");
    for row in stumper(&["rate", "shift:4x4#1-30"]) {
        let known = truth.of(row["id"].as_str().expect("an id"));
        assert!((rating(&row) - known).abs() < 1.0, "{known} {row}");
    }
    let made = stumper(&[
        "generate",
        "shift:4x4",
        "--difficulty",
        "5..6",
        "--count",
        "3",
    ]);
    assert_eq!(made.len(), 3);
    for row in &made {
        assert!((4.0..=7.0).contains(&rating(row)), "{row}");
    }
}
