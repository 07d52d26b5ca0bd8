//! `stumper play`: a person at the terminal, or a script on standard input.

use crate::levels::find_game;
use crate::output::Sink;
use crate::setting_args::SettingArgs;
use crate::simulate::find_hidden;
use crate::watch::Clock;
use crate::{DONE, FAILED};
use anyhow::Result;
use engine::play::{Ending, Sitting};
use engine::{Budget, Fault, Level, LevelId, Settings};
use std::io::BufRead;
use std::time::Duration;

/// Play a game of hidden cards yourself
#[derive(clap::Args)]
#[command(after_help = "\
Commands, one a line: a move or several (t turns the stock, 35 moves from
column 3 to 5, w4 the waste's card to column 4, 2h column 2's card home),
moves, undo, hint, can (whether the deal can still be won), board, quit.

Exit codes: 0 won or left; 1 lost.

Examples:
  stumper play klondike:draw3#1
  printf 't\\nhint\\nquit\\n' | stumper play klondike:thesis#7")]
pub(crate) struct Args {
    /// The level's id
    level: String,
    /// Who gives hints
    #[arg(long, value_name = "PLAYER", default_value = "monte-carlo")]
    hints: String,
    /// Sets things on who gives hints, joined by commas
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    set: Vec<String>,
}

/// What `can` may spend.
const CAN_BUDGET: Budget = Budget {
    states: Some(2_000_000),
    memory: Some(1 << 30),
    time: Some(Duration::from_secs(20)),
};

pub(crate) fn call(args: &Args) -> Result<u8> {
    let id: LevelId = args.level.parse()?;
    let game = find_hidden(&id.game)?;
    let settings = SettingArgs::only(&args.set).read()?;
    game.seat(&args.hints, &settings)?;
    let mut sitting = game.sit(&Level::Dealt(id.clone()))?;
    let mut sink = Sink::stdout();
    let mut say = |text: &str| -> Result<()> {
        sink.write(text.as_bytes())?;
        sink.flush()
    };
    say(&format!("{id}\n{}", sitting.show()))?;
    for line in std::io::stdin().lock().lines() {
        let line = line
            .map_err(|error| Fault::new("standard input", error.to_string(), "a command a line"))?;
        let word = line.trim();
        let answer = match word {
            "" => continue,
            "quit" | "q" => return Ok(DONE),
            "board" => sitting.show(),
            "moves" => format!("{}\n", sitting.options().join(" ")),
            "undo" | "u" => match sitting.undo() {
                true => sitting.show(),
                false => "nothing to take back\n".into(),
            },
            "hint" => hint(&mut *sitting, &args.hints, &settings)?,
            "can" => can(&*sitting, &id.game, &settings)?,
            moves => match sitting.make(moves) {
                Ok(()) => sitting.show(),
                Err(fault) => format!("{fault}\n"),
            },
        };
        say(&answer)?;
        let (fitness, made) = sitting.progress();
        match sitting.ending() {
            Some(Ending::Won) => {
                say(&format!("won in {made} moves\n"))?;
                return Ok(DONE);
            }
            Some(ending) => {
                let how = ending.name().replace('-', " ");
                say(&format!(
                    "{how}: lost with {fitness} cards home after {made} moves; undo or quit\n"
                ))?;
            }
            None => {}
        }
    }
    let lost = sitting.ending().is_some_and(|ending| ending != Ending::Won);
    Ok(if lost { FAILED } else { DONE })
}

fn hint(sitting: &mut dyn Sitting, player: &str, settings: &Settings) -> Result<String> {
    let moves = sitting.hint(player, settings)?;
    Ok(match moves.is_empty() {
        true => format!("{player} would give up\n"),
        false => format!("{player}: {}\n", moves.join(" ")),
    })
}

/// Asks the game's default solver, who sees all cards.
fn can(sitting: &dyn Sitting, game: &str, settings: &Settings) -> Result<String> {
    let (variant, text) = sitting.whole();
    let level = Level::Written {
        name: "board".into(),
        variant,
        text,
    };
    let settings = Settings {
        shelf: settings.shelf.clone(),
        ..Settings::default()
    };
    let mut session = find_game(game)?.session("", &settings)?;
    let row = session.solve(&level, &CAN_BUDGET, &Clock::start(), false)?;
    Ok(match row.outcome.as_str() {
        "solved" => "it can still be won\n".into(),
        "unsolvable" => "it cannot be won any more\n".into(),
        _ => "nobody knows: the solver reached its limit\n".into(),
    })
}
