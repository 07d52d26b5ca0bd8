//! Files of levels: ids, boards and JSON rows, read line by line.

use super::{Target, sound};
use crate::corpus::Corpus;
use crate::fields::{Fields, join};
use engine::{Fault, Level, Task};
use games::levels::{Defaults, Levels, Lines, Source, label_line, not_found};
use games::shipped::{PACK, PACKS};
use std::ffi::{OsStr, OsString};
use std::io::Cursor;

/// Files.
pub(super) const LEVELS: Target = Target {
    name: "levels",
    summary: "a file is read to its end; its boards, written as `deal` does, read back the same",
    run: levels,
    seeds,
    turn: 40,
};

/// Levels of a file that a call looks at.
const MOST_LEVELS: usize = 20;

/// A single file in memory, whatever it is asked for by.
struct OneFile(Vec<u8>);

impl Source for OneFile {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        match name.is_empty() {
            true => Err(not_found(name, "nothing")),
            false => Ok(()),
        }
    }

    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        let bytes = Cursor::new(self.0.clone());
        Ok(Lines::new(&name.to_string_lossy(), Box::new(bytes)))
    }
}

/// Opens a file in memory.
pub(crate) fn open_in_memory(
    name: &str,
    content: &[u8],
    defaults: Defaults,
) -> Result<Levels, Fault> {
    Levels::open([OsString::from(name)], defaults, OneFile(content.to_vec()))
}

fn levels(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (name, game, variant) = (fields.text(), fields.text(), fields.text());
    let game = Some(game.as_str()).filter(|game| !game.is_empty());
    let Some(defaults) = sound(Defaults::new(game, &variant)) else {
        return false;
    };
    let Some(levels) = sound(open_in_memory(&name, fields.rest(), defaults)) else {
        return false;
    };
    let mut taken = false;
    for task in levels.take(MOST_LEVELS) {
        let Some(task) = sound(task) else {
            break;
        };
        taken |= check(&task);
    }
    taken
}

/// A level of a file is refused, or reads back under its label.
fn check(task: &Task) -> bool {
    let row = match &task.level {
        Level::Dealt(id) => return sound(task.game.check_id(id)).is_some(),
        Level::Written { .. } => sound(task.game.level(&task.level)),
    };
    let Some(row) = row else {
        return false;
    };
    let label = label_line(task.game, &row.id, &row.variant);
    let text = format!("{}{label}", row.level);
    let back = open_in_memory("again", text.as_bytes(), Defaults::of(task.game))
        .and_then(|levels| levels.only("one board was written"))
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let same = back
        .game
        .level(&back.level)
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(back.game.about().name, task.game.about().name, "{text}");
    assert_eq!(same.level, row.level, "{text}");
    true
}

fn seeds(corpus: &Corpus) -> Vec<Vec<u8>> {
    let file = |name: &str, content: &[u8]| join(&[name.as_bytes(), b"", b"", content]);
    let mut seeds: Vec<_> = corpus
        .files
        .iter()
        .map(|(name, bytes)| file(name, bytes))
        .collect();
    for sample in &corpus.levels {
        let label = label_line(sample.game, "level", &sample.variant);
        let text = format!("{}{label}", sample.text);
        seeds.push(file("board", text.as_bytes()));
    }
    let packs = PACKS.iter().map(|pack| format!("{PACK}{}", pack.name));
    seeds.extend(packs.map(|name| file(&name, b"")));
    seeds.extend(corpus.ids.iter().map(|id| file("ids", id.as_bytes())));
    seeds.extend(corpus.rows.iter().map(|row| file("rows", row.as_bytes())));
    seeds
}
