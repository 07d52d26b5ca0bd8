//! The bar that long work shows on a terminal.

use crate::words::rate;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;

/// A bar over so many things, or a count of them where nobody knows how many
/// there are; `had` of them were done before.
pub(crate) fn bar(total: Option<u64>, things: &str, shown: bool, had: u64) -> ProgressBar {
    let target = match shown {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(total, target);
    let template = match total {
        Some(_) => {
            format!("{{bar:30}} {{human_pos}}/{{human_len}} {things}, {{rate}}, {{eta}} to go")
        }
        None => format!("{{spinner}} {{human_pos}} {things}, {{rate}}"),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let a_second = |state: &ProgressState, out: &mut dyn Write| {
            // Writing to the bar's line cannot fail.
            let _ = write!(out, "{}/s", rate(state.per_sec()));
        };
        bar.set_style(style.with_key("rate", a_second));
    }
    bar.inc(had);
    bar.reset_eta();
    bar
}
