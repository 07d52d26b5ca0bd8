//! Fast random playouts: a packed [`Board`], samples of the hidden cards
//! ([`Determinizer`]), and a loop that picks a legal move uniformly until the
//! game is over. It is over in one of Donkersteeg's three ways: won; no move
//! left; the stock turned through twice with nothing else possible.

pub(crate) mod board;
mod determinizer;
mod facts;
mod fast_random;
mod moves;
mod stops;

pub use board::Board;
pub use determinizer::Determinizer;
pub use fast_random::FastRandom;

use super::table::Cards;
use super::variant::THESIS;
use board::nth;
use moves::Options;
use stops::Stops;

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
}

impl Board {
    /// Plays at random until the game is over or `depth` moves are made.
    pub fn play_out(
        &mut self,
        random: &mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
    ) -> PlayoutResult {
        let rounds = match (self.variant == THESIS, policy.turns_last) {
            (true, true) => Playout::<true, true>::new(self, random, depth, policy).play(),
            (true, false) => Playout::<true, false>::new(self, random, depth, policy).play(),
            (false, true) => Playout::<false, true>::new(self, random, depth, policy).play(),
            (false, false) => Playout::<false, false>::new(self, random, depth, policy).play(),
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
}

/// A playout under way. `THREE`: three cards are drawn at a time, endlessly,
/// and none comes back from a foundation. `LAST`: the stock is turned only when
/// nothing else can be done.
struct Playout<'a, const THREE: bool, const LAST: bool> {
    board: &'a mut Board,
    random: &'a mut FastRandom,
    depth: u32,
    policy: PlayoutPolicy,
    rounds: u32,
}

impl<'a, const THREE: bool, const LAST: bool> Playout<'a, THREE, LAST> {
    fn new(
        board: &'a mut Board,
        random: &'a mut FastRandom,
        depth: u32,
        policy: PlayoutPolicy,
    ) -> Self {
        Playout {
            board,
            random,
            depth,
            policy,
            rounds: 0,
        }
    }

    /// Plays to the end, and says how many moves were made.
    fn play(mut self) -> u32 {
        while self.rounds < self.depth {
            // Turning changes only the waste: what else can be done is known.
            let options = match THREE {
                true => Options::of::<true>(self.board),
                false => Options::new(self.board),
            };
            let safe = match self.policy.safe_first {
                true => self.board.safe(),
                false => 0,
            };
            if !options.is_empty() {
                self.play_any(&options, safe);
                continue;
            }
            let goes_on = self.board.in_stock & options.playable != 0
                && match THREE {
                    true => self.jump(&options, safe),
                    false => self.play_from_waste(&options, safe),
                };
            if !goes_on {
                break;
            }
        }
        self.rounds
    }

    /// Makes one move other than a turn of the stock, after as many turns as
    /// are picked at random before it, where there are others than those of
    /// the waste.
    #[inline(always)]
    fn play_any(&mut self, options: &Options, safe: Cards) {
        let cards = self.board.exposed & safe;
        if cards != 0 {
            self.rounds += 1;
            let pick = self.random.below(cards.count_ones());
            return self.board.leave(nth(cards, pick), 0);
        }
        let ends = options.ends();
        let others = match THREE {
            true => ends[3],
            false => options.count(),
        };
        while self.rounds < self.depth {
            self.rounds += 1;
            let top = self.top();
            if top & safe != 0 {
                return self.board.waste_on(0);
            }
            let turns = u32::from(!LAST && self.can_turn());
            let waste = options.waste(top);
            let pick = self.random.below(turns + others + waste);
            if pick < turns {
                self.turn();
                continue;
            }
            let pick = pick - turns;
            return match pick < waste {
                true => options.play_waste(self.board, top, pick),
                false => options.play(self.board, pick - waste, ends),
            };
        }
    }

    /// The same where only cards of the waste can be played; false if none can
    /// be.
    #[inline(always)]
    fn play_from_waste(&mut self, options: &Options, safe: Cards) -> bool {
        let patience = 2 * self.board.turns_a_pass();
        let mut idle = 0;
        while self.rounds < self.depth {
            let top = self.top();
            if top & options.playable == 0 {
                if (idle >= patience) | !self.can_turn() {
                    return false;
                }
                self.rounds += 1;
                idle += 1;
                self.turn();
                continue;
            }
            self.rounds += 1;
            if top & safe != 0 {
                self.board.waste_on(0);
                return true;
            }
            let turns = u32::from(!LAST && self.can_turn());
            let pick = self.random.below(turns + options.waste(top));
            if pick < turns {
                self.turn();
                idle = 1;
                continue;
            }
            options.play_waste(self.board, top, pick - turns);
            return true;
        }
        true
    }

    /// The same for three cards at a time, with all turns that are forced made
    /// at once.
    #[inline(always)]
    fn jump(&mut self, options: &Options, safe: Cards) -> bool {
        loop {
            let stops = Stops::new(self.board, options.playable);
            let (mut hits, mut passed) = (stops.hits, 0);
            while hits != 0 {
                let turns = hits.trailing_zeros();
                if turns >= self.depth - self.rounds {
                    self.rounds = self.depth;
                    return true;
                }
                self.board.waste = stops.waste(turns);
                let top = self.top();
                let turn = u32::from(!LAST && self.can_turn());
                let pick = match top & safe {
                    0 => self.random.below(turn + options.waste(top)),
                    _ => turn,
                };
                if pick >= turn {
                    self.rounds += turns + 1;
                    options.play_waste(self.board, top, pick - turn);
                    return true;
                }
                passed = turns;
                hits &= hits - 1;
            }
            if !stops.again {
                let idle = stops.idle(passed);
                self.rounds += idle.min(self.depth - self.rounds);
                return false;
            }
            self.rounds += passed + 1;
            self.turn();
        }
    }

    /// The waste's card, or a bit that is no card.
    #[inline(always)]
    fn top(&self) -> Cards {
        1 << (self.board.top_bit() % 64)
    }

    #[inline(always)]
    fn can_turn(&self) -> bool {
        match THREE {
            true => (self.board.waste != self.board.left) | (self.board.left > 3),
            false => self.board.can_turn(),
        }
    }

    /// Turns cards; where passes are endless they are not counted.
    #[inline(always)]
    fn turn(&mut self) {
        match THREE {
            true => self.board.waste = self.board.waste_after(3),
            false => self.board.turn(),
        }
    }
}
