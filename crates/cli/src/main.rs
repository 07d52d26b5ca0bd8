//! The program `stumper`.
fn main() {}
