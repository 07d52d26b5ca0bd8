//! Lazors levels made to order: what was wanted is what there is.

use super::common::{golden, id, shipped};
use crate::lazors::Lazors;
use crate::lazors::beams;
use crate::lazors::rules::{Block, Move, Position};
use crate::lazors::solver::Beams;
use engine::record::LevelRow;
use engine::{Budget, Cost, LevelId, Outcome, Plain, Puzzle, Rules, Settings, Solve, Unwatched};

fn levels(kind: &str, numbers: std::ops::RangeInclusive<u64>) -> Vec<(LevelId, Position)> {
    let ids = numbers.map(|number| id(&format!("lazors:{kind}#{number}")));
    let deal = |id: LevelId| {
        let level = Lazors.deal(&id).unwrap_or_else(|fault| panic!("{fault}"));
        (id, level)
    };
    ids.map(deal).collect()
}

/// The solution, and how many there are, up to two.
fn solved(level: &Position) -> (Position, u64) {
    let mut settings = Settings::default();
    settings.values.insert("count".into(), "2".into());
    let mut solver = Beams::new(&settings).expect("a solver");
    let answer = solver.solve(level, &Budget::default(), &Unwatched);
    let Outcome::Solved(moves) = answer.outcome else {
        panic!("{:?}", answer.outcome);
    };
    let mut end = level.clone();
    moves.iter().for_each(|&mv| end.apply(mv));
    (end, answer.figures[0].1)
}

/// All ways to put the free blocks down that solve a level.
fn brute_force(position: &mut Position, from: u16) -> u64 {
    let mut solutions = u64::from(position.is_solved());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves.into_iter().filter(|mv| mv.cell >= from) {
        position.apply(mv);
        solutions += brute_force(position, mv.cell + 1);
        position.undo(mv);
    }
    solutions
}

fn lit(position: &Position) -> usize {
    let light = beams::trace(position);
    let points = position.level().points.iter();
    points.filter(|&&point| light.lights(point)).count()
}

/// Free blocks that no light comes to.
fn idle(end: &Position) -> usize {
    let light = beams::trace(end);
    end.all_placed()
        .filter(|(cell, _)| !light.touched.contains(cell))
        .count()
}

#[test]
fn levels_are_what_was_wanted() {
    for (kind, tiles, emitters, receivers, free) in [
        ("5x5,mirrors=5", None, None, None, [5, 0, 0]),
        (
            "5x5,mirrors=5,tiles=20,emitters=1,receivers=3",
            Some(20),
            Some(1),
            Some(3),
            [5, 0, 0],
        ),
        (
            "4x6,mirrors=4,tiles=24,receivers=4",
            Some(24),
            None,
            Some(4),
            [4, 0, 0],
        ),
        (
            "6x6,mirrors=3,emitters=3,refract=1",
            None,
            Some(3),
            None,
            [3, 0, 1],
        ),
        ("5x5,mirrors=3,opaque=1", None, None, None, [3, 1, 0]),
    ] {
        for (id, level) in levels(kind, 1..=20) {
            let found = level.level();
            let open = found.open_cells().count();
            assert_eq!(open, tiles.unwrap_or(open), "{id}");
            assert_eq!(
                found.lasers.len(),
                emitters.unwrap_or(found.lasers.len()),
                "{id}"
            );
            assert_eq!(
                found.points.len(),
                receivers.unwrap_or(found.points.len()),
                "{id}"
            );
            assert_eq!(found.free, free, "{id}");
            assert_eq!(lit(&level), 0, "{id}: a point is lit at the start");
            let (end, solutions) = solved(&level);
            assert_eq!(solutions, 1, "{id}");
            assert_eq!(idle(&end), 0, "{id}");
            for (cell, block) in end.all_placed() {
                let mut without = end.clone();
                without.undo(Move {
                    block,
                    cell: cell as u16,
                    away: false,
                });
                let all = lit(&without) == found.points.len();
                assert_eq!(
                    all,
                    block == Block::Absorb,
                    "{id}: {block:?} on cell {cell}"
                );
            }
        }
    }
}

#[test]
fn small_levels_have_one_solution_by_brute_force() {
    for kind in [
        "3x3,mirrors=3",
        "3x4,mirrors=2,refract=1",
        "3x3,mirrors=1,opaque=2",
        "4x4,mirrors=4",
        "3x3,mirrors=0,opaque=3,emitters=4",
    ] {
        for (id, level) in levels(kind, 1..=10) {
            assert_eq!(
                brute_force(&mut level.clone(), 0),
                1,
                "{id}\n{}",
                Lazors.write(&level)
            );
        }
    }
}

/// Any number of solutions gives levels with several; idle blocks are there
/// where they were asked for.
#[test]
fn wishes_can_be_relaxed() {
    let loose = levels("5x5,mirrors=5,receivers=1,solutions=any", 1..=20);
    let several = loose
        .iter()
        .filter(|(_, level)| solved(level).1 > 1)
        .count();
    assert!(several > 3, "{several} of 20 with several solutions");
    let idle_ones = levels("4x4,mirrors=8,idle=yes", 1..=10);
    let some = idle_ones
        .iter()
        .filter(|(_, level)| idle(&solved(level).0) > 0)
        .count();
    assert!(some > 3, "{some} of 10 with idle blocks");
}

#[test]
fn what_cannot_be_had_is_refused_with_advice() {
    for kind in [
        "1x1,mirrors=1,receivers=9",
        "2x2,mirrors=4,receivers=12",
        "2x2,emitters=40,mirrors=1",
    ] {
        let fault = Lazors
            .deal(&id(&format!("lazors:{kind}#1")))
            .expect_err(kind);
        assert!(fault.found.starts_with("no such level in"), "{fault}");
        assert!(!fault.hint.is_empty(), "{fault}");
    }
}

/// Levels of every kind of block, with solution and measures.
/// `STUMPER_BLESS=1` writes them anew.
#[test]
fn levels_stay_what_they_are() {
    let mut text = String::new();
    for kind in [
        "3x3,mirrors=3",
        "5x5,mirrors=5",
        "5x5,mirrors=5,tiles=20,emitters=1,receivers=3",
        "6x4",
        "5x5,mirrors=3,refract=1",
        "4x5,mirrors=3,opaque=1",
        "4x4,mirrors=8,idle=yes",
        "5x5,mirrors=4,solutions=any",
    ] {
        for (id, level) in levels(kind, 1..=2) {
            let (end, solutions) = solved(&level);
            text.push_str(&format!("{id}\n{}", Lazors.write(&level)));
            let counted = if solutions == 1 {
                "the only solution"
            } else {
                "one of several solutions"
            };
            text.push_str(&format!(
                "{counted}\n{}",
                Lazors.solved_board(&end).expect("a board")
            ));
            let mut measurer = Lazors.measurer(&Settings::default());
            let measured = measurer.measure(&level, Cost::Dear, &Budget::default(), &Unwatched);
            for (measure, value) in Lazors.measures().iter().zip(measured.values) {
                let value = value.map_or("-".to_string(), |value| format!("{value:.4}"));
                text.push_str(&format!("{} {value}\n", measure.name));
            }
            text.push('\n');
            assert!(level.level().free[Block::Reflect as usize] > 0, "{id}");
        }
    }
    golden("lazors/levels.txt", &text);
}

/// The levels that ship with the project are those that their ids make, and
/// have one solution each.
#[test]
fn the_pack_is_what_its_ids_make() {
    let rows = shipped("data/lazors/graded.jsonl");
    let rows: Vec<LevelRow> = rows
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect();
    assert_eq!(rows.len(), 40);
    for row in rows {
        let level = Lazors.deal(&id(&row.id)).expect("a level");
        assert_eq!(Lazors.write(&level), row.level, "{}", row.id);
        assert_eq!(solved(&level).1, 1, "{}", row.id);
    }
}
