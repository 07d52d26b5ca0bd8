//! Stumper beside its peers on fixed work, in one run: `cargo bench --bench
//! peers`. The machine may be noisy, so each side's best of several turns
//! counts, the turns alternate, and what is printed is a ratio. The peer is
//! Debian's `freecell-solver-bin`, which `scripts/install-peers` installs first.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio, exit};
use std::time::Instant;

const STUMPER: &str = env!("CARGO_BIN_EXE_stumper");
const INSTALL_PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/install-peers");
const RANGE_SOLVER: &str = "freecell-solver-range-parallel-solve";
const TURNS: usize = 3;
/// Microsoft's first deals, and as many that had no part in choosing weights,
/// quotas or their order.
const RANGES: [(u32, u32); 2] = [(1, 32_000), (900_001, 932_000)];

fn main() {
    // Cargo passes `--bench`; another word picks the parts whose name has it.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let wants = |part: &str| wanted.is_empty() || wanted.iter().any(|w| part.contains(w.as_str()));
    // Does nothing where the peers are installed.
    if !Command::new(INSTALL_PEERS)
        .status()
        .is_ok_and(|status| status.success())
    {
        exit(2);
    }
    println!("| work, one thread unless said | peer | Stumper | ratio |\n|---|---|---|---|");
    if wants("range") {
        whole_range();
    }
    if wants("tail") {
        RANGES.into_iter().for_each(tail);
    }
    if wants("short") {
        short(1000, "1ms");
        short(100, "35ms");
        short(100, "1s");
    }
    if wants("threads") {
        threads();
    }
}

/// Runs a command to its end and tells the seconds it took.
fn seconds(command: &mut Command) -> f64 {
    let began = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.unwrap_or_else(|why| panic!("{command:?}: {why}"));
    // 10 and 11 say that a level is unsolvable or a limit was reached.
    assert!(
        matches!(status.code(), Some(0 | 10 | 11)),
        "{command:?}: {status}"
    );
    began.elapsed().as_secs_f64()
}

fn solve(range: &str, jobs: &str, format: &str) -> Command {
    let mut command = Command::new(STUMPER);
    command.args([
        "solve", range, "--jobs", jobs, "--format", format, "--quiet",
    ]);
    command
}

/// Their range solver, which tells its clock after each `step` deals.
fn peer((first, last): (u32, u32), step: u32) -> Command {
    let mut command = Command::new(RANGE_SOLVER);
    command.args([first, last, step].map(|number| number.to_string()));
    command.args(["-l", "lg"]);
    command
}

fn ids((first, last): (u32, u32)) -> String {
    format!("freecell:ms#{first}-{last}")
}

/// Best of several alternating turns of each side.
fn duel(mut theirs: impl FnMut() -> f64, mut ours: impl FnMut() -> f64) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        best.0 = best.0.min(theirs());
        best.1 = best.1.min(ours());
    }
    best
}

fn row(work: &str, theirs: String, ours: String, ratio: f64) {
    println!("| {work} | {theirs} | {ours} | {ratio:.2} |");
}

/// All deals, with moves recorded and replayed on our side.
fn whole_range() {
    for range in RANGES {
        let (theirs, ours) = duel(
            || seconds(&mut peer(range, 32_000)),
            || seconds(&mut solve(&ids(range), "1", "csv")),
        );
        let micros = |s: f64| format!("{:.1} µs a deal", s * 1e6 / 32_000.0);
        let work = format!("{}..{}, `-l lg`", range.0, range.1);
        row(&work, micros(theirs), micros(ours), theirs / ours);
    }
    let theirs = peak_memory(&mut peer(RANGES[0], 32_000));
    let ours = peak_memory(&mut solve(&ids(RANGES[0]), "1", "csv"));
    if let (Some(theirs), Some(ours)) = (theirs, ours) {
        let megabytes = |kilobytes: f64| format!("{:.0} MB", kilobytes / 1e3);
        let work = "most memory on 1..32000";
        row(work, megabytes(theirs), megabytes(ours), theirs / ours);
    }
}

/// The most memory a command held, in kilobytes, as Linux tells it while the
/// command runs.
fn peak_memory(command: &mut Command) -> Option<f64> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let path = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait().ok()?.is_none() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line
            .and_then(|line| line.split_whitespace().next()?.parse().ok())
            .or(peak);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    peak
}

/// Times of single deals: the peer's from the clock it prints after each,
/// ours from the rows.
fn tail(range: (u32, u32)) {
    let mut best = [[f64::MAX; 3]; 2];
    for _ in 0..TURNS {
        let output = peer(range, 1).output().expect("the peer's clock");
        let text = String::from_utf8_lossy(&output.stdout);
        let clock = |line: &str| {
            line.split(" at ")
                .nth(1)?
                .split(' ')
                .next()?
                .parse::<f64>()
                .ok()
        };
        let marks: Vec<f64> = text.lines().filter_map(clock).collect();
        let theirs = marks.windows(2).map(|two| two[1] - two[0]).collect();

        let path = std::env::temp_dir().join(format!("stumper-bench-{}.jsonl", std::process::id()));
        let mut command = solve(&ids(range), "1", "json");
        seconds(command.args(["--no-steps", "--force", "--out"]).arg(&path));
        let rows = BufReader::new(File::open(&path).expect("our rows"));
        let ours = rows.lines().map(|line| {
            let row: serde_json::Value =
                serde_json::from_str(&line.expect("a row")).expect("a row");
            row["seconds"].as_f64().expect("seconds")
        });
        for (best, times) in best.iter_mut().zip([theirs, ours.collect()]) {
            for (kept, new) in best.iter_mut().zip(quantiles(times)) {
                *kept = kept.min(new);
            }
        }
        let _ = std::fs::remove_file(&path);
    }
    let [theirs, ours] = best;
    for (index, name) in ["median", "p99", "worst"].iter().enumerate() {
        let micros = |s: f64| format!("{:.0} µs", s * 1e6);
        let ratio = theirs[index] / ours[index];
        row(
            &format!("{name} deal of {}..{}", range.0, range.1),
            micros(theirs[index]),
            micros(ours[index]),
            ratio,
        );
    }
}

fn quantiles(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    [at(0.5), at(0.99), at(1.0)]
}

/// Mean standard length of short solutions, beside fc-solve's shortest preset
/// of about the same speed.
fn short(last: usize, budget: &str) {
    let theirs: usize = (1..=last).map(peer_length).sum();
    let began = Instant::now();
    let mut command = solve(&format!("freecell:ms#1-{last}"), "1", "json");
    let output = command
        .args(["--solver", "short", "--no-steps", "--budget", budget])
        .output();
    let output = output.expect("our rows");
    let millis = began.elapsed().as_secs_f64() * 1e3 / last as f64;
    let text = String::from_utf8_lossy(&output.stdout);
    let lengths: Vec<u64> = text
        .lines()
        .filter_map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).expect("a row");
            row["lengths"]["standard"].as_u64()
        })
        .collect();
    let (theirs, ours) = (
        theirs as f64 / last as f64,
        lengths.iter().sum::<u64>() as f64 / lengths.len() as f64,
    );
    row(
        &format!("mean standard length on 1..{last}, `--budget {budget}`; peer `-l gut`"),
        format!("{theirs:.2}"),
        format!("{ours:.2}, {} solved, {millis:.2} ms a deal", lengths.len()),
        theirs / ours,
    );
}

/// The length of the peer's solution: the words of its standard notation.
fn peer_length(number: usize) -> usize {
    let board = Command::new(STUMPER)
        .args(["deal", &format!("freecell:ms#{number}")])
        .output();
    let path = std::env::temp_dir().join(format!("stumper-bench-{}.board", std::process::id()));
    std::fs::write(&path, board.expect("a board").stdout).expect("a board's file");
    let output = Command::new("fc-solve")
        .args(["-l", "gut", "-m", "-sn"])
        .arg(&path)
        .output();
    let text = String::from_utf8_lossy(&output.expect("fc-solve").stdout).into_owned();
    let moves = text
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with("This game"));
    moves.map(|line| line.split_whitespace().count()).sum()
}

fn threads() {
    let time = |jobs| seconds(&mut solve("freecell:ms#1-100000", jobs, "csv"));
    let (one, two) = duel(|| time("1"), || time("2"));
    let rate = |s: f64| format!("{:.0} deals a second", 100_000.0 / s);
    row(
        "1..100000: one thread, two threads of ours",
        rate(one),
        rate(two),
        one / two,
    );
}
