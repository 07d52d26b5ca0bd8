//! Flow, also known as Numberlink or Arukone: pairs of equal letters on a
//! board are joined by paths that do not cross and, in the usual game, cover
//! every cell.

pub mod moves;
pub mod notation;
pub mod rules;
pub mod solver;
pub mod variant;
