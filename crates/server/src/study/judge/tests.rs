//! Plays that are taken, and plays that are not.

use super::*;
use crate::study::data::Phase;
use std::collections::BTreeMap;

/// Everything is allowed, for a minute.
const ALL: Rules = Rules {
    hints: true,
    undo: true,
    most: 60_000,
};

fn level(id: &str) -> StudyLevel {
    let id: engine::LevelId = id.parse().unwrap();
    let game = find_game(&id.game).unwrap();
    let row = game.level(&Level::Dealt(id.clone())).unwrap();
    StudyLevel {
        id: row.id,
        game: id.game.clone(),
        variant: game.variant_of(&id).unwrap(),
        text: row.level,
        phase: Phase::Levels,
        place: 0,
        fewest: None,
        measures: BTreeMap::new(),
    }
}

fn solution(level: &StudyLevel) -> Vec<String> {
    let game = find_game(&level.game).unwrap();
    let written = Level::Written {
        name: level.id.clone(),
        variant: level.variant.clone(),
        text: level.text.clone(),
    };
    let session = game.play_open(&written).unwrap();
    let adviser = engine::play::Adviser::default();
    match session.solve(&adviser, &engine::Unwatched) {
        Ok(engine::Outcome::Solved(moves)) => moves,
        other => panic!("{other:?}"),
    }
}

fn made(at: u64, moves: &[&str]) -> Event {
    Event {
        at,
        made: moves.iter().map(|text| text.to_string()).collect(),
        ..Event::default()
    }
}

fn finish(ended: Ended, events: Vec<Event>) -> Finish {
    let count = |is: fn(&Event) -> bool| events.iter().filter(|e| is(e)).count() as u32;
    Finish {
        ended,
        seconds: 12.5,
        resets: count(|event| event.reset),
        hints: count(|event| event.hint),
        undos: count(|event| event.back.is_some()),
        events,
    }
}

#[test]
fn solutions_of_every_game_are_taken() {
    for id in [
        "flow:5x5#1",
        "lazors:4x4#1",
        "shift:4x4#1",
        "sliding:3x3#1",
        "freecell:ms#1",
        "klondike:draw1#1",
    ] {
        let level = level(id);
        let moves = solution(&level);
        let events = moves.iter().enumerate();
        let mut events: Vec<_> = events.map(|(n, text)| made(n as u64, &[text])).collect();
        let judged = judge(&level, &finish(Ended::Solved, events.clone()), &ALL).unwrap();
        let count = moves.len() as u32;
        assert_eq!((judged.solved, judged.moves), (true, count), "{id}");
        events.pop();
        let short = judge(&level, &finish(Ended::Solved, events.clone()), &ALL);
        assert!(matches!(short, Err(Objection::Unsolved(_))), "{id}");
        let skipped = judge(&level, &finish(Ended::Skipped, events), &ALL).unwrap();
        assert!(!skipped.solved, "{id}");
    }
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let level = level("sliding:3x3#1");
    let moves = solution(&level);
    let all: Vec<&str> = moves.iter().map(String::as_str).collect();
    let (first, rest) = all.split_at(3);
    let plain = |at| Event {
        at,
        ..Event::default()
    };
    let back = |at, count| Event {
        back: Some(count),
        ..plain(at)
    };
    let reset = |at| Event {
        reset: true,
        ..plain(at)
    };
    let hint = |at| Event {
        hint: true,
        ..plain(at)
    };
    let events = vec![
        made(1, first),
        back(2, 2),
        made(2, &first[1..]),
        reset(3),
        hint(3),
        made(4, first),
        made(9, rest),
    ];
    let judged = judge(&level, &finish(Ended::Solved, events), &ALL).unwrap();
    let expected = Judged {
        solved: true,
        moves: 4,
        resets: 1,
        hints: 1,
        undos: 1,
    };
    assert_eq!(judged, expected);
    // What is taken back must have been made.
    for count in [0, 4] {
        let events = vec![made(1, first), back(2, count)];
        let refused = judge(&level, &finish(Ended::Skipped, events), &ALL);
        assert!(matches!(refused, Err(Objection::Value(_))), "{count}");
    }
}

#[test]
fn forged_plays_are_refused() {
    let level = level("sliding:3x3#1");
    let moves = solution(&level);
    let good = &*moves[0];
    let again = format!("{good}{good}");
    let long = good.repeat(201);
    let two = Event {
        reset: true,
        ..made(1, &[good])
    };
    let value = |event: Event| (event, true);
    let illegal = |event: Event| (event, false);
    for (event, is_value) in [
        illegal(made(1, &[&again])),
        illegal(made(1, &[""])),
        illegal(made(1, &["# a comment"])),
        illegal(made(1, &["U1000000"])),
        illegal(made(1, &["Q"])),
        illegal(made(1, &["\u{0}"])),
        value(made(1, &[&long])),
        value(made(LONGEST_PLAY + 1, &[good])),
        value(two),
        value(made(1, &[])),
    ] {
        let refused = judge(&level, &finish(Ended::Skipped, vec![event.clone()]), &ALL);
        match refused {
            Err(Objection::Value(_)) => assert!(is_value, "{event:?}"),
            Err(Objection::Move(_)) => assert!(!is_value, "{event:?}"),
            other => panic!("{event:?} {other:?}"),
        }
    }
    let events = vec![made(5, &[good]), made(4, &[&moves[1]])];
    let earlier = judge(&level, &finish(Ended::Skipped, events), &ALL);
    assert!(matches!(earlier, Err(Objection::Value(_))));
    for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        let finish = Finish {
            seconds,
            ..finish(Ended::Skipped, Vec::new())
        };
        let refused = judge(&level, &finish, &ALL);
        assert!(matches!(refused, Err(Objection::Value(_))), "{seconds}");
    }
    let miscounted = Finish {
        undos: 1,
        ..finish(Ended::Skipped, Vec::new())
    };
    assert!(matches!(
        judge(&level, &miscounted, &ALL),
        Err(Objection::Value(_))
    ));
    let hint = Event {
        hint: true,
        ..Event::default()
    };
    let many = finish(Ended::Skipped, vec![hint; MOST_EVENTS + 1]);
    assert!(matches!(
        judge(&level, &many, &ALL),
        Err(Objection::Value(_))
    ));
    // There and back again, for too long.
    let back = Event {
        back: Some(10),
        ..Event::default()
    };
    let gesture = Event {
        made: moves[..10].to_vec(),
        ..Event::default()
    };
    let events = std::iter::repeat_n([gesture, back], MOST_MOVES / 10 + 1);
    let events = events.flatten().collect();
    let refused = judge(&level, &finish(Ended::Skipped, events), &ALL);
    assert!(matches!(refused, Err(Objection::Value(_))), "{refused:?}");
}

#[test]
fn a_study_has_rules_of_its_own() {
    let level = level("sliding:3x3#1");
    let moves = solution(&level);
    let hint = Event {
        hint: true,
        ..Event::default()
    };
    let back = Event {
        back: Some(1),
        ..Event::default()
    };
    let hinted = finish(Ended::Skipped, vec![hint]);
    let undone = finish(Ended::Skipped, vec![made(0, &[&moves[0]]), back]);
    for (hints, undo) in [(true, false), (false, true)] {
        let rules = Rules { hints, undo, ..ALL };
        let takes = |finish: &Finish| match judge(&level, finish, &rules) {
            Ok(_) => true,
            Err(Objection::Value(_)) => false,
            other => panic!("{other:?}"),
        };
        assert_eq!((takes(&hinted), takes(&undone)), (hints, undo));
    }
}

#[test]
fn a_play_is_no_longer_than_it_can_have_been() {
    let level = level("sliding:3x3#1");
    let moves = solution(&level);
    for (seconds, at, most, is_taken) in [
        (12.5, 12_500, 12_500, true),
        (12.5, 72_500, 12_500, true),
        (12.5, 72_501, 12_500, false),
        (72.5, 0, 12_500, true),
        (72.501, 0, 12_500, false),
        // The server's clock was put back.
        (60.0, 0, -1_000_000, true),
        (60.1, 0, -1_000_000, false),
        (2e6, 0, i64::MAX, true),
    ] {
        let finish = Finish {
            seconds,
            ..finish(Ended::Skipped, vec![made(at, &[&moves[0]])])
        };
        let judged = judge(&level, &finish, &Rules { most, ..ALL });
        match judged {
            Ok(_) => assert!(is_taken, "{seconds} {at} {most}"),
            Err(Objection::Value(_)) => assert!(!is_taken, "{seconds} {at} {most}"),
            other => panic!("{other:?}"),
        }
    }
}
