//! Features and generic searches of every game: each game offers all
//! searches, features lie between 0 and 1, are 0 when a level is solved and
//! count what their sentences say, and heuristics that are said never to
//! overestimate lead to the fewest moves.

use super::common::{id, walk};
use crate::flow::rules::{Move as Step, Way};
use crate::flow::{self, Flow};
use crate::freecell::{self, FreeCell};
use crate::klondike::{self, Klondike};
use crate::lazors::rules::{Block, Move as Put};
use crate::lazors::{self, Lazors};
use crate::shift::rules::Board;
use crate::shift::solver::features::{COUNT, Chosen, Reading};
use crate::shift::solver::packed::{Ground, Packed};
use crate::shift::{Shift, notation};
use crate::template::{self, Template};
use crate::{GAMES, freecell::packed};
use engine::{Budget, Outcome, Puzzle, Rules, Settings, Unwatched, Weights};

const SEARCHES: [&str; 8] = [
    "wastar", "staged", "astar", "ida", "greedy", "beam", "depth", "breadth",
];

#[test]
fn every_game_has_every_search_with_every_heuristic() {
    for game in GAMES {
        let name = game.about().name;
        let features = game.features();
        assert!((4..=17).contains(&features.len()), "{name}");
        let weights = features.iter().map(|f| (f.name.to_string(), 0.5));
        let weighed = Settings {
            weights: Some(Weights {
                game: name.into(),
                weights: weights.collect(),
                scale: 100.0,
            }),
            ..Settings::default()
        };
        for search in SEARCHES {
            let guided = search != "breadth";
            let session = |settings: &Settings| game.solver(search, settings).is_ok();
            assert!(session(&Settings::default()), "{name}: {search}");
            assert_eq!(session(&weighed), guided, "{name}: {search}");
            for feature in features {
                let values = [("heuristic".to_string(), feature.name.to_string())];
                let settings = Settings {
                    values: values.into(),
                    ..Settings::default()
                };
                assert_eq!(session(&settings), guided, "{name}: {search} {feature:?}");
            }
        }
    }
}

/// The features of a board of Shift, all tables laid out.
fn of_shift(board: &Board) -> [f32; COUNT] {
    let ground = Ground::new(board);
    let all = Chosen::Weights([1.0; COUNT]);
    Reading::new(&all, board, &ground).of(&Packed::new(&ground))
}

/// The features of a position of FreeCell.
fn of_freecell(position: &freecell::rules::Position) -> [f32; freecell::features::COUNT] {
    let auto = packed::Auto::Nothing;
    let layout = freecell::layout::Layout::new(position, &packed::Packed::weights(auto));
    let board = freecell::board::Board::new(&layout, position);
    let packed = packed::Packed::new(&layout, board, packed::Steps::Single, auto);
    freecell::features::read(&packed)
}

/// Features lie between 0 and 1 on a random walk, and are 0 at the end of a
/// solution, except those named.
fn check<R: Rules, const N: usize>(
    rules: &R,
    ids: &[&str],
    read: impl Fn(&R::State) -> [f32; N],
    not_zero: &[&str],
) {
    let names: Vec<&str> = rules.features().iter().map(|f| f.name).collect();
    assert_eq!(names.len(), N);
    for (seed, text) in (1..).zip(ids) {
        let start = rules
            .deal(&id(text))
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut solver = (rules.solvers()[0].make)(&Settings::default()).expect("a solver");
        let answer = solver.solve(&start, &Budget::default(), &Unwatched);
        let Outcome::Solved(moves) = answer.outcome else {
            panic!("{text} is not solved")
        };
        let mut end = start.clone();
        let mut met = vec![start.clone()];
        for mv in moves {
            end.apply(mv);
            met.push(end.clone());
        }
        for position in met.into_iter().chain(walk(start, seed).take(80)) {
            for (name, value) in names.iter().zip(read(&position)) {
                assert!((0.0..=1.0).contains(&value), "{text}: {name} is {value}");
            }
        }
        for (name, value) in names.iter().zip(read(&end)) {
            let zero = !not_zero.contains(name);
            assert_eq!(value == 0.0, zero, "{text}: {name} is {value} at the end");
        }
    }
}

#[test]
fn features_stay_within_bounds_and_end_at_zero() {
    check(
        &FreeCell,
        &["freecell:ms#1", "freecell:ms#617", "freecell:eight-off#3"],
        of_freecell,
        &["well-placed", "highest-home-card"],
    );
    check(
        &Klondike,
        &["klondike:draw1#2", "klondike:draw3#10", "klondike:thesis#6"],
        klondike::features::read,
        &[],
    );
    let kinds = ["flow:5x5#1", "flow:8x6#2", "flow:6x6-paths,colours=4#3"];
    check(&Flow, &kinds, flow::features::read, &[]);
    let kinds = [
        "lazors:3x3,mirrors=3#1",
        "lazors:4x4,mirrors=2,refract=1,opaque=1#2",
    ];
    check(&Lazors, &kinds, lazors::features::read, &[]);
    let kinds = [
        "shift:thesis#2",
        "shift:1x1,balls=1,moves=any#1",
        "shift:4x6,balls=4,colours=2,moves=8#1",
    ];
    check(&Shift, &kinds, of_shift, &[]);
    let rows = ["template:row#3", "template:row#22", "template:row#54321"];
    check(&Template, &rows, template::searches::read, &[]);
}

/// Compares features with what was counted by hand, as counts and maxima.
fn by_hand<const N: usize>(what: &str, read: [f32; N], expected: [(f32, f32); N]) {
    for (place, (count, most)) in expected.into_iter().enumerate() {
        let close = (read[place] - count / most).abs() < 1e-6;
        assert!(close, "{what}, {place}: {} of {count}/{most}", read[place]);
    }
}

#[test]
fn features_are_as_counted_by_hand() {
    let row = Template.read("", "*.**.").expect("a row");
    let counted = [(3.0, 5.0), (2.0, 3.0), (4.0, 5.0), (1.0, 5.0)];
    by_hand("lamps", template::searches::read(&row), counted);

    let text = "Home: C-0 D-J H-K S-K\nStock: 2C KD AC\n\
        QD | 3C\n| 4C\n5C | 6C\n8C | 7C\nTC | 9C\nQC | JC\n| KC\n";
    let position = Klondike.read("draw1", text).expect("a position");
    let counted = [
        (15.0, 52.0),
        (5.0, 21.0),
        (3.0, 24.0),
        (1.0, 66.0),
        (0.0, 66.0),
        (1.0, 4.0),
        (1.0, 4.0),
        (13.0, 13.0),
        (1.0, 4.0),
        (1.0, 52.0),
    ];
    by_hand("cards", klondike::features::read(&position), counted);

    // B takes the short way and cuts the right side off.
    let mut board = Flow.read("", "A..\n.B.\nAB.\n").expect("a board");
    let blank = [5.0, 2.0, 3.0, 2.0, 0.0, 0.0, 0.0, 14.0];
    let maxima = flow::features::maxima(board.level());
    assert_eq!(maxima, [9.0, 2.0, 8.0, 4.0, 9.0, 9.0, 2.0, 36.0]);
    let with = |counts: [f32; 8]| std::array::from_fn(|f| (counts[f], maxima[f]));
    by_hand("blank", flow::features::read(&board), with(blank));
    board.apply(Step {
        colour: 1,
        way: Way::Down,
        erase: false,
        far: false,
    });
    let drawn = [5.0, 1.0, 2.0, 2.0, 1.0, 4.0, 0.0, 14.0];
    by_hand("drawn", flow::features::read(&board), with(drawn));
    // The first step of A closes the way of B: no cell beside B's ends is free.
    let mut board = Flow.read("", "ABA\n...\nB..\n").expect("a board");
    for way in [Way::Down, Way::Right, Way::Right] {
        board.apply(Step {
            colour: 0,
            way,
            erase: false,
            far: false,
        });
    }
    assert_eq!(flow::features::read(&board)[6], 0.5, "B is stranded");

    let text = "GRID START\no o\no o\nGRID STOP\nA 2\nL 0 1 1 1\nP 3 0\nP 2 3\n";
    let mut level = Lazors.read("", text).expect("a level");
    let read = lazors::features::read;
    // Light goes from (0, 1) over (1, 2) to (2, 3) and out at (3, 4).
    let bare = [
        (2.0, 2.0),
        (1.0, 2.0),
        (2.0, 8.0),
        (2.0, 4.0),
        (0.0, 2.0),
        (1.0, 4.0),
    ];
    by_hand("bare", read(&level), bare);
    level.apply(Put {
        block: Block::Reflect,
        cell: 1,
        away: false,
    });
    let mut idle = bare;
    (idle[0].0, idle[4].0) = (1.0, 1.0);
    by_hand("idle", read(&level), idle);

    let board = notation::read("", "A . a b . B").expect("a board");
    let features = of_shift(&board);
    let counted = [(2.0, 5.0), (4.0, 10.0), (2.0, 2.0), (4.0, 10.0)];
    by_hand(
        "balls",
        std::array::from_fn::<_, 4, _>(|f| features[f]),
        counted,
    );
}

/// How long a solution a solver finds, if it does.
fn length<R: Rules>(rules: &R, name: &str, heuristic: &str, start: &R::State) -> Option<usize> {
    let line = rules.solvers().iter().find(|line| line.name == name);
    let mut settings = Settings::default();
    if name != "breadth" {
        let value = heuristic.to_string();
        settings.values.insert("heuristic".into(), value);
    }
    let mut solver = (line.expect("a search").make)(&settings).expect("a heuristic");
    match solver.solve(start, &Budget::default(), &Unwatched).outcome {
        Outcome::Solved(moves) => Some(moves.len()),
        Outcome::Unsolvable => None,
        Outcome::GaveUp(limit) => panic!("{name} with {heuristic} gave up: {limit:?}"),
    }
}

/// A* with these heuristics finds what breadth-first search finds.
fn fewest<R: Rules>(rules: &R, heuristics: &[&str], start: &R::State) -> Option<usize> {
    let best = length(rules, "breadth", "", start);
    for heuristic in heuristics {
        let found = length(rules, "astar", heuristic, start);
        assert_eq!(found, best, "{heuristic} on\n{}", rules.write(start));
    }
    best
}

#[test]
fn heuristics_that_never_overestimate_find_the_fewest_moves() {
    let mut solved = 0;
    for number in (2..600).step_by(7) {
        let row = Template.deal(&id(&format!("template:row#{number}")));
        solved += fewest(&Template, &["runs", "thirds"], &row.expect("a row")).unwrap_or(0);
    }
    assert!(solved > 100, "{solved} presses");
    let level = |rules: &Flow, text: &str| rules.deal(&id(text)).expect("a level");
    for number in 1..=4 {
        for kind in ["4x4,colours=3,solutions=any", "4x4-paths,colours=3"] {
            let start = level(&Flow, &format!("flow:{kind}#{number}"));
            let sound = ["steps", "distance", "uncovered", "unfinished", "farthest"];
            assert!(fewest(&Flow, &sound, &start).is_some_and(|best| best > 3));
        }
        let start = id(&format!("lazors:3x3,mirrors=3#{number}"));
        let start = Lazors.deal(&start).expect("a level");
        assert_eq!(fewest(&Lazors, &["unplaced"], &start), Some(3));
        let start = id(&format!("shift:4x4,balls=3,colours=2,moves=9#{number}"));
        let start = Shift.deal(&start).expect("a level");
        assert_eq!(fewest(&Shift, &["farthest", "group"], &start), Some(9));
    }
    let text = "Home: C-T D-K H-T S-K\nStock: QC JC\nJH | KC\nQH | KH\n";
    let start = Klondike.read("draw1", text).expect("a position");
    let sound = ["not-home", "lowest-home", "face-down", "stock"];
    let best = fewest(&Klondike, &sound, &start).expect("it can be won");
    assert!(best > 6, "{best} moves");
}
