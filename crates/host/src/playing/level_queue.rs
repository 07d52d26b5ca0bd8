//! Which levels are played, one after another: those that a call names, or
//! those of a kind with rising numbers.

use super::current_game::CurrentGame;
use super::keeper::Keeper;
use engine::play::{Adviser, Ending};
use engine::{Budget, Fault, Game, Level, LevelId, Task, Unwatched, Verdict};
use games::levels::Levels;

/// What a level of a kind may cost to be found unsolvable. No time, so that
/// the same levels are skipped on every machine.
const LOOK: Budget = Budget {
    states: Some(20_000),
    memory: Some(256 << 20),
    time: None,
};
/// How many levels are skipped in a row at most.
const MOST_SKIPPED: usize = 1000;

/// Levels to come.
pub struct LevelQueue {
    listed: Box<dyn Iterator<Item = Result<Task, Fault>> + Send>,
    /// Whether a single level is listed, which its kind's next ones follow.
    is_one: bool,
    then: Option<Numbers>,
}

/// The levels of a kind from a number on.
struct Numbers {
    game: &'static dyn Game,
    kind: String,
    next: Option<u64>,
    /// Whether levels that were won are left out.
    unwon: bool,
}

impl LevelQueue {
    /// Levels that a call names.
    pub fn listed(levels: Levels) -> LevelQueue {
        LevelQueue {
            is_one: levels.total() == Some(1),
            listed: Box::new(levels),
            then: None,
        }
    }

    /// One level, and then the next ones of its kind.
    pub fn one(task: Task) -> LevelQueue {
        LevelQueue {
            is_one: true,
            listed: Box::new(std::iter::once(Ok(task))),
            then: None,
        }
    }

    /// The levels of a kind that were not won yet.
    pub fn of_kind(game: &'static dyn Game, kind: String) -> Result<LevelQueue, Fault> {
        let id = |number| LevelId {
            game: game.about().name.to_string(),
            kind: kind.clone(),
            number,
        };
        // Some kinds have no level 1.
        let first = [1, 2].map(|number| game.check_id(&id(number)).map(|()| number));
        let [one, two] = first;
        let next = one.or_else(|fault| two.map_err(|_| fault))?;
        Ok(LevelQueue {
            is_one: false,
            listed: Box::new(std::iter::empty()),
            then: Some(Numbers {
                game,
                kind,
                next: Some(next),
                unwon: true,
            }),
        })
    }

    /// The next level, if there is one.
    pub(super) fn next(
        &mut self,
        keeper: &Keeper,
        adviser: &Adviser,
        open: bool,
    ) -> Result<Option<CurrentGame>, Fault> {
        let Some(task) = self.listed.next().transpose()? else {
            let then = self.then.as_mut();
            return then.map_or(Ok(None), |numbers| numbers.next(keeper, adviser, open));
        };
        if let (true, Level::Dealt(id)) = (self.is_one, &task.level) {
            self.then = Some(Numbers {
                game: task.game,
                kind: id.kind.clone(),
                next: id.number.checked_add(1),
                unwon: false,
            });
        }
        CurrentGame::new(task, open).map(Some)
    }
}

impl Numbers {
    /// The next level that is worth playing: one that nobody named may be
    /// solved at the start, or lost.
    fn next(
        &mut self,
        keeper: &Keeper,
        adviser: &Adviser,
        open: bool,
    ) -> Result<Option<CurrentGame>, Fault> {
        let mut skipped = Vec::new();
        while let (Some(number), ..MOST_SKIPPED) = (self.next, skipped.len()) {
            let id = LevelId {
                game: self.game.about().name.to_string(),
                kind: self.kind.clone(),
                number,
            };
            if self.game.check_id(&id).is_err() {
                break;
            }
            self.next = number.checked_add(1);
            if self.unwon && keeper.is_won(&id) {
                continue;
            }
            let task = Task {
                game: self.game,
                level: Level::Dealt(id),
                place: String::new(),
            };
            let mut current = CurrentGame::new(task, open)?;
            match flaw(&current, adviser)? {
                Some(why) => skipped.push((current.name(), why)),
                None => {
                    current.opening.extend(told(&skipped));
                    return Ok(Some(current));
                }
            }
        }
        Ok(None)
    }
}

/// What to say of levels that were skipped.
fn told(skipped: &[(String, &str)]) -> Option<String> {
    let (first, why) = skipped.first()?;
    Some(match skipped.len() - 1 {
        0 => format!("{first} is skipped: {why}"),
        more => {
            format!("{first} and {more} more are skipped: solved already, or proved unsolvable")
        }
    })
}

/// Why a level is not worth playing, as far as that is seen quickly.
fn flaw(current: &CurrentGame, adviser: &Adviser) -> Result<Option<&'static str>, Fault> {
    let adviser = Adviser {
        budget: LOOK,
        ..adviser.clone()
    };
    match current.session.ending() {
        Some(Ending::Won) => return Ok(Some("it is solved already")),
        Some(_) => return Ok(Some("no move is possible")),
        None => {}
    }
    let verdict = current.session.can_win(&adviser, &Unwatched)?;
    Ok((verdict == Verdict::Unsolvable).then_some("it cannot be won"))
}
