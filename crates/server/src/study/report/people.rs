//! Who came how far.

use super::count;
use crate::study::data::{Dump, Phase, PlayRow};
use experiments::plot::{Chart, Picture};
use experiments::report::Report;
use lab::table::{Cell, Table};
use std::collections::HashMap;

/// Numbers of levels by which players are counted.
const STEPS: [usize; 8] = [1, 5, 10, 20, 50, 100, 200, 500];

/// What one player did in one game.
#[derive(Clone, Copy, Default)]
struct Way {
    begun: bool,
    tutorial: usize,
    skipped: bool,
    levels: usize,
}

/// Adds the section.
pub(super) fn add(report: &mut Report, dump: &Dump) {
    report.heading("Who came how far");
    let mut games: Vec<&str> = Vec::new();
    for level in &dump.levels {
        if !games.contains(&level.game.as_str()) {
            games.push(&level.game);
        }
    }
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for game in games {
        let steps = funnel(dump, game);
        for (step, players) in &steps {
            rows.push(vec![Cell::text(game), Cell::text(step), count(*players)]);
        }
        let bars = steps
            .into_iter()
            .map(|(step, players)| (step, players as f64));
        let picture = Picture {
            title: format!("{game}: how far players came"),
            x: "step".into(),
            y: "players".into(),
            chart: Chart::Bars(bars.collect()),
        };
        figures.push((format!("{game}-funnel"), picture));
    }
    report.table(Table {
        name: "funnel",
        title: "Players by how far they came".into(),
        columns: vec!["game", "step", "players"],
        rows,
    });
    for (name, picture) in figures {
        report.figure(name, picture);
    }
}

/// The steps of a game, and how many players took each.
fn funnel(dump: &Dump, game: &str) -> Vec<(String, usize)> {
    let of = |phase: Phase| {
        let levels = dump.levels.iter();
        levels
            .filter(|level| level.game == game && level.phase == phase)
            .count()
    };
    let (tutorial, levels) = (of(Phase::Tutorial), of(Phase::Levels));
    let ways = ways(dump, game);
    let players = |test: &dyn Fn(&Way) -> bool| ways.iter().filter(|way| test(way)).count();
    let mut steps = vec![
        ("consented".to_string(), dump.players.len()),
        ("began".into(), players(&|way| way.begun || way.skipped)),
    ];
    if tutorial > 0 {
        steps.push(("tutorial skipped".into(), players(&|way| way.skipped)));
        let done = |way: &Way| way.tutorial >= tutorial && !way.skipped;
        steps.push(("tutorial done".into(), players(&done)));
    }
    for step in STEPS.into_iter().filter(|step| *step < levels) {
        let name = match step {
            1 => "1 level".to_string(),
            _ => format!("{step} levels"),
        };
        steps.push((name, players(&|way| way.levels >= step)));
    }
    steps.push((
        format!("all {levels}"),
        players(&|way| way.levels >= levels),
    ));
    steps
}

fn ways(dump: &Dump, game: &str) -> Vec<Way> {
    let mut ways: HashMap<&str, Way> = HashMap::new();
    for player in &dump.players {
        let skipped = player.tutorials_skipped.iter().any(|name| name == game);
        let way = ways.entry(&player.name).or_default();
        way.skipped = skipped;
    }
    let of_game = |play: &&PlayRow| play.game == game;
    for play in dump.plays.iter().filter(of_game) {
        let way = ways.entry(&play.player).or_default();
        way.begun = true;
        match (play.phase, play.is_done()) {
            (_, false) => {}
            (Phase::Tutorial, true) => way.tutorial += 1,
            (Phase::Levels, true) => way.levels += 1,
        }
    }
    ways.into_values().collect()
}
