//! How far players agree, and players whose ratings or plays look careless,
//! counted.

use super::gathered::{Gathered, is_solved};
use super::{count, number};
use experiments::report::Report;
use lab::mixed::crossed;
use lab::statistics::agreement::{intraclass, krippendorff, with_others};
use lab::statistics::sample::{mean, median};
use lab::table::{Cell, Table};
use std::collections::HashMap;

/// Ratings from which on the same rating always is worth a look.
const SEVERAL: usize = 5;
/// Nobody makes moves faster than this, in seconds each.
const FASTEST: f64 = 0.1;

/// Adds the tables.
pub(super) fn add(report: &mut Report, of_game: &Gathered) {
    report.table(agreement(of_game));
    report.table(careless(of_game));
}

fn agreement(of_game: &Gathered) -> Table {
    let ratings = &of_game.ratings;
    let model = crossed(ratings);
    let variances = model.as_ref().map(|model| model.variances);
    let rated = of_game.levels.iter().map(|of| of.ratings.len());
    let rated: Vec<f64> = rated.filter(|n| *n > 0).map(|n| n as f64).collect();
    let usual = median(&rated).unwrap_or(1.0);
    let spread = |of: fn(&lab::mixed::Variances) -> f64| variances.as_ref().map(|v| of(v).sqrt());
    let share = |n: f64| variances.as_ref().and_then(|v| intraclass(v, n));
    let others: Vec<f64> = with_others(ratings).into_iter().flatten().collect();
    let row = |name: String, value: Option<f64>| vec![Cell::Text(name), number(value, 3)];
    Table {
        name: "agreement",
        title: format!("{}: agreement between players", of_game.game),
        columns: vec!["what", "value"],
        rows: vec![
            row("standard deviation of levels".into(), spread(|v| v.level)),
            row("standard deviation of players".into(), spread(|v| v.player)),
            row(
                "standard deviation of what is left".into(),
                spread(|v| v.noise),
            ),
            row("intraclass correlation of one rating".into(), share(1.0)),
            row(
                format!("intraclass correlation of the mean of {usual} ratings"),
                share(usual),
            ),
            row(
                "Krippendorff's alpha, interval data".into(),
                krippendorff(ratings),
            ),
            row(
                format!(
                    "mean correlation of a player with the others' means ({} players)",
                    others.len()
                ),
                mean(&others),
            ),
        ],
    }
}

/// What may be carelessness: told, not judged, and nothing is left out for it.
fn careless(of_game: &Gathered) -> Table {
    let mut by_player = vec![Vec::new(); of_game.players.len()];
    for rating in &of_game.ratings {
        by_player[rating.player].push(rating.value);
    }
    let always = |values: &&Vec<f64>| {
        values.len() >= SEVERAL && values.iter().all(|value| *value == values[0])
    };
    let always = by_player.iter().filter(always).count();
    let several = by_player.iter().filter(|v| v.len() >= SEVERAL).count();
    let mut fast: HashMap<&str, usize> = HashMap::new();
    let mut solved = 0;
    for play in of_game.plays().filter(|play| is_solved(play)) {
        solved += 1;
        let closed = play.closed.as_ref();
        if closed.is_some_and(|c| c.seconds < FASTEST * f64::from(c.moves)) {
            *fast.entry(&play.player).or_default() += 1;
        }
    }
    let row = |what: String, found: usize, among: usize| {
        vec![Cell::Text(what), count(found), count(among)]
    };
    Table {
        name: "careless",
        title: format!(
            "{}: what may be carelessness (counted only: nothing is left out)",
            of_game.game
        ),
        columns: vec!["what", "found", "among"],
        rows: vec![
            row(
                format!("players with {SEVERAL} ratings or more, all of them the same"),
                always,
                several,
            ),
            row(
                format!("solved plays with less than {FASTEST} seconds a move"),
                fast.values().sum(),
                solved,
            ),
            row(
                "players with such plays".into(),
                fast.len(),
                of_game.players.len(),
            ),
        ],
    }
}
