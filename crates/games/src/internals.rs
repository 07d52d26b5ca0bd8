//! Parts of the games that benchmarks measure and experiments count with. No
//! part of the public face: names and shapes here change as the solvers do.

/// FreeCell.
pub mod freecell {
    pub use crate::cards::microsoft::deck;
    pub use crate::freecell::FreeCell;
    pub use crate::freecell::beam::Beam;
    pub use crate::freecell::beam::ground::Scale;
    pub use crate::freecell::deals::lay_out;
    pub use crate::freecell::exact::Exact;
    pub use crate::freecell::greedy::{Ending, Greedy};
    pub use crate::freecell::parameters::BEAM;
    pub use crate::freecell::portfolio::PORTFOLIO;
    pub use crate::freecell::rules::Position;
    pub use crate::freecell::score::Weights;
    pub use crate::freecell::variant::FREECELL;
}

/// Decks of cards.
pub mod cards {
    pub use crate::cards::Card;
    pub use crate::cards::seeded::Seeded;
}

/// Klondike.
pub mod klondike {
    pub use crate::klondike::Klondike;
    pub use crate::klondike::blocking::blocked;
    pub use crate::klondike::odds::{Fraction, blocks_itself, of_all_columns, of_column};
    pub use crate::klondike::open::{Judge, Verdict};
    pub use crate::klondike::players::{fit_prior, guided_playouts_won};
    pub use crate::klondike::playout::{Determinizer, FastRandom, PlayoutPolicy, play_out_many};
    pub use crate::klondike::rules::{COLUMNS, Position};
    pub use crate::klondike::table::Layout;
    pub use crate::klondike::unplayable::{count, is_aceless, is_unplayable};
    pub use crate::klondike::variant::{DRAW_ONE, DRAW_THREE, THESIS, Variant};
}

/// Sliding tiles.
pub mod sliding {
    pub use crate::sliding::features::Chosen;
    pub use crate::sliding::heuristics::{Admissible, Runs, Shortest, Tables, search};
    pub use crate::sliding::manhattan::Manhattan;
    pub use crate::sliding::pattern::Guiding;
    pub use crate::sliding::pattern::additive::Additive;
    pub use crate::sliding::pattern::partition::Partition;
    pub use crate::sliding::pattern::table::Kind;
    pub use crate::sliding::rules::{Board, Move};
    pub use crate::sliding::symmetry::turned;
    pub use crate::sliding::variant::Variant;
}

/// Flow.
pub mod flow {
    pub use crate::flow::Flow;
    pub use crate::flow::notation::{read, split};
    pub use crate::flow::rules::{Cell, Colour, Level, NOBODY, Way};
    pub use crate::flow::solver::{Found, find, find_loose};
    pub use crate::flow::variant::Wanted;
}

/// Lazors.
pub mod lazors {
    pub use crate::lazors::Lazors;
    pub use crate::lazors::rules::Position;
    pub use crate::lazors::solver::Beams;
    pub use crate::lazors::solver::search::{Aim, Search};
}

/// Shift.
pub mod shift {
    pub use crate::shift::Shift;
    pub use crate::shift::rules::Board;
    pub use crate::shift::solver::breadth::{Breadth, Meet, reachable};
}
