//! Equations from ratings: from measures in a file, from ids that are measured,
//! and what is said of broken files.

use crate::{file, folder, run, run_on};

/// Forty levels that are as hard as they have moves, give or take a little, and
/// their measures.
fn tables() -> (String, String) {
    let (mut ratings, mut measures) = ("level,rating,weight\n".to_string(), String::new());
    measures.push_str("id,outcome,moves,lamps\n");
    for level in 0..40 {
        let (moves, lamps) = (level * 7 % 13, level * 5 % 11);
        let rating = 2.0 + 0.5 * f64::from(moves) + 0.1 * f64::from(level % 3);
        ratings.push_str(&format!("l{level},{rating},{}\n", 1 + level % 4));
        measures.push_str(&format!("l{level},solved,{moves},{lamps}\n"));
    }
    (ratings, measures)
}

#[test]
fn an_equation_is_made_and_rates() {
    let folder = folder("fit");
    let (ratings, measures) = tables();
    let (ratings, measures) = (
        file(&folder, "ratings.csv", ratings),
        file(&folder, "measures.csv", measures),
    );
    let out = folder.join("equation.json").display().to_string();
    for method in ["ols", "ridge", "lasso", "lad"] {
        let call = format!(
            "fit {ratings} --measures {measures} --game template --method {method} --out {out} --force"
        );
        let made = run(&call);
        assert_eq!(made.code, 0, "{method}: {}", made.err);
        assert!(
            made.out.contains("5 random folds of seed 1"),
            "{}",
            made.out
        );
        let text = std::fs::read_to_string(&out).expect("the equation");
        let equation: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let error = equation["errors"]["weighted"].as_f64().expect("an error");
        assert!(error < 0.15, "{method}: {text}");
        let moves = &equation["terms"][0];
        let weight = moves["weight"].as_f64().expect("a weight");
        assert!(
            moves["of"] == "moves" && (weight - 0.5).abs() < 0.02,
            "{text}"
        );
    }
    let again = run(&format!(
        "fit {ratings} --measures {measures} --game template --out {out}"
    ));
    assert!(
        again.code == 2 && again.err.contains("--force"),
        "{}",
        again.err
    );
}

#[test]
fn ids_are_measured_and_players_told_apart() {
    let folder = folder("fit-ids");
    // Rows of lamps of which `moves` and `lit` are known.
    let mut plays = "player,level,rating,solved\n".to_string();
    let mut count = 0;
    for player in 0..6 {
        for number in 2..61 {
            // Some of these rows cannot be solved, and have no moves.
            let rating = 1 + (number * 3 + player) % 9;
            plays.push_str(&format!("p{player},template:row#{number},{rating},true\n"));
            count += 1;
        }
    }
    let plays = file(&folder, "plays.csv", plays);
    let call = format!("fit {plays} --players mixed --terms lit --format json");
    let one = run(&format!("{call} --jobs 1"));
    assert_eq!(one.code, 0, "{count} plays: {}", one.err);
    assert!(
        one.err.contains("59 levels") && one.err.contains("mixed model"),
        "{}",
        one.err
    );
    let all = run(&format!("fit {plays} --players mixed"));
    assert!(all.err.contains("some levels have no"), "{}", all.err);
    assert_eq!(one.out, run(&format!("{call} --jobs 4")).out);
    let missing = run(&format!("fit {plays} --terms moves"));
    assert!(
        missing.code == 2 && missing.err.contains("some levels do not have"),
        "{}",
        missing.err
    );
}

#[test]
fn wrong_calls_say_what_would_be_right() {
    let folder = folder("fit-wrong");
    let (ratings, measures) = tables();
    let path = file(&folder, "measures.csv", measures);
    for (args, input, parts) in [
        (
            "--game template",
            "level\nx\n",
            vec!["rating or difficulty"],
        ),
        (
            "--game template",
            "level,rating\nl1,much\nl2,3\n",
            vec!["standard input:2", "\"much\""],
        ),
        (
            "--game template --terms zoo",
            &ratings,
            vec!["\"zoo\"", "moves, lamps"],
        ),
        (
            "--game template --target fun",
            &ratings,
            vec!["\"fun\"", "rating"],
        ),
        (
            "--game template --folds 25",
            &ratings,
            vec!["40 levels in 25 folds"],
        ),
        (
            "--game template --players mixed",
            &ratings,
            vec!["one row a play"],
        ),
        ("--game template --bounds 5,1", &ratings, vec!["--bounds"]),
        (
            "--game template --target weight --link logit",
            &ratings,
            vec!["--bounds"],
        ),
        ("", &ratings, vec!["\"l0\"", "--game"]),
        (
            "--game template",
            "level,rating\nl1,1\nl99,2\n",
            vec!["\"l99\""],
        ),
        ("--game chess", &ratings, vec!["chess"]),
    ] {
        let made = run_on(&format!("fit - --measures {path} {args}"), input.as_bytes());
        assert_eq!(made.code, 2, "{args}: {}", made.err);
        for part in parts {
            assert!(made.err.contains(part), "{args}: {part} in {}", made.err);
        }
    }
    let unnamed = run_on("fit - --game template", ratings.as_bytes());
    assert!(
        unnamed.code == 2 && unnamed.err.contains("--measures"),
        "{}",
        unnamed.err
    );
}
