//! `--budget`: what one solve may spend. `100000` is states, `35ms` or `2s`
//! is time, `64MB` is memory; several are joined by commas.

use engine::notation::quoted;
use engine::{Budget, Fault};
use std::time::Duration;

/// One limit of a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    States(u64),
    Time(Duration),
    Memory(u64),
}

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

/// Reads one part of a budget.
pub(crate) fn parse_part(text: &str) -> Result<Part, Fault> {
    let fault = || {
        Fault::new(
            "budget",
            quoted(text),
            "states (100000), a time (35ms, 2s, 1min) or memory (64MB, 2GiB)",
        )
    };
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (digits, unit) = text.split_at(split.unwrap_or(text.len()));
    let unit = unit.to_ascii_lowercase();
    if unit.is_empty() {
        return digits.parse().map(Part::States).map_err(|_| fault());
    }
    let number: f64 = digits.parse().map_err(|_| fault())?;
    if let Some((_, seconds)) = TIMES.iter().find(|(name, _)| *name == unit) {
        let seconds = (number * seconds).min(LONGEST);
        return Ok(Part::Time(Duration::from_secs_f64(seconds)));
    }
    let (_, bytes) = SIZES
        .iter()
        .find(|(name, _)| *name == unit)
        .ok_or_else(fault)?;
    // A float beyond 2^64 becomes the largest number, which is no limit at all.
    Ok(Part::Memory((number * *bytes as f64) as u64))
}

/// Joins parts; each kind may stand once.
pub(crate) fn join(parts: &[Part]) -> Result<Budget, Fault> {
    let mut budget = Budget::default();
    for part in parts {
        let (kind, again) = match *part {
            Part::States(n) => ("states", budget.states.replace(n).is_some()),
            Part::Time(t) => ("time", budget.time.replace(t).is_some()),
            Part::Memory(n) => ("memory", budget.memory.replace(n).is_some()),
        };
        if again {
            return Err(Fault::new(
                "--budget",
                format!("{kind} twice"),
                "each limit once",
            ));
        }
    }
    Ok(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart_by_their_unit() {
        let time = |seconds| Some(Part::Time(Duration::from_secs_f64(seconds)));
        for (text, part) in [
            ("100000", Some(Part::States(100_000))),
            ("0", Some(Part::States(0))),
            ("1ms", time(0.001)),
            ("1.5s", time(1.5)),
            ("2min", time(120.0)),
            ("999999999999h", time(LONGEST)),
            ("64MB", Some(Part::Memory(64_000_000))),
            ("1GiB", Some(Part::Memory(1 << 30))),
            ("", None),
            ("s", None),
            ("-1s", None),
            ("1.5", None),
            ("1..5s", None),
            ("10 parsecs", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(parse_part(text).ok(), part, "{text:?}");
        }
    }

    #[test]
    fn a_limit_stands_once() {
        let both = join(&[Part::States(5), Part::Memory(7)]).unwrap();
        assert_eq!(
            (both.states, both.memory, both.time),
            (Some(5), Some(7), None)
        );
        assert!(join(&[Part::States(5), Part::States(7)]).is_err());
    }
}
