//! The levels of a run: those it trains on, and those held out to tell the
//! truth afterwards. Which is which depends on the levels and the share
//! alone, never on `--seed`, so that no run has trained on what another holds
//! out.

use engine::chance::Chance;
use engine::notation::quoted;
use engine::{Fault, Game, IdRange, Level, LevelId};
use std::collections::HashSet;

/// More levels than any run needs, and few enough to hold in memory.
const MOST: u64 = 1_000_000;
/// How many levels a game's default training set counts through: as many as
/// Microsoft's FreeCell has.
const DEFAULT_COUNT: u64 = 32_000;

/// Levels in two parts that share none.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) train: Vec<Level>,
    /// In random order, and no more than are to be tried.
    pub(super) test: Vec<Level>,
}

/// The levels to train on where none are named: those of the kind that the
/// game's example is of, from 1 on, or from the example on where 1 is no level.
pub(super) fn default_ranges(game: &dyn Game) -> Result<Vec<String>, Fault> {
    let example: LevelId = game.about().example.parse()?;
    let mut first = LevelId {
        number: 1,
        ..example.clone()
    };
    if game.level(&Level::Dealt(first.clone())).is_err() {
        first = example;
    }
    Ok(vec![format!("{first}-{DEFAULT_COUNT}")])
}

impl Pool {
    /// Splits `train` by `share`, or takes both parts as they are named.
    pub(super) fn new(
        game: &dyn Game,
        train: &[String],
        test: &[String],
        share: f64,
        sample: usize,
    ) -> Result<Pool, Fault> {
        let mut training = read(game, "--train", train)?;
        let mut held_out = read(game, "--test", test)?;
        let mut chance = Chance::new("hold out", 0, 0);
        if test.is_empty() {
            chance.shuffle(&mut training);
            let kept = (training.len() as f64 * share).round() as usize;
            held_out = training.split_off(kept.min(training.len()));
        } else {
            let known: HashSet<String> = training.iter().map(Level::name).collect();
            if let Some(both) = held_out.iter().find(|level| known.contains(&level.name())) {
                let found = format!("{}, which --train has too", both.name());
                return Err(Fault::new(
                    "--test",
                    found,
                    "levels that --train does not have",
                ));
            }
            chance.shuffle(&mut held_out);
        }
        if training.is_empty() || held_out.is_empty() {
            let found = format!(
                "{} to train on and {} held out",
                training.len(),
                held_out.len()
            );
            return Err(Fault::new("levels", found, "at least one of each")
                .hint("name more levels with --train, or others with --test"));
        }
        held_out.truncate(sample);
        Ok(Pool {
            train: training,
            test: held_out,
        })
    }
}

/// The levels of some ids and ranges of one game, each once.
fn read(game: &dyn Game, option: &str, texts: &[String]) -> Result<Vec<Level>, Fault> {
    let about = game.about();
    let mut levels = Vec::new();
    let mut known = HashSet::new();
    for text in texts {
        if !IdRange::is_meant_by(text) {
            return Err(Fault::new(option, quoted(text), "ids or ranges of levels")
                .hint(format!("an id looks like {}", about.example)));
        }
        let range: IdRange = text.parse()?;
        if range.game != about.name {
            let found = format!("levels of {}", quoted(&range.game));
            return Err(Fault::new(
                option,
                found,
                format!("levels of {}", about.name),
            ));
        }
        if range.count() > MOST - levels.len().min(MOST as usize) as u64 {
            let expected = format!("{MOST} levels at most");
            return Err(Fault::new(option, quoted(text), expected));
        }
        for number in [range.first, range.last] {
            game.level(&Level::Dealt(range.id(number)))?;
        }
        for number in range.first..=range.last {
            let level = Level::Dealt(range.id(number));
            if known.insert(level.name()) {
                levels.push(level);
            }
        }
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::find_game;

    fn pool(train: &str, test: &str, share: f64) -> Result<Pool, Fault> {
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        let game = find_game("template").unwrap();
        Pool::new(game, &words(train), &words(test), share, 1000)
    }

    fn names(levels: &[Level]) -> Vec<String> {
        let mut names: Vec<_> = levels.iter().map(Level::name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_split_uses_each_level_once() {
        let split = pool("template:row#100-199 template:row#150", "", 0.7).unwrap();
        assert_eq!((split.train.len(), split.test.len()), (70, 30));
        let mut all = names(&split.train);
        all.extend(names(&split.test));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 100);
        let again = pool("template:row#100-199", "", 0.7).unwrap();
        assert_eq!(names(&again.test), names(&split.test));
    }

    #[test]
    fn parts_that_are_named_stay_as_they_are() {
        let named = pool("template:row#2-9", "template:row#10-12", 0.5).unwrap();
        assert_eq!((named.train.len(), named.test.len()), (8, 3));
    }

    #[test]
    fn what_cannot_be_held_out_is_refused() {
        for (train, test, share, part) in [
            (
                "template:row#2-9",
                "template:row#9-12",
                0.5,
                "--train has too",
            ),
            ("template:row#2", "", 0.5, "at least one of each"),
            ("template:row#2-9", "", 1.0, "0 held out"),
            ("template:row#2-9", "", 0.0, "0 to train on"),
            ("freecell:ms#1", "", 0.5, "levels of template"),
            ("nosuch.txt", "", 0.5, "ids or ranges"),
            ("template:row#9-2", "", 0.5, "smaller number first"),
            ("template:row#0-9", "", 0.5, "2 to"),
            ("template:row#2-99999999999", "", 0.5, "1000000 levels"),
        ] {
            let fault = pool(train, test, share).unwrap_err().to_string();
            assert!(fault.contains(part), "{train} {test}: {fault}");
        }
    }
}
