//! Players of Klondike that plan up to the next face-down card, and what
//! holds for every player: budgets, interruption and refused rules.

use crate::cards::seeded::Seeded;
use crate::find_game;
use crate::klondike::players::PLAYERS;
use crate::klondike::rules::{Move, Position};
use crate::klondike::variant::Variant;
use crate::klondike::view::View;
use engine::chance::Chance;
use engine::play::{Ending, FaceDown, HiddenGame, PlayOptions};
use engine::{Budget, Hidden, Level, Meter, Plain, Player, Puzzle, Settings, Unwatched, Watch};
use std::cell::Cell;
use std::time::Duration;

fn klondike() -> &'static dyn HiddenGame {
    let hidden = find_game("klondike").expect("a game").hidden();
    hidden.expect("Klondike is played without seeing everything")
}

fn settings(words: &str) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in words.split(',').filter_map(|word| word.split_once('=')) {
        settings.values.insert(name.into(), value.into());
    }
    settings
}

const OPTIONS: PlayOptions = PlayOptions {
    face_down: FaceDown::Fixed,
    rounds: 1000,
    luck: 0,
    moves: true,
    budget: Budget {
        states: None,
        memory: None,
        time: None,
    },
};

fn level(variant: &str, number: u64) -> Level {
    let id = format!("klondike:{variant}#{number}");
    Level::Dealt(id.parse().expect("an id"))
}

/// Nothing of one game is left over in the next.
#[test]
fn games_do_not_depend_on_games_before_them() {
    for player in ["expert", "hindsight", "uct", "sparse-uct", "ensemble-uct"] {
        let seat = || klondike().player(player, &settings("effort=40")).unwrap();
        let mut used = seat();
        for number in 1..4 {
            for variant in ["draw3", "draw1"] {
                let level = level(variant, number);
                let here = used.play(&level, &OPTIONS, &Unwatched).unwrap();
                let alone = seat().play(&level, &OPTIONS, &Unwatched).unwrap();
                assert!(here.is_some());
                assert_eq!(here, alone, "{player}, {variant}#{number}");
            }
        }
    }
}

/// A random player wins one game in four with one card turned at a time; this
/// one more than half of them even in haste.
#[test]
fn the_expert_wins_most_games_with_one_card_turned() {
    let mut seat = klondike()
        .player("expert", &settings("effort=100"))
        .unwrap();
    let mut won = 0;
    for number in 1..61 {
        let row = seat.play(&level("draw1", number), &OPTIONS, &Unwatched);
        won += u32::from(row.unwrap().expect("nobody interrupts").won);
    }
    assert!((31..60).contains(&won), "{won} of 60");
}

/// The games of every player, by a checksum of their moves: a change of a
/// playout, of a policy or of the order of random numbers changes them.
#[test]
fn games_are_what_they_were() {
    let mut others = Vec::new();
    for (player, set, variant, rounds, checksum) in GAMES {
        let mut seat = klondike().player(player, &settings(set)).unwrap();
        let house = PlayOptions { rounds, ..OPTIONS };
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        for number in 1..4 {
            let row = seat.play(&level(variant, number), &house, &Unwatched);
            let row = row.unwrap().expect("nobody interrupts");
            let text = format!("{} {};", row.moves.as_str(), row.ending.name());
            sum = text.bytes().fold(sum, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
        }
        if sum != checksum {
            others.push(format!("{player} {set} {variant}: {sum:#x}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// Player, settings, rules, most moves of a game, checksum.
const GAMES: [(&str, &str, &str, usize, u64); 16] = [
    ("random", "", "thesis", 300, 0x6404_6f56_15e3_1923),
    ("random", "turns=last", "draw1", 300, 0xbe72_b4dc_905d_8447),
    ("rules", "", "draw3", 300, 0x43ad_fcfa_b716_2c8b),
    ("a", "k=3", "thesis", 300, 0xf7cb_5083_caac_eb91),
    ("c", "k=3,mode=first", "draw1", 300, 0xd41f_8ba8_84be_b169),
    ("c", "k=3", "thesis", 300, 0x5a33_a703_25a0_4525),
    ("monte-carlo", "k=4", "draw3", 300, 0xef00_d635_1638_e455),
    (
        "nested",
        "k=1,width=1,steps=10",
        "thesis",
        100,
        0x4064_af52_3f69_b28a,
    ),
    ("learnt", "k=2", "thesis", 200, 0x005a_846c_0f17_4579),
    (
        "learnt",
        "k=1,policy=greedy",
        "draw1",
        100,
        0xf458_01c8_0d80_0594,
    ),
    ("expert", "effort=200", "draw3", 1000, 0x9ee8_6c84_e961_be98),
    (
        "expert",
        "effort=100,endgame=4",
        "draw1",
        1000,
        0x35c9_7d7d_64dd_7965,
    ),
    (
        "hindsight",
        "effort=60",
        "draw3",
        1000,
        0xacf4_f642_5460_dd93,
    ),
    ("uct", "effort=100", "draw1", 1000, 0xf41c_e9b6_1c7b_7ff6),
    (
        "sparse-uct",
        "effort=100",
        "draw3",
        1000,
        0x3eff_e6ea_bc4a_02c8,
    ),
    (
        "ensemble-uct",
        "effort=100,trees=3",
        "draw3",
        1000,
        0xc849_7e85_c622_1d08,
    ),
];

/// Every player with settings under which one decision would take years.
const ENDLESS: [(&str, &str); 10] = [
    ("a", "k=10000000"),
    ("c", "k=10000000"),
    ("monte-carlo", "k=10000000"),
    ("nested", "k=10000000,width=1000000,level=5"),
    ("learnt", "k=10000000,policy=greedy"),
    ("expert", "effort=100000000,tables=100000000"),
    ("hindsight", "effort=100000000,limit=100000000"),
    ("uct", "effort=100000000,tables=100000000"),
    ("sparse-uct", "effort=100000000"),
    ("ensemble-uct", "effort=100000000,trees=100000000"),
];

fn player(name: &str, words: &str) -> Box<dyn Player<View>> {
    let line = PLAYERS.iter().find(|line| line.name == name);
    let made = (line.expect("a player's name").make)(&settings(words));
    made.unwrap_or_else(|fault| panic!("{fault}"))
}

/// A position some moves into a game by rules of thumb, after one pass through
/// the stock, so that planners have something to plan.
fn midway(number: u64) -> Position {
    let variant = Variant::parse(["draw3", "draw1"][number as usize % 2]).unwrap();
    let mut position = Position::deal(variant, &Seeded::new("midway", number).deck());
    let mut chance = Chance::new("midway", number, 0);
    let mut guide = player("rules", "");
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    for _ in 0..30 + 5 * number {
        for mv in guide.choose(&position.view(), &mut chance, &mut meter) {
            position.apply(mv);
        }
    }
    position
}

/// Makes the moves and says how many there are, if all are legal.
fn legal(position: &Position, moves: &[Move]) -> Result<usize, String> {
    let mut position = position.clone();
    for &mv in moves {
        position.check(mv)?;
        position.apply(mv);
    }
    Ok(moves.len())
}

/// With a budget of few states each player still makes a legal move, unless
/// there is none, and spends no more.
#[test]
fn a_spent_budget_still_gives_a_legal_move() {
    for (name, set) in ENDLESS {
        for number in 0..12 {
            let position = midway(number);
            let mut options = Vec::new();
            position.moves(&mut options);
            for states in [0, 1, 20, 500] {
                let budget = Budget {
                    states: Some(states),
                    ..Budget::default()
                };
                let mut meter = Meter::new(&budget, &Unwatched);
                let mut chance = Chance::new("test", number, 0);
                let moves = player(name, set).choose(&position.view(), &mut chance, &mut meter);
                let made = legal(&position, &moves);
                let least = usize::from(!options.is_empty());
                let context = format!("{name}, deal {number}, {states} states: {moves:?}");
                assert!(
                    made.as_ref().is_ok_and(|&made| made >= least),
                    "{context} {made:?}"
                );
                assert!(meter.effort.checked <= states, "{context}");
            }
        }
    }
}

/// A user who asks to stop once the watch was asked so many times.
struct Impatient {
    asked: Cell<u32>,
    stops_after: u32,
}

impl Watch for Impatient {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn interrupted(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > self.stops_after
    }
}

/// A game that is interrupted within an endless decision leaves no row, and
/// the player does next to no work after that.
#[test]
fn interrupted_games_end_at_once_and_leave_no_row() {
    for (name, set) in ENDLESS {
        for stops_after in [0, 3, 40] {
            let watch = Impatient {
                asked: Cell::new(0),
                stops_after,
            };
            let mut seat = klondike().player(name, &settings(set)).unwrap();
            let row = seat.play(&level("draw3", 2), &OPTIONS, &watch).unwrap();
            assert_eq!(row, None, "{name}, {stops_after}");
            // Each state that is asked for after a limit asks the watch again.
            let asked = watch.asked.get();
            assert!(asked <= stops_after + 200, "{name}, {stops_after}: {asked}");
        }
    }
}

/// A time limit is kept to as well: the game goes on, and ends.
#[test]
fn out_of_time_the_game_is_played_to_its_end() {
    struct Late;
    impl Watch for Late {
        fn elapsed(&self) -> Duration {
            Duration::from_secs(60)
        }
        fn interrupted(&self) -> bool {
            false
        }
    }
    let budget = Budget {
        time: Some(Duration::from_secs(1)),
        ..Budget::default()
    };
    let house = PlayOptions {
        budget,
        rounds: 200,
        ..OPTIONS
    };
    for (name, set) in ENDLESS {
        let mut seat = klondike().player(name, &settings(set)).unwrap();
        let row = seat.play(&level("draw3", 3), &house, &Late).unwrap();
        let row = row.expect("nobody interrupts");
        assert!(
            row.rounds > 8 && row.ending != Ending::GaveUp,
            "{name}: {row:?}"
        );
    }
}

/// Each player accepts a variant or refuses it with what it expects and who
/// plays it instead; none falls back to another policy.
#[test]
fn players_refuse_rules_they_are_not_made_for() {
    const PLANNERS: [&str; 5] = ["expert", "hindsight", "uct", "sparse-uct", "ensemble-uct"];
    for (variant, planners, learnt) in [
        ("draw3", true, true),
        ("draw1", true, true),
        ("back=no", true, true),
        ("draw=5", true, false),
        ("thesis", false, true),
        ("thesis-draw1", false, true),
        ("vegas", false, true),
        ("three-passes", false, true),
        ("whole-runs", false, true),
    ] {
        for line in PLAYERS {
            let expected = match line.name {
                "learnt" => learnt,
                name => planners || !PLANNERS.contains(&name),
            };
            let cheap = match line.name {
                name if PLANNERS.contains(&name) => "effort=1",
                "nested" => "k=1,width=1,steps=1",
                "random" | "rules" => "",
                _ => "k=1",
            };
            let mut seat = klondike().player(line.name, &settings(cheap)).unwrap();
            let house = PlayOptions {
                rounds: 3,
                ..OPTIONS
            };
            let row = seat.play(&level(variant, 1), &house, &Unwatched);
            assert_eq!(row.is_ok(), expected, "{} {variant}", line.name);
            if let Err(fault) = row {
                assert!(fault.place.contains(line.name), "{fault}");
                assert!(fault.hint.contains("monte-carlo"), "{fault}");
            }
        }
    }
}
