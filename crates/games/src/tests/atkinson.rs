//! Atkinson and Holstege's search: the order of its moves on positions made by
//! hand, what its parameters promise, and deals that it solves.

use super::common::id;
use crate::freecell::atkinson::order::{Order, Ranking};
use crate::freecell::atkinson::{LINE, meta};
use crate::freecell::board::{Board, CELL, HOME, PackedMove, ROOT};
use crate::freecell::layout::Layout;
use crate::freecell::movegen::{self, MoveList};
use crate::freecell::rules::Position;
use crate::freecell::score::Weights;
use crate::freecell::{FreeCell, notation, variant};
use engine::bridge::replay;
use engine::{Answer, Budget, Fault, Limit, Outcome, Rules, Settings, Unwatched};

/// Settings written as `name=value name=value`.
fn settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in text.split_whitespace().filter_map(|s| s.split_once('=')) {
        settings.values.insert(name.into(), value.into());
    }
    settings
}

fn solve_within(start: &Position, set: &str, budget: &Budget) -> Answer<Position> {
    let mut solver = (LINE.make)(&settings(set)).unwrap_or_else(|fault| panic!("{fault}"));
    let answer = solver.solve(start, budget, &Unwatched);
    if let Outcome::Solved(moves) = &answer.outcome {
        replay(start, moves).unwrap_or_else(|fault| panic!("{fault}"));
    }
    answer
}

fn solve(start: &Position, set: &str) -> Answer<Position> {
    solve_within(start, set, &Budget::default())
}

fn deal(number: u64) -> Position {
    FreeCell
        .deal(&id(&format!("freecell:ms#{number}")))
        .expect("a deal")
}

fn board(text: &str) -> Position {
    notation::read(variant::FREECELL, text).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The length in single cards, if it is solved.
fn length(start: &Position, answer: &Answer<Position>) -> Option<u64> {
    match &answer.outcome {
        Outcome::Solved(moves) => FreeCell.lengths(start, moves).last().copied(),
        _ => None,
    }
}

fn figure(answer: &Answer<Position>, name: &str) -> u64 {
    let found = answer.figures.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no figure {name}")).1
}

/// A card as `QH`, or a place: `home`, `cell`, `empty`.
fn place(text: &str) -> u8 {
    match text {
        "home" => HOME,
        "cell" => CELL,
        "empty" => ROOT,
        _ => crate::cards::Card::parse(text).expect("a card").index(),
    }
}

fn packed_move(text: &str) -> PackedMove {
    let (card, to) = text.split_once(' ').expect("a card and a place");
    PackedMove {
        card: place(card),
        to: place(to),
    }
}

/// Two columns are far from anything good (7 and 6 cards), two have a ready
/// card under two others, one has a single card; three are empty.
const FIRST: &str = "Foundations: H-4 C-9 D-9 S-9\nFreecells: TC\n6H 7H 8H 9H JH QD JC\n\
                     KH KC KD TH JS QC\nTD KS 5H\nTS QS JD\nQH\n:\n:\n:\n";
/// A king in a cell, and a card that fits on a column far from anything good.
const SECOND: &str = "Foundations: H-4 C-9 D-K S-K\nFreecells: TC KH\n6H 7H 8H 9H TH JH\n\
                      KC QH 5H JC QC\n:\n:\n:\n:\n:\n:\n";

/// Each of the paper's ten preferences, on positions made by hand.
#[test]
fn moves_are_of_the_kinds_that_the_paper_names() {
    for (text, rows) in [
        (
            FIRST,
            &[
                ("TC home", 1, 0),
                ("5H home", 1, 0),
                ("QH cell", 3, 6),
                ("JD QC", 3, 9),
                ("JD cell", 3, 10),
                ("JD empty", 3, 11),
                ("QC empty", 4, 0),
                ("TC JD", 6, 1),
                ("TC empty", 6, 3),
                ("JC QH", 8, 0),
                ("QC cell", 9, 6),
                ("JC cell", 9, 7),
                ("JC empty", 10, 0),
            ][..],
        ),
        (
            SECOND,
            &[
                ("TC home", 1, 0),
                ("KH empty", 2, 0),
                ("QC empty", 3, 11),
                ("TC JH", 5, 57),
                ("JH cell", 9, 6),
            ][..],
        ),
    ] {
        let position = board(text);
        let layout = Layout::new(&position, &Weights::NONE);
        let board = Board::new(&layout, &position);
        let ranking = Ranking::new(&layout, &board, &board.room(&layout));
        for &(text, kind, within) in rows {
            assert_eq!(ranking.kind(packed_move(text)), (kind, within), "{text}");
        }
    }
    // The last card of a column empties it in one move, so that the third
    // kind has it already; a whole column that moves as a run is the seventh.
    let position = board(
        "Foundations: H-4 C-3 D-K S-K\nTH 9C 8H 7C 6H 5C\nKH QC JH TC 9H 8C 7H 6C 5H 4C\n\
         KC QH JC\n:\n:\n:\n:\n:\n",
    );
    let layout = Layout::new(&position, &Weights::NONE);
    let board = Board::new(&layout, &position);
    let ranking = Ranking::new(&layout, &board, &board.room(&layout));
    assert_eq!(ranking.kind(packed_move("TH JC")).0, 7);
}

/// The same preferences as tests, of which each settles the ties of the last.
#[test]
fn tests_decide_in_the_order_of_the_paper() {
    let position = board(FIRST);
    let layout = Layout::new(&position, &Weights::NONE);
    let board = Board::new(&layout, &position);
    let ranking = Ranking::new(&layout, &board, &board.room(&layout));
    let expected = [
        "TC home", "QH cell", "JD empty", "JD QC", "JD cell", "QC empty", "QC cell", "JC QH",
        "JC cell", "JC empty", "TC JD", "TC empty",
    ];
    let ranks = expected.map(|text| ranking.rank(Order::Tests, packed_move(text)));
    for (pair, texts) in ranks.windows(2).zip(expected.windows(2)) {
        assert!(pair[0] < pair[1], "{} goes before {}", texts[0], texts[1]);
    }
}

#[test]
fn known_deals_are_solved_within_the_limit() {
    for (set, numbers) in [
        ("", [2, 164, 892]),
        ("order=tests", [2, 164, 892]),
        ("steps=meta", [1, 164, 617]),
        ("steps=mixed", [2, 164, 892]),
        ("limit=120", [2, 164, 892]),
    ] {
        let most = if set == "limit=120" { 120 } else { 150 };
        for number in numbers {
            let start = deal(number);
            let answer = solve(&start, set);
            let length = length(&start, &answer);
            assert!(
                length.is_some_and(|n| n <= most),
                "{number} {set}: {length:?}"
            );
        }
    }
}

/// What it counts as moves is what the metric counts.
#[test]
fn its_lengths_are_in_single_cards() {
    for steps in ["single", "meta", "mixed"] {
        let start = deal(164);
        let set = format!("steps={steps} after-sol=1");
        let answer = solve(&start, &set);
        assert_eq!(figure(&answer, "solutions"), 1, "{steps}");
        let first = figure(&answer, "first-length");
        assert_eq!(length(&start, &answer), Some(first), "{steps}");
    }
}

#[test]
fn more_states_after_a_solution_never_make_it_longer() {
    for steps in ["single", "meta"] {
        let mut improved = false;
        for number in [2, 164, 892] {
            let start = deal(number);
            let mut last = u64::MAX;
            for after in [1, 100, 1000, 10_000, 30_000] {
                let answer = solve(&start, &format!("after-sol={after} steps={steps}"));
                let length = length(&start, &answer).expect("a solution");
                assert!(length <= last, "{number}: {length} after {after}");
                improved |= last != u64::MAX && length < last;
                last = length;
            }
        }
        assert!(improved, "searching on is of use, {steps}");
    }
}

#[test]
fn purging_changes_nothing_but_memory() {
    let mut less = false;
    for number in [2, 164, 892, 1012] {
        let start = deal(number);
        for steps in ["single", "mixed"] {
            let [with, without] = ["yes", "no"].map(|purge| {
                solve(
                    &start,
                    &format!("purge={purge} steps={steps} after-sol=10000"),
                )
            });
            assert_eq!(with.outcome, without.outcome, "{number}");
            assert_eq!(with.effort.checked, without.effort.checked, "{number}");
            assert_eq!(with.effort.generated, without.effort.generated, "{number}");
            let kept = |answer| figure(answer, "most-positions-kept");
            assert!(kept(&with) <= kept(&without), "{number}");
            less |= kept(&with) < kept(&without);
        }
    }
    assert!(less, "purging frees something");
}

/// Only a search that cut nothing proves anything.
#[test]
fn it_claims_no_proof_after_cuts() {
    // One column and no cell: cards come off in one order only.
    let one_column = |cards: &str| {
        let rules = variant::Variant::parse("columns=1,cells=0,empty=nothing").unwrap();
        let text = format!("Foundations: H-Q C-K D-J S-K\n{cards}\n");
        notation::read(rules, &text).unwrap_or_else(|fault| panic!("{fault}"))
    };
    let won = one_column("KD KH QD");
    assert!(matches!(solve(&won, "").outcome, Outcome::Solved(_)));
    let stuck = one_column("QD KD KH");
    assert_eq!(solve(&stuck, "").outcome, Outcome::Unsolvable);
    assert_eq!(solve(&stuck, "steps=mixed").outcome, Outcome::Unsolvable);
    let cuts = Outcome::GaveUp(Limit::Cuts);
    assert_eq!(solve(&stuck, "steps=meta").outcome, cuts);
    assert_eq!(solve(&stuck, "limit=2").outcome, cuts);
    assert_eq!(solve(&deal(11982), "give-up-after=500").outcome, cuts);
    assert_eq!(solve(&deal(617), "limit=60").outcome, cuts);
    let few = Budget {
        memory: Some(100_000),
        ..Budget::default()
    };
    let answer = solve_within(&deal(11982), "", &few);
    assert_eq!(answer.outcome, Outcome::GaveUp(Limit::Memory));
    assert!(answer.effort.peak_bytes >= 50_000);
}

/// Without a limit and without jumps it is complete, on what it can finish.
#[test]
fn without_cuts_it_agrees_with_the_complete_search() {
    let text = "Foundations: H-9 C-9 D-9 S-9\n";
    for columns in [
        "TH KS QD\nKC JS TD\nQH TC KD\nJH QS TS\nJC KH JD QC\n",
        "KS TH\nKC TC\nQH QS QC QD\nTS KD KH\nJH JD JC JS TD\n",
    ] {
        let rules = variant::Variant::parse("columns=5,cells=1").unwrap();
        let start = notation::read(rules, &format!("{text}{columns}")).unwrap();
        let mut exact = crate::freecell::exact::Exact::default();
        let exact = engine::Solve::solve(&mut exact, &start, &Budget::default(), &Unwatched);
        let ours = solve(&start, "limit=nil jump-when=nil after-sol=1");
        let solvable = |answer: &Answer<Position>| matches!(answer.outcome, Outcome::Solved(_));
        assert_eq!(solvable(&exact), solvable(&ours), "{columns}");
        assert_eq!(
            exact.outcome == Outcome::Unsolvable,
            ours.outcome == Outcome::Unsolvable
        );
    }
}

/// Every dig that is listed can be made, costs what its packed moves cost, and leaves
/// the card where it says.
#[test]
fn digs_are_legal_and_cost_their_moves() {
    let mut seen = 0;
    for number in 1..=10 {
        for position in super::common::walk(deal(number), number).take(40) {
            let layout = Layout::new(&position, &Weights::NONE);
            let board = Board::new(&layout, &position);
            meta::digs(&layout, &board, &board.room(&layout), |mv, cost| {
                let path = meta::spell_out(&layout, &board, &[mv]);
                let moves = crate::freecell::solution::plain_moves(&position, &path);
                assert_eq!(FreeCell.lengths(&position, &moves)[3], u64::from(cost));
                let mut after = position.clone();
                for mv in moves {
                    engine::Plain::check(&after, mv).unwrap_or_else(|why| panic!("{why}"));
                    engine::Puzzle::apply(&mut after, mv);
                }
                assert_eq!(Board::new(&layout, &after).below(mv.card), mv.to);
                seen += 1;
            });
        }
    }
    assert!(seen > 500, "{seen} digs");
}

/// Digs move several cards, so that `mixed` lists nothing twice.
#[test]
fn a_dig_is_never_a_single_move() {
    let position = board(FIRST);
    let layout = Layout::new(&position, &Weights::NONE);
    let board = Board::new(&layout, &position);
    let room = board.room(&layout);
    let mut singles = MoveList::default();
    movegen::single(&layout, &board, &room, &mut singles);
    meta::digs(&layout, &board, &room, |mv, _| {
        assert!(!singles.contains(&mv), "{mv:?}");
    });
}

#[test]
fn bad_settings_are_faults() {
    for (set, place) in [
        ("limit=0", "limit"),
        ("limit=many", "limit"),
        ("jump-when=0", "jump-when"),
        ("jump-when=-1", "jump-when"),
        ("jump-scale=1.5", "jump-scale"),
        ("jump-scale=NaN", "jump-scale"),
        ("give-up-after=none", "give-up-after"),
        ("after-sol=0", "after-sol"),
        ("steps=runs", "steps"),
        ("order=random", "order"),
        ("purge=maybe", "purge"),
    ] {
        let fault: Fault = (LINE.make)(&settings(set))
            .err()
            .unwrap_or_else(|| panic!("{set}"));
        assert_eq!(fault.place, place, "{set}");
    }
    let good = "limit=nil jump-when=nil after-sol=nil give-up-after=nil jump-scale=1";
    assert!((LINE.make)(&settings(good)).is_ok());
}
