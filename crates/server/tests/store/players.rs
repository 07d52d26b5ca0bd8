//! Players agree, come back, look at what is kept, and leave.

use super::*;
use stumper_server::study::api::Stage;

#[test]
fn who_agrees_takes_part_once() {
    on_both("agree", |address| {
        let study = Study::open(address);
        let who = player(1);
        assert_eq!(code(study.player(&who)), Code::NoPlayer);
        assert_eq!(code(study.next(&who, "flow")), Code::NoPlayer);
        let first = study.consent(&who).unwrap();
        assert_eq!(first.name, who.name);
        assert_eq!(first.since, NOON);
        assert_eq!(study.consent(&who).unwrap(), first);
        assert_eq!(study.player(&who).unwrap(), first);
        let games: Vec<(&str, Stage, u32)> = first
            .games
            .iter()
            .map(|game| (game.game.as_str(), game.phase, game.levels))
            .collect();
        let wanted = [("flow", Stage::Tutorial, 3), ("shift", Stage::Levels, 2)];
        assert_eq!(games, wanted);
        assert_eq!(code(study.player(&player(2))), Code::NoPlayer);
    });
}

#[test]
fn a_full_study_takes_nobody_new() {
    on_both("full", |address| {
        let study = Study::open(address);
        for number in 0..50 {
            study.consent(&player(number)).unwrap();
        }
        assert_eq!(code(study.consent(&player(50))), Code::Full);
        // Who is in stays in.
        study.consent(&player(49)).unwrap();
        let counts = study.store.read_blocking(|db| store::counts(db)).unwrap();
        assert_eq!(counts.players, 50);
    });
}

#[test]
fn a_tutorial_can_be_skipped_at_any_time() {
    on_both("tutorial", |address| {
        let study = Study::open(address);
        let who = player(1);
        assert_eq!(code(study.skip_tutorial(&who, "flow")), Code::NoPlayer);
        study.consent(&who).unwrap();
        assert_eq!(code(study.skip_tutorial(&who, "\0")), Code::NotFound);
        let first = study.play(&who, "flow");
        assert_eq!(first.level.id, "flow:tutorial#0");
        assert_eq!(study.progress(&who, "flow").open, Some(first.play.clone()));
        let view = study.skip_tutorial(&who, "flow").unwrap();
        assert_eq!(study.skip_tutorial(&who, "flow").unwrap(), view);
        let progress = study.progress(&who, "flow");
        assert_eq!(progress.phase, Stage::Levels);
        assert_eq!(progress.open, None);
        // What came too late is refused, and the levels begin.
        let late = study.finish(&who, &first.play, &ending(Ended::Solved, 9));
        assert_eq!(code(late), Code::Conflict);
        assert_eq!(study.play(&who, "flow").phase, Phase::Levels);
        // A level to rate is not skipped by this.
        let open = study.play(&who, "flow").play;
        study.skip_tutorial(&who, "flow").unwrap();
        assert_eq!(study.play(&who, "flow").play, open);
    });
}

#[test]
fn a_player_sees_and_erases_what_is_kept() {
    on_both("erase", |address| {
        let study = Study::open(address);
        let (who, other) = (player(1), player(2));
        let mine = |who: &Identity| {
            let who = who.clone();
            study.store.read_blocking(move |db| store::mine(db, &who))
        };
        let erase = |who: &Identity| {
            let who = who.clone();
            study.store.write_blocking(move |db| store::erase(db, &who))
        };
        assert_eq!(code(mine(&who)), Code::NoPlayer);
        assert_eq!(erase(&who).unwrap().plays, 0);
        for who in [&who, &other] {
            study.consent(who).unwrap();
            study.play_all(who, "flow");
            study.play(who, "shift");
        }
        let kept = mine(&who).unwrap();
        assert_eq!(kept.player.answers, answers());
        assert_eq!(kept.player.consent, "v1");
        assert_eq!(kept.plays.len(), 6);
        for play in kept.plays.iter().filter(|play| play.game == "flow") {
            assert_eq!(play.events, events());
            assert_eq!(play.seconds, Some(12.345));
            assert_eq!(play.rating.is_some(), play.phase == Phase::Levels);
            assert_eq!(play.player, who.name);
        }
        let open = kept.plays.iter().find(|play| play.game == "shift").unwrap();
        assert_eq!((open.ended, open.events.len()), (None, 0));

        let before = mine(&other).unwrap();
        assert_eq!(erase(&who).unwrap().plays, 6);
        assert_eq!(code(mine(&who)), Code::NoPlayer);
        assert_eq!(code(study.rate(&who, &open.play, 3)), Code::NoPlayer);
        assert_eq!(mine(&other).unwrap(), before);
        let dump = study.store.read_blocking(|db| store::dump(db)).unwrap();
        assert_eq!((dump.players.len(), dump.plays.len()), (1, 6));
        // Nothing of it is left, and the key can be used again.
        let view = study.consent(&who).unwrap();
        assert!(view.games.iter().all(|game| game.open.is_none()));
    });
}
