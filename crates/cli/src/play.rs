//! `stumper play`: a person plays. On a terminal the board stands still and
//! keys move things ([`board`]); otherwise each line of standard input is a
//! command, for scripts and for readers of screens.

mod board;

use crate::args::{LevelArgs, settings_of};
use crate::watch;
use crate::words::count;
use crate::{DONE, FAILED};
use anyhow::Result;
use engine::play::{Adviser, Ending, Hint, PlaySession};
use engine::{Fault, Verdict, screen};
use host::Sink;
use std::io::{self, BufRead, IsTerminal};

/// Play a game yourself
#[derive(clap::Args)]
#[command(after_help = "\
On a terminal the board stands still; the keys are told below it. Without one,
or with --lines, each line of standard input is a command: a move or several,
or one of moves, undo, restart, hint, can (whether the game can still be won),
board, quit.

Games with hidden cards show what a player may see, and their hints come from
a player who sees no more (--hints); --open turns the cards up.

Exit codes: 0 won or left; 1 lost.

Examples:
  stumper play flow:7x7#3
  stumper play shift:5x5#1
  stumper play klondike:draw3#1
  stumper play level.bff
  printf 'hint\\nquit\\n' | stumper play freecell:ms#617")]
pub(crate) struct Args {
    #[command(flatten)]
    level: LevelArgs,
    /// Show hidden cards too; hints then come from a solver
    #[arg(long)]
    open: bool,
    /// Read commands from standard input, even on a terminal
    #[arg(long)]
    lines: bool,
    /// Who gives hints where cards are hidden [default: the game's choice]
    #[arg(long, value_name = "PLAYER")]
    hints: Option<String>,
    /// Sets things on who gives hints, joined by commas
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    set: Vec<String>,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let task = args.level.only("")?;
    let adviser = Adviser {
        player: args.hints.clone().unwrap_or_default(),
        settings: settings_of(&args.set, None)?,
        ..Adviser::default()
    };
    let hidden = task.game.hidden().filter(|_| !args.open);
    if let Some(hidden) = hidden {
        // Asked only for its fault.
        hidden.player(&adviser.player, &adviser.settings)?;
    }
    let session = match args.open {
        true => task.game.play_open(&task.level),
        false => task.game.play(&task.level),
    };
    let mut table = Table {
        name: task.level.name(),
        unit: hidden.map_or("", |hidden| hidden.progress().unit),
        session: session.map_err(|fault| task.locate(fault))?,
        adviser,
    };
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    match terminal && !args.lines {
        true => board::play(&mut table),
        false => play_lines(&mut table),
    }
}

/// A game under way, and whom to ask about it.
struct Table<'a> {
    name: String,
    /// What the game's fitness counts; empty where it counts nothing.
    unit: &'static str,
    session: Box<dyn PlaySession + 'a>,
    adviser: Adviser,
}

/// What a command came to.
enum Answer {
    /// The board changed, or is to be seen again.
    Board,
    /// Something to say.
    Say(String),
    /// The person leaves.
    Leave,
}

impl Table<'_> {
    /// Does what a person typed.
    fn command(&mut self, text: &str) -> Result<Answer> {
        Ok(match text.trim() {
            "" | "board" => Answer::Board,
            "quit" | "q" => Answer::Leave,
            "moves" => Answer::Say(self.session.options().join(" ")),
            "undo" | "u" => match self.session.undo() {
                true => Answer::Board,
                false => Answer::Say("nothing to take back".into()),
            },
            "restart" => {
                while self.session.undo() {}
                Answer::Board
            }
            "hint" | "?" => Answer::Say(self.hint()?),
            "can" => Answer::Say(self.can()?),
            moves => match self.session.make(moves) {
                Ok(()) => Answer::Board,
                Err(fault) => Answer::Say(fault.to_string()),
            },
        })
    }

    fn hint(&self) -> Result<String> {
        Ok(match self.session.hint(&self.adviser, &watch::clock())? {
            Hint::Moves {
                next,
                left: Some(left),
                ..
            } => format!("{} ({} to go)", next.join(" "), count(left as u64, "move")),
            Hint::Moves { next, by, .. } => format!("{by}: {}", next.join(" ")),
            Hint::Won => "it is solved".into(),
            Hint::Lost if self.session.made().is_empty() => "it cannot be won".into(),
            Hint::Lost => "it cannot be won any more: undo".into(),
            Hint::WouldGiveUp { by } => format!("{by} would give up"),
            Hint::Unknown(_) => "no hint: the solver reached its limit".into(),
        })
    }

    /// Whether the game can still be won.
    fn can(&self) -> Result<String> {
        let begun = !self.session.made().is_empty();
        Ok(
            match self.session.can_win(&self.adviser, &watch::clock())? {
                Verdict::Solved if begun => "it can still be won",
                Verdict::Solved => "it can be won",
                Verdict::Unsolvable if begun => "it cannot be won any more",
                Verdict::Unsolvable => "it cannot be won",
                Verdict::GaveUp(_) => "nobody knows: the solver reached its limit",
            }
            .into(),
        )
    }

    /// What to say of a game that is over.
    fn over(&self) -> Option<String> {
        let made = count(self.session.made().len() as u64, "move");
        let how = match self.session.ending()? {
            Ending::Won => return Some(format!("won in {made}")),
            ending => ending.name().replace('-', " "),
        };
        Some(match self.session.fitness() {
            Some(fitness) => {
                let unit = self.unit;
                format!("{how}: lost with {fitness} {unit} after {made}; undo or quit")
            }
            None => format!("{how} after {made}; undo or quit"),
        })
    }

    fn is_won(&self) -> bool {
        self.session.ending() == Some(Ending::Won)
    }

    /// The program's exit code when the person stops here.
    fn code(&self) -> u8 {
        match self.session.ending() {
            Some(ending) if ending != Ending::Won => FAILED,
            _ => DONE,
        }
    }
}

/// A command a line.
fn play_lines(table: &mut Table) -> Result<u8> {
    let mut sink = Sink::stdout();
    let mut say = |text: &str| -> Result<()> {
        sink.write(text.as_bytes())?;
        Ok(sink.flush()?)
    };
    say(&format!(
        "{}\n{}",
        table.name,
        screen::text(&table.session.show())
    ))?;
    for line in io::stdin().lock().lines() {
        let line = line
            .map_err(|error| Fault::new("standard input", error.to_string(), "a command a line"))?;
        if line.trim().is_empty() {
            continue;
        }
        match table.command(&line)? {
            Answer::Leave => return Ok(DONE),
            Answer::Say(text) => say(&format!("{text}\n"))?,
            Answer::Board => say(&screen::text(&table.session.show()))?,
        }
        if let Some(over) = table.over() {
            say(&format!("{over}\n"))?;
        }
        if table.is_won() {
            return Ok(DONE);
        }
    }
    Ok(table.code())
}
