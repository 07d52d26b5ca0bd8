//! Random games at speed: a packed [`Board`], cards drawn at random for what
//! cannot be seen ([`Deck`]), and a loop that picks among all moves, each
//! equally likely, until the game is over by Donkersteeg's three ways: won;
//! stock turned through twice with nothing else possible; no move left.

pub mod board;
mod deck;
mod dice;
mod moves;

pub use board::Board;
pub use deck::Deck;
pub use dice::Dice;

use super::table::Cards;
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

/// When the random player turns the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// As often as it makes any other move.
    Any,
    /// Only when nothing else can be done.
    Last,
}

impl Board {
    /// Plays at random until the game is over or `depth` moves are made.
    pub fn play_out(&mut self, dice: &mut Dice, depth: u32, habit: Turns) -> Result {
        let mut rounds = 0;
        'moved: while !self.is_won() && rounds < depth {
            let options = Options::new(self);
            let others = options.count();
            if others == 0 && self.deck & options.playable == 0 {
                break;
            }
            // Turning changes only the waste: what else can be done is known.
            let most = 2 * self.left.div_ceil(self.variant.draw);
            let mut idle = 0;
            while rounds < depth {
                let top = self.waste_top();
                let waste = options.waste(top);
                let turns = u32::from(self.can_turn());
                let all = turns + others + waste;
                if all == turns {
                    if turns == 0 || idle >= most {
                        break 'moved;
                    }
                    idle += 1;
                    self.turn();
                    rounds += 1;
                    continue;
                }
                rounds += 1;
                let skip = match habit {
                    Turns::Any => 0,
                    Turns::Last => turns,
                };
                let pick = skip + dice.below(all - skip);
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
                continue 'moved;
            }
        }
        Result {
            fitness: self.fitness(),
            rounds,
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
