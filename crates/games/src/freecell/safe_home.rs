//! When a card may go home at once, at no risk: neither a solution is lost nor
//! is one made longer.
//!
//! Take any solution that moves the card home later. Moving it home now and
//! leaving out its other moves is as short at least, if no card has to lie on
//! it in between. No card does when all that fit on it are home. Where cards
//! are packed by colour, it is enough that those which fit on it could go home
//! themselves, and those which fit on them too: each then goes home instead of
//! onto the other, which is again no longer.

use super::variant::{Build, Variant};

/// Whether the next card of this suit (the one after the `home[suit]` cards at
/// home) goes home at no risk. Suits 0 and 3 are black, 1 and 2 red.
#[inline]
pub fn is_safe(variant: &Variant, home: &[u8; 4], suit: usize) -> bool {
    let rank = home[suit & 3];
    // Round the corner a king can lie on an ace. A column that the ace leaves
    // empty takes that king as well, but so it does when the ace goes onto a
    // two, and the ace takes a second king there.
    let kings_rest = variant.beak && home.contains(&0);
    if rank == 0 && kings_rest {
        return false;
    }
    match variant.build {
        Build::Suit => true,
        Build::Rank => home.iter().all(|&count| count >= rank),
        Build::Colour => {
            let (black, red) = (home[0].min(home[3]), home[1].min(home[2]));
            let (other, same) = match suit {
                0 | 3 => (red, black),
                _ => (black, red),
            };
            let follow = other + 1 >= rank && same + 2 >= rank;
            // Those that could follow may hold an ace, and that a king.
            other >= rank || follow && !kings_rest
        }
    }
}
