//! Donkersteeg's players of Klondike (tables 6.2 and 6.3 of his thesis and
//! figures 6.1 to 6.6) beside ours. He does not say how many playouts a move
//! he made, nor when his players turn the stock; several readings are tried,
//! and the nearest is named.

mod arena;
mod figures;

use super::Bench;
use super::report::Report;
use crate::Result;
use arena::{Arena, Entry};
use engine::play::Progress;
use lab::statistics::wilson;
use lab::table::{Cell, Table};
use lab::tally::PlayTally;

/// Donkersteeg's players of Klondike: his tables and figures beside ours
#[derive(Clone)]
pub struct Options {
    /// Games of each player under each condition
    pub games: u64,
    /// The number of the first deal
    pub seed: u64,
    /// Playouts a move to try, joined by commas
    pub k: Vec<u32>,
}

/// What each column of his tables stands for: face-down cards, cards drawn,
/// and the kind of deals with so many.
const CONDITIONS: [(&str, u8, &str); 3] = [
    ("once", 3, "thesis"),
    ("reshuffle", 3, "thesis"),
    ("reshuffle", 1, "thesis-draw1"),
];

const TABLE: &str = include_str!("../data/donkersteeg/table_6_2.csv");
const FACTS: &str = include_str!("../data/donkersteeg/facts.csv");

/// A player under a reading of the thesis, by its settings.
#[derive(Clone)]
struct Reading {
    player: &'static str,
    settings: String,
    /// Its row in the published table.
    published: &'static str,
}

impl Reading {
    fn new(player: &'static str, published: &'static str, settings: String) -> Reading {
        Reading {
            player,
            settings,
            published,
        }
    }
}

/// The shares of games won that are published for a player.
fn published(row: &str) -> [f64; 3] {
    let line = TABLE
        .lines()
        .find(|line| line.split(',').next() == Some(row));
    let mut numbers = line.unwrap_or_default().split(',').skip(1);
    [(); 3].map(|()| {
        let number = numbers.next().and_then(|text| text.parse::<f64>().ok());
        100.0 * number.expect("a row of the published table")
    })
}

/// A published fact by name.
fn fact(name: &str) -> Option<f64> {
    let line = FACTS
        .lines()
        .find(|line| line.split(',').next() == Some(name))?;
    line.split(',').nth(1)?.parse().ok()
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    shared.refuse_shard("who plays last depends on how the games before went")?;
    let mut arena = Arena::new(args.seed, args.games, shared)?;
    let random = ["any", "last"].map(|turns| {
        let settings = format!("turns={turns}");
        Reading::new("random", "random", settings)
    });
    let mut a = Vec::new();
    for k in &args.k {
        for score in ["best", "average"] {
            for turns in ["any", "playouts"] {
                let settings = format!("k={k},score={score},turns={turns}");
                a.push(Reading::new("a", "monte_carlo", settings));
            }
        }
    }
    let Some(random) = play(&mut arena, &random)? else {
        return Ok(None);
    };
    let Some(a) = play(&mut arena, &a)? else {
        return Ok(None);
    };
    let nearest = a
        .iter()
        .min_by(|x, y| x.distance().total_cmp(&y.distance()));
    let nearest = nearest.expect("some reading was tried").clone();
    let mut c = ["ties", "first"].map(|mode| {
        let settings = format!("{},mode={mode}", nearest.reading.settings);
        Reading::new("c", "monte_carlo_heuristics", settings)
    });
    c.sort_by(|x, y| y.settings.cmp(&x.settings));
    let Some(c) = play(&mut arena, &c)? else {
        return Ok(None);
    };
    let progress = arena.progress();
    arena.finish()?;
    let best = |all: &[Outcome]| {
        let best = all
            .iter()
            .min_by(|x, y| x.distance().total_cmp(&y.distance()));
        best.expect("some reading was tried").clone()
    };
    let shown = [best(&random), nearest.clone(), best(&c)];
    let outcomes: Vec<&Outcome> = random.iter().chain(&a).chain(&c).collect();
    let mut report = Report::new("Donkersteeg's players of Klondike");
    report.table(wins(args, &outcomes));
    report.table(rounds(args, &outcomes, &progress));
    report.table(verdict(&random, &a, &c));
    figures::draw(&mut report, &shown, &progress);
    Ok(Some(report))
}

/// What came of a reading under each condition.
#[derive(Clone)]
struct Outcome {
    reading: Reading,
    tallies: [PlayTally; 3],
}

impl Outcome {
    fn percent(&self, condition: usize) -> f64 {
        100.0 * self.tallies[condition].win_rate().unwrap_or_default()
    }

    /// The root of the mean squared difference from the published shares.
    fn distance(&self) -> f64 {
        let published = published(self.reading.published);
        let squares = (0..3).map(|i| (self.percent(i) - published[i]).powi(2));
        (squares.sum::<f64>() / 3.0).sqrt()
    }
}

fn play(arena: &mut Arena, readings: &[Reading]) -> Result<Option<Vec<Outcome>>> {
    let entries = readings.iter().flat_map(|reading| {
        CONDITIONS.map(|(secured, _, kind)| Entry {
            player: reading.player,
            settings: reading.settings.clone(),
            secured,
            kind,
        })
    });
    let tallies = arena.play(entries.collect())?;
    Ok(tallies.map(|tallies| {
        let outcomes = readings.iter().zip(tallies.chunks(3));
        outcomes
            .map(|(reading, tallies)| Outcome {
                reading: reading.clone(),
                tallies: [0, 1, 2].map(|i| tallies[i].clone()),
            })
            .collect()
    }))
}

fn wins(args: &Options, outcomes: &[&Outcome]) -> Table {
    let mut rows = Vec::new();
    for outcome in outcomes {
        let published = published(outcome.reading.published);
        for (i, (secured, draw, _)) in CONDITIONS.into_iter().enumerate() {
            let tally = &outcome.tallies[i];
            let interval = wilson(tally.wins, tally.games());
            let (low, high) = interval.unwrap_or_default();
            rows.push(vec![
                Cell::text(outcome.reading.player),
                Cell::text(&outcome.reading.settings),
                Cell::text(secured),
                Cell::Count(draw.into()),
                Cell::Number(outcome.percent(i), 2),
                Cell::Number(low, 2),
                Cell::Number(high, 2),
                Cell::Number(published[i], 1),
            ]);
        }
    }
    Table {
        name: "wins",
        title: format!(
            "Games won, in percent, of {} each (Donkersteeg 2010, tables 6.2 and 6.3)",
            args.games
        ),
        columns: vec![
            "player", "settings", "secured", "draw", "won", "low", "high", "thesis",
        ],
        rows,
    }
}

/// Rounds to win and games that got stuck, with three cards drawn.
fn rounds(args: &Options, outcomes: &[&Outcome], progress: &Progress) -> Table {
    let mut rows = Vec::new();
    for outcome in outcomes {
        let name = outcome.reading.published;
        let percent = |share: Option<f64>| match share {
            Some(share) => Cell::Number(100.0 * share, 1),
            None => Cell::Blank,
        };
        for (i, (secured, ..)) in CONDITIONS.into_iter().enumerate().take(2) {
            let tally = &outcome.tallies[i];
            rows.push(vec![
                Cell::text(outcome.reading.player),
                Cell::text(&outcome.reading.settings),
                Cell::text(secured),
                Cell::mean(tally.winning_rounds.mean()),
                Cell::mean(fact(&format!("{name}_rounds_to_win"))),
                percent(tally.stuck(progress)),
                percent(fact(&format!("{name}_stuck_between_0_and_20"))),
            ]);
        }
    }
    Table {
        name: "rounds",
        title: format!(
            "Rounds to win, and games stuck with 0 to 20 cards home, in percent; {} games each",
            args.games
        ),
        columns: vec![
            "player",
            "settings",
            "secured",
            "rounds",
            "thesis-rounds",
            "stuck",
            "thesis-stuck",
        ],
        rows,
    }
}

/// The reading of each player that comes nearest.
fn verdict(random: &[Outcome], a: &[Outcome], c: &[Outcome]) -> Table {
    let row = |all: &[Outcome]| {
        let best = all
            .iter()
            .min_by(|x, y| x.distance().total_cmp(&y.distance()));
        let best = best.expect("some reading was tried");
        vec![
            Cell::text(best.reading.player),
            Cell::text(&best.reading.settings),
            Cell::Number(best.distance(), 2),
        ]
    };
    Table {
        name: "nearest",
        title: "The reading of each player nearest to the thesis (points of percent, root of the mean square)".into(),
        columns: vec!["player", "settings", "difference"],
        rows: vec![row(random), row(a), row(c)],
    }
}
