//! Budgets as text: `100000` is states, `35ms` or `2s` is time, `64MB` is
//! memory; several are joined by commas.

use crate::notation::{Fault, quoted};
use crate::puzzle::Budget;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Seconds in each unit of time.
const TIMES: [(&str, f64); 5] = [
    ("us", 1e-6),
    ("ms", 1e-3),
    ("s", 1.0),
    ("min", 60.0),
    ("h", 3600.0),
];
/// Bytes in each unit of memory.
const SIZES: [(&str, u64); 7] = [
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
];
/// A hundred years, so that no clock arithmetic overflows.
const LONGEST: f64 = 100.0 * 365.0 * 86_400.0;

impl Budget {
    /// Reads one limit.
    fn parse_part(text: &str) -> Result<Budget, Fault> {
        let fault = || {
            Fault::new(
                "budget",
                quoted(text),
                "states (100000), a time (35ms, 2s, 1min) or memory (64MB, 2GiB)",
            )
        };
        let mut budget = Budget::default();
        let split = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (digits, unit) = text.split_at(split.unwrap_or(text.len()));
        let unit = unit.to_ascii_lowercase();
        if unit.is_empty() {
            budget.states = Some(digits.parse().map_err(|_| fault())?);
            return Ok(budget);
        }
        let number: f64 = digits.parse().map_err(|_| fault())?;
        if let Some((_, seconds)) = TIMES.iter().find(|(name, _)| *name == unit) {
            let seconds = (number * seconds).min(LONGEST);
            budget.time = Some(Duration::from_secs_f64(seconds));
            return Ok(budget);
        }
        let size = SIZES.iter().find(|(name, _)| *name == unit);
        let (_, bytes) = size.ok_or_else(fault)?;
        // A float beyond 2^64 becomes the largest number, which is no limit.
        budget.memory = Some((number * *bytes as f64) as u64);
        Ok(budget)
    }

    /// Joins budgets; each kind of limit may stand once.
    pub fn join(parts: impl IntoIterator<Item = Budget>) -> Result<Budget, Fault> {
        let mut all = Budget::default();
        for part in parts {
            let twice = [
                ("states", all.states.is_some() && part.states.is_some()),
                ("time", all.time.is_some() && part.time.is_some()),
                ("memory", all.memory.is_some() && part.memory.is_some()),
            ];
            if let Some((kind, _)) = twice.iter().find(|(_, twice)| *twice) {
                let found = format!("{kind} twice");
                return Err(Fault::new("budget", found, "each limit once"));
            }
            all = Budget {
                states: all.states.or(part.states),
                memory: all.memory.or(part.memory),
                time: all.time.or(part.time),
            };
        }
        Ok(all)
    }
}

impl FromStr for Budget {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Budget, Fault> {
        let parts: Result<Vec<_>, _> = text.split(',').map(Budget::parse_part).collect();
        Budget::join(parts?)
    }
}

/// The budget as [`FromStr`] reads it; empty where nothing is limited.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.states.map(|n| n.to_string());
        // The nearest one, since a long time is read with an error below it.
        let microseconds = |time: Duration| (time.as_nanos() + 500) / 1000;
        let time = self.time.map(|time| format!("{}us", microseconds(time)));
        let memory = self.memory.map(|bytes| format!("{bytes}B"));
        let parts: Vec<String> = [states, time, memory].into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart_by_their_unit() {
        let states = |n| (Some(n), None, None);
        let time = |seconds| (None, Some(Duration::from_secs_f64(seconds)), None);
        let memory = |bytes| (None, None, Some(bytes));
        for (text, limits) in [
            ("100000", Some(states(100_000))),
            ("0", Some(states(0))),
            ("1ms", Some(time(0.001))),
            ("1.5s", Some(time(1.5))),
            ("2min", Some(time(120.0))),
            ("999999999999h", Some(time(LONGEST))),
            ("64MB", Some(memory(64_000_000))),
            ("1GiB", Some(memory(1 << 30))),
            (
                "5,2s,7b",
                Some((Some(5), Some(Duration::from_secs(2)), Some(7))),
            ),
            ("5,6", None),
            ("1s,2ms", None),
            ("", None),
            ("5,", None),
            ("s", None),
            ("-1s", None),
            ("1.5", None),
            ("1..5s", None),
            ("10 parsecs", None),
            ("99999999999999999999", None),
        ] {
            let read = text.parse::<Budget>().ok();
            let limits_read = read.map(|b| (b.states, b.time, b.memory));
            assert_eq!(limits_read, limits, "{text:?}");
            if let Some(budget) = read {
                let again: Budget = budget.to_string().parse().expect("its own text");
                assert_eq!((again.states, again.time, again.memory), limits.unwrap());
            }
        }
    }

    #[test]
    fn a_long_time_prints_as_it_reads() {
        for text in ["360019579132799us", "1us", "3153600000000000us"] {
            let budget: Budget = text.parse().expect("a time");
            assert_eq!(budget.to_string(), text);
        }
    }
}
