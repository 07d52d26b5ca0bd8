//! Playing by hand: the arrow keys push all balls.

use super::notation::letter;
use super::rules::{Board, Direction, Move};
use super::variant::Size;
use engine::{Hand, Ink, Key, Pressed, Screen, Span};

/// A person's hand; there is nothing to point at.
pub struct Arrows;

impl Hand<Board> for Arrows {
    fn press(&mut self, board: &Board, key: Key) -> Pressed<Move> {
        let to = match key {
            Key::Left => Direction::Left,
            Key::Right => Direction::Right,
            Key::Up => Direction::Up,
            Key::Down => Direction::Down,
            Key::Enter | Key::Erase | Key::Char(_) => return Pressed::Unknown,
        };
        let mv = board.towards(to);
        match mv.moved {
            0 => Pressed::Refused("no ball can move that way".into()),
            _ => Pressed::Moves(vec![mv]),
        }
    }

    fn show(&self, board: &Board) -> Screen {
        let rows = 0..board.ground().size.rows;
        rows.map(|row| show_row(board, row)).collect()
    }

    fn help(&self) -> &'static str {
        "Arrow keys push all balls. A capital letter is a ball, a small one its goal; [A] is a ball at home."
    }
}

/// A row of cells, each three letters wide.
fn show_row(board: &Board, row: u8) -> Vec<Span> {
    let ground = board.ground();
    let columns = 0..ground.size.columns;
    let cells = columns.map(|column| {
        let cell = Size::cell(row, column);
        let (ball, goal) = (board.balls()[cell], ground.goals[cell]);
        let small = |colour| letter(colour).to_ascii_lowercase();
        match (ball, goal) {
            _ if ground.has_rock(cell) => Span::new("███", Ink::Dim),
            (None, None) => Span::new(" · ", Ink::Dim),
            (None, Some(goal)) => Span::new(format!("({})", small(goal)), Ink::Colour(goal)),
            (Some(ball), goal) => Span {
                strong: true,
                ..Span::new(
                    match goal {
                        Some(goal) if goal == ball => format!("[{}]", letter(ball)),
                        Some(goal) => format!("{}({}", letter(ball), small(goal)),
                        None => format!(" {} ", letter(ball)),
                    },
                    Ink::Colour(ball),
                )
            },
        }
    });
    cells.collect()
}
