//! The parameters of the solvers `fast`, `exact`, `short` and `cells`, and
//! where each comes from. The greedy searches of `fast` have a file of their
//! own. Weights of beams were found by random local search on Microsoft deals
//! above 100,000; `cargo bench --bench tune -- beam` makes such a search, but
//! does not print the shipped ones again.

use super::beam::ground::Scale;
use super::score::Weights;

// The memory that a solver may use unless told otherwise.

/// For `fast`: the complete search, which comes last, seldom needs a hundredth.
pub const FAST_MEMORY: u64 = 4 << 30;
/// For `exact`: some 160 million positions.
pub const EXACT_MEMORY: u64 = 8 << 30;
/// For `short`: the same as for `fast`, whose answer it starts from.
pub const SHORT_MEMORY: u64 = FAST_MEMORY;
/// For `cells`: some 20 million positions.
pub const CELLS_MEMORY: u64 = 1 << 30;

// Weights of positions.

/// For beams, which compare positions after the same number of moves. The
/// first were tuned for a width of 300, on Microsoft deals 200001 to 200800.
pub const BEAM: [Scale; 2] = [
    Scale {
        weights: Weights {
            out: 5,
            room: [
                [0, 28, -73, 56],
                [-112, -197, -152, 94],
                [13, -86, 0, 82],
                [60, -28, -118, -126],
                [224, 121, 80, 122],
            ],
            bad: 10,
            split: 96,
            root: 5,
            held: 2,
            buried: [28, 8],
            spread: 18,
            depth: 0,
            greedy: true,
            gain: 60,
        },
        blocked: 16,
        waits: false,
    },
    Scale {
        weights: Weights {
            out: 12,
            room: [
                [0, -33, -50, -63],
                [0, -33, -50, -63],
                [-32, -65, -82, -95],
                [-29, -62, -79, -92],
                [82, 49, 32, 19],
            ],
            bad: 11,
            split: 33,
            root: 0,
            held: 0,
            buried: [13, 0],
            spread: 0,
            depth: 0,
            greedy: true,
            gain: 60,
        },
        blocked: 0,
        waits: false,
    },
];

/// For the complete search, which must not send cards home that may be needed.
pub const CAUTIOUS: Weights = Weights {
    out: 6,
    room: [
        [0, -58, -123, -154],
        [9, -49, -114, -145],
        [73, 15, -50, -81],
        [149, 91, 26, -5],
        [221, 163, 98, 67],
    ],
    bad: 0,
    split: 70,
    root: 4,
    held: 2,
    buried: [17, 2],
    spread: 25,
    depth: 40,
    greedy: false,
    gain: 60,
};

// How `short` shares out its budget. Chosen on Microsoft deals 10001 to 10600
// and 20001 to 20500, where most figures near these do as well.

/// The states it may check unless a budget is given: some forty milliseconds.
pub const SHORT_STATES: u64 = 100_000;
/// The first solution may take this many budgets.
pub const SHORT_PATIENCE: u32 = 100;
/// The narrowest beam worth a try, and the widest: no interrupt is heard while
/// the kept positions of a generation are made.
pub const BEAM_WIDTHS: (usize, usize) = (4, 1 << 17);
/// The widest that the first beam may be, so that even with a large budget
/// something better than the first solution is there soon.
pub const FIRST_WIDTH: usize = 2048;
/// That beam is left out unless the next can be wider by this factor.
pub const MUCH_WIDER: usize = 6;
/// The share of the budget left that beams from the start may use.
pub const FIRST_SHARE: f64 = 0.9;
/// The same for the wide beam that has another from the start after it, in
/// which cards may wait. That one finds shorter solutions for some four deals
/// of a hundred, but small budgets are better spent without.
pub const WIDE_SHARE: f64 = 0.7;
/// The share of the budget left that each later beam may use.
pub const NEXT_SHARE: f64 = 0.4;
/// Later beams start within this part of the best solution.
pub const LATEST_START: f64 = 0.6;
/// After how many generations a beam is expected to end: so many, and a part of
/// the bound. The bound of the first beam is the solution of a greedy search,
/// 44 moves on average, of which 26 remain (deals 30001 to 30300).
pub const EXPECTED_LENGTH: [(f64, f64); 2] = [(9.0, 0.4), (0.0, 0.95)];

// How a beam keeps to its share. Chosen on Microsoft deals 10001 to 10100 with
// several busy programs for each core.

/// States per second before the first beam is measured.
pub const SPEED_GUESS: f64 = 2e6;
/// The time over which the average speed is taken.
pub const AVERAGING_SECONDS: f64 = 0.1;
/// The time that a program runs undisturbed: schedulers switch every few
/// milliseconds.
pub const SLICE_SECONDS: f64 = 0.002;
/// A generation may be this much wider than planned when a beam is ahead.
pub const WIDENING: f64 = 1.25;
/// The part of its greatest width with which a beam that ran out of its share
/// finishes, and the bounds of that width. Forty generations of the widest take
/// some two milliseconds.
pub const FINISH_PART: usize = 16;
/// See [`FINISH_PART`].
pub const FINISH_WIDTHS: (usize, usize) = (4, 64);
