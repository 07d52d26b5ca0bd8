//! Playing without a screen: each line of standard input is a command.

use crate::words::tell;
use crate::{DONE, FAILED, watch};
use anyhow::Result;
use engine::{Fault, screen};
use host::Sink;
use host::playing::{Answer, Playing};
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
pub(super) fn play(playing: &mut Playing) -> Result<u8> {
    say(&opening(playing))?;
    let code = loop {
        let Some(line) = read_line()? else {
            break if playing.current.is_lost() {
                FAILED
            } else {
                DONE
            };
        };
        if line.trim().is_empty() {
            continue;
        }
        match playing.command(&line) {
            Answer::Leave => break DONE,
            answer => say(&answer_text(playing, answer)?)?,
        }
    };
    if let Some(said) = playing.leave() {
        tell(&said);
    }
    Ok(code)
}

fn answer_text(playing: &mut Playing, answer: Answer) -> Result<String> {
    Ok(match answer {
        Answer::Board => board(playing),
        Answer::Say(text) => text,
        Answer::Help => playing.help(false),
        Answer::Ask(question) => {
            let (current, adviser) = (&playing.current, &playing.adviser);
            watch::stop_alone(|clock| {
                if io::stderr().is_terminal() {
                    tell("thinking ... (Ctrl-C stops)");
                }
                current.ask(question, adviser, clock)
            })?
        }
        Answer::Next => match playing.next_level() {
            Ok(true) => opening(playing),
            Ok(false) => "that was the last level".into(),
            Err(fault) => fault.to_string(),
        },
        Answer::Leave => String::new(),
    })
}

/// What is said when a level is first shown.
fn opening(playing: &mut Playing) -> String {
    let mut lines = vec![playing.current.name()];
    lines.append(&mut playing.current.opening);
    lines.push(board(playing));
    lines.join("\n")
}

/// The board, and what there is to say of a game that is over.
fn board(playing: &Playing) -> String {
    let mut text = screen::text(&playing.current.show());
    if let Some(over) = playing.current.over() {
        text.push_str(&over);
    }
    if playing.current.is_won() {
        text.push_str("\nnext: play the next level; quit: leave");
    }
    text.trim_end_matches('\n').to_string()
}
