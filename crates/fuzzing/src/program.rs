//! The program with random arguments and damaged input: whatever it is asked,
//! it ends with a code that its help names, and never by a defect.

use crate::corpus::{Corpus, corpus};
use crate::mutator::Mutator;
use engine::chance::Chance;
use engine::{Game, LevelId, Setting};
use games::GAMES;
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
    /// Whether exit code 1 is a verdict: a wrong solution, a lost game.
    judges: bool,
}

const fn shape(words: &'static str, bounds: &'static str) -> Shape {
    Shape {
        words,
        bounds,
        judges: false,
    }
}

const fn judging(words: &'static str, bounds: &'static str) -> Shape {
    Shape {
        words,
        bounds,
        judges: true,
    }
}

/// Calls of every verb. Words in capitals stand for something of a game that
/// is drawn for the call, or for a file.
const SHAPES: &[Shape] = &[
    shape("--version --format json", ""),
    shape("games GAME --format csv", ""),
    shape("games WORD --format json", ""),
    shape("deal LEVEL LEVEL --unique --format json", ""),
    shape("deal freecell:seed --seed 3 --count 2 --form WORD", ""),
    shape("deal FILE --game GAME --variant VARIANT", ""),
    shape(
        "solve LEVEL --format json --steps --no-times",
        "--budget 200 --jobs 1",
    ),
    shape(
        "solve LEVEL LEVEL --boards --format csv",
        "--budget 200 --jobs 1",
    ),
    shape("solve FILE --metric WORD", "--budget 200 --jobs 1"),
    shape(
        "solve LEVEL --solver SOLVER --set SETTING",
        "--budget 100,64MB",
    ),
    shape(
        "solve LEVEL --solver SOLVER --heuristic WORD",
        "--budget 100,64MB",
    ),
    shape(
        "solve LEVEL --solver SOLVER --weights FILE",
        "--budget 100,64MB",
    ),
    shape(
        "solve LEVEL --count --out FILE --resume --format json",
        "--budget 200 --jobs 2",
    ),
    shape(
        "solve - --game GAME --out new.csv --force --format csv",
        "--budget 200",
    ),
    judging("verify FILE --format json", "--jobs 1"),
    judging("verify LEVEL --moves MOVES --format csv", ""),
    judging("verify LEVEL --solution FILE", ""),
    shape("measure LEVEL LEVEL --format csv", "--budget 200 --jobs 1"),
    shape("measure FILE", "--budget 200 --jobs 1"),
    shape(
        "measure LEVEL --out FILE --resume --format json",
        "--budget 200",
    ),
    shape(
        "generate shift --variant 3x3 --set balls=2 --keep moves=2..4 --unique",
        "--tries 3 --budget 200",
    ),
    shape(
        "generate lazors:3x3,mirrors=2 --keep MEASURE=1.. --format json --solution",
        "--tries 2 --budget 200",
    ),
    shape(
        "generate flow:4x4 --set colours=2 --measure --format csv --out new.csv --force",
        "--tries 2 --budget 200",
    ),
    shape("draw LEVEL --moves MOVES --open", "--budget 200"),
    shape(
        "draw LEVEL LEVEL --solved --sheet 2 --out new.svg",
        "--budget 200",
    ),
    shape("draw FILE --dir pictures --game GAME", "--budget 200"),
    shape(
        "simulate klondike:draw1 --player PLAYER --secured once --format json --moves",
        "--games 2 --rounds 20 --budget 50",
    ),
    shape(
        "simulate klondike#3 --player PLAYER --set SETTING --luck 7 --no-paths",
        "--rounds 20 --budget 50",
    ),
    judging("play LEVEL --lines --open", ""),
    judging("play FILE --hints PLAYER", "--lines"),
    shape(
        "learn klondike:VARIANT --explore 0.5 --out new.json --quiet",
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
        if broken || !CODES.contains(&code) || code == 1 && !shape.judges {
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
        let game = GAMES[self.chance.below(GAMES.len())];
        let words = shape.words.split(' ');
        let mut arguments: Vec<String> = words.map(|word| self.filled(game, word)).collect();
        if self.chance.happens(0.4) {
            let index = self.chance.below(arguments.len());
            match self.chance.below(3) {
                0 => drop(arguments.remove(index)),
                1 => arguments.push(arguments[index].clone()),
                _ => arguments[index] = self.damaged(&arguments[index]),
            }
        }
        arguments.extend(shape.bounds.split_whitespace().map(str::to_string));
        // No call writes outside its folder, and none can hold a zero byte.
        arguments.retain(|argument| !argument.contains(['/', '\\', '\0']));
        arguments
    }

    /// A word of a shape with its places filled.
    fn filled(&mut self, game: &dyn Game, word: &str) -> String {
        let Corpus {
            ids,
            levels,
            tokens,
            ..
        } = self.corpus;
        let about = game.about();
        let samples = || {
            levels
                .iter()
                .filter(|sample| sample.game.about().name == about.name)
        };
        let solvers = game.solvers().into_iter();
        let players = game
            .hidden()
            .into_iter()
            .flat_map(|hidden| hidden.players());
        let set = |setting: Setting| format!("{}={}", setting.name, setting.default);
        let choices: Vec<String> = match word {
            "GAME" => vec![about.name.into()],
            "LEVEL" => ids
                .iter()
                .filter(|id| is_one_of(id, about.name))
                .cloned()
                .collect(),
            "VARIANT" => samples().map(|sample| sample.variant.clone()).collect(),
            "MOVES" => samples().map(|sample| sample.moves.clone()).collect(),
            "SOLVER" => solvers.map(|solver| solver.name.into()).collect(),
            "SETTING" => solvers
                .flat_map(|solver| solver.settings.concat())
                .map(set)
                .collect(),
            "PLAYER" => players.map(|player| player.name.into()).collect(),
            "FILE" => (0..FILES).map(file_name).collect(),
            _ if word.contains("MEASURE") => {
                let names = game.measures().iter().map(|measure| measure.name);
                names.map(|name| word.replace("MEASURE", name)).collect()
            }
            "WORD" => Vec::new(),
            _ => return word.to_string(),
        };
        match choices.is_empty() {
            true => String::from_utf8_lossy(&tokens[self.chance.below(tokens.len())]).into_owned(),
            false => choices[self.chance.below(choices.len())].clone(),
        }
    }

    fn damaged(&mut self, word: &str) -> String {
        let other = self.words.next_input();
        let at = word.len().min(self.chance.below(word.len() + 1));
        let head = word.get(..at).unwrap_or(word);
        format!("{head}{}", String::from_utf8_lossy(&other))
    }
}

/// Whether an id names one level of a game.
fn is_one_of(id: &str, game: &str) -> bool {
    id.parse::<LevelId>().is_ok_and(|id| id.game == game)
}

fn file_name(index: usize) -> String {
    let endings = [
        "txt", "jsonl", "csv", "flow", "bff", "shift", "json", "deal",
    ];
    format!("file{index}.{}", endings[index % endings.len()])
}
