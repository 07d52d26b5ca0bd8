//! Short texts: budgets, wishes, settings of solvers, and weights.

use super::{Target, sound};
use crate::corpus::Corpus;
use crate::fields::{Fields, digit_of, join};
use crate::targets::solve::{bounded, tables};
use engine::{Budget, Detail, Fault, Game, Settings, Unwatched, Weights, Wish};
use games::GAMES;
use lab::contestant::Contestant;

/// Budgets.
pub(super) const BUDGETS: Target = Target {
    name: "budgets",
    summary: "a budget prints as it reads",
    run: budgets,
    seeds: |_| {
        words(&[
            "100000",
            "35ms",
            "2s,64MB",
            "1min,2GiB,5000",
            "0.5h",
            "1e9us",
        ])
    },
    turn: 2000,
};

/// Wishes.
pub(super) const WISHES: Target = Target {
    name: "wishes",
    summary: "a wish prints as it reads, and is checked against every game",
    run: wishes,
    seeds: wish_seeds,
    turn: 2000,
};

/// Settings of solvers.
pub(super) const SETTINGS: Target = Target {
    name: "settings",
    summary: "a solver with any settings is refused, or searches within its budget",
    run: settings,
    seeds: setting_seeds,
    turn: 5,
};

/// Weights.
pub(super) const WEIGHTS: Target = Target {
    name: "weights",
    summary: "weights print as they read, and every search takes them or says why not",
    run: weights,
    seeds: weight_seeds,
    turn: 5,
};

fn words(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn budgets(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let Some(budget) = sound(text.parse::<Budget>()) else {
        return false;
    };
    let printed = budget.to_string();
    let back: Budget = printed.parse().expect("a printed budget reads back");
    assert_eq!(back.to_string(), printed);
    assert_eq!((back.states, back.memory), (budget.states, budget.memory));
    true
}

fn wishes(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let Some(wish) = sound(text.parse::<Wish>()) else {
        return false;
    };
    let printed = wish.to_string();
    assert_eq!(printed.parse::<Wish>().as_ref(), Ok(&wish), "{printed}");
    for game in GAMES {
        sound(wish.check(*game));
    }
    true
}

fn wish_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    let measures = GAMES.iter().flat_map(|game| game.measures());
    let ranges = measures.map(|measure| format!("{}=8..10.5", measure.name).into_bytes());
    let outcomes = words(&["outcome=solved", "outcome=any", "moves=..7", "moves=-1e3.."]);
    ranges.chain(outcomes).collect()
}

/// Searches the game's example for a moment. Settings that were taken must
/// not break the solver.
fn search_example(game: &'static dyn Game, solver: &str, settings: &Settings) -> bool {
    let Some(mut session) = sound(game.solver(solver, settings)) else {
        return false;
    };
    let level = &crate::corpus::examples()[usize::from(digit_of(game)[0] - b'0')];
    sound(session.solve(level, &bounded(50), &Unwatched, Detail::default()));
    true
}

fn settings(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, text) = (fields.game(), fields.text());
    let shipped = |name: &str| match games::shipped::weights(name) {
        Some(text) => Weights::parse(text),
        None => Err(Fault::new("weights", "no file", "weights that ship")),
    };
    let bare = Settings {
        tables: tables(),
        ..Settings::default()
    };
    let contestant = sound(Contestant::parse(&text, bare, &shipped));
    contestant.is_some_and(|one| search_example(game, &one.solver, &one.settings))
}

fn setting_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        for solver in game.solvers() {
            let settings = solver.settings.concat();
            let set = |name: &str, value: &str| format!(":{name}={value}");
            let all: String = settings.iter().map(|s| set(s.name, s.default)).collect();
            let each = settings.iter().map(|s| set(s.name, s.default));
            for text in each.chain([String::new(), all]) {
                let text = format!("{}{text}", solver.name);
                seeds.push(join(&[&digit_of(*game), text.as_bytes()]));
            }
        }
    }
    seeds
}

fn weights(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, choice) = (fields.game(), fields.bytes());
    let text = String::from_utf8_lossy(fields.rest());
    let parsed = Weights::parse(&text);
    let Ok(weights) = parsed else {
        return false;
    };
    let printed = serde_json::to_string(&weights).expect("weights are written");
    // A number beyond all bounds is written as none.
    if weights.weights.values().all(|weight| weight.is_finite()) && weights.scale.is_finite() {
        assert_eq!(Weights::parse(&printed).as_ref(), Ok(&weights), "{printed}");
    }
    if sound(weights.in_order(game.about().name, game.features())).is_none() {
        return false;
    }
    let solvers = game.solvers();
    let index = usize::from(choice.first().copied().unwrap_or_default());
    let settings = Settings {
        weights: Some(weights),
        tables: tables(),
        ..Settings::default()
    };
    search_example(game, solvers[index % solvers.len()].name, &settings);
    true
}

fn weight_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        let name = game.about().name;
        let all = game
            .features()
            .iter()
            .map(|f| format!("\"{}\":0.5", f.name));
        let all: Vec<String> = all.collect();
        let of_game = format!(
            "{{\"game\":\"{name}\",\"weights\":{{{}}},\"scale\":20}}",
            all.join(",")
        );
        for choice in 0..game.solvers().len() {
            seeds.push(join(&[
                &digit_of(*game),
                &[choice as u8],
                of_game.as_bytes(),
            ]));
        }
    }
    let shipped = games::shipped::WEIGHTS.iter();
    seeds.extend(shipped.map(|(_, text)| join(&[b"0", b"\x05", text.as_bytes()])));
    seeds
}
