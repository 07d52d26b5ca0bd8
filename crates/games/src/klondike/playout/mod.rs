//! Fast random playouts: a packed [`Board`], samples of the hidden cards
//! ([`Determinizer`]), and a loop that picks a legal move uniformly until the
//! game is over. It is over in one of Donkersteeg's three ways: won; no move
//! left; the stock turned through twice with nothing else possible.
//! [`play_out_many`] plays many games side by side.

mod batch;
pub(crate) mod board;
mod determinizer;
mod facts;
mod fast_random;
mod moves;
mod sets;
mod stops;

pub use batch::play_out_many;
pub use board::Board;
pub use determinizer::Determinizer;
pub use fast_random::FastRandom;

use super::table::Cards;
use super::variant::THESIS;
use moves::Options;
use sets::nth;

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
        let rounds = match (self.variant == THESIS, policy.turns_last, policy.safe_first) {
            (true, false, false) => Playout::<true, false, false>::new(self, random, depth).play(),
            (true, false, true) => Playout::<true, false, true>::new(self, random, depth).play(),
            (true, true, false) => Playout::<true, true, false>::new(self, random, depth).play(),
            (true, true, true) => Playout::<true, true, true>::new(self, random, depth).play(),
            (false, false, false) => {
                Playout::<false, false, false>::new(self, random, depth).play()
            }
            (false, false, true) => Playout::<false, false, true>::new(self, random, depth).play(),
            (false, true, false) => Playout::<false, true, false>::new(self, random, depth).play(),
            (false, true, true) => Playout::<false, true, true>::new(self, random, depth).play(),
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

/// A playout under way. `THESIS`: by the thesis's rules. `LAST`: the stock is
/// turned only when nothing else can be done. `SAFE`: safe moves come first.
struct Playout<'a, const THESIS: bool, const LAST: bool, const SAFE: bool> {
    board: &'a mut Board,
    random: &'a mut FastRandom,
    depth: u32,
    rounds: u32,
}

impl<'a, const THESIS: bool, const LAST: bool, const SAFE: bool> Playout<'a, THESIS, LAST, SAFE> {
    fn new(board: &'a mut Board, random: &'a mut FastRandom, depth: u32) -> Self {
        Playout {
            board,
            random,
            depth,
            rounds: 0,
        }
    }

    /// Plays to the end, and says how many moves were made.
    fn play(mut self) -> u32 {
        // A game that is won has no moves, unless cards can come back.
        while self.rounds < self.depth && (THESIS || !self.board.is_won()) && self.step() {}
        self.rounds
    }

    /// Makes one move that is no turn, after the turns before it; false if
    /// there is none.
    #[inline(always)]
    fn step(&mut self) -> bool {
        // Turning changes only the waste: what else can be done is known.
        let options = match THESIS {
            true => Options::of::<true>(self.board),
            false => Options::new(self.board),
        };
        let safe = match SAFE {
            true => self.board.safe(),
            false => 0,
        };
        if !options.is_empty() {
            self.play_any(&options, safe);
            return true;
        }
        self.board.in_stock & options.playable != 0
            && match THESIS {
                true => self.jump(&options, safe),
                false => self.play_from_waste(&options, safe),
            }
    }

    /// Makes one move other than a turn of the stock, after as many turns as
    /// are picked at random before it, where there are others than those of
    /// the waste.
    #[inline(always)]
    fn play_any(&mut self, options: &Options, safe: Cards) {
        let cards = self.board.exposed & safe;
        if SAFE && cards != 0 {
            self.rounds += 1;
            let pick = self.random.below(cards.count_ones());
            return self.board.leave(nth(cards, pick), 0);
        }
        let ends = options.ends();
        let others = match THESIS {
            true => ends[3],
            false => options.count(),
        };
        while self.rounds < self.depth {
            self.rounds += 1;
            let top = self.board.top();
            if SAFE && top & safe != 0 {
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
                false => options.play::<THESIS>(self.board, pick - waste, ends),
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
            let top = self.board.top();
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
            if SAFE && top & safe != 0 {
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
        let left = self.board.left;
        let pass = u32::from(left).div_ceil(3);
        // Cards in the waste as a pass or its rest begins, and turns of it.
        let mut waste = self.board.waste;
        let mut rest = u32::from(left - waste).div_ceil(3);
        // Turns before it, and before a card that was passed over last.
        let (mut before, mut passed) = (0, 0);
        loop {
            let all = self.board.hits(waste, rest, options.playable);
            let mut hits = all;
            while hits != 0 {
                let turns = hits.trailing_zeros();
                if before + turns >= self.depth - self.rounds {
                    self.rounds = self.depth;
                    return true;
                }
                self.board.waste = (waste + 3 * turns as u8).min(left);
                let top = self.board.top();
                let turn = u32::from(!LAST && self.can_turn());
                let pick = match SAFE && top & safe != 0 {
                    true => turn,
                    false => self.random.below(turn + options.waste(top)),
                };
                if pick >= turn {
                    self.rounds += before + turns + 1;
                    options.play_waste(self.board, top, pick - turn);
                    return true;
                }
                passed = before + turns;
                hits &= hits - 1;
            }
            before += rest;
            let turns_to_lose = match left > 3 {
                // A stock of three cards is turned only once.
                false => Some(before),
                true => (all == 0 && waste == 0).then_some(passed + 2 * pass),
            };
            if let Some(turns) = turns_to_lose {
                self.rounds += turns.min(self.depth - self.rounds);
                return false;
            }
            (waste, rest) = (0, pass);
        }
    }

    #[inline(always)]
    fn can_turn(&self) -> bool {
        match THESIS {
            true => self.board.can_turn_three(),
            false => self.board.can_turn(),
        }
    }

    /// Turns cards. Passes are counted only if the rules may limit them.
    #[inline(always)]
    fn turn(&mut self) {
        match THESIS {
            true => self.board.waste = self.board.waste_after(3),
            false => self.board.turn(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::seeded::Seeded;
    use crate::klondike::rules::Position;

    /// Plays with what is made for the thesis's rules, and with what is made
    /// for all: fitness, moves and the next random number.
    fn both_ways<const LAST: bool, const SAFE: bool>(start: Board, seed: u64, depth: u32) {
        let mut ends = [
            (start, FastRandom::new(seed)),
            (start, FastRandom::new(seed)),
        ];
        let [(fast, luck), (plain, same_luck)] = &mut ends;
        let rounds = [
            Playout::<true, LAST, SAFE>::new(fast, luck, depth).play(),
            Playout::<false, LAST, SAFE>::new(plain, same_luck, depth).play(),
        ];
        assert_eq!(rounds[0], rounds[1], "{start:?} {seed} {depth}");
        assert_eq!(ends[0].0.fitness(), ends[1].0.fitness());
        assert_eq!(ends[0].1.bits(), ends[1].1.bits());
    }

    #[test]
    fn the_thesis_rules_are_played_as_all_rules_are() {
        for number in 0..2000 {
            let start = Position::deal(THESIS, &Seeded::new("ways", number).deck());
            let start = Board::new(&start);
            for depth in [0, 1, 7, 40, 90, u32::MAX] {
                both_ways::<false, false>(start, number, depth);
                both_ways::<false, true>(start, number, depth);
                both_ways::<true, false>(start, number, depth);
                both_ways::<true, true>(start, number, depth);
            }
        }
    }
}
