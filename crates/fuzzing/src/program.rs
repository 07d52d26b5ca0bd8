//! The program with random arguments and damaged input: whatever it is asked,
//! it ends with a code that its help names, and never by a defect.

use crate::corpus::{Corpus, corpus};
use crate::mutator::Mutator;
use engine::chance::Chance;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How to call the program.
pub struct Plan {
    /// The program's file.
    pub program: PathBuf,
    /// A folder of its own for what calls read and write.
    pub folder: PathBuf,
    /// Names all that is random.
    pub seed: u64,
    /// Calls to make.
    pub calls: u64,
    /// The longest that a call may take; what is stopped is counted, since
    /// arguments may ask for work without end.
    pub patience: Duration,
}

/// What came of the calls.
#[derive(Debug, Default)]
pub struct Calls {
    /// Calls by exit code.
    pub codes: BTreeMap<i32, u64>,
    /// Calls that were stopped.
    pub stopped: Vec<String>,
    /// Calls that ended as no call may, with what they said.
    pub failures: Vec<String>,
}

/// A call to vary: its words, parted by spaces, and what bounds its work,
/// which is never varied.
struct Shape {
    words: &'static str,
    bounds: &'static str,
    /// Whether exit code 1 has a meaning of its own: a wrong solution, a lost
    /// game.
    may_fail: bool,
}

const fn shape(words: &'static str, bounds: &'static str) -> Shape {
    Shape {
        words,
        bounds,
        may_fail: false,
    }
}

/// Calls of every verb. `LEVEL` stands for an id or a file, `FILE` for a file
/// and `WORD` for any token of the corpus.
const SHAPES: &[Shape] = &[
    shape("--version --format json", ""),
    shape("games WORD --format csv", ""),
    shape("games klondike --format json", ""),
    shape("deal LEVEL LEVEL --unique --format json", ""),
    shape("deal freecell:seed --seed 3 --count 2 --form WORD", ""),
    shape("deal FILE --game flow --variant WORD", ""),
    shape(
        "solve LEVEL --format json --steps --no-times",
        "--budget 200 --jobs 1",
    ),
    shape(
        "solve FILE LEVEL --boards --format csv --metric WORD",
        "--budget 200 --jobs 1",
    ),
    shape(
        "solve LEVEL --solver WORD --heuristic WORD --set WORD=9",
        "--budget 100,64MB",
    ),
    shape(
        "solve LEVEL --solver WORD --weights FILE",
        "--budget 100,64MB",
    ),
    shape(
        "solve LEVEL --count --out FILE --resume --format json",
        "--budget 200 --jobs 2",
    ),
    shape(
        "solve - --game WORD --out new.csv --force --format csv",
        "--budget 200",
    ),
    Shape {
        words: "verify FILE --format json",
        bounds: "--jobs 1",
        may_fail: true,
    },
    Shape {
        words: "verify LEVEL --moves WORD --format csv",
        bounds: "",
        may_fail: true,
    },
    Shape {
        words: "verify LEVEL --solution FILE",
        bounds: "",
        may_fail: true,
    },
    shape("measure LEVEL FILE --format csv", "--budget 200 --jobs 1"),
    shape(
        "measure LEVEL --out FILE --resume --format json",
        "--budget 200",
    ),
    shape(
        "generate shift --variant 3x3 --set balls=2 --keep moves=2..4 --unique",
        "--tries 3 --budget 200",
    ),
    shape(
        "generate lazors:3x3,mirrors=2 --keep WORD=1.. --format json --solution",
        "--tries 2 --budget 200",
    ),
    shape(
        "generate flow:4x4 --set WORD=2 --measure --format csv --out new.csv --force",
        "--tries 2 --budget 200",
    ),
    shape("draw LEVEL --moves WORD --open", "--budget 200"),
    shape(
        "draw LEVEL FILE --solved --sheet 2 --out new.svg",
        "--budget 200",
    ),
    shape("draw FILE --dir pictures --game WORD", "--budget 200"),
    shape(
        "simulate klondike:draw1 --player random --secured once --format json --moves",
        "--games 2 --rounds 20 --budget 50",
    ),
    shape(
        "simulate LEVEL --player WORD --set WORD=3 --luck 7 --no-paths",
        "--rounds 20 --budget 50",
    ),
    Shape {
        words: "play LEVEL --lines --open",
        bounds: "",
        may_fail: true,
    },
    Shape {
        words: "play FILE --hints WORD --set WORD=2",
        bounds: "--lines",
        may_fail: true,
    },
    shape(
        "learn klondike:WORD --explore 0.5 --out new.json --quiet",
        "--games 1",
    ),
    shape(
        "evolve freecell --solver wastar --scheme paper --out new.json --force --log FILE --train freecell#1-8",
        "--population 2 --generations 1 --deals 1 --finals 1 --test-sample 1 --budget 50",
    ),
    shape("experiment WORD", "--help"),
    shape("completions bash", ""),
    shape("man", ""),
];

/// Exit codes that the program's help names.
const CODES: [i32; 7] = [0, 1, 2, 10, 11, 12, 130];
/// Files that calls find in their folder.
const FILES: usize = 24;
/// The variable that names the folder for tables.
const CACHE: &str = "STUMPER_CACHE";

/// Makes the calls.
pub fn run(plan: &Plan) -> io::Result<Calls> {
    let corpus = corpus();
    let mut caller = Caller {
        plan,
        corpus,
        chance: Chance::new("program", plan.seed, 0),
        files: mutator(files_of(corpus), corpus, plan.seed, 1),
        words: mutator(vec![b"word".to_vec()], corpus, plan.seed, 2),
        calls: Calls::default(),
    };
    fs::create_dir_all(&plan.folder)?;
    for call in 0..plan.calls {
        caller.write_file(call)?;
        caller.call()?;
    }
    Ok(caller.calls)
}

fn mutator(seeds: Vec<Vec<u8>>, corpus: &Corpus, seed: u64, stream: u64) -> Mutator<'_> {
    Mutator::new(seeds, &corpus.tokens, Chance::new("program", seed, stream))
}

/// Files of levels and rows.
fn files_of(corpus: &Corpus) -> Vec<Vec<u8>> {
    let files = corpus.files.iter().map(|(_, bytes)| bytes.clone());
    let rows = corpus.rows.iter().map(|row| row.clone().into_bytes());
    let boards = corpus
        .levels
        .iter()
        .map(|sample| sample.text.clone().into_bytes());
    files.chain(rows).chain(boards).collect()
}

struct Caller<'a> {
    plan: &'a Plan,
    corpus: &'a Corpus,
    chance: Chance,
    files: Mutator<'a>,
    words: Mutator<'a>,
    calls: Calls,
}

impl Caller<'_> {
    /// Writes one of the files anew.
    fn write_file(&mut self, call: u64) -> io::Result<()> {
        let name = file_name(call as usize % FILES);
        fs::write(self.plan.folder.join(name), self.files.next_input())
    }

    /// One call, and what came of it.
    fn call(&mut self) -> io::Result<()> {
        let shape = &SHAPES[self.chance.below(SHAPES.len())];
        let arguments = self.arguments(shape);
        let told = format!("stumper {}", arguments.join(" "));
        let input = self.files.next_input();
        let Some(output) = self.output(&arguments, &input)? else {
            self.calls.stopped.push(told);
            return Ok(());
        };
        let error = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().unwrap_or(-1);
        *self.calls.codes.entry(code).or_default() += 1;
        let broken = error.contains("defect in the program") || error.contains("panicked");
        if broken || !CODES.contains(&code) || code == 1 && !shape.may_fail {
            self.calls
                .failures
                .push(format!("{told}\nexit code {code}\n{error}"));
        }
        Ok(())
    }

    /// Runs the program; none if it had to be stopped.
    fn output(&self, arguments: &[String], input: &[u8]) -> io::Result<Option<Output>> {
        let folder = &self.plan.folder;
        let mut child = Command::new(&self.plan.program)
            .args(arguments)
            .current_dir(folder)
            .env(CACHE, folder.join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.join("stderr"))?)
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // Inputs are shorter than a pipe holds; many calls read none.
            let _ = stdin.write_all(input);
        }
        let Some(status) = self.wait(&mut child)? else {
            return Ok(None);
        };
        let stderr = fs::read(folder.join("stderr"))?;
        Ok(Some(Output {
            status,
            stdout: Vec::new(),
            stderr,
        }))
    }

    fn wait(&self, child: &mut Child) -> io::Result<Option<std::process::ExitStatus>> {
        let began = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if began.elapsed() > self.plan.patience {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn arguments(&mut self, shape: &Shape) -> Vec<String> {
        let words = shape.words.split(' ');
        let mut arguments: Vec<String> = words.map(|word| self.filled(word)).collect();
        for argument in &mut arguments {
            if self.chance.happens(0.06) {
                *argument = self.damaged(argument);
            }
        }
        if self.chance.happens(0.2) {
            let cut = self.chance.below(arguments.len());
            arguments.remove(cut);
        }
        if self.chance.happens(0.1) && !arguments.is_empty() {
            let copy = arguments[self.chance.below(arguments.len())].clone();
            arguments.push(copy);
        }
        arguments.extend(shape.bounds.split_whitespace().map(str::to_string));
        // No call writes outside its folder, and none can hold a zero byte.
        arguments.retain(|argument| !argument.contains(['/', '\\', '\0']));
        arguments
    }

    /// A word of a shape with its places filled.
    fn filled(&mut self, word: &str) -> String {
        let any = match word {
            "LEVEL" if self.chance.happens(0.8) => {
                let ids = &self.corpus.ids;
                // A long range is cut to its first level.
                let id = &ids[self.chance.below(ids.len())];
                return id
                    .split('-')
                    .next()
                    .filter(|_| id.contains("-32000"))
                    .unwrap_or(id)
                    .to_string();
            }
            "LEVEL" | "FILE" => return file_name(self.chance.below(FILES)),
            _ => &self.corpus.tokens[self.chance.below(self.corpus.tokens.len())],
        };
        word.replace("WORD", &String::from_utf8_lossy(any))
    }

    fn damaged(&mut self, word: &str) -> String {
        let other = self.words.next_input();
        let at = word.len().min(self.chance.below(word.len() + 1));
        let head = word.get(..at).unwrap_or(word);
        format!("{head}{}", String::from_utf8_lossy(&other))
    }
}

fn file_name(index: usize) -> String {
    let endings = [
        "txt", "jsonl", "csv", "flow", "bff", "shift", "json", "deal",
    ];
    format!("file{index}.{}", endings[index % endings.len()])
}
