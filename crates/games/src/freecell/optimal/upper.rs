//! An upper bound: a beam over single moves.
