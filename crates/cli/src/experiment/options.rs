//! The options of each experiment.

use crate::args::{BoardArgs, BudgetArgs, LevelArgs};
use experiments::{chen, effort, sample};
use std::ffi::OsString;
use std::path::PathBuf;

/// Atkinson and Holstege's comparison (2001): who finds the shorter solutions
#[derive(clap::Args)]
#[command(after_help = "\
The deals: Microsoft's 1 to 16000 that need no free cell and those that need
all four, in order, and our own shuffles from --seed on.

Examples:
  stumper experiment atkinson
  stumper experiment atkinson --deals 10 --peer
  stumper experiment atkinson --set limit=200 --format csv")]
pub(super) struct AtkinsonArgs {
    /// How many deals of each set, at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(super) deals: u64,
    /// The first of the random deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    /// Sets one thing on all three forms of their search (limit=200)
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    /// Let fc-solve take part, which must be installed
    #[arg(long)]
    pub(super) peer: bool,
}

/// Staged deepening on Microsoft's deals: how many it solves, in which form
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper experiment staged --deals 500
  stumper experiment staged freecell:ms#1-100 --budget 20000 --format csv")]
pub(super) struct StagedArgs {
    /// The range of deals
    #[arg(default_value = "freecell:ms#1-32000")]
    pub(super) range: String,
    /// How many of them, evenly spread [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) deals: Option<u64>,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
}

/// Several solvers on the same levels: solved, states, lengths
#[derive(clap::Args)]
#[command(after_help = "\
A solver may carry settings: wastar:heuristic=hsdh:weight=2, or
beam:weights=FILE. `stumper games GAME` lists solvers and settings.

Examples:
  stumper experiment searches freecell#1-20 --budget 20000
  stumper experiment searches freecell#1-50 --solvers staged,staged:auto=all,atkinson:steps=meta
  stumper experiment searches shift:5x5#1-200 --format csv")]
pub(super) struct SearchesArgs {
    #[command(flatten)]
    pub(super) levels: LevelArgs,
    /// The solvers, joined by commas [default: all of the game's]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) solvers: Vec<String>,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    /// The metric of lengths [default: the game's first]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true
    )]
    pub(super) metric: String,
    /// Show states a second, which differ from run to run
    #[arg(long)]
    pub(super) times: bool,
}

/// Donkersteeg's players of Klondike: his tables and figures beside ours
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper experiment klondike-players
  stumper experiment klondike-players --games 10000 --k 10,20 --plot figures")]
pub(super) struct KlondikePlayersArgs {
    /// Games of each player under each condition
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Playouts a move to try, joined by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,3,5,10",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) k: Vec<u32>,
    /// Draw his figures with our games into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) plot: Option<PathBuf>,
}

/// The share of levels that can be won, with its interval
#[derive(clap::Args)]
#[command(after_help = "\
Levels that the budget leaves undecided are counted apart. The interval is
Wilson's of 95 %, its low end as if they were all lost, its high end as if
they were all won.

Examples:
  stumper experiment winnability klondike#1-10000
  stumper experiment winnability klondike#1-10000 --out deals --resume
  stumper experiment winnability klondike:draw1#1-10000 --budget 10000000
  stumper experiment winnability freecell:eight-off.seed#1-1000")]
pub(super) struct WinnabilityArgs {
    #[command(flatten)]
    pub(super) levels: LevelArgs,
    /// The solver, perhaps with settings [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub(super) solver: Option<String>,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    /// Show seconds a level, which differ from run to run
    #[arg(long)]
    pub(super) times: bool,
}

/// Klondike deals in which no card can ever be played: counted, and sampled
#[derive(clap::Args)]
#[command(after_help = "\
Exact counts are of the ways to choose the seven open cards and those of the
stock that can be turned up. Donkersteeg (2010) has 72,099,595,172,416 of
28,837,689,349,669,200 for three cards at a time, and 24.4 % without an ace.
What is found among random deals carries Wilson's interval of 95 %.

Examples:
  stumper experiment unplayable
  stumper experiment unplayable --deals 1000000 --seed 7 --format csv")]
pub(super) struct UnplayableArgs {
    #[command(flatten)]
    pub(super) sample: SampleArgs,
}

/// Cards that block a Klondike deal from the start: by formula, and sampled
#[derive(clap::Args)]
#[command(after_help = "\
A column blocks itself if its open card lies on both cards that it could be
put on and on a lower one of its suit; Donkersteeg (2010) has 0.40 % for the
last column. `proved lost` is what follows from cards that block each other
over any number of columns, with so many --levels of cases. What is found
among random deals carries Wilson's interval of 95 %.

Examples:
  stumper experiment blocking
  stumper experiment blocking --deals 10000 --levels 2 --format json")]
pub(super) struct BlockingArgs {
    #[command(flatten)]
    pub(super) sample: SampleArgs,
    /// Levels of cases within cases; two take milliseconds a deal
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(super) levels: u32,
}

/// Moves that generated levels of Shift need: Mutser's figure 5 and selection
#[derive(clap::Args)]
#[command(after_help = "\
Mutser generated 10,000 levels and removed those of two moves or fewer and of
more than ten, which were 70 % of them; then picked ten of each length.

Examples:
  stumper experiment shift-lengths
  stumper experiment shift-lengths --plot figures --pack levels.shift")]
pub(super) struct ShiftLengthsArgs {
    /// Levels to generate
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) levels: u64,
    /// The number of the first level
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The kind of the levels, as ids have it
    #[arg(long, default_value = "thesis")]
    pub(super) kind: String,
    /// Draw the figure into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) plot: Option<PathBuf>,
    /// Write ten levels of each length from 3 to 10 into this file
    #[arg(long, value_name = "FILE")]
    pub(super) pack: Option<PathBuf>,
}

/// The effort of FreeCell deals: a mean over many searches, beside the length
#[derive(clap::Args)]
#[command(after_help = "\
One search's states are mostly luck. So twelve settings of solver, weights and
number of cells try each deal, and its effort is the mean of the normal scores
of their states among the deals of the run. A limit that is hit counts as the
limit.

Examples:
  stumper experiment effort freecell:seed#1-1000
  stumper experiment effort freecell:seed#1-20000 --rows effort.csv --out effort")]
pub(super) struct EffortArgs {
    #[command(flatten)]
    pub(super) levels: LevelArgs,
    /// States of the solver `short`, which tells the length
    #[arg(long, value_name = "N", default_value_t = effort::SHORT, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) short: u64,
    /// States of every other setting
    #[arg(long, value_name = "N", default_value_t = effort::LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: u64,
    /// Write id, length, states and effort of each deal into this CSV file
    #[arg(long, value_name = "FILE")]
    pub(super) rows: Option<PathBuf>,
}

/// Chen's study of what makes FreeCell hard: his tables and figures beside ours
#[derive(clap::Args)]
#[command(after_help = "\
The deals: aces or kings at each depth, sorted by colour or not, aces under
cards of each rank, six types, and random ones for his score and for models.
A size of 0 leaves a part out. Rows always have times; tables and figures show
them with --times, since they differ from run to run.

Examples:
  stumper experiment chen --depth-deals 100 --type-deals 1000 --score-deals 2000
  stumper experiment chen --times --out chen --resume
  stumper experiment chen --depth-deals 0 --score-deals 0 --report chen")]
pub(super) struct ChenArgs {
    /// Deals of each depth and each blocking rank
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(super) depth_deals: u64,
    /// Deals of each type
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(super) type_deals: u64,
    /// Random deals for the score
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(super) score_deals: u64,
    /// Random deals for models, each of which takes some 20 ms
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(super) model_deals: u64,
    /// The number of the first deal of each kind
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// States of the solver `fast`
    #[arg(long, value_name = "N", default_value_t = chen::FAST, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) fast: u64,
    /// States of the solver `short`
    #[arg(long, value_name = "N", default_value_t = chen::SHORT, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) short: u64,
    /// Show times, which differ from run to run
    #[arg(long)]
    pub(super) times: bool,
}

/// Mutser's difficulty equations: his tables and ours, then better ones
#[derive(clap::Args)]
#[command(after_help = "\
His data, with misprints mended, give his weights and errors again. Then come
equations by one procedure for all three games: ridge regression on all
measures, plain or as logarithms, with or without products of pairs. Which,
and how strong the penalty, is chosen inside the training part of each fold.
That these four families are tried was settled with these folds in sight, and
so were the three measures of printed solutions that are not his (turns,
reversals, directions). What he calls Move is our game shift.

Examples:
  stumper experiment mutser
  stumper experiment mutser --all --format csv
  stumper experiment mutser --equations data/equations
  stumper experiment mutser --boards levels/*.bff")]
pub(super) struct MutserArgs {
    /// Show every weight, and how measures go with what players did
    #[arg(long)]
    pub(super) all: bool,
    /// Write the better equations into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) equations: Option<PathBuf>,
    /// Look for his levels among these boards, and measure more of them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) boards: Vec<OsString>,
    #[command(flatten)]
    pub(super) of: BoardArgs,
}

/// Ratings of levels by simulated players: raw means beside models
#[derive(clap::Args)]
#[command(after_help = "\
Players who differ have an offset, a slope (how widely they use the scale) and
a noise of their own; ratings are whole numbers from 1 to 10. The error is
that of the levels' difficulty after the best line from estimates to the
truth. `stumper fit --players mixed` uses the same model.

Examples:
  stumper experiment raters
  stumper experiment raters --runs 500 --ratings 10 --format csv
  stumper experiment raters --levels 65 --each 5 --seed 7")]
pub(super) struct RatersArgs {
    /// Studies to simulate for each row
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) runs: u64,
    /// Names the studies
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Ratings a level to try, joined by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "5,10,20,40",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) ratings: Vec<u32>,
    /// Levels of a study
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(3..=10_000))]
    pub(super) levels: u32,
    /// Levels that each player rates
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) each: u32,
}

/// Which deals to count: those of `klondike:draw3#SEED` and on.
#[derive(clap::Args)]
pub(super) struct SampleArgs {
    /// Deals to look at
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) deals: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

impl SampleArgs {
    /// Which deals to count.
    pub(super) fn read(&self) -> sample::SampleOptions {
        sample::SampleOptions {
            deals: self.deals,
            seed: self.seed,
        }
    }
}
