//! `stumper play`: a person plays. On a terminal the board stands still and
//! keys move things ([`board`]); otherwise each line of standard input is a
//! command, for scripts and for readers of screens.

mod board;

use crate::levels::{LevelArgs, find_game};
use crate::output::{Sink, length_in};
use crate::setting_args::SettingArgs;
use crate::simulate::find_hidden;
use crate::watch::Clock;
use crate::{DONE, FAILED};
use anyhow::Result;
use engine::play::{Ending, Sitting};
use engine::record::SolutionRow;
use engine::{Budget, Fault, Level, Settings, screen};
use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

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
    /// Who gives hints where cards are hidden
    #[arg(long, value_name = "PLAYER", default_value = "monte-carlo")]
    hints: String,
    /// Sets things on who gives hints, joined by commas
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    set: Vec<String>,
}

/// What a hint of a solver, or asking whether the game can be won, may spend.
const ASK_BUDGET: Budget = Budget {
    states: Some(2_000_000),
    memory: Some(1 << 30),
    time: Some(Duration::from_secs(20)),
};

pub(crate) fn call(args: &Args) -> Result<u8> {
    let task = args.level.only("")?;
    let game = task.game.about().name;
    let settings = SettingArgs::only(&args.set).read()?;
    let hidden = find_hidden(game).ok().filter(|_| !args.open);
    let sitting = match hidden {
        Some(hidden) => {
            // Asked only for its fault.
            hidden.seat(&args.hints, &settings)?;
            hidden.sit(&task.level)
        }
        None => task.game.sit(&task.level),
    };
    let mut table = Table {
        name: task.level.name(),
        game,
        sitting: sitting.map_err(|fault| task.locate(fault))?,
        hints: args.hints.clone(),
        settings,
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
    game: &'static str,
    sitting: Box<dyn Sitting + 'a>,
    hints: String,
    settings: Settings,
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
            "moves" => Answer::Say(self.sitting.options().join(" ")),
            "undo" | "u" => match self.sitting.undo() {
                true => Answer::Board,
                false => Answer::Say("nothing to take back".into()),
            },
            "restart" => {
                while self.sitting.undo() {}
                Answer::Board
            }
            "hint" | "?" => Answer::Say(self.hint()?),
            "can" => Answer::Say(self.can()?),
            moves => match self.sitting.make(moves) {
                Ok(()) => Answer::Board,
                Err(fault) => Answer::Say(fault.to_string()),
            },
        })
    }

    fn hint(&mut self) -> Result<String> {
        let player = &self.hints;
        if let Some(moves) = self.sitting.hint(player, &self.settings) {
            let moves = moves?;
            return Ok(match moves.is_empty() {
                true => format!("{player} would give up"),
                false => format!("{player}: {}", moves.join(" ")),
            });
        }
        let row = self.ask()?;
        Ok(match row.outcome.as_str() {
            "solved" => match row.moves.first() {
                Some(first) => {
                    let left = length_in("moves", row.moves.len() as u64);
                    format!("{first} ({left} to go)")
                }
                None => "it is solved".into(),
            },
            "unsolvable" => "it cannot be won any more: undo".into(),
            _ => "no hint: the solver reached its limit".into(),
        })
    }

    /// Whether the game can still be won.
    fn can(&self) -> Result<String> {
        Ok(match self.ask()?.outcome.as_str() {
            "solved" => "it can still be won",
            "unsolvable" => "it cannot be won any more",
            _ => "nobody knows: the solver reached its limit",
        }
        .into())
    }

    /// Asks the game's default solver, who sees everything.
    fn ask(&self) -> Result<SolutionRow> {
        let (variant, text) = self.sitting.whole();
        let level = Level::Written {
            name: "board".into(),
            variant,
            text,
        };
        let settings = Settings {
            tables: self.settings.tables.clone(),
            ..Settings::default()
        };
        let mut session = find_game(self.game)?.session("", &settings)?;
        Ok(session.solve(&level, &ASK_BUDGET, &Clock::start(), false)?)
    }

    /// What to say of a game that is over.
    fn over(&self) -> Option<String> {
        let made = length_in("moves", self.sitting.made() as u64);
        let how = match self.sitting.ending()? {
            Ending::Won => return Some(format!("won in {made}")),
            ending => ending.name().replace('-', " "),
        };
        Some(match self.sitting.fitness() {
            Some(fitness) => {
                format!("{how}: lost with {fitness} cards home after {made}; undo or quit")
            }
            None => format!("{how} after {made}; undo or quit"),
        })
    }

    fn is_won(&self) -> bool {
        self.sitting.ending() == Some(Ending::Won)
    }

    /// The program's exit code when the person stops here.
    fn code(&self) -> u8 {
        match self.sitting.ending() {
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
        sink.flush()
    };
    say(&format!(
        "{}\n{}",
        table.name,
        screen::text(&table.sitting.show())
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
            Answer::Board => say(&screen::text(&table.sitting.show()))?,
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
