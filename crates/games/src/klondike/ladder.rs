//! How players of growing strength fare on one deal, none of whom sees a
//! face-down card: each plays it several times, and only their own luck
//! differs. The luck belongs to the deal, so that a deal always measures the
//! same. All of them make only moves that cannot be taken back, and so do not
//! move cards to and fro: they come further than by all moves, and games are
//! some twenty times shorter.

use super::players::PLAYERS;
use super::playout::{Board, FastRandom, PlayoutPolicy, play_out_many};
use super::rules::Position;
use super::signature::signature;
use super::view::View;
use crate::cards::luck;
use engine::chance::Chance;
use engine::play::{Ending, FaceDown, play};
use engine::{Budget, Meter, Player, Puzzle, Settings, Unwatched, Watch};

/// Random playouts of a deal.
const PLAYOUTS: u32 = 400;
/// Cards at home in a game that is won.
const DECK: u32 = 52;
/// Playouts a move of each Monte Carlo player, and the games it plays.
const RUNGS: [(&str, u32); 3] = [("1", 16), ("5", 16), ("20", 12)];
/// Games end after so many moves; games that are won take half of it.
const ROUNDS: usize = 1_000;

/// The share of random playouts that are won, and the mean and the most of the
/// cards that they bring home.
pub fn at_random(start: &Position) -> [f64; 3] {
    let mut chance = luck::of_deal("klondike random", &signature(start));
    let mut random = FastRandom::from_chance(&mut chance);
    let mut board = Board::new(start);
    board.only_forward();
    let (mut won, mut sum, mut best) = (0, 0, 0);
    let policy = PlayoutPolicy::default();
    play_out_many(
        PLAYOUTS,
        &mut random,
        policy,
        |_| board,
        |_, end| {
            won += u32::from(end.fitness == DECK);
            sum += end.fitness;
            best = best.max(end.fitness);
        },
    );
    let share = |count: u32| f64::from(count) / f64::from(PLAYOUTS);
    [share(won), share(sum), f64::from(best)]
}

/// Whether the player by rules of thumb wins, and how many cards it brings
/// home. Its luck only breaks ties, and is the same on every deal.
pub fn by_thumb(start: &Position) -> [f64; 2] {
    let mut player = player("rules", &Settings::default());
    let mut luck = ["thumb", "table"].map(|purpose| Chance::new(purpose, 0, 0));
    let (won, home) = game(start, &mut *player, &mut luck, &Unwatched);
    [f64::from(u8::from(won)), f64::from(home)]
}

/// For each Monte Carlo player the share of games it wins, and the cards it
/// brings home on average.
pub fn monte_carlo(start: &Position, watch: &dyn Watch) -> [f64; 6] {
    let signature = signature(start);
    let mut luck =
        ["klondike rungs", "klondike table"].map(|purpose| luck::of_deal(purpose, &signature));
    let rung = |(playouts, games): (&str, u32)| {
        let mut settings = Settings::default();
        let known = settings.set("measure", "k", playouts);
        known.unwrap_or_else(|fault| panic!("{fault}"));
        let mut player = player("monte-carlo", &settings);
        let (mut won, mut sum) = (0, 0);
        for _ in 0..games {
            let one = game(start, &mut *player, &mut luck, watch);
            won += u32::from(one.0);
            sum += one.1;
        }
        [won, sum].map(|count| f64::from(count) / f64::from(games))
    };
    let [first, second, third] = RUNGS.map(rung);
    [first[0], first[1], second[0], second[1], third[0], third[1]]
}

/// A player of the list.
fn player(name: &str, settings: &Settings) -> Box<dyn Player<View>> {
    let line = PLAYERS.iter().find(|line| line.name == name);
    let made = (line.expect("the player is listed").make)(settings);
    made.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Whether a player wins one game, and how many cards it brings home.
fn game(
    start: &Position,
    player: &mut dyn Player<View>,
    luck: &mut [Chance; 2],
    watch: &dyn Watch,
) -> (bool, u32) {
    let mut start = start.clone();
    start.variant = start.variant.only_forward();
    let [ours, theirs] = luck;
    let mut meter = Meter::new(&Budget::default(), watch);
    let luck = [ours, theirs];
    let game = play(&start, player, FaceDown::Fixed, ROUNDS, luck, &mut meter);
    game.moves.iter().for_each(|&mv| start.apply(mv));
    let home = start.home.iter().map(|&rank| u32::from(rank)).sum();
    (game.ending == Ending::Won, home)
}
