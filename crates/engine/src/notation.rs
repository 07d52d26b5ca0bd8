//! Levels as text: ids such as `freecell:ms#617`, ranges of them, and the
//! fault that says what is wrong with a text and where.

use std::fmt;
use std::str::FromStr;

/// What is wrong with something the user gave: place, found, expected, and
/// what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: `line 3, card 5`, `move 17`, `freecell:ms#0`.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
    /// A next step for the user; may be empty.
    pub hint: String,
    /// Whether the program itself is at fault, and not what it was given.
    pub defect: bool,
}

impl Fault {
    /// A fault without a hint.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Fault {
            place: place.into(),
            found: found.into(),
            expected: expected.into(),
            hint: String::new(),
            defect: false,
        }
    }

    /// The program itself broke: a solver made an illegal move, or panicked.
    pub fn defect(place: impl Into<String>, found: impl Into<String>) -> Self {
        Fault {
            defect: true,
            ..Fault::new(place, found, "no defect in the program")
        }
        .hint("please report it with the call that led to it")
    }

    /// The same fault with another place before its own.
    pub fn within(mut self, place: &str) -> Self {
        if !place.is_empty() {
            self.place = format!("{place}: {}", self.place);
        }
        self
    }

    /// The same fault with a next step.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl fmt::Display for Fault {
    /// One line, whatever the user's text has in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            &self.place,
            ": found ",
            &self.found,
            "; expected ",
            &self.expected,
        ];
        parts.iter().try_for_each(|part| write_clean(f, part))?;
        match self.hint.is_empty() {
            true => Ok(()),
            false => ["; ", &self.hint]
                .iter()
                .try_for_each(|part| write_clean(f, part)),
        }
    }
}

/// Writes text with what could garble a terminal escaped.
fn write_clean(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if !text.contains(char::is_control) {
        return f.write_str(text);
    }
    text.chars().try_for_each(|c| match c.is_control() {
        true => write!(f, "{}", c.escape_default()),
        false => write!(f, "{c}"),
    })
}

impl std::error::Error for Fault {}

/// A piece of the user's text, cut and cleaned so that it can stand in a message.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let mut clean: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().count() > MOST {
        clean.push('…');
    }
    format!("\"{clean}\"")
}

/// The name of one level: `game:kind#number`. What the kind means is the
/// game's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LevelId {
    /// The game: `freecell`.
    pub game: String,
    /// Variant and source of the level: `ms`, `eight-off`, `eight-off.seed`.
    pub kind: String,
    /// Which one.
    pub number: u64,
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}#{}", self.game, self.kind, self.number)
    }
}

impl FromStr for LevelId {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let range: IdRange = text.parse()?;
        if range.first != range.last {
            return Err(Fault::new(
                quoted(text),
                "a range of levels",
                "the id of one level",
            ));
        }
        Ok(range.id(range.first))
    }
}

/// Levels of one kind with consecutive numbers: `freecell:ms#1-32000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdRange {
    /// The game.
    pub game: String,
    /// Variant and source.
    pub kind: String,
    /// The first number.
    pub first: u64,
    /// The last number, at least the first.
    pub last: u64,
}

impl IdRange {
    /// The level with this number.
    pub fn id(&self, number: u64) -> LevelId {
        LevelId {
            game: self.game.clone(),
            kind: self.kind.clone(),
            number,
        }
    }

    /// How many levels the range has.
    pub fn count(&self) -> u64 {
        (self.last - self.first).saturating_add(1)
    }

    /// Whether `text` is meant as an id or a range, rather than a file's name:
    /// it has a `#` after a word, or after two with a colon between them.
    pub fn is_meant_by(text: &str) -> bool {
        let Some((before, after)) = text.split_once('#') else {
            return false;
        };
        match before.split_once(':') {
            Some((game, _)) => !game.contains(['/', '\\', '.']),
            None => {
                !before.is_empty()
                    && before.chars().all(is_word)
                    && !before.contains('.')
                    && after.starts_with(|c: char| c.is_ascii_digit())
            }
        }
    }

    /// Reads ranges that share a kind: `freecell:ms#1,5,9-12`. The kind may be
    /// left out, as in `freecell#617`; then it is empty, and stands for the
    /// game's usual one.
    pub fn parse_all(text: &str) -> Result<Vec<IdRange>, Fault> {
        let shape = || {
            Fault::new(quoted(text), "no level id", "game:kind#number")
                .hint("an id looks like freecell:ms#617, a range like freecell:ms#1-32000")
        };
        let (before, numbers) = text.split_once('#').ok_or_else(shape)?;
        let (game, kind) = match before.split_once(':') {
            Some((_, "")) => return Err(shape()),
            Some(parts) => parts,
            None => (before, ""),
        };
        if game.is_empty() || !game.chars().chain(kind.chars()).all(is_word) {
            return Err(shape());
        }
        let range = |numbers: &str| {
            let (first, last) = match numbers.split_once('-') {
                Some((first, last)) => (number(text, first)?, number(text, last)?),
                None => (number(text, numbers)?, number(text, numbers)?),
            };
            if first > last {
                let colon = if kind.is_empty() { "" } else { ":" };
                return Err(Fault::new(
                    format!("range {}", quoted(text)),
                    format!("{first} before {last}"),
                    "the smaller number first",
                )
                .hint(format!("write {game}{colon}{kind}#{last}-{first}")));
            }
            Ok(IdRange {
                game: game.to_string(),
                kind: kind.to_string(),
                first,
                last,
            })
        };
        numbers.split(',').map(range).collect()
    }
}

/// Whether a letter may stand in a game's name or a kind.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-.=,_".contains(c)
}

/// Reads the number of a level.
fn number(text: &str, digits: &str) -> Result<u64, Fault> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| plain);
    number.ok_or_else(|| {
        Fault::new(
            format!("number of {}", quoted(text)),
            quoted(digits),
            "a whole number below 2^64",
        )
    })
}

impl FromStr for IdRange {
    type Err = Fault;

    /// Reads one range with its kind.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let mut ranges = IdRange::parse_all(text)?;
        match ranges.pop() {
            Some(range) if ranges.is_empty() && !range.kind.is_empty() => Ok(range),
            _ => {
                let fault = Fault::new(quoted(text), "no level id", "game:kind#number");
                Err(fault.hint("an id looks like freecell:ms#617"))
            }
        }
    }
}

/// A level to work on: named by an id, or written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level {
    /// The game deals it from its id.
    Dealt(LevelId),
    /// Its text was given.
    Written {
        /// What to call it in rows: an id, or the file it came from.
        name: String,
        /// The game's variant, empty for the game's default.
        variant: String,
        /// The level itself.
        text: String,
    },
}

impl Level {
    /// What rows call this level.
    pub fn name(&self) -> String {
        match self {
            Level::Dealt(id) => id.to_string(),
            Level::Written { name, .. } => name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_as_they_parse() {
        for text in ["freecell:ms#617", "freecell:eight-off.seed#42", "a:b#0"] {
            assert_eq!(text.parse::<LevelId>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_ids_are_told_apart() {
        let rows = [
            ("freecell", "no level id"),
            ("freecell#7", "no level id"),
            ("freecell:ms#7,8", "no level id"),
            ("freecell:ms", "no level id"),
            ("freecell:#7", "no level id"),
            (":ms#7", "no level id"),
            ("free cell:ms#7", "no level id"),
            ("freecell:ms#", "\"\""),
            ("freecell:ms#-7", "\"\""),
            ("freecell:ms#+7", "\"+7\""),
            ("freecell:ms#1x", "\"1x\""),
            (
                "freecell:ms#99999999999999999999",
                "\"99999999999999999999\"",
            ),
            ("freecell:ms#9-3", "9 before 3"),
            ("freecell:ms#3-9-12", "\"9-12\""),
        ];
        for (text, found) in rows {
            assert_eq!(text.parse::<IdRange>().unwrap_err().found, found, "{text}");
        }
        assert_eq!(
            "g:k#1-2".parse::<LevelId>().unwrap_err().found,
            "a range of levels"
        );
    }

    #[test]
    fn a_list_is_several_ranges_and_a_kind_may_be_left_out() {
        let all = IdRange::parse_all("flow:9x9#1,5,9-12").unwrap();
        let ends: Vec<_> = all.iter().map(|range| (range.first, range.last)).collect();
        assert_eq!(ends, [(1, 1), (5, 5), (9, 12)]);
        assert!(all.iter().all(|range| range.kind == "9x9"));
        let usual = IdRange::parse_all("freecell#617").unwrap();
        assert_eq!((usual.len(), usual[0].kind.as_str()), (1, ""));
        for bad in ["flow:9x9#1,", "flow:9x9#,1", "flow:9x9#1,b", "flow:#1,2"] {
            assert!(IdRange::parse_all(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_range_counts_its_levels() {
        let range: IdRange = "freecell:ms#5-9".parse().unwrap();
        assert_eq!(
            (range.count(), range.id(7).to_string()),
            (5, "freecell:ms#7".into())
        );
        let all: IdRange = "g:k#0-18446744073709551615".parse().unwrap();
        assert_eq!(all.count(), u64::MAX);
    }

    #[test]
    fn files_are_not_ids() {
        for (text, id) in [
            ("freecell:ms#1", true),
            ("./a:b#c", false),
            ("board.txt", false),
            ("x#y", false),
            ("x.txt#1", false),
            ("#1", false),
            ("freecell#617", true),
            ("flow:9x9#1,5,9-12", true),
        ] {
            assert_eq!(IdRange::is_meant_by(text), id, "{text}");
        }
    }
}
