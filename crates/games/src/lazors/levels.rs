//! From an id to a level: the kind names the size and what is wanted of the
//! level, the number is the seed from which it is made.

use super::generate::{self, Share, Wanted};
use super::rules::{Block, Position};
use super::variant::{self, MOST_CELLS, MOST_LASERS, MOST_POINTS};
use engine::notation::quoted;
use engine::{Fault, Kind, LevelId, Setting, Settings};

/// The word for what is left to chance.
const ANY: &str = "any";

const TILES: Setting = Setting {
    name: "tiles",
    default: ANY,
    summary: "cells where blocks may stand; any is 6 in 10 or more of them",
};
const EMITTERS: Setting = Setting {
    name: "emitters",
    default: ANY,
    summary: "lasers; any is 1 or 2",
};
const RECEIVERS: Setting = Setting {
    name: "receivers",
    default: ANY,
    summary: "points to be lit; any is as many as make the solution unique, 1 to 6",
};
const MIRRORS: Setting = Setting {
    name: "mirrors",
    default: ANY,
    summary: "free blocks that throw light back (A); any is 2 to 8, as the size has it",
};
const OPAQUE: Setting = Setting {
    name: "opaque",
    default: "0",
    summary: "free blocks that end light (B)",
};
const REFRACT: Setting = Setting {
    name: "refract",
    default: "0",
    summary: "free blocks that let light pass and throw it back (C)",
};
const SOLUTIONS: Setting = Setting {
    name: "solutions",
    default: "one",
    summary: "one: exactly one solution; any: at least one",
};
const IDLE: Setting = Setting {
    name: "idle",
    default: "no",
    summary: "no: every block meets light, and every A and C is needed; yes: blocks may be left over, and solutions count as one that differ only where no light comes",
};

/// What may be wanted of a level.
pub const OPTIONS: &[Setting] = &[
    TILES, EMITTERS, RECEIVERS, MIRRORS, OPAQUE, REFRACT, SOLUTIONS, IDLE,
];

/// Reads a kind.
fn wanted(kind: &str) -> Result<Wanted, Fault> {
    let Kind { variant, wanted } = Kind::parse(kind, OPTIONS)?;
    let Some((columns, rows)) = variant::parse(&variant)? else {
        let expected = "a size first, as 5x5,mirrors=5";
        return Err(Fault::new("kind of lazors", quoted(kind), expected));
    };
    let any = |setting: &Setting, least: usize, most: usize| match wanted.text(setting) {
        ANY => Ok(None),
        _ => wanted.number(setting, least..=most).map(Some),
    };
    let word = |setting: &'static Setting, words: [&str; 2]| match wanted.text(setting) {
        text if text == words[0] => Ok(false),
        text if text == words[1] => Ok(true),
        text => Err(Fault::new(setting.name, quoted(text), words.join(" or "))),
    };
    let cells = usize::from(columns) * usize::from(rows);
    let free = |kind: Block, wanted: &Settings| match kind {
        Block::Reflect => any(&MIRRORS, 0, MOST_CELLS),
        Block::Absorb => wanted.number(&OPAQUE, 0..=MOST_CELLS).map(Some),
        Block::Refract => wanted.number(&REFRACT, 0..=MOST_CELLS).map(Some),
    };
    let [mirrors, opaque, refract] = Block::ALL.map(|kind| free(kind, &wanted));
    let wanted = Wanted {
        columns,
        rows,
        tiles: any(&TILES, 1, cells)?,
        emitters: any(&EMITTERS, 1, MOST_LASERS)?,
        receivers: any(&RECEIVERS, 1, MOST_POINTS)?,
        mirrors: mirrors?,
        opaque: opaque?.unwrap_or(0),
        refract: refract?.unwrap_or(0),
        unique: !word(&SOLUTIONS, ["one", ANY])?,
        idle: word(&IDLE, ["no", "yes"])?,
    };
    let blocks = wanted.mirrors.unwrap_or(0) + wanted.opaque + wanted.refract;
    let room = wanted.tiles.unwrap_or(cells);
    match blocks > room {
        true => Err(Fault::new(
            format!("kind {}", quoted(kind)),
            format!("{blocks} blocks"),
            format!("at most {room}, one a tile"),
        )),
        false => Ok(wanted),
    }
}

/// Columns and rows of the levels of a kind.
pub fn size(id: &LevelId) -> Result<(u8, u8), Fault> {
    let wanted = wanted(&id.kind)?;
    Ok((wanted.columns, wanted.rows))
}

/// The variant of the levels of a kind, without making one.
pub fn variant_of(id: &LevelId) -> Result<String, Fault> {
    let (columns, rows) = size(id)?;
    Ok(variant::name(columns, rows))
}

/// Makes a level.
pub fn deal(id: &LevelId) -> Result<Position, Fault> {
    let wanted = wanted(&id.kind)?;
    generate::make(&wanted, id.number, Share::default()).map_err(|tried| {
        let found = format!("no such level in {} attempts and {} states", tried.attempts, tried.states);
        let expected = "a kind of which there are levels enough";
        let hint = match (wanted.unique, wanted.opaque) {
            (true, 0) => "leave receivers, emitters or tiles open (=any), ask for fewer mirrors, or take solutions=any",
            (true, _) => "opaque blocks rarely have one solution: leave tiles and receivers open, or take solutions=any",
            _ => "ask for fewer blocks or receivers, or take idle=yes",
        };
        Fault::new(id.to_string(), found, expected).hint(hint)
    })
}
