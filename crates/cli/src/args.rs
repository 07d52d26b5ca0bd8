//! The arguments that verbs share: levels, budgets, settings, and where rows
//! go.

use crate::progress::table_bar;
use crate::rows::{RowFormat, WithParquet};
use crate::watch;
use crate::words::tell;
use anyhow::Result;
use clap::ValueEnum;
use engine::notation::quoted;
use engine::settings::HEURISTIC;
use engine::{Budget, Cost, Fault, Settings, Task};
use games::levels::{Defaults, Levels};
use host::cache_folder::usual_folder;
use host::call::with_fingerprint;
use host::{CacheFolder, Call, Out, find_weights};
use lab::{Format, Plan};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, OnceLock};

/// The arguments that name levels.
#[derive(clap::Args, Clone)]
pub(crate) struct LevelArgs {
    /// Ids (freecell#617, flow:9x9#1,5,9-12), ranges (freecell#1-32000),
    /// files, packs (pack:flow-5x5), or - for standard input; files hold ids,
    /// boards, JSON rows or Parquet
    #[arg(required = true, value_name = "LEVELS")]
    levels: Vec<OsString>,
    #[command(flatten)]
    boards: BoardArgs,
}

/// What boards that do not name their game are.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct BoardArgs {
    /// The game of boards that do not name theirs [default: what the file's
    /// ending tells, or freecell]
    #[arg(long)]
    game: Option<String>,
    /// The variant of boards that do not name theirs [default: the game's first]
    #[arg(long)]
    variant: Option<String>,
}

impl BoardArgs {
    /// Game and variant of boards that do not name theirs.
    pub(crate) fn defaults(&self) -> Result<Defaults, Fault> {
        let variant = self.variant.as_deref().unwrap_or_default();
        Defaults::new(self.game.as_deref(), variant)
    }
}

impl LevelArgs {
    /// Levels by name, whose boards are told apart by these arguments.
    pub(crate) fn new(levels: Vec<OsString>, boards: BoardArgs) -> LevelArgs {
        LevelArgs { levels, boards }
    }

    /// The levels, checked as far as that needs no work.
    pub(crate) fn open(&self) -> Result<Levels, Fault> {
        let names = self.levels.iter().cloned();
        Levels::open(names, self.defaults()?, WithParquet)
    }

    /// Game and variant of boards that do not name theirs.
    pub(crate) fn defaults(&self) -> Result<Defaults, Fault> {
        self.boards.defaults()
    }

    /// The arguments as given.
    pub(crate) fn names(&self) -> impl Iterator<Item = &OsStr> {
        self.levels.iter().map(OsString::as_os_str)
    }

    /// The arguments as given, to be spelled out.
    pub(crate) fn names_mut(&mut self) -> impl Iterator<Item = &mut OsString> {
        self.levels.iter_mut()
    }

    /// The one level that they name, and what to try with several.
    pub(crate) fn only(&self, hint: &str) -> Result<Task, Fault> {
        self.open()?.only(hint)
    }
}

/// What each level may spend.
#[derive(clap::Args, Clone)]
pub(crate) struct BudgetArgs {
    /// What each level may spend: states (100000), time (35ms, 2s), memory
    /// (64MB); several are joined by commas
    #[arg(long, value_name = "LIMIT")]
    budget: Vec<Budget>,
}

impl BudgetArgs {
    /// All limits together.
    pub(crate) fn read(&self) -> Result<Budget, Fault> {
        Budget::join(self.budget.iter().copied())
    }

    /// All limits together, or these where none is given.
    pub(crate) fn or(&self, usual: Budget) -> Result<Budget, Fault> {
        match self.budget.is_empty() {
            true => Ok(usual),
            false => self.read(),
        }
    }

    /// All limits together, or this many states where none is given.
    pub(crate) fn or_states(&self, states: u64) -> Result<Budget, Fault> {
        self.or(Budget {
            states: Some(states),
            ..Budget::default()
        })
    }
}

/// What a caller may set on a solver. Each solver says which settings it
/// knows (`stumper games GAME`).
#[derive(clap::Args, Clone)]
pub(crate) struct SettingArgs {
    /// The heuristic of solvers that take one
    #[arg(long, value_name = "NAME", conflicts_with = "weights")]
    heuristic: Option<String>,
    /// Weights for the game's features, in place of a heuristic: a JSON file,
    /// or the name of weights that ship (freecell)
    #[arg(long, value_name = "FILE|NAME")]
    weights: Option<String>,
    /// Sets one thing on the solver; `stumper games GAME` lists what there is
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl SettingArgs {
    /// What was set, by name.
    pub(crate) fn read(&self) -> Result<Settings, Fault> {
        let mut settings = settings_of(&self.set, self.weights.as_deref())?;
        if let Some(name) = &self.heuristic {
            settings.set("--heuristic", HEURISTIC, name)?;
        }
        Ok(settings)
    }
}

/// Settings with the program's table cache and nothing set.
pub(crate) fn plain_settings() -> Settings {
    // One cache, so that threads and solvers share what they have mapped.
    static CACHE: LazyLock<Arc<CacheFolder>> = LazyLock::new(|| {
        let cache = CacheFolder::new(usual_folder(), Box::new(table_bar()), Box::new(tell));
        Arc::new(cache)
    });
    Settings {
        tables: CACHE.clone(),
        ..Settings::default()
    }
}

/// Settings from `--set` and `--weights`.
pub(crate) fn settings_of(set: &[String], weights: Option<&str>) -> Result<Settings, Fault> {
    let mut settings = plain_settings();
    for text in set {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| Fault::new("--set", quoted(text), "a name and a value, as limit=200"))?;
        match name {
            engine::settings::WEIGHTS => settings.set_weights("--set", find_weights(value)?)?,
            _ => settings.set("--set", name, value)?,
        }
    }
    if let Some(name) = weights {
        settings.set_weights("--weights", find_weights(name)?)?;
    }
    Ok(settings)
}

/// What measures may cost, on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CostArg {
    /// Those that need no search
    Cheap,
    /// Those that need the level to be solved as well
    Search,
    /// All, among them those that solve or play the level many times
    Dear,
}

impl From<CostArg> for Cost {
    fn from(arg: CostArg) -> Cost {
        match arg {
            CostArg::Cheap => Cost::Cheap,
            CostArg::Search => Cost::Search,
            CostArg::Dear => Cost::Dear,
        }
    }
}

/// The forms of output on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// A header line, then one line a row
    Csv,
}

impl From<FormatArg> for Format {
    fn from(arg: FormatArg) -> Format {
        match arg {
            FormatArg::Text => Format::Text,
            FormatArg::Json => Format::Json,
            FormatArg::Csv => Format::Csv,
        }
    }
}

/// The form of the output.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct FormatArgs {
    /// The form of the output
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
}

impl FormatArgs {
    /// The form of the output.
    pub(crate) fn format(self) -> Format {
        self.format.into()
    }
}

/// The form of rows.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct RowFormatArgs {
    /// The form of the output
    #[arg(long, value_enum, default_value_t = RowFormat::Lines(FormatArg::Text))]
    pub(crate) format: RowFormat,
}

/// The options that say where rows go.
#[derive(clap::Args, Clone)]
pub(crate) struct OutArgs {
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over the file of --out
    #[arg(long, requires = "out")]
    force: bool,
}

/// The options of verbs that go on with a file of rows.
#[derive(clap::Args, Clone)]
pub(crate) struct ResumeArgs {
    #[command(flatten)]
    out: OutArgs,
    /// Go on with the file of --out: keep its rows, skip their levels
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
}

/// The options that do not decide what a row says: which levels there are, and
/// how many, is told by the rows themselves.
const FREE: [&str; 14] = [
    "out", "resume", "force", "jobs", "quiet", "plot", "log", "help", "levels", "games", "tries",
    "paths", "rows", "report",
];

/// Those of them that say how far a run goes.
const EXTENT: [&str; 3] = ["levels", "games", "tries"];

static CALL: OnceLock<Call> = OnceLock::new();

/// Notes what the program was asked to do.
pub(crate) fn note_call(command: &clap::Command, matches: &clap::ArgMatches) {
    let mut call = Call {
        version: env!("CARGO_PKG_VERSION").to_string(),
        ..Call::default()
    };
    let (mut command, mut matches) = (command, matches);
    while let Some((verb, inner)) = matches.subcommand() {
        let Some(sub) = command.find_subcommand(verb) else {
            break;
        };
        (command, matches) = (sub, inner);
        call.verb = format!("{} {verb}", call.verb).trim().to_string();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            let given = matches.try_get_raw(id).ok().flatten();
            let values: Vec<String> = given.into_iter().flatten().map(with_fingerprint).collect();
            let name = match argument.get_long() {
                Some(long) => format!("--{long}"),
                None => id.to_string(),
            };
            // Of `generate` it is a number of levels, of `solve` a flag.
            let extent = EXTENT.contains(&id) || id == "count" && call.verb == "generate";
            let free = FREE.contains(&id);
            match values.is_empty() {
                true => {}
                false if extent => drop(call.extent.insert(name, values)),
                false if free => {}
                false => drop(call.options.insert(name, values)),
            }
        }
    }
    // Only the first note counts, and there is one.
    let _ = CALL.set(call);
}

impl ResumeArgs {
    /// The options with these values.
    pub(crate) fn of(out: Option<PathBuf>, resume: bool, force: bool) -> ResumeArgs {
        let out = OutArgs { out, force };
        ResumeArgs { out, resume }
    }

    /// Where rows go, with what was asked for.
    pub(crate) fn read(&self) -> Out {
        Out {
            resume: self.resume,
            ..self.out.read()
        }
    }
}

impl OutArgs {
    /// Where rows go, with what was asked for.
    pub(crate) fn read(&self) -> Out {
        Out {
            file: self.out.clone(),
            resume: false,
            force: self.force,
            call: CALL.get().cloned().unwrap_or_default(),
        }
    }

    /// Whether rows go where they would not tear a progress bar apart.
    fn leaves_terminal(&self) -> bool {
        self.out.is_some() || !io::stdout().is_terminal()
    }
}

/// What verbs that work through many levels have in common.
#[derive(clap::Args, Clone)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    out: ResumeArgs,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: RowFormatArgs,
    /// No progress bar and no summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// Where rows go.
    pub(crate) fn out(&self) -> Out {
        self.out.read()
    }

    /// The form of the output.
    pub(crate) fn format(&self) -> RowFormat {
        self.format.format
    }

    /// Whether to show a progress bar: rows on the same terminal would tear it
    /// apart.
    pub(crate) fn shows_bar(&self) -> bool {
        !self.quiet && self.out.out.leaves_terminal()
    }

    /// How to share the work, which looks at the wish to stop from now on.
    pub(crate) fn plan(&self, one_by_one: bool) -> Plan {
        watch::can_stop();
        Plan {
            one_by_one,
            ..Plan::new(self.jobs.map(usize::from), watch::stop())
        }
    }
}
