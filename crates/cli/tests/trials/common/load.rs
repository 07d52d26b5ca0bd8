//! Many players at once, each with a connection of its own, and how long they
//! wait until the end of a play is acknowledged.

use super::player::{Diary, Manner, Player, Solutions};
use super::{runtime, together};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// So many players agree at a time before the measured part begins.
const DOORS: u64 = 50;

/// Who plays how.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub players: u64,
    /// Levels that each plays.
    pub levels: usize,
    /// Seconds from one level to the next.
    pub pace: f64,
    pub seed: u64,
}

/// What a crowd saw.
#[derive(Debug)]
pub struct Seen {
    pub diaries: Vec<Diary>,
    /// How long each acknowledged finish took, the shortest first.
    pub taken: Vec<Duration>,
    /// How long all of it took.
    pub seconds: f64,
}

impl Seen {
    /// The time that this share of finishes stayed within.
    pub fn within(&self, share: f64) -> Duration {
        let last = self.taken.len().saturating_sub(1);
        let place = (share * self.taken.len() as f64).ceil() as usize;
        let place = place.saturating_sub(1).min(last);
        self.taken.get(place).copied().unwrap_or_default()
    }

    /// Requests that were sent again, or had to be.
    pub fn again(&self) -> u32 {
        self.diaries.iter().map(|diary| diary.again).sum()
    }
}

/// Lets a crowd play on these servers, each player on one of them.
pub fn load(servers: &[SocketAddr], crowd: Crowd) -> Seen {
    let manner = Manner {
        seed: crowd.seed,
        levels: Some(crowd.levels),
        skips: 0.0,
        erases: 0.0,
        pace: Some(crowd.pace),
        rater: Rc::new(|player, level| 1 + (player as u32 + 7 * level.len() as u32) % 10),
    };
    let solutions = Solutions::default();
    let one = |number: u64| {
        let server = servers[number as usize % servers.len()];
        Player::new(server, number, &manner, &solutions)
    };
    let mut waiting: Vec<_> = (0..crowd.players).map(one).collect();
    let runtime = runtime();
    let mut inside = Vec::new();
    while !waiting.is_empty() {
        let rest = waiting.split_off(waiting.len().min(DOORS as usize));
        let begin = |(mut player, diary): (Player, _)| async move {
            player.begin().await;
            (player, diary)
        };
        inside.extend(runtime.block_on(together(waiting.into_iter().map(begin))));
        waiting = rest;
    }
    let (players, diaries): (Vec<Player>, Vec<_>) = inside.into_iter().unzip();
    let started = Instant::now();
    let play = |mut player: Player| async move { player.go_on().await };
    runtime.block_on(together(players.into_iter().map(play)));
    let seconds = started.elapsed().as_secs_f64();
    let diaries: Vec<Diary> = diaries.iter().map(|diary| diary.borrow().clone()).collect();
    let mut taken: Vec<Duration> = diaries.iter().flat_map(|d| d.taken.clone()).collect();
    taken.sort();
    Seen {
        diaries,
        taken,
        seconds,
    }
}
