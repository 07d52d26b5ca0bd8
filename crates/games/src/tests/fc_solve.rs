//! Our rules and text beside fc-solve's: it reads our boards, and what it
//! prints replays under our rules. Skipped where fc-solve is not installed,
//! except in CI.

use super::common::id;
use crate::freecell::rules::Position;
use crate::freecell::{FreeCell, notation};
use engine::{Bridge, Game, Level, Puzzle, Rules};
use std::io::Write;
use std::process::{Command, Stdio};

/// What fc-solve prints for a board, or nothing if it is not installed.
fn fc_solve(board: &str, arguments: &str) -> Option<String> {
    let child = Command::new("fc-solve")
        .args(arguments.split_whitespace())
        .args(["-mi", "100000", "-"])
        .env("FREECELL_SOLVER_QUIET", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(why) => {
            assert!(std::env::var_os("CI").is_none(), "CI needs fc-solve: {why}");
            eprintln!("skipped, since fc-solve does not start: {why}");
            return None;
        }
    };
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(board.as_bytes()).expect("fc-solve reads");
    drop(input);
    let output = child.wait_with_output().expect("fc-solve ends");
    Some(String::from_utf8(output.stdout).expect("plain text"))
}

/// Lets fc-solve solve deal `number` and replays what it prints: whether the
/// solution is good, or nothing if there is none. In games whose empty columns
/// take kings only, fc-solve 5.0.0 at times puts other cards there, as the
/// boards it prints show; such a solution is not good, but no other may fail.
fn replay(variant: &str, number: u64, arguments: &str) -> Option<bool> {
    let id = id(&format!("freecell:{variant}.ms#{number}"));
    let board = FreeCell.write(&FreeCell.deal(&id).expect("a deal"));
    let text = fc_solve(&board, arguments)?;
    if !text.contains("This game is solveable") {
        return None;
    }
    let verdict = Bridge(FreeCell)
        .verify(&Level::Dealt(id.clone()), &text)
        .expect("a level");
    let fault = verdict.fault.unwrap_or_default();
    let known = fault.contains("into an empty column, which takes only K");
    assert!(
        fault.is_empty() || known,
        "{id} with {arguments}: {fault}\n{text}"
    );
    Some(fault.is_empty())
}

/// Of the deals from 1 to the first number, at least the second have a
/// solution of fc-solve's that is good.
#[test]
#[rustfmt::skip]
fn what_fc_solve_solves_replays() {
    if fc_solve("", "").is_none() {
        return;
    }
    for (variant, arguments, last, least) in [
        ("freecell", "-l lg -m -snx", 20, 20),
        ("freecell", "-l lg -m -sn", 20, 20),
        ("freecell", "-m -sn", 8, 8),
        ("freecell", "-m", 3, 3),
        ("freecell", "-l lg -p -t -sam", 3, 3),
        ("freecell", "-l lg -p -sam", 2, 2),
        ("3-cells", "--freecells-num 3 -l lg -m -snx", 4, 4),
        ("6-cells", "--freecells-num 6 -l lg -m -snx", 3, 3),
        ("relaxed", "-g relaxed_freecell -l lg -m -snx", 5, 5),
        ("relaxed", "-g relaxed_freecell -l lg -m -sn", 5, 5),
        ("bakers-game", "-g bakers_game -l lg -m -snx", 8, 8),
        ("bakers-game", "-g bakers_game -l lg -m -sn", 8, 8),
        ("kings-only-bakers-game", "-g ko_bakers_game -l lg -m -snx", 8, 2),
        ("eight-off", "-g eight_off -l lg -m -snx", 8, 8),
        ("eight-off", "-g eight_off -l lg -m -sn", 8, 8),
        ("relaxed-eight-off", "-g eight_off --sequence-move unlimited -l lg -m -snx", 8, 7),
        ("forecell", "-g forecell -l lg -m -snx", 8, 6),
        ("forecell", "-g forecell -m -snx", 8, 7),
        ("seahaven", "-g seahaven -l lg -m -snx", 8, 6),
        ("seahaven", "-g seahaven -m", 3, 2),
        ("relaxed-seahaven", "-g relaxed_seahaven -l lg -m -snx", 8, 8),
    ] {
        let good = (1..=last).filter(|&n| replay(variant, n, arguments) == Some(true)).count();
        assert!(good >= least, "{good} of {last}: {variant} with {arguments}");
    }
}

/// Every board between fc-solve's moves reads as the position that its moves
/// lead to.
#[test]
fn fc_solves_boards_read_as_positions() {
    for (variant, arguments) in [
        ("freecell", "-l lg -p -t -sam"),
        ("freecell", "-l lg -p -sam"),
        ("eight-off", "-g eight_off -l lg -p -t -sam"),
        ("seahaven", "-g seahaven -l lg -p -t -sam"),
    ] {
        let id = id(&format!("freecell:{variant}.ms#24"));
        let mut position: Position = FreeCell.deal(&id).expect("a deal");
        let Some(text) = fc_solve(&FreeCell.write(&position), arguments) else {
            return;
        };
        let moves = FreeCell.read_moves(&position, &text).expect("moves");
        let parts = text.split("====================");
        let boards: Vec<_> = parts.filter(|part| part.contains("Foundations:")).collect();
        assert_eq!(boards.len(), moves.len() + 1, "{variant}");
        for (index, board) in boards.into_iter().enumerate() {
            let start = board.find("Foundations:").expect("a board");
            let end = board.find("This game is").unwrap_or(board.len());
            let read = notation::read(position.variant, &board[start..end])
                .unwrap_or_else(|fault| panic!("{fault}\n{board}"));
            assert_eq!(read, position, "after {index} moves");
            if let Some(&mv) = moves.get(index) {
                position.apply(mv);
            }
        }
    }
}
