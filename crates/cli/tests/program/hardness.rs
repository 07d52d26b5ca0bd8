//! Experiments on what makes deals hard, the rows that they keep, and the
//! reports that they write.

use crate::experiment::rows;
use crate::{folder, run, stumper};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const EFFORT: &str = "experiment effort freecell:seed#1-40 --short 300 --limit 1000";

/// All rows of a run, without their times.
fn rows_of(folder: &Path) -> Vec<serde_json::Value> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder of rows")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a shard"));
    let lines: Vec<String> = texts
        .flat_map(|text| text.lines().map(String::from).collect::<Vec<_>>())
        .collect();
    let row = |line: &String| {
        let mut row: serde_json::Value = serde_json::from_str(line).expect("a row");
        row.as_object_mut().expect("an object").remove("seconds");
        row
    };
    lines.iter().map(row).collect()
}

#[test]
fn effort_is_a_mean_of_scores() {
    let csv = folder("effort").join("effort.csv");
    let told = run(&format!("{EFFORT} --rows {} --format json", csv.display()));
    assert_eq!(told.code, 0, "{}", told.err);
    let settings = rows(&told, "effort");
    assert_eq!(settings.len(), 13);
    assert_eq!(settings[12]["r-effort"], 1.0);
    let between = rows(&told, "correlations");
    assert_eq!(between[3]["staged-4"], 1.0);
    assert_eq!(between[3]["fast-4"], between[0]["staged-4"]);
    let text = fs::read_to_string(&csv).expect("rows");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!(header.len(), 16);
    assert_eq!(header[..2], ["id", "length"]);
    assert_eq!(header[14..], ["effort", "hard"]);
    let mut sum = 0.0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let states = fields[2..14].iter().map(|field| field.parse::<u64>());
        assert!(
            states.flatten().filter(|n| (1..=1000).contains(n)).count() == 12,
            "{line}"
        );
        sum += fields[14].parse::<f64>().expect("an effort");
    }
    // Normal scores lie around zero; equal states shift them a little.
    assert!(sum.abs() < 40.0 * 0.1, "{sum}");
}

#[test]
fn deals_of_other_games_are_refused() {
    for (levels, part) in [
        ("klondike#1", "klondike"),
        ("freecell:eight-off.seed#1", "eight-off"),
        ("freecell:3-cells.seed#1", "3-cells"),
    ] {
        let refused = run(&format!("experiment effort {levels}"));
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains(part), "{}", refused.err);
    }
}

/// Whatever was done when the run was killed is there and is not done again.
#[test]
fn a_run_that_was_killed_ends_with_the_same_rows() {
    let base = folder("killed-experiment");
    let (whole, cut) = (base.join("whole"), base.join("cut"));
    let straight = run(&format!("{EFFORT} --out {}", whole.display()));
    assert_eq!(straight.code, 0, "{}", straight.err);
    let args = format!("{EFFORT} --jobs 1 --out {}", cut.display());
    let mut child = stumper()
        .args(args.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let part = cut.join("rows-00001.part");
    while fs::metadata(&part).map_or(0, |about| about.len()) == 0
        && child.try_wait().expect("its state").is_none()
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let resumed = run(&format!("{args} --resume"));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(resumed.out, straight.out);
    assert_eq!(rows_of(&cut), rows_of(&whole));
    assert!(!part.exists());
    let reports = [&cut, &whole].map(|one| fs::read(one.join("report.html")).expect("a page"));
    assert!(reports[0] == reports[1]);
    let out = cut.display();
    for (other, part) in [
        (EFFORT.to_string(), "--force writes over"),
        (
            format!("{EFFORT} --resume").replace("1000", "50"),
            "--limit",
        ),
        (
            format!("{EFFORT} --resume").replace("#1-40", "#2-40"),
            "freecell:seed#1",
        ),
    ] {
        let refused = run(&format!("{other} --out {out}"));
        assert_eq!(refused.code, 2, "{other}: {}", refused.err);
        assert!(refused.err.contains(part), "{}", refused.err);
    }
}

/// A report has all tables and figures, needs nothing from elsewhere, and has
/// colours for both kinds of screen.
#[test]
fn a_report_is_whole_in_both_forms() {
    let base = folder("report");
    let told = run(&format!(
        "experiment chen --depth-deals 1 --type-deals 5 --score-deals 6 --model-deals 3 --short 300 --report {}",
        base.display()
    ));
    assert_eq!(told.code, 0, "{}", told.err);
    let [markdown, page] =
        ["report.md", "report.html"].map(|name| fs::read_to_string(base.join(name)).expect(name));
    let figures: Vec<&str> = markdown
        .lines()
        .filter_map(|line| {
            line.strip_prefix("![")?
                .split_once("](")?
                .1
                .strip_suffix(')')
        })
        .collect();
    assert_eq!(figures.len(), 13, "{figures:?}");
    for figure in &figures {
        let svg = fs::read_to_string(base.join(figure)).expect("a figure");
        assert!(page.contains(&svg), "{figure}");
        assert!(svg.contains("prefers-color-scheme: dark"), "{figure}");
        assert!(svg.contains("aria-label="), "{figure}");
    }
    let tables = markdown
        .lines()
        .filter(|line| line.starts_with("| --"))
        .count();
    assert_eq!(tables, page.matches("<table>").count());
    let links = page.matches("http").count();
    assert_eq!(
        links,
        page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count()
    );
    assert!(markdown.contains("--short 300"), "{markdown}");
}

/// With a few hundred deals the types lie on their sides of random ones, and
/// the thesis's figures stand beside.
#[test]
fn types_of_deals_differ_as_in_the_thesis() {
    let told = run(
        "experiment chen --depth-deals 0 --type-deals 300 --score-deals 400 \
                    --model-deals 0 --short 300 --format json",
    );
    assert_eq!(told.code, 0, "{}", told.err);
    let lengths = rows(&told, "lengths");
    assert_eq!(lengths.len(), 12);
    let column = |row: usize, name: &str| lengths[row][name].as_f64().expect("a number");
    assert_eq!(column(0, "thesis-mean"), 92.0);
    assert_eq!(column(4, "thesis-log10-p"), -255.5);
    for solver in 0..2 {
        let mean = |place: usize| column(2 * place + solver, "mean");
        assert!(mean(1) < mean(4) && mean(4) < mean(0), "{lengths:?}");
        assert!(mean(0) < mean(5) && mean(5) < mean(2), "{lengths:?}");
        assert!(column(2 + solver, "log10-p") < -20.0);
        assert!(column(4 + solver, "log10-p") < -20.0);
    }
    let scores = rows(&told, "score");
    let pearson = scores[0]["pearson"].as_f64().expect("a correlation");
    assert!((0.3..0.6).contains(&pearson), "{pearson}");
    // The root was taken twice: squares are near what his lines imply.
    for row in rows(&told, "errors") {
        let number = |name: &str| row[name].as_f64().expect("a number");
        let ratio = number("thesis-rmse-squared") / number("implied");
        assert!((0.85..1.2).contains(&ratio), "{row}");
    }
}
