//! Open-card Klondike: how many deals are decided in 1, 10 and 100 ms of
//! processor time each, beside another program. Run by hand:
//!
//! ```text
//! cargo bench -p stumper-games --bench klondike_open -- FROM TO DRAW MS [PEER]
//! ```
//!
//! decides Solvitaire's shuffles `FROM` to `TO`, each for `MS` milliseconds at
//! most, and prints a table. `PEER` is a program that is given the same four
//! numbers and prints `number,verdict,states,microseconds` for each deal, where
//! the verdict is `won`, `lost` or `unknown`. Both take turns, 25 deals at a
//! time, and every difference in their verdicts is an error. Without a peer,
//! with `each` in its place, such rows are printed of our own deals.

use engine::Rules;
use games::internals::klondike::{Judge, Klondike, Layout};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

/// Deals in one turn.
const TURN: u64 = 25;
/// The limits in the table, in milliseconds.
const LIMITS: [f64; 3] = [1.0, 10.0, 100.0];

/// What became of a deal.
struct Row {
    verdict: String,
    states: u64,
    micros: f64,
}

/// Microseconds of processor time since it began.
struct Watch {
    began: Instant,
    waited: f64,
}

impl Watch {
    fn start() -> Watch {
        Watch {
            began: Instant::now(),
            waited: waited(),
        }
    }

    fn micros(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e6 - (waited() - self.waited)
    }

    /// Whether it ran for longer; waiting is asked for only then.
    fn is_past(&self, micros: f64) -> bool {
        self.began.elapsed().as_secs_f64() * 1e6 > micros && self.micros() > micros
    }
}

/// Microseconds that this thread had to wait for a processor, where Linux tells
/// them.
fn waited() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let second = told.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    second.map_or(0.0, |nanoseconds| nanoseconds / 1e3)
}

/// Decides one deal.
fn decide(judge: &mut Judge, number: u64, draw: u64, limit: f64) -> Row {
    let id = format!("klondike:draw={draw}.solvitaire#{number}");
    let position = Klondike
        .deal(&id.parse().expect("an id"))
        .expect("a deal of Solvitaire's");
    let watch = Watch::start();
    let (layout, table) = Layout::new(&position).expect("rules that can be packed");
    let won = judge.search(&layout, &table, |checked| {
        checked % 1024 == 1023 && watch.is_past(limit)
    });
    let verdict = match won {
        Some(true) => "won",
        Some(false) => "lost",
        None => "unknown",
    };
    Row {
        verdict: verdict.into(),
        states: judge.checked,
        micros: watch.micros(),
    }
}

/// The rows that a peer prints for some deals.
fn ask_peer(program: &str, arguments: [u64; 4]) -> BTreeMap<u64, Row> {
    let output = Command::new(program)
        .args(arguments.map(|number| number.to_string()))
        .output()
        .expect("the peer");
    let text = String::from_utf8(output.stdout).expect("text");
    let row = |line: &str| {
        let mut words = line.split(',');
        let mut word = || words.next().expect("number,verdict,states,microseconds");
        let number = word().parse().expect("a deal's number");
        let row = Row {
            verdict: word().into(),
            states: word().parse().expect("states"),
            micros: word().parse().expect("microseconds"),
        };
        (number, row)
    };
    text.lines().map(row).collect()
}

/// One line of the table.
fn print_row(name: &str, rows: &BTreeMap<u64, Row>) {
    let undecided = LIMITS.map(|limit| {
        let late = |row: &&Row| row.verdict == "unknown" || row.micros > limit * 1e3;
        let share = rows.values().filter(late).count() as f64 / rows.len() as f64;
        format!("{:.1} %", 100.0 * share)
    });
    let count = |verdict: &str| rows.values().filter(|row| row.verdict == verdict).count();
    println!(
        "| {name} | {} | {} | {} | {} | {} | {:.2} |",
        undecided.join(" | "),
        count("won"),
        count("lost"),
        count("unknown"),
        rows.values().map(|row| row.states).sum::<u64>() / rows.len() as u64,
        rows.values().map(|row| row.micros).sum::<f64>() / 1e6,
    );
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let numbers: Vec<u64> = words.iter().map_while(|word| word.parse().ok()).collect();
    let [from, to, draw, limit] = numbers[..] else {
        eprintln!("FROM TO DRAW MS [PEER]");
        return;
    };
    let each = words.get(4).is_some_and(|word| word == "each");
    let peer = words.get(4).filter(|_| !each);
    let mut judge = Judge::new();
    let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
    for begin in (from..=to).step_by(TURN as usize) {
        let end = to.min(begin + TURN - 1);
        for number in begin..=end {
            let row = decide(&mut judge, number, draw, limit as f64 * 1e3);
            if each {
                println!("{number},{},{},{:.1}", row.verdict, row.states, row.micros);
            }
            ours.insert(number, row);
        }
        if let Some(peer) = peer {
            theirs.extend(ask_peer(peer, [begin, end, draw, limit]));
        }
    }
    if each {
        return;
    }
    println!(
        "| | undecided after 1 ms | 10 ms | 100 ms | won | lost | undecided | states a deal | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    print_row("open", &ours);
    if theirs.is_empty() {
        return;
    }
    print_row("peer", &theirs);
    for (number, row) in &ours {
        let other = &theirs[number].verdict;
        let open = [&row.verdict, other].map(|word| word == "unknown");
        assert!(
            open[0] || open[1] || row.verdict == *other,
            "deal {number}: {} here, {other} by the peer",
            row.verdict
        );
    }
    let seconds = |rows: &BTreeMap<u64, Row>| rows.values().map(|row| row.micros).sum::<f64>();
    println!(
        "\nno verdict differs; the peer took {:.2} times as long",
        seconds(&theirs) / seconds(&ours)
    );
}
