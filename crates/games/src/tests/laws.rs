//! The engine's laws, applied to every game and every variant.

use crate::flow::Flow;
use crate::freecell::generate::Kind;
use crate::freecell::{FreeCell, variant};
use crate::klondike::Klondike;
use crate::lazors::Lazors;
use crate::shift::Shift;
use crate::sliding::Sliding;
use crate::template::Template;
use engine::{Budget, Cost, Level, LevelId, Rules, Settings, Unwatched, laws};
use std::collections::HashSet;

/// How many cards the columns of a FreeCell deal hold.
const HEIGHTS: [usize; 8] = [7, 7, 7, 7, 6, 6, 6, 6];

fn id(text: &str) -> LevelId {
    text.parse().expect("a level id")
}

/// Iterative deepening proves nothing where presses can go round in circles,
/// so it needs a limit.
const ENOUGH: Budget = Budget {
    states: Some(5_000),
    memory: None,
    time: None,
};

/// A game that is listed obeys all laws on its samples.
#[test]
fn every_game_obeys_every_law() {
    let template = crate::find_game("template").expect("the template");
    for game in crate::GAMES.iter().copied().chain([template]) {
        let samples = game.about().samples.iter();
        let ids: Vec<LevelId> = samples.map(|sample| id(sample)).collect();
        game.check_laws(&ids);
    }
}

#[test]
fn levels_are_dealt_once() {
    fn check<R: Rules>(rules: &'static R, kinds: &[&str]) {
        for kind in kinds {
            laws::deals_once(rules, &id(&format!("{}:{kind}#22", rules.about().name)));
        }
    }
    check(&FreeCell, &["ms", "eight-off", "penguin.seed", "aces-3"]);
    check(&Klondike, &["draw3", "draw1.greenfelt", "solvitaire"]);
    check(&Sliding, &["4x3", "2x5-blank-first", "6x6.seed"]);
    check(&Flow, &["5x6", "6x5-paths,colours=4"]);
    check(&Lazors, &["4x5,mirrors=3"]);
    check(&Shift, &["5x4", "thesis", "thesis,size=4,moves=3-10"]);
}

/// What deals nothing refuses the ids that cannot be dealt.
#[test]
fn unsound_ids_are_refused_without_dealing() {
    for text in [
        "freecell:ms#0",
        "freecell:ms#8589934592",
        "freecell:eight-off.aces-3#1",
        "freecell:nine-off#1",
        "klondike:greenfelt#0",
        "klondike:draw1.solvitaire#4294967296",
        "sliding:4x11#1",
        "sliding:blank-first#1",
        "flow:5x5,colours=9#1",
        "flow:paths#1",
        "flow:128x128#1",
        "lazors:5x5,mirrors=26#1",
        "lazors:0x5#1",
        "shift:5x9#1",
        "shift:thesis,balls=0#1",
        "template:row#1",
        "template:column#9",
    ] {
        let id = id(text);
        let game = crate::find_game(&id.game).expect("a game");
        let fault = game.check_id(&id).err();
        let dealt = game.level(&Level::Dealt(id)).err();
        assert!(
            fault.is_some() && fault == dealt,
            "{text}: {fault:?}, {dealt:?}"
        );
    }
}

#[test]
fn freecell_is_measured_alike_every_time() {
    let names = [
        "ms#1",
        "ms#617",
        "ms#11982",
        "eight-off#3",
        "penguin#7",
        "0-cells#5",
    ];
    let ids = names.map(|name| id(&format!("freecell:{name}")));
    let budget = Budget {
        states: Some(200_000),
        ..Budget::default()
    };
    laws::measures(&FreeCell, &ids, &budget);
}

/// Deal 1 as it lies: aces have 4, 3, 2 and 3 cards on them.
#[test]
fn freecell_measures_count_what_they_say() {
    let start = FreeCell.deal(&id("freecell:ms#1")).expect("a deal");
    let mut measurer = FreeCell.measurer(&Settings::default());
    let measured = measurer.measure(&start, Cost::Dear, &Budget::default(), &Unwatched);
    let value = |name: &str| {
        let place = FreeCell.measures().iter().position(|m| m.name == name);
        measured.values[place.expect(name)].expect(name)
    };
    assert_eq!((value("cells"), value("columns")), (4.0, 8.0));
    assert_eq!(value("ace_depths"), 12.0);
    assert!(value("cells_mean") <= value("cells_most"));
    assert!(value("cells_most") <= 4.0);
    assert!(value("moves") >= 52.0 - value("run_moves"));
}

/// A row of n lamps can always be darkened unless n is 2, 5, 8, …, where the
/// presses are dependent and half of all rows cannot.
#[test]
fn template_proves_what_linear_algebra_says() {
    for (lamps, solvable) in [(3, 8), (4, 16), (5, 16), (6, 64)] {
        let first = 1u64 << lamps;
        let count = (first..2 * first)
            .filter(|&number| {
                let level = Level::Dealt(LevelId {
                    number,
                    ..id("template:row#2")
                });
                laws::solvers_agree(&Template, &level, &ENOUGH) == Some(true)
            })
            .count();
        assert_eq!(count, solvable, "{lamps} lamps");
    }
}

#[test]
fn freecell_walks_obey_the_laws_in_every_variant() {
    for (name, _) in variant::NAMED {
        for number in 1..=20 {
            for source in ["ms", "seed"] {
                let id = id(&format!("freecell:{name}.{source}#{number}"));
                laws::walk(&FreeCell, &id, number, 60);
                if number == 1 {
                    laws::legal_moves_are_listed(&FreeCell, &id, number, 60);
                }
            }
        }
    }
    for rules in [
        "build=rank",
        "columns=10,cells=0,empty=nothing",
        "columns=1,cells=8,runs=free",
    ] {
        let id = id(&format!("freecell:{rules}.seed#1"));
        laws::walk(&FreeCell, &id, 1, 60);
        laws::legal_moves_are_listed(&FreeCell, &id, 1, 60);
    }
}

#[test]
fn deals_of_all_kinds_are_whole() {
    let sources = ["ms", "seed"].map(String::from);
    for source in sources.into_iter().chain(Kind::all().map(Kind::name)) {
        for number in 1..=20 {
            let id = id(&format!("freecell:{source}#{number}"));
            let position = FreeCell.deal(&id).expect("a deal");
            let cards: HashSet<_> = position.columns.iter().flatten().collect();
            let heights: Vec<_> = position.columns.iter().map(Vec::len).collect();
            assert_eq!((cards.len(), &heights[..]), (52, &HEIGHTS[..]), "{id}");
            laws::walk(&FreeCell, &id, number, 5);
        }
    }
}
