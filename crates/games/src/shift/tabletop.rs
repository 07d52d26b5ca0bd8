//! Balls on a table that a person touches.

use super::moves;
use super::notation::letter;
use super::rules::{Board, Direction, Move};
use super::variant::Size;
use engine::Puzzle;
use engine::tabletop::{
    Choice, Gesture, Piece, Scene, Tabletop, cell_name, cell_named, cell_place,
};

/// The table.
pub struct Ground;

fn name(cell: usize) -> String {
    let (row, column) = Size::place(cell);
    cell_name(row.into(), column.into())
}

/// Where each ball goes.
fn motions(board: &Board, mv: Move) -> Vec<(String, String)> {
    let size = board.ground().size;
    let (rows, columns) = mv.to.back().step();
    let moved = size.cells().filter(|cell| mv.moved >> cell & 1 == 1);
    let motion = |cell| {
        let origin = size.beside(cell, rows, columns)?;
        Some((name(origin), name(cell)))
    };
    moved.filter_map(motion).collect()
}

/// Balls that are on a goal of their colour.
fn at_goals(board: &Board) -> usize {
    let goals = board.ground().goals.iter();
    let pairs = goals.zip(board.balls());
    pairs
        .filter(|(goal, ball)| ball.is_some() && goal == ball)
        .count()
}

impl Tabletop<Board> for Ground {
    fn scene(&self, board: &Board, _: bool) -> Scene {
        let ground = board.ground();
        let mut scene = Scene {
            columns: ground.size.columns.into(),
            rows: ground.size.rows.into(),
            ..Scene::default()
        };
        for cell in ground.size.cells() {
            let (row, column) = Size::place(cell);
            let kind = match ground.goals[cell] {
                _ if ground.has_rock(cell) => "rock",
                Some(_) => "goal",
                None => "floor",
            };
            let mut place = cell_place(row.into(), column.into(), kind);
            if let Some(colour) = ground.goals[cell] {
                place.face = letter(colour).to_string();
                place.colour = colour;
            }
            if let Some(colour) = board.balls()[cell] {
                scene.pieces.push(Piece {
                    kind: "ball",
                    face: letter(colour).to_string(),
                    colour,
                    place: place.name.clone(),
                    says: format!("ball {}", letter(colour)),
                    ..Piece::default()
                });
            }
            scene.places.push(place);
        }
        scene
    }

    fn choice(&self, board: &Board, mv: Move) -> Choice {
        let count = mv.moved.count_ones();
        let balls = if count == 1 {
            "ball moves"
        } else {
            "balls move"
        };
        let way = format!("{:?}", mv.to).to_lowercase();
        Choice {
            to: moves::write(mv.to).into(),
            count,
            says: format!("push {way}: {count} {balls}"),
            motions: motions(board, mv),
            ..Choice::default()
        }
    }

    /// A drag from one cell to another pushes all balls that way.
    fn gesture(&self, board: &Board, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let Gesture::Drag { from, to, .. } = *gesture else {
            return Err("push all balls to one side: swipe, or press an arrow".into());
        };
        let cells = cell_named(from).zip(cell_named(to));
        let ((row, column), (to_row, to_column)) = cells.ok_or("there is no such cell")?;
        let to = match (row.cmp(&to_row), column.cmp(&to_column)) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Right,
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Left,
            (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Down,
            (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Up,
            _ => return Err("push straight left, right, up or down".into()),
        };
        Ok(vec![board.towards(to)])
    }

    fn reason(&self, board: &Board, mv: Move, _: bool) -> Option<String> {
        let mut after = board.clone();
        after.apply(mv);
        let words = match (after.is_solved(), at_goals(&after) > at_goals(board)) {
            (true, _) => "brings every ball to its goal",
            (_, true) => "brings more balls to their goals",
            _ if away(&after) < away(board) => "brings balls nearer to their goals",
            _ => "puts the balls in place for the pushes after it",
        };
        Some(words.into())
    }
}

/// Rows and columns from each ball to the nearest goal of its colour.
fn away(board: &Board) -> u32 {
    let cells: Vec<usize> = board.ground().size.cells().collect();
    let distance = |from: usize, to: usize| {
        let ((row, column), (to_row, to_column)) = (Size::place(from), Size::place(to));
        u32::from(row.abs_diff(to_row)) + u32::from(column.abs_diff(to_column))
    };
    let nearest = |&ball: &usize| {
        let goals = cells
            .iter()
            .filter(|&&cell| board.ground().goals[cell] == board.balls()[ball]);
        goals.map(|&goal| distance(ball, goal)).min()
    };
    let balls = cells.iter().filter(|&&cell| board.balls()[cell].is_some());
    balls.filter_map(nearest).sum()
}
