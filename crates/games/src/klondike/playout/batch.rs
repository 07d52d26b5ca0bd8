//! Many playouts side by side, under the thesis's rules. A processor cannot
//! predict random choices, and a playout makes some forty of them. Here games
//! that need the same kind of work next stand in a list, and one loop does that
//! work for all of them, with hardly a branch that depends on a choice.

use super::board::Board;
use super::fast_random::FastRandom;
use super::moves::{Options, ways};
use super::sets::nth;
use super::{PlayoutPolicy, PlayoutResult};
use crate::klondike::table::Cards;
use crate::klondike::variant::THESIS;
use std::hint::select_unpredictable as either;

/// Games under way at once: enough for long loops, few enough for the fastest
/// memory; at most 255, as a [`List`] counts by bytes.
const LANES: usize = 96;

/// Plays so many games to their end. Each is played with random numbers of its
/// own, whose seed follows what its `start` takes from `random`, so that it
/// ends as `Board::play_out` would end it. `done` gets the number of a game
/// and how it ended, in the order in which games end.
pub fn play_out_many(
    games: u32,
    random: &mut FastRandom,
    policy: PlayoutPolicy,
    start: impl FnMut(&mut FastRandom) -> Board,
    done: impl FnMut(u32, PlayoutResult),
) {
    match (policy.turns_last, policy.safe_first) {
        (false, false) => Lanes::<_, false, false>::new(games, random, start).play(done),
        (false, true) => Lanes::<_, false, true>::new(games, random, start).play(done),
        (true, false) => Lanes::<_, true, false>::new(games, random, start).play(done),
        (true, true) => Lanes::<_, true, true>::new(games, random, start).play(done),
    }
}

/// Games under way, in lists by what is to be done next. `LAST`: the stock is
/// turned only when nothing else can be done. `SAFE`: safe moves come first.
struct Lanes<'a, S, const LAST: bool, const SAFE: bool> {
    lanes: Vec<Lane>,
    random: &'a mut FastRandom,
    start: S,
    /// Games that were begun, and how many there shall be.
    begun: u32,
    games: u32,
}

/// A game under way.
struct Lane {
    board: Board,
    random: FastRandom,
    number: u32,
    rounds: u32,
    /// What [`Options`] says: how many moves there are, and which cards can be
    /// played from the waste.
    ends: [u32; 4],
    playable: Cards,
    taken: [Cards; 3],
    /// Safe cards.
    safe: Cards,
    /// The move that was picked.
    pick: u32,
    /// Where only the waste can be played: the stops ahead in a pass, or in its
    /// rest, at which it can be.
    hits: u64,
    /// Cards in the waste as it begins, and turns of it.
    base: u8,
    rest: u32,
    /// The rounds before a card of the waste was passed over last.
    passed: u32,
}

/// What was picked.
struct Choice {
    turns: bool,
    from_waste: bool,
}

/// Numbers of lanes. What is pushed only if some condition holds is always
/// written, and then kept or not: that takes no branch.
struct List {
    lanes: [u8; 256],
    len: u8,
}

impl Default for List {
    fn default() -> List {
        List {
            lanes: [0; 256],
            len: 0,
        }
    }
}

/// Lanes by what comes next.
#[derive(Default)]
struct Lists {
    /// The game has moved, or begins.
    moved: List,
    /// A safe card goes home.
    safe: List,
    /// Columns have moves, and the stock was turned.
    free: List,
    /// Only the waste has moves, which are looked for in a pass.
    pass: List,
    /// One was found.
    stop: List,
    /// A card of the waste was picked.
    waste: List,
    /// A move of columns was picked.
    other: List,
    /// The game has ended.
    over: List,
}

impl List {
    #[inline(always)]
    fn push_if(&mut self, lane: u8, condition: bool) {
        self.lanes[usize::from(self.len)] = lane;
        self.len += u8::from(condition);
    }

    /// Empties the list, and says how many it had. Those can be read while
    /// others are pushed: at most one for each that was read.
    #[inline(always)]
    fn take(&mut self) -> usize {
        usize::from(std::mem::take(&mut self.len))
    }
}

impl<'a, S, const LAST: bool, const SAFE: bool> Lanes<'a, S, LAST, SAFE>
where
    S: FnMut(&mut FastRandom) -> Board,
{
    fn new(games: u32, random: &'a mut FastRandom, start: S) -> Self {
        Lanes {
            lanes: std::iter::repeat_with(Lane::none).take(LANES).collect(),
            random,
            start,
            begun: 0,
            games,
        }
    }

    /// Begins the next game in a lane; whether there is one.
    #[inline(always)]
    fn begin(&mut self, lane: usize, done: &mut impl FnMut(u32, PlayoutResult)) -> bool {
        while self.begun < self.games {
            let lane = &mut self.lanes[lane];
            lane.number = self.begun;
            lane.rounds = 0;
            lane.board = (self.start)(self.random);
            lane.random = FastRandom::new(self.random.bits());
            self.begun += 1;
            if lane.board.variant == THESIS {
                return true;
            }
            // Other rules are played game by game.
            let policy = PlayoutPolicy {
                turns_last: LAST,
                safe_first: SAFE,
            };
            let result = lane.board.play_out(&mut lane.random, u32::MAX, policy);
            done(lane.number, result);
        }
        false
    }

    fn play(mut self, mut done: impl FnMut(u32, PlayoutResult)) {
        let mut lists = Lists::default();
        for lane in 0..LANES {
            let begun = self.begin(lane, &mut done);
            lists.moved.push_if(lane as u8, begun);
        }
        while lists.moved.len | lists.free.len | lists.pass.len | lists.stop.len != 0 {
            self.pick(&mut lists);
            self.turn(&mut lists);
            self.make(&mut lists);
            for k in 0..lists.over.take() {
                let number = lists.over.lanes[k];
                let lane = &self.lanes[usize::from(number)];
                let result = PlayoutResult {
                    fitness: lane.board.fitness(),
                    rounds: lane.rounds,
                };
                done(lane.number, result);
                let begun = self.begin(number.into(), &mut done);
                lists.moved.push_if(number, begun);
            }
        }
    }

    /// Picks moves where columns have some, or the waste's card has at once.
    #[inline(always)]
    fn pick(&mut self, lists: &mut Lists) {
        for k in 0..lists.free.take() {
            let number = lists.free.lanes[k];
            let lane = &mut self.lanes[usize::from(number)];
            let Choice { turns, from_waste } = lane.choose::<LAST, SAFE>(true);
            lists.free.push_if(number, turns);
            lists.waste.push_if(number, !turns & from_waste);
            lists.other.push_if(number, !turns & !from_waste);
        }
        for k in 0..lists.moved.take() {
            let number = lists.moved.lanes[k];
            let lane = &mut self.lanes[usize::from(number)];
            lane.consider();
            if SAFE && lane.find_safe() {
                lists.safe.push_if(number, true);
                continue;
            }
            let is_free = lane.ends[3] > 0;
            let Choice { turns, from_waste } = lane.choose::<LAST, SAFE>(is_free);
            lists.free.push_if(number, turns & is_free);
            lists.pass.push_if(number, turns & !is_free);
            lists.waste.push_if(number, !turns & from_waste);
            lists.other.push_if(number, !turns & !from_waste);
        }
    }

    /// Turns the stock where only the waste can be played, and picks moves.
    #[inline(always)]
    fn turn(&mut self, lists: &mut Lists) {
        for k in 0..lists.pass.take() {
            let number = lists.pass.lanes[k];
            let (found, lost) = self.lanes[usize::from(number)].pass();
            lists.over.push_if(number, lost);
            lists.pass.push_if(number, !found & !lost);
            lists.stop.push_if(number, found);
        }
        for k in 0..lists.stop.take() {
            let number = lists.stop.lanes[k];
            let lane = &mut self.lanes[usize::from(number)];
            let (taken, is_last) = lane.choose_at_stop::<LAST, SAFE>();
            lists.waste.push_if(number, taken);
            lists.stop.push_if(number, !taken & !is_last);
            lists.pass.push_if(number, !taken & is_last);
        }
    }

    /// Makes the moves that were picked.
    #[inline(always)]
    fn make(&mut self, lists: &mut Lists) {
        for k in 0..lists.safe.take() {
            let number = lists.safe.lanes[k];
            self.lanes[usize::from(number)].play_safe();
            lists.moved.push_if(number, true);
        }
        for k in 0..lists.waste.take() {
            let number = lists.waste.lanes[k];
            self.lanes[usize::from(number)].play_waste();
            lists.moved.push_if(number, true);
        }
        for k in 0..lists.other.take() {
            let number = lists.other.lanes[k];
            self.lanes[usize::from(number)].play_other();
            lists.moved.push_if(number, true);
        }
    }
}

impl Lane {
    /// A lane without a game.
    fn none() -> Lane {
        Lane {
            board: Board::bare(THESIS, &[0; 4], 0),
            random: FastRandom::new(0),
            number: 0,
            rounds: 0,
            ends: [0; 4],
            playable: 0,
            taken: [0; 3],
            safe: 0,
            pick: 0,
            hits: 0,
            base: 0,
            rest: 0,
            passed: 0,
        }
    }

    /// Counts the moves of columns.
    #[inline(always)]
    fn consider(&mut self) {
        let options = Options::of::<true>(&self.board);
        self.ends = options.ends();
        self.playable = options.playable;
        self.taken = options.taken();
        self.base = self.board.waste;
        self.passed = self.rounds;
    }

    /// Whether an exposed card is safe.
    #[inline(always)]
    fn find_safe(&mut self) -> bool {
        self.safe = self.board.safe();
        self.board.exposed & self.safe != 0
    }

    #[inline(always)]
    fn play_safe(&mut self) {
        self.rounds += 1;
        let cards = self.board.exposed & self.safe;
        let pick = self.random.below(cards.count_ones());
        self.board.leave(nth(cards, pick), 0);
    }

    /// Picks a move where columns have some (`is_free`) or the waste may have;
    /// a turn is made in the first case.
    #[inline(always)]
    fn choose<const LAST: bool, const SAFE: bool>(&mut self, is_free: bool) -> Choice {
        let top = self.board.top();
        let turn = u32::from(!LAST & self.board.can_turn_three());
        let moves = ways(top, self.taken);
        let all = moves + self.ends[3];
        let pick = self.below::<SAFE>(turn, all, top);
        let turns = (pick < turn) | (all == 0);
        let pick = pick.wrapping_sub(turn);
        let from_waste = pick < moves;
        self.pick = pick.wrapping_sub(either(from_waste, 0, moves));
        self.rounds += u32::from(is_free | !turns);
        if !LAST {
            let waste = self.board.waste_after(3);
            self.board.waste = either(turns & is_free, waste, self.board.waste);
        }
        Choice { turns, from_waste }
    }

    /// Looks for stops ahead in a pass at which the waste can be played, and
    /// turns to the first; whether there are some, and whether the game is
    /// lost. If neither, the next pass begins.
    #[inline(always)]
    fn pass(&mut self) -> (bool, bool) {
        let left = self.board.left;
        self.rest = u32::from(left - self.base).div_ceil(3);
        self.hits = self.board.hits(self.base, self.rest, self.playable) & !1;
        let found = self.hits != 0;
        self.board.waste = self.first_stop();
        // A stock of three cards is turned only once.
        let small = left <= 3;
        let none = self.board.in_stock & self.playable == 0;
        let lost = !found & (small | none | (self.base == 0));
        let turned = either(small, self.rounds + self.rest, self.passed + 2 * self.rest);
        self.rounds = either(lost & !none, turned, self.rounds);
        self.end_pass(!found & !lost);
        (found, lost)
    }

    /// Picks a move of the waste's card at a stop, or to turn on; whether the
    /// first, and whether there are no more stops in this pass.
    #[inline(always)]
    fn choose_at_stop<const LAST: bool, const SAFE: bool>(&mut self) -> (bool, bool) {
        let top = self.board.top();
        let turn = u32::from(!LAST & self.board.can_turn_three());
        let pick = self.below::<SAFE>(turn, ways(top, self.taken), top);
        let taken = pick >= turn;
        self.pick = pick.wrapping_sub(turn);
        let turns = self.hits.trailing_zeros();
        self.passed = self.rounds + turns;
        self.rounds += either(taken, turns + 1, 0);
        self.hits &= self.hits.wrapping_sub(1);
        let is_last = self.hits == 0;
        self.board.waste = either(taken, self.board.waste, self.first_stop());
        self.end_pass(!taken & is_last);
        (taken, is_last)
    }

    /// Begins the next pass if this one has no more stops; there is none with
    /// three cards or fewer.
    #[inline(always)]
    fn end_pass(&mut self, is_over: bool) {
        let left = self.board.left;
        let base = either(left <= 3, left, 0);
        self.rounds += either(is_over, self.rest, 0);
        self.base = either(is_over, base, self.base);
    }

    /// The cards in the waste at the first stop.
    #[inline(always)]
    fn first_stop(&self) -> u8 {
        let turns = self.hits.trailing_zeros() as u8;
        (self.base.wrapping_add(turns.wrapping_mul(3))).min(self.board.left)
    }

    /// Picks a turn, if there is one, or one of `moves`; the first of those if
    /// the waste's card is safe. That needs no random number, nor does it if
    /// there are no moves.
    #[inline(always)]
    fn below<const SAFE: bool>(&mut self, turn: u32, moves: u32, top: Cards) -> u32 {
        let mut random = FastRandom::new(self.random.state());
        let pick = random.below(turn + moves);
        let forced = SAFE && top & self.safe != 0;
        let (before, after) = (self.random.state(), random.state());
        self.random = FastRandom::new(either(forced | (moves == 0), before, after));
        match SAFE {
            true => either(forced, turn, pick),
            false => pick,
        }
    }

    #[inline(always)]
    fn play_waste(&mut self) {
        let options = Options::of::<true>(&self.board);
        let top = self.board.top();
        options.play_waste(&mut self.board, top, self.pick);
    }

    #[inline(always)]
    fn play_other(&mut self) {
        let options = Options::of::<true>(&self.board);
        options.play::<true>(&mut self.board, self.pick, self.ends);
    }
}
