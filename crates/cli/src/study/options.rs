//! The options of `stumper study`.

use crate::args::FormatArgs;
use clap::ValueEnum;
use std::path::PathBuf;

/// Which study, and where it is kept.
#[derive(clap::Args)]
pub(crate) struct StudyArgs {
    /// The study's file
    #[arg(value_name = "STUDY")]
    pub(super) study: PathBuf,
    /// The database: a file, or postgres://… [default: STUDY.db beside it]
    #[arg(long, value_name = "FILE|URL")]
    pub(super) db: Option<String>,
}

/// Serve a study: the page for its players, the database, and the report
#[derive(clap::Args)]
#[command(after_help = "\
Prints the players' address, that of who runs the study, and the token that
opens it, unless the token was given: in a file, or in STUMPER_STUDY_TOKEN.
What players send is kept when they get their answer, and not before. Ctrl-C or
a request to terminate ends it: answers under way are finished first.

The log goes to standard error, a line of JSON an event, without any address,
key or name. docs/study-server.md tells how to run it for people elsewhere.

Exit codes: 0 stopped; 1 the port is taken, or the database fails; 2 the study
or the call is wrong, or there is no page to serve.

Examples:
  stumper study serve study.toml --open
  stumper study serve study.toml --db postgres://study@localhost/study
  stumper study serve study.toml --host 0.0.0.0 --port 80 --token-file token.txt
  stumper study serve study.toml --base /study --forwarded 1 --log error")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(super) of: StudyArgs,
    /// The port to listen at; 0 picks a free one
    #[arg(long, default_value_t = 8080)]
    pub(super) port: u16,
    /// The address to listen at; 0.0.0.0 or :: is all of the machine's
    #[arg(long, default_value = "127.0.0.1")]
    pub(super) host: String,
    /// Serve under this path, for a proxy that hands it on
    #[arg(long, value_name = "PATH", default_value = "/")]
    pub(super) base: String,
    /// Open the page in the browser
    #[arg(long)]
    pub(super) open: bool,
    /// Serve the page that was built into this folder, not the one inside
    #[arg(long, value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// The file with the token of who runs the study, 16 characters at least
    #[arg(long, value_name = "FILE")]
    pub(super) token_file: Option<PathBuf>,
    /// Proxies in front, each of which adds to X-Forwarded-For
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=16))]
    pub(super) forwarded: u8,
    /// Requests a second from an address
    #[arg(long, value_name = "N", default_value_t = 50.0, value_parser = a_rate)]
    pub(super) requests: f64,
    /// New players an hour from an address
    #[arg(long, value_name = "N", default_value_t = 300.0, value_parser = a_rate)]
    pub(super) players: f64,
    /// Plays, ratings and the like a second from a player
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = a_rate)]
    pub(super) writes: f64,
    /// No limits, for load tests
    #[arg(long, conflicts_with_all = ["requests", "players", "writes"])]
    pub(super) no_limits: bool,
    /// What is logged: errors, or every request too
    #[arg(long, value_enum, default_value_t = LogArg::Info)]
    pub(super) log: LogArg,
    /// Threads that prepare levels [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) jobs: Option<u16>,
}

/// What is logged.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LogArg {
    Off,
    Error,
    Info,
}

/// How often something may be done.
fn a_rate(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|number| (0.1..=1e9).contains(number));
    number.ok_or_else(|| "a number from 0.1 on is expected".into())
}

/// Look at a play again, in the page
#[derive(clap::Args)]
#[command(after_help = "\
Prints an address of this machine that shows the play until Ctrl-C. The server
of the study may go on running.

Exit codes: 0 stopped; 2 there is no such play.

Examples:
  stumper study replay study.toml 0123456789abcdef
  stumper study replay study.toml 0123456789abcdef --open")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(super) of: StudyArgs,
    /// The play's id: 16 hex digits
    pub(super) play: String,
    /// Open the page in the browser
    #[arg(long)]
    pub(super) open: bool,
    /// Serve the page that was built into this folder, not the one inside
    #[arg(long, value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// The port to listen at; 0 picks a free one
    #[arg(long, default_value_t = 0)]
    pub(super) port: u16,
}

/// Copy a study's database while it is in use
#[derive(clap::Args)]
#[command(after_help = "\
The copy is of one moment, and whole or not there at all. From a file to
Postgres and back it is the way to move a study; nothing that is there already
is written over.

Exit codes: 0 copied; 1 the database fails; 2 the call is wrong.

Examples:
  stumper study backup study.toml --out backup.db
  stumper study backup study.toml --out postgres://study@localhost/study
  stumper study backup study.toml --db postgres://study@localhost/study --out study.db")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(super) of: StudyArgs,
    /// Where the copy goes: a new file, or an empty database postgres://…
    #[arg(long, value_name = "FILE|URL")]
    pub(super) out: String,
}

/// Write a study's file to begin with
#[derive(clap::Args)]
#[command(after_help = "\
The file explains each of its settings.

Exit codes: 0 written; 2 the file is there already.

Examples:
  stumper study new study.toml
  stumper study new thesis.toml --example thesis")]
pub(crate) struct NewArgs {
    /// The file to write
    #[arg(value_name = "STUDY")]
    pub(super) file: PathBuf,
    /// Which study to begin with
    #[arg(long, value_enum, default_value_t = Example::Begin)]
    pub(super) example: Example,
    /// Write over a file that exists
    #[arg(long)]
    pub(super) force: bool,
}

/// Studies to begin with.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Example {
    /// A small one of Shift
    Begin,
    /// The study of Mutser's thesis: Flow, Lazors and Shift
    Thesis,
}

/// Check a study: its file, and that every level can be solved
#[derive(clap::Args)]
#[command(after_help = "\
Reads the file, makes or reads its levels, solves and measures each, and prints
what each game has, with ratings by the equations that ship. Where the study has
a database already, the file must fit it. Notes on what may not be meant go to
standard error.

Exit codes: 0 it can be run; 2 it cannot, and why.

Examples:
  stumper study check study.toml
  stumper study check study.toml --format json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(super) of: StudyArgs,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) jobs: Option<u16>,
    #[command(flatten)]
    pub(super) format: FormatArgs,
}
