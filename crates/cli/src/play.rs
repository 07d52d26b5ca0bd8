//! `stumper play`: a person plays. On a terminal the board stands still and
//! keys move things ([`board`]); otherwise each line of standard input is a
//! command ([`lines`]), for scripts and for readers of screens. Both show a
//! [`Playing`]; its commands, levels and saves are in `host`.

mod board;
mod lines;
mod menu;
#[cfg(test)]
mod tests;
mod view;
mod window;

use crate::DONE;
use crate::args::{BoardArgs, BudgetArgs, LevelArgs, settings_of};
use anyhow::Result;
use engine::Fault;
use engine::play::Adviser;
use host::playing::menu::{Choice, game_and_kind};
use host::playing::{Keeper, LevelQueue, Playing};
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Play a game yourself
#[derive(clap::Args)]
#[command(
    mut_arg("budget", |arg| arg.help(
        "What a hint may spend: states (100000), time (35ms, 2s), memory (64MB); \
         several are joined by commas [default: 2000000,5s,1GiB]"
    )),
    after_help = "\
Without LEVELS a menu offers the games. On a terminal the board stands still;
the keys are told below it. Without one, or with --lines, each line of standard
input is a command: a move or several, or one of moves, undo, redo, restart,
hint, can (whether the game can still be won), board, next, save, quit, help.

Leaving keeps the game: the next call for its level goes on with it. Without a
terminal nothing is kept, unless STUMPER_STATE names a folder to keep it in.

Games with hidden cards show what a player may see, and their hints come from
a player who sees no more (--hints); --open turns the cards up.

Exit codes: 0 won or left; 1 lost at the end of the input; 130 interrupted.

Examples:
  stumper play
  stumper play flow
  stumper play klondike:draw3#1-20
  stumper play --continue
  printf 'hint\\nquit\\n' | stumper play freecell:ms#617"
)]
pub(crate) struct Args {
    /// Levels as everywhere, or a game (flow) or kind (flow:7x7), which starts
    /// its first level that you have not won [default: a menu]
    #[arg(value_name = "LEVELS")]
    levels: Vec<OsString>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = ["levels", "fresh"])]
    goes_on: bool,
    /// Start over, even where a game is under way
    #[arg(long)]
    fresh: bool,
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
    #[command(flatten)]
    budget: BudgetArgs,
}

impl Args {
    fn adviser(&self) -> Result<Adviser, Fault> {
        Ok(Adviser {
            player: self.hints.clone().unwrap_or_default(),
            settings: settings_of(&self.set, None)?,
            budget: self.budget.or(Adviser::default().budget)?,
        })
    }

    /// Whether the board can stand still.
    fn has_screen(&self) -> bool {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        is_terminal && !is_dumb && !self.lines
    }

    /// The levels that are asked for; none if the person leaves the menu.
    fn queue(&self, keeper: &mut Keeper) -> Result<Option<LevelQueue>> {
        let choice = match self.levels.as_slice() {
            [] if self.goes_on => Some(Choice::GoOn),
            [] => match menu::choose(keeper, self.has_screen())? {
                None => return Ok(None),
                choice => choice,
            },
            [name] => name.to_str().and_then(game_and_kind),
            _ => None,
        };
        Ok(Some(match choice {
            Some(choice) => choice.queue(keeper)?,
            None => {
                let levels = LevelArgs::new(self.levels.clone(), self.boards.clone());
                LevelQueue::listed(levels.open()?)
            }
        }))
    }
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let adviser = args.adviser()?;
    let mut keeper = Keeper::new(io::stdin().is_terminal());
    let Some(queue) = args.queue(&mut keeper)? else {
        return Ok(DONE);
    };
    let open = args.open || args.goes_on && keeper.last()?.open;
    let mut playing = Playing::new(queue, keeper, adviser, open, args.fresh)?;
    match args.has_screen() {
        true => board::play(&mut playing),
        false => lines::play(&mut playing),
    }
}
