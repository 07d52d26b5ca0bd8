//! What takes a while: hints, verdicts, solutions, ratings, levels to order.

use crate::levels::{LevelInfo, task};
use crate::value;
use crate::watch::Since;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stumper::aim::{Aim, climb};
use stumper::make::{Order, Pack};
use stumper::play::{Adviser, Hint, PlaySession};
use stumper::rating::RateWorker;
use stumper::record::Rating;
use stumper::tabletop::Choice;
use stumper::{
    Budget, Detail, Fault, Level, Levels, Outcome, Plan, Settings, Stop, Task, Unwatched, Verdict,
    book, find_game,
};

/// What the page asks of searches.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "camelCase")]
pub enum Call {
    Hint {
        position: Position,
    },
    Solve {
        position: Position,
    },
    Verdict {
        position: Position,
    },
    LastWinnable {
        position: Position,
    },
    Rate {
        level: String,
        game: String,
        variant: String,
    },
    Find {
        kind: String,
        low: f64,
        high: f64,
        seed: u64,
    },
    /// Rows of solved levels, as the program writes them.
    Rows {
        ids: String,
    },
}

/// A position that a search is asked about.
#[derive(Deserialize)]
pub struct Position {
    level: String,
    game: String,
    variant: String,
    open: bool,
    moves: Vec<String>,
}

impl Position {
    fn task(&self) -> Result<Task, Fault> {
        task(&self.level, &self.game, &self.variant)
    }

    /// The game after the first of its moves, with all cards known or as a
    /// player sees it.
    fn after(&self, moves: usize, open: bool) -> Result<Box<dyn PlaySession>, Fault> {
        let task = self.task()?;
        let mut session = match open || task.game.hidden().is_none() {
            true => task.game.play_open(&task.level)?,
            false => task.game.play(&task.level)?,
        };
        session.make(&self.moves[..moves].join(" "))?;
        Ok(session)
    }
}

#[derive(Serialize)]
struct HintWords {
    kind: &'static str,
    next: Vec<Choice>,
    why: String,
    left: Option<usize>,
    by: String,
}

#[derive(Serialize)]
struct Solution {
    verdict: &'static str,
    moves: Vec<Choice>,
}

/// What an answer may take: bytes that a browser surely has, and time that
/// somebody is willing to wait.
fn adviser(seconds: u64) -> Adviser {
    Adviser {
        budget: Budget {
            states: None,
            memory: Some(512 << 20),
            time: Some(Duration::from_secs(seconds)),
        },
        ..Adviser::default()
    }
}

const HINT_SECONDS: u64 = 4;
const VERDICT_SECONDS: u64 = 20;
const SOLVE_SECONDS: u64 = 30;
const RATE_SECONDS: u64 = 20;

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Solved => "won",
        Verdict::Unsolvable => "lost",
        Verdict::GaveUp(_) => "unknown",
    }
}

fn hint(position: &Position) -> Result<HintWords, Fault> {
    let session = position.after(position.moves.len(), position.open)?;
    let hint = session.hint(&adviser(HINT_SECONDS), &Since::now())?;
    let mut words = HintWords {
        kind: "unknown",
        next: Vec::new(),
        why: String::new(),
        left: None,
        by: String::new(),
    };
    match hint {
        Hint::Moves { next, left, by } => {
            let text = next.join(" ");
            words.kind = "moves";
            words.why = session.reason(&text).unwrap_or_default();
            words.next = session.along(&text)?;
            (words.left, words.by) = (left, by);
        }
        Hint::Won => words.kind = "won",
        Hint::Lost => words.kind = "lost",
        Hint::WouldGiveUp { by } => (words.kind, words.by) = ("would-give-up", by),
        Hint::Unknown(_) => {}
    }
    Ok(words)
}

fn solve(position: &Position) -> Result<Solution, Fault> {
    let session = position.after(position.moves.len(), true)?;
    let outcome = session.solve(&adviser(SOLVE_SECONDS), &Since::now())?;
    Ok(Solution {
        verdict: word(Verdict::from(&outcome)),
        moves: match outcome {
            Outcome::Solved(moves) => session.along(&moves.join(" "))?,
            _ => Vec::new(),
        },
    })
}

fn verdict(position: &Position, moves: usize, watch: &Since) -> Result<Verdict, Fault> {
    let session = position.after(moves, true)?;
    session.can_win(&adviser(VERDICT_SECONDS), watch)
}

/// How many of the moves can be kept. What can be won after some moves could
/// be won before them, so that the place is found by halving.
fn last_winnable(position: &Position) -> Result<Option<usize>, Fault> {
    let watch = Since::now();
    let wins = |moves| Ok::<_, Fault>(verdict(position, moves, &watch)?.is_solved());
    if !wins(0)? {
        return Ok(None);
    }
    let (mut good, mut bad) = (0, position.moves.len() + 1);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match wins(middle)? {
            true => good = middle,
            false => bad = middle,
        }
    }
    Ok(Some(good))
}

fn rate(level: &str, game: &str, variant: &str) -> Result<Option<RatingWords>, Fault> {
    let task = task(level, game, variant)?;
    let budget = adviser(RATE_SECONDS).budget;
    let mut worker = RateWorker::new(&book()?, &Settings::default(), budget);
    let row = worker.rate(&task, &Since::now())?;
    let measures = task.game.measures();
    let words = |rating: Rating| RatingWords {
        summaries: rating
            .parts
            .iter()
            .map(|part| stumper::rating::summary(&part.measure, measures))
            .collect(),
        rating,
    };
    Ok(row.and_then(|row| row.rating).map(words))
}

/// A rating, with what each of its parts is in words.
#[derive(Serialize)]
struct RatingWords {
    #[serde(flatten)]
    rating: Rating,
    summaries: Vec<String>,
}

/// Levels that are looked at for one of a wanted rating.
const TRIES: u64 = 3000;

fn find(kind: &str, low: f64, high: f64, seed: u64) -> Result<LevelInfo, Fault> {
    let (name, wanted) = kind.split_once(':').unwrap_or((kind, ""));
    let game = find_game(name)?;
    let ladder = game.about().ladder;
    let kinds: Vec<String> = match wanted {
        "" if ladder.is_empty() => match stumper::level(&format!("{name}#1"))?.level {
            Level::Dealt(id) => vec![id.kind],
            Level::Written { .. } => Vec::new(),
        },
        "" => ladder.iter().map(|kind| kind.to_string()).collect(),
        wanted => vec![wanted.to_string()],
    };
    let middle = (low + high) / 2.0;
    let aim = Aim::rising(middle, middle, 1, (high - low) / 2.0, book()?);
    let order = |kind: String| Order {
        game,
        kind,
        keep: Vec::new(),
        unique: true,
        measure: false,
        solve: true,
        aim: Some(aim.clone()),
        budget: Budget::default(),
        settings: Settings::default(),
    };
    let orders: Vec<Order> = kinds.into_iter().map(order).collect();
    let mut pack = Pack::aimed(&aim, true);
    let plan = || Plan::new(None, &Stop::default());
    let mut found = None;
    climb(&orders, &mut pack, seed, TRIES, &plan, |_, row| {
        if let Some(row) = row {
            found = Some(LevelInfo::of_made(name, row));
        }
        Ok::<(), Fault>(())
    })?;
    found.ok_or_else(|| {
        let expected = format!("a level rated {low:.1} to {high:.1}");
        let seen = format!("none among {} levels of {kind}", pack.tried);
        Fault::new("difficulty", seen, expected).hint("ask for another size or difficulty")
    })
}

/// One JSON row a level, as the program writes them without times.
fn rows(ids: &str) -> Result<String, Fault> {
    let mut text = String::new();
    let mut solver = None;
    for task in Levels::of_ids(ids)? {
        let task = task?;
        let solver = match &mut solver {
            Some(solver) => solver,
            None => solver.insert(task.game.solver("", &Settings::default())?),
        };
        let detail = Detail {
            steps: true,
            boards: false,
        };
        let row = solver.solve(&task.level, &Budget::default(), &Unwatched, detail)?;
        text.push_str(&serde_json::to_string(&row).expect("rows have text and numbers"));
        text.push('\n');
    }
    Ok(text)
}

/// A worker's searches.
#[derive(Default)]
pub struct Searcher;

impl Searcher {
    /// Answers a call.
    pub fn answer(&mut self, call: Call) -> String {
        match call {
            Call::Hint { position } => value(hint(&position)),
            Call::Solve { position } => value(solve(&position)),
            Call::Verdict { position } => {
                let found = verdict(&position, position.moves.len(), &Since::now());
                value(found.map(word))
            }
            Call::LastWinnable { position } => value(last_winnable(&position)),
            Call::Rate {
                level,
                game,
                variant,
            } => value(rate(&level, &game, &variant)),
            Call::Find {
                kind,
                low,
                high,
                seed,
            } => value(find(&kind, low, high, seed)),
            Call::Rows { ids } => value(rows(&ids)),
        }
    }
}
