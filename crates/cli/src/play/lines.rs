//! Playing without a screen: each line of standard input is a command.

use crate::words::tell;
use crate::{DONE, FAILED, watch};
use anyhow::Result;
use engine::{Fault, screen};
use host::Sink;
use host::sitting::{Answer, Sitting};
use std::io::{self, BufRead, IsTerminal};

/// Says something, at once.
pub(super) fn say(text: &str) -> Result<()> {
    let mut sink = Sink::stdout();
    sink.write(format!("{text}\n").as_bytes())?;
    Ok(sink.flush()?)
}

/// The next line of standard input, if there is one.
pub(super) fn read_line() -> Result<Option<String>> {
    let line = io::stdin().lock().lines().next().transpose();
    let fault =
        |error: io::Error| Fault::new("standard input", error.to_string(), "a command a line");
    Ok(line.map_err(fault)?)
}

/// A command a line.
pub(super) fn play(sitting: &mut Sitting) -> Result<u8> {
    say(&opening(sitting))?;
    let code = loop {
        let Some(line) = read_line()? else {
            break if sitting.table.is_lost() {
                FAILED
            } else {
                DONE
            };
        };
        if line.trim().is_empty() {
            continue;
        }
        match sitting.command(&line) {
            Answer::Leave => break DONE,
            answer => say(&answer_text(sitting, answer)?)?,
        }
    };
    if let Some(said) = sitting.leave() {
        tell(&said);
    }
    Ok(code)
}

fn answer_text(sitting: &mut Sitting, answer: Answer) -> Result<String> {
    Ok(match answer {
        Answer::Board => board(sitting),
        Answer::Say(text) => text,
        Answer::Help => sitting.help(false),
        Answer::Ask(question) => {
            let (table, adviser) = (&sitting.table, &sitting.adviser);
            watch::stop_alone(|clock| {
                if io::stderr().is_terminal() {
                    tell("thinking ... (Ctrl-C stops)");
                }
                table.ask(question, adviser, clock)
            })?
        }
        Answer::Next => match sitting.next_level() {
            Ok(true) => opening(sitting),
            Ok(false) => "that was the last level".into(),
            Err(fault) => fault.to_string(),
        },
        Answer::Leave => String::new(),
    })
}

/// What is said when a level is first shown.
fn opening(sitting: &mut Sitting) -> String {
    let mut lines = vec![sitting.table.name()];
    lines.append(&mut sitting.table.opening);
    lines.push(board(sitting));
    lines.join("\n")
}

/// The board, and what there is to say of a game that is over.
fn board(sitting: &Sitting) -> String {
    let mut text = screen::text(&sitting.table.show());
    if let Some(over) = sitting.table.over() {
        text.push_str(&over);
    }
    if sitting.table.is_won() {
        text.push_str("\nnext: play the next level; quit: leave");
    }
    text.trim_end_matches('\n').to_string()
}
