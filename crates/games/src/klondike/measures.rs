//! What can be measured of a Klondike deal: how it lies, how the open-card
//! solver's solution goes, and how far players come who see no face-down card
//! ([`ladder`]).

use super::Klondike;
use super::ladder;
use super::open::Open;
use super::rules::{Column, Move, Place, Position, TURN};
use crate::cards::{Card, KING};
use engine::{
    Answer, Budget, Cost, Measure, Measured, Measurer, Outcome, Puzzle, Rules, Solve, Verdict,
    Watch,
};

/// The measures, in the order of the values.
pub static MEASURES: [Measure; 25] = [
    Measure::initial("draw", "cards", "cards turned from the stock at a time"),
    Measure::initial("face_down", "cards", "cards that lie face down in columns"),
    Measure::initial(
        "choices",
        "moves",
        "legal moves at the start, turning the stock left out",
    ),
    Measure::initial(
        "home_at_once",
        "cards",
        "cards that can go home at the start",
    ),
    Measure::initial("on_aces", "cards", "cards that lie on aces in columns"),
    Measure::initial("on_twos", "cards", "cards that lie on twos in columns"),
    Measure::initial(
        "low_in_columns",
        "cards",
        "aces, twos and threes in columns",
    ),
    Measure::initial(
        "on_lower",
        "cards",
        "cards in columns with a lower card of their suit beneath them",
    ),
    Measure::initial(
        "on_parents",
        "pairs",
        "pairs of a card and one beneath it in its column that it could be laid on",
    ),
    Measure::initial(
        "under_kings",
        "cards",
        "cards that lie under kings in columns",
    ),
    Measure::dynamic(
        "states",
        "states",
        "states that the open-card solver checks",
    ),
    Measure::solution(
        "moves",
        "moves",
        "moves of its solution, turns of the stock among them",
    ),
    Measure::solution("turns", "moves", "turns of the stock in its solution"),
    Measure::solution(
        "before_first_home",
        "moves",
        "moves of its solution before the first card goes home",
    ),
    Measure::dynamic(
        "thumb_wins",
        "wins",
        "1 if the player by rules of thumb, who sees no face-down card, wins, else 0",
    )
    .at_cost(Cost::Cheap),
    Measure::dynamic("thumb_home", "cards", "cards that this player brings home")
        .at_cost(Cost::Cheap),
    Measure::dynamic("random_wins", "share", "random playouts that are won").at_cost(Cost::Cheap),
    Measure::dynamic(
        "random_home",
        "cards",
        "cards that a random playout brings home, mean",
    )
    .at_cost(Cost::Cheap),
    Measure::dynamic(
        "random_best",
        "cards",
        "most cards that any of the random playouts brings home",
    )
    .at_cost(Cost::Cheap),
    Measure::dynamic(
        "monte_carlo_1_wins",
        "share",
        "games that the player monte-carlo wins with one playout a move",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "monte_carlo_1_home",
        "cards",
        "cards that the player monte-carlo brings home with one playout a move, mean",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "monte_carlo_5_wins",
        "share",
        "games that the player monte-carlo wins with five playouts a move",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "monte_carlo_5_home",
        "cards",
        "cards that the player monte-carlo brings home with five playouts a move, mean",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "monte_carlo_20_wins",
        "share",
        "games that the player monte-carlo wins with twenty playouts a move",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "monte_carlo_20_home",
        "cards",
        "cards that the player monte-carlo brings home with twenty playouts a move, mean",
    )
    .at_cost(Cost::Dear),
];

/// Takes the measures.
#[derive(Default)]
pub struct Measuring(Open);

impl Measurer<Position> for Measuring {
    fn measure(
        &mut self,
        start: &Position,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let solve = || self.0.solve(start, budget, watch);
        let answer = (most >= Cost::Search).then(solve);
        let outcome = answer.as_ref().map(|answer| &answer.outcome);
        let mut values: Vec<_> = [
            usize::from(start.variant.draw),
            start.face_down(),
            count(start, |mv| mv != TURN),
            count(start, is_home),
            above(start, 1),
            above(start, 2),
            in_columns(start, |cards, at| cards[at].rank() <= 3),
            in_columns(start, lies_on_lower),
            pairs_with_parents(start),
            under_kings(start),
        ]
        .map(|count| Some(count as f64))
        .into();
        // A limit says nothing of how hard the deal is to decide.
        let decided = |answer: &&Answer<_>| !matches!(answer.outcome, Outcome::GaveUp(_));
        let decided = answer.as_ref().filter(decided);
        values.push(decided.map(|answer| answer.effort.checked as f64));
        values.extend(match outcome {
            Some(Outcome::Solved(moves)) => {
                let lengths = Klondike.lengths(start, moves);
                let before = moves.iter().take_while(|&&mv| !is_home(mv)).count();
                [lengths[0], lengths[2], before as u64].map(|n| Some(n as f64))
            }
            _ => [None; 3],
        });
        values.extend(ladder::by_thumb(start).map(Some));
        values.extend(ladder::at_random(start).map(Some));
        let players = (most >= Cost::Dear).then(|| ladder::monte_carlo(start, watch));
        values.extend(players.map_or([None; 6], |values| values.map(Some)));
        Measured {
            outcome: outcome.map(Verdict::from),
            values,
        }
    }
}

fn is_home(mv: Move) -> bool {
    matches!(mv.to, Place::Home(_))
}

fn count(start: &Position, wanted: fn(Move) -> bool) -> usize {
    let mut moves = Vec::new();
    start.moves(&mut moves);
    moves.into_iter().filter(|&mv| wanted(mv)).count()
}

/// The cards of each column, the lowest first.
fn columns(start: &Position) -> impl Iterator<Item = Vec<Card>> + '_ {
    let cards = |column: &Column| column.hidden.iter().chain(&column.open).copied().collect();
    start.columns.iter().map(cards)
}

/// Cards in columns that something is true of, given the column and the place
/// in it.
fn in_columns(start: &Position, wanted: fn(&[Card], usize) -> bool) -> usize {
    let of_column = |cards: Vec<Card>| (0..cards.len()).filter(|&at| wanted(&cards, at)).count();
    columns(start).map(of_column).sum()
}

fn lies_on_lower(cards: &[Card], at: usize) -> bool {
    let card = cards[at];
    let lower = |other: &Card| other.suit() == card.suit() && other.rank() < card.rank();
    cards[..at].iter().any(lower)
}

/// Cards that lie on cards of a rank.
fn above(start: &Position, rank: u8) -> usize {
    let of_column = |cards: Vec<Card>| {
        let places = (0..cards.len()).filter(|&at| cards[at].rank() == rank);
        places.map(|at| cards.len() - 1 - at).sum::<usize>()
    };
    columns(start).map(of_column).sum()
}

fn under_kings(start: &Position) -> usize {
    let of_column = |cards: Vec<Card>| {
        let kings = (0..cards.len()).filter(|&at| cards[at].rank() == KING);
        kings.sum::<usize>()
    };
    columns(start).map(of_column).sum()
}

/// A card and one beneath it of one rank more and the other colour.
fn pairs_with_parents(start: &Position) -> usize {
    let of_column = |cards: Vec<Card>| {
        let parents = |at: usize| {
            let card = cards[at];
            let fits =
                |other: &&Card| other.rank() == card.rank() + 1 && other.is_red() != card.is_red();
            cards[..at].iter().filter(fits).count()
        };
        (0..cards.len()).map(parents).sum::<usize>()
    };
    columns(start).map(of_column).sum()
}
