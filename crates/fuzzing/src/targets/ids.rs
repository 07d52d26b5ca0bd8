//! Ids, ranges of them, and the kinds that say which level is wanted.

use super::{Target, sound};
use crate::corpus::Corpus;
use crate::fields::{Fields, digit_of, join};
use engine::{Game, IdRange, Level, LevelId};
use games::find_game;
use games::levels::{Levels, not_found};
use std::ffi::OsStr;

/// Ids and ranges.
pub(super) const IDS: Target = Target {
    name: "ids",
    summary: "ids and ranges are read, printed and counted up",
    run: ids,
    seeds: |corpus| {
        corpus
            .ids
            .iter()
            .map(|id| id.clone().into_bytes())
            .collect()
    },
    turn: 1000,
};

/// Kinds and numbers.
pub(super) const KINDS: Target = Target {
    name: "kinds",
    summary: "the kind of an id is checked without making a level; cheap deals are dealt",
    run: kinds,
    seeds: kind_seeds,
    turn: 100,
};

/// Levels made to order.
pub(super) const MADE: Target = Target {
    name: "made",
    summary: "small levels are made to order, and read back as they are written",
    run: made,
    seeds: kind_seeds,
    turn: 1,
};

/// Levels that a call looks at, of a range that may have 2^64.
const MOST_LEVELS: usize = 20;
/// Longest text of a level with a size that is made: 4x4 and the like.
const MOST_MADE_CELLS: u32 = 16;

fn ids(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let meant = IdRange::is_meant_by(&text);
    if let Some(id) = sound(text.parse::<LevelId>()) {
        assert_eq!(id.to_string().parse::<LevelId>().as_ref(), Ok(&id));
        assert!(meant || find_game(&id.game).is_err(), "{id} is an id");
    }
    let Some(ranges) = sound(IdRange::parse_all(&text)) else {
        not_found(OsStr::new(&*text), "no level id").to_string();
        return false;
    };
    let count = ranges
        .iter()
        .fold(0u64, |sum, range| sum.saturating_add(range.count()));
    let Some(levels) = sound(Levels::of_ids(&text)) else {
        return false;
    };
    assert_eq!(levels.total(), Some(count));
    levels.variant();
    let mut counted = 0;
    for task in levels.take(MOST_LEVELS) {
        let task = task.expect("levels by id need no reading");
        let Level::Dealt(id) = &task.level else {
            panic!("{text} names levels by id");
        };
        assert_eq!(id.game, task.game.about().name);
        sound(task.game.check_id(id));
        counted += 1;
    }
    assert_eq!(counted, count.min(MOST_LEVELS as u64));
    true
}

/// An id out of a game, a kind and a number, each a part of the input; none
/// where that is no id for any game.
fn id_of(input: &[u8]) -> Option<(&'static dyn Game, LevelId)> {
    let mut fields = Fields::new(input);
    let game = fields.game();
    let kind = fields.text();
    let number = fields.text().trim().parse().unwrap_or(1);
    let id = LevelId {
        game: game.about().name.into(),
        kind,
        number,
    };
    let is_one = id.to_string().parse::<LevelId>().is_ok();
    is_one.then_some((game, id))
}

fn kinds(input: &[u8]) -> bool {
    let Some((game, id)) = id_of(input) else {
        return false;
    };
    let variant = sound(game.variant_of(&id));
    let sound_id = sound(game.check_id(&id)).is_some();
    assert_eq!(variant.is_some(), sound_id, "{id}");
    let is_cheap = game.options().is_empty();
    if !sound_id || !is_cheap {
        return sound_id;
    }
    if let Some(row) = sound(game.level(&Level::Dealt(id.clone()))) {
        reads_back(game, &id, &row.level);
    }
    true
}

fn made(input: &[u8]) -> bool {
    let Some((game, id)) = id_of(input) else {
        return false;
    };
    if !is_small(&id.kind) || sound(game.check_id(&id)).is_none() {
        return false;
    }
    let row = sound(game.level(&Level::Dealt(id.clone())));
    let is_made = row.is_some();
    if let Some(row) = row {
        reads_back(game, &id, &row.level);
    }
    is_made
}

/// Whether a kind starts with a small size, so that making is quick.
fn is_small(kind: &str) -> bool {
    let size = kind.split(',').next().unwrap_or_default();
    let sides = size
        .split_once('x')
        .map(|(w, h)| (w.parse::<u32>(), h.parse::<u32>()));
    matches!(sides, Some((Ok(width), Ok(height))) if width.saturating_mul(height) <= MOST_MADE_CELLS)
}

/// A dealt level, written out, is the same level.
fn reads_back(game: &dyn Game, id: &LevelId, text: &str) {
    let variant = game
        .variant_of(id)
        .expect("the variant of a level that was dealt");
    let written = Level::Written {
        name: id.to_string(),
        variant,
        text: text.to_string(),
    };
    let back = game
        .level(&written)
        .expect("a level that was dealt reads back");
    assert_eq!(back.level, text, "{id}");
}

fn kind_seeds(corpus: &Corpus) -> Vec<Vec<u8>> {
    let ids = corpus
        .ids
        .iter()
        .filter_map(|id| id.parse::<LevelId>().ok());
    let seed = |id: LevelId| {
        let game = find_game(&id.game).ok()?;
        let number = id.number.to_string();
        Some(join(&[
            &digit_of(game),
            id.kind.as_bytes(),
            number.as_bytes(),
        ]))
    };
    ids.filter_map(seed).collect()
}
