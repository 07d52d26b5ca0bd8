//! Flow as an environment. An observation has two layers of the board's
//! cells. The first says whose path or endpoint is in a cell: 0 for nobody,
//! from 1 on a colour. The second is a sum: 1 to 4 for the way on which the
//! path goes on from here (up, right, down, left), 8 for an endpoint, 16
//! where a path that was begun has come to.
//!
//! Actions, colour by colour: a step up, right, down or left of the path that
//! starts at the colour's first endpoint, then of the one that starts at its
//! second. A step back along the path takes its last step back. So every
//! legal move is an action.

use super::levels;
use super::rules::{Colour, Move, NOBODY, Position, Way};
use super::variant::Variant;
use engine::env::{Encode, Spaces, too_large};
use engine::notation::quoted;
use engine::{Fault, LevelId, Puzzle};

/// Most colours: a byte names each.
const MOST_COLOURS: usize = 255;
/// Parts of the second layer.
const END: u8 = 8;
const HEAD: u8 = 16;
const HIGHEST_PART: u8 = HEAD + END + 4;
/// Actions of a colour, and of each of its ends.
const OF_COLOUR: usize = 8;
const OF_END: usize = 4;

/// How boards of one size become bytes.
pub struct Paths {
    variant: Variant,
    /// Most colours of a level.
    colours: usize,
}

/// The encoding of the boards that an id names.
pub fn encoding(id: &LevelId) -> Result<Paths, Fault> {
    let order = levels::order(id)?;
    if order.colours > MOST_COLOURS {
        let found = format!("{} with {} colours", quoted(&id.kind), order.colours);
        let expected = format!("at most {MOST_COLOURS} colours in an environment");
        return Err(Fault::new("kind of flow", found, expected));
    }
    Ok(Paths {
        variant: order.variant,
        colours: order.colours,
    })
}

impl Paths {
    /// What the path of a colour that starts at an end does by going a way.
    fn step(&self, table: &Position, colour: Colour, far: bool, way: Way) -> Option<Move> {
        let level = table.level();
        let last = table.path(colour).last().copied();
        if last.is_some() && table.is_far(colour) != far {
            return None;
        }
        if last == Some(way.back()) {
            return Some(Move {
                colour,
                way: way.back(),
                erase: true,
                far,
            });
        }
        if last.is_some() && table.is_finished(colour) {
            return None;
        }
        let ends = level.ends(colour);
        let [start, goal] = [ends[usize::from(far)], ends[usize::from(!far)]];
        let head = last.map_or(start, |_| table.head(colour));
        let next = level.next(head, way)?;
        (table.owner(next) == NOBODY || next == goal).then_some(Move {
            colour,
            way,
            erase: false,
            far,
        })
    }
}

impl Encode for Paths {
    type State = Position;
    type Table = Position;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![2, self.variant.height.into(), self.variant.width.into()],
            highest: HIGHEST_PART.max(self.colours as u8),
            actions: self.colours * OF_COLOUR,
        }
    }

    fn table(&self, state: &Position) -> Result<Position, Fault> {
        let level = state.level();
        if level.variant() != self.variant {
            let (found, expected) = (level.variant().name(), self.variant.name());
            return Err(Fault::new("variant", found, expected));
        }
        match level.colours() > self.colours {
            true => Err(too_large("colours", level.colours(), self.colours)),
            false => Ok(state.clone()),
        }
    }

    fn state(&self, table: &Position) -> Position {
        table.clone()
    }

    fn observe(&self, table: &Position, out: &mut [u8]) {
        let (owners, parts) = out.split_at_mut(self.variant.cells());
        let level = table.level();
        for (cell, owner) in owners.iter_mut().enumerate() {
            match table.owner(cell as u16) {
                NOBODY => {}
                colour => *owner = colour as u8 + 1,
            }
        }
        for colour in 0..level.colours() as Colour {
            let mut cell = table.ends(colour)[0];
            for &way in table.path(colour) {
                parts[usize::from(cell)] = way as u8 + 1;
                cell = level.next(cell, way).unwrap_or(cell);
            }
            if !table.path(colour).is_empty() {
                parts[usize::from(cell)] = HEAD;
            }
            for end in level.ends(colour) {
                parts[usize::from(end)] += END;
            }
        }
    }

    fn mask(&self, table: &Position, out: &mut [i8]) -> bool {
        let mut any = false;
        let colours = table.level().colours() * OF_COLOUR;
        for (action, slot) in out[..colours].iter_mut().enumerate() {
            let legal = self.act(table, action).is_some();
            *slot = i8::from(legal);
            any |= legal;
        }
        any
    }

    fn act(&self, table: &Position, action: usize) -> Option<Move> {
        let colour = action / OF_COLOUR;
        if colour >= table.level().colours() {
            return None;
        }
        let far = action % OF_COLOUR >= OF_END;
        self.step(table, colour as Colour, far, Way::ALL[action % OF_END])
    }

    fn apply(&self, table: &mut Position, mv: Move) {
        table.apply(mv);
    }

    fn is_won(&self, table: &Position) -> bool {
        table.is_solved()
    }

    /// The share of cells that are covered, and of colours that are complete:
    /// half each where all cells must be covered.
    fn progress(&self, table: &Position) -> f64 {
        let colours = table.level().colours();
        let complete = (0..colours as Colour).filter(|&colour| table.is_finished(colour));
        let complete = complete.count() as f64 / colours.max(1) as f64;
        let cells = self.variant.cells();
        let to_cover = cells - 2 * colours;
        if !self.variant.covered || to_cover == 0 {
            return complete;
        }
        let covered = 1.0 - table.empty_cells() as f64 / to_cover as f64;
        (complete + covered) / 2.0
    }
}
