//! The sliding-tile puzzle under a person's hands: an arrow slides the tile
//! that can go that way.

use super::rules::{Board, Move};
use engine::{Hand, Ink, Key, Plain, Pressed, Screen, Span};

/// A hand without a cursor: the blank is where things happen.
pub struct Arrows;

impl Hand<Board> for Arrows {
    fn press(&mut self, board: &Board, key: Key) -> Pressed<Move> {
        let mv = match key {
            Key::Up => Move::Up,
            Key::Down => Move::Down,
            Key::Left => Move::Left,
            Key::Right => Move::Right,
            _ => return Pressed::Unknown,
        };
        match board.check(mv) {
            Ok(()) => Pressed::Moves(vec![mv]),
            Err(why) => Pressed::Refused(why),
        }
    }

    fn show(&self, board: &Board) -> Screen {
        let variant = board.variant();
        let tile = |cell: usize| {
            let tile = board.tiles()[cell];
            let ink = match tile == variant.goal_tile(cell) {
                true => Ink::Colour(2),
                false => Ink::Plain,
            };
            let text = match tile {
                0 => "    ".into(),
                tile => format!("{tile:3} "),
            };
            Span::new(text, ink)
        };
        let columns = variant.columns as usize;
        let row = |row: usize| (row * columns..(row + 1) * columns).map(tile).collect();
        (0..variant.rows as usize).map(row).collect()
    }

    fn help(&self) -> &'static str {
        "arrows slide a tile that way into the blank; green tiles are where they belong"
    }
}
