//! What a study has found so far: who came how far, how levels were rated, how
//! far players agree, which levels need more ratings, and the equation that
//! follows. It is made of the rows alone, for a page, a file or a terminal.

mod agreement;
mod equation;
mod gathered;
mod levels;
mod people;
#[cfg(test)]
mod tests;

use super::data::Dump;
use experiments::plot::{Chart, Picture};
use experiments::report::Report;
use gathered::Gathered;
use lab::table::Cell;

/// What a report needs to know beside the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The study's title.
    pub title: String,
    /// The least and the largest rating.
    pub bounds: [f64; 2],
}

/// The report of a study.
pub fn report(dump: &Dump, about: &About) -> Report {
    let mut report = Report::new(about.title.clone());
    people::add(&mut report, dump);
    for of_game in Gathered::of(dump) {
        let game = of_game.game;
        report.heading(format!("{game}: ratings"));
        if of_game.ratings.is_empty() {
            report.text("No level has been rated yet.");
            continue;
        }
        histogram(&mut report, &of_game, about);
        levels::add(&mut report, &of_game, about);
        report.heading(format!("{game}: agreement between players"));
        agreement::add(&mut report, &of_game);
        report.heading(format!("{game}: the equation so far"));
        equation::add(&mut report, &of_game, about);
    }
    report
}

/// The report as a page that needs nothing but itself.
pub fn html(dump: &Dump, about: &About) -> String {
    report(dump, about).html(&about.title, &made(dump))
}

/// How much the report is made of, in words.
pub fn made(dump: &Dump) -> String {
    let rated = dump.plays.iter().filter(|play| play.rating.is_some());
    format!(
        "Study {}: {} players, {} plays, {} ratings. Made by stumper {}.",
        dump.study,
        dump.players.len(),
        dump.plays.len(),
        rated.count(),
        env!("CARGO_PKG_VERSION")
    )
}

/// How often each rating was given.
fn histogram(report: &mut Report, of_game: &Gathered, about: &About) {
    let [low, high] = about.bounds.map(|bound| bound as i64);
    let count = |rating: i64| {
        let same = of_game.ratings.iter().filter(|r| r.value == rating as f64);
        (rating.to_string(), same.count() as f64)
    };
    let picture = Picture {
        title: format!("{}: how often each rating was given", of_game.game),
        x: "rating".into(),
        y: "plays".into(),
        chart: Chart::Bars((low..=high).map(count).collect()),
    };
    report.figure(format!("{}-histogram", of_game.game), picture);
}

/// A number with so many decimals, if there is one.
fn number(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(Cell::Blank, |value| Cell::Number(value, decimals))
}

/// A whole number.
fn count(value: usize) -> Cell {
    Cell::Count(value as u64)
}
