//! From an id to a level: the kind says how it is made, the number which one.
//! `thesis` is Mutser's generator with its parameters; a size such as `5x5`
//! takes the same options and, where a number of moves is wanted, picks from
//! the list of all starts.

use super::generate::{Attempt, Length, Recipe, Sizes, attempt};
use super::rules::Board;
use super::variant::{MOST_BALLS, MOST_SIDE, Size};
use engine::chance::Chance;
use engine::notation::quoted;
use engine::{Fault, Kind, LevelId, Setting, Settings};
use std::ops::RangeInclusive;

const SIZE: Setting = Setting {
    name: "size",
    default: "3-5",
    summary: "thesis only: the side of the square board, a number or a range",
};
const BALLS: Setting = Setting {
    name: "balls",
    default: "3-5",
    summary: "how many balls, a number or a range within 1-12",
};
const COLOURS: Setting = Setting {
    name: "colours",
    default: "any",
    summary: "how many colours, a number or a range; any is from 1 to one a ball, fewer from 1 to one less",
};
const ROCKS: Setting = Setting {
    name: "rocks",
    default: "30",
    summary: "the chance of a rock on each cell without a goal, in percent",
};
const STAY: Setting = Setting {
    name: "stay",
    default: "30",
    summary: "the chance that a ball stays in a backward move where it could also go, in percent",
};
const STEPS: Setting = Setting {
    name: "steps",
    default: "10000",
    summary: "backward moves to try",
};
const MOVES: Setting = Setting {
    name: "moves",
    default: "3-10",
    summary: "the fewest moves that solve it: a number, a range, any (which thesis has unless told otherwise), or with a size most",
};

/// What may be wanted of a level.
pub static OPTIONS: [Setting; 7] = [SIZE, BALLS, COLOURS, ROCKS, STAY, STEPS, MOVES];

/// The kind that is Mutser's.
pub const THESIS: &str = "thesis";

/// Attempts at one level, the states that they may check in all, and those
/// that they may generate: some seconds of work.
const ATTEMPTS: u64 = 2_000;
const STATES: u64 = 10_000_000;
const GENERATED: u64 = 30_000_000;

/// A number or a range as options have it: `7` or `3-10`.
fn range(
    wanted: &Settings,
    setting: &Setting,
    allowed: RangeInclusive<usize>,
) -> Result<RangeInclusive<usize>, Fault> {
    let text = wanted.text(setting);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| plain);
        number.filter(|n| allowed.contains(n))
    };
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err(Fault::new(
            setting.name,
            quoted(text),
            format!(
                "a number from {} to {}, or a range as 3-5",
                allowed.start(),
                allowed.end()
            ),
        )),
    }
}

/// Reads the kind of an id.
pub fn recipe(kind: &str) -> Result<Recipe, Fault> {
    let Kind { variant, wanted } = Kind::parse(kind, &OPTIONS)?;
    let thesis = variant == THESIS;
    let (sizes, cells) = if thesis {
        let sides = range(&wanted, &SIZE, 1..=MOST_SIDE.into())?;
        let (first, last) = (*sides.start() as u8, *sides.end() as u8);
        (Sizes::Square(first..=last), sides.start() * sides.start())
    } else {
        let size = Size::parse(&variant).map_err(|fault| {
            Fault::new(
                format!("kind {}", quoted(kind)),
                fault.found,
                format!("{THESIS}, or {}", fault.expected),
            )
        })?;
        if wanted.values.contains_key(SIZE.name) {
            let found = format!("{} and {}", size.name(), SIZE.name);
            return Err(Fault::new(SIZE.name, found, "one of the two"));
        }
        (Sizes::Fixed(size), size.count())
    };
    let most = MOST_BALLS.min(cells);
    let balls = match wanted.values.contains_key(BALLS.name) {
        true => range(&wanted, &BALLS, 1..=most)?,
        // Small boards have room for fewer than the thesis has.
        false => 3.min(most)..=5.min(most),
    };
    let colours = match wanted.text(&COLOURS) {
        "any" | "fewer" => 1..=*balls.end(),
        _ => range(&wanted, &COLOURS, 1..=*balls.start())?,
    };
    Ok(Recipe {
        sizes,
        balls,
        colours,
        fewer: wanted.text(&COLOURS) == "fewer",
        rocks: f64::from(wanted.number(&ROCKS, 0u8..=100)?) / 100.0,
        stay: f64::from(wanted.number(&STAY, 0u8..=100)?) / 100.0,
        steps: wanted.number(&STEPS, 0..=1_000_000)?,
        length: match wanted.values.get(MOVES.name).map(String::as_str) {
            None if thesis => Length::Any,
            Some("any") => Length::Any,
            Some("most") if !thesis => Length::Most,
            _ => Length::Within(range(&wanted, &MOVES, 1..=1000)?),
        },
        exact: !thesis,
    })
}

/// The size of the level that an id names, without making it; empty where
/// sizes are drawn from a range, since the attempt that succeeds decides.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    Ok(match recipe(&id.kind)?.sizes {
        Sizes::Fixed(size) => size.name(),
        Sizes::Square(sides) if sides.start() == sides.end() => Size::square(*sides.start()).name(),
        Sizes::Square(_) => String::new(),
    })
}

/// Deals a level.
pub fn deal(id: &LevelId) -> Result<Board, Fault> {
    let recipe = recipe(&id.kind)?;
    let (mut states, mut generated) = (0, 0);
    for tried in 0..ATTEMPTS {
        let mut chance = Chance::new("shift", id.number, tried);
        match attempt(&recipe, &mut chance, GENERATED - generated) {
            Attempt::Made(board) => return Ok(board),
            Attempt::Missed(effort) => {
                states += effort.checked;
                generated += effort.generated;
            }
        }
        if states > STATES || generated >= GENERATED {
            return Err(out_of_luck(id, tried + 1, states));
        }
    }
    Err(out_of_luck(id, ATTEMPTS, states))
}

fn out_of_luck(id: &LevelId, tried: u64, states: u64) -> Fault {
    Fault::new(
        id.to_string(),
        format!("no such level among {tried} grounds and {states} states"),
        "a level as the kind wants it",
    )
    .hint("ask for fewer moves or a range of them, or change balls, colours or rocks")
}
