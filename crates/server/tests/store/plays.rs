//! Levels are handed out, end, and are rated.

use super::*;
use std::collections::{BTreeMap, HashSet};
use stumper_server::study::api::{PlayState, Stage};
use stumper_server::study::store::Filter;

#[test]
fn a_whole_study_is_played() {
    on_both("whole", |address| {
        let study = Study::open(address);
        let who = player(1);
        study.consent(&who).unwrap();
        let plays = study.play_all(&who, "flow");
        let numbers: Vec<(Phase, u32, u32)> = plays
            .iter()
            .map(|play| (play.phase, play.number, play.of))
            .collect();
        let tutorial = [(Phase::Tutorial, 1, 2), (Phase::Tutorial, 2, 2)];
        let levels = (1..=3).map(|number| (Phase::Levels, number, 3));
        let wanted: Vec<_> = tutorial.into_iter().chain(levels).collect();
        assert_eq!(numbers, wanted);
        assert_eq!(plays[1].level.id, "flow:tutorial#1");
        let ids: HashSet<&str> = plays.iter().map(|play| play.level.id.as_str()).collect();
        assert_eq!(ids.len(), 5);
        for play in &plays {
            let level = study.catalog.level(&play.level.id).unwrap();
            assert_eq!(play.level.text, level.text);
            assert_eq!(play.rated, play.phase == Phase::Levels);
        }
        let progress = study.progress(&who, "flow");
        assert_eq!(progress.phase, Stage::Done);
        assert_eq!((progress.tutorial, progress.rated), (2, 3));
        assert_eq!(study.next(&who, "flow").unwrap().play, None);
        assert_eq!(study.progress(&who, "shift").phase, Stage::Levels);
    });
}

#[test]
fn the_same_again_gets_the_same_answer_and_another_is_refused() {
    on_both("again", |address| {
        let study = Study::open(address);
        let who = player(1);
        study.consent(&who).unwrap();
        let play = study.play(&who, "shift");
        assert_eq!(study.play(&who, "shift"), play);
        assert_eq!(play.state, PlayState::Open);
        assert_eq!(code(study.rate(&who, &play.play, 4)), Code::Conflict);

        let solved = ending(Ended::Solved, 30);
        let finished = study.finish(&who, &play.play, &solved).unwrap();
        assert!(finished.solved && finished.rated);
        assert_eq!(
            (finished.moves, finished.play.as_str()),
            (2, play.play.as_str())
        );
        let fewest = study.catalog.level(&play.level.id).unwrap().fewest;
        assert_eq!(finished.fewest, fewest);
        // Sent again later: only the server's time differs.
        let later = ending(Ended::Solved, 99);
        assert_eq!(study.finish(&who, &play.play, &later).unwrap(), finished);
        let other = ending(Ended::Skipped, 99);
        assert_eq!(code(study.finish(&who, &play.play, &other)), Code::Conflict);
        let waiting = study.play(&who, "shift");
        assert_eq!(
            (waiting.state, &waiting.play),
            (PlayState::Played, &play.play)
        );

        let rated = study.rate(&who, &play.play, 4).unwrap();
        assert_eq!(study.rate(&who, &play.play, 4).unwrap(), rated);
        assert_eq!(code(study.rate(&who, &play.play, 5)), Code::Conflict);
        assert_eq!(study.finish(&who, &play.play, &later).unwrap(), finished);
        assert_ne!(study.play(&who, "shift").play, play.play);
    });
}

#[test]
fn levels_are_skipped_after_a_while_and_not_rated() {
    on_both("skip", |address| {
        let study = Study::open(address);
        let who = player(1);
        study.consent(&who).unwrap();
        let tutorial = study.play(&who, "flow").play;
        let at_once = ending(Ended::Skipped, 0);
        let finished = study.finish(&who, &tutorial, &at_once).unwrap();
        assert!(!finished.solved && !finished.rated);

        let play = study.play(&who, "shift").play;
        let early = study.finish(&who, &play, &ending(Ended::Skipped, 59));
        assert_eq!(code(early), Code::TooEarly);
        let finished = study.finish(&who, &play, &ending(Ended::Skipped, 60));
        assert!(!finished.unwrap().rated);
        // The same again is not too early, whatever the time.
        study.finish(&who, &play, &at_once).unwrap();
        assert_eq!(code(study.rate(&who, &play, 4)), Code::Conflict);
        assert_eq!(code(study.rate(&who, &tutorial, 4)), Code::Conflict);
        assert_eq!(study.progress(&who, "shift").skipped, 1);
        assert_eq!(study.progress(&who, "flow").skipped, 0);
        assert_eq!(study.progress(&who, "flow").tutorial, 1);
    });
}

#[test]
fn plays_belong_to_their_players() {
    on_both("others", |address| {
        let study = Study::open(address);
        let (who, other) = (player(1), player(2));
        study.consent(&who).unwrap();
        study.consent(&other).unwrap();
        let play = study.play(&who, "shift").play;
        let solved = ending(Ended::Solved, 1);
        for id in [
            play.as_str(),
            "",
            "0000000000000000",
            "\0",
            "ß".repeat(8).as_str(),
        ] {
            assert_eq!(code(study.finish(&other, id, &solved)), Code::NotFound);
            assert_eq!(code(study.rate(&other, id, 1)), Code::NotFound);
        }
        for game in ["", "chess", "\0", "flow'"] {
            assert_eq!(code(study.next(&who, game)), Code::NotFound);
        }
        let row = study.store.read_blocking({
            let who = who.clone();
            move |db| store::play_of(db, &who, &play)
        });
        assert_eq!(row.unwrap().player, who.name);
    });
}

#[test]
fn lists_replays_and_counts_tell_what_is_there() {
    on_both("lists", |address| {
        let study = Study::open(address);
        let everybody: Vec<Identity> = (1..=4).map(player).collect();
        for who in &everybody {
            study.consent(who).unwrap();
            study.play_all(who, "flow");
        }
        let open = study.play(&everybody[0], "shift");
        let list = |filter: Filter| {
            let read = study
                .store
                .read_blocking(move |db| store::plays(db, &filter));
            read.unwrap().plays
        };
        let all = Filter {
            limit: 100,
            ..Filter::default()
        };
        let everything = list(all.clone());
        assert_eq!(everything.len(), 21);
        assert!(everything.is_sorted_by_key(|play| play.play.clone()));
        // In pages of eight.
        let mut pages = Vec::new();
        loop {
            let after = pages
                .last()
                .map(|play: &stumper_server::study::api::KeptPlay| play.play.clone());
            let page = list(Filter {
                after: after.unwrap_or_default(),
                limit: 8,
                ..Filter::default()
            });
            if page.is_empty() {
                break;
            }
            pages.extend(page);
        }
        assert_eq!(pages, everything);
        for (filter, count) in [
            (
                Filter {
                    game: "shift".into(),
                    ..all.clone()
                },
                1,
            ),
            (
                Filter {
                    level: "flow:levels#1".into(),
                    ..all.clone()
                },
                4,
            ),
            (
                Filter {
                    player: everybody[1].name.clone(),
                    ..all.clone()
                },
                5,
            ),
            (
                Filter {
                    game: "\0".into(),
                    ..all.clone()
                },
                0,
            ),
        ] {
            assert_eq!(list(filter.clone()).len(), count, "{filter:?}");
        }

        let replay = |play: &str| {
            let play = play.to_string();
            study
                .store
                .read_blocking(move |db| store::replay(db, &play))
        };
        let first = everything.iter().find(|play| play.game == "flow").unwrap();
        let shown = replay(&first.play).unwrap();
        assert_eq!(shown.play.events, events());
        let level = study.catalog.level(&first.level).unwrap();
        assert_eq!(
            (&shown.level_text, shown.fewest),
            (&level.text, level.fewest)
        );
        assert_eq!(replay(&open.play).unwrap().play.ended, None);
        assert_eq!(code(replay("\0")), Code::NotFound);

        let counts = study.store.read_blocking(|db| store::counts(db)).unwrap();
        assert_eq!((counts.players, counts.plays, counts.ratings), (4, 21, 12));
        assert_eq!(counts.levels["flow:levels#0"], 4);
        assert_eq!(counts.levels[&open.level.id], 1);
    });
}

#[test]
fn ratings_spread_over_levels() {
    on_both("spread", |address| {
        let study = Study::open(address);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for number in 0..40 {
            let who = player(number);
            study.consent(&who).unwrap();
            *counts
                .entry(study.play(&who, "shift").level.id)
                .or_default() += 1;
        }
        // Of two levels, a plain draw gives one 15 or fewer of 40 in every
        // fifth study; the preference for fewer ratings does not.
        assert!(counts.values().all(|&count| count > 15), "{counts:?}");
    });
}
