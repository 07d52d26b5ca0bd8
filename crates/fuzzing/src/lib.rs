//! Damaged text for every reader of Stumper. A [`targets::Target`] feeds bytes
//! to one reader and panics where a promise is broken; the [`mutator`] damages
//! what the [`corpus`] has collected from the project's own levels and rows;
//! the [`runner`] makes any number of calls, watches for hangs and keeps the
//! inputs that fail; [`program`] calls the program with random arguments. The
//! targets serve libFuzzer as well (`fuzz/` beside the crates).

pub mod corpus;
mod fields;
pub mod mutator;
pub mod program;
pub mod runner;
mod svg;
pub mod targets;
mod watchdog;
