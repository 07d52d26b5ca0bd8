//! Servers that are killed at random moments while people play, and what must
//! be there afterwards: all that was acknowledged, once, and nothing that was
//! never sent.

use super::client::Client;
use super::place::{Place, Server, TOKEN};
use super::player::{Diary, Manner, Noted, Player, Solutions};
use super::postgres::Postgres;
use super::{runtime, together};
use engine::chance::Chance;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Players at once.
const PLAYERS: u64 = 20;
/// Milliseconds that a server lives after it answers.
const LIVES: std::ops::Range<usize> = 20..400;
/// Plays in an answer to who runs the study.
const LIMIT: usize = 500;

/// What a trial came to.
#[derive(Debug, Default)]
pub struct Survived {
    pub kills: usize,
    pub players: usize,
    /// Finishes and ratings that were acknowledged, and are there.
    pub finishes: usize,
    pub ratings: usize,
    /// Those that were acknowledged, and are not there as they were sent.
    pub lost: Vec<String>,
    /// What is there twice, or was never sent.
    pub strange: Vec<String>,
    /// Requests that were sent again.
    pub again: u32,
}

/// Lets people play on a server that is killed so often; with Postgres, the
/// server and all of Postgres in turn.
pub fn survive(place: &Place, mut postgres: Option<Postgres>, kills: usize, seed: u64) -> Survived {
    let mut server = place.serve(0, None);
    let address = server.address;
    let (stop, stopped) = oneshot::channel();
    let mut stop = Some(stop);
    let diaries = std::thread::scope(|scope| {
        let killer = scope.spawn(|| {
            let mut chance = Chance::new("kills", seed, 0);
            for kill in 1..=kills {
                let lives = LIVES.start + chance.below(LIVES.len());
                std::thread::sleep(Duration::from_millis(lives as u64));
                // Whoever waits for an answer at the last one never gets it.
                let last = (kill == kills).then(|| stop.take()).flatten();
                let hush = || last.map(|stop| stop.send(()));
                match &mut postgres {
                    Some(postgres) if kill % 2 == 0 => {
                        postgres.kill();
                        hush();
                        postgres.start_again();
                    }
                    _ => {
                        server.kill();
                        hush();
                        server = place.serve(address.port(), None);
                    }
                }
            }
        });
        let diaries = crowd(address, seed, stopped);
        killer.join().expect("whatever was killed is started again");
        diaries
    });
    let mut survived = runtime().block_on(check(&server, &diaries));
    survived.kills = kills;
    survived
}

/// Players who take part until somebody says stop; whoever is through is
/// followed by another. What each did is handed back.
fn crowd(address: SocketAddr, seed: u64, stopped: oneshot::Receiver<()>) -> Vec<Diary> {
    let manner = Manner {
        seed,
        levels: None,
        skips: 0.1,
        erases: 0.2,
        pace: None,
        rater: Rc::new(|player, level| 1 + (player as u32 + 7 * level.len() as u32) % 10),
    };
    let solutions = Solutions::default();
    let next = Rc::new(Cell::new(0));
    let diaries = Rc::new(RefCell::new(Vec::new()));
    let one = |_| {
        let (manner, solutions) = (manner.clone(), solutions.clone());
        let (next, diaries) = (next.clone(), diaries.clone());
        async move {
            loop {
                let number = next.replace(next.get() + 1);
                let (mut player, diary) = Player::new(address, number, &manner, &solutions);
                diaries.borrow_mut().push(diary);
                player.take_part().await;
            }
        }
    };
    runtime().block_on(async {
        tokio::select! {
            _ = together((0..PLAYERS).map(one)) => {}
            _ = stopped => {}
        }
    });
    let diaries = diaries.borrow();
    diaries.iter().map(|diary| diary.borrow().clone()).collect()
}

/// Compares what is there with what was sent.
async fn check(server: &Server, diaries: &[Diary]) -> Survived {
    let mut survived = Survived {
        players: diaries.len(),
        again: diaries.iter().map(|diary| diary.again).sum(),
        ..Survived::default()
    };
    let mut all = 0;
    for diary in diaries {
        let answer = Client::new(server.address, &diary.key)
            .get("api/mine")
            .await;
        let kept = (answer.status == 200).then(|| answer.json());
        if let Some(kept) = &kept {
            all += kept["plays"].as_array().unwrap().len();
        }
        survived.compare(diary, kept.as_ref());
    }
    let listed = list(server).await;
    let mut seen = HashSet::new();
    for play in &listed {
        for pair in [
            [&play["play"], &Value::Null],
            [&play["player"], &play["level"]],
        ] {
            if !seen.insert(pair.map(Value::to_string)) {
                survived.strange.push(format!("twice: {play}"));
            }
        }
    }
    if listed.len() != all {
        let words = format!("{} plays, of which players know {all}", listed.len());
        survived.strange.push(words);
    }
    survived
}

/// All plays that there are.
async fn list(server: &Server) -> Vec<Value> {
    let mut client = Client::new(server.address, TOKEN);
    let (mut plays, mut after): (Vec<Value>, String) = Default::default();
    loop {
        let path = format!("api/admin/plays?limit={LIMIT}{after}");
        let answer = client.get(&path).await.good();
        let more = answer["plays"].as_array().unwrap();
        plays.extend(more.iter().cloned());
        match more.last() {
            Some(last) => after = format!("&after={}", last["play"].as_str().unwrap()),
            None => return plays,
        }
    }
}

impl Survived {
    /// Compares what is kept of a player with what the player knows.
    pub fn compare(&mut self, diary: &Diary, kept: Option<&Value>) {
        let erased = diary.erased.as_ref().map(|erased| erased.acknowledged);
        let Some(kept) = kept else {
            if diary.agreed && erased.is_none() {
                self.lost.push(format!("player {}", diary.key));
            }
            return;
        };
        if erased == Some(true) {
            self.strange.push(format!("erased: player {}", diary.key));
        }
        let plays = kept["plays"].as_array().unwrap();
        let mut by_id: HashMap<&str, &Value> = HashMap::new();
        for play in plays {
            if by_id.insert(play["play"].as_str().unwrap(), play).is_some() {
                self.strange.push(format!("twice: {play}"));
            }
        }
        for noted in &diary.plays {
            match by_id.remove(&*noted.play) {
                Some(play) => self.compare_play(noted, play),
                None => self.lost.push(format!("{noted:?}")),
            }
        }
        // The answer to a wish for a play may not have come.
        let open = |play: &&Value| diary.asking && play["ended"].is_null();
        let unknown: Vec<&Value> = by_id.into_values().collect();
        if unknown.len() > 1 || !unknown.iter().all(open) {
            self.strange.push(format!("never sent: {unknown:?}"));
        }
    }

    fn compare_play(&mut self, noted: &Noted, play: &Value) {
        let sent = &noted.finish.what;
        let names = ["ended", "events", "seconds", "resets", "hints", "undos"];
        // Without events, their name is left out.
        let nothing = Value::Array(Vec::new());
        let is_same = |name: &str| match play.get(name) {
            None => name == "events" && sent[name] == nothing,
            Some(value) => *value == sent[name],
        };
        let is_as_sent = names.iter().all(|name| is_same(name));
        match (noted.finish.acknowledged, play["ended"].is_null()) {
            (true, _) if is_as_sent && play["level"] == *noted.level => self.finishes += 1,
            (true, _) => self.lost.push(format!("{noted:?} is {play}")),
            (false, true) => {}
            (false, false) if is_as_sent => {}
            (false, false) => self.strange.push(format!("{noted:?} is {play}")),
        }
        let rating = &play["rating"];
        match &noted.rating {
            Some(sent) if *rating == sent.what => self.ratings += usize::from(sent.acknowledged),
            Some(sent) if sent.acknowledged => self.lost.push(format!("{noted:?} is {play}")),
            _ if rating.is_null() => {}
            _ => self.strange.push(format!("{noted:?} is {play}")),
        }
    }
}
