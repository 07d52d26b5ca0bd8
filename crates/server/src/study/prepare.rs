//! The levels of a study: read or made, solved, and measured. Every level can
//! be solved for sure, and none stands twice in a game.

use super::data::{Phase, StudyLevel};
use super::plan::{GamePlan, Plan, Recipe, Supply};
use engine::record::{SolutionRow, StepRow};
use engine::{Budget, Cost, Detail, Fault, Game, Level, Settings, Task, Wish};
use games::levels::{Defaults, Levels, Lines, Source};
use games::{find_game, shipped};
use host::Files;
use lab::aim::{Aim, climb};
use lab::make::{Order, Pack, fill};
use lab::rating::Book;
use lab::{Ending, Plan as Run, Solving, Stop, measure_all, solve_all};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Games whose solvers find the fewest gestures: a path a colour, a block a
/// move, the fewest pushes.
const KNOW_THE_FEWEST: [&str; 3] = ["flow", "lazors", "shift"];
/// No entry has more levels.
const MOST_LEVELS: u64 = 10_000;
/// Numbers that are tried for each level of a recipe.
const TRIES: u64 = 2_000;
/// How far a rating may be from the wanted one.
const TOLERANCE: f64 = 0.5;

/// How levels are prepared.
pub struct Preparing<'a> {
    /// The folder that names of files lead from.
    pub folder: &'a Path,
    /// Threads; all cores where it is none.
    pub jobs: Option<usize>,
    /// What solving or measuring a level may spend.
    pub budget: Budget,
    /// The wish to stop.
    pub stop: &'a Stop,
    /// Called with the number of levels that are ready.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// The levels of a study, by game, part and place; none where someone asked to
/// stop.
pub fn prepare(plan: &Plan, how: &Preparing) -> Result<Option<Vec<StudyLevel>>, Fault> {
    let mut levels: Vec<StudyLevel> = Vec::new();
    for of in &plan.games {
        let within = |fault: Fault| fault.within(&format!("games[{}]", of.game));
        match prepare_game(of, how, levels.len()).map_err(within)? {
            Some(more) => levels.extend(more),
            None => return Ok(None),
        }
    }
    let mut names: Vec<&str> = levels.iter().map(|level| level.id.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(Some(levels)),
        Some(pair) => {
            let fault = Fault::new(pair[0], "two levels of this name", "names that differ");
            Err(fault.hint("a comment after a board names it, as # flow:5x5: my-1"))
        }
    }
}

fn prepare_game(
    of: &GamePlan,
    how: &Preparing,
    before: usize,
) -> Result<Option<Vec<StudyLevel>>, Fault> {
    let game = find_game(&of.game)?;
    let mut seen: HashMap<Vec<u8>, String> = HashMap::new();
    let mut tasks = Vec::new();
    for (phase, supplies) in [(Phase::Tutorial, &of.tutorial), (Phase::Levels, &of.levels)] {
        let mut place = 0;
        for supply in supplies {
            let Some(found) = supplied(game, supply, how)? else {
                return Ok(None);
            };
            for task in found {
                let name = task.level.name();
                let signature = game.signature(&task.level).map_err(|f| task.locate(f))?;
                if let Some(other) = seen.insert(signature, name.clone()) {
                    let found = match other == name {
                        true => "it twice".to_string(),
                        false => format!("the same game as {other}"),
                    };
                    return Err(Fault::new(name, found, "levels that differ"));
                }
                tasks.push((phase, place, task));
                place += 1;
            }
        }
    }
    finish(game, tasks, how, before)
}

/// Solves and measures levels.
fn finish(
    game: &'static dyn Game,
    tasks: Vec<(Phase, u32, Task)>,
    how: &Preparing,
    before: usize,
) -> Result<Option<Vec<StudyLevel>>, Fault> {
    let levels = || {
        let tasks: Vec<Task> = tasks.iter().map(|(_, _, task)| task.clone()).collect();
        tasks.into_iter().map(Ok)
    };
    let solving = Solving {
        budget: how.budget,
        detail: Detail {
            steps: true,
            boards: false,
        },
        ..Solving::default()
    };
    let mut solved: Vec<SolutionRow> = Vec::new();
    let run = || Run::new(how.jobs, how.stop);
    let ending = solve_all(levels(), &solving, &run(), |row| {
        solved.push(row);
        ControlFlow::Continue(())
    })?;
    if ending != Ending::Whole {
        return Ok(None);
    }
    if let Some(row) = solved.iter().find(|row| !row.verdict.is_solved()) {
        let fault = Fault::new(&row.id, row.verdict.name(), "a level that is solved");
        return Err(fault.hint("every level of a study must be solvable for sure"));
    }
    let mut measured = Vec::new();
    let ending = measure_all(
        levels(),
        &Settings::default(),
        Cost::Search,
        how.budget,
        &run(),
        |row| {
            measured.push(row.measures);
            (how.progress)(before + measured.len());
            ControlFlow::Continue(())
        },
    )?;
    if ending != Ending::Whole {
        return Ok(None);
    }
    let mut ready = Vec::new();
    let knows = KNOW_THE_FEWEST.contains(&game.about().name);
    for (((phase, place, task), row), measures) in tasks.iter().zip(&solved).zip(measured) {
        let level = game
            .level(&task.level)
            .map_err(|fault| task.locate(fault))?;
        ready.push(StudyLevel {
            id: level.id,
            game: game.about().name.into(),
            variant: variant(game, &task.level)?,
            text: level.level,
            phase: *phase,
            place: *place,
            fewest: knows.then(|| gestures(&row.steps)),
            measures: measures
                .0
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value))
                .collect(),
        });
    }
    Ok(Some(ready))
}

/// The variant that a reader of the level's text needs.
fn variant(game: &dyn Game, level: &Level) -> Result<String, Fault> {
    match level {
        Level::Dealt(id) => game.variant_of(id),
        Level::Written { variant, .. } => Ok(variant.clone()),
    }
}

/// The levels of one entry.
fn supplied(
    game: &'static dyn Game,
    supply: &Supply,
    how: &Preparing,
) -> Result<Option<Vec<Task>>, Fault> {
    match supply {
        Supply::Named(name) => {
            let source = Beside(how.folder.to_path_buf());
            let levels = Levels::open([OsString::from(name)], Defaults::of(game), source)?;
            let most = usize::try_from(MOST_LEVELS).unwrap_or(usize::MAX);
            let tasks = levels.take(most.saturating_add(1));
            let tasks = tasks.collect::<Result<Vec<Task>, Fault>>()?;
            if tasks.len() > most {
                let expected = format!("{MOST_LEVELS} levels at most");
                return Err(Fault::new(name, "more", expected));
            }
            for task in &tasks {
                games::levels::of_game(task, game)?;
            }
            match tasks.is_empty() {
                true => Err(Fault::new(name, "no level", "one at least")),
                false => Ok(Some(tasks)),
            }
        }
        Supply::Made(recipe) => make(game, recipe, how),
    }
}

/// Files beside the study's.
struct Beside(PathBuf);

impl Source for Beside {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        Files.check(self.0.join(name).as_os_str())
    }

    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        Files.open(self.0.join(name).as_os_str())
    }
}

/// Makes levels to order.
fn make(
    game: &'static dyn Game,
    recipe: &Recipe,
    how: &Preparing,
) -> Result<Option<Vec<Task>>, Fault> {
    let keep = recipe.keep.iter().map(|wish| wish.parse());
    let aim = match recipe.difficulty {
        None => None,
        Some([from, to]) => {
            let book = Book::of(shipped::EQUATIONS, shipped::CALIBRATIONS)?;
            book.equation(game)?;
            Some(Aim::rising(from, to, recipe.count, TOLERANCE, book))
        }
    };
    let order = Order {
        game,
        kind: recipe.kind.clone(),
        keep: keep.collect::<Result<Vec<Wish>, Fault>>()?,
        unique: true,
        measure: false,
        solve: true,
        aim,
        budget: how.budget,
        settings: Settings::default(),
    };
    order.check(recipe.first)?;
    let tries = recipe.count.saturating_mul(TRIES);
    let run = || Run::new(how.jobs, how.stop);
    let mut made: Vec<(f64, Task)> = Vec::new();
    let mut take = |row: Option<&engine::record::MadeRow>| {
        if let Some(row) = row {
            let rating = row.rating.as_ref().map_or(0.0, |rating| rating.rating);
            let level = Level::Dealt(row.level.id.parse()?);
            let place = String::new();
            made.push((rating, Task { game, level, place }));
        }
        Ok::<_, Fault>(())
    };
    let mut pack;
    let ending = match &order.aim {
        Some(aim) => {
            pack = Pack::aimed(aim, true);
            let orders = std::slice::from_ref(&order);
            climb(orders, &mut pack, recipe.first, tries, &run, |_, row| {
                take(row)
            })?
        }
        None => {
            pack = Pack::new(recipe.count, true);
            fill(&order, &mut pack, recipe.first, tries, &run(), take)?
        }
    };
    if ending == Ending::Interrupted {
        return Ok(None);
    }
    if !pack.is_full() {
        let found = format!(
            "{} of {} levels in {} tries",
            made.len(),
            recipe.count,
            tries
        );
        let fault = Fault::new(
            format!("{}:{}", game.about().name, recipe.kind),
            found,
            "all",
        );
        return Err(fault.hint("wish for less, or for another kind"));
    }
    made.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    Ok(Some(made.into_iter().map(|(_, task)| task).collect()))
}

/// How many gestures a solution takes: steps are one where the same piece goes
/// on over a grid from where it came to, as a path that is drawn does.
fn gestures(steps: &[StepRow]) -> u32 {
    let goes_on = |pair: &&[StepRow]| {
        let (first, then) = (&pair[0], &pair[1]);
        then.card == first.card && then.from == first.to && cell(&then.to).is_some()
    };
    let joined = steps.windows(2).filter(goes_on).count();
    (steps.len() - joined) as u32
}

/// A cell of a grid, as `2,5`.
fn cell(name: &str) -> Option<(i32, i32)> {
    let (row, column) = name.split_once(',')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(text: &str) -> Result<Vec<StudyLevel>, Fault> {
        let head = "name = \"a\"\ntitle = \"A\"\n[texts]\nconsent = \"Yes.\"\n";
        let plan = Plan::read("a.toml", &format!("{head}{text}"))?;
        let how = Preparing {
            folder: Path::new("."),
            jobs: Some(2),
            budget: Budget::default(),
            stop: &Stop::default(),
            progress: &|_| (),
        };
        Ok(prepare(&plan, &how)?.expect("nobody stops it"))
    }

    #[test]
    fn levels_are_read_made_solved_and_measured() {
        let levels = prepared(
            "[[games]]\ngame = \"shift\"\ntutorial = [\"shift:3x3#1\"]\n\
             levels = [\"pack:shift-thesis\", { kind = \"5x5\", count = 3, keep = [\"moves=6..8\"] }]\n\
             [[games]]\ngame = \"flow\"\nlevels = [\"flow:5x5#1-2\"]\n\
             [[games]]\ngame = \"sliding\"\nlevels = [\"sliding:3x3#1\"]\n",
        )
        .expect("levels");
        assert_eq!(levels.len(), 1 + 80 + 3 + 2 + 1);
        assert_eq!(levels[0].phase, Phase::Tutorial);
        for level in &levels[81..84] {
            let moves = level.measures["moves"];
            assert!((6.0..=8.0).contains(&moves), "{}", level.id);
            assert_eq!(level.fewest, Some(moves as u32));
        }
        let flow = &levels[84];
        assert_eq!(flow.fewest.map(f64::from), Some(flow.measures["colours"]));
        // Tiles are solved quickly, not shortly.
        assert_eq!(levels[86].fewest, None);
        assert!(levels.iter().all(|level| !level.text.is_empty()));
    }

    #[test]
    fn levels_that_cannot_be_used_are_named() {
        let wrong = |levels: &str| {
            let text = format!("[[games]]\ngame = \"freecell\"\nlevels = [{levels}]\n");
            prepared(&text).expect_err(levels).to_string()
        };
        assert!(wrong("\"freecell#11982\"").contains("11982"));
        assert!(wrong("\"freecell#5\", \"freecell#5\"").contains("twice"));
        assert!(wrong("\"flow:5x5#1\"").contains("flow"));
        assert!(wrong("\"nowhere.txt\"").contains("nowhere.txt"));
        assert!(wrong("\"freecell#1-99999999\"").contains("10000 levels"));
        assert!(wrong("{ kind = \"ms\", count = 2, keep = [\"moves=1\"] }").contains("0 of 2"));
    }
}
