//! Reports of simulated studies, large, small and empty.

use super::*;
use crate::study::sample;
use lab::Format;

fn about() -> About {
    About {
        title: "A study of <levels>".into(),
        bounds: lab::rating::BOUNDS,
    }
}

fn rows(dump: &Dump, table: &str) -> Vec<serde_json::Value> {
    let report = report(dump, &about());
    let mut out = Vec::new();
    for found in report.tables().filter(|found| found.name == table) {
        found.write(&mut out, Format::Json);
    }
    let text = String::from_utf8(out).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_report_tells_what_the_rows_say() {
    let (truth, dump) = sample::dump(60);
    let levels = rows(&dump, "levels");
    assert_eq!(levels.len(), 40);
    // Means lie near the truth, and their intervals hold most of the time.
    let mut within = 0;
    for (row, truth) in levels.iter().zip(&truth.levels) {
        let of = |name: &str| row[name].as_f64().unwrap();
        assert!((of("mean") - truth).abs() < 1.5, "{row}, {truth}");
        assert!(of("low") < of("mean") && of("mean") < of("high"), "{row}");
        within += usize::from((of("low")..=of("high")).contains(truth));
        assert_eq!(of("seconds") > 0.0, of("plays") > 0.0);
    }
    assert!(within >= 34, "{within} of 40");
    let funnel = rows(&dump, "funnel");
    let players = |step: &str| {
        let row = funnel.iter().find(|row| row["step"] == step).unwrap();
        row["players"].as_u64().unwrap()
    };
    assert_eq!((players("consented"), players("began")), (60, 60));
    assert_eq!((players("10 levels"), players("20 levels")), (60, 59));
    assert_eq!(players("all 40"), 0);
    // Severity and noise have a standard deviation of one each.
    let agreement = rows(&dump, "agreement");
    let of = |row: usize| agreement[row]["value"].as_f64().unwrap();
    assert!(
        (0.7..1.3).contains(&of(1)) && (0.9..1.2).contains(&of(2)),
        "{agreement:?}"
    );
    assert!(of(3) < of(4) && of(4) > 0.8, "{agreement:?}");
    let told = rows(&dump, "told");
    // Seconds and moves grow with the rating; medians of seconds have many
    // ties.
    for (row, least) in [(1, 0.7), (2, 0.9)] {
        assert!(told[row]["spearman"].as_f64().unwrap() > least, "{told:?}");
    }
    let weights = rows(&dump, "weights");
    assert_eq!(weights.len(), 4);
    for (row, weight) in weights[1..].iter().zip(&truth.weights) {
        let of = |name: &str| row[name].as_f64().unwrap();
        assert!((of("weight") / weight - 1.0).abs() < 0.3, "{row}, {weight}");
        assert!(of("all_low") < of("low") && of("high") < of("all_high"));
    }
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let (_, dump) = sample::dump(30);
    let page = html(&dump, &about());
    assert!(page.contains("A study of &lt;levels&gt;"), "a title");
    assert!(!page.contains("<script") && !page.contains("src="));
    // What is named is within the page.
    assert_eq!(page.matches("url(").count(), page.matches("url(#").count());
    let addresses = page.matches("http").count();
    let names = page.matches("http://www.w3.org/").count();
    assert_eq!(addresses, names, "only names of SVG's own");
    assert_eq!(page.matches("<svg").count(), 4);
    if let Ok(file) = std::env::var("STUMPER_REPORT") {
        std::fs::write(file, page).unwrap();
    }
}

#[test]
fn careless_players_are_counted() {
    let (_, mut dump) = sample::dump(30);
    let name = dump.players[3].name.clone();
    for play in dump.plays.iter_mut().filter(|play| play.player == name) {
        play.rating = Some(5);
        play.closed.as_mut().unwrap().seconds = 0.5;
    }
    let found: Vec<u64> = rows(&dump, "careless")
        .iter()
        .map(|row| row["found"].as_u64().unwrap())
        .collect();
    assert_eq!(found, [1, 20, 1]);
}

#[test]
fn little_and_nothing_are_told_as_such() {
    let page = html(&Dump::default(), &about());
    assert!(page.contains("0 players"), "{page}");
    for players in [0, 1, 2] {
        let (_, dump) = sample::dump(players);
        assert!(html(&dump, &about()).contains("Who came how far"));
    }
    let (_, mut dump) = sample::dump(2);
    dump.plays.truncate(5);
    let page = html(&dump, &about());
    assert!(page.contains("an equation needs 10 at least"), "{page}");
    assert_eq!(rows(&dump, "more").len(), 40);
}
