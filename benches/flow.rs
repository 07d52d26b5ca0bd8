//! Flow on fixed work, one thread: `cargo bench --bench flow`. Prints the time
//! to a first solution and to the verdict none, one or more, of our learner
//! and of a general SAT solver (batsat) that is told of cycles when it draws
//! them; and how fast levels are made. The folder that STUMPER_PUBLIC names
//! has boards in `flow/mzucker`. Files named on the command line are measured
//! as well, each with all its boards. Where FLOWFREE names the program of that
//! name (HoustonWeHaveABug), it runs beside us, a process a board; its verdict
//! assumes that a path does not touch itself.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use engine::{Budget, LevelId, Meter, Rules, Unwatched};
use games::internals::flow::Wanted;
use games::internals::flow::{Cell, Colour, Level, NOBODY, Way};
use games::internals::flow::{Flow, Found, find, find_loose, read as read_board, split};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// States that a verdict may take; what takes more is counted as open.
const MOST_STATES: u64 = 50_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let files: Vec<PathBuf> = words
        .iter()
        .filter(|w| !w.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    if let Some(folder) = std::env::var_os("STUMPER_PUBLIC") {
        let folder = Path::new(&folder).join("flow/mzucker");
        let mut boards = Vec::new();
        let mut paths: Vec<_> = std::fs::read_dir(&folder)
            .map(|all| all.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        paths.sort();
        paths.iter().for_each(|path| boards.extend(read(path)));
        report("mzucker's boards", &boards, true);
    } else {
        println!("STUMPER_PUBLIC names no folder: no public boards");
    }
    for file in &files {
        report(&file.display().to_string(), &read(file), false);
    }
    if files.is_empty() {
        for (kind, count) in [
            ("5x5", 100),
            ("9x9", 100),
            ("9x9,colours=8", 20),
            ("15x15", 10),
        ] {
            generate(kind, count);
        }
        let wide = generate("40x20", 5);
        report("our 40x20", &wide, false);
    }
}

fn read(path: &Path) -> Vec<Level> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let board = |range: std::ops::Range<usize>| {
        let wanted = Wanted::parse("").ok()?;
        let position = read_board(wanted, &lines[range].join("\n")).ok()?;
        Some(copy(position.level()))
    };
    split(&text).into_iter().filter_map(board).collect()
}

fn copy(level: &Level) -> Level {
    let pair = |c: usize| (level.name(c as Colour), level.ends(c as Colour));
    Level::new(level.variant(), (0..level.colours()).map(pair).collect())
}

/// Makes levels and prints how fast.
fn generate(kind: &str, count: u64) -> Vec<Level> {
    let start = Instant::now();
    let deal = |number| {
        let id: LevelId = format!("flow:{kind}#{number}").parse().ok()?;
        Some(copy(Flow.deal(&id).ok()?.level()))
    };
    let levels: Vec<Level> = (0..count).filter_map(deal).collect();
    let rate = count as f64 / start.elapsed().as_secs_f64();
    println!(
        "{kind}: {} of {count} levels made, {rate:.1} a second",
        levels.len()
    );
    levels
}

/// Times and verdicts over a set.
#[derive(Default)]
struct Row {
    total: Duration,
    worst: Duration,
    /// None, one, more, open.
    verdicts: [usize; 4],
}

impl Row {
    fn add(&mut self, time: Duration, verdict: usize) {
        self.total += time;
        self.worst = self.worst.max(time);
        self.verdicts[verdict] += 1;
    }

    fn print(&self, name: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "  {name:<28} total {:>9.2} ms, worst {:>8.2} ms, none/one/more/open {:?}",
            ms(self.total),
            ms(self.worst),
            self.verdicts
        );
    }
}

fn report(name: &str, boards: &[Level], sat: bool) {
    println!("{name}: {} boards", boards.len());
    let budget = Budget {
        states: Some(MOST_STATES),
        ..Budget::default()
    };
    type Find = fn(&Level, usize, &mut Meter) -> Found;
    for (title, count, find) in [
        ("learner, first solution", 1, find as Find),
        ("learner, loose verdict", 2, find_loose),
        ("learner, verdict", 2, find),
    ] {
        let mut row = Row::default();
        for level in boards {
            let start = Instant::now();
            let mut meter = Meter::new(&budget, &Unwatched);
            let found = find(level, count, &mut meter);
            let verdict = found.limit.map_or(found.solutions.len(), |_| 3);
            row.add(start.elapsed(), verdict);
        }
        row.print(title);
    }
    if sat {
        for (title, count) in [("SAT, first solution", 1), ("SAT, verdict", 2)] {
            let mut row = Row::default();
            for level in boards {
                let start = Instant::now();
                let found = sat_count(level, count);
                row.add(start.elapsed(), found);
            }
            row.print(title);
        }
    }
    if let Some(program) = std::env::var_os("FLOWFREE") {
        let mut row = Row::default();
        for level in boards {
            let start = Instant::now();
            let verdict = flowfree(Path::new(&program), level);
            row.add(start.elapsed(), verdict.unwrap_or(3));
        }
        row.print("FlowFree, its verdict");
    }
}

/// Asks FlowFree how many solutions there are.
fn flowfree(program: &Path, level: &Level) -> Option<usize> {
    let variant = level.variant();
    let mut input = format!("{} {} {}\n", level.colours(), variant.width, variant.height);
    for colour in 0..level.colours() {
        let [a, b] = level
            .ends(colour as Colour)
            .map(|end| variant.place(end.into()));
        input += &format!("({}, {}) ({}, {})\n", a.1, a.0, b.1, b.0);
    }
    let mut peer = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    peer.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = peer.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let line = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("Solutions "))?;
    line.trim().parse::<usize>().ok().map(|count| count.min(2))
}

/// Counts solutions up to `most` with a general solver: a variable an edge,
/// the number of a cell's colour in binary, cells with the edges they need,
/// and equal colours along edges. Cycles are forbidden as they turn up.
fn sat_count(level: &Level, most: usize) -> usize {
    let mut sat = Encoded::new(level);
    let mut found = 0;
    while found < most {
        if sat.solver.solve_limited(&[]) != lbool::TRUE {
            break;
        }
        let used: Vec<bool> = sat
            .edges
            .iter()
            .map(|&(_, _, var)| sat.solver.value_var(var) == lbool::TRUE)
            .collect();
        let cycles = sat.cycles(level, &used);
        if cycles.is_empty() {
            found += 1;
            let all = (0..used.len()).filter(|&edge| used[edge]).collect();
            sat.forbid(all);
        }
        for cycle in cycles {
            sat.forbid(cycle);
        }
    }
    found
}

struct Encoded {
    solver: BasicSolver,
    /// Two cells and a variable.
    edges: Vec<(Cell, Cell, Var)>,
}

impl Encoded {
    fn new(level: &Level) -> Encoded {
        let cells = level.variant().cells();
        let mut solver = BasicSolver::default();
        let bits = level.colours().next_power_of_two().ilog2() as usize;
        let code: Vec<Vec<Var>> = (0..cells)
            .map(|_| (0..bits).map(|_| solver.new_var_default()).collect())
            .collect();
        let mut edges = Vec::new();
        for cell in 0..cells as Cell {
            for way in [Way::Right, Way::Down] {
                if let Some(next) = level.next(cell, way) {
                    edges.push((cell, next, solver.new_var_default()));
                }
            }
        }
        let mut around = vec![Vec::new(); cells];
        for &(a, b, var) in &edges {
            around[a as usize].push(var);
            around[b as usize].push(var);
            for (&x, &y) in code[a as usize].iter().zip(&code[b as usize]) {
                for sign in [true, false] {
                    let mut clause =
                        vec![Lit::new(var, false), Lit::new(x, sign), Lit::new(y, !sign)];
                    solver.add_clause_reuse(&mut clause);
                }
            }
        }
        for cell in 0..cells {
            let colour = level.end_of(cell as Cell);
            let need = if colour == NOBODY { 2 } else { 1 };
            exactly(&mut solver, &around[cell], need);
            if colour != NOBODY {
                for (bit, &var) in code[cell].iter().enumerate() {
                    let set = colour >> bit & 1 == 1;
                    solver.add_clause_reuse(&mut vec![Lit::new(var, set)]);
                }
            }
        }
        Encoded { solver, edges }
    }

    fn forbid(&mut self, edges: Vec<usize>) {
        let mut clause: Vec<Lit> = edges
            .into_iter()
            .map(|edge| Lit::new(self.edges[edge].2, false))
            .collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// The edges of every cycle: what is left when all paths are walked.
    fn cycles(&self, level: &Level, used: &[bool]) -> Vec<Vec<usize>> {
        let mut around: Vec<Vec<(Cell, usize)>> = vec![Vec::new(); level.variant().cells()];
        for (edge, &(a, b, _)) in self.edges.iter().enumerate() {
            if used[edge] {
                around[a as usize].push((b, edge));
                around[b as usize].push((a, edge));
            }
        }
        let mut seen = vec![false; around.len()];
        let mut walk = |start: Cell| {
            let mut edges = Vec::new();
            let mut here = start;
            seen[here as usize] = true;
            while let Some(&(next, edge)) = around[here as usize].iter().find(|&&(next, edge)| {
                !edges.contains(&edge) && (!seen[next as usize] || next == start)
            }) {
                edges.push(edge);
                seen[next as usize] = true;
                here = next;
                if next == start {
                    break;
                }
            }
            edges
        };
        for colour in 0..level.colours() {
            walk(level.ends(colour as Colour)[0]);
        }
        let mut cycles = Vec::new();
        for cell in 0..level.variant().cells() as Cell {
            let edges = walk(cell);
            if edges.len() > 3 {
                cycles.push(edges);
            }
        }
        cycles
    }
}

/// Exactly so many of these variables hold.
fn exactly(solver: &mut BasicSolver, vars: &[Var], need: usize) {
    for mask in 0u32..1 << vars.len() {
        let size = mask.count_ones() as usize;
        let picked = (0..vars.len()).filter(|at| mask >> at & 1 == 1);
        let picked: Vec<Var> = picked.map(|at| vars[at]).collect();
        for (wrong, sign) in [
            (size == need + 1, false),
            (size + need == vars.len() + 1, true),
        ] {
            if wrong {
                let mut clause = picked.iter().map(|&var| Lit::new(var, sign)).collect();
                solver.add_clause_reuse(&mut clause);
            }
        }
    }
}
