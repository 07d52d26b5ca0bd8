//! Games as environments, on variants that the samples leave out.

use crate::flow::Flow;
use crate::freecell::{FreeCell, variant};
use crate::klondike::Klondike;
use crate::lazors::Lazors;
use crate::shift::Shift;
use crate::sliding::Sliding;
use engine::env::{Setup, Supply};
use engine::{Budget, LevelId, Rules, laws};

const BUDGET: Budget = Budget {
    states: Some(20_000),
    memory: None,
    time: None,
};

fn check<R: Rules>(rules: &R, ids: &[&str]) {
    for text in ids {
        let id: LevelId = text.parse().expect("a level id");
        assert!(laws::environment(rules, &id, 7, 200, &BUDGET), "{text}");
        laws::lanes(rules, &id, 7, 30);
    }
}

/// The environment plays as the plain rules do in every variant.
#[test]
fn freecell_steps_as_the_plain_rules_have_it() {
    for (name, _) in variant::NAMED {
        for number in 1..=3 {
            check(&FreeCell, &[&format!("freecell:{name}.seed#{number}")]);
        }
    }
    let rules = [
        "build=rank",
        "columns=10,cells=0,empty=nothing",
        "columns=1,cells=8,runs=free",
        "cells=8,runs=free,empty=kings",
        "ms",
    ];
    for kind in rules {
        let source = if kind == "ms" { "" } else { ".seed" };
        check(&FreeCell, &[&format!("freecell:{kind}{source}#5")]);
    }
}

#[test]
fn other_games_step_as_the_plain_rules_have_it() {
    let klondike = [
        "draw3",
        "draw1",
        "vegas",
        "thesis",
        "passes=3",
        "draw=2,runs=whole",
    ];
    for kind in klondike {
        check(&Klondike, &[&format!("klondike:{kind}#3")]);
    }
    check(
        &Sliding,
        &["sliding:2x2#1", "sliding:4x3#2", "sliding:10x10#3"],
    );
    check(&Flow, &["flow:5x5#1", "flow:6x5-paths,colours=4#2"]);
    check(&Lazors, &["lazors:3x3#1", "lazors:4x5,refract=1#2"]);
    check(
        &Shift,
        &["shift:5x4#1", "shift:thesis#3", "shift:8x8,balls=12#1"],
    );
}

/// What does not fit is a fault that says so.
#[test]
fn wrong_setups_and_levels_are_refused() {
    let open = |game: &str, kind: &str, supply| {
        let game = crate::find_game(game).expect("a game");
        let setup = Setup {
            supply,
            ..Setup::default()
        };
        game.environment(kind, &setup)
            .map(drop)
            .expect_err("a fault")
    };
    let numbers = |first, last| Supply::Numbers(first, last);
    let found = |fault: engine::Fault| fault.found;
    assert_eq!(found(open("freecell", "ms", numbers(9, 3))), "9 before 3");
    assert_eq!(found(open("freecell", "ms", numbers(0, 3))), "deal 0");
    assert_eq!(
        found(open("freecell", "nine-off", numbers(1, 3))),
        "\"nine-off\""
    );
    assert_eq!(
        found(open("shift", "5x5", Supply::Listed(Vec::new()))),
        "none"
    );
    let listed = |text: &str| {
        let id = text.parse().expect("an id");
        Supply::Listed(vec![engine::Level::Dealt(id)])
    };
    let fault = open("flow", "5x5,colours=4", listed("flow:5x5,colours=5#1"));
    assert_eq!(fault.found, "5 colours");
    assert_eq!(open("flow", "5x5", listed("flow:6x6#1")).found, "6x6");
    assert_eq!(open("shift", "4x4", listed("shift:5x5#1")).found, "5 rows");
}
