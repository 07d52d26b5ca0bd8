//! Reading survives any text, and what it takes prints and reads back the
//! same: random letters, and good text with random damage.

use super::common::{chen, id, walk};
use crate::freecell::rules::Position;
use crate::freecell::variant::NAMED;
use crate::freecell::{FreeCell, moves};
use engine::{Puzzle, Rules};
use proptest::prelude::*;

/// What damage puts in: letters that mean something, and some that do not.
const LETTERS: &[&str] = &[
    "A",
    "2",
    "3",
    "7",
    "9",
    "T",
    "10",
    "J",
    "K",
    "C",
    "d",
    "H",
    "s",
    " ",
    "\n",
    "\t",
    "-",
    ":",
    "#",
    "0",
    "1",
    "*",
    "v",
    "h",
    "a",
    "k",
    "é",
    "♠",
    "\0",
    "\r\n",
    "Foundations: ",
    "Freecells: ",
    "Move ",
    " from stack ",
    " to ",
    "AS 2S\n",
    "255",
    "H-0 ",
    "\u{feff}",
    "  ",
];

/// A piece of damage: where, how many characters go, and what comes instead.
type Damage = (prop::sample::Index, usize, Option<usize>);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let one = (
        any::<prop::sample::Index>(),
        0..4usize,
        prop::option::of(0..LETTERS.len()),
    );
    prop::collection::vec(one, 0..6)
}

fn damaged(text: &str, damage: &[Damage]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, cut, put) in damage {
        let start = at.index(text.len() + 1);
        let end = text.len().min(start + cut);
        let put = put.map_or("", |i| LETTERS[i]);
        text.splice(start..end, put.chars());
    }
    text.into_iter().collect()
}

/// A deal of a named variant after some moves.
fn position(variant: usize, number: u64, moves: usize) -> Position {
    let name = NAMED[variant].0;
    let id = id(&format!("freecell:{name}.seed#{number}"));
    let start = FreeCell.deal(&id).expect("a deal");
    walk(start.clone(), number)
        .take(moves)
        .last()
        .unwrap_or(start)
}

/// Reads a board, and if that works, checks that it prints and reads back.
fn read_board(variant: usize, text: &str) -> Option<Position> {
    let name = NAMED[variant].0;
    let position = FreeCell.read(name, text).ok()?;
    let printed = FreeCell.write(&position);
    let back = FreeCell.read(name, &printed);
    assert_eq!(back.as_ref(), Ok(&position), "{printed}");
    let (columns, cells) = (
        position.columns.iter().flatten(),
        position.cells.iter().flatten(),
    );
    let home: usize = position.home.iter().map(|&n| n as usize).sum();
    assert_eq!(columns.chain(cells).count() + home, 52, "{printed}");
    Some(position)
}

/// Reads moves, and if that works, checks that they print and read back.
fn read_moves(start: &Position, text: &str) -> bool {
    let Ok(read) = FreeCell.read_moves(start, text) else {
        return false;
    };
    let mut position = start.clone();
    let mut printed = String::new();
    for &mv in &read {
        moves::add(&mut printed, &position, mv);
        printed.push(' ');
        position.apply(mv);
    }
    assert_eq!(FreeCell.read_moves(start, &printed), Ok(read), "{printed}");
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_are_no_trouble(bytes in prop::collection::vec(any::<u8>(), 0..400), variant in 0..NAMED.len()) {
        let text = String::from_utf8_lossy(&bytes);
        read_board(variant, &text);
        read_moves(&position(variant, 1, 5), &text);
    }

    #[test]
    fn any_letters_are_no_trouble(letters in prop::collection::vec(0..LETTERS.len(), 0..200), variant in 0..NAMED.len()) {
        let text: String = letters.iter().map(|&i| LETTERS[i]).collect();
        read_board(variant, &text);
        read_moves(&position(variant, 1, 5), &text);
    }

    #[test]
    fn damaged_boards_are_no_trouble(
        variant in 0..NAMED.len(),
        other in 0..NAMED.len(),
        number in any::<u64>(),
        moves in 0..80usize,
        damage in damage(),
    ) {
        let start = position(variant, number, moves);
        let text = FreeCell.write(&start);
        prop_assert!(read_board(variant, &text) == Some(start));
        read_board(variant, &damaged(&text, &damage));
        read_board(other, &text);
    }

    #[test]
    fn damaged_solutions_are_no_trouble(damage in damage()) {
        let start = FreeCell.read("", &chen("figure_7.deal")).expect("a board");
        let text = chen("figure_8.moves");
        assert!(read_moves(&start, &text));
        read_moves(&start, &damaged(&text, &damage));
    }
}

/// A long text takes a time in proportion to its length: this one would take
/// hours if lines were looked up from the start each time.
#[test]
fn long_texts_are_read_in_one_go() {
    let text = "\n".repeat(2_000_000) + "AS";
    assert!(FreeCell.read("", &text).is_err());
    let text = "# nothing\n".repeat(1_000_000) + &chen("figure_7.deal");
    assert!(FreeCell.read("", &text).is_ok());
}
