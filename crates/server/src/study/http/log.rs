//! What happens, as lines of JSON. No line has an address, a key, a player's
//! name or answers.

use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Lines that wait to be written; more are lost rather than waited for.
const WAITING: usize = 8192;

/// What is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What somebody should look after.
    Error,
    /// Every request too.
    #[default]
    Info,
}

impl LogLevel {
    fn name(self) -> &'static str {
        match self {
            LogLevel::Off => "off",
            LogLevel::Error => "error",
            LogLevel::Info => "info",
        }
    }
}

/// Writes lines to standard error, on a thread of its own: a reader that is
/// slow holds nobody up.
pub struct Log {
    most: LogLevel,
    now: fn() -> i64,
    lines: Option<SyncSender<String>>,
    writer: Option<JoinHandle<()>>,
}

impl Log {
    /// A log of lines up to this level, with times by this clock.
    pub fn new(most: LogLevel, now: fn() -> i64) -> Log {
        let (lines, waiting) = sync_channel::<String>(WAITING);
        let writer = thread::Builder::new().name("log".into());
        let writer = writer.spawn(move || {
            while let Ok(line) = waiting.recv() {
                // Where nobody can hear it, that is no reason to fail.
                let _ = io::stderr().write_all(line.as_bytes());
            }
        });
        Log {
            most,
            now,
            lines: Some(lines),
            writer: writer.ok(),
        }
    }

    /// Something that happens as it should.
    pub fn info(&self, event: &str, more: Value) {
        self.write(LogLevel::Info, event, more);
    }

    /// Something that somebody should look after.
    pub fn error(&self, event: &str, more: Value) {
        self.write(LogLevel::Error, event, more);
    }

    fn write(&self, level: LogLevel, event: &str, more: Value) {
        if level > self.most {
            return;
        }
        let mut line = json!({
            "time": written((self.now)()),
            "level": level.name(),
            "event": event,
        });
        if let (Value::Object(line), Value::Object(more)) = (&mut line, more) {
            line.extend(more);
        }
        if let Some(lines) = &self.lines {
            let _ = lines.try_send(format!("{line}\n"));
        }
    }
}

impl Drop for Log {
    /// Waits until all lines are written.
    fn drop(&mut self) {
        drop(self.lines.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// A time as `2026-01-31T23:59:59.999Z`, from milliseconds since 1970.
fn written(time: i64) -> String {
    let (days, rest) = (time.div_euclid(86_400_000), time.rem_euclid(86_400_000));
    let (year, month, day) = date(days);
    let (seconds, milliseconds) = (rest / 1000, rest % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// Year, month and day of a day since 1970, in the Gregorian calendar. Years
/// are counted from March, so that the day that leap years add comes last.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let leaps = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leaps) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written() {
        for (time, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(written(time), expected);
        }
    }
}
