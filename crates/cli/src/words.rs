//! Small pieces of text that verbs share.

use std::io::{self, Write};

/// Tells people something beside the output. Where nobody can hear it, that is
/// no reason to fail.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// So many things: `1 level`, `2 levels`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// A length with the name of the metric that counted it.
pub(crate) fn length_in(metric: &str, length: u64) -> String {
    match metric {
        "moves" => count(length, "move"),
        _ => count(length, &format!("{metric} move")),
    }
}

/// A rate that people can read: three digits and no more.
pub(crate) fn rate(number: f64) -> String {
    match number {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 10.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

/// A number with at most four decimals.
pub(crate) fn plain(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
