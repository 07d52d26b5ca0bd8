//! A person's sitting: a game under way ([`table`]), the levels that follow it
//! ([`course`], [`menu`]), what is kept of them ([`keeper`]), and the commands
//! that every front end knows. How it is shown is left to the front end.

pub mod course;
pub mod keeper;
pub mod menu;
pub mod table;

pub use course::Course;
pub use keeper::Keeper;
pub use table::{Question, Table};

use engine::play::{Adviser, Reply};
use engine::{Fault, Key};

/// Each command with its keys on a terminal and what it does.
const COMMANDS: [(&str, &str, &str); 11] = [
    ("moves", "", "list the moves that can be made"),
    ("undo", "u, Ctrl-Z", "take back a move"),
    ("redo", "Ctrl-Y", "make a move again that was taken back"),
    ("restart", "r", "take back all moves"),
    ("hint", "Tab", "say what to do next"),
    ("can", "c", "say whether the game can still be won"),
    ("board", "", "show the board again"),
    ("next", "n", "play the next level"),
    ("save", "", "keep the game"),
    ("quit", "q, Esc", "leave"),
    ("help", "?", "show this"),
];

/// What a command came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The board changed, or is to be seen again.
    Board,
    /// Something to say.
    Say(String),
    /// All commands are to be told.
    Help,
    /// A question that takes a while to answer.
    Ask(Question),
    /// The next level is wanted; making it may take a while.
    Next,
    /// The person leaves.
    Leave,
}

/// Levels that a person plays one after another.
pub struct Sitting {
    /// The game under way.
    pub table: Table,
    /// Who is asked for hints.
    pub adviser: Adviser,
    course: Course,
    keeper: Keeper,
    open: bool,
    fresh: bool,
}

impl Sitting {
    /// Starts with the first level of a course.
    pub fn new(
        mut course: Course,
        keeper: Keeper,
        adviser: Adviser,
        open: bool,
        fresh: bool,
    ) -> Result<Sitting, Fault> {
        let first = course.next(&keeper, &adviser, open)?;
        let table = first.ok_or_else(|| Fault::new("levels", "none", "a level to play"))?;
        if let (false, Some(hidden)) = (open, table.task.game.hidden()) {
            // Asked only for its fault.
            hidden.player(&adviser.player, &adviser.settings)?;
        }
        let mut sitting = Sitting {
            table,
            adviser,
            course,
            keeper,
            open,
            fresh,
        };
        sitting.begin();
        Ok(sitting)
    }

    /// Goes on with the level's game, where one is kept.
    fn begin(&mut self) {
        match self.fresh {
            true => self.keeper.begin(&self.table),
            false => self.keeper.go_on(&mut self.table),
        }
        self.table.opening.extend(self.keeper.trouble());
    }

    /// Turns to the next level; false if there is none.
    pub fn next_level(&mut self) -> Result<bool, Fault> {
        let next = self.course.next(&self.keeper, &self.adviser, self.open)?;
        let Some(table) = next else {
            return Ok(false);
        };
        self.keeper.leave(&self.table);
        self.table = table;
        self.begin();
        Ok(true)
    }

    /// Does what a person typed.
    pub fn command(&mut self, text: &str) -> Answer {
        let answer = match text.trim() {
            "" | "board" => Answer::Board,
            "quit" | "q" => Answer::Leave,
            "help" | "?" => Answer::Help,
            "next" => Answer::Next,
            "hint" => Answer::Ask(Question::Hint),
            "can" => Answer::Ask(Question::CanWin),
            "save" => Answer::Say(self.keeper.save(&self.table)),
            "moves" => Answer::Say(match self.table.session.options() {
                none if none.is_empty() => "no move can be made".into(),
                moves => moves.join(" "),
            }),
            "undo" => match self.table.undo() {
                true => Answer::Board,
                false => Answer::Say("nothing to take back".into()),
            },
            "redo" => match self.table.redo() {
                true => Answer::Board,
                false => Answer::Say("nothing to make again".into()),
            },
            "restart" => {
                self.table.restart();
                Answer::Board
            }
            moves => match self.table.make(moves) {
                Ok(()) => Answer::Board,
                Err(fault) => Answer::Say(format!("{fault}; help lists the commands")),
            },
        };
        match answer {
            Answer::Say(_) => answer,
            answer => self.keep().map_or(answer, Answer::Say),
        }
    }

    /// Presses a key; the second value says what went wrong with keeping it.
    pub fn press(&mut self, key: Key) -> (Reply, Option<String>) {
        let reply = self.table.press(key);
        (reply, self.keep())
    }

    /// Keeps what changed; says what went wrong.
    fn keep(&mut self) -> Option<String> {
        self.keeper.settle(&self.table);
        self.keeper.trouble()
    }

    /// Keeps the game that the person leaves; says so, or what went wrong.
    pub fn leave(&mut self) -> Option<String> {
        let kept = self.keeper.leave(&self.table).then(|| {
            let (name, made) = (self.table.name(), self.table.length());
            format!("{name} is kept after {made}: `stumper play --continue` goes on")
        });
        self.keeper.trouble().or(kept)
    }

    /// All commands, with their keys on a terminal.
    pub fn help(&self, with_keys: bool) -> String {
        let mut lines = Vec::new();
        let by_keys = self.table.session.keys().filter(|_| with_keys);
        if let Some(keys) = by_keys {
            lines.push(format!("{keys}\n"));
        }
        let options = self.table.session.options();
        let example = options.first().map(|mv| format!(", as {mv}"));
        let typed = match by_keys {
            Some(_) => "After : (or /) you can type and press Enter: a move or several",
            None => "Type a move or several",
        };
        let example = example.unwrap_or_default();
        lines.push(format!("{typed}{example}, or a command:"));
        for (command, keys, what) in COMMANDS {
            let keys = match (with_keys, by_keys) {
                (false, _) => "",
                (true, Some(_)) => keys,
                // Letters are typed here, so only the other keys count.
                (true, None) => keys
                    .rsplit(", ")
                    .next()
                    .filter(|key| key.len() > 1)
                    .unwrap_or(""),
            };
            let line = match with_keys {
                true => format!("  {command:<8} {keys:<10} {what}"),
                false => format!("  {command:<8} {what}"),
            };
            lines.push(line);
        }
        if with_keys {
            lines.push("\nLarge boards: PageUp, PageDown and Shift with arrows scroll.".into());
        }
        lines.join("\n")
    }
}

/// A number of moves, in words.
fn moves(number: usize) -> String {
    match number {
        1 => "1 move".into(),
        _ => format!("{number} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::screen;
    use games::levels::Levels;

    fn sitting(ids: &str) -> Sitting {
        let course = Course::listed(Levels::of_ids(ids).unwrap());
        let keeper = Keeper::in_folder(None, false);
        Sitting::new(course, keeper, Adviser::default(), false, false).unwrap()
    }

    fn seen(sitting: &Sitting) -> (Vec<String>, String) {
        let table = &sitting.table;
        (table.session.made(), screen::text(&table.session.show()))
    }

    /// Moves are made again by their texts, so each game must read what it
    /// writes, one move at a time.
    #[test]
    fn moves_of_every_game_are_taken_back_and_made_again() {
        for id in [
            "freecell:ms#1",
            "klondike:draw3#1",
            "sliding:4x4#1",
            "flow:5x5#1",
            "lazors:4x4,mirrors=3#1",
            "shift:thesis#2",
            "template:row#22",
        ] {
            let mut sitting = sitting(id);
            let mut positions = vec![seen(&sitting)];
            for step in 0..30 {
                let options = sitting.table.session.options();
                let Some(mv) = options.get(step * 7 % options.len().max(1)) else {
                    break;
                };
                assert_eq!(sitting.command(mv), Answer::Board, "{id}: {mv}");
                positions.push(seen(&sitting));
            }
            assert!(positions.len() > 3, "{id}");
            for position in positions.iter().rev().skip(1) {
                assert_eq!(sitting.command("undo"), Answer::Board, "{id}");
                assert_eq!(&seen(&sitting), position, "{id}");
            }
            for position in positions.iter().skip(1) {
                assert_eq!(sitting.command("redo"), Answer::Board, "{id}");
                assert_eq!(&seen(&sitting), position, "{id}");
            }
            assert_eq!(sitting.command("restart"), Answer::Board, "{id}");
            assert_eq!(&seen(&sitting), &positions[0], "{id}");
        }
    }

    #[test]
    fn commands_are_told_apart_from_moves() {
        let mut sitting = sitting("sliding:3x3#1");
        let say = |text: &str| Answer::Say(text.into());
        for (command, answer) in [
            ("undo", say("nothing to take back")),
            ("redo", say("nothing to make again")),
            ("hint", Answer::Ask(Question::Hint)),
            ("can", Answer::Ask(Question::CanWin)),
            ("next", Answer::Next),
            ("help", Answer::Help),
            (" ? ", Answer::Help),
            ("board", Answer::Board),
            ("quit", Answer::Leave),
            ("q", Answer::Leave),
            (
                "save",
                say("not saved: no folder is known; set STUMPER_STATE"),
            ),
        ] {
            assert_eq!(sitting.command(command), answer, "{command}");
        }
        let moves = sitting.table.session.options().join("").to_lowercase();
        let one = &moves[..1];
        assert_eq!(sitting.command(one), Answer::Board, "{one}");
        assert_eq!(sitting.table.length(), "1 move");
    }

    #[test]
    fn names_of_games_and_kinds_are_not_ids_or_files() {
        for (name, kind) in [
            ("flow", Some("9x9")),
            ("flow:7x7", Some("7x7")),
            ("freecell", Some("ms")),
            ("flow#1", None),
            ("flow:7x7#1", None),
            ("board.txt", None),
            ("./flow", None),
            ("nosuch:7x7", None),
        ] {
            let found = match menu::game_and_kind(name) {
                Some(menu::Choice::Kind(_, kind)) => Some(kind),
                _ => None,
            };
            assert_eq!(found.as_deref(), kind, "{name}");
        }
    }
}
