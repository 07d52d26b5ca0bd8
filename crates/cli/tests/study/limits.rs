//! How often somebody may ask.

use crate::{Study, TOKEN};
use serde_json::json;

#[test]
fn addresses_have_limits() {
    let study = Study::new("addresses");
    let server = study.serve(&["--requests", "0.1", "--forwarded", "1"]);
    let ask = |from: &str| {
        let header = format!("X-Forwarded-For: {from}");
        server.ask("GET", "/api/study", &[&header], b"")
    };
    assert_eq!(ask("192.0.2.1").status, 200);
    let refused = ask("192.0.2.1");
    assert_eq!((refused.status, &*refused.code()), (429, "too-many"));
    let wait: u32 = refused.header("retry-after").parse().unwrap();
    assert!((1..=10).contains(&wait), "{wait}");
    // What a client says about itself stands in front, and does not count.
    assert_eq!(ask("198.51.100.7, 192.0.2.1").status, 429);
    assert_eq!(ask("192.0.2.1, 192.0.2.2").status, 200);
    // One customer's network counts as one.
    assert_eq!(ask("2001:db8::1").status, 200);
    assert_eq!(ask("2001:db8::2").status, 429);
    // Who is not named by the proxy is nobody, and all of them are one.
    assert_eq!(ask("unknown").status, 200);
    assert_eq!(ask("192.0.2.9, ").status, 429);
    assert_eq!(server.get("/api/study").status, 429);
    let header = b"X-Forwarded-For: \xe4\xff, 192.0.2.3\r\n";
    let start = b"GET /api/study HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
    let bytes = [&start[..], header, b"\r\n"].concat();
    assert_eq!(server.raw(&bytes).status, 200);
    assert_eq!(server.raw(&bytes).status, 429);
    // Files of the page are not counted.
    for _ in 0..20 {
        let header = "X-Forwarded-For: 192.0.2.1";
        assert_eq!(server.ask("GET", "/a.js", &[header], b"").status, 200);
    }
}

#[test]
fn new_players_have_limits() {
    let study = Study::new("new-players");
    let server = study.serve(&["--players", "2"]);
    server.player(1).agree();
    server.player(2).agree();
    let third = server.player(3);
    third.refused("consent", &third.consent(), 429, "too-many");
    // Who takes part goes on.
    server.player(1).agree();
    server.player(1).next("shift");
}

#[test]
fn players_have_limits() {
    let study = Study::new("writes");
    let server = study.serve(&["--writes", "1"]);
    let (player, other) = (server.player(1), server.player(2));
    player.agree();
    other.agree();
    let body = json!({ "game": "shift" });
    let refused = (0..100).any(|_| player.post("next", &body).status == 429);
    assert!(refused);
    assert_eq!(player.post("next", &body).status, 429);
    assert_eq!(player.get("player").status, 200);
    assert_eq!(other.post("next", &body).status, 200);
}

#[test]
fn limits_can_be_left_out() {
    let study = Study::new("unlimited");
    let server = study.serve(&["--no-limits"]);
    let player = server.player(1);
    player.agree();
    for _ in 0..100 {
        player.next("shift");
    }
    server.end();
    assert!(study.log().contains("\"event\":\"no-limits\""));
}

#[test]
fn wrong_tokens_have_limits() {
    let study = Study::new("wrong-tokens");
    let server = study.serve(&["--forwarded", "1"]);
    let ask = |from: &str, token: &str| {
        let from = format!("X-Forwarded-For: {from}");
        let token = format!("Authorization: Bearer {token}");
        server.ask("GET", "/api/admin/plays", &[&from, &token], b"")
    };
    let mut wrong = (0..100).map(|n| ask("192.0.2.1", &format!("wrong token number {n}")));
    assert_eq!(wrong.next().unwrap().code(), "unauthorized");
    assert!(wrong.any(|answer| answer.code() == "too-many"));
    // Who cannot be told is not on this machine, whoever the proxy is.
    assert_eq!(server.get("/metrics").status, 401);
    let nobody = "X-Forwarded-For: nobody";
    assert_eq!(server.ask("GET", "/metrics", &[nobody], b"").status, 401);
    // Not even the right one is tried then; others may.
    assert_eq!(ask("192.0.2.1", TOKEN).status, 429);
    assert_eq!(ask("192.0.2.2", TOKEN).status, 200);
}
