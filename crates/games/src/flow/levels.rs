//! From an id to a level: the kind names the size and what is wanted, the
//! number is the seed.

use super::generate::{self, Order};
use super::rules::Position;
use super::variant::Wanted;
use engine::chance::Chance;
use engine::notation::quoted;
use engine::{Fault, Kind, LevelId, Setting};

/// How many colours.
const COLOURS: Setting = Setting {
    name: "colours",
    default: "",
    summary: "how many colours; unless said, as many as suit the size",
};
/// How many solutions.
const SOLUTIONS: Setting = Setting {
    name: "solutions",
    default: "one",
    summary: "one (exactly), or any (as many as it happens to have)",
};
/// Whether a colour's endpoints may be neighbours.
const NEIGHBOURS: Setting = Setting {
    name: "neighbours",
    default: "no",
    summary: "yes if the two endpoints of a colour may be neighbours",
};

/// What may be wanted of a level.
pub static OPTIONS: [Setting; 3] = [COLOURS, SOLUTIONS, NEIGHBOURS];

/// Attempts at a level before it is given up.
const ATTEMPTS: u64 = 200;
/// Most cells of a level that is made: larger ones take minutes.
const MOST_CELLS: usize = 1000;

/// The variant of the level that an id names, without making it.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    Ok(order(id)?.variant.name())
}

/// Makes the level that an id names.
pub fn deal(id: &LevelId) -> Result<Position, Fault> {
    let order = order(id)?;
    for attempt in 0..ATTEMPTS {
        let mut chance = Chance::new("flow", id.number, attempt);
        if let Some(level) = generate::attempt(&order, &mut chance) {
            return Ok(Position::new(level));
        }
    }
    let (solutions, hint) = match order.any_solutions {
        true => ("", "other numbers of colours are easier"),
        false => (
            " and one solution",
            "other numbers of colours are easier, or solutions=any",
        ),
    };
    Err(Fault::new(
        id.to_string(),
        format!("no such level in {ATTEMPTS} attempts"),
        format!(
            "a board of {} that can be had with colours={}{solutions}",
            order.variant.size_name(),
            order.colours
        ),
    )
    .hint(hint))
}

/// What the kind of an id asks for.
pub fn order(id: &LevelId) -> Result<Order, Fault> {
    let kind = Kind::parse(&id.kind, &OPTIONS)?;
    let wanted = Wanted::parse(&kind.variant)?;
    let Some((width, height)) = wanted.size else {
        let expected = "a size, width first, as in flow:9x9#1";
        return Err(Fault::new(id.to_string(), quoted(&id.kind), expected));
    };
    let variant = wanted.sized(width, height);
    if variant.cells() > MOST_CELLS {
        let found = format!("{} cells", variant.cells());
        let expected = format!("at most {MOST_CELLS} cells of a level made to order");
        return Err(Fault::new(id.to_string(), found, expected));
    }
    let neighbours = choice(&kind, &NEIGHBOURS, ["no", "yes"])?;
    // A path has two cells at least, and three where its ends are apart.
    let most = variant.cells() / if neighbours { 2 } else { 3 };
    let colours = match kind.wanted.text(&COLOURS) {
        "" if !kind.wanted.values.contains_key(COLOURS.name) => usual_colours(variant.cells()),
        _ => kind.wanted.number(&COLOURS, 1..=most.max(1))?,
    };
    Ok(Order {
        variant,
        colours,
        any_solutions: choice(&kind, &SOLUTIONS, ["one", "any"])?,
        neighbours,
    })
}

/// Whether the second of two words was chosen.
fn choice(kind: &Kind, setting: &Setting, words: [&str; 2]) -> Result<bool, Fault> {
    let text = kind.wanted.text(setting);
    let index = words.iter().position(|word| *word == text);
    index.map(|index| index == 1).ok_or_else(|| {
        Fault::new(
            setting.name,
            quoted(text),
            format!("{} or {}", words[0], words[1]),
        )
    })
}

/// About as many colours as the levels of the original game have up to 9x9,
/// and beyond that enough for one solution.
fn usual_colours(cells: usize) -> usize {
    let side = (cells as f64).sqrt();
    (side.round() as usize).max((cells / 8).saturating_sub(2))
}
