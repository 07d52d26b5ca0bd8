//! The study's database, on an SQLite file and on Postgres. The latter needs
//! `STUMPER_POSTGRES`: the address of a server on which databases can be made
//! (see scripts/postgres).

mod copies;
mod files;
mod levels;
mod places;
mod players;
mod plays;
mod together;
mod versions;

use places::on_both;
use std::collections::BTreeMap;
use std::sync::Arc;
use stumper_server::study::api::{Finished, Next, PlayNow, PlayerView, Progress, Rated};
use stumper_server::study::data::{Answer, Answers, Closed, Ended, Event, Phase, StudyLevel};
use stumper_server::study::database::Address;
use stumper_server::study::store::{self, Catalog, Code, Ending, Identity, Store, Trouble};

/// A moment, in milliseconds.
const NOON: i64 = 1_700_000_000_000;
/// Levels are rated from 1 to 10.
const SCALE: [u32; 2] = [1, 10];
/// Seconds before a level can be skipped.
const SKIP_AFTER: u32 = 60;

/// A level of a game.
fn level(game: &str, phase: Phase, place: u32) -> StudyLevel {
    StudyLevel {
        id: format!("{game}:{}#{place}", phase.name()),
        game: game.into(),
        variant: "3x3".into(),
        text: format!("a level of {game}\n{place}"),
        phase,
        place,
        fewest: Some(7 + place),
        measures: BTreeMap::from([("moves".into(), 0.1), ("width".into(), 3.0)]),
    }
}

/// Flow with two levels to learn by and three to rate; Shift with two to rate.
fn levels() -> Vec<StudyLevel> {
    let part = |game, phase, count| (0..count).map(move |place| level(game, phase, place));
    part("flow", Phase::Tutorial, 2)
        .chain(part("flow", Phase::Levels, 3))
        .chain(part("shift", Phase::Levels, 2))
        .collect()
}

/// The player of a number.
fn player(number: u32) -> Identity {
    Identity::of_key(&format!("{number:032x}")).unwrap()
}

fn answers() -> Answers {
    BTreeMap::from([
        ("age".into(), Answer::Number(41.5)),
        (
            "words".into(),
            Answer::Words("naïve \u{0} \"quoted\"".into()),
        ),
    ])
}

fn events() -> Vec<Event> {
    let made = |at, text: &str| Event {
        at,
        made: vec![text.into()],
        ..Event::default()
    };
    let back = Event {
        at: 900,
        back: Some(1),
        ..Event::default()
    };
    vec![made(500, "Aé*:l"), back, made(1500, "Br")]
}

/// The end of a play, so many seconds after noon.
fn ending(ended: Ended, after: i64) -> Ending {
    let closed = Closed {
        ended,
        closed: NOON + after * 1000,
        seconds: 12.345,
        moves: 2,
        resets: 0,
        hints: 0,
        undos: 1,
    };
    Ending::new(closed, &events()).unwrap()
}

/// A study that is open.
#[derive(Clone)]
struct Study {
    store: Store,
    catalog: Arc<Catalog>,
}

type Answered<T> = Result<T, Trouble>;

impl Study {
    fn open(address: &Address) -> Study {
        let store = Store::open(address).unwrap();
        let study = Study {
            store,
            catalog: Arc::new(Catalog::new("test", levels(), 2.0)),
        };
        study.prepare(&levels()).unwrap();
        study
    }

    fn prepare(&self, levels: &[StudyLevel]) -> Answered<()> {
        let levels = levels.to_vec();
        self.store
            .write_blocking(move |db| store::prepare_study(db, "test", SCALE, &levels))
    }

    fn consent(&self, who: &Identity) -> Answered<PlayerView> {
        let (catalog, who) = (self.catalog.clone(), who.clone());
        self.store.write_blocking(move |db| {
            store::consent(db, &catalog, &who, ("v1", &answers()), NOON, Some(50))
        })
    }

    fn player(&self, who: &Identity) -> Answered<PlayerView> {
        let (catalog, who) = (self.catalog.clone(), who.clone());
        self.store
            .read_blocking(move |db| store::player(db, &catalog, &who))
    }

    fn progress(&self, who: &Identity, game: &str) -> Progress {
        let games = self.player(who).unwrap().games;
        games.into_iter().find(|found| found.game == game).unwrap()
    }

    fn next(&self, who: &Identity, game: &str) -> Answered<Next> {
        let (catalog, who, game) = (self.catalog.clone(), who.clone(), game.to_string());
        self.store
            .write_blocking(move |db| store::next(db, &catalog, &who, &game, NOON))
    }

    /// The next play, of which there is one.
    fn play(&self, who: &Identity, game: &str) -> PlayNow {
        self.next(who, game).unwrap().play.unwrap()
    }

    fn skip_tutorial(&self, who: &Identity, game: &str) -> Answered<PlayerView> {
        let (catalog, who, game) = (self.catalog.clone(), who.clone(), game.to_string());
        self.store
            .write_blocking(move |db| store::skip_tutorial(db, &catalog, &who, &game, NOON + 5))
    }

    fn finish(&self, who: &Identity, play: &str, ending: &Ending) -> Answered<Finished> {
        let (catalog, who, play) = (self.catalog.clone(), who.clone(), play.to_string());
        let ending = ending.clone();
        self.store
            .write_blocking(move |db| store::finish(db, &catalog, &who, &play, &ending, SKIP_AFTER))
    }

    fn rate(&self, who: &Identity, play: &str, rating: u32) -> Answered<Rated> {
        let (who, play) = (who.clone(), play.to_string());
        self.store
            .write_blocking(move |db| Ok(store::rate(db, &who, &play, rating)?.0))
    }

    /// Plays all levels that are left of a game, and rates them.
    fn play_all(&self, who: &Identity, game: &str) -> Vec<PlayNow> {
        let mut plays = Vec::new();
        while let Some(play) = self.next(who, game).unwrap().play {
            let solved = ending(Ended::Solved, 1);
            if self.finish(who, &play.play, &solved).unwrap().rated {
                self.rate(who, &play.play, 1 + play.number % 10).unwrap();
            }
            plays.push(play);
        }
        plays
    }
}

/// The code of a refusal.
fn code<T: std::fmt::Debug>(answer: Answered<T>) -> Code {
    match answer {
        Err(Trouble::Refused(refused)) => refused.code,
        other => panic!("not refused: {other:?}"),
    }
}
