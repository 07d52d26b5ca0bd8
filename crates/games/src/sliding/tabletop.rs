//! Tiles on a table that a person touches.

use super::rules::{Board, Move};
use engine::Puzzle;
use engine::tabletop::{
    Choice, Gesture, Piece, Scene, Tabletop, cell_name, cell_named, cell_place,
};

/// The table.
pub struct Tray;

/// The way a tile goes, in words.
fn way(mv: Move) -> &'static str {
    match mv {
        Move::Up => "up",
        Move::Down => "down",
        Move::Left => "left",
        Move::Right => "right",
    }
}

fn name(board: &Board, cell: usize) -> String {
    let (row, column) = board.variant().place(cell);
    cell_name(row.into(), column.into())
}

impl Tabletop<Board> for Tray {
    /// The mark on a place is the number that belongs there.
    fn scene(&self, board: &Board, _: bool) -> Scene {
        let variant = board.variant();
        let goal: Board = Board::goal(variant);
        let mut scene = Scene {
            columns: variant.columns.into(),
            rows: variant.rows.into(),
            ..Scene::default()
        };
        let number = |tile: u8| match tile {
            0 => String::new(),
            tile => tile.to_string(),
        };
        for (cell, (&tile, &right)) in board.tiles().iter().zip(goal.tiles()).enumerate() {
            let (row, column) = variant.place(cell);
            let mut place = cell_place(row.into(), column.into(), "floor");
            place.face = number(right);
            if tile != 0 {
                scene.pieces.push(Piece {
                    id: number(tile),
                    kind: "tile",
                    face: number(tile),
                    place: place.name.clone(),
                    says: format!("tile {tile}"),
                    ..Piece::default()
                });
            }
            scene.places.push(place);
        }
        scene
    }

    fn choice(&self, board: &Board, mv: Move) -> Choice {
        let from = board.source(mv);
        let tile = board.tiles()[from];
        Choice {
            from: name(board, from),
            to: name(board, board.blank()),
            count: 1,
            face: tile.to_string(),
            says: format!("tile {tile} {}", way(mv)),
            ..Choice::default()
        }
    }

    /// A tile in line with the gap goes towards it with all tiles between.
    fn gesture(&self, board: &Board, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let place = match *gesture {
            Gesture::Drag { from, .. } => from,
            Gesture::Tap { place, .. } | Gesture::Send { place } => place,
        };
        let (row, column) = cell_named(place).ok_or("there is no such cell")?;
        let (gap_row, gap_column) = board.blank_place();
        let (gap_row, gap_column) = (usize::from(gap_row), usize::from(gap_column));
        let (mv, count) = match (row == gap_row, column == gap_column) {
            (true, true) => return Err("this is the gap: touch a tile beside it".into()),
            (true, false) if column > gap_column => (Move::Left, column - gap_column),
            (true, false) => (Move::Right, gap_column - column),
            (false, true) if row > gap_row => (Move::Up, row - gap_row),
            (false, true) => (Move::Down, gap_row - row),
            (false, false) => return Err("only tiles in line with the gap can slide".into()),
        };
        Ok(vec![mv; count])
    }

    fn reason(&self, board: &Board, mv: Move, _: bool) -> Option<String> {
        let (tile, to) = (board.tiles()[board.source(mv)], board.blank());
        let goal: Board = Board::goal(board.variant());
        let home = goal.tiles()[to] == tile;
        let mut after = board.clone();
        after.apply(mv);
        let away = |cell: usize| {
            let place = |cell: usize| board.variant().place(cell);
            let right = goal.tiles().iter().position(|&other| other == tile);
            let ((row, column), (to_row, to_column)) = (place(cell), place(right.unwrap_or(cell)));
            row.abs_diff(to_row) + column.abs_diff(to_column)
        };
        Some(match (after.is_solved(), home) {
            (true, _) => "the last move".into(),
            (_, true) => format!("brings tile {tile} to its place"),
            _ if away(to) < away(board.source(mv)) => {
                format!("brings tile {tile} nearer to its place")
            }
            _ => format!("tile {tile} makes way for others"),
        })
    }
}
