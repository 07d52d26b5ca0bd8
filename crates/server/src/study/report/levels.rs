//! Ratings a level with intervals, what play itself tells, and which levels
//! need more ratings.

use super::gathered::{Gathered, OfLevel};
use super::{About, count, number};
use experiments::plot::{Chart, Picture};
use experiments::report::Report;
use lab::statistics::association::spearman;
use lab::statistics::sample::{deviation, mean, mean_half_width, median};
use lab::statistics::wilson;
use lab::table::{Cell, Table};

/// How sure a mean should be: within so much of the rating.
const NEAR: f64 = 0.5;
/// No level is asked for more ratings than this.
const MOST: usize = 100_000;
/// Ratings from which on a level's own spread is trusted.
const KNOWN: usize = 5;

/// Adds the tables and the figure.
pub(super) fn add(report: &mut Report, of_game: &Gathered, about: &About) {
    report.table(ratings(of_game));
    figure(report, of_game, about);
    let short = short(of_game);
    match short.rows.is_empty() {
        true => report.text(format!("All means are known to within {NEAR}.")),
        false => report.table(short),
    }
    report.table(told_by_play(of_game));
}

fn half_width(ratings: &[f64]) -> Option<f64> {
    mean_half_width(deviation(ratings)?, ratings.len())
}

fn ratings(of_game: &Gathered) -> Table {
    let row = |of: &OfLevel| {
        let (mean_rating, half) = (mean(&of.ratings), half_width(&of.ratings));
        let end = |side: f64| number(mean_rating.zip(half).map(|(m, h)| m + side * h), 2);
        let (solved, plays) = (of.solved(), of.plays.len());
        let share = (plays > 0).then(|| 100.0 * solved as f64 / plays as f64);
        let between = wilson(solved as u64, plays as u64);
        vec![
            Cell::text(&of.level.id),
            count(of.ratings.len()),
            number(mean_rating, 2),
            end(-1.0),
            end(1.0),
            number(mean(&of.scaled), 2),
            count(plays),
            number(share, 1),
            number(between.map(|(low, _)| low), 1),
            number(between.map(|(_, high)| high), 1),
            number(median(&of.seconds()), 1),
            number(of.over(), 2),
        ]
    };
    Table {
        name: "levels",
        title: format!(
            "{}: ratings a level (mean, interval of 95 %), with ratings scaled for each player \
             (lowest 1, highest 10), percent of plays that solved it (Wilson's interval of 95 %), \
             median seconds and mean moves over the fewest of those",
            of_game.game
        ),
        columns: vec![
            "level",
            "ratings",
            "mean",
            "low",
            "high",
            "scaled_mean",
            "plays",
            "solved_percent",
            "solved_low",
            "solved_high",
            "seconds",
            "moves_over_fewest",
        ],
        rows: of_game.levels.iter().map(row).collect(),
    }
}

fn figure(report: &mut Report, of_game: &Gathered, about: &About) {
    let mut rated: Vec<(f64, f64)> = of_game
        .levels
        .iter()
        .filter_map(|of| Some((mean(&of.ratings)?, half_width(&of.ratings).unwrap_or(0.0))))
        .collect();
    rated.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [low, high] = about.bounds;
    let picture = Picture {
        title: format!("{}: mean ratings with intervals of 95 %", of_game.game),
        x: "levels, the easiest first".into(),
        y: "rating".into(),
        chart: Chart::Points {
            points: (1..)
                .zip(&rated)
                .map(|(x, (mean, _))| (f64::from(x), *mean))
                .collect(),
            errors: rated
                .iter()
                .map(|(mean, half)| (half.min(mean - low), half.min(high - mean)))
                .collect(),
            line: Vec::new(),
        },
    };
    report.figure(format!("{}-levels", of_game.game), picture);
}

/// Ratings that are needed for a mean to be known well enough, where single
/// ratings spread so far.
fn needed(deviation: f64) -> usize {
    let enough = |count: &usize| mean_half_width(deviation, *count).is_some_and(|h| h <= NEAR);
    // The normal quantile is the least that Student's can be.
    let least = (1.96 * deviation / NEAR).powi(2).ceil() as usize;
    (least.clamp(2, MOST)..MOST).find(enough).unwrap_or(MOST)
}

/// Levels whose means are not known well enough, the least known first.
fn short(of_game: &Gathered) -> Table {
    let spreads = of_game.levels.iter().filter(|of| of.ratings.len() >= KNOWN);
    let spreads: Vec<f64> = spreads.filter_map(|of| deviation(&of.ratings)).collect();
    let all: Vec<f64> = of_game.ratings.iter().map(|r| r.value).collect();
    let usual = median(&spreads).or_else(|| deviation(&all)).unwrap_or(1.0);
    let mut open: Vec<(Option<f64>, &OfLevel, usize)> = Vec::new();
    for of in &of_game.levels {
        let known = of.ratings.len();
        let spread = match known >= KNOWN {
            true => deviation(&of.ratings).unwrap_or(usual),
            false => usual,
        };
        let more = needed(spread).saturating_sub(known);
        if more > 0 {
            open.push((half_width(&of.ratings), of, more));
        }
    }
    // What has no interval at all is known least.
    let width = |half: Option<f64>| half.unwrap_or(f64::INFINITY);
    open.sort_by(|a, b| width(b.0).total_cmp(&width(a.0)).then(b.2.cmp(&a.2)));
    let row = |(half, of, more): &(Option<f64>, &OfLevel, usize)| {
        vec![
            Cell::text(&of.level.id),
            count(of.ratings.len()),
            number(*half, 2),
            count(*more),
        ]
    };
    Table {
        name: "more",
        title: format!(
            "{}: levels that need more ratings until the interval of their mean is ±{NEAR}, the \
             widest first",
            of_game.game
        ),
        columns: vec!["level", "ratings", "half_width", "more"],
        rows: open.iter().map(row).collect(),
    }
}

/// How mean ratings go with what play itself tells.
fn told_by_play(of_game: &Gathered) -> Table {
    type Told = fn(&OfLevel) -> Option<f64>;
    let told: [(&str, Told); 3] = [
        ("percent solved", |of| {
            (!of.plays.is_empty()).then(|| of.solved() as f64 / of.plays.len() as f64)
        }),
        ("median seconds", |of| median(&of.seconds())),
        ("moves over the fewest", |of| of.over()),
    ];
    let row = |(name, of): &(&str, Told)| {
        let pairs = of_game.levels.iter();
        let pairs = pairs.filter_map(|level| Some((mean(&level.ratings)?, of(level)?)));
        let (ratings, values): (Vec<f64>, Vec<f64>) = pairs.unzip();
        vec![
            Cell::text(*name),
            count(ratings.len()),
            number(spearman(&ratings, &values), 3),
        ]
    };
    Table {
        name: "told",
        title: format!(
            "{}: how mean ratings go with what play tells (Spearman's correlation over levels)",
            of_game.game
        ),
        columns: vec!["told_by", "levels", "spearman"],
        rows: told.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::needed;
    use lab::statistics::sample::mean_half_width;

    #[test]
    fn just_enough_ratings_are_asked_for() {
        for deviation in [0.0, 0.3, 1.0, 2.2, 4.5] {
            let count = needed(deviation);
            assert!(mean_half_width(deviation, count).unwrap() <= 0.5);
            let fewer = mean_half_width(deviation, count - 1);
            assert!(fewer.is_none_or(|half| half > 0.5), "{deviation}: {count}");
        }
        // 1.96 * 2 / 0.5 squared is 61.5; Student's asks for two more.
        assert_eq!(needed(2.0), 64);
    }
}
