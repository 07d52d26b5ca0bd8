//! Calls as the page makes them, and what comes back.

use serde_json::{Value, json};
use stumper_wasm::{Rules, Search};

/// The answer to a call, whole.
fn ask(rules: &mut Rules, call: Value) -> Value {
    serde_json::from_str(&rules.call(&call.to_string())).expect("JSON")
}

/// The value that a call answers with.
fn value(rules: &mut Rules, call: Value) -> Value {
    let mut reply = ask(rules, call.clone());
    assert!(reply["value"] != Value::Null, "{call}: {reply}");
    reply["value"].take()
}

fn search(call: Value) -> Value {
    let mut reply: Value =
        serde_json::from_str(&Search::new().call(&call.to_string())).expect("JSON");
    assert!(reply.get("value").is_some(), "{call}: {reply}");
    reply["value"].take()
}

fn start_board(level: &str) -> String {
    let view = value(
        &mut Rules::new(),
        json!({ "call": "start", "level": level, "open": true }),
    );
    view["board"].as_str().expect("a board").to_string()
}

fn position(view: &Value, open: bool) -> Value {
    json!({
        "level": view["id"], "game": view["game"], "variant": view["variant"], "open": open,
        "moves": view["moves"],
    })
}

/// Levels that are quickly won.
const LEVELS: [&str; 7] = [
    "freecell:ms#164",
    "klondike:draw1#3",
    "sliding:3x3#5",
    "flow:5x5#1",
    "lazors:3x3#1",
    "shift:4x4#1",
    "template:row#7",
];

#[test]
fn every_game_is_won_by_its_solution() {
    for level in LEVELS {
        let mut rules = Rules::new();
        let start = value(
            &mut rules,
            json!({ "call": "start", "level": level, "open": true }),
        );
        let found = search(json!({ "call": "solve", "position": position(&start, true) }));
        assert_eq!(found["verdict"], "won", "{level}");
        let verdict = search(json!({ "call": "verdict", "position": position(&start, false) }));
        assert_eq!(verdict, "won", "{level}");
        let mut last = start.clone();
        for choice in found["moves"].as_array().expect("moves") {
            last = value(
                &mut rules,
                json!({ "call": "make", "text": choice["text"] }),
            );
            assert_eq!(last["made"], json!([choice]), "{level}");
        }
        assert_eq!(last["ending"], "won", "{level}");
        let again = value(&mut rules, json!({ "call": "restart" }));
        assert_eq!(again["scene"], start["scene"], "{level}");
        assert_eq!(again["canUndo"], false);
        while value(&mut rules, json!({ "call": "redo" }))["canRedo"] == true {}
        let end = value(&mut rules, json!({ "call": "undo" }));
        assert_eq!(end["canRedo"], true);
        let end = value(&mut rules, json!({ "call": "redo" }));
        assert_eq!(end["ending"], "won", "{level}");
    }
}

#[test]
fn hints_say_what_to_do() {
    for level in LEVELS {
        let mut rules = Rules::new();
        let start = value(&mut rules, json!({ "call": "start", "level": level }));
        let hint = search(json!({ "call": "hint", "position": position(&start, false) }));
        assert_eq!(hint["kind"], "moves", "{level}: {hint}");
        let first = &hint["next"][0];
        let offered = start["choices"].as_array().expect("choices");
        assert!(offered.contains(first), "{level}: {first}");
    }
}

#[test]
fn cards_that_lie_face_down_are_not_told() {
    let mut rules = Rules::new();
    let view = value(
        &mut rules,
        json!({ "call": "start", "level": "klondike#7" }),
    );
    assert_eq!(view["board"], "");
    let pieces = view["scene"]["pieces"].as_array().expect("pieces");
    let down = pieces.iter().filter(|piece| piece["kind"] == "down");
    let down: Vec<&Value> = down.collect();
    assert_eq!(down.len(), 21 + 24);
    assert!(
        down.iter()
            .all(|piece| piece["face"] == "" && piece["id"] == "")
    );
    let open = value(
        &mut rules,
        json!({ "call": "start", "level": "klondike#7", "open": true }),
    );
    let pieces = open["scene"]["pieces"].as_array().expect("pieces");
    assert!(pieces.iter().all(|piece| piece["face"] != ""));
}

#[test]
fn a_gesture_is_one_step_back() {
    let mut rules = Rules::new();
    value(
        &mut rules,
        json!({ "call": "start", "level": "sliding:4x4#17" }),
    );
    let taps = (1..=4).flat_map(|row| (1..=4).map(move |column| format!("{row},{column}")));
    let mut longest = 0;
    for place in taps {
        let reply = ask(
            &mut rules,
            json!({ "call": "tap", "place": place, "count": 1 }),
        );
        if let Some(view) = reply.get("value") {
            let moves = view["moves"].as_array().expect("moves").len();
            longest = longest.max(moves);
            assert_eq!(view["count"], 1, "{place}");
            let back = value(&mut rules, json!({ "call": "undo" }));
            assert_eq!(back["moves"], json!([]));
            assert_eq!(back["back"].as_array().expect("moves").len(), moves);
        } else {
            assert!(reply["refused"].is_string(), "{place}: {reply}");
        }
    }
    assert!(longest > 1, "a row of tiles goes at once");
}

#[test]
fn light_shines_before_a_block_is_put_down() {
    let mut rules = Rules::new();
    let view = value(
        &mut rules,
        json!({ "call": "start", "level": "lazors:3x3#1" }),
    );
    let before = view["scene"]["lines"].clone();
    let offered = view["choices"].as_array().expect("choices").iter();
    let shines = offered.filter(|choice| {
        let call =
            json!({ "call": "preview", "from": choice["from"], "count": 1, "to": choice["to"] });
        value(&mut rules, call)["lines"] != before
    });
    assert!(shines.count() > 0);
    let now = value(&mut rules, json!({ "call": "undo" }));
    assert_eq!(now["scene"]["lines"], before, "a preview makes no move");
}

#[test]
fn a_path_is_drawn_from_either_end_and_cut_by_another() {
    let board = "A.B\n...\nA.B\n";
    let mut rules = Rules::new();
    value(
        &mut rules,
        json!({ "call": "start", "level": board, "game": "flow" }),
    );
    let mut drag = |from: &str, to: &str| {
        value(
            &mut rules,
            json!({ "call": "drag", "from": from, "count": 1, "to": to }),
        )
    };
    assert_eq!(drag("3,1", "2,1")["moves"], json!(["A*:u"]));
    assert_eq!(drag("2,1", "2,2")["moves"], json!(["A*:u", "A*:r"]));
    let view = drag("1,3", "2,3");
    assert_eq!(view["moves"].as_array().expect("moves").len(), 3);
    // B goes through the middle, so that A is cut back to where it was.
    let view = drag("2,3", "2,2");
    let lines = view["scene"]["lines"].as_array().expect("lines");
    let lengths: Vec<usize> = lines
        .iter()
        .map(|line| line["points"].as_array().expect("points").len())
        .collect();
    assert_eq!(lengths, [2, 3]);
    // A finger that goes on makes one step back of it all.
    let view = value(
        &mut rules,
        json!({ "call": "drag", "from": "2,2", "count": 1, "to": "3,2", "onwards": true }),
    );
    assert_eq!(view["count"], 4);
    let view = value(&mut rules, json!({ "call": "undo" }));
    assert_eq!(view["moves"].as_array().expect("moves").len(), 3);
    value(&mut rules, json!({ "call": "redo" }));
    let mut drag = |from: &str, to: &str| {
        value(
            &mut rules,
            json!({ "call": "drag", "from": from, "count": 1, "to": to }),
        )
    };
    // From the other end onto the path: joined.
    let view = drag("1,1", "2,1");
    let whole = view["scene"]["lines"].as_array().expect("lines").iter();
    assert_eq!(whole.filter(|line| line["whole"] == true).count(), 1);
}

#[test]
fn the_last_position_that_can_be_won_is_found() {
    let mut rules = Rules::new();
    let start = value(
        &mut rules,
        json!({ "call": "start", "level": "freecell:ms#617" }),
    );
    let solved = search(json!({ "call": "solve", "position": position(&start, true) }));
    let good: Vec<Value> = solved["moves"].as_array().expect("moves")[..5]
        .iter()
        .map(|choice| choice["text"].clone())
        .collect();
    let mut at = position(&start, true);
    at["moves"] = json!(good);
    assert_eq!(search(json!({ "call": "lastWinnable", "position": at })), 5);
    let mut lost = position(&start, true);
    lost["level"] = json!("freecell:ms#11982");
    assert_eq!(
        search(json!({ "call": "lastWinnable", "position": lost })),
        Value::Null
    );
}

#[test]
fn bad_input_is_told_in_words() {
    let mut rules = Rules::new();
    let calls = [
        json!({ "call": "start", "level": "freecell#0" }),
        json!({ "call": "start", "level": "nonsense" }),
        json!({ "call": "start", "level": "", "game": "flow" }),
        json!({ "call": "start", "level": "AB\nA", "game": "flow" }),
        json!({ "call": "start", "level": "freecell#1", "moves": ["zz"] }),
        json!({ "call": "start", "level": "chess#1" }),
        json!({ "call": "read", "text": "\u{0}\u{1}", "game": "freecell" }),
        json!({ "call": "read", "text": "{\"pack\": 1, \"made_by\": \"x\"", "game": "flow" }),
        json!({ "call": "today", "kind": "flow", "date": "soon" }),
        json!({ "call": "undo" }),
        json!({ "call": "nothing" }),
    ];
    for call in calls {
        let reply = ask(&mut rules, call.clone());
        let words = reply["fault"]["message"].as_str();
        assert!(
            words.is_some_and(|words| words.contains("expected")),
            "{call}: {reply}"
        );
    }
    value(
        &mut rules,
        json!({ "call": "start", "level": "freecell#1" }),
    );
    for call in [
        json!({ "call": "make", "text": "11" }),
        json!({ "call": "drag", "from": "1", "count": 99, "to": "2" }),
        json!({ "call": "drag", "from": "x", "count": 1, "to": "y" }),
        json!({ "call": "send", "place": "1" }),
    ] {
        let reply = ask(&mut rules, call.clone());
        assert!(reply["refused"].is_string(), "{call}: {reply}");
    }
}

#[test]
fn levels_are_read_made_and_rated() {
    let mut rules = Rules::new();
    let games = value(&mut rules, json!({ "call": "games" }));
    assert_eq!(games.as_array().expect("games").len(), 6);
    for game in games.as_array().expect("games") {
        let today = value(
            &mut rules,
            json!({ "call": "today", "kind": game["name"], "date": "2026-11-16" }),
        );
        let name = game["name"].as_str().expect("a name");
        assert!(
            today.as_str().is_some_and(|id| id.starts_with(name)),
            "{today}"
        );
    }
    let read = value(
        &mut rules,
        json!({ "call": "read", "text": "A.B\n...\nA.B\n", "game": "flow" }),
    );
    assert_eq!(read[0]["game"], "flow");
    // Nobody has to say of which game a board is.
    for (board, game) in [
        ("A.B\n...\nA.B\n", "flow"),
        ("1 2 3\n4 5 6\n7 0 8\n", "sliding"),
        (start_board("lazors:3x3#1").as_str(), "lazors"),
        (start_board("freecell#1").as_str(), "freecell"),
    ] {
        let read = value(
            &mut rules,
            json!({ "call": "read", "text": board, "game": "" }),
        );
        assert_eq!(read[0]["game"], game, "{board}");
    }
    let row = json!({ "id": "shift:3x3#1", "level": start_board("shift:3x3#1") }).to_string();
    let read = value(
        &mut rules,
        json!({ "call": "read", "text": row, "game": "" }),
    );
    assert_eq!(read[0]["id"], "shift:3x3#1");
    let found =
        search(json!({ "call": "find", "kind": "shift", "low": 1.0, "high": 4.0, "seed": 7 }));
    let rating = found["rating"]["rating"].as_f64().expect("a rating");
    assert!((1.0..=4.0).contains(&rating));
    let rated =
        search(json!({ "call": "rate", "level": found["id"], "game": "shift", "variant": "" }));
    assert_eq!(rated["rating"], found["rating"]["rating"]);
    assert_eq!(
        rated["parts"].as_array().expect("parts").len(),
        rated["summaries"].as_array().expect("words").len()
    );
    let rows = search(json!({ "call": "rows", "ids": "freecell#1-3" }));
    assert_eq!(rows.as_str().expect("rows").lines().count(), 3);
}
