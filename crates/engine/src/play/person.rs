//! A person who plays: the board as they see it, moves as text or by keys,
//! moves taken back, hints, and whether the game can still be won.

use super::hidden_game::{HiddenRules, PlayerLines};
use super::referee::Ending;
use crate::bridge::defects;
use crate::chance::Chance;
use crate::game::Rules;
use crate::hidden::Hidden;
use crate::measure::Verdict;
use crate::notation::Fault;
use crate::picture::Picture;
use crate::puzzle::{Budget, Limit, Meter, Outcome, Plain, Puzzle, Watch};
use crate::screen::{Hand, Key, Pressed, Screen};
use crate::settings::Settings;
use crate::tabletop::{Choice, Gesture, Scene, legal};
use std::time::Duration;

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

/// Who is asked for hints, and what that may cost.
#[derive(Clone)]
pub struct Adviser {
    /// The player to ask where something is hidden; empty for the game's
    /// choice. Where nothing is hidden, the game's first solver is asked.
    pub player: String,
    /// What is set on that player, and where solvers keep their tables.
    pub settings: Settings,
    /// What an answer may cost.
    pub budget: Budget,
}

impl Default for Adviser {
    /// The game's choice, for a few seconds.
    fn default() -> Adviser {
        Adviser {
            player: String::new(),
            settings: Settings::default(),
            budget: Budget {
                states: Some(2_000_000),
                memory: Some(1 << 30),
                time: Some(Duration::from_secs(5)),
            },
        }
    }
}

/// An honest hint: it rests on no more than the person sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// These moves come next.
    Moves {
        /// The moves, at least one.
        next: Vec<String>,
        /// Moves to the end, where the whole way is known.
        left: Option<usize>,
        /// Who says so.
        by: String,
    },
    /// The game is won already.
    Won,
    /// Proved: it cannot be won from here.
    Lost,
    /// The player sees nothing left to try.
    WouldGiveUp {
        /// Who says so.
        by: String,
    },
    /// Nothing was found within the budget.
    Unknown(Limit),
}

/// A game that a person plays, behind text.
pub trait PlaySession: Send {
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
    /// What to do next, by somebody who sees no more than the person.
    fn hint(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Hint, Fault>;
    /// Whether the game can still be won. The solver sees what is hidden, but
    /// tells no more of it than this.
    fn can_win(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Verdict, Fault>;
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending>;
    /// The moves made so far.
    fn made(&self) -> Vec<String>;
    /// How many they are.
    fn count(&self) -> usize;
    /// How far it came, where the game counts that.
    fn fitness(&self) -> Option<u32>;
    /// The whole position, with what is hidden: variant and text.
    fn whole(&self) -> (String, String);
    /// A picture of what they see.
    fn picture(&self) -> Picture;
    /// What they see as a table to touch; none where the game has none.
    fn scene(&self) -> Option<Scene>;
    /// Every legal move, those among them that searches leave out.
    fn choices(&self) -> Vec<Choice>;
    /// Moves that are made from here on, each in words and parts.
    fn along(&self, text: &str) -> Result<Vec<Choice>, Fault>;
    /// The moves that a gesture asks for, all of them legal, or why it asks
    /// for none.
    fn gesture(&self, gesture: &Gesture) -> Result<Vec<String>, String>;
    /// The moves that nobody has to think about here.
    fn automatic(&self) -> Vec<String>;
    /// What the first of these moves is good for, where that can be said in
    /// few words and without telling what is hidden.
    fn reason(&self, text: &str) -> Option<String>;
    /// A way to win from here, by somebody who sees what is hidden too.
    fn solve(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Outcome<String>, Fault>;
}

/// A person who sees everything.
pub(crate) struct OpenSession<'a, R: Rules> {
    pub(super) rules: &'a R,
    start: R::State,
    pub(super) state: R::State,
    pub(super) made: Vec<<R::State as Puzzle>::Move>,
    pub(super) hand: Option<Box<dyn Hand<R::State>>>,
}

impl<'a, R: Rules> OpenSession<'a, R> {
    pub(crate) fn new(rules: &'a R, state: R::State) -> Self {
        let hand = rules.hand();
        OpenSession::with_hand(rules, state, hand)
    }

    fn with_hand(rules: &'a R, state: R::State, hand: Option<Box<dyn Hand<R::State>>>) -> Self {
        OpenSession {
            rules,
            start: state.clone(),
            state,
            made: Vec::new(),
            hand,
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

    /// Asks the game's first solver, who sees everything.
    fn ask(
        &self,
        adviser: &Adviser,
        watch: &dyn Watch,
    ) -> Result<Outcome<<R::State as Puzzle>::Move>, Fault> {
        let settings = Settings {
            values: Default::default(),
            weights: None,
            ..adviser.settings.clone()
        };
        let line = &self.rules.solvers()[0];
        let mut solver = (line.make)(&settings)?;
        let solve = || solver.solve(&self.state, &adviser.budget, watch).outcome;
        let outcome = defects(line.name, solve)?;
        if let Outcome::Solved(moves) = &outcome {
            crate::bridge::replay(&self.state, moves)
                .map_err(|fault| Fault::defect(line.name, fault.to_string()))?;
        }
        Ok(outcome)
    }
}

/// Bounds on moves that are made without being asked for.
const MOST_AUTOMATIC: usize = 200;

impl<R: Rules> OpenSession<'_, R> {
    fn choice(&self, state: &R::State, mv: <R::State as Puzzle>::Move) -> Choice {
        let text = self.rules.write_move(state, mv);
        match self.rules.tabletop() {
            Some(table) => Choice {
                text,
                ..table.choice(state, mv)
            },
            None => {
                let step = self.rules.step(state, mv);
                Choice {
                    says: text.clone(),
                    text,
                    from: step.from,
                    to: step.to,
                    count: step.count,
                    face: step.card,
                    motions: Vec::new(),
                }
            }
        }
    }

    fn scene_of(&self, open: bool) -> Option<Scene> {
        let table = self.rules.tabletop()?;
        Some(table.scene(&self.state, open))
    }

    fn reason_of(&self, text: &str, open: bool) -> Option<String> {
        let table = self.rules.tabletop()?;
        let moves = self.rules.read_moves(&self.state, text).ok()?;
        let &first = moves.first()?;
        self.state.check(first).ok()?;
        table.reason(&self.state, first, open)
    }
}

/// Writes moves, each in the position that the ones before it lead to.
fn write_all<R: Rules>(
    rules: &R,
    start: &R::State,
    moves: &[<R::State as Puzzle>::Move],
) -> Vec<String> {
    let mut state = start.clone();
    let write = |&mv: &<R::State as Puzzle>::Move| {
        let text = rules.write_move(&state, mv);
        state.apply(mv);
        text
    };
    moves.iter().map(write).collect()
}

impl<R: Rules> PlaySession for OpenSession<'_, R> {
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

    fn hint(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Hint, Fault> {
        if self.state.is_solved() {
            return Ok(Hint::Won);
        }
        Ok(match self.ask(adviser, watch)? {
            Outcome::Solved(moves) => Hint::Moves {
                next: write_all(self.rules, &self.state, &moves[..1]),
                left: Some(moves.len()),
                by: self.rules.solvers()[0].name.to_string(),
            },
            Outcome::Unsolvable => Hint::Lost,
            Outcome::GaveUp(limit) => Hint::Unknown(limit),
        })
    }

    fn can_win(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Verdict, Fault> {
        Ok(Verdict::from(&self.ask(adviser, watch)?))
    }

    fn ending(&self) -> Option<Ending> {
        if self.state.is_solved() {
            return Some(Ending::Won);
        }
        let is_over = self.legal().is_empty() && self.state.moves_are_enough();
        is_over.then_some(Ending::NoMoves)
    }

    fn made(&self) -> Vec<String> {
        write_all(self.rules, &self.start, &self.made)
    }

    fn count(&self) -> usize {
        self.made.len()
    }

    fn fitness(&self) -> Option<u32> {
        None
    }

    fn whole(&self) -> (String, String) {
        let variant = self.rules.variant(&self.state);
        (variant, self.rules.write(&self.state))
    }

    fn picture(&self) -> Picture {
        self.rules.draw(&self.state, &[])
    }

    fn scene(&self) -> Option<Scene> {
        self.scene_of(true)
    }

    fn choices(&self) -> Vec<Choice> {
        let moves = legal(&self.state).into_iter();
        moves.map(|mv| self.choice(&self.state, mv)).collect()
    }

    fn along(&self, text: &str) -> Result<Vec<Choice>, Fault> {
        let mut state = self.state.clone();
        let mut told = Vec::new();
        for mv in self.rules.read_moves(&self.state, text)? {
            state.check(mv).map_err(|why| {
                Fault::new(format!("move {}", told.len() + 1), why, "a legal move")
            })?;
            told.push(self.choice(&state, mv));
            state.apply(mv);
        }
        Ok(told)
    }

    fn gesture(&self, gesture: &Gesture) -> Result<Vec<String>, String> {
        let table = self.rules.tabletop();
        let table = table.ok_or("this board is played by typing moves")?;
        let mut state = self.state.clone();
        let moves = table.gesture(&state, gesture)?;
        for &mv in &moves {
            state.check(mv)?;
            state.apply(mv);
        }
        Ok(write_all(self.rules, &self.state, &moves))
    }

    fn automatic(&self) -> Vec<String> {
        let Some(table) = self.rules.tabletop() else {
            return Vec::new();
        };
        let mut state = self.state.clone();
        let mut moves = Vec::new();
        while moves.len() < MOST_AUTOMATIC
            && let Some(mv) = table.automatic(&state)
            && state.check(mv).is_ok()
        {
            state.apply(mv);
            moves.push(mv);
        }
        write_all(self.rules, &self.state, &moves)
    }

    fn reason(&self, text: &str) -> Option<String> {
        self.reason_of(text, true)
    }

    fn solve(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Outcome<String>, Fault> {
        let outcome = self.ask(adviser, watch)?;
        Ok(outcome.map(|moves| write_all(self.rules, &self.state, &moves)))
    }
}

/// A person who does not see everything.
pub(super) struct HiddenSession<'a, R: HiddenRules>(OpenSession<'a, R>);

impl<'a, R: HiddenRules> HiddenSession<'a, R> {
    pub(super) fn new(rules: &'a R, state: R::State) -> Self {
        let hand = rules.hidden_hand();
        HiddenSession(OpenSession::with_hand(rules, state, hand))
    }
}

impl<R: HiddenRules> PlaySession for HiddenSession<'_, R> {
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

    fn hint(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Hint, Fault> {
        let OpenSession {
            rules, state, made, ..
        } = &self.0;
        if state.is_solved() {
            return Ok(Hint::Won);
        }
        let line = rules.line(&adviser.player)?;
        adviser.settings.check(line.name, line.settings)?;
        let mut player = (line.make)(&adviser.settings)?;
        let mut chance = Chance::new("hint", made.len() as u64, 0);
        let view = state.view();
        player.accepts(&view)?;
        let mut meter = Meter::new(&adviser.budget, watch);
        let moves = defects(line.name, || player.choose(&view, &mut chance, &mut meter))?;
        let by = line.name.to_string();
        Ok(match moves.is_empty() {
            true => Hint::WouldGiveUp { by },
            false => Hint::Moves {
                next: write_all(*rules, state, &moves),
                left: None,
                by,
            },
        })
    }

    fn can_win(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Verdict, Fault> {
        self.0.can_win(adviser, watch)
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

    fn made(&self) -> Vec<String> {
        self.0.made()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn fitness(&self) -> Option<u32> {
        Some(self.0.state.fitness())
    }

    fn whole(&self) -> (String, String) {
        self.0.whole()
    }

    fn picture(&self) -> Picture {
        self.0.rules.draw_view(&self.0.state.view())
    }

    fn scene(&self) -> Option<Scene> {
        self.0.scene_of(false)
    }

    fn choices(&self) -> Vec<Choice> {
        self.0.choices()
    }

    fn along(&self, text: &str) -> Result<Vec<Choice>, Fault> {
        self.0.along(text)
    }

    fn gesture(&self, gesture: &Gesture) -> Result<Vec<String>, String> {
        self.0.gesture(gesture)
    }

    fn automatic(&self) -> Vec<String> {
        self.0.automatic()
    }

    fn reason(&self, text: &str) -> Option<String> {
        self.0.reason_of(text, false)
    }

    fn solve(&self, adviser: &Adviser, watch: &dyn Watch) -> Result<Outcome<String>, Fault> {
        self.0.solve(adviser, watch)
    }
}
