//! A game under way: moves made, taken back and made again, how long it has
//! taken, and what there is to say of it.

use super::moves;
use crate::saves::Saved;
use engine::play::{Adviser, Ending, Hint, PlaySession, Reply};
use engine::{Fault, Key, Limit, Screen, Task, Verdict, Watch};
use std::time::{Duration, Instant};

/// A question that takes a search to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What to do next.
    Hint,
    /// Whether the game can still be won.
    CanWin,
}

/// How long a game has been played.
struct Timer {
    before: Duration,
    since: Option<Instant>,
}

impl Timer {
    fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Lets it run or stand still.
    fn set_running(&mut self, runs: bool) {
        self.before = self.elapsed();
        self.since = runs.then(Instant::now);
    }
}

/// A level and a person who plays it.
pub struct Table {
    pub(super) task: Task,
    pub(super) session: Box<dyn PlaySession>,
    /// Whether hidden cards are shown.
    open: bool,
    /// What to say when the level is first shown.
    pub opening: Vec<String>,
    /// Moves that were taken back, the last one at the end.
    undone: Vec<String>,
    timer: Timer,
}

impl Table {
    /// A level at its start.
    pub(super) fn new(task: Task, open: bool) -> Result<Table, Fault> {
        let session = match open {
            true => task.game.play_open(&task.level),
            false => task.game.play(&task.level),
        };
        let session = session.map_err(|fault| task.locate(fault))?;
        let mut timer = Timer {
            before: Duration::ZERO,
            since: None,
        };
        timer.set_running(session.ending() != Some(Ending::Won));
        Ok(Table {
            task,
            session,
            open,
            opening: Vec::new(),
            undone: Vec::new(),
            timer,
        })
    }

    /// Makes the moves of an earlier sitting, all or none.
    pub(super) fn go_on(&mut self, saved: &Saved) -> Result<(), Fault> {
        for mv in &saved.moves {
            if let Err(fault) = self.session.make(mv) {
                while self.session.undo() {}
                return Err(fault);
            }
        }
        self.timer.before += Duration::from_secs(saved.seconds);
        self.settle();
        Ok(())
    }

    /// The game as it is kept.
    pub(super) fn saved(&self) -> Saved {
        let mut saved = Saved::new(&self.task, self.open);
        saved.moves = self.session.made();
        saved.seconds = self.timer.elapsed().as_secs();
        saved
    }

    pub(super) fn make(&mut self, moves: &str) -> Result<(), Fault> {
        self.session.make(moves)?;
        self.undone.clear();
        self.settle();
        Ok(())
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: Key) -> Reply {
        let reply = self.session.press(key);
        if reply == Reply::Made {
            self.undone.clear();
            self.settle();
        }
        reply
    }

    /// Takes back the last move; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let last = self.session.made().pop();
        self.undone.extend(last);
        let was_undone = self.session.undo();
        self.settle();
        was_undone
    }

    /// Makes the move again that was taken back last; false if there is none.
    pub(super) fn redo(&mut self) -> bool {
        let text = self.undone.pop();
        let was_redone = text.is_some_and(|text| self.session.make(&text).is_ok());
        self.settle();
        was_redone
    }

    /// Takes back all moves.
    pub(super) fn restart(&mut self) {
        self.undone.extend(self.session.made().into_iter().rev());
        while self.session.undo() {}
        self.settle();
    }

    /// The time stands still while the game is won.
    fn settle(&mut self) {
        let is_won = self.is_won();
        if is_won == self.timer.since.is_some() {
            self.timer.set_running(!is_won);
        }
    }

    /// The level's id, or what it is called.
    pub fn name(&self) -> String {
        self.task.level.name()
    }

    /// Moves made so far, in words.
    pub fn length(&self) -> String {
        moves(self.session.made().len())
    }

    /// The time played, as minutes and seconds.
    pub fn time(&self) -> String {
        let seconds = self.timer.elapsed().as_secs();
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        match minutes {
            0..60 => format!("{minutes}:{seconds:02}"),
            _ => format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60),
        }
    }

    fn is_begun(&self) -> bool {
        !self.session.made().is_empty()
    }

    /// Whether the game is won.
    pub fn is_won(&self) -> bool {
        self.session.ending() == Some(Ending::Won)
    }

    /// Answers a question; this may take as long as the budget lasts.
    pub fn ask(
        &self,
        question: Question,
        adviser: &Adviser,
        watch: &dyn Watch,
    ) -> Result<String, Fault> {
        match question {
            Question::Hint => Ok(self.hint_text(self.session.hint(adviser, watch)?)),
            Question::CanWin => Ok(self.verdict_text(self.session.can_win(adviser, watch)?)),
        }
    }

    fn hint_text(&self, hint: Hint) -> String {
        match hint {
            Hint::Moves {
                next,
                left: Some(left),
                ..
            } => format!("{} ({} to go)", next.join(" "), moves(left)),
            Hint::Moves { next, by, .. } => format!("{by}: {}", next.join(" ")),
            Hint::Won => "it is solved".into(),
            Hint::Lost if self.is_begun() => "it cannot be won any more: undo".into(),
            Hint::Lost => "it cannot be won".into(),
            Hint::WouldGiveUp { by } => format!("{by} would give up"),
            Hint::Unknown(Limit::Interrupted) => "no hint: it was stopped".into(),
            Hint::Unknown(_) => "no hint: the solver reached its limit (--budget)".into(),
        }
    }

    fn verdict_text(&self, verdict: Verdict) -> String {
        let begun = self.is_begun();
        match verdict {
            Verdict::Solved if begun => "it can still be won",
            Verdict::Solved => "it can be won",
            Verdict::Unsolvable if begun => "it cannot be won any more",
            Verdict::Unsolvable => "it cannot be won",
            Verdict::GaveUp(Limit::Interrupted) => "not decided: it was stopped",
            Verdict::GaveUp(_) => "not decided: the solver reached its limit (--budget)",
        }
        .into()
    }

    /// What to say of a game that is over.
    pub fn over(&self) -> Option<String> {
        let ending = self.session.ending()?;
        let (made, begun) = (self.length(), self.is_begun());
        Some(match ending {
            Ending::Won if begun => format!("won in {made}"),
            Ending::Won => "it is solved already".into(),
            _ if !begun => "no move is possible: it cannot be won".into(),
            ending => {
                let how = ending.name().replace('-', " ");
                format!("{how} after {made}{}; undo, restart or quit", self.score())
            }
        })
    }

    /// How far the game came, where the game counts that.
    fn score(&self) -> String {
        let hidden = self.task.game.hidden();
        match (self.session.fitness(), hidden) {
            (Some(fitness), Some(hidden)) => {
                format!(", lost with {fitness} {}", hidden.progress().unit)
            }
            _ => String::new(),
        }
    }

    /// Whether the game is over and lost, unless moves are taken back.
    pub fn is_lost(&self) -> bool {
        let ending = self.session.ending();
        ending.is_some_and(|ending| ending != Ending::Won)
    }

    /// The board as the person sees it.
    pub fn show(&self) -> Screen {
        self.session.show()
    }

    /// What the keys do; none where moves are typed.
    pub fn keys(&self) -> Option<&'static str> {
        self.session.keys()
    }
}
