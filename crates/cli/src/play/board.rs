//! The terminal: draws, waits for keys, and stays alive while a solver thinks.

use super::view::{Deed, View};
use super::window::{Picture, Window};
use crate::words::tell;
use crate::{DONE, INTERRUPTED, watch};
use anyhow::{Context, Result};
use host::playing::Playing;
use lab::{Clock, Stop};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a key before the time in the head line is drawn again.
pub(super) const TICK: Duration = Duration::from_millis(250);
/// The same while a solver thinks, so that its answer is seen at once.
const SHORT_TICK: Duration = Duration::from_millis(20);

/// The whole screen.
pub(super) struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the screen for some work, and gives it back afterwards. A request
    /// to terminate is seen by the work from now on.
    pub(super) fn with<T>(work: impl FnOnce(&mut Terminal) -> Result<T>) -> Result<T> {
        watch::can_stop();
        end_when_stopped();
        let terminal = ratatui::try_init().context("cannot use the terminal; try --lines")?;
        let done = work(&mut Terminal(terminal));
        ratatui::restore();
        done
    }

    pub(super) fn draw(&mut self, window: &mut Window, picture: &Picture) -> Result<()> {
        self.0.draw(|frame| window.render(picture, frame))?;
        Ok(())
    }

    /// Does work on another thread, while the screen says so and Esc or Ctrl-C
    /// stops it, if it looks at the clock.
    fn think<T: Send>(
        &mut self,
        view: &mut View,
        playing: &mut Playing,
        words: &str,
        work: impl FnOnce(&mut Playing, &Clock) -> T + Send,
    ) -> Result<T> {
        let mut picture = view.picture(playing);
        let (began, stop) = (Instant::now(), Stop::default());
        let clock = Clock::start(&stop);
        thread::scope(|scope| {
            let worker = scope.spawn(|| work(playing, &clock));
            let mut tended = Ok(());
            while !worker.is_finished() {
                if tended.is_err() || watch::stop_asked() {
                    // Nobody is there any more; the work ends soon.
                    stop.ask();
                    thread::sleep(SHORT_TICK);
                    continue;
                }
                let seconds = began.elapsed().as_secs();
                picture.said = format!("{words} {seconds} s");
                tended = self.draw(&mut view.window, &picture).and_then(|()| {
                    if pressed(SHORT_TICK)?.is_some_and(is_stop) {
                        stop.ask();
                    }
                    Ok(())
                });
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            tended.map(|()| done)
        })
    }
}

/// Where the terminal went away, waiting for a key never ends. So the program
/// ends by itself a while after it was asked to; what was played is kept after
/// every move.
fn end_when_stopped() {
    thread::spawn(|| {
        while !watch::stop_asked() {
            thread::sleep(TICK);
        }
        thread::sleep(4 * TICK);
        std::process::exit(i32::from(INTERRUPTED));
    });
}

fn is_stop(key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c')
}

/// The next key, if one is pressed within that time.
pub(super) fn pressed(time: Duration) -> Result<Option<KeyEvent>> {
    if !event::poll(time)? {
        return Ok(None);
    }
    Ok(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
        _ => None,
    })
}

pub(super) fn play(playing: &mut Playing) -> Result<u8> {
    let played = Terminal::with(|terminal| run(terminal, playing));
    if let Some(said) = playing.leave() {
        tell(&said);
    }
    // Whoever leaves has not lost, as in the mode of lines.
    played.map(|()| DONE)
}

fn run(terminal: &mut Terminal, playing: &mut Playing) -> Result<()> {
    let mut view = View::default();
    view.begin(playing);
    while !watch::stop_asked() {
        let picture = view.picture(playing);
        terminal.draw(&mut view.window, &picture)?;
        let Some(key) = pressed(TICK)? else { continue };
        match view.press(playing, key) {
            Deed::Done => {}
            Deed::Leave => break,
            Deed::Ask(question) => {
                let ask = |playing: &mut Playing, clock: &Clock| {
                    playing.current.ask(question, &playing.adviser, clock)
                };
                let words = "thinking ... (Esc stops)";
                view.note = terminal.think(&mut view, playing, words, ask)??;
            }
            Deed::Next => {
                let next = |playing: &mut Playing, _: &Clock| playing.next_level();
                let words = "looking for the next level ...";
                match terminal.think(&mut view, playing, words, next)? {
                    Ok(true) => view.begin(playing),
                    Ok(false) => view.note = "that was the last level".into(),
                    Err(fault) => view.note = fault.to_string(),
                }
            }
        }
    }
    Ok(())
}
