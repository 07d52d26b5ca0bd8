//! FreeCell's solvers against the laws, against each other, and against what
//! others have published.

use super::common::{id, public};
use crate::cards::{Card, seeded::Seeded};
use crate::freecell::rules::Position;
use crate::freecell::variant::Variant;
use crate::freecell::{FreeCell, cells::Cells, exact::Exact, fast::Fast, short::Short};
use engine::bridge::replay;
use engine::{
    Answer, Budget, Level, LevelId, Limit, Outcome, Puzzle, Rules, Settings, Solve, Unwatched, laws,
};

pub(super) fn deal(number: u64) -> Position {
    FreeCell.deal(&ms(number)).expect("a deal")
}

fn ms(number: u64) -> LevelId {
    LevelId {
        number,
        ..id("freecell:ms#1")
    }
}

pub(super) fn ask(
    solver: &mut dyn Solve<Position>,
    start: &Position,
    budget: Budget,
) -> Answer<Position> {
    let answer = solver.solve(start, &budget, &Unwatched);
    if let Outcome::Solved(moves) = &answer.outcome {
        let from = answer.solved_as.as_ref().unwrap_or(start);
        replay(from, moves).unwrap_or_else(|fault| panic!("{fault}"));
    }
    answer
}

pub(super) fn states(most: u64) -> Budget {
    Budget {
        states: Some(most),
        ..Budget::default()
    }
}

pub(super) fn figure(answer: &Answer<Position>, name: &str) -> Option<u64> {
    answer
        .figures
        .iter()
        .find(|(n, _)| *n == name)
        .map(|(_, value)| *value)
}

/// All Microsoft deals below a million that cannot be won, as published by
/// the FreeCell community.
const UNSOLVABLE: [u64; 8] = [
    11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948,
];

#[test]
fn the_unsolvable_deals_are_proved_so() {
    let (mut fast, mut exact) = (Fast::default(), Exact::default());
    for number in UNSOLVABLE {
        let start = deal(number);
        for solver in [&mut fast as &mut dyn Solve<Position>, &mut exact] {
            let answer = ask(solver, &start, Budget::default());
            assert_eq!(answer.outcome, Outcome::Unsolvable, "deal {number}");
        }
    }
}

/// Where the greedy searches have too little memory, the complete one answers.
#[test]
fn fast_proves_within_little_memory() {
    let budget = Budget {
        memory: Some(12 << 20),
        ..Budget::default()
    };
    let answer = ask(&mut Fast::default(), &deal(11982), budget);
    assert!(matches!(answer.outcome, Outcome::Unsolvable));
    assert!(answer.effort.checked > 61_643);
}

/// All deals that cannot be won even with five cells, as published; some
/// of them have numbers beyond 32 bits.
#[test]
fn the_unsolvable_deals_with_five_cells_are_proved_so() {
    let mut fast = Fast::default();
    for number in [
        14_720_822u64,
        647_519_280,
        3_015_622_123,
        5_705_339_228,
        7_273_316_239,
        7_573_544_118,
    ] {
        let id = id(&format!("freecell:5-cells.ms#{number}"));
        let start = FreeCell.deal(&id).expect("a deal");
        let answer = ask(&mut fast, &start, Budget::default());
        assert_eq!(answer.outcome, Outcome::Unsolvable, "deal {number}");
    }
}

/// The published count of canonical positions with safe automatic moves.
#[test]
fn deal_11982_has_61643_positions() {
    let answer = ask(&mut Exact::default(), &deal(11982), Budget::default());
    assert_eq!(answer.outcome, Outcome::Unsolvable);
    assert_eq!(figure(&answer, "states"), Some(61_643));
    assert_eq!(answer.effort.checked, 61_643);
}

/// Deals that meta-moves miss (739671), that need many moves (57148), and
/// that sending every card home at once makes unsolvable (1941, 98714).
#[test]
fn treacherous_deals_are_solved() {
    let mut fast = Fast::default();
    for number in [739_671, 57_148, 1941, 98_714] {
        let answer = ask(&mut fast, &deal(number), Budget::default());
        assert!(
            matches!(answer.outcome, Outcome::Solved(_)),
            "deal {number}"
        );
    }
}

/// Microsoft's 32,000 deals: all but one are won. The states it takes are a
/// signature: a change of the search that is not meant to change what it does
/// leaves them as they are; one that is meant to, writes them anew.
#[test]
fn the_first_32000_deals_are_solved_but_one() {
    let mut fast = Fast::default();
    let mut checked = 0;
    for number in 1..=32_000 {
        let answer = ask(&mut fast, &deal(number), Budget::default());
        let solved = matches!(answer.outcome, Outcome::Solved(_));
        assert_eq!(
            solved,
            number != 11_982,
            "deal {number}: {:?}",
            answer.outcome
        );
        checked += answer.effort.checked;
    }
    assert_eq!(checked, CHECKED, "the states of deals 1..32000");
}

const CHECKED: u64 = 1_796_191;

/// A small position with the low cards home and the rest thrown into columns
/// and cells at random.
fn endgame(variant: &str, seed: u64, ranks: u8) -> Position {
    let mut random = Seeded::new("endgame", seed);
    let mut position = Position::bare(Variant::parse(variant).expect("a variant"));
    position.home = [13 - ranks; 4];
    let mut cards: Vec<Card> = (0..4 * ranks)
        .map(|i| Card::from_index(4 * (13 - ranks) + i))
        .collect();
    random.shuffle(&mut cards);
    for cell in &mut position.cells {
        *cell = (random.below(2) == 0).then(|| cards.pop().expect("a card"));
    }
    let columns = position.columns.len();
    for card in cards {
        position.columns[random.below(columns)].push(card);
    }
    position
}

/// Every solver's verdict on small positions is that of breadth-first search
/// under the plain rules; many of these cannot be won.
#[test]
fn every_solver_agrees_with_the_plain_rules_on_endgames() {
    let rows = [
        ("columns=2,cells=1", 4),
        ("columns=3,cells=0", 4),
        ("columns=3,cells=1,build=suit", 4),
        ("columns=3,cells=1,empty=kings", 4),
        ("columns=3,cells=1,build=rank,empty=nothing", 4),
        ("columns=3,cells=1,build=suit,runs=free,empty=kings", 4),
        ("columns=4,cells=2,runs=free", 3),
    ];
    let (mut won, mut lost) = (0, 0);
    for (variant, ranks) in rows {
        for seed in 0..40 {
            let position = endgame(variant, seed, ranks);
            let level = Level::Written {
                name: format!("{variant} {seed}"),
                variant: variant.into(),
                text: FreeCell.write(&position),
            };
            match laws::solvers_agree(&FreeCell, &level, &states(300_000)) {
                Some(true) => won += 1,
                Some(false) => lost += 1,
                None => panic!("{}: nobody decides", level.name()),
            }
        }
    }
    assert!(
        won > 50 && lost > 50,
        "{won} won, {lost} lost: a one-sided test"
    );
}

#[test]
fn solvers_repeat_themselves_on_deals_of_all_grades() {
    let ids: Vec<_> = [617, 11982, 178].map(ms).into();
    laws::solvers_repeat(&FreeCell, &ids, &states(20_000));
}

#[test]
fn a_memory_limit_is_named() {
    let budget = Budget {
        memory: Some(1 << 20),
        ..Budget::default()
    };
    for solver in [
        &mut Fast::default() as &mut dyn Solve<Position>,
        &mut Exact::default(),
    ] {
        let answer = ask(solver, &deal(11982), budget);
        assert_eq!(answer.outcome, Outcome::GaveUp(Limit::Memory));
    }
}

#[test]
fn variants_are_solved_or_refuted() {
    let mut fast = Fast::default();
    for (name, _) in crate::freecell::variant::NAMED {
        let mut solved = 0;
        for number in 1..=5 {
            let start = FreeCell
                .deal(&id(&format!("freecell:{name}.seed#{number}")))
                .unwrap();
            let answer = ask(&mut fast, &start, states(300_000));
            solved += usize::from(matches!(answer.outcome, Outcome::Solved(_)));
        }
        let few = matches!(
            name,
            "0-cells" | "1-cell" | "kings-only-bakers-game" | "forecell"
        );
        assert!(few || solved >= 2, "{name}: {solved} of 5 solved");
    }
}

pub(super) fn rows(text: &str) -> impl Iterator<Item = [u64; 2]> {
    text.lines().skip(1).map(|line| {
        let mut numbers = line.split(',').map(|n| n.trim().parse().expect("a number"));
        [
            numbers.next().expect("a deal"),
            numbers.next().expect("a value"),
        ]
    })
}

/// Compares the fewest cells of the first deals with the published ones, and
/// counts the deals that were decided; `None` without the published file.
fn decided_cells(deals: usize, budget: Budget) -> Option<usize> {
    let text = public("freecell/minimum_cells_1_16000.csv")?;
    let mut solver = Cells::default();
    let mut decided = 0;
    for [number, cells] in rows(&text).take(deals) {
        let answer = ask(&mut solver, &deal(number), budget);
        if let Some(found) = figure(&answer, "cells") {
            assert_eq!(found, cells, "deal {number}");
            decided += 1;
            continue;
        }
        let least = figure(&answer, "cells-at-least").expect("a bound");
        let most = figure(&answer, "cells-at-most").expect("a bound");
        assert!(least <= cells && cells <= most, "deal {number}");
    }
    Some(decided)
}

#[test]
fn the_fewest_cells_are_those_published() {
    if let Some(decided) = decided_cells(150, states(200_000)) {
        assert!(decided >= 140, "{decided} of 150 decided");
    }
}

/// All published deals with the solver's own budget.
#[test]
#[ignore = "takes half an hour: cargo test --release -p stumper-games -- --ignored fewest_cells"]
fn the_fewest_cells_of_all_deals_are_those_published() {
    if let Some(decided) = decided_cells(16_000, Budget::default()) {
        println!("{decided} of 16000 decided");
    }
}

/// No solution is shorter than the proven optimum in single-card moves, and
/// some come close to it.
#[test]
fn no_solution_beats_the_optimum() {
    let Some(text) = public("freecell/optimal_1_50.csv") else {
        return;
    };
    let mut solver = Short::default();
    let mut closest = u64::MAX;
    for [number, optimum] in rows(&text) {
        let start = deal(number);
        let Outcome::Solved(moves) = ask(&mut solver, &start, states(5_000)).outcome else {
            panic!("deal {number} unsolved");
        };
        let single = FreeCell.lengths(&start, &moves)[3];
        assert!(single >= optimum, "deal {number}: {single} < {optimum}");
        closest = closest.min(single - optimum);
    }
    assert!(
        closest <= 5,
        "the closest is {closest} moves from the optimum"
    );
}

#[test]
fn a_solved_position_needs_no_moves() {
    let mut position = Position::bare(crate::freecell::variant::FREECELL);
    position.home = [13; 4];
    assert!(position.is_solved());
    for solver in FreeCell.solvers() {
        let answer = ask(
            &mut *(solver.make)(&Settings::default()).expect("a solver"),
            &position,
            Budget::default(),
        );
        assert_eq!(
            answer.outcome,
            Outcome::Solved(Vec::new()),
            "{}",
            solver.name
        );
    }
}

/// Won only if the ace of diamonds, the beak, takes the king before it goes
/// home.
#[test]
fn a_beak_may_be_needed_where_it_lies() {
    let level = Level::Written {
        name: "beak".into(),
        variant: "penguin,cells=0,columns=3".into(),
        text: "Foundations: H-K C-Q D-0 S-K\nTD 6D KC\n9D 3D KD\n7D 8D 2D AD 5D 4D JD QD\n".into(),
    };
    let solvable = engine::laws::solvers_agree(&FreeCell, &level, &Budget::default());
    assert_eq!(solvable, Some(true));
}

#[test]
fn an_ace_that_a_king_needs_does_not_go_home_by_itself() {
    for (rules, text) in [
        // The ace must go onto the two: it takes one king there, and its
        // column the other.
        (
            "penguin,cells=0,columns=4",
            "Foundations: H-9 C-K D-J S-0\nAS\nQS QD JS TS 9S 8S 7S 6S 5S 4S 2S\n3S TH JH KS\nKH QH KD\n",
        ),
        // The two must wait for an ace of the other colour, and that for a king.
        (
            "penguin,cells=0,columns=4,build=colour",
            "Foundations: H-0 C-K D-K S-A\nQS JS TS 9S 8S 7S 6S 5S 2S\n3H 3S AH\n4S 2H KS\n\
             KH QH JH TH 9H 8H 7H 6H 4H 5H\n",
        ),
    ] {
        let start = FreeCell.read(rules, text).unwrap();
        for line in FreeCell.solvers() {
            if ["plain", "exact", "fast", "breadth"].contains(&line.name) {
                let mut solver = (line.make)(&Settings::default()).unwrap();
                let outcome = ask(&mut *solver, &start, Budget::default()).outcome;
                let solved = matches!(outcome, Outcome::Solved(_));
                assert!(solved, "{rules}, {}: {outcome:?}", line.name);
            }
        }
    }
}
