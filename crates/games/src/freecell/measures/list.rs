//! What can be measured of a FreeCell deal, by name.

use engine::{Cost, Measure};

/// The measures, in the order of the values.
pub static MEASURES: [Measure; 85] = [
    Measure::initial("cells", "cells", "free cells"),
    Measure::initial("columns", "columns", "columns"),
    Measure::initial(
        "ace_depths",
        "cards",
        "cards that lie on aces (in Penguin: on cards of the rank foundations start with)",
    ),
    Measure::initial("cards_under_kings", "cards", "cards that lie under kings"),
    Measure::initial(
        "ranks_on_aces",
        "ranks",
        "ranks of the cards directly on aces, summed",
    ),
    Measure::initial(
        "disordered_cards",
        "cards",
        "cards in columns that lie on no card of the next higher rank and carry none of the next lower, whatever the colours",
    ),
    Measure::initial(
        "hardness",
        "points",
        "Chen's score: 2 * (ace_depths + cards_under_kings) + ranks_on_aces + disordered_cards",
    ),
    Measure::initial("depth_2", "cards", "cards that lie on twos"),
    Measure::initial("depth_3", "cards", "cards that lie on threes"),
    Measure::initial("depth_4", "cards", "cards that lie on fours"),
    Measure::initial("depth_5", "cards", "cards that lie on fives"),
    Measure::initial("depth_6", "cards", "cards that lie on sixes"),
    Measure::initial("depth_7", "cards", "cards that lie on sevens"),
    Measure::initial("depth_8", "cards", "cards that lie on eights"),
    Measure::initial("depth_9", "cards", "cards that lie on nines"),
    Measure::initial("depth_t", "cards", "cards that lie on tens"),
    Measure::initial("depth_j", "cards", "cards that lie on jacks"),
    Measure::initial("depth_q", "cards", "cards that lie on queens"),
    Measure::initial("depth_k", "cards", "cards that lie on kings"),
    Measure::initial(
        "ranks_on_low",
        "ranks",
        "ranks of the cards directly on twos to sixes, summed",
    ),
    Measure::initial(
        "splits",
        "cards",
        "cards in columns that do not fit on the card beneath",
    ),
    Measure::initial(
        "inversions",
        "cards",
        "cards in columns with a lower card of the same suit beneath them",
    ),
    Measure::initial(
        "inverted_pairs",
        "pairs",
        "pairs of a card in a column and a lower one of its suit beneath it",
    ),
    Measure::initial(
        "low_inverted_pairs",
        "pairs",
        "pairs of a card in a column and an ace, two, three or four of its suit beneath it, lower than the card",
    ),
    Measure::initial(
        "higher_on_lower",
        "pairs",
        "pairs of a card in a column and one of lower rank beneath it",
    ),
    Measure::initial(
        "next_beneath",
        "cards",
        "cards in columns with the next lower card of their suit somewhere beneath them",
    ),
    Measure::initial(
        "parents_beneath",
        "pairs",
        "pairs of a card in a column and one beneath it that it could be laid on",
    ),
    Measure::initial(
        "parent_depths",
        "cards",
        "for each card the cards on the shallowest one that it could be laid on, summed",
    ),
    Measure::initial(
        "reach_twos",
        "cards",
        "cards to take away until all aces and twos are seen",
    ),
    Measure::initial(
        "reach_threes",
        "cards",
        "cards to take away until all aces, twos and threes are seen",
    ),
    Measure::initial(
        "low_columns",
        "columns",
        "columns that have an ace, two or three",
    ),
    Measure::initial(
        "easiest_suit",
        "cards",
        "cards on ace, two and three of the suit where they are fewest",
    ),
    Measure::initial(
        "hardest_suit",
        "cards",
        "cards on ace, two and three of the suit where they are most",
    ),
    Measure::initial(
        "kings_at_bottom",
        "cards",
        "kings that are the first card of their column",
    ),
    Measure::initial(
        "bottom_ranks",
        "ranks",
        "ranks of the columns' first cards, summed",
    ),
    Measure::initial(
        "exposed_ranks",
        "ranks",
        "ranks of the columns' exposed cards, summed",
    ),
    Measure::initial(
        "choices",
        "moves",
        "legal moves at the start, all free cells being one",
    ),
    playout(
        "playout_moves_least",
        "moves",
        "moves of a relaxed playout, least of many",
    ),
    playout(
        "playout_moves_p10",
        "moves",
        "moves of a relaxed playout, tenth percentile",
    ),
    playout(
        "playout_moves_mean",
        "moves",
        "moves of a relaxed playout, mean",
    ),
    playout(
        "playout_held_least",
        "cards",
        "held cards of a relaxed playout, summed over its moves, least of many",
    ),
    playout(
        "playout_held_p10",
        "cards",
        "held cards of a relaxed playout, summed over its moves, tenth percentile",
    ),
    playout(
        "playout_held_mean",
        "cards",
        "held cards of a relaxed playout, summed over its moves, mean",
    ),
    playout(
        "playout_early_held_least",
        "cards",
        "held cards of a relaxed playout, summed over its moves before half of the cards are home, least of many",
    ),
    playout(
        "playout_early_held_p10",
        "cards",
        "held cards of a relaxed playout, summed over its moves before half of the cards are home, tenth percentile",
    ),
    playout(
        "playout_early_held_mean",
        "cards",
        "held cards of a relaxed playout, summed over its moves before half of the cards are home, mean",
    ),
    playout(
        "playout_parked_least",
        "cards",
        "cards that a relaxed playout holds at some time, least of many",
    ),
    playout(
        "playout_parked_p10",
        "cards",
        "cards that a relaxed playout holds at some time, tenth percentile",
    ),
    playout(
        "playout_parked_mean",
        "cards",
        "cards that a relaxed playout holds at some time, mean",
    ),
    playout(
        "playout_crowded_least",
        "moves",
        "moves of a relaxed playout after which more cards are held than there are cells, least of many",
    ),
    playout(
        "playout_crowded_p10",
        "moves",
        "moves of a relaxed playout after which more cards are held than there are cells, tenth percentile",
    ),
    playout(
        "playout_crowded_mean",
        "moves",
        "moves of a relaxed playout after which more cards are held than there are cells, mean",
    ),
    playout(
        "playout_excess_least",
        "cards",
        "cards held beyond the number of cells in a relaxed playout, summed over its moves, least of many",
    ),
    playout(
        "playout_excess_p10",
        "cards",
        "cards held beyond the number of cells in a relaxed playout, summed over its moves, tenth percentile",
    ),
    playout(
        "playout_excess_mean",
        "cards",
        "cards held beyond the number of cells in a relaxed playout, summed over its moves, mean",
    ),
    playout(
        "playout_most_least",
        "cards",
        "most cards held at once in a relaxed playout, least of many",
    ),
    playout(
        "playout_most_p10",
        "cards",
        "most cards held at once in a relaxed playout, tenth percentile",
    ),
    playout(
        "playout_most_mean",
        "cards",
        "most cards held at once in a relaxed playout, mean",
    ),
    playout(
        "playout_fits_0",
        "share",
        "relaxed playouts that need no more than the cells there are",
    ),
    playout(
        "playout_fits_1",
        "share",
        "relaxed playouts that need no more than one cell more than there are",
    ),
    playout(
        "playout_fits_2",
        "share",
        "relaxed playouts that need no more than two cells more than there are",
    ),
    playout(
        "playout_fits_3",
        "share",
        "relaxed playouts that need no more than three cells more than there are",
    ),
    playout(
        "playout_home_0",
        "cards",
        "cards that a relaxed playout brings home before it holds more cards than there are cells, mean",
    ),
    playout(
        "playout_home_1",
        "cards",
        "cards that a relaxed playout brings home before it holds more cards than one cell more would take, mean",
    ),
    playout(
        "playout_home_2",
        "cards",
        "cards that a relaxed playout brings home before it holds more cards than two cells more would take, mean",
    ),
    playout(
        "playout_home_3",
        "cards",
        "cards that a relaxed playout brings home before it holds more cards than three cells more would take, mean",
    ),
    playout(
        "bare_parked_least",
        "cards",
        "cards that a playout without building holds, least of many",
    ),
    playout(
        "bare_parked_p10",
        "cards",
        "cards that a playout without building holds, tenth percentile",
    ),
    playout(
        "bare_parked_mean",
        "cards",
        "cards that a playout without building holds, mean",
    ),
    playout(
        "bare_held_least",
        "cards",
        "held cards of a playout without building, summed over its moves, least of many",
    ),
    playout(
        "bare_held_p10",
        "cards",
        "held cards of a playout without building, summed over its moves, tenth percentile",
    ),
    playout(
        "bare_held_mean",
        "cards",
        "held cards of a playout without building, summed over its moves, mean",
    ),
    playout(
        "bare_crowded_least",
        "moves",
        "moves of a playout without building after which more cards are held than there are cells, least of many",
    ),
    playout(
        "bare_crowded_p10",
        "moves",
        "moves of a playout without building after which more cards are held than there are cells, tenth percentile",
    ),
    playout(
        "bare_crowded_mean",
        "moves",
        "moves of a playout without building after which more cards are held than there are cells, mean",
    ),
    playout(
        "bare_most_least",
        "cards",
        "most cards held at once in a playout without building, least of many",
    ),
    playout(
        "bare_most_p10",
        "cards",
        "most cards held at once in a playout without building, tenth percentile",
    ),
    playout(
        "bare_most_mean",
        "cards",
        "most cards held at once in a playout without building, mean",
    ),
    Measure::solution(
        "moves",
        "moves",
        "standard moves of the default solver's solution",
    ),
    Measure::dynamic("states", "states", "states that the default solver checks"),
    Measure::solution(
        "before_first_home",
        "moves",
        "moves of the solution before the first card goes home",
    ),
    Measure::solution(
        "cells_most",
        "cells",
        "most cells in use at once in the solution",
    ),
    Measure::solution(
        "cells_mean",
        "cells",
        "cells in use, averaged over the solution's moves",
    ),
    Measure::solution(
        "run_moves",
        "moves",
        "moves of the solution that take more than one card",
    ),
    Measure::dynamic(
        "fewest_cells",
        "cells",
        "the fewest free cells that win, proved",
    )
    .at_cost(Cost::Dear),
];

/// A measure of playouts.
const fn playout(name: &'static str, unit: &'static str, summary: &'static str) -> Measure {
    Measure::dynamic(name, unit, summary).at_cost(Cost::Cheap)
}
