//! A person at the table: the board as they see it, moves as text, moves taken
//! back, and hints from a player who sees no more than they do.

use super::hall::{HiddenRules, Lines};
use super::referee::Ending;
use crate::chance::Chance;
use crate::hidden::Hidden;
use crate::notation::Fault;
use crate::puzzle::{Plain, Puzzle};
use crate::settings::Settings;

/// A game that a person plays, behind text.
pub trait Sitting {
    /// What they see.
    fn show(&self) -> String;
    /// The moves they can make.
    fn options(&self) -> Vec<String>;
    /// Makes moves, all or none.
    fn make(&mut self, text: &str) -> Result<(), Fault>;
    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;
    /// What a player would do.
    fn hint(&mut self, player: &str, settings: &Settings) -> Result<Vec<String>, Fault>;
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending>;
    /// How far it came, and in how many moves.
    fn progress(&self) -> (u32, usize);
    /// The whole position with what lies face down: variant and text.
    fn whole(&self) -> (String, String);
}

pub(super) struct HallSitting<'a, R: HiddenRules> {
    rules: &'a R,
    state: R::State,
    made: Vec<<R::State as Puzzle>::Move>,
}

impl<'a, R: HiddenRules> HallSitting<'a, R> {
    pub(super) fn new(rules: &'a R, state: R::State) -> Self {
        HallSitting {
            rules,
            state,
            made: Vec::new(),
        }
    }

    fn legal(&self) -> Vec<<R::State as Puzzle>::Move> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves
    }
}

impl<R: HiddenRules> Sitting for HallSitting<'_, R> {
    fn show(&self) -> String {
        self.rules.show(&self.state.view())
    }

    fn options(&self) -> Vec<String> {
        let moves = self.legal().into_iter();
        moves
            .map(|mv| self.rules.write_move(&self.state, mv))
            .collect()
    }

    fn make(&mut self, text: &str) -> Result<(), Fault> {
        let moves = self.rules.read_moves(&self.state, text)?;
        for (index, &mv) in moves.iter().enumerate() {
            if let Err(why) = self.state.check(mv) {
                for _ in 0..index {
                    self.undo();
                }
                return Err(Fault::new(
                    format!("move {}", index + 1),
                    why,
                    "a legal move",
                ));
            }
            self.state.apply(mv);
            self.made.push(mv);
        }
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.made.pop() {
            Some(mv) => {
                self.state.undo(mv);
                true
            }
            None => false,
        }
    }

    fn hint(&mut self, player: &str, settings: &Settings) -> Result<Vec<String>, Fault> {
        let line = self.rules.line(player)?;
        settings.check(line.name, line.settings)?;
        let mut player = (line.make)(settings)?;
        let mut chance = Chance::new("hint", self.made.len() as u64, 0);
        let mut state = self.state.clone();
        let moves = player.choose(&self.state.view(), &mut chance);
        let written = moves.into_iter().map(|mv| {
            let text = self.rules.write_move(&state, mv);
            state.apply(mv);
            text
        });
        Ok(written.collect())
    }

    /// A person may turn the stock as often as they like, but is told once
    /// nothing else has been possible for twice through.
    fn ending(&self) -> Option<Ending> {
        if self.state.is_solved() {
            return Some(Ending::Won);
        }
        if self.legal().is_empty() {
            return Some(Ending::NoMoves);
        }
        let idle = self
            .made
            .iter()
            .rev()
            .take_while(|&&mv| R::State::is_idle(mv));
        let (idle, patience) = (idle.count(), self.state.patience());
        if idle < patience {
            return None;
        }
        let mut state = self.state.clone();
        for mv in self.made.iter().rev().take(patience) {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            if moves.iter().any(|&mv| !R::State::is_idle(mv)) {
                return None;
            }
            state.undo(*mv);
        }
        Some(Ending::Stuck)
    }

    fn progress(&self) -> (u32, usize) {
        (self.state.fitness(), self.made.len())
    }

    fn whole(&self) -> (String, String) {
        let variant = self.rules.variant(&self.state);
        (variant, self.rules.write(&self.state))
    }
}
