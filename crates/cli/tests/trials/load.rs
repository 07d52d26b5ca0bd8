//! Many at once: all is acknowledged, and right.

use crate::common::load::{Crowd, Seen, load};
use crate::common::place::{Place, TOKEN, printed};
use crate::common::postgres::{Postgres, has_postgres};
use crate::common::{client::Client, runtime};
use std::net::SocketAddr;

const LEVELS: &[&str] = &["shift:4x4#1-20"];
const CROWD: Crowd = Crowd {
    players: 100,
    levels: 5,
    pace: 0.5,
    seed: 1,
};

/// Everything that was sent is there, with its values.
fn assert_all_there(place: &Place, server: SocketAddr, seen: &Seen) {
    let levels = CROWD.players as usize * CROWD.levels;
    assert_eq!(seen.taken.len(), levels);
    runtime().block_on(async {
        for diary in &seen.diaries {
            let mine = Client::new(server, &diary.key).get("api/mine").await.good();
            let plays = mine["plays"].as_array().unwrap();
            assert_eq!(plays.len(), CROWD.levels);
            for noted in &diary.plays {
                let kept = plays.iter().find(|play| play["play"] == *noted.play);
                let kept = kept.expect("a play that was acknowledged");
                assert_eq!(kept["events"], noted.finish.what["events"]);
                let rating = noted.rating.as_ref().expect("all are solved");
                assert_eq!(kept["rating"], rating.what);
            }
        }
        let metrics = Client::new(server, TOKEN).get("metrics").await;
        assert_eq!(metrics.status, 200);
    });
    let rows = printed(&mut place.study("export", None));
    assert_eq!(rows.lines().count(), 1 + levels);
}

#[test]
fn many_at_once_on_one_server() {
    let place = Place::new("load", LEVELS);
    let server = place.serve(0, None);
    let seen = load(&[server.address], CROWD);
    assert_eq!(seen.again(), 0, "something had to be sent again");
    assert_all_there(&place, server.address, &seen);
}

#[test]
fn many_at_once_on_two_servers() {
    if !has_postgres("many_at_once_on_two_servers") {
        return;
    }
    let postgres = Postgres::start("load", None);
    let place = Place::new("load-postgres", LEVELS).kept_in(postgres.url());
    let servers = [place.serve(0, None), place.serve(0, None)];
    let addresses = servers.each_ref().map(|server| server.address);
    let seen = load(&addresses, CROWD);
    assert_eq!(seen.again(), 0, "something had to be sent again");
    // Each server knows what the other took.
    for address in addresses {
        assert_all_there(&place, address, &seen);
    }
}
