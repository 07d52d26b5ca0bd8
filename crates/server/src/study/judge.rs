//! What a player says was done at a level, replayed by the plain rules. What
//! is kept of a play is what was counted here.

use super::api::Finish;
use super::data::{Ended, Event, StudyLevel};
use engine::Level;
use engine::notation::quoted;
use engine::play::{Ending, PlaySession};
use games::find_game;

/// So many things may be done in a play.
pub const MOST_EVENTS: usize = 20_000;
/// So many plain moves may be made in one.
pub const MOST_MOVES: usize = 50_000;
/// No move's text is longer, in bytes.
pub const LONGEST_MOVE: usize = 200;
/// No play is longer, in milliseconds: thirty days.
pub const LONGEST_PLAY: u64 = 30 * 24 * 60 * 60 * 1000;

/// A play may seem so much longer than it was, in milliseconds: clocks differ
/// and are set, and no honest play may be lost.
const SLACK: u64 = 60_000;

/// What a study lets players do at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether hints can be asked for.
    pub hints: bool,
    /// Whether moves can be taken back.
    pub undo: bool,
    /// Milliseconds since the level was handed out.
    pub most: i64,
}

/// What a play came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Whether the level is solved at its end.
    pub solved: bool,
    /// Gestures that made moves.
    pub moves: u32,
    /// Times back to the start.
    pub resets: u32,
    /// Hints shown.
    pub hints: u32,
    /// Gestures taken back.
    pub undos: u32,
}

/// Why a play is not kept, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// A number or a text is out of bounds, or does not fit the others.
    Value(String),
    /// A move is against the rules.
    Move(String),
    /// The level is said to be solved, and is not.
    Unsolved(String),
    /// The level itself cannot be read, which is no fault of the player's.
    Level(String),
}

/// Replays a play of a level.
pub fn judge(level: &StudyLevel, finish: &Finish, rules: &Rules) -> Result<Judged, Objection> {
    check_numbers(finish)?;
    check_allowed(finish, rules)?;
    let unreadable = |fault: engine::Fault| Objection::Level(format!("{}: {fault}", level.id));
    let game = find_game(&level.game).map_err(unreadable)?;
    let written = Level::Written {
        name: level.id.clone(),
        variant: level.variant.clone(),
        text: level.text.clone(),
    };
    let mut replay = Replay {
        session: game.play_open(&written).map_err(unreadable)?,
        made: 0,
        left: MOST_MOVES,
        judged: Judged::default(),
    };
    for (index, event) in finish.events.iter().enumerate() {
        replay.take(index + 1, event)?;
    }
    let mut judged = replay.judged;
    judged.solved = replay.session.ending() == Some(Ending::Won);
    if finish.ended == Ended::Solved && !judged.solved {
        let words = "the level is not solved after the last move".to_string();
        return Err(Objection::Unsolved(words));
    }
    for (what, said, counted) in [
        ("resets", finish.resets, judged.resets),
        ("hints", finish.hints, judged.hints),
        ("undos", finish.undos, judged.undos),
    ] {
        if said != counted {
            let words = format!("{what} is {said}, but the events have {counted}");
            return Err(Objection::Value(words));
        }
    }
    Ok(judged)
}

/// What can be seen without the rules.
fn check_numbers(finish: &Finish) -> Result<(), Objection> {
    let wrong = |words: String| Err(Objection::Value(words));
    let longest = LONGEST_PLAY as f64 / 1000.0;
    if !(0.0..=longest).contains(&finish.seconds) {
        return wrong(format!("seconds must be from 0 to {longest}"));
    }
    if finish.events.len() > MOST_EVENTS {
        return wrong(format!("a play has at most {MOST_EVENTS} events"));
    }
    let mut before = 0;
    for (index, event) in finish.events.iter().enumerate() {
        let number = index + 1;
        if event.at < before {
            return wrong(format!("event {number} is earlier than the one before it"));
        }
        if event.at > LONGEST_PLAY {
            return wrong(format!("event {number} is later than thirty days"));
        }
        before = event.at;
    }
    Ok(())
}

/// What can be seen by the study's rules.
fn check_allowed(finish: &Finish, rules: &Rules) -> Result<(), Objection> {
    let wrong = |words: String| Err(Objection::Value(words));
    let most = u64::try_from(rules.most).unwrap_or(0).saturating_add(SLACK);
    let milliseconds = finish.seconds * 1000.0;
    if milliseconds > most as f64 {
        return wrong("seconds is more than the time since the level was handed out".into());
    }
    let last = finish.events.last().map_or(0, |event| event.at);
    if last as f64 > milliseconds + SLACK as f64 {
        return wrong("the last event is later than seconds".into());
    }
    for (index, event) in finish.events.iter().enumerate() {
        let number = index + 1;
        if event.hint && !rules.hints {
            return wrong(format!("event {number} is a hint, and this study has none"));
        }
        if event.back.is_some() && !rules.undo {
            return wrong(format!(
                "event {number} takes moves back, which this study does not let players do"
            ));
        }
    }
    Ok(())
}

/// A play that is being replayed.
struct Replay<'a> {
    session: Box<dyn PlaySession + 'a>,
    /// Moves that stand.
    made: usize,
    /// Moves that may still come.
    left: usize,
    judged: Judged,
}

impl Replay<'_> {
    fn take(&mut self, number: usize, event: &Event) -> Result<(), Objection> {
        let wrong = |words: String| Err(Objection::Value(format!("event {number} {words}")));
        match (&event.made[..], event.back, event.reset, event.hint) {
            ([], None, true, false) => {
                while self.session.undo() {}
                self.made = 0;
                self.judged.resets += 1;
            }
            ([], None, false, true) => self.judged.hints += 1,
            ([], Some(count), false, false) => {
                let count = count as usize;
                if count == 0 || count > self.made {
                    let made = self.made;
                    return wrong(format!("takes back {count} moves where {made} stand"));
                }
                for _ in 0..count {
                    self.session.undo();
                }
                self.made -= count;
                self.judged.undos += 1;
            }
            (moves @ [_, ..], None, false, false) => {
                if moves.len() > self.left {
                    return wrong(format!("comes after more than {MOST_MOVES} moves"));
                }
                for text in moves {
                    self.make(number, text)?;
                }
                self.left -= moves.len();
                self.judged.moves += 1;
            }
            _ => {
                return wrong("must have exactly one of made, back, reset and hint".into());
            }
        }
        Ok(())
    }

    /// Makes one plain move.
    fn make(&mut self, number: usize, text: &str) -> Result<(), Objection> {
        if text.len() > LONGEST_MOVE {
            let words = format!("event {number} has a move of more than {LONGEST_MOVE} bytes");
            return Err(Objection::Value(words));
        }
        let illegal = |why: String| {
            let words = format!("event {number} has the move {}: {why}", quoted(text));
            Objection::Move(words)
        };
        let made = self.session.make(text);
        made.map_err(|fault| illegal(fault.found))?;
        // A text may stand for many moves, or for none.
        let made = self.session.count() - self.made;
        if made != 1 {
            return Err(illegal(format!("it is {made} moves, not one")));
        }
        self.made += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
