//! The bar that long work shows on a terminal.

use crate::words::rate;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Mutex;

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

/// Shows how far a table is, from 0 to 1; its bar goes when it says 1.
pub(crate) fn table_bar() -> impl Fn(&str, f64) + Send + Sync {
    const STEPS: f64 = 1000.0;
    let shown: Mutex<Option<ProgressBar>> = Mutex::default();
    move |name, share| {
        let mut shown = shown.lock().unwrap_or_else(|broken| broken.into_inner());
        if share >= 1.0 {
            if let Some(bar) = shown.take() {
                bar.finish_and_clear();
            }
            return;
        }
        let bar = shown.get_or_insert_with(|| {
            let bar = ProgressBar::new(STEPS as u64);
            let template = format!("{{bar:30}} {{percent}}% of table {name}, {{elapsed}}");
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position((share * STEPS) as u64);
    }
}
