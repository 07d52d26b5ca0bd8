//! Tests that look inside the games, one file a subject. They live in the
//! crate, so that what they look at need not be public, and they are one
//! program, which is linked once.

mod atkinson;
mod bad_input;
mod card_hands;
mod card_pictures;
mod common;
mod env;
mod fc_solve;
mod features;
mod flow;
mod flow_generate;
mod flow_solver;
mod freecell_measures;
mod fuzz;
mod golden;
mod good_input;
mod greedy;
mod kinds;
mod klondike;
mod klondike_blocking;
mod klondike_measures;
mod klondike_open;
mod klondike_planners;
mod klondike_playout;
mod klondike_rules;
mod klondike_view;
mod laws;
mod lazors;
mod lazors_generate;
mod lazors_measures;
mod lazors_solver;
mod levels;
mod optimal;
mod packed;
mod searches;
mod shift;
mod shift_boards;
mod shift_measures;
mod shift_solver;
mod short;
mod signature;
mod sliding;
mod sliding_heuristics;
mod sliding_measures;
mod solvers;
