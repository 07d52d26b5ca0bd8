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
        let variant = self.variant;
        let thesis = variant.draw == 3 && variant.passes == 0 && !variant.take_back;
        let rounds = match thesis {
            true => self.play_on::<true>(random, depth, policy),
            false => self.play_on::<false>(random, depth, policy),
        };
        PlayoutResult {
            fitness: self.fitness(),
            rounds,
        }
    }

    /// Forbids reversible moves, which would let random play cycle for ever.
    pub fn only_forward(&mut self) {
        self.variant = self.variant.only_forward();
    }

    /// Plays on, and says how many moves were made. `THREE`: three cards are
    /// drawn at a time, endlessly, and none comes back from a foundation.
    #[inline(never)]
    fn play_on<const THREE: bool>(
        &mut self,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
    ) -> u32 {
        let mut rounds = 0;
        while rounds < depth && !self.is_won() {
            // Turning changes only the waste: what else can be done is known.
            let options = match THREE {
                true => Options::of::<false>(self),
                false => Options::new(self),
            };
            let others = options.count();
            let safe = match policy.safe_first {
                true => self.safe(),
                false => 0,
            };
            let moved = match others {
                0 => self.play_waste_only::<THREE>(
                    &options,
                    safe,
                    random,
                    depth,
                    policy,
                    &mut rounds,
                ),
                _ => {
                    self.play_any::<THREE>(
                        &options,
                        others,
                        safe,
                        random,
                        depth,
                        policy,
                        &mut rounds,
                    );
                    true
                }
            };
            if !moved {
                break;
            }
        }
        rounds
    }

    /// Makes one move other than a turn of the stock, after as many turns as
    /// are picked at random before it, where there are `others` than those of
    /// the waste.
    #[inline(always)]
    fn play_any<const THREE: bool>(
        &mut self,
        options: &Options,
        others: u32,
        safe: Cards,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
        rounds: &mut u32,
    ) {
        let cards = self.exposed & safe;
        if cards != 0 {
            *rounds += 1;
            return self.column_home(nth(cards, random.below(cards.count_ones())));
        }
        while *rounds < depth {
            *rounds += 1;
            let top = self.waste_top();
            if top & safe != 0 {
                return self.waste_home();
            }
            let turns = u32::from(!policy.turns_last && self.can_turn_on::<THREE>());
            let waste = options.waste(top);
            let pick = random.below(turns + others + waste);
            if pick < turns {
                self.turn_on::<THREE>();
                continue;
            }
            let pick = pick - turns;
            return match pick < waste {
                true => options.play_waste(self, top, pick),
                false => options.play(self, pick - waste),
            };
        }
    }

    /// The same where only cards of the waste can be played; false if none can
    /// be.
    #[inline(always)]
    fn play_waste_only<const THREE: bool>(
        &mut self,
        options: &Options,
        safe: Cards,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
        rounds: &mut u32,
    ) -> bool {
        if self.in_stock & options.playable == 0 {
            return false;
        }
        let patience = self.patience(policy);
        let mut idle = 0;
        while *rounds < depth {
            let top = self.waste_top();
            if top & options.playable == 0 {
                if idle >= patience || !self.can_turn_on::<THREE>() {
                    return false;
                }
                *rounds += 1;
                idle += 1;
                self.turn_on::<THREE>();
                continue;
            }
            *rounds += 1;
            if top & safe != 0 {
                self.waste_home();
                return true;
            }
            let turns = u32::from(!policy.turns_last && self.can_turn_on::<THREE>());
            let pick = random.below(turns + options.waste(top));
            if pick < turns {
                self.turn_on::<THREE>();
                idle = 1;
                continue;
            }
            options.play_waste(self, top, pick - turns);
            return true;
        }
        true
    }

    #[inline(always)]
    fn can_turn_on<const THREE: bool>(&self) -> bool {
        match THREE {
            true => self.in_waste != self.in_order || self.left > 3,
            false => self.can_turn(),
        }
    }

    #[inline(always)]
    fn turn_on<const THREE: bool>(&mut self) {
        match THREE {
            true => self.turn_by(3),
            false => self.turn(),
        }
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
