//! Many at once, on one server and on two.

use super::places::Database;
use super::*;
use std::collections::BTreeMap;
use std::sync::Barrier;
use std::thread;
use stumper_server::study::database::{DbError, ErrorKind};

/// Two servers on one database; SQLite files have one writer at a time, which
/// the other waits for.
fn two(address: &Address) -> [Study; 2] {
    [Study::open(address), Study::open(address)]
}

#[test]
fn one_player_in_many_windows_has_one_play() {
    on_both("windows", |address| {
        let studies = two(address);
        let who = player(1);
        for round in 0..5 {
            let barrier = Barrier::new(8);
            let plays: Vec<String> = thread::scope(|scope| {
                let window = |number: usize| {
                    let (study, who, barrier) = (&studies[number % 2], &who, &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        study.consent(who).unwrap();
                        let play = study.play(who, "flow").play;
                        let solved = ending(Ended::Solved, number as i64);
                        study.finish(who, &play, &solved).map(|_| play)
                    })
                };
                let windows: Vec<_> = (0..8).map(window).collect();
                let joined = windows.into_iter().map(|window| window.join().unwrap());
                joined.map(Result::unwrap).collect()
            });
            assert_eq!(plays.len(), 8, "round {round}");
        }
        let dump = studies[0]
            .store
            .read_blocking(|db| store::dump(db))
            .unwrap();
        assert_eq!(dump.players.len(), 1);
        // Windows that ask after another one finished get the next level, but
        // never two at once: no level comes twice.
        let mut levels: Vec<&str> = dump.plays.iter().map(|play| play.level.as_str()).collect();
        levels.sort_unstable();
        levels.dedup();
        assert_eq!(levels.len(), dump.plays.len());
        let open = dump.plays.iter().filter(|play| !play.is_done()).count();
        assert!(open <= 1, "{:?}", dump.plays);
    });
}

#[test]
fn of_different_ends_and_ratings_one_counts() {
    on_both("race", |address| {
        let studies = two(address);
        let who = player(1);
        studies[0].consent(&who).unwrap();
        let play = studies[0].play(&who, "shift").play;
        let race = |act: &(dyn Fn(&Study, u32) -> bool + Sync)| -> usize {
            let barrier = Barrier::new(6);
            thread::scope(|scope| {
                let runner = |number: u32| {
                    let (study, barrier) = (&studies[number as usize % 2], &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        act(study, number)
                    })
                };
                let runners: Vec<_> = (0..6).map(runner).collect();
                let won = runners.into_iter().map(|runner| runner.join().unwrap());
                won.filter(|&won| won).count()
            })
        };
        let finished = race(&|study, number| {
            let closed = Closed {
                ended: Ended::Solved,
                closed: NOON,
                seconds: f64::from(number),
                moves: number,
                resets: 0,
                hints: 0,
                undos: 0,
            };
            study
                .finish(&who, &play, &Ending::new(closed, &[]).unwrap())
                .is_ok()
        });
        assert_eq!(finished, 1);
        let rated = race(&|study, number| study.rate(&who, &play, number + 1).is_ok());
        assert_eq!(rated, 1);
    });
}

#[test]
fn many_players_at_once_lose_nothing() {
    on_both("many", |address| {
        let studies = two(address);
        thread::scope(|scope| {
            for number in 0..16 {
                let study = &studies[number as usize % 2];
                scope.spawn(move || {
                    let who = player(number);
                    study.consent(&who).unwrap();
                    assert_eq!(study.play_all(&who, "flow").len(), 5);
                    assert_eq!(study.play_all(&who, "shift").len(), 2);
                });
            }
        });
        let counts = studies[0]
            .store
            .read_blocking(|db| store::counts(db))
            .unwrap();
        assert_eq!(
            (counts.players, counts.plays, counts.ratings),
            (16, 112, 80)
        );
        let rated: BTreeMap<String, i64> = levels()
            .iter()
            .map(|level| (level.id.clone(), 16))
            .collect();
        assert_eq!(counts.levels, rated);
    });
}

#[test]
fn a_job_that_fails_takes_no_other_with_it() {
    on_both("fails", |address| {
        let study = Study::open(address);
        thread::scope(|scope| {
            for number in 0..12 {
                let study = &study;
                scope.spawn(move || match number % 4 {
                    0 => {
                        let broken = study.store.write_blocking(|db| {
                            db.execute("INSERT INTO nowhere VALUES (1)", &[])?;
                            Ok(())
                        });
                        let is_broken = matches!(
                            broken,
                            Err(Trouble::Database(DbError {
                                kind: ErrorKind::Other,
                                ..
                            }))
                        );
                        assert!(is_broken, "{broken:?}");
                    }
                    1 => {
                        let panicked: Answered<()> =
                            study.store.write_blocking(|_| panic!("as it should"));
                        assert!(panicked.unwrap_err().to_string().contains("panicked"));
                    }
                    _ => {
                        study.consent(&player(number)).unwrap();
                    }
                });
            }
        });
        let counts = study.store.read_blocking(|db| store::counts(db)).unwrap();
        assert_eq!(counts.players, 6);
    });
}

#[test]
fn what_may_pass_is_tried_again() {
    on_both("passes", |address| {
        let study = Study::open(address);
        let mut tries = 0;
        let done = study.store.write_blocking(move |db| {
            tries += 1;
            db.execute(
                "INSERT INTO about (key, value) VALUES ($1, 'x')",
                &[format!("try {tries}").into()],
            )?;
            match tries {
                3 => Ok(tries),
                _ => Err(DbError::new(ErrorKind::Retry, "in the way").into()),
            }
        });
        assert_eq!(done.unwrap(), 3);
        // What the first tries wrote is gone.
        let rows = study.store.read_blocking(|db| {
            Ok(db
                .query("SELECT key FROM about WHERE key LIKE 'try%'", &[])?
                .len())
        });
        assert_eq!(rows.unwrap(), 1);
        let never: Answered<()> = study
            .store
            .write_blocking(|_| Err(DbError::new(ErrorKind::Retry, "for ever").into()));
        assert!(never.unwrap_err().to_string().contains("for ever"));
    });
}

#[test]
fn the_last_handle_waits_until_all_is_written() {
    on_both("drain", |address| {
        let study = Study::open(address);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let catalog = study.catalog.clone();
            let store = study.store.clone();
            store.ping().await.unwrap();
            for number in 0..40 {
                let catalog = catalog.clone();
                // Nobody waits for the answer.
                let job = store.write(move |db| {
                    let (who, answers) = (player(number), answers());
                    store::consent(db, &catalog, &who, ("v1", &answers), NOON, None)
                });
                let mut job = Box::pin(job);
                let sent = std::future::poll_fn(|context| {
                    let _ = job.as_mut().poll(context);
                    std::task::Poll::Ready(())
                });
                sent.await;
            }
        });
        drop(study);
        let counts = Store::open_existing(address)
            .unwrap()
            .read_blocking(|db| store::counts(db));
        assert_eq!(counts.unwrap().players, 40);
    });
}

#[test]
fn a_lost_connection_is_made_again() {
    let Some(database) = Database::new("lost") else {
        return;
    };
    let study = Study::open(&database.address);
    for number in 0..10 {
        let who = player(number);
        study.consent(&who).unwrap();
        database.cut_all();
        let play = study.play(&who, "shift");
        database.cut_all();
        assert_eq!(study.player(&who).unwrap().name, who.name);
        let solved = ending(Ended::Solved, 1);
        study.finish(&who, &play.play, &solved).unwrap();
    }
    let counts = study.store.read_blocking(|db| store::counts(db)).unwrap();
    assert_eq!((counts.players, counts.plays), (10, 10));
}
