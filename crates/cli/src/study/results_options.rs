//! The options of the verbs that tell what a study gathered.

use crate::args::FormatArg;
use clap::ValueEnum;
use std::path::PathBuf;

/// What was gathered: a study's database, or a file of it.
#[derive(clap::Args)]
pub(crate) struct GatheredArgs {
    /// The study's file
    #[arg(value_name = "STUDY", required_unless_present = "dump")]
    pub(super) study: Option<PathBuf>,
    /// The database: a file, or postgres://… [default: STUDY.db beside it]
    #[arg(long, value_name = "FILE|URL")]
    pub(super) db: Option<String>,
    /// Take what was gathered from this file, as `study export --format json`
    /// writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["study", "db"])]
    pub(super) dump: Option<PathBuf>,
}

/// Write what a study gathered, for `stumper fit` and other programs
#[derive(clap::Args)]
#[command(after_help = "\
A row for each play that ended: player, level, rating, seconds, moves and so
on, and the measures of the level in columns measure_…, so that `stumper fit`
needs nothing else. scaled_rating has each player's lowest rating as 1 and
highest as 10. --format json writes all that was gathered as one object, which
--dump reads.

Examples:
  stumper study export study.toml --game flow --out flow.csv
  stumper fit flow.csv --players mixed --method ridge --out equation.json
  stumper study export study.toml --answers --format jsonl
  stumper study export study.toml --measures measures.csv --out plays.csv
  stumper study export study.toml --format json --out all.json")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(super) of: GatheredArgs,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
    pub(super) format: ExportFormat,
    /// Only plays of this game
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Plays of the tutorial as well
    #[arg(long)]
    pub(super) tutorial: bool,
    /// What players said about themselves as well, in columns answer_…
    #[arg(long)]
    pub(super) answers: bool,
    /// Write the measures of the levels to this file as well
    #[arg(long, value_name = "FILE")]
    pub(super) measures: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write over files that exist
    #[arg(long)]
    pub(super) force: bool,
}

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Comma-separated values under a header, a row a play
    Csv,
    /// One JSON object a line, a line a play
    Jsonl,
    /// All that was gathered as one JSON object
    Json,
}

/// Tell what a study has found so far
#[derive(clap::Args)]
#[command(after_help = "\
Who came how far, ratings a level with intervals, agreement between players,
levels that need more ratings, and the equation so far with its error on levels
held out. --html writes it as a page with figures that needs nothing but itself.

Examples:
  stumper study report study.toml
  stumper study report study.toml --html report.html
  stumper study report study.toml --format json
  stumper study report --dump all.json --html report.html")]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(super) of: GatheredArgs,
    /// Write the report as a page to this file
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write over the file of --html
    #[arg(long, requires = "html")]
    pub(super) force: bool,
    /// The form of the tables on standard output
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    pub(super) format: FormatArg,
}
