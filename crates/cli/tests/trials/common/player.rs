//! A simulated player: agrees, leaves the tutorial out, plays levels by true
//! solutions, and rates them. All that is sent and acknowledged is noted.

use super::client::Client;
use engine::chance::Chance;
use engine::play::Adviser;
use engine::{Level, Outcome, Unwatched};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

/// Something that was sent.
#[derive(Clone, Debug)]
pub struct Sent<T> {
    pub what: T,
    pub acknowledged: bool,
}

impl<T> Sent<T> {
    fn new(what: T) -> Sent<T> {
        Sent {
            what,
            acknowledged: false,
        }
    }
}

/// A play, as the player knows it.
#[derive(Clone, Debug)]
pub struct Noted {
    pub play: String,
    pub level: String,
    pub finish: Sent<Value>,
    pub rating: Option<Sent<u32>>,
}

/// What a player did.
#[derive(Clone, Debug, Default)]
pub struct Diary {
    pub key: String,
    /// Whether consent was acknowledged.
    pub agreed: bool,
    /// Whether a play was asked for, and the answer is missing.
    pub asking: bool,
    pub plays: Vec<Noted>,
    /// Whether the player asked to be erased.
    pub erased: Option<Sent<()>>,
    /// How long each acknowledged finish took.
    pub taken: Vec<Duration>,
    /// Requests that were sent more than once.
    pub again: u32,
}

impl Diary {
    /// The play under way.
    fn last(&mut self) -> &mut Noted {
        self.plays.last_mut().expect("a play was opened")
    }
}

/// What the player of a number says of a level.
pub type Rater = dyn Fn(u64, &str) -> u32;

/// How players play.
#[derive(Clone)]
pub struct Manner {
    /// Names the draw.
    pub seed: u64,
    /// Levels that are played; all there are where it is none.
    pub levels: Option<usize>,
    /// The share of levels that are skipped.
    pub skips: f64,
    /// The share of players who erase themselves in the end.
    pub erases: f64,
    /// Seconds from one level to the next; at once where it is none.
    pub pace: Option<f64>,
    /// What players say.
    pub rater: Rc<Rater>,
}

/// Solutions of levels, each found once.
#[derive(Clone, Default)]
pub struct Solutions(Rc<RefCell<HashMap<String, Rc<[String]>>>>);

impl Solutions {
    /// The moves that solve the level of a play.
    fn of(&self, play: &Value) -> Rc<[String]> {
        let text = |name: &str| play["level"][name].as_str().unwrap().to_string();
        if let Some(known) = self.0.borrow().get(&text("id")) {
            return known.clone();
        }
        let level = Level::Written {
            name: text("id"),
            variant: text("variant"),
            text: text("text"),
        };
        let game = games::find_game(&text("game")).unwrap();
        let session = game.play_open(&level).unwrap();
        let moves: Rc<[String]> = match session.solve(&Adviser::default(), &Unwatched) {
            Ok(Outcome::Solved(moves)) => moves.into(),
            other => panic!("{}: {other:?}", text("id")),
        };
        self.0.borrow_mut().insert(text("id"), moves.clone());
        moves
    }
}

/// Somebody who takes part.
pub struct Player {
    number: u64,
    client: Client,
    chance: Chance,
    manner: Manner,
    solutions: Solutions,
    diary: Rc<RefCell<Diary>>,
}

impl Player {
    /// The player of this number. The diary can be read at any time.
    pub fn new(
        server: SocketAddr,
        number: u64,
        manner: &Manner,
        solutions: &Solutions,
    ) -> (Player, Rc<RefCell<Diary>>) {
        let mut chance = Chance::new("simulated player", manner.seed, number);
        let key = format!("{:016x}{:016x}", chance.bits(), chance.bits());
        let client = Client::new(server, &key);
        let diary = Rc::new(RefCell::new(Diary {
            key,
            ..Diary::default()
        }));
        let player = Player {
            number,
            client,
            chance,
            manner: manner.clone(),
            solutions: solutions.clone(),
            diary: diary.clone(),
        };
        (player, diary)
    }

    /// Takes part from consent to the end.
    pub async fn take_part(&mut self) {
        self.begin().await;
        self.go_on().await;
        if self.chance.happens(self.manner.erases) {
            self.erase().await;
        }
    }

    /// Plays levels.
    pub async fn go_on(&mut self) {
        let mut due = tokio::time::Instant::now();
        for number in 0.. {
            if self.manner.levels.is_some_and(|most| number >= most) {
                break;
            }
            if let Some(pace) = self.manner.pace {
                // At some moment of each turn, so that players do not meet.
                let wait = pace * self.chance.unit();
                tokio::time::sleep_until(due + Duration::from_secs_f64(wait)).await;
                due += Duration::from_secs_f64(pace);
            }
            if !self.play_level().await {
                break;
            }
        }
    }

    /// Agrees, and leaves the tutorial out.
    pub async fn begin(&mut self) {
        let study = self.client.get("api/study").await.good();
        let consent = json!({ "consent": study["consent"], "answers": {} });
        self.post("api/consent", &consent).await;
        self.diary.borrow_mut().agreed = true;
        self.post("api/tutorial", &json!({ "game": "shift" })).await;
    }

    /// Plays and rates a level; false where none is left.
    async fn play_level(&mut self) -> bool {
        self.note(|diary| diary.asking = true);
        let next = self.post("api/next", &json!({ "game": "shift" })).await;
        self.note(|diary| diary.asking = false);
        let play = &next["play"];
        if play.is_null() {
            return false;
        }
        assert_eq!(play["state"], "open", "a play that ended comes again");
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let (id, level) = (text(&play["play"]), text(&play["level"]["id"]));
        let finish = self.finish_of(play);
        self.note(|diary| {
            diary.plays.push(Noted {
                play: id.clone(),
                level: level.clone(),
                finish: Sent::new(finish.clone()),
                rating: None,
            })
        });
        let path = format!("api/plays/{id}");
        let answer = self.client.post(&path, &finish).await;
        let solved = finish["ended"] == "solved";
        assert_eq!(answer.good()["solved"], solved);
        self.note(|diary| {
            diary.taken.push(answer.taken);
            diary.again += answer.again;
            diary.last().finish.acknowledged = true;
        });
        if solved {
            let rating = (self.manner.rater)(self.number, &level);
            self.note(|diary| diary.last().rating = Some(Sent::new(rating)));
            let path = format!("{path}/rating");
            let rated = self.post(&path, &json!({ "rating": rating })).await;
            assert_eq!(rated["rating"], rating);
            let done = |rating: &mut Sent<u32>| rating.acknowledged = true;
            self.note(|diary| diary.last().rating.iter_mut().for_each(done));
        }
        true
    }

    /// The end of a play: solved after a wrong turn or two, or skipped.
    fn finish_of(&mut self, play: &Value) -> Value {
        let moves = self.solutions.of(play);
        let mut events = Vec::new();
        let (mut at, mut undos, mut resets) = (0, 0, 0);
        let mut add = |chance: &mut Chance, what: &str, value: Value| {
            at += 100 + chance.below(3_000);
            events.push(json!({ "at": at, what: value }));
        };
        let chance = &mut self.chance;
        if chance.happens(0.3) {
            undos = 1;
            add(chance, "made", json!([moves[0]]));
            add(chance, "back", json!(1));
        }
        if chance.happens(0.2) {
            resets = 1;
            add(chance, "made", json!([moves[0]]));
            add(chance, "reset", json!(true));
        }
        let skipped = chance.happens(self.manner.skips);
        let made = match skipped {
            true => chance.below(moves.len()),
            false => moves.len(),
        };
        for text in &moves[..made] {
            add(chance, "made", json!([text]));
        }
        json!({
            "ended": if skipped { "skipped" } else { "solved" },
            "events": events,
            "seconds": at as f64 / 1000.0,
            "resets": resets,
            "hints": 0,
            "undos": undos,
        })
    }

    /// Erases all that is kept.
    async fn erase(&mut self) {
        self.note(|diary| diary.erased = Some(Sent::new(())));
        let answer = self.client.ask("DELETE", "api/mine", None).await;
        answer.good();
        self.note(|diary| {
            diary.again += answer.again;
            diary.erased.iter_mut().for_each(|e| e.acknowledged = true);
        });
    }

    async fn post(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.client.post(path, body).await;
        self.note(|diary| diary.again += answer.again);
        answer.good()
    }

    fn note(&self, change: impl FnOnce(&mut Diary)) {
        change(&mut self.diary.borrow_mut());
    }
}
