//! The bar that long work shows on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
            format!("{{bar:30}} {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{eta}} to go")
        }
        None => format!("{{spinner}} {{human_pos}} {things}, {{per_sec}}"),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.inc(had);
    bar.reset_eta();
    bar
}
