//! Playing by hand: a cursor on the board; a path is picked up at an endpoint
//! or anywhere along it, drawn with the arrows, and erased by going back.

use super::rules::{Cell, Colour, Move, NOBODY, Position, Way};
use engine::{Hand, Ink, Key, Plain, Pressed, Screen, Span};

/// A person's hand over a board.
#[derive(Default)]
pub struct FlowHand {
    /// Where the cursor is while nothing is held.
    cursor: Cell,
    /// The colour whose path is drawn.
    held: Option<Colour>,
}

impl FlowHand {
    /// Where the cursor is: at the head of what is held.
    fn place(&self, position: &Position) -> Cell {
        let last = position.level().variant().cells() - 1;
        match self.held {
            Some(colour) => position.head(colour),
            None => self.cursor.min(last as Cell),
        }
    }

    fn pick_or_put_down(&mut self, position: &Position) -> Pressed<Move> {
        let place = self.place(position);
        if self.held.take().is_some() {
            self.cursor = place;
            return Pressed::Looked;
        }
        match position.owner(place) {
            NOBODY => Pressed::Refused("nothing to pick up: go to a letter or a path".into()),
            colour => {
                self.held = Some(colour);
                Pressed::Looked
            }
        }
    }

    fn go(&mut self, position: &Position, way: Way) -> Pressed<Move> {
        let Some(colour) = self.held else {
            let place = self.place(position);
            self.cursor = position.level().next(place, way).unwrap_or(place);
            return Pressed::Looked;
        };
        let far = position.is_far(colour);
        let back = position.path(colour).last() == Some(&way.back());
        let mv = match back {
            true => Move {
                colour,
                way: way.back(),
                erase: true,
                far,
            },
            false => Move {
                colour,
                way,
                erase: false,
                far,
            },
        };
        if let Err(why) = position.check(mv) {
            return Pressed::Refused(why);
        }
        let next = position.level().next(position.head(colour), way);
        if !mv.erase && next == Some(position.ends(colour)[1]) {
            // The path is complete: let go of it.
            self.held = None;
            self.cursor = next.unwrap_or_default();
        }
        Pressed::Moves(vec![mv])
    }

    fn erase(&mut self, position: &Position) -> Pressed<Move> {
        let colour = self.held.unwrap_or(position.owner(self.place(position)));
        if colour == NOBODY {
            return Pressed::Refused("no path to erase here".into());
        }
        let steps = position.path(colour).iter().rev();
        let moves: Vec<Move> = steps
            .map(|&way| Move {
                colour,
                way,
                erase: true,
                far: position.is_far(colour),
            })
            .collect();
        match moves.is_empty() {
            true => Pressed::Refused(format!("{} has no path yet", position.level().name(colour))),
            false => Pressed::Moves(moves),
        }
    }
}

impl Hand<Position> for FlowHand {
    fn press(&mut self, position: &Position, key: Key) -> Pressed<Move> {
        match key {
            Key::Up => self.go(position, Way::Up),
            Key::Down => self.go(position, Way::Down),
            Key::Left => self.go(position, Way::Left),
            Key::Right => self.go(position, Way::Right),
            Key::Enter | Key::Char(' ') => self.pick_or_put_down(position),
            Key::Erase | Key::Char('x') => self.erase(position),
            Key::Char(_) => Pressed::Unknown,
        }
    }

    fn show(&self, position: &Position) -> Screen {
        let level = position.level();
        let variant = level.variant();
        let ways = used_ways(position);
        let cursor = self.place(position);
        let mut screen = Screen::new();
        for row in 0..variant.height {
            let mut line = Vec::new();
            for column in 0..variant.width {
                let cell = row * variant.width + column;
                let owner = position.owner(cell);
                let ink = match owner {
                    NOBODY => Ink::Dim,
                    colour => Ink::Colour(colour as u8 % 24),
                };
                let is_end = level.end_of(cell) != NOBODY;
                let shown = match is_end {
                    true => level.name(owner),
                    false => glyph(ways[cell as usize]),
                };
                let mut span = Span::new(shown.to_string(), ink);
                span.strong = is_end || self.held == Some(owner);
                span.marked = cell == cursor;
                line.push(span);
                let joined = ways[cell as usize] & 1 << Way::Right as u8 > 0;
                line.push(Span::new(if joined { "━" } else { " " }, ink));
            }
            screen.push(line);
        }
        screen.push(vec![Span::new(self.held_line(position), Ink::Plain)]);
        screen
    }

    fn help(&self) -> &'static str {
        "arrows: move, or draw what is held; going back erases\nspace or enter: pick up a path or put it down; x or backspace: erase the whole path"
    }
}

impl FlowHand {
    fn held_line(&self, position: &Position) -> String {
        let held = match self.held {
            Some(colour) => format!("drawing {}", position.level().name(colour)),
            None => "nothing held".into(),
        };
        format!("{held}, {} cells empty", position.empty_cells())
    }
}

/// For each cell a bit for every way in which a path leaves it.
fn used_ways(position: &Position) -> Vec<u8> {
    let level = position.level();
    let mut ways = vec![0u8; level.variant().cells()];
    for colour in 0..level.colours() as Colour {
        let cells = position.cells_of(colour);
        for (pair, &way) in cells.windows(2).zip(position.path(colour)) {
            ways[pair[0] as usize] |= 1 << way as u8;
            ways[pair[1] as usize] |= 1 << way.back() as u8;
        }
    }
    ways
}

/// The piece of line that leaves a cell these ways.
fn glyph(ways: u8) -> char {
    // Up is bit 0, right 1, down 2, left 3.
    match ways {
        0b0000 => '·',
        0b0101 => '┃',
        0b1010 => '━',
        0b0011 => '┗',
        0b0110 => '┏',
        0b1100 => '┓',
        0b1001 => '┛',
        _ => '●',
    }
}
