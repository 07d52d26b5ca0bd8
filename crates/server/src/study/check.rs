//! What can be said of a study before anybody plays it: its levels in a table,
//! and remarks on what its maker may not have meant.

use super::api::QuestionKind;
use super::data::{Phase, StudyLevel};
use super::examples;
use super::plan::{GamePlan, Plan};
use games::{find_game, shipped};
use lab::rating::{BOUNDS, Book, Rater};
use lab::table::{Cell, Table};

/// With fewer levels than this no equation can be checked.
const FEW_LEVELS: usize = 20;
/// A tutorial may fall by this much from a level to the next.
const DIP: f64 = 0.5;

/// The levels of each game and part, with their ratings by the equations that
/// ship and the moves of their solutions.
pub fn table(plan: &Plan, levels: &[StudyLevel]) -> Table {
    let mut rows = Vec::new();
    for of in &plan.games {
        for phase in [Phase::Tutorial, Phase::Levels] {
            let part: Vec<&StudyLevel> = part(levels, &of.game, phase);
            let ratings: Vec<f64> = ratings(of, &part).into_iter().flatten().collect();
            let moves = part.iter().filter_map(|level| level.fewest.map(f64::from));
            let mut row = vec![
                Cell::text(&of.game),
                Cell::text(phase.name()),
                Cell::Count(part.len() as u64),
            ];
            row.extend(ends(ratings.into_iter(), 1));
            row.extend(ends(moves, 0));
            rows.push(row);
        }
    }
    Table {
        name: "levels",
        title: format!("{}: all levels are solved and measured", plan.title),
        columns: vec![
            "game",
            "part",
            "levels",
            "easiest",
            "hardest",
            "fewest_moves",
            "most_moves",
        ],
        rows,
    }
}

/// The least and the largest of some numbers.
fn ends(numbers: impl Iterator<Item = f64>, decimals: usize) -> [Cell; 2] {
    let numbers: Vec<f64> = numbers.collect();
    let cell = |end: Option<f64>| end.map_or(Cell::Blank, |end| Cell::Number(end, decimals));
    [
        cell(numbers.iter().copied().reduce(f64::min)),
        cell(numbers.iter().copied().reduce(f64::max)),
    ]
}

fn part<'a>(levels: &'a [StudyLevel], game: &str, phase: Phase) -> Vec<&'a StudyLevel> {
    let fits = |level: &&StudyLevel| level.game == game && level.phase == phase;
    levels.iter().filter(fits).collect()
}

/// Ratings by the equations that ship; none where a level cannot be rated.
fn ratings(of: &GamePlan, levels: &[&StudyLevel]) -> Vec<Option<f64>> {
    let book = Book::of(shipped::EQUATIONS, shipped::CALIBRATIONS).ok();
    let game = find_game(&of.game).ok();
    let rate = |level: &&StudyLevel| {
        let rater = Rater::new(book.as_ref()?, game?, &level.variant).ok()?;
        let get = |name: &str| level.measures.get(name).copied();
        rater.rate(&get).ok().map(|rating| rating.rating)
    };
    levels.iter().map(rate).collect()
}

/// What its maker may not have meant.
pub fn remarks(plan: &Plan, levels: &[StudyLevel]) -> Vec<String> {
    let mut remarks = Vec::new();
    let contact = plan.texts.contact.trim();
    let as_shipped = [examples::BEGIN, examples::THESIS]
        .iter()
        .any(|text| text.contains(&format!("contact = \"{contact}\"")));
    if contact.is_empty() || as_shipped {
        remarks.push("texts.contact does not say whom to ask".into());
    }
    if plan.texts.rating.trim().is_empty() {
        remarks.push("texts.rating has no question for players to answer".into());
    }
    for question in &plan.questions {
        if question.kind == QuestionKind::Text {
            remarks.push(format!(
                "questions[{}] takes any words: people may write who they are",
                question.id
            ));
        }
    }
    if [f64::from(plan.rating.low), f64::from(plan.rating.high)] != BOUNDS {
        remarks.push(
            "rating is not from 1 to 10: `fit` wants --bounds, and `rate` and `generate` speak of 10"
                .into(),
        );
    }
    if !plan.open {
        remarks.push("open is false: nobody new can join".into());
    }
    for of in &plan.games {
        let count = part(levels, &of.game, Phase::Levels).len();
        if count < FEW_LEVELS {
            remarks.push(format!(
                "{}: {count} levels are few; an equation wants {FEW_LEVELS} or more",
                of.game
            ));
        }
        let tutorial = part(levels, &of.game, Phase::Tutorial);
        if tutorial.is_empty() {
            remarks.push(format!(
                "{}: without a tutorial the first ratings tell of learning the game",
                of.game
            ));
        }
        let ratings: Vec<Option<f64>> = ratings(of, &tutorial);
        let falls = |pair: &[Option<f64>]| matches!(pair, [Some(a), Some(b)] if *b < a - DIP);
        if let Some(at) = ratings.windows(2).position(falls) {
            remarks.push(format!(
                "{}: tutorial level {} is rated easier than the one before it",
                of.game,
                at + 2
            ));
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::prepare::{Preparing, prepare};
    use engine::Budget;
    use lab::{Format, Stop};
    use std::path::Path;

    fn checked(text: &str) -> (Plan, Vec<StudyLevel>) {
        let plan = Plan::read("study", text).expect("a study");
        let how = Preparing {
            folder: Path::new("."),
            jobs: None,
            budget: Budget::default(),
            stop: &Stop::default(),
            progress: &|_| (),
        };
        let levels = prepare(&plan, &how).expect("levels");
        (plan, levels.expect("nobody stops it"))
    }

    #[test]
    fn the_study_to_begin_with_is_a_study() {
        let (plan, levels) = checked(examples::BEGIN);
        assert_eq!(levels.len(), 3 + 15);
        let remarks = remarks(&plan, &levels);
        assert_eq!(remarks.len(), 2, "{remarks:?}");
        assert!(remarks[0].contains("contact") && remarks[1].contains("few"));
    }

    #[test]
    fn the_thesis_has_its_levels() {
        let (plan, levels) = checked(examples::THESIS);
        let mut text = Vec::new();
        table(&plan, &levels).write(&mut text, Format::Csv);
        let text = String::from_utf8(text).expect("text");
        let counts = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(",");
        let counts: Vec<String> = text.lines().map(counts).collect();
        for expected in [
            "levels,flow,tutorial,10",
            "levels,flow,levels,40",
            "levels,lazors,tutorial,10",
            "levels,lazors,levels,65",
            "levels,shift,tutorial,10",
            "levels,shift,levels,80",
        ] {
            assert!(counts.iter().any(|line| line == expected), "{text}");
        }
        let remarks = remarks(&plan, &levels);
        assert_eq!(remarks.len(), 1, "{remarks:?}");
    }
}
