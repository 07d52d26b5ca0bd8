//! Levels that are rated, made to a difficulty, and packs that are checked.

use crate::{file, folder, run, run_on};
use std::fs;
use std::path::Path;

/// An equation for a game: half a point a move, and a tenth for another
/// measure.
fn equation(folder: &Path, game: &str, other: &str, scale: &str) -> String {
    let text = format!(
        r#"{{"equation":1,"game":"{game}","target":"difficulty","scale":"{scale}",
        "link":"identity","bounds":[1,10],"intercept":1.0,
        "terms":[{{"of":"moves","weight":0.5,"centre":4.0}},
                 {{"of":"{other}","weight":0.1,"centre":2.0}}],
        "ranges":{{"moves":[1,99],"{other}":[0,9]}},
        "errors":{{"weighted":0.4,"unweighted":0.4,"correlation":0.8,"half_width":0.75}},
        "made":{{"by":"a test","version":"0","levels":1,"source":"","checked":""}}}}"#
    );
    file(folder, &format!("{game}-{scale}.json"), text)
}

#[test]
fn ratings_are_written_in_every_form() {
    let folder = folder("ratings-forms");
    let path = equation(&folder, "template", "lit", "human");
    // Four moves and two lamps: 1 + 2 + 0.2.
    for (args, out, code) in [
        (
            "rate template:row#22",
            "template:row#22: 3.2 of 10, medium; on the human scale; likely 2.5 to 4.0\n",
            0,
        ),
        (
            "rate template:row#22 template:row#5 --format csv",
            "id,variant,outcome,limit,rating,low,high,scale,percent,word\n\
            template:row#22,,solved,,3.2,2.45,3.95,human,,medium\n\
            template:row#5,,unsolvable,,,,,,,\n",
            10,
        ),
        (
            "rate template:row#22 --format json",
            "{\"id\":\"template:row#22\",\"outcome\":\"solved\",\"rating\":3.2,\"low\":2.45,\
            \"high\":3.95,\"scale\":\"human\",\"word\":\"medium\",\"parts\":[\
            {\"measure\":\"moves\",\"value\":4.0,\"average\":4.0,\"effect\":0.0},\
            {\"measure\":\"lit\",\"value\":2.0,\"average\":2.0,\"effect\":0.0}]}\n",
            0,
        ),
        (
            "rate template:row#5",
            "template:row#5: no rating, it cannot be solved\n",
            10,
        ),
        (
            "rate template:row#22 --budget 3",
            "template:row#22: no rating, the limit of states came first\n",
            11,
        ),
    ] {
        let run = run(&format!("{args} --equation {path}"));
        let found = (run.out.as_str(), run.code);
        assert_eq!(found, (out, code), "{args}: {}", run.err);
    }
    let far = run(&format!(
        "rate template:row#4095 --equation {path} --budget 9999999"
    ));
    assert!(far.out.contains("+"), "{}", far.out);
    assert!(
        far.out
            .contains("beyond what the equation was made from: lit"),
        "{}",
        far.out
    );
}

#[test]
fn percentiles_need_a_calibration_and_are_spread_evenly() {
    let folder = folder("percentiles");
    let path = equation(&folder, "template", "lit", "percentile");
    let without = run(&format!("rate template:row#300 --equation {path}"));
    assert_eq!(without.code, 2);
    assert!(without.err.contains("--calibrate"), "{}", without.err);
    let out = folder.join("row.jsonl").display().to_string();
    let made = run(&format!(
        "rate --calibrate template:row --count 256 --seed 256 --equation {path} --out {out}"
    ));
    assert_eq!(made.code, 0, "{}", made.err);
    let rated = run(&format!(
        "rate template:row#256-511 --equation {path} --calibration {out} --format json"
    ));
    assert_eq!(rated.code, 10, "some rows cannot be solved: {}", rated.err);
    let percents = rated.out.lines().filter_map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        row["percent"].as_f64()
    });
    let percents: Vec<f64> = percents.collect();
    assert!(percents.len() > 100);
    let mean = percents.iter().sum::<f64>() / percents.len() as f64;
    assert!((mean - 50.0).abs() < 5.0, "{mean}");
    let again = run(&format!(
        "rate --calibrate template:row --count 256 --seed 256 --equation {path} --jobs 1"
    ));
    assert_eq!(fs::read_to_string(out).expect("a calibration"), again.out);
}

#[test]
fn wrong_equations_are_refused() {
    let folder = folder("wrong-equations");
    let unknown = equation(&folder, "template", "wings", "human");
    let other = equation(&folder, "shift", "balls", "human");
    let junk = file(&folder, "junk.json", b"\x00\xff{");
    for (path, word) in [
        (unknown, "wings"),
        (other, "equations of other games"),
        (junk, "no text"),
        ("nowhere.json".into(), "nowhere.json"),
    ] {
        let run = run(&format!("rate template:row#22 --equation {path}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{path}");
        assert!(run.err.contains(word), "{path}: {}", run.err);
    }
    for wrong in ["0", "11", "5..3", "NaN", "..", "hard", "1e99"] {
        let run = run(&format!("generate template --difficulty {wrong}"));
        assert_eq!(run.code, 2, "{wrong}: {}", run.err);
    }
    assert_eq!(run("rate --calibrate template:row").code, 2);
    assert_eq!(run("rate").code, 2);
}

#[test]
fn numbers_that_cannot_be_are_refused() {
    let folder = folder("wrong-numbers");
    let path = equation(&folder, "template", "lit", "human");
    let text = fs::read_to_string(path).expect("an equation");
    for (old, new, word) in [
        ("\"weight\":0.5", "\"weight\":1e300", "1e100"),
        (
            "\"bounds\":[1,10]",
            "\"bounds\":[0,1000]",
            "within 1 and 10",
        ),
        ("\"bounds\":[1,10]", "\"bounds\":[5,2]", "a higher number"),
        ("\"half_width\":0.75", "\"half_width\":-5", "zero or more"),
        ("\"human\"", "\"plain\"", "scale plain"),
    ] {
        assert!(text.contains(old), "{old}");
        let path = file(&folder, "changed.json", text.replace(old, new));
        let run = run(&format!("rate template:row#22 --equation {path}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{new}: {}", run.err);
        assert!(run.err.contains(word), "{new}: {}", run.err);
    }
}

/// Every game has an equation that ships, and a calibration where it needs
/// one. Deals that players call hard are rated so.
#[test]
fn every_game_can_be_rated() {
    let ids = "freecell#617 klondike#7 klondike:draw1#7 sliding:3x3#1 sliding:4x4#1 sliding:5x5#1 \
        flow:7x7#1 lazors:4x4#1 shift:4x4#1";
    let rated = run(&format!("rate {ids} --format json"));
    assert_eq!(rated.code, 0, "{}", rated.err);
    let mut count = 0;
    for line in rated.out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let number = |name: &str| row[name].as_f64().expect("a number");
        let (low, rating, high) = (number("low"), number("rating"), number("high"));
        assert!((1.0..=10.0).contains(&rating), "{line}");
        assert!(low < high && (1.0..=10.0).contains(&low), "{line}");
        count += 1;
    }
    assert_eq!(count, 9);
    // The hard and the extra hard games of the FreeCell challenges of 1997
    // (austega.com), of which one is impossible and left out.
    let hard = "169,617,3701,3710,4806,6837,10623,12384,12445,16624,17565,18938,19253,22272,\
        25206,25450,25995,27478,27657,28138,28588,29788,30663,454,718,1941,6182,8591,13867,\
        14548,15562,20630,21283,21365,21491,25856";
    let rated = run(&format!("rate freecell#{hard} --format json"));
    let percents = rated.out.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        row["percent"].as_f64().expect("a number")
    });
    let percents: Vec<f64> = percents.collect();
    assert_eq!(percents.len(), 36);
    let mean = percents.iter().sum::<f64>() / 36.0;
    assert!(mean > 75.0, "{mean}");
    // Parity alone tells that this board cannot be solved.
    let impossible = run_on("rate - --game sliding", b"1 2 3\n4 5 6\n8 7 0\n");
    assert_eq!(impossible.code, 10, "{}", impossible.err);
    assert!(
        impossible.out.contains("cannot be solved"),
        "{}",
        impossible.out
    );
}

#[test]
fn a_pack_has_what_was_wanted_and_every_claim_is_checked() {
    let folder = folder("pack");
    let path = equation(&folder, "shift", "balls", "human");
    let call =
        format!("generate shift --difficulty 3..5 --tolerance 0.4 --count 8 --equation {path}");
    let pack = folder.join("pack");
    let made = run(&format!("{call} --out {}/", pack.display()));
    assert_eq!(made.code, 0, "{}", made.err);
    let checked = run(&format!("verify {}", pack.display()));
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(
        checked.err.contains("8 levels, every claim is right"),
        "{}",
        checked.err
    );
    let rows = fs::read_to_string(pack.join("levels.jsonl")).expect("rows");
    assert_eq!(rows.lines().count(), 8);
    let text = fs::read_to_string(pack.join("pack.json")).expect("a pack");
    let whole: serde_json::Value = serde_json::from_str(&text).expect("a pack");
    let level = |index: usize| whole["levels"][index].clone();
    type Change = fn(&mut serde_json::Value);
    let changes: [(&str, Change); 6] = [
        ("a rating", |p| p["levels"][2]["rating"] = 4.9.into()),
        ("a solution", |p| {
            p["levels"][1]["solution"] = serde_json::json!(["U"])
        }),
        ("a board", |p| {
            p["levels"][0]["level"] = p["levels"][7]["level"].clone()
        }),
        ("a level again", |p| p["levels"][3] = p["levels"][4].clone()),
        ("the order", |p| {
            let last = p["levels"][7].clone();
            p["levels"][7] = p["levels"][0].clone();
            p["levels"][0] = last;
        }),
        ("the equation", |p| p["equation"]["intercept"] = 2.0.into()),
    ];
    assert_ne!(level(3), level(4));
    for (what, change) in changes {
        let mut changed = whole.clone();
        change(&mut changed);
        let path = file(&folder, "changed.json", changed.to_string());
        let checked = run(&format!("verify {path}"));
        assert_eq!(checked.code, 1, "{what}: {}", checked.err);
        assert!(
            checked.err.contains("with a wrong claim"),
            "{what}: {}",
            checked.err
        );
    }
    let cut = file(&folder, "cut.json", &text[..text.len() / 2]);
    assert_eq!(run(&format!("verify {cut}")).code, 2);
}

#[test]
fn graded_levels_are_the_same_for_any_threads_and_after_a_cut() {
    let folder = folder("graded");
    let path = equation(&folder, "shift", "balls", "human");
    let call = format!(
        "generate shift:3x3 shift:4x4 --difficulty 4 --count 12 --format json --solution --equation {path}"
    );
    let whole = run(&format!("{call} --jobs 1"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert_eq!(run(&format!("{call} --jobs 4")).out, whole.out);
    let cut = file(&folder, "rows.jsonl", &whole.out[..whole.out.len() / 2]);
    let again = run(&format!("{call} --out {cut} --resume"));
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(fs::read_to_string(cut).expect("rows"), whole.out);
    let none = run(&format!(
        "generate shift:3x3 --difficulty 10 --tolerance 0.1 --tries 50 --count 2 --equation {path}"
    ));
    assert_eq!((none.code, none.out.as_str()), (11, ""));
    assert!(
        none.err.contains("0 of 2 levels after looking at 50"),
        "{}",
        none.err
    );
    assert!(none.err.contains("nearest to 10.0"), "{}", none.err);
    let mixed = run(&format!(
        "generate shift flow --difficulty 4 --equation {path}"
    ));
    assert_eq!(mixed.code, 2, "{}", mixed.err);
}
