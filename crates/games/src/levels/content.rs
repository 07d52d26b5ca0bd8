//! What a file of levels holds, told from its first lines: JSON rows, a list
//! of ids and ranges, or boards. A comment line that names a level, as `deal`
//! writes it, ends its board (fc-solve reads a board only up to its last
//! column, so that a name before it would be in the way); a file without one
//! is a single board.

use super::lines::{Line, Lines, one_line, parse_row};
use super::usual_kind;
use super::{Counting, Defaults, Task};
use crate::find_game;
use engine::notation::quoted;
use engine::{Fault, Game, IdRange, Level, LevelId};
use serde::Deserialize;
use std::collections::VecDeque;

/// A file whose levels have not begun after this many bytes has none; its
/// lines are kept in memory until then.
const MOST_COMMENTS: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Rows,
    Ids,
    Boards,
}

/// The levels of one file.
pub struct Content {
    lines: Lines,
    form: Form,
    defaults: Defaults,
    ranges: VecDeque<Counting>,
    /// Further boards of a text that holds several.
    waiting: VecDeque<Task>,
    found_any: bool,
}

/// What stands in a board's comment line: an id, or game, variant and name.
#[derive(Clone)]
enum Label {
    Id(LevelId),
    Named {
        game: &'static dyn Game,
        variant: String,
        name: String,
    },
}

/// What a row must have to name a level; every row that we write has it.
#[derive(Clone, Deserialize)]
pub struct RowLevel {
    id: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    variant: String,
    #[serde(default)]
    level: String,
}

impl RowLevel {
    /// A row with these parts; variant and level may be empty.
    pub fn new(id: &str, variant: &str, level: &str) -> RowLevel {
        RowLevel {
            id: id.into(),
            game: String::new(),
            variant: variant.into(),
            level: level.into(),
        }
    }

    /// The level's id or name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The level's text, or nothing where the row has none.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// The level that the row names. Where it says nothing of game and
    /// variant, the id tells them; where the id is none, the defaults do.
    pub fn task(self, defaults: &Defaults, place: String) -> Result<Task, Fault> {
        let at = |fault: Fault| fault.within(&place);
        let mut id = match self.id.parse::<LevelId>() {
            Err(fault) if self.level.is_empty() => return Err(at(fault)),
            parsed => parsed.ok(),
        };
        let game = match &id {
            Some(id) => find_game(&id.game).map_err(at)?,
            None if self.game.is_empty() => defaults.game,
            None => find_game(&self.game).map_err(at)?,
        };
        if let Some(id) = id.as_mut().filter(|id| id.kind.is_empty()) {
            id.kind = usual_kind(game);
        }
        let level = match id {
            Some(id) if self.level.is_empty() => Level::Dealt(id),
            Some(id) if self.variant.is_empty() => return board_of_id(id, self.level, place),
            _ => Level::Written {
                name: one_line(&self.id),
                variant: match self.variant.is_empty() {
                    true => defaults.variant.clone(),
                    false => self.variant,
                },
                text: self.level,
            },
        };
        Ok(Task { game, level, place })
    }
}

/// The comment line that lets a file of several boards be read back.
pub fn label_line(game: &dyn Game, name: &str, variant: &str) -> String {
    // An id that leaves its variant to the level leaves it to the board read back.
    let agrees = |of_id: String| of_id.is_empty() || of_id == variant;
    let told_by_id = name
        .parse::<LevelId>()
        .is_ok_and(|id| variant.is_empty() || game.variant_of(&id).is_ok_and(agrees));
    if told_by_id {
        return format!("# {name}\n");
    }
    format!("# {}:{variant}: {name}\n", game.about().name)
}

fn parse_label(line: &str) -> Option<Label> {
    let text = line.trim().strip_prefix('#')?.trim();
    if let Ok(id) = text.parse() {
        return Some(Label::Id(id));
    }
    let (kind, name) = text.split_once(": ")?;
    let (game, variant) = kind.split_once(':')?;
    Some(Label::Named {
        game: find_game(game).ok()?,
        variant: variant.to_string(),
        name: name.trim().to_string(),
    })
}

impl Content {
    /// Looks at the first lines to tell what they hold.
    pub fn new(mut lines: Lines, defaults: Defaults) -> Result<Content, Fault> {
        let form = detect(&mut lines)?;
        Ok(Content {
            lines,
            form,
            defaults,
            ranges: VecDeque::new(),
            waiting: VecDeque::new(),
            found_any: false,
        })
    }

    /// The next level.
    pub fn next_task(&mut self) -> Result<Option<Task>, Fault> {
        let task = match self.form {
            Form::Rows => self.next_row()?,
            Form::Ids => self.next_id()?,
            Form::Boards => self.next_board()?,
        };
        if task.is_none() && !self.found_any {
            return Err(self.lines.empty("level ids, boards or JSON rows"));
        }
        self.found_any = true;
        Ok(task)
    }

    fn next_row(&mut self) -> Result<Option<Task>, Fault> {
        while let Some(line) = self.lines.next_line()? {
            if line.text.trim().is_empty() {
                continue;
            }
            let place = self.lines.place(line.number);
            let row: RowLevel = parse_row(&line.text, &place, "a JSON row with an id")?;
            return row.task(&self.defaults, place).map(Some);
        }
        Ok(None)
    }

    fn next_id(&mut self) -> Result<Option<Task>, Fault> {
        loop {
            while let Some(range) = self.ranges.front_mut() {
                match range.next() {
                    Some(task) => return Ok(Some(task)),
                    None => drop(self.ranges.pop_front()),
                }
            }
            let Some(line) = self.lines.next_line()? else {
                return Ok(None);
            };
            let text = line.text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                let place = self.lines.place(line.number);
                let ranges =
                    IdRange::parse_all(text).map_err(|fault: Fault| fault.within(&place))?;
                for range in ranges {
                    self.ranges.push_back(Counting::new(range, place.clone())?);
                }
            }
        }
    }

    fn next_board(&mut self) -> Result<Option<Task>, Fault> {
        if let Some(task) = self.waiting.pop_front() {
            return Ok(Some(task));
        }
        let mut text = String::new();
        let mut first = None;
        let mut label = None;
        while let Some(line) = self.lines.next_line()? {
            label = parse_label(&line.text);
            if label.is_some() && has_content(&text) {
                break;
            }
            if label.is_some() {
                let place = self.lines.place(line.number);
                return Err(
                    Fault::new(place, quoted(&line.text), "a board before its name")
                        .hint("the comment that names a board stands after it"),
                );
            }
            first.get_or_insert(line.number);
            text.push_str(&line.text);
            text.push('\n');
            if Lines::is_too_long(&text) {
                return Err(self.lines.too_long());
            }
        }
        if !has_content(&text) {
            return Ok(None);
        }
        let first = first.unwrap_or(1);
        let place = self.place_of_board(first);
        let (game, name, variant) = match label {
            Some(Label::Id(id)) => return board_of_id(id, text, place).map(Some),
            Some(Label::Named {
                game,
                variant,
                name,
            }) => (game, name, variant),
            None => {
                self.take_apart(&text, first);
                return Ok(self.waiting.pop_front());
            }
        };
        let level = Level::Written {
            name,
            variant,
            text,
        };
        Ok(Some(Task { game, level, place }))
    }

    fn place_of_board(&self, line: usize) -> String {
        match line {
            2.. => format!("{}, board from line {line} on", self.lines.name()),
            _ => self.lines.name().to_string(),
        }
    }

    /// Lines up the boards of a text that begins in line `first` and names
    /// none of them. Where there are several, each is named by its place
    /// among them.
    fn take_apart(&mut self, text: &str, first: usize) {
        let Defaults { game, variant, .. } = self.defaults.clone();
        let lines: Vec<&str> = text.lines().collect();
        let ranges = game.split(text);
        let several = ranges.len() > 1;
        let file = self.lines.name().to_string();
        for (index, range) in ranges.into_iter().enumerate() {
            let place = self.place_of_board(first + range.start);
            let mut text = lines[range].join("\n");
            text.push('\n');
            self.waiting.push_back(Task {
                game,
                level: Level::Written {
                    name: match several {
                        true => format!("{file} board {}", index + 1),
                        false => file.clone(),
                    },
                    variant: variant.clone(),
                    text,
                },
                place,
            });
        }
    }
}

/// A board that stands with an id. Where it is what the id deals, the id
/// alone is enough, and rows need not repeat the board.
fn board_of_id(id: LevelId, text: String, place: String) -> Result<Task, Fault> {
    let at = |fault: Fault| fault.within(&place);
    let game = find_game(&id.game).map_err(at)?;
    // Making a level to order again takes much longer than reading it.
    let made = !game.options().is_empty();
    let dealt = Level::Dealt(id.clone());
    let written = Level::Written {
        name: id.to_string(),
        variant: game.variant_of(&id).map_err(at)?,
        text,
    };
    let same =
        !made && game.level(&dealt).map_err(at)?.level == game.level(&written).map_err(at)?.level;
    let level = if same { dealt } else { written };
    Ok(Task { game, level, place })
}

/// Whether a text has more than blank lines and comments.
fn has_content(text: &str) -> bool {
    text.lines().any(|line| !is_aside(line))
}

fn is_aside(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Whether a line is meant as an id or a range. A board's line may have a
/// colon and a comment too, but a blank or nothing before them.
fn starts_with_id(line: &str) -> bool {
    let before_hash = line.split('#').next().unwrap_or_default();
    IdRange::is_meant_by(line)
        && !line.starts_with(':')
        && !before_hash.contains(char::is_whitespace)
}

/// Whether a line begins one board in JSON, as Solvitaire writes Klondike: a
/// row stands in one line and has an id.
fn begins_a_board(line: &str) -> bool {
    line == "{" || line.contains("\"tableau piles\"") && !line.contains("\"id\"")
}

/// Tells the form from the first line that is no comment.
fn detect(lines: &mut Lines) -> Result<Form, Fault> {
    let mut read: Vec<Line> = Vec::new();
    let mut form = Form::Boards;
    let mut comments = 0;
    while let Some(line) = lines.next_line()? {
        let text = line.text.trim().to_string();
        read.push(line);
        if is_aside(&text) {
            comments += text.len() + 1;
            if comments > MOST_COMMENTS {
                let found = format!("more than {MOST_COMMENTS} bytes of comments");
                return Err(Fault::new(
                    lines.name(),
                    found,
                    "level ids, boards or JSON rows",
                ));
            }
            continue;
        }
        if text.starts_with('{') && !begins_a_board(&text) {
            form = Form::Rows;
        } else if starts_with_id(&text) {
            form = Form::Ids;
        } else if text.contains('\0') {
            return Err(Fault::new(lines.name(), quoted(&text), "levels as text"));
        }
        break;
    }
    lines.put_back(read);
    Ok(form)
}
