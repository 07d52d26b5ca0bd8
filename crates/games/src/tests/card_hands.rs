//! Card games under a person's hands: every legal move can be made by keys,
//! and what is hidden stays hidden.

use crate::cards::hand::{CardHand, MoveOf, Played};
use crate::cards::table::Spot;
use crate::freecell::FreeCell;
use crate::freecell::hand::Family;
use crate::freecell::picture::spot as freecell_spot;
use crate::klondike::Klondike;
use crate::klondike::hand::{Covered, Open};
use crate::klondike::picture::spot as klondike_spot;
use crate::klondike::rules::TURN;
use engine::chance::Chance;
use engine::{
    Budget, Hand, Key, LevelId, Outcome, Plain, Pressed, Puzzle, Rules, Settings, Unwatched, screen,
};

fn id(text: &str) -> LevelId {
    text.parse().expect("a level id")
}

/// The arrows that lead from anywhere to a place while nothing or something is
/// held: first to the left end of the columns, then up if need be.
fn way_to<G: Played>(position: &G::Position, spot: Spot) -> Vec<Key> {
    const FAR: usize = 30;
    let mut keys = [vec![Key::Down; FAR], vec![Key::Left; FAR]].concat();
    if !matches!(spot, Spot::Column(_)) {
        keys.extend(vec![Key::Up; FAR]);
        keys.extend(vec![Key::Left; FAR]);
    }
    let index = G::table(position).index_of(spot).expect("a place");
    keys.extend(vec![Key::Right; index]);
    keys
}

/// Presses keys, of which only the last may ask for moves.
fn press_all<G: Played>(
    hand: &mut CardHand<G>,
    position: &G::Position,
    keys: &[Key],
) -> Pressed<MoveOf<G>> {
    let (last, before) = keys.split_last().expect("keys");
    for &key in before {
        let pressed = hand.press(position, key);
        assert!(matches!(pressed, Pressed::Looked), "{key:?}: {pressed:?}");
    }
    hand.press(position, *last)
}

/// Picks up cards at one place and puts them down at another by arrows alone.
fn carry<G: Played>(
    hand: &mut CardHand<G>,
    position: &G::Position,
    (from, to, count): (Spot, Spot, u8),
) -> Pressed<MoveOf<G>> {
    let mut keys = way_to::<G>(position, from);
    keys.extend(vec![Key::Up; usize::from(count) - 1]);
    keys.push(Key::Enter);
    if from != Spot::Stock {
        keys.extend(way_to::<G>(position, to));
        keys.push(Key::Char(' '));
    }
    press_all(hand, position, &keys)
}

/// Walks at random from a level and makes every legal move of every position
/// by keys, with a hand that stays the same.
fn reach_all<G: Played>(
    rules: &impl Rules<State = G::Position>,
    level: &str,
    parts: fn(MoveOf<G>) -> (Spot, Spot, u8),
) -> usize {
    let mut position = rules.deal(&id(level)).expect("a level");
    let mut chance = Chance::new("hand", 1, 0);
    let mut hand = CardHand::<G>::default();
    let mut reached = 0;
    for _ in 0..60 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        for &mv in &moves {
            let pressed = carry(&mut hand, &position, parts(mv));
            assert_eq!(pressed, Pressed::Moves(vec![mv]), "{level}");
            reached += 1;
        }
        position.apply(moves[chance.below(moves.len())]);
    }
    reached
}

#[test]
fn every_move_of_freecell_can_be_made_by_keys() {
    let levels = [
        "ms#617",
        "eight-off#3",
        "penguin#7",
        "0-cells#5",
        "seahaven#2",
        "columns=10,cells=1.seed#1",
        "columns=1,cells=8,runs=free.seed#1",
    ];
    let reached = levels.map(|level| {
        reach_all::<Family>(&FreeCell, &format!("freecell:{level}"), |mv| {
            (freecell_spot(mv.from), freecell_spot(mv.to), mv.count)
        })
    });
    // Random games without cells are soon over.
    assert!(reached.iter().all(|&moves| moves > 0), "{reached:?}");
    assert!(reached.iter().sum::<usize>() > 500, "{reached:?}");
}

#[test]
fn every_move_of_klondike_can_be_made_by_keys() {
    for level in ["draw3#1", "draw1#2", "thesis#3", "whole-runs#4", "vegas#5"] {
        let level = format!("klondike:{level}");
        for reached in [
            reach_all::<Open>(&Klondike, &level, klondike_parts),
            reach_all::<Covered>(&Klondike, &level, klondike_parts),
        ] {
            assert!(reached > 60, "{level}: {reached}");
        }
    }
}

/// Part of a run moves, and cards come back from a foundation, where the rules
/// allow it.
#[test]
fn part_runs_move_and_cards_come_back_by_keys() {
    let part = "Home: C-K D-8 H-8 S-6\nStock: TD JD QD TH JH QH 9S JS QS\n\
        TS 7S | 9H 8S\n| 9D\n| KD\n| KH\n| KS\n";
    let back = "Home: C-Q D-K H-Q S-9\nStock: QS\nTS | JS\n| KC\n| KS\n| KH\n";
    let (eight, queen) = (
        (Spot::Column(0), Spot::Column(1), 1),
        (Spot::Home(2), Spot::Column(1), 1),
    );
    for (rules, board, parts, made) in [
        ("draw3", part, eight, "12"),
        ("thesis", part, eight, "12"),
        ("whole-runs", part, eight, ""),
        ("draw3", back, queen, "H2"),
        ("thesis", back, queen, ""),
    ] {
        let position = Klondike.read(rules, board).expect("a board");
        let mut hand = CardHand::<Covered>::default();
        let mut keys = way_to::<Covered>(&position, parts.0);
        keys.push(Key::Enter);
        let mut pressed = press_all(&mut hand, &position, &keys);
        if pressed == Pressed::Looked {
            let mut keys = way_to::<Covered>(&position, parts.1);
            keys.push(Key::Enter);
            pressed = press_all(&mut hand, &position, &keys);
        }
        match pressed {
            Pressed::Moves(moves) => {
                assert_eq!(moves.len(), 1, "{rules}");
                let text = Klondike.write_move(&position, moves[0]);
                assert_eq!((klondike_parts(moves[0]), text.as_str()), (parts, made));
            }
            other => {
                assert!(matches!(other, Pressed::Refused(_)), "{rules}: {other:?}");
                assert_eq!(made, "", "{rules}");
            }
        }
    }
}

fn klondike_parts(mv: crate::klondike::rules::Move) -> (Spot, Spot, u8) {
    (klondike_spot(mv.from), klondike_spot(mv.to), mv.count)
}

/// A solution of the game's default solver, made by keys.
fn win_by_keys<G: Played>(
    rules: &impl Rules<State = G::Position>,
    level: &str,
    parts: fn(MoveOf<G>) -> (Spot, Spot, u8),
) {
    let mut position = rules.deal(&id(level)).expect("a level");
    let made = (rules.solvers()[0].make)(&Settings::default());
    let mut solver = made.unwrap_or_else(|fault| panic!("{fault}"));
    let answer = solver.solve(&position, &Budget::default(), &Unwatched);
    let Outcome::Solved(solution) = answer.outcome else {
        panic!("{level} has a solution");
    };
    let mut hand = CardHand::<G>::default();
    for mv in solution {
        let Pressed::Moves(moves) = carry(&mut hand, &position, parts(mv)) else {
            panic!("{level}: {mv:?} is refused");
        };
        for mv in moves {
            position.check(mv).unwrap_or_else(|why| panic!("{why}"));
            position.apply(mv);
        }
    }
    assert!(position.is_solved(), "{level}");
}

#[test]
fn deals_are_won_by_keys_alone() {
    win_by_keys::<Family>(&FreeCell, "freecell:ms#617", |mv| {
        (freecell_spot(mv.from), freecell_spot(mv.to), mv.count)
    });
    win_by_keys::<Open>(&Klondike, "klondike:draw1#2", klondike_parts);
    win_by_keys::<Covered>(&Klondike, "klondike:draw1#2", klondike_parts);
}

const FREECELL: &str = "Foundations: H-0 C-0 D-0 S-2\n\
    Freecells: KC - - -\n\
    9H 8S 7D\n6H 9D\nTC\n\
    2C 4S 3C AD KS TH 6C 8D TS 6D 4H 3D\n\
    QH JC JH QS 5H 5S 3H 8C AH 7C 4D 6S\n\
    QC KH 2H JD 8H 9S 7H JS 7S 9C 5C\n\
    KD QD AC TD 2D\n3S 5D 4C\n";

/// Keys, and what the last of them does: the moves as text, or part of what is
/// said against it.
#[test]
fn shortcuts_do_what_the_help_says() {
    let position = FreeCell.read("", FREECELL).expect("a board");
    for (keys, made, refused) in [
        // The whole run, and of it what fits.
        ("13", "13", ""),
        ("23", "23", ""),
        // What was picked up is put back.
        ("11", "", ""),
        ("8f", "8b", ""),
        ("1f", "1b", ""),
        ("2h", "", "9D, whose turn"),
        ("12", "12", ""),
        ("31", "", "TC on 7D, where it does not fit"),
        ("0", "", "there is no column 10"),
        ("9", "", "there is no column 9"),
        ("a", "", "no card can go home"),
        ("z", "", ""),
    ] {
        let mut hand = CardHand::<Family>::default();
        let keys: Vec<Key> = keys.chars().map(Key::Char).collect();
        match press_all(&mut hand, &position, &keys) {
            Pressed::Moves(moves) => {
                let text: Vec<String> = moves
                    .iter()
                    .map(|&mv| FreeCell.write_move(&position, mv))
                    .collect();
                assert_eq!(text.join(" "), made, "{keys:?}");
            }
            Pressed::Refused(why) => {
                assert!(made.is_empty() && !refused.is_empty(), "{keys:?}: {why}");
                assert!(why.contains(refused), "{keys:?}: {why}");
            }
            _ => assert!(made.is_empty() && refused.is_empty(), "{keys:?}"),
        }
    }
}

/// Taking moves back while cards are held leaves no hand full of nothing.
#[test]
fn what_is_held_is_dropped_when_it_is_gone() {
    let mut position = Klondike.deal(&id("klondike:draw3#1")).expect("a deal");
    let mut hand = CardHand::<Covered>::default();
    position.apply(TURN);
    assert_eq!(hand.press(&position, Key::Char('w')), Pressed::Looked);
    assert!(screen::text(&hand.show(&position)).contains('['));
    position.undo(TURN);
    assert!(!screen::text(&hand.show(&position)).contains('['));
    let pressed = hand.press(&position, Key::Char('w'));
    assert_eq!(
        pressed,
        Pressed::Refused("nothing to pick up: waste is empty".into())
    );
}

#[test]
fn the_keys_are_told_in_two_lines_that_fit() {
    for help in [Family::HELP, Open::HELP] {
        assert_eq!(help.lines().count(), 2);
        assert!(
            help.lines().all(|line| line.chars().count() <= 78),
            "{help}"
        );
    }
}
