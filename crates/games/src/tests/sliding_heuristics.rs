//! The heuristics of sliding tiles against the truth: all boards of 3×3, whose
//! distances breadth-first search tells, and Korf's boards, whose are known.

use super::common::{Leaving, id};
use crate::sliding::Sliding;
use crate::sliding::conflict::Conflict;
use crate::sliding::features::{COUNT, Chosen, FEATURES, Weighing, Weighted};
use crate::sliding::heuristics::{self, Admissible, Runs, Shortest, Tables};
use crate::sliding::manhattan::Manhattan;
use crate::sliding::pattern::additive::Additive;
use crate::sliding::pattern::build::build;
use crate::sliding::pattern::layout::{Layout, bits};
use crate::sliding::pattern::partition::Partition;
use crate::sliding::pattern::places::{self, Places};
use crate::sliding::pattern::table::{BLIND_BITS, Kind};
use crate::sliding::pattern::{Guiding, Patterns};
use crate::sliding::rules::{Board, Move};
use crate::sliding::symmetry::mirrored;
use crate::sliding::variant::Variant;
use crate::sliding::walking::Walking;
use engine::heuristic::Blind;
use engine::search::IdaStar;
use engine::settings::{Make, MemoryStore};
use engine::{
    Budget, Effort, Heuristic, Limit, Meter, Outcome, Puzzle, Rules, Settings, Table, TableStore,
    Unwatched, Watch, Weights,
};
use std::collections::HashMap;
use std::sync::Arc;

fn standard(rows: u8, columns: u8) -> Variant {
    Variant {
        rows,
        columns,
        blank_first: true,
    }
}

/// All boards by their distance from the goal.
fn generations(variant: Variant) -> Vec<Vec<Board<16>>> {
    let goal = Board::<16>::goal(variant);
    let mut seen = HashMap::from([(goal.key(), ())]);
    let mut all = vec![vec![goal]];
    let mut moves = Vec::new();
    loop {
        let mut next = Vec::new();
        for board in all.last().unwrap() {
            moves.clear();
            board.moves(&mut moves);
            for &mv in &moves {
                let mut child = board.clone();
                child.apply(mv);
                if seen.insert(child.key(), ()).is_none() {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return all;
        }
        all.push(next);
    }
}

/// Whether a heuristic never overestimates, and what it carries along a move
/// is what it would start with there.
fn check<H: Heuristic<Board<16>>>(name: &str, all: &[Vec<Board<16>>], heuristic: &H) -> u64
where
    H::Carry: PartialEq + std::fmt::Debug,
{
    let mut sum = 0;
    let mut moves = Vec::new();
    for (distance, boards) in all.iter().enumerate() {
        for board in boards {
            let carry = heuristic.start(board);
            let estimate = heuristic.estimate(carry, board);
            assert!(estimate as usize <= distance, "{name}: {board:?}");
            assert_eq!(estimate % 2, distance as u32 % 2, "{name}: {board:?}");
            assert_eq!(estimate == 0, distance == 0, "{name}: {board:?}");
            sum += u64::from(estimate);
            moves.clear();
            board.moves(&mut moves);
            for &mv in &moves {
                let mut child = board.clone();
                child.apply(mv);
                let after = heuristic.after(carry, &child, mv);
                assert_eq!(after, heuristic.start(&child), "{name}: {board:?} {mv:?}");
            }
        }
    }
    sum
}

/// The number of boards at each distance, of which 31 is the largest: A. Reinefeld,
/// "Complete solution of the eight-puzzle", IJCAI 1993.
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn no_heuristic_overestimates_on_any_board_of_3x3() {
    let variant = standard(3, 3);
    let all = generations(variant);
    let counts: Vec<usize> = all.iter().map(Vec::len).collect();
    assert_eq!(counts, EIGHT_PUZZLE);
    let exact: u64 = counts.iter().zip(0u64..).map(|(&n, d)| n as u64 * d).sum();
    let manhattan = check("manhattan", &all, &Manhattan::new(variant));
    let conflict = check("conflict", &all, &Conflict::new(variant));
    let walking = check("walking", &all, &Walking::new(variant).unwrap());
    let store = MemoryStore::default();
    let partition = Partition::new(variant, Kind::Zoned, &store, &Unwatched)
        .expect("nobody interrupts")
        .expect("a partition");
    let additive = Additive::<1, 1>::new(&partition).unwrap();
    // With all tiles in one pattern the estimate is the distance.
    assert_eq!(check("zones", &all, &Guiding(&additive)), exact);
    assert!(manhattan < conflict && conflict < exact);
    assert!(manhattan < walking && walking < exact);
}

#[test]
fn optimal_finds_the_distance_of_every_board_of_3x3() {
    let all = generations(standard(3, 3));
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    for (distance, boards) in all.iter().enumerate() {
        for board in boards {
            let board: Board = board.resized();
            assert_eq!(length(Admissible::Patterns, &mut tables, &board), distance);
        }
    }
}

/// The length of a solution by the search that `optimal` is.
fn length(heuristic: Admissible, tables: &mut Tables, board: &Board) -> usize {
    solution(&SKIPPING, heuristic, tables, board).0.len()
}

const SKIPPING: Shortest = Shortest { skips_cycles: true };
const KEEPING: Shortest = Shortest {
    skips_cycles: false,
};

/// A solution that has been replayed, and what it took.
fn solution<X: Runs>(
    search: &X,
    heuristic: Admissible,
    tables: &mut Tables,
    board: &Board,
) -> (Vec<Move>, Effort) {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    match heuristics::search(search, &Chosen::Own(heuristic), tables, board, &mut meter) {
        Outcome::Solved(moves) => {
            engine::bridge::replay(board, &moves).unwrap();
            (moves, meter.effort)
        }
        other => panic!("{other:?}"),
    }
}

/// The game's own iterative deepening goes through the same boards as the
/// generic one; without cycles it goes through fewer, to the same solution.
#[test]
fn iterative_deepening_finds_what_the_generic_one_finds() {
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    let (mut kept, mut skipped) = (0, 0);
    for size in ["5x2", "4x3", "3x5", "3x5-blank-first"] {
        for number in 0..5 {
            let board = Sliding.deal(&id(&format!("sliding:{size}#{number}")));
            let board = board.unwrap();
            let zones = Admissible::Zones;
            let (moves, effort) = solution(&IdaStar, zones, &mut tables, &board);
            let (same_moves, same) = solution(&KEEPING, zones, &mut tables, &board);
            assert_eq!(moves, same_moves, "{size} {number}");
            let counts = |effort: Effort| (effort.checked, effort.generated);
            assert_eq!(counts(effort), counts(same), "{size} {number}");
            let (without, fewer) = solution(&SKIPPING, zones, &mut tables, &board);
            assert_eq!(moves, without, "{size} {number}");
            assert!(fewer.generated <= effort.generated, "{size} {number}");
            kept += effort.generated;
            skipped += fewer.generated;
        }
    }
    assert!(skipped < kept, "{skipped} of {kept}");
}

#[test]
fn iterative_deepening_ends_at_its_limits() {
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    let board = Sliding.deal(&id("sliding:3x5#1")).unwrap();
    let zones = Chosen::Own(Admissible::Zones);
    let (moves, effort) = solution(&SKIPPING, Admissible::Zones, &mut tables, &board);
    let enough = effort.checked;
    for states in [0, 1, enough / 2, enough - 1, enough] {
        let budget = Budget {
            states: Some(states),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget, &Unwatched);
        let outcome = heuristics::search(&SKIPPING, &zones, &mut tables, &board, &mut meter);
        match states == enough {
            true => assert_eq!(outcome, Outcome::Solved(moves.clone())),
            false => assert_eq!(outcome, Outcome::GaveUp(Limit::States)),
        }
        assert_eq!(meter.effort.checked, states);
    }
    let budget = Budget::default().or_memory(1);
    let mut meter = Meter::new(&budget, &Unwatched);
    let outcome = heuristics::search(&SKIPPING, &zones, &mut tables, &board, &mut meter);
    assert_eq!(outcome, Outcome::GaveUp(Limit::Memory));
    let leaving = Leaving::after(3);
    let mut meter = Meter::new(&Budget::default(), &leaving);
    let outcome = heuristics::search(&SKIPPING, &zones, &mut tables, &board, &mut meter);
    assert_eq!(outcome, Outcome::GaveUp(Limit::Interrupted));
}

/// A store of tables for the 24-puzzle with any numbers in them.
struct AnyNumbers;

impl TableStore for AnyNumbers {
    fn table(&self, name: &str, _: &dyn Watch, _: Make) -> Result<Table, Limit> {
        let mut seed = name.len() as u64;
        let words = (0..25usize.pow(6) / 16 + 1).map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 3 & 0x3333_3333_3333_3333
        });
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        Ok(Arc::new(bytes))
    }
}

/// Whatever the tables say, what is carried along a walk is what it would be
/// from the start, and a mirrored board has the sums the other way round.
#[test]
fn places_are_carried_as_they_are_counted() {
    let variant = standard(5, 5);
    let kind = Kind::Blind(BLIND_BITS);
    let partition = Partition::new(variant, kind, &AnyNumbers, &Unwatched);
    let partition = partition.expect("nobody interrupts").expect("a partition");
    let places = Places::new(&partition).expect("its views");
    let guiding = Guiding(&places);
    let mut board = Board::<100>::goal(variant);
    let mut carry = guiding.start(&board);
    let mut seed = 11u64;
    for _ in 0..3000 {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv: Move = moves[(seed >> 33) as usize % moves.len()];
        board.apply(mv);
        carry = guiding.after(carry, &board, mv);
        assert_eq!(carry, guiding.start(&board));
        let mirrored = mirrored(&board);
        let [one, other] = Patterns::<100>::start(&places, &mirrored).sums();
        assert_eq!(carry.sums(), [other, one]);
    }
    let layout = &partition.patterns[0].layout;
    let tiles = &partition.patterns[0].tiles;
    assert!(places::table(layout, tiles, &[], &|_| false).is_none());
}

/// Whole boards of oblong sizes, and patterns that do not hold all tiles.
#[test]
fn no_heuristic_overestimates_on_oblong_boards() {
    let variant = standard(2, 4);
    let all = generations(variant);
    // 36 is the most that 4x2 can take.
    assert_eq!(all.len() - 1, 36);
    check("manhattan", &all, &Manhattan::new(variant));
    check("conflict", &all, &Conflict::new(variant));
    check("walking", &all, &Walking::new(variant).unwrap());
    for (size, numbers) in [
        ("5x2", 0..6),
        ("2x5", 0..3),
        ("4x3", 0..3),
        ("3x4-blank-first", 0..2),
    ] {
        for number in numbers {
            let board = Sliding
                .deal(&id(&format!("sliding:{size}#{number}")))
                .unwrap();
            let settings = Settings::default();
            let mut tables = Tables::new(&settings.tables);
            let walking = length(Admissible::Walking, &mut tables, &board);
            assert_eq!(
                length(Admissible::Patterns, &mut tables, &board),
                walking,
                "{size} {number}"
            );
            assert_eq!(
                length(Admissible::Zones, &mut tables, &board),
                walking,
                "{size} {number}"
            );
        }
    }
}

/// Carried along a walk, estimates on larger boards are what they would be
/// from the start, and change by one a move where the blank's zone is known.
#[test]
fn heuristics_are_carried_on_larger_boards() {
    let settings = Settings::default();
    for (rows, columns) in [(3, 5), (4, 4), (5, 5), (7, 10)] {
        let variant = standard(rows, columns);
        let (manhattan, conflict) = (Manhattan::new(variant), Conflict::new(variant));
        let walking = Walking::new(variant);
        let mut board = Board::<100>::goal(variant);
        let mut carried = (manhattan.start(&board), conflict.start(&board));
        let mut walked = walking.as_ref().map(|walking| walking.start(&board));
        let mut seed = 7u64;
        for _ in 0..2000 {
            let mut moves = Vec::new();
            board.moves(&mut moves);
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv: Move = moves[(seed >> 33) as usize % moves.len()];
            board.apply(mv);
            carried.0 = manhattan.after(carried.0, &board, mv);
            carried.1 = conflict.after(carried.1, &board, mv);
            assert_eq!(carried, (manhattan.start(&board), conflict.start(&board)));
            if let Some(walking) = &walking {
                walked = walked.map(|walked| walking.after(walked, &board, mv));
                assert_eq!(walked, Some(walking.start(&board)));
            }
        }
        assert_eq!(walking.is_some(), variant.cells() <= 16);
    }
    // 3×5 has two tables of seven tiles, made in a moment.
    let partition = Partition::new(standard(3, 5), Kind::Zoned, &*settings.tables, &Unwatched)
        .expect("nobody interrupts")
        .expect("a partition");
    let additive = Additive::<2, 1>::new(&partition).unwrap();
    let additive = Guiding(&additive);
    let mut board = Board::<16>::goal(standard(3, 5));
    let mut carry = additive.start(&board);
    let mut seed = 9u64;
    for _ in 0..3000 {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv: Move = moves[(seed >> 33) as usize % moves.len()];
        let old = additive.estimate(carry, &board);
        board.apply(mv);
        carry = additive.after(carry, &board, mv);
        assert_eq!(carry, additive.start(&board));
        assert_eq!(additive.estimate(carry, &board).abs_diff(old), 1);
    }
}

#[test]
fn features_stay_between_zero_and_one() {
    for size in ["2x2", "3x3", "3x4", "4x4", "6x6", "10x10"] {
        for number in 0..20 {
            let board = Sliding
                .deal(&id(&format!("sliding:{size}-blank-first#{number}")))
                .unwrap();
            let variant = board.variant();
            let walking = Walking::new(variant);
            let weighing = Weighing::new(&Chosen::counts(&[(0, 1.0)]), variant, walking.as_ref());
            let walked = walking.as_ref().map_or((0, 0), |w| w.start(&board));
            for (feature, about) in FEATURES.iter().enumerate() {
                let value = weighing.feature(feature, &board, walked, 0);
                assert!(
                    (0.0..=1.0).contains(&value),
                    "{} {size} {value}",
                    about.name
                );
                let goal = Board::<100>::goal(variant);
                let home = walking.as_ref().map_or((0, 0), |w| w.start(&goal));
                assert_eq!(
                    weighing.feature(feature, &goal, home, 0),
                    0.0,
                    "{}",
                    about.name
                );
            }
        }
    }
}

/// Counted by hand: 2 and 3 are swapped on the first row of 1 3 2 / 4 0 5 / 7 8 6
/// (blank last), three tiles are one cell from home and one tile two.
#[test]
fn features_are_as_counted_by_hand() {
    let board = Sliding.read("", "1 3 2\n4 0 5\n7 8 6").unwrap();
    let weighing = Weighing::new(&Chosen::counts(&[(0, 1.0)]), board.variant(), None);
    let feature = |feature| weighing.feature(feature, &board, (0, 0), 10);
    // Distances: 3 and 2 one each, 5 one, 6 one. Of 3 corners at 4, 4 edges
    // at 3 and the middle at 2.
    assert_eq!(feature(0), 4.0 / 26.0);
    let mean = (4.0f32 * 2.0f32.ln() / 8.0).exp() - 1.0;
    assert!((feature(1) - mean / 4.0).abs() < 1e-6);
    assert_eq!(feature(2), 1.0 / 9.0);
    assert_eq!(feature(3), 4.0 / 8.0);
    assert_eq!(feature(5), 10.0 / 52.0);
    assert_eq!(COUNT, 6);
}

#[test]
fn a_weighted_sum_guides_a_search() {
    let weights = |text: &str| Weights::parse(text).unwrap();
    let text = r#"{"game":"sliding","scale":30,"weights":{"manhattan":0.7,"walking-distance":0.3,"pattern-database":0.5}}"#;
    let settings = Settings {
        weights: Some(weights(text)),
        ..Settings::default()
    };
    let board = Sliding.deal(&id("sliding:3x3#5")).unwrap();
    let line = Sliding
        .solvers()
        .iter()
        .find(|s| s.name == "wastar")
        .unwrap();
    let mut solver = (line.make)(&settings).unwrap();
    let answer = solver.solve(&board, &Budget::default(), &Unwatched);
    assert!(matches!(answer.outcome, Outcome::Solved(_)));
    for (heuristic, good) in [("misplaced", true), ("pdb", true), ("nonsense", false)] {
        let values = [("heuristic".to_string(), heuristic.to_string())];
        let settings = Settings {
            values: values.into(),
            ..Settings::default()
        };
        assert_eq!((line.make)(&settings).is_ok(), good, "{heuristic}");
    }
    // A weight of one on one feature is that feature in points.
    let variant = board.variant();
    let one = weights(r#"{"game":"sliding","scale":26,"weights":{"manhattan":1}}"#);
    let points = one.in_order("sliding", &FEATURES).unwrap();
    let points = std::array::from_fn(|feature| points[feature]);
    let weighing = Weighing::new(&Chosen::Weights(points), variant, None);
    let weighted = Weighted {
        weighing: &weighing,
        patterns: &Blind,
    };
    let carry = weighted.start(&board);
    let points = weighted.estimate(carry, &board);
    let manhattan = Manhattan::new(variant).sum(&board);
    let a_move = Heuristic::<Board>::points_a_move(&weighted);
    assert_eq!(points, manhattan * a_move);
}

/// Korf's boards, if the folder of public data is there.
fn korf(file: &str, side: u8) -> Option<Vec<(Board, usize, u64)>> {
    let Some(folder) = std::env::var_os("STUMPER_PUBLIC") else {
        eprintln!("skipped: STUMPER_PUBLIC names no folder");
        return None;
    };
    let path = std::path::Path::new(&folder).join("sliding").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let variant = format!("{side}x{side}-blank-first");
        let board = Sliding.read(&variant, words[1]).unwrap();
        (board, words[2].parse().unwrap(), words[3].parse().unwrap())
    });
    Some(boards.collect())
}

#[test]
fn some_of_korfs_boards_take_as_many_moves_as_known() {
    let Some(boards) = korf("korf15.txt", 4) else {
        return;
    };
    assert_eq!(boards.len(), 100);
    let manhattan = Manhattan::new(standard(4, 4));
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    for (board, best, distance) in &boards {
        assert_eq!(u64::from(manhattan.sum(board)), *distance);
        if *best <= 48 {
            assert_eq!(
                length(Admissible::Walking, &mut tables, board),
                *best,
                "{board:?}"
            );
        }
        if *best <= 45 {
            assert_eq!(
                length(Admissible::Conflict, &mut tables, board),
                *best,
                "{board:?}"
            );
        }
    }
}

/// Makes the tables of seven and eight tiles first.
#[test]
#[ignore = "takes a minute"]
fn korfs_hundred_take_5305_moves() {
    let Some(boards) = korf("korf15.txt", 4) else {
        return;
    };
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    let mut sum = 0;
    for (board, best, _) in &boards {
        let moves = length(Admissible::Patterns, &mut tables, board);
        assert_eq!(moves, *best, "{board:?}");
        sum += moves;
    }
    assert_eq!(sum, 5305);
}

/// The two boards of the 24-puzzle with the fewest published nodes that IDA*
/// generates with Korf and Felner's tables in their order of moves.
#[test]
#[ignore = "takes a minute"]
fn the_published_nodes_of_the_24_puzzle_are_met() {
    let Some(boards) = korf("korf24.txt", 5) else {
        return;
    };
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    for number in [40, 25] {
        let (board, best, nodes) = &boards[number - 1];
        for heuristic in [Admissible::Patterns, Admissible::Zones] {
            let (moves, effort) = solution(&KEEPING, heuristic, &mut tables, board);
            assert_eq!(moves.len(), *best);
            match heuristic {
                Admissible::Zones => assert!(effort.generated < *nodes),
                _ => assert_eq!(effort.generated, *nodes, "board {number}"),
            }
            let (same, fewer) = solution(&SKIPPING, heuristic, &mut tables, board);
            assert_eq!(same, moves);
            assert!(fewer.generated < effort.generated);
        }
    }
}

/// While a blind table is made it has four bits of each pair of moves, which
/// tell a number if it is less than 32 above the tiles' distances. Here every
/// number of the 24-puzzle's patterns is looked at whole.
#[test]
#[ignore = "takes a minute"]
fn no_blind_number_is_far_above_the_distances() {
    let layout = Layout::new(standard(5, 5), 6, &|| true).expect("a layout");
    for tiles in [[1, 2, 5, 6, 7, 12], [3, 4, 8, 9, 13, 14]] {
        const WHOLE: usize = 6;
        let goal = tiles.iter().fold(0, |set, tile| set | 1 << tile);
        let words = build(&layout, Kind::Blind(WHOLE), goal, 0, &|_| true).expect("a table");
        let mut most = 0;
        for set in 0..layout.sets() {
            let cells: Vec<usize> = bits(layout.set(set)).collect();
            for number in 0..720 {
                let order = layout.orders.order(number);
                let at = set * 768 + number;
                let bit = |bit| (words[at / 64 * WHOLE + bit] >> (at % 64) & 1) << bit;
                let pairs: u64 = (0..WHOLE).map(bit).sum();
                let distance = |(cell, tile): (&usize, &u8)| {
                    let home = tiles[*tile as usize];
                    (cell / 5).abs_diff(home / 5) + (cell % 5).abs_diff(home % 5)
                };
                let distances: usize = cells.iter().zip(&order).map(distance).sum();
                most = most.max(pairs - distances as u64 / 2);
            }
        }
        println!("{tiles:?}: at most {most} pairs of moves above the distances");
        assert!(most <= 5);
    }
}

#[test]
fn sessions_share_a_store() {
    let settings = Settings::default();
    let store: Arc<dyn engine::TableStore> = settings.tables.clone();
    let mut one = Tables::new(&store);
    let mut other = Tables::new(&store);
    let board = Sliding.deal(&id("sliding:3x3#1")).unwrap();
    let first = length(Admissible::Patterns, &mut one, &board);
    assert_eq!(length(Admissible::Patterns, &mut other, &board), first);
    let name = "sliding-3x3-zones-1-2-3-4-5-6-7-8-v1";
    let kept = store.table(name, &Unwatched, &mut |_| None);
    assert!(kept.is_ok(), "the table has another name, or was not kept");
}

/// Whenever a user stops the making of a table, there is none, and the next
/// who asks has the same table as ever.
#[test]
fn an_interrupted_table_is_not_kept() {
    let variant = standard(3, 4);
    let whole = |store: &MemoryStore, watch: &Leaving| {
        let partition = Partition::new(variant, Kind::Zoned, store, watch)?;
        let patterns = partition.expect("a partition").patterns;
        let tables = patterns.iter().map(|pattern| pattern.table().to_vec());
        Ok::<_, Limit>(tables.collect::<Vec<_>>())
    };
    let bytes = whole(&MemoryStore::default(), &Leaving::after(u32::MAX));
    // Every generation asks once at least, however threads share its work.
    for after in [0, 1, 5, 10, 20, 30] {
        let store = MemoryStore::default();
        let stopped = whole(&store, &Leaving::after(after));
        assert_eq!(stopped, Err(Limit::Interrupted), "after {after}");
        assert_eq!(whole(&store, &Leaving::after(u32::MAX)), bytes);
    }
}
