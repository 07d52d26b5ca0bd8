//! Sliding tiles on fixed work, one thread: `cargo bench --bench sliding`. The
//! folder of public data that STUMPER_PUBLIC names has Korf's boards. Where a
//! program `slidy` is on the path that says `ready`, then reads a board a line
//! (`1 2 3 4/…`) and writes the length of its solution first in a line, it
//! runs beside us. The machine may be noisy, so the best of several turns counts,
//! and long searches are counted in seconds of the processor where Linux tells
//! them; they are seconds of the clock elsewhere.
//!
//! Words pick the parts: build, korf15, generic, korf24 and its parts, as in
//! `cargo bench --bench sliding -- korf24=2`, which takes the two easiest boards.
//! Beside the first of them runs a plain search, written as the papers tell it,
//! over the same nodes.

#[path = "sliding/plain.rs"]
mod plain;

use engine::search::{IdaStar, Search};
use engine::settings::MemoryStore;
use engine::{Budget, Heuristic, Meter, Outcome, Plain, Puzzle, TableStore, Unwatched};
use games::internals::sliding::{
    Additive, Admissible, Board, Chosen, Guiding, Kind, Manhattan, Move, Partition, Shortest,
    Tables, Variant, search, turned,
};
use plain::PlainSearch;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

const TURNS: usize = 3;

/// A board with its shortest length, and what else the file tells.
type Known = (Board, usize, u64);

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wants = |part: &str| wanted.is_empty() || wanted.iter().any(|w| w.starts_with(part));
    let store: Arc<dyn TableStore> = Arc::new(MemoryStore::default());
    let (fifteen, twenty_four) = (korf("korf15.txt", 4), korf("korf24.txt", 5));
    if ["build", "korf15", "generic"]
        .iter()
        .any(|part| wants(part))
    {
        build(&store);
    }
    if wants("korf15") {
        korf15(&store, &fifteen);
    }
    if wants("generic") {
        generic(&store, &fifteen);
    }
    if wants("korf24") {
        let count = wanted.iter().find_map(|word| word.strip_prefix("korf24="));
        let count = count.map_or(10, |count| count.parse().expect("how many boards"));
        korf24(&store, twenty_four, count);
    }
}

fn korf(file: &str, side: u8) -> Vec<Known> {
    let folder = std::env::var("STUMPER_PUBLIC").expect("STUMPER_PUBLIC names a folder");
    let path = std::path::Path::new(&folder).join("sliding").join(file);
    let text = std::fs::read_to_string(&path).expect("Korf's boards");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let known = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let tiles: Vec<u8> = words[1]
            .split(',')
            .map(|t| t.parse().expect("a tile"))
            .collect();
        let board = Board::new(standard(side), &tiles);
        let number = |word: &str| word.parse().expect("a number");
        (board, number(words[2]) as usize, number(words[3]))
    });
    known.collect()
}

fn standard(side: u8) -> Variant {
    Variant {
        rows: side,
        columns: side,
        blank_first: true,
    }
}

/// The tables of the 15-puzzle.
fn fifteen_tables(store: &dyn TableStore) -> Partition {
    Partition::new(standard(4), Kind::Zoned, store, &Unwatched)
        .expect("nobody interrupts")
        .expect("a partition")
}

/// Makes the tables of the 15-puzzle.
fn build(store: &Arc<dyn TableStore>) {
    let began = Instant::now();
    let partition = fifteen_tables(&**store);
    let seconds = began.elapsed().as_secs_f64();
    let bytes: usize = partition
        .patterns
        .iter()
        .map(|pattern| pattern.table().len())
        .sum();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    println!("tables of 7 and 8 tiles: {seconds:.1} s with {threads} threads, {bytes} bytes");
}

/// Seconds that the processor has worked for this thread.
fn worked(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    first.map_or(began.elapsed().as_secs_f64(), |nanoseconds| {
        nanoseconds / 1e9
    })
}

/// The search behind `optimal`, as it is and as published.
const SEARCHES: [(&str, Shortest); 2] = [
    ("without cycles", Shortest { skips_cycles: true }),
    (
        "as published",
        Shortest {
            skips_cycles: false,
        },
    ),
];

/// Solves boards, checks their lengths, and tells seconds and nodes.
fn solve(
    shortest: &Shortest,
    tables: &mut Tables,
    heuristic: Admissible,
    boards: &[Known],
) -> (f64, u64) {
    let clock = Instant::now();
    let before = worked(clock);
    let mut nodes = 0;
    for (board, best, _) in boards {
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let chosen = Chosen::Own(heuristic);
        match search(shortest, &chosen, tables, board, &mut meter) {
            Outcome::Solved(moves) => assert_eq!(moves.len(), *best),
            other => panic!("{other:?}"),
        }
        nodes += meter.effort.generated;
    }
    (worked(clock) - before, nodes)
}

/// Korf's hundred boards of the 15-puzzle, beside slidy.
fn korf15(store: &Arc<dyn TableStore>, boards: &[Known]) {
    let mut tables = Tables::new(store);
    let moves: usize = boards.iter().map(|(_, best, _)| best).sum();
    let mut fastest = f64::INFINITY;
    for (name, shortest) in &SEARCHES {
        let mut best = f64::INFINITY;
        let mut nodes = 0;
        for _ in 0..TURNS {
            let (seconds, generated) = solve(shortest, &mut tables, Admissible::Patterns, boards);
            best = best.min(seconds);
            nodes = generated;
        }
        let each = nodes / boards.len() as u64;
        println!("Korf's 100 of 4x4 {name}, {moves} moves: {best:.3} s, {each} nodes an instance");
        fastest = fastest.min(best);
    }
    match slidy(boards) {
        Some(seconds) => println!(
            "  slidy {seconds:.2} s, {:.1} times as long",
            seconds / fastest
        ),
        None => println!("  slidy is not on the path"),
    }
}

/// Seconds that slidy takes for all boards once it is ready.
fn slidy(boards: &[Known]) -> Option<f64> {
    let piped = |command: &mut Command| {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.spawn().ok()
    };
    let mut child = piped(&mut Command::new("slidy"))?;
    let mut input = child.stdin.take()?;
    let mut lines = BufReader::new(child.stdout.take()?).lines();
    assert_eq!(lines.next()?.ok()?, "ready");
    let began = Instant::now();
    for (board, best, _) in boards {
        // Its goal has the blank last.
        let board = turned(board);
        let rows = board.tiles().chunks(4);
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        writeln!(input, "{}", rows.map(row).collect::<Vec<_>>().join("/")).ok()?;
        let answer = lines.next()?.ok()?;
        assert_eq!(answer.split(' ').next(), Some(&best.to_string()[..]));
    }
    let seconds = began.elapsed().as_secs_f64();
    drop(input);
    child.wait().ok()?;
    Some(seconds)
}

/// A search written out by hand for one heuristic, over the same nodes as the
/// generic one, as its yardstick.
struct ByHand<'a, H> {
    heuristic: &'a H,
    bound: u32,
    next: u32,
    nodes: u64,
    length: usize,
}

impl<H: Heuristic<Board<16>>> ByHand<'_, H> {
    fn visit(
        &mut self,
        board: &mut Board<16>,
        carry: H::Carry,
        made: u32,
        last: Option<Move>,
    ) -> bool {
        for mv in Move::ALL {
            if last.is_some_and(|last| last.back() == mv) || !board.is_legal(mv) {
                continue;
            }
            board.apply(mv);
            self.nodes += 1;
            let carry = self.heuristic.after(carry, board, mv);
            let estimate = self.heuristic.estimate(carry, board);
            let sum = made + 1 + estimate;
            if sum > self.bound {
                self.next = self.next.min(sum);
            } else if estimate == 0 || self.visit(board, carry, made + 1, Some(mv)) {
                self.length += 1;
                return true;
            }
            board.undo(mv);
        }
        false
    }

    fn solve(&mut self, start: &Board<16>) -> usize {
        let carry = self.heuristic.start(start);
        self.bound = self.heuristic.estimate(carry, start);
        self.length = 0;
        loop {
            self.next = u32::MAX;
            if self.visit(&mut start.clone(), carry, 0, None) {
                return self.length;
            }
            self.bound = self.next;
        }
    }
}

/// The generic search beside the one by hand.
fn compare<H: Heuristic<Board<16>>>(name: &str, heuristic: &H, boards: &[Known]) {
    let (mut by_hand, mut generic) = (f64::INFINITY, f64::INFINITY);
    let mut nodes = 0;
    for _ in 0..TURNS {
        let mut hand = ByHand {
            heuristic,
            bound: 0,
            next: 0,
            nodes: 0,
            length: 0,
        };
        let began = Instant::now();
        for (board, best, _) in boards {
            assert_eq!(hand.solve(&board.resized()), *best);
        }
        by_hand = by_hand.min(began.elapsed().as_secs_f64());
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let began = Instant::now();
        for (board, best, _) in boards {
            let board: Board<16> = board.resized();
            match IdaStar.run(&board, heuristic, &mut meter) {
                Outcome::Solved(moves) => assert_eq!(moves.len(), *best),
                other => panic!("{other:?}"),
            }
        }
        generic = generic.min(began.elapsed().as_secs_f64());
        assert_eq!(meter.effort.generated, hand.nodes, "other nodes");
        nodes = hand.nodes;
    }
    println!(
        "{name}, {nodes} nodes: by hand {by_hand:.3} s, generic {generic:.3} s, {:.2} times as long",
        generic / by_hand
    );
}

fn generic(store: &Arc<dyn TableStore>, boards: &[Known]) {
    let short: Vec<Known> = boards
        .iter()
        .filter(|(_, best, _)| *best <= 46)
        .cloned()
        .collect();
    compare("Manhattan", &Manhattan::new(standard(4)), &short);
    let partition = fifteen_tables(&**store);
    let additive = Additive::<4, 2>::new(&partition).expect("its views");
    compare("pattern databases", &Guiding(&additive), boards);
}

/// The boards of the 24-puzzle with the fewest published nodes.
fn korf24(store: &Arc<dyn TableStore>, mut boards: Vec<Known>, count: usize) {
    boards.sort_by_key(|(_, _, nodes)| *nodes);
    let published: u64 = boards.iter().map(|(_, _, nodes)| nodes).sum();
    println!("5x5: {published} nodes published for all {}", boards.len());
    let mut tables = Tables::new(store);
    let patterns = Admissible::Patterns;
    let kinds = [
        (&SEARCHES[0], patterns),
        (&SEARCHES[1], patterns),
        (&SEARCHES[0], Admissible::Zones),
    ];
    for ((name, shortest), heuristic) in kinds {
        // Makes the tables and the automaton.
        let goal_is_near = Board::new(standard(5), &near_goal());
        solve(shortest, &mut tables, heuristic, &[(goal_is_near, 1, 0)]);
        let (mut all_nodes, mut all_published, mut all_seconds) = (0, 0, 0.0);
        for known in &boards[..count] {
            let of_one = std::slice::from_ref(known);
            let (seconds, nodes) = solve(shortest, &mut tables, heuristic, of_one);
            let rate = nodes as f64 / seconds / 1e6;
            println!(
                "5x5 {heuristic:?} {name}, {} moves: {nodes} nodes ({} published), {seconds:.2} s, {rate:.1} million a second",
                known.1, known.2
            );
            all_nodes += nodes;
            all_published += known.2;
            all_seconds += seconds;
        }
        let rate = all_nodes as f64 / all_seconds / 1e6;
        let share = all_nodes as f64 / all_published as f64;
        let days = published as f64 / all_published as f64 * all_seconds / 86_400.0;
        println!(
            "5x5 {heuristic:?} {name}: {all_nodes} nodes, {share:.3} of those published, {all_seconds:.1} s, \
             {rate:.1} million a second; at that rate all published nodes take {days:.1} days"
        );
    }
    beside_plain(store, &mut tables, &boards[..count.min(2)]);
}

/// Our search beside the plain one, in turns.
fn beside_plain(store: &Arc<dyn TableStore>, tables: &mut Tables, boards: &[Known]) {
    let kind = Kind::Blind(4);
    let partition = Partition::new(standard(5), kind, &**store, &Unwatched)
        .expect("nobody interrupts")
        .expect("a partition");
    let mut plain = PlainSearch::new(&partition);
    for known in boards {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..TURNS {
            let of_one = std::slice::from_ref(known);
            let (seconds, nodes) = solve(&SEARCHES[1].1, tables, Admissible::Patterns, of_one);
            assert_eq!(nodes, known.2, "not as published");
            ours = ours.min(seconds);
            let clock = Instant::now();
            let before = worked(clock);
            assert_eq!(plain.solve(&known.0), known.1);
            assert_eq!(plain.nodes, known.2, "not as published");
            theirs = theirs.min(worked(clock) - before);
        }
        let rate = |seconds: f64| known.2 as f64 / seconds / 1e6;
        println!(
            "5x5 as published, {} nodes: {:.1} million a second, the plain search {:.1}: {:.2} times as fast",
            known.2,
            rate(ours),
            rate(theirs),
            theirs / ours
        );
    }
}

/// One move from the goal.
fn near_goal() -> Vec<u8> {
    let mut tiles: Vec<u8> = (0..25).collect();
    tiles.swap(0, 1);
    tiles
}
