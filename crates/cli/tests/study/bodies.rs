//! Bodies that are no JSON, too large, torn or slow.

use crate::Study;
use crate::wire::answer_of;
use std::io::{Read, Write};

const KEY: &str = "Authorization: Bearer 00000000000000000000000000000001";
const JSON: &str = "Content-Type: application/json";

#[test]
fn bodies_are_json() {
    let study = Study::new("bodies");
    let server = study.serve(&[]);
    let post = |headers: &[&str], body: &str| {
        let answer = server.ask("POST", "/api/next", headers, body.as_bytes());
        (answer.status, answer.code())
    };
    let wrong = (415, "wrong-type".to_string());
    let good = r#"{"game":"shift"}"#;
    assert_eq!(post(&[KEY], good), wrong);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "json",
        "é",
    ] {
        let header = format!("Content-Type: {kind}");
        assert_eq!(post(&[KEY, &header], good), wrong, "{kind}");
    }
    let packed = "Content-Encoding: gzip";
    assert_eq!(post(&[KEY, JSON, packed], good), wrong);
    let unreadable = (400, "bad-request".to_string());
    let deep = "[".repeat(100_000);
    for body in [
        "",
        "{",
        "nonsense",
        r#"{"game":"shift"} more"#,
        r#"{"game":"shift","game":"shift"}"#,
        r#"{"game":"\ud800"}"#,
        "{\"game\":\"a\u{0}b\"}",
        &deep,
    ] {
        assert_eq!(post(&[KEY, JSON], body), unreadable, "{:.40}", body);
    }
    let bytes = [b"{\"game\":\"", &[0xff, 0xfe][..], b"\"}"].concat();
    let answer = server.ask("POST", "/api/next", &[KEY, JSON], &bytes);
    assert_eq!(answer.code(), "bad-request");
    let other = "Content-Type: Application/JSON; charset=utf-8";
    assert_eq!(post(&[KEY, other], good), (404, "no-player".into()));
}

#[test]
fn large_bodies_are_refused() {
    let study = Study::new("large");
    let server = study.serve(&[]);
    for size in [(512 << 10) + 1, 3 << 20] {
        let body = vec![b' '; size];
        let answer = server.ask("POST", "/api/next", &[KEY, JSON], &body);
        assert_eq!((answer.status, &*answer.code()), (413, "too-large"));
    }
    // So many are read, whether there is a length or not.
    let body = format!("{}{}", r#"{"game":"shift"}"#, " ".repeat((512 << 10) - 16));
    let answer = server.ask("POST", "/api/next", &[KEY, JSON], body.as_bytes());
    assert_eq!(answer.code(), "no-player");
    let head = format!(
        "POST /api/next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{KEY}\r\n{JSON}\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    );
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
    for (chunks, code) in [(7, "no-player"), (9, "too-large")] {
        let text = "10\r\n{\"game\":\"shift\"}\r\n";
        let bytes = format!("{head}{text}{}0\r\n\r\n", chunk.repeat(chunks));
        assert_eq!(server.raw(bytes.as_bytes()).code(), code);
    }
    // Heads have a bound too.
    let long = format!("X-Long: {}", "a".repeat(20_000));
    assert_eq!(server.ask("GET", "/api/study", &[&long], b"").status, 431);
}

#[test]
fn slow_and_torn_bodies_hold_nobody_up() {
    let study = Study::new("slow");
    let server = study.serve(&["--no-limits"]);
    let head = format!(
        "POST /api/next HTTP/1.1\r\nHost: a\r\n{KEY}\r\n{JSON}\r\nContent-Length: 100\r\n\r\n{{"
    );
    let mut slow: Vec<_> = (0..300).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(head.as_bytes()).unwrap();
    }
    assert_eq!(server.get("/api/study").status, 200);
    let player = server.player(7);
    player.solve(&player.first_level());
    // One that closes what it sends gets an answer.
    let mut torn = slow.pop().unwrap();
    torn.shutdown(std::net::Shutdown::Write).unwrap();
    let mut bytes = Vec::new();
    torn.read_to_end(&mut bytes).unwrap();
    if !bytes.is_empty() {
        assert_eq!(answer_of(&bytes).status, 400);
    }
}

#[test]
fn queries_are_looked_at() {
    let study = Study::new("queries");
    let server = study.serve(&[]);
    for (query, status) in [
        ("", 200),
        ("?limit=1&game=shift&level=&player=&after=", 200),
        ("?limit=1000&level=%00", 200),
        ("?level=%27%3B%20DROP%20TABLE%20plays", 200),
        ("?limit=0", 422),
        ("?limit=1001", 422),
        ("?limit=-1", 400),
        ("?limit=many", 400),
        ("?limit=99999999999", 400),
        ("?other=1", 400),
        ("?limit=1&limit=2", 400),
    ] {
        let answer = server.admin(&format!("/api/admin/plays{query}"));
        assert_eq!(answer.status, status, "{query} {}", answer.json());
    }
    let long = "a".repeat(201);
    let answer = server.admin(&format!("/api/admin/plays?level={long}"));
    assert_eq!(answer.code(), "wrong-value");
}
