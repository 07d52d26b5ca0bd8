//! Fast random playouts: a packed [`Board`], samples of the hidden cards
//! ([`Determinizer`]), and a loop that picks a legal move uniformly until the
//! game is over. It is over in one of Donkersteeg's three ways: won; no move
//! left; the stock turned through twice with nothing else possible.

pub(crate) mod board;
mod determinizer;
mod facts;
mod fast_random;
mod moves;

pub use board::Board;
pub use determinizer::Determinizer;
pub use fast_random::FastRandom;

use super::table::Cards;
use moves::Options;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutResult {
    /// Cards at home.
    pub fitness: u32,
    /// Moves made; those that only turn the stock at the end of a lost game
    /// are not counted.
    pub rounds: u32,
}

/// The playout policy: what takes precedence over a uniform choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutPolicy {
    /// Turns the stock only when nothing else can be done, rather than as
    /// often as it makes any other move.
    pub turns_last: bool,
    /// Sends home at once what nothing can lie on any more: Donkersteeg's safe
    /// moves (section 4.5).
    pub safe_first: bool,
    /// The number of turns in a row, with nothing else possible, that lose the
    /// game; 0 stands for twice through the stock.
    pub patience: u8,
}

impl Board {
    /// Plays at random until the game is over or `depth` moves are made.
    pub fn play_out(
        &mut self,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
    ) -> PlayoutResult {
        let mut rounds = 0;
        while rounds < depth && !self.is_won() && self.move_on(random, depth, policy, &mut rounds) {
        }
        PlayoutResult {
            fitness: self.fitness(),
            rounds,
        }
    }

    /// Forbids reversible moves, which would let random play cycle for ever.
    pub fn only_forward(&mut self) {
        self.variant = self.variant.only_forward();
    }

    /// Makes one move other than a turn of the stock, after as many turns as are
    /// picked at random before it; false if no such move can come.
    #[inline]
    fn move_on(
        &mut self,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
        rounds: &mut u32,
    ) -> bool {
        // Turning changes only the waste: what else can be done is known.
        let options = Options::new(self);
        let others = options.count();
        if others == 0 && self.in_stock & options.playable == 0 {
            return false;
        }
        let safe = match policy.safe_first && (self.exposed | self.in_stock) & self.next != 0 {
            true => self.safe(),
            false => 0,
        };
        if self.exposed & safe != 0 {
            *rounds += 1;
            let cards = self.exposed & safe;
            self.column_home(nth(cards, random.below(cards.count_ones())));
            return true;
        }
        let mut idle = 0;
        let patience = match others {
            0 => self.patience(policy),
            _ => 0,
        };
        while *rounds < depth {
            let top = self.waste_top();
            if others == 0 && top & options.playable == 0 {
                if !self.can_turn() || idle >= patience {
                    return false;
                }
                *rounds += 1;
                idle += 1;
                self.turn();
                continue;
            }
            *rounds += 1;
            if top & safe != 0 {
                self.waste_home();
                return true;
            }
            let turns = u32::from(!policy.turns_last && self.can_turn());
            let waste = options.waste(top);
            let pick = random.below(turns + others + waste);
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

    #[inline]
    fn patience(&self, policy: PlayoutPolicy) -> u8 {
        match policy.patience {
            0 => 2 * self.turns_a_pass() as u8,
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
