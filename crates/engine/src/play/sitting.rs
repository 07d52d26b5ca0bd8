//! A person at the table: the board as they see it, moves as text or by keys,
//! moves taken back, and hints from a player who sees no more than they do.

use super::hall::{HiddenRules, Lines};
use super::referee::Ending;
use crate::chance::Chance;
use crate::game::Rules;
use crate::hidden::Hidden;
use crate::notation::Fault;
use crate::puzzle::{Meter, Plain, Puzzle};
use crate::screen::{Hand, Key, Pressed, Screen};
use crate::settings::Settings;

/// What pressing a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Moves were made.
    Made,
    /// Only the cursor or what is picked up changed.
    Looked,
    /// It cannot be done, and why.
    Refused(String),
    /// The key means nothing here.
    Unknown,
}

/// A game that a person plays, behind text.
pub trait Sitting {
    /// What they see.
    fn show(&self) -> Screen;
    /// The moves they can make.
    fn options(&self) -> Vec<String>;
    /// Makes moves, all or none.
    fn make(&mut self, text: &str) -> Result<(), Fault>;
    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;
    /// What the keys do; none where moves are typed.
    fn keys(&self) -> Option<&'static str>;
    /// Presses a key.
    fn press(&mut self, key: Key) -> Reply;
    /// What a player who sees no more than the person would do; none where
    /// nothing is hidden, so that a solver can be asked.
    fn hint(
        &mut self,
        player: &str,
        settings: &Settings,
        meter: &mut Meter<'_>,
    ) -> Option<Result<Vec<String>, Fault>>;
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending>;
    /// The moves made so far.
    fn made(&self) -> usize;
    /// How far it came, where the game counts that.
    fn fitness(&self) -> Option<u32>;
    /// The whole position with what lies face down: variant and text.
    fn whole(&self) -> (String, String);
}

/// A person who sees everything.
pub(crate) struct OpenSitting<'a, R: Rules> {
    rules: &'a R,
    state: R::State,
    made: Vec<<R::State as Puzzle>::Move>,
    hand: Option<Box<dyn Hand<R::State>>>,
}

impl<'a, R: Rules> OpenSitting<'a, R> {
    pub(crate) fn new(rules: &'a R, state: R::State) -> Self {
        OpenSitting {
            rules,
            state,
            made: Vec::new(),
            hand: rules.hand(),
        }
    }

    fn legal(&self) -> Vec<<R::State as Puzzle>::Move> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves
    }

    /// Makes moves, all or none; says which was refused, and why.
    fn make_all(&mut self, moves: &[<R::State as Puzzle>::Move]) -> Result<(), (usize, String)> {
        for (index, &mv) in moves.iter().enumerate() {
            if let Err(why) = self.state.check(mv) {
                for _ in 0..index {
                    self.undo();
                }
                return Err((index, why));
            }
            self.state.apply(mv);
            self.made.push(mv);
        }
        Ok(())
    }
}

impl<R: Rules> Sitting for OpenSitting<'_, R> {
    fn show(&self) -> Screen {
        match &self.hand {
            Some(hand) => hand.show(&self.state),
            None => self.rules.show(&self.state),
        }
    }

    fn options(&self) -> Vec<String> {
        let moves = self.legal().into_iter();
        moves
            .map(|mv| self.rules.write_move(&self.state, mv))
            .collect()
    }

    fn make(&mut self, text: &str) -> Result<(), Fault> {
        let moves = self.rules.read_moves(&self.state, text)?;
        self.make_all(&moves)
            .map_err(|(index, why)| Fault::new(format!("move {}", index + 1), why, "a legal move"))
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

    fn keys(&self) -> Option<&'static str> {
        self.hand.as_ref().map(|hand| hand.help())
    }

    fn press(&mut self, key: Key) -> Reply {
        let Some(hand) = &mut self.hand else {
            return Reply::Unknown;
        };
        match hand.press(&self.state, key) {
            Pressed::Looked => Reply::Looked,
            Pressed::Refused(why) => Reply::Refused(why),
            Pressed::Unknown => Reply::Unknown,
            Pressed::Moves(moves) => match self.make_all(&moves) {
                Ok(()) => Reply::Made,
                Err((_, why)) => Reply::Refused(why),
            },
        }
    }

    fn hint(
        &mut self,
        _: &str,
        _: &Settings,
        _: &mut Meter<'_>,
    ) -> Option<Result<Vec<String>, Fault>> {
        None
    }

    fn ending(&self) -> Option<Ending> {
        if self.state.is_solved() {
            return Some(Ending::Won);
        }
        let is_over = self.legal().is_empty() && self.state.moves_are_enough();
        is_over.then_some(Ending::NoMoves)
    }

    fn made(&self) -> usize {
        self.made.len()
    }

    fn fitness(&self) -> Option<u32> {
        None
    }

    fn whole(&self) -> (String, String) {
        let variant = self.rules.variant(&self.state);
        (variant, self.rules.write(&self.state))
    }
}

/// A person who does not see everything.
pub(super) struct HallSitting<'a, R: HiddenRules>(OpenSitting<'a, R>);

impl<'a, R: HiddenRules> HallSitting<'a, R> {
    pub(super) fn new(rules: &'a R, state: R::State) -> Self {
        HallSitting(OpenSitting {
            rules,
            state,
            made: Vec::new(),
            hand: rules.hidden_hand(),
        })
    }
}

impl<R: HiddenRules> Sitting for HallSitting<'_, R> {
    fn show(&self) -> Screen {
        match &self.0.hand {
            Some(hand) => hand.show(&self.0.state),
            None => self.0.rules.show_view(&self.0.state.view()),
        }
    }

    fn options(&self) -> Vec<String> {
        self.0.options()
    }

    fn make(&mut self, text: &str) -> Result<(), Fault> {
        self.0.make(text)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn keys(&self) -> Option<&'static str> {
        self.0.keys()
    }

    fn press(&mut self, key: Key) -> Reply {
        self.0.press(key)
    }

    fn hint(
        &mut self,
        player: &str,
        settings: &Settings,
        meter: &mut Meter<'_>,
    ) -> Option<Result<Vec<String>, Fault>> {
        Some(self.ask(player, settings, meter))
    }

    /// A person may turn the stock as often as they like, but is told once
    /// nothing else has been possible for twice through.
    fn ending(&self) -> Option<Ending> {
        let ending = self.0.ending();
        if ending.is_some() {
            return ending;
        }
        let made = self.0.made.iter().rev();
        let idle = made.take_while(|&&mv| R::State::is_idle(mv)).count();
        let patience = self.0.state.patience();
        if idle < patience {
            return None;
        }
        let mut state = self.0.state.clone();
        for mv in self.0.made.iter().rev().take(patience) {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            if moves.iter().any(|&mv| !R::State::is_idle(mv)) {
                return None;
            }
            state.undo(*mv);
        }
        Some(Ending::Stuck)
    }

    fn made(&self) -> usize {
        self.0.made()
    }

    fn fitness(&self) -> Option<u32> {
        Some(self.0.state.fitness())
    }

    fn whole(&self) -> (String, String) {
        self.0.whole()
    }
}

impl<R: HiddenRules> HallSitting<'_, R> {
    fn ask(
        &self,
        player: &str,
        settings: &Settings,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<String>, Fault> {
        let OpenSitting {
            rules, state, made, ..
        } = &self.0;
        let line = rules.line(player)?;
        settings.check(line.name, line.settings)?;
        let mut player = (line.make)(settings)?;
        let mut chance = Chance::new("hint", made.len() as u64, 0);
        let mut state = state.clone();
        player.accepts(&state.view())?;
        let moves = player.choose(&state.view(), &mut chance, meter);
        let written = moves.into_iter().map(|mv| {
            let text = rules.write_move(&state, mv);
            state.apply(mv);
            text
        });
        Ok(written.collect())
    }
}
