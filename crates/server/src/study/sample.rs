//! A study of simulated players, for tests.

use super::data::{Answer, Closed, Dump, Ended, Phase, PlayRow, PlayerRow, StudyLevel};
use lab::mixed::Rating;
use lab::ratings::simulated::{Simulation, Truth, ratings};
use std::collections::BTreeMap;

/// Players who rate twenty of forty levels each by a known equation. The first
/// skipped a level, and the last is still at one.
pub(crate) fn dump(players: usize) -> (Truth, Dump) {
    let truth = Truth::random(40, 3, [3.5, 7.5], 7);
    let simulation = Simulation {
        players,
        ..Simulation::default()
    };
    let rated = ratings(&truth.levels, &simulation);
    let mut plays = Vec::new();
    for (index, rating) in rated.iter().enumerate() {
        plays.push(play(index, rating));
    }
    if let Some(first) = plays.first_mut() {
        first.rating = None;
        if let Some(closed) = &mut first.closed {
            closed.ended = Ended::Skipped;
        }
    }
    if let Some(last) = plays.last_mut() {
        (last.rating, last.closed) = (None, None);
    }
    let levels = (0..truth.levels.len()).map(|place| level(&truth, place));
    let dump = Dump {
        study: "sample".into(),
        scale: None,
        levels: levels.collect(),
        players: (0..players).map(player).collect(),
        plays,
    };
    (truth, dump)
}

fn id(place: usize) -> String {
    format!("flow:9x9#{}", place + 1)
}

fn level(truth: &Truth, place: usize) -> StudyLevel {
    let measures = truth.measures.iter().enumerate();
    StudyLevel {
        id: id(place),
        game: "flow".into(),
        variant: "9x9".into(),
        text: "a level".into(),
        phase: Phase::Levels,
        place: place as u32,
        fewest: Some(8),
        measures: measures
            .map(|(index, column)| (format!("m{index}"), column[place]))
            .collect(),
    }
}

fn player(index: usize) -> PlayerRow {
    let answers = [
        ("age", Answer::Number(20.0 + index as f64)),
        ("played", Answer::Words("=a lot, \"really\"".into())),
    ];
    PlayerRow {
        name: format!("{index:012x}"),
        since: 1_000,
        consent: "0123456789ab".into(),
        answers: BTreeMap::from(answers.map(|(name, answer)| (name.to_string(), answer))),
        tutorials_skipped: match index % 2 {
            0 => vec!["flow".into()],
            _ => Vec::new(),
        },
    }
}

fn play(index: usize, rating: &Rating) -> PlayRow {
    let moves = 8 + (rating.value as u32) / 3;
    PlayRow {
        play: format!("{index:016x}"),
        player: format!("{:012x}", rating.player),
        game: "flow".into(),
        level: id(rating.level),
        phase: Phase::Levels,
        number: 1 + index as u32 % 20,
        opened: 1_000 * index as i64,
        closed: Some(Closed {
            ended: Ended::Solved,
            closed: 1_000 * index as i64 + 500,
            seconds: 10.0 * rating.value,
            moves,
            resets: 1,
            hints: 0,
            undos: 2,
        }),
        rating: Some(rating.value as u32),
    }
}
