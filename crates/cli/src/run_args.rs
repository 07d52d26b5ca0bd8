//! What verbs that work through many levels have in common: where rows go, in
//! which form, on how many threads, and how much is told meanwhile.

use crate::output::Format;
use crate::resume::OutArgs;

#[derive(clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(crate) jobs: Option<u16>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// No progress bar and no summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// Whether to show a progress bar: rows on the same terminal would tear it
    /// apart.
    pub(crate) fn shows_bar(&self) -> bool {
        !self.quiet && self.out.leaves_terminal()
    }
}
