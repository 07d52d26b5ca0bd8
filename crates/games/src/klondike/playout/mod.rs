//! Random games at speed: a packed [`Board`], cards drawn at random for what
//! cannot be seen ([`Deck`]), and a loop that picks among all moves, each
//! equally likely, until the game is over by Donkersteeg's three ways: won;
//! stock turned through twice with nothing else possible; no move left.

pub(crate) mod board;
mod deck;
mod dice;
mod facts;
mod moves;

pub use board::Board;
pub use deck::Deck;
pub use dice::Dice;

use super::table::Cards;
use super::variant::Runs;
use moves::Options;

/// How a random game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Result {
    /// Cards at home.
    pub fitness: u32,
    /// Moves made; those that only turn the stock at the end of a lost game
    /// are not counted.
    pub rounds: u32,
}

/// What the random player does before it picks at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Turns the stock only when nothing else can be done, rather than as
    /// often as it makes any other move.
    pub turns_last: bool,
    /// Sends home at once what nothing can lie on any more: Donkersteeg's safe
    /// moves (section 4.5).
    pub safe_first: bool,
    /// So many turns in a row without an alternative lose the game; 0 stands
    /// for twice through the stock.
    pub patience: u8,
}

impl Board {
    /// Plays at random until the game is over or `depth` moves are made.
    pub fn play_out(&mut self, dice: &mut Dice, depth: u32, habits: Habits) -> Result {
        let mut rounds = 0;
        while rounds < depth && !self.is_won() && self.move_on(dice, depth, habits, &mut rounds) {}
        Result {
            fitness: self.fitness(),
            rounds,
        }
    }

    /// Plays on without moves that can be taken back, among which random play
    /// would wander for ever: no card comes back from a foundation, and part of
    /// a run moves only to send the card beneath it home.
    pub fn only_forward(&mut self) {
        self.variant.take_back = false;
        if self.variant.runs == Runs::Any {
            self.variant.runs = Runs::Home;
        }
    }

    /// Turns the stock as often as chance has it and makes one other move;
    /// false if there is none to wait for.
    #[inline]
    fn move_on(&mut self, dice: &mut Dice, depth: u32, habits: Habits, rounds: &mut u32) -> bool {
        // Turning changes only the waste: what else can be done is known.
        let options = Options::new(self);
        let others = options.count();
        if others == 0 && self.deck & options.playable == 0 {
            return false;
        }
        let safe = match habits.safe_first && (self.exposed | self.deck) & self.next != 0 {
            true => self.safe(),
            false => 0,
        };
        if self.exposed & safe != 0 {
            *rounds += 1;
            let cards = self.exposed & safe;
            self.column_home(nth(cards, dice.below(cards.count_ones())));
            return true;
        }
        let mut idle = 0;
        while *rounds < depth {
            let top = self.waste_top();
            let turns = u32::from(self.can_turn());
            let waste = options.waste(top);
            *rounds += 1;
            if others + waste == 0 {
                if turns == 0 || idle >= self.patience(habits) {
                    *rounds -= 1;
                    return false;
                }
                idle += 1;
                self.turn();
                continue;
            }
            if top & safe != 0 {
                self.waste_home();
                return true;
            }
            let turns = if habits.turns_last { 0 } else { turns };
            let pick = dice.below(turns + others + waste);
            if pick < turns {
                self.turn();
                idle = 1;
                continue;
            }
            let pick = pick - turns;
            match pick < waste {
                true => options.play_waste(self, top, pick),
                false => options.play(self, pick - waste),
            }
            return true;
        }
        true
    }

    #[cold]
    fn patience(&self, habits: Habits) -> u8 {
        match habits.patience {
            0 => 2 * self.left.div_ceil(self.variant.draw),
            patience => patience,
        }
    }
}

/// The bit of the `n`th card of a set.
#[inline]
fn nth(mut cards: Cards, n: u32) -> Cards {
    for _ in 0..n {
        cards &= cards - 1;
    }
    board::lowest(cards)
}
