//! Players of Klondike who think in plans.

use crate::find_game;
use engine::play::{FaceDown, HiddenGame, PlayOptions};
use engine::{Level, Settings};

fn klondike() -> &'static dyn HiddenGame {
    let hidden = find_game("klondike").expect("a game").hidden();
    hidden.expect("Klondike is played without seeing everything")
}

fn settings(effort: &str) -> Settings {
    let mut settings = Settings::default();
    settings.values.insert("effort".into(), effort.into());
    settings
}

const OPTIONS: PlayOptions = PlayOptions {
    face_down: FaceDown::Fixed,
    rounds: 1000,
    luck: 0,
    moves: true,
};

fn level(variant: &str, number: u64) -> Level {
    let id = format!("klondike:{variant}#{number}");
    Level::Dealt(id.parse().expect("an id"))
}

/// Nothing of one game is left over in the next.
#[test]
fn games_do_not_depend_on_games_before_them() {
    for player in ["expert", "hindsight", "uct", "sparse-uct", "ensemble-uct"] {
        let player_of = || klondike().player(player, &settings("40")).unwrap();
        let mut used = player_of();
        for number in 1..4 {
            for variant in ["draw3", "draw1"] {
                let level = level(variant, number);
                let here = used.play(&level, &OPTIONS).unwrap();
                let alone = player_of().play(&level, &OPTIONS).unwrap();
                assert_eq!(here, alone, "{player}, {variant}#{number}");
            }
        }
    }
}

/// A random player wins one game in four with one card turned at a time; this
/// one more than half of them even in haste.
#[test]
fn the_expert_wins_most_games_with_one_card_turned() {
    let mut expert = klondike().player("expert", &settings("100")).unwrap();
    let mut won = 0;
    for number in 1..61 {
        let row = expert.play(&level("draw1", number), &OPTIONS).unwrap();
        won += u32::from(row.won);
    }
    assert!((31..60).contains(&won), "{won} of 60");
}

/// Where a pass through the stock is not free, nobody throws one away.
#[test]
fn a_single_pass_is_not_spent_on_looking() {
    let mut expert = klondike().player("expert", &settings("40")).unwrap();
    let turns_at_once = |number| {
        let row = expert.play(&level("vegas", number), &OPTIONS).unwrap();
        row.moves.iter().take_while(|mv| *mv == "t").count()
    };
    let turned: Vec<usize> = (1..21).map(turns_at_once).collect();
    assert!(turned.iter().any(|&turns| turns < 24), "{turned:?}");
}
