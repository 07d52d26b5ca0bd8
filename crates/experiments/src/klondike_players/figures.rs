//! Figures 6.1 to 6.6 of the thesis with our games: how fitness is spread, and
//! how it grows in games that are won.

use super::Outcome;
use crate::plot::{Chart, Line, Picture};
use crate::report::Report;
use engine::play::Progress;
use lab::tally::PlayTally;

/// The figures of the random player, of A and of C, each with its names.
const FIGURES: [(&str, &str, &str); 3] = [
    ("figure-6-1", "figure-6-2", "Random"),
    ("figure-6-3", "figure-6-4", "Monte Carlo"),
    ("figure-6-5", "figure-6-6", "Monte Carlo with heuristics"),
];

pub(crate) fn draw(report: &mut Report, outcomes: &[Outcome; 3], progress: &Progress) {
    for ((spread, paths, name), outcome) in FIGURES.iter().zip(outcomes) {
        let [once, reshuffle, _] = &outcome.tallies;
        report.figure(*spread, distribution(name, [once, reshuffle], progress));
        report.figure(*paths, winning_paths(name, once));
    }
}

fn distribution(name: &str, [once, reshuffle]: [&PlayTally; 2], progress: &Progress) -> Picture {
    let line = |tally: &PlayTally, name: &str| {
        let games = tally.games().max(1) as f64;
        let points = (1..).zip(tally.groups(progress));
        Line {
            name: name.into(),
            points: points
                .map(|(group, (_, n))| (f64::from(group), 100.0 * n as f64 / games))
                .collect(),
        }
    };
    let groups: Vec<&str> = progress.groups.iter().map(|(name, _)| *name).collect();
    Picture {
        title: format!("{name}: fitness of {} games", once.games()),
        x: format!("group of fitness: {}", groups.join(", ")),
        y: "percent of games".into(),
        chart: Chart::Lines(vec![
            line(once, "shuffled once"),
            line(reshuffle, "reshuffled"),
        ]),
    }
}

fn winning_paths(name: &str, tally: &PlayTally) -> Picture {
    let lines = tally.paths.iter().map(|(_, path)| Line {
        name: String::new(),
        points: (1..)
            .map(f64::from)
            .zip(path.iter().map(|&f| f.into()))
            .collect(),
    });
    Picture {
        title: format!("{name}: cards home in games that were won"),
        x: "moves".into(),
        y: "cards home".into(),
        chart: Chart::Lines(lines.collect()),
    }
}
