//! What who runs the study sees, and nobody else.

use crate::{Server, Study, TOKEN, ended, path_of, solved};
use serde_json::{Value, json};

const ADMIN: [&str; 5] = [
    "/api/admin/plays",
    "/api/admin/plays/0123456789abcdef",
    "/admin/",
    "/admin/report.json",
    "/admin/export.csv",
];

#[test]
fn only_the_token_opens() {
    let study = Study::new("token");
    let server = study.serve(&["--no-limits"]);
    let basic = |text: &str| {
        use base64::Engine;
        let text = base64::engine::general_purpose::STANDARD.encode(text);
        format!("Authorization: Basic {text}")
    };
    for path in ADMIN {
        let ask = |header: &str| server.ask("GET", path, &[header], b"");
        for header in [
            "X-Other: 1".to_string(),
            "Authorization: Bearer".into(),
            "Authorization: Bearer another token".into(),
            format!("Authorization: Bearer {TOKEN}x"),
            format!("Authorization: Bearer {}", &TOKEN[1..]),
            format!("Authorization: Token {TOKEN}"),
            format!("Authorization: Bearer {}", server.player(1).key),
            basic("admin:wrong"),
            basic(TOKEN),
        ] {
            let answer = ask(&header);
            assert_eq!(
                (answer.status, &*answer.code()),
                (401, "unauthorized"),
                "{header}"
            );
            // Where a person reads, the browser asks for the password.
            let asks = answer.header("www-authenticate").starts_with("Basic");
            assert_eq!(asks, path.starts_with("/admin"), "{path}");
        }
        for header in [
            format!("Authorization: Bearer {TOKEN}"),
            format!("authorization: bearer {TOKEN}"),
            basic(&format!(":{TOKEN}")),
            basic(&format!("anybody:{TOKEN}")),
        ] {
            assert_ne!(ask(&header).status, 401, "{header}");
        }
    }
}

#[test]
fn a_token_comes_from_the_environment_or_is_fresh() {
    let study = Study::new("fresh");
    let page = study.path("page");
    let args = ["--port", "0", "--folder", &page, "--log", "off"];
    let mut server = Server::start(&mut study.command("serve", &args));
    assert_eq!(server.line(), format!("{}admin/", server.url));
    let token = server.line().strip_prefix("token ").unwrap().to_string();
    assert_eq!(token.len(), 32);
    let header = format!("Authorization: Bearer {token}");
    let answer = server.ask("GET", "/api/admin/plays", &[&header], b"");
    assert_eq!(answer.status, 200);
    drop(server);

    let mut command = study.command("serve", &args);
    let server = Server::start(command.env("STUMPER_STUDY_TOKEN", TOKEN));
    assert_eq!(server.admin("/api/admin/plays").status, 200);
    let mut command = study.command("serve", &args);
    let output = command
        .env("STUMPER_STUDY_TOKEN", "short")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("STUMPER_STUDY_TOKEN") && !told.contains("short\n"),
        "{told}"
    );
}

#[test]
fn plays_are_listed_and_looked_at() {
    let study = Study::new("listed");
    let server = study.serve(&[]);
    let mut ids = Vec::new();
    for number in 0..3 {
        let player = server.player(number);
        let play = player.first_level();
        player.solve(&play);
        let rating = format!("{}/rating", path_of(&play));
        player.good(&rating, &json!({ "rating": number + 1 }));
        ids.push(play["play"].as_str().unwrap().to_string());
        player.next("sliding");
    }
    let list = |query: &str| {
        let answer = server.admin(&format!("/api/admin/plays{query}")).json();
        answer["plays"].as_array().unwrap().clone()
    };
    assert_eq!(list("").len(), 6);
    let shift = list("?game=shift");
    assert_eq!(shift.len(), 3);
    assert!(shift.iter().all(|play| play.get("events").is_none()));
    let name = shift[0]["player"].as_str().unwrap();
    assert_eq!(list(&format!("?player={name}")).len(), 2);
    // Page by page, each play comes once.
    let mut after = String::new();
    let mut seen = Vec::new();
    loop {
        let page = list(&format!("?limit=2&after={after}"));
        let Some(last) = page.last() else { break };
        after = last["play"].as_str().unwrap().to_string();
        seen.extend(page);
    }
    assert_eq!(seen.len(), 6);

    let play = server.admin(&format!("/api/admin/plays/{}", ids[1])).json();
    assert_eq!(
        (&play["play"], &play["rating"]),
        (&json!(ids[1]), &json!(2))
    );
    assert!(!play["events"].as_array().unwrap().is_empty());
    assert!(
        play["level_text"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
    assert_eq!(play["fewest"], play["moves"]);
    let nothing = server.admin("/api/admin/plays/0123456789abcdef");
    assert_eq!((nothing.status, &*nothing.code()), (404, "not-found"));
}

#[test]
fn moves_are_not_kept_where_the_study_says_so() {
    let study = Study::with(
        "unrecorded",
        &[("[play]", "[record]\nmoves = false\n[play]")],
    );
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    assert_eq!(player.get("study").json()["recorded"], false);
    let mut wrong = solved(&play);
    wrong["events"] = json!([]);
    player.refused(&path_of(&play), &wrong, 422, "not-solved");
    let done = player.solve(&play);
    assert_eq!(player.solve(&play), done);
    let kept = &player.get("mine").json()["plays"][0];
    assert!(kept.get("events").is_none_or(|events| events == &json!([])));
    assert_eq!(kept["moves"], done["moves"]);
}

#[test]
fn numbers_are_for_this_machine_and_for_the_token() {
    let study = Study::new("metrics");
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    let illegal = ended("skipped", vec![json!({ "at": 1, "made": ["nonsense"] })]);
    player.refused(&path_of(&play), &illegal, 422, "illegal-move");
    player.solve(&play);
    for _ in 0..3 {
        let rating = format!("{}/rating", path_of(&play));
        player.good(&rating, &json!({ "rating": 4 }));
    }
    player.refused("next", &json!({ "game": "chess" }), 404, "not-found");
    let answer = server.get("/metrics");
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .header("content-type")
            .starts_with("text/plain; version=0.0.4")
    );
    let text = String::from_utf8(answer.body).unwrap();
    for line in [
        "stumper_requests_total{route=\"/api/plays/{play}\",method=\"POST\",status=\"200\"} 1",
        "stumper_requests_total{route=\"/api/next\",method=\"POST\",status=\"404\"} 1",
        "stumper_request_seconds_count{route=\"/api/next\",method=\"POST\"} 2",
        "stumper_refused_total{code=\"not-found\"} 1",
        "stumper_plays_total 1",
        "stumper_ratings_total 1",
        "stumper_consents_total 1",
        "stumper_false_solves_total 0",
        "stumper_writer_queue 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(!text.contains(&player.key));
    // Who comes through a proxy is not on this machine.
    let header = "X-Forwarded-For: 192.0.2.1";
    assert_eq!(server.ask("GET", "/metrics", &[header], b"").status, 401);
    let token = format!("Authorization: Bearer {TOKEN}");
    assert_eq!(
        server.ask("GET", "/metrics", &[header, &token], b"").status,
        200
    );
    server.end();
    let log = study.log();
    assert_eq!(log.matches("refused-illegal-move").count(), 1, "{log}");
    assert!(!log.contains("refused-false-solve"), "{log}");
}

#[test]
fn every_route_is_described_and_every_description_leads_somewhere() {
    let study = Study::new("described");
    let server = study.serve(&["--no-limits"]);
    let described = server.get("/api/openapi.json").json();
    let version = described["openapi"].as_str().unwrap();
    assert!(version.starts_with("3."), "{version}");
    let mut routes = 0;
    for (path, item) in described["paths"].as_object().unwrap() {
        let real = path.replace("{play}", "0123456789abcdef");
        for (method, route) in item.as_object().unwrap() {
            routes += 1;
            let answer = server.ask(&method.to_uppercase(), &real, &[], b"");
            let status = answer.status.to_string();
            assert!(
                route["responses"].get(&status).is_some(),
                "{method} {path} {status}"
            );
            let is_open = route["security"].is_null();
            let is_here = path == "/metrics";
            assert_eq!(answer.status == 200, is_open || is_here, "{method} {path}");
            if let Some(body) = route.get("requestBody") {
                let schema = &body["content"]["application/json"]["schema"]["$ref"];
                let place = schema.as_str().unwrap().trim_start_matches('#');
                assert!(described.pointer(place).is_some(), "{place}");
            }
        }
        // No other method is taken than those described.
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            if item.get(method.to_lowercase()).is_none() {
                let answer = server.ask(method, &real, &[], b"");
                assert_eq!(answer.status, 405, "{method} {path}");
            }
        }
    }
    assert!(routes >= 15, "{routes}");
    check_references(&described, &described);
    let limits = &described["components"]["schemas"]["Finish"]["properties"];
    assert_eq!(limits["events"]["maxItems"], 20000);
}

/// Every `$ref` leads to something.
fn check_references(whole: &Value, part: &Value) {
    match part {
        Value::Object(fields) => {
            if let Some(place) = fields.get("$ref").and_then(Value::as_str) {
                let found = whole.pointer(place.trim_start_matches('#'));
                assert!(found.is_some(), "{place}");
            }
            fields
                .values()
                .for_each(|field| check_references(whole, field));
        }
        Value::Array(items) => items.iter().for_each(|item| check_references(whole, item)),
        _ => {}
    }
}

#[test]
fn the_report_is_a_page_and_data() {
    let study = Study::new("report");
    let server = study.serve(&[]);
    let ratings = [3, 8];
    for (number, rating) in ratings.iter().enumerate() {
        let player = server.player(number as u64);
        let play = player.first_level();
        player.solve(&play);
        player.good(
            &format!("{}/rating", path_of(&play)),
            &json!({ "rating": rating }),
        );
    }
    let page = server.admin("/admin/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-store");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("style-src 'unsafe-inline'"), "{policy}");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("script"));
    let text = String::from_utf8(page.body).unwrap();
    assert!(
        text.contains("A small study") && text.contains("2 ratings"),
        "{text}"
    );
    assert!(!text.contains("<script"));

    let data = server.admin("/admin/report.json").json();
    assert_eq!(data["study"], "small");
    assert!(
        data["tables"]
            .as_array()
            .is_some_and(|tables| !tables.is_empty())
    );

    let rows = server.admin("/admin/export.csv");
    assert!(rows.header("content-disposition").contains("small.csv"));
    let text = String::from_utf8(rows.body).unwrap();
    assert_eq!(text.lines().count(), 1 + ratings.len(), "{text}");
    assert!(text.lines().next().unwrap().contains("rating"), "{text}");
    assert_eq!(server.get("/admin").header("location"), "/admin/");
    assert_eq!(server.admin("/admin/nothing").code(), "not-found");
}
