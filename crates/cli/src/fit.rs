//! `stumper fit`: from people's ratings and the measures of levels to an
//! equation that `stumper rate` uses, and how far off it is on levels that it
//! has not seen.

use crate::args::{BudgetArgs, FormatArgs, plain_settings};
use crate::rows::WithParquet;
use crate::words::tell;
use crate::{DONE, INTERRUPTED, print_all, progress, watch};
use anyhow::{Context, Result};
use clap::ValueEnum;
use engine::notation::quoted;
use engine::{Cost, Fault, Game, LevelId};
use games::find_game;
use games::levels::{Defaults, Levels};
use host::files::{check_folder, read_text, write_whole};
use lab::equation::{Link, Product, Scale};
use lab::fit::report::{correlations, errors, weights};
use lab::fit::{About, Folds, Inputs, Recipe, Rows, Way, fit};
use lab::ratings::{MeasureTable, Players, Ratings, RatingsFile, Summary, USUAL_TARGETS};
use lab::{Ending, Format, Plan, measure_all};
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Make an equation from people's ratings
#[derive(clap::Args)]
#[command(after_help = "\
RATINGS is CSV with a header, or JSON lines. One row a play: player, level,
rating, and perhaps solved (plays that were given up do not count), seconds,
moves. Or one row a level: level, rating or difficulty, and perhaps solved or
weight, which says how much it counts. Levels are ids (flow:9x9#17), which are
measured now, or any names where --measures has a row for each, as `stumper
measure --format csv` writes it. Columns `measure_NAME` beside the ratings do
as well, and a column `game` tells the game: what `stumper study export` writes
is read as it is.

Whatever is chosen (terms with --select, the strength of a penalty, the link)
is chosen without the levels of the fold that is looked at. Errors are mean
absolute errors on levels held out. A logit link keeps what is predicted within
--bounds.

Examples:
  stumper fit ratings.csv --method ridge --select --out flow.json
  stumper fit plays.jsonl --players mixed --terms \"level_size,log(corners),colours*corners\"
  stumper fit means.csv --measures measures.csv --game flow --consecutive
  stumper fit means.csv --measures measures.csv --game shift --target seconds --format csv
  stumper rate flow:9x9#1 --equation flow.json")]
pub(crate) struct Args {
    /// The file of ratings, or - for standard input
    #[arg(value_name = "RATINGS")]
    ratings: PathBuf,
    /// Take measures from this file [default: columns measure_… of RATINGS, or
    /// levels are measured]
    #[arg(long, value_name = "FILE")]
    measures: Option<PathBuf>,
    /// The column to predict [default: rating, or difficulty]
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// How weights are found
    #[arg(long, value_enum, default_value_t = Method::Ols)]
    method: Method,
    /// What to weigh, joined by commas: measures, log(…), root(…), square(…),
    /// and products of them as a*b [default: every measure that needs at most
    /// a solution]
    #[arg(long, value_name = "TERMS", value_delimiter = ',')]
    terms: Vec<Product>,
    /// Choose terms and transforms
    #[arg(long, conflicts_with = "terms")]
    select: bool,
    /// From the sum of terms to the target
    #[arg(long, value_enum, default_value_t = LinkArg::Identity)]
    link: LinkArg,
    /// The least and the largest value of the target, as 1,10 [default: 1,10
    /// for a rating or difficulty, else none]
    #[arg(
        long,
        value_name = "LOW,HIGH",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    bounds: Vec<f64>,
    /// Folds to find errors with
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..=1000))]
    folds: u16,
    /// Make folds of levels in the order of the file
    #[arg(long)]
    consecutive: bool,
    /// Names the draw of random folds
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "consecutive"
    )]
    seed: u64,
    /// How the ratings of several players become one
    #[arg(long, value_enum, default_value_t = PlayersArg::Means)]
    players: PlayersArg,
    /// What the numbers mean [default: human for a rating or difficulty, else
    /// plain]
    #[arg(long, value_enum)]
    scale: Option<ScaleArg>,
    /// The game of the levels; picks its rows where RATINGS has several
    /// [default: what a column `game` or the ids say]
    #[arg(long)]
    game: Option<String>,
    /// Where the ratings come from, for the equation's file
    #[arg(long, value_name = "TEXT", default_value = "")]
    source: String,
    /// Write the equation to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over the file of --out
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: FormatArgs,
    /// No progress bar and no remarks on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// How weights are found.
#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Least squares
    Ols,
    /// Least squares with a penalty on squares of weights
    Ridge,
    /// Least squares with a penalty that leaves terms out
    Lasso,
    /// Least absolute deviations
    Lad,
}

/// From the sum of terms to the target.
#[derive(Clone, Copy, ValueEnum)]
enum LinkArg {
    /// The sum is the target
    Identity,
    /// The sum is the logarithm of the target's odds within its bounds
    Logit,
    /// Whichever does better
    Choose,
}

/// What the numbers of an equation mean.
#[derive(Clone, Copy, ValueEnum)]
enum ScaleArg {
    /// What people said, from 1 to 10
    Human,
    /// The more, the harder: `rate` says how many random levels are easier
    Percentile,
    /// A quantity of its own, which nothing is rated by
    Plain,
}

/// How the ratings of several players become one.
#[derive(Clone, Copy, ValueEnum)]
enum PlayersArg {
    /// By their mean
    Means,
    /// By a model in which each player has an offset
    Mixed,
    /// The same where a rating at an end of --bounds says only that the level
    /// is at least so hard or so easy, for ratings that are whole numbers
    Ends,
    /// An offset, a slope and a noise of each player
    Slopes,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    if let Some(out) = &args.out {
        check_folder(out)?;
        if out.exists() && !args.force {
            let place = quoted(&out.display().to_string());
            let fault = Fault::new(place, "a file that exists", "a new one");
            return Err(fault.hint("--force writes over it").into());
        }
    }
    let place = match args.ratings.as_os_str() == "-" {
        true => "standard input".to_string(),
        false => args.ratings.display().to_string(),
    };
    let wanted = args.game.as_deref().map(find_game).transpose()?;
    let wanted = wanted.map(|game| game.about().name);
    let RatingsFile {
        ratings,
        measures: beside,
        game: told,
    } = RatingsFile::read(&place, &read(&args.ratings)?, wanted)?;
    let target = ratings.target(args.target.as_deref())?.to_string();
    let recipe = args.recipe(&target)?;
    let summary = ratings.summary(&target, args.players(recipe.bounds))?;
    args.check_targets(&summary, recipe.bounds)?;
    let game = match &told {
        Some(told) => find_game(told)?,
        None => args.game(&summary)?,
    };
    let measures = match (&args.measures, beside) {
        (Some(file), _) => MeasureTable::read(&file.display().to_string(), &read(file)?)?,
        (None, Some(beside)) => beside,
        (None, None) => match args.measure(&summary)? {
            Some(measures) => measures,
            None => {
                tell("interrupted");
                return Ok(INTERRUPTED);
            }
        },
    };
    let (rows, incomplete) = measures.join(&summary)?;
    args.check_terms(&rows, &incomplete)?;
    if !args.quiet {
        let levels = rows.levels.len();
        tell(&format!(
            "{levels} levels, {} measures; {}",
            rows.measures.len(),
            summary.words
        ));
        if !incomplete.is_empty() {
            tell(&format!(
                "some levels have no {}: left out",
                incomplete.join(", ")
            ));
        }
    }
    let about = About {
        game: game.about().name.into(),
        scale: match args.scale {
            Some(ScaleArg::Human) => Scale::Human,
            Some(ScaleArg::Percentile) => Scale::Percentile,
            Some(ScaleArg::Plain) => Scale::Plain,
            None if USUAL_TARGETS.contains(&target.as_str()) => Scale::Human,
            None => Scale::Plain,
        },
        target,
        by: args.by(),
        version: env!("CARGO_PKG_VERSION").into(),
        source: args.source.clone(),
    };
    let fit = fit(&rows, &recipe, &about)?;
    if let Some((found, expected)) = fit.equation.wrong() {
        let fault = Fault::new("the equation", found, expected);
        return Err(fault
            .hint("measures or targets may be too large to fit, or --bounds be missing")
            .into());
    }
    if let Some(out) = &args.out {
        let written = write_whole(out, fit.equation.text().as_bytes());
        written.with_context(|| format!("cannot write to {}", out.display()))?;
    }
    let targets = args.targets(&ratings, &rows)?;
    let tables = [
        errors(&fit, &rows),
        weights(&fit),
        correlations(&rows, &targets),
    ];
    let (mut bytes, format) = (Vec::new(), args.format.format());
    for (index, table) in tables.iter().enumerate() {
        if index > 0 && format != Format::Json {
            bytes.push(b'\n');
        }
        table.write(&mut bytes, format);
    }
    print_all(&bytes)?;
    Ok(DONE)
}

/// A file as text.
fn read(file: &Path) -> Result<String, Fault> {
    read_text(file, "a readable file of CSV or JSON lines")
}

impl Args {
    fn players(&self, bounds: [f64; 2]) -> Players {
        match self.players {
            PlayersArg::Means => Players::Means,
            PlayersArg::Mixed => Players::Mixed,
            PlayersArg::Ends => Players::Ends(bounds),
            PlayersArg::Slopes => Players::Slopes,
        }
    }

    fn recipe(&self, target: &str) -> Result<Recipe, Fault> {
        let count = usize::from(self.folds);
        let bounded = USUAL_TARGETS.contains(&target);
        let bounds = match self.bounds[..] {
            [] if bounded => lab::rating::BOUNDS,
            [] => [f64::MIN, f64::MAX],
            [low, high] if low < high && (high - low).is_finite() => [low, high],
            _ => {
                let given: Vec<String> = self.bounds.iter().map(f64::to_string).collect();
                let found = quoted(&given.join(","));
                return Err(Fault::new(
                    "--bounds",
                    found,
                    "a low and a higher number, as 1,10",
                ));
            }
        };
        let free = bounds == [f64::MIN, f64::MAX];
        if free && !matches!(self.link, LinkArg::Identity) {
            let fault = Fault::new("--link", "a target without bounds", "--bounds as well");
            return Err(fault.hint("a logit needs to know the least and the largest value"));
        }
        Ok(Recipe {
            inputs: match (self.select, self.terms.is_empty()) {
                (true, _) => Inputs::Select,
                (false, true) => Inputs::All,
                (false, false) => Inputs::Terms(self.terms.clone()),
            },
            way: match self.method {
                Method::Ols => Way::Squares,
                Method::Ridge => Way::Ridge,
                Method::Lasso => Way::Lasso,
                Method::Lad => Way::Absolute,
            },
            link: match self.link {
                LinkArg::Identity => Some(Link::Identity),
                LinkArg::Logit => Some(Link::Logit),
                LinkArg::Choose => None,
            },
            bounds,
            folds: match self.consecutive {
                true => Folds::Consecutive(count),
                false => Folds::Random {
                    count,
                    seed: self.seed,
                },
            },
        })
    }

    /// Refuses targets that cannot be.
    fn check_targets(&self, summary: &Summary, [low, high]: [f64; 2]) -> Result<(), Fault> {
        if summary.levels.is_empty() {
            let found = "no level with a value of the target";
            return Err(
                Fault::new(self.ratings.display().to_string(), found, "some")
                    .hint("plays that were given up do not count"),
            );
        }
        let mut pairs = summary.levels.iter().zip(&summary.values);
        // Models may go a little beyond what players said.
        let slack = match self.players {
            PlayersArg::Means => 0.0,
            _ => (high - low) / 2.0,
        };
        let range = low - slack..=high + slack;
        match pairs.find(|(_, value)| !range.contains(value)) {
            None => Ok(()),
            Some((level, value)) => {
                let found = format!("a target of {value}");
                let expected = format!("one from {low} to {high}");
                Err(Fault::new(level, found, expected).hint("--bounds says what there can be"))
            }
        }
    }

    /// The game: as named, or as the first level's id says.
    fn game(&self, summary: &Summary) -> Result<&'static dyn Game, Fault> {
        let first = summary.levels.first().map_or("", String::as_str);
        let name = first.split([':', '#']).next().unwrap_or_default();
        if let Some(wanted) = &self.game {
            let game = find_game(wanted)?;
            let other = find_game(name).is_ok_and(|other| other.about().name != game.about().name);
            return match other && first.parse::<LevelId>().is_ok() {
                true => Err(Fault::new(
                    "--game",
                    quoted(wanted),
                    format!("the game of {first}"),
                )),
                false => Ok(game),
            };
        }
        find_game(name).map_err(|_| {
            let found = format!("{}, which names no game", quoted(first));
            let fault = Fault::new("the first level", found, "an id, as flow:9x9#17");
            fault.hint("--game says which game it is")
        })
    }

    /// Measures the levels by their ids; none if the user stopped it.
    fn measure(&self, summary: &Summary) -> Result<Option<MeasureTable>> {
        for level in &summary.levels {
            level.parse::<LevelId>().map_err(|fault| {
                fault.hint("--measures FILE brings measures of levels that have no id")
            })?;
        }
        let names = summary.levels.iter().map(OsString::from);
        let levels = Levels::open(names, Defaults::new(None, "")?, WithParquet)?;
        let game = levels.one_game()?;
        let most = self.cost(game);
        let measures = game
            .measures()
            .iter()
            .filter(|measure| measure.cost <= most);
        let names: Vec<&str> = measures.map(|measure| measure.name).collect();
        let own = names.iter().map(|name| name.to_string()).collect();
        let mut table = MeasureTable::new("the measures", own);
        let bar = progress::bar(levels.total(), "levels", !self.quiet, 0);
        watch::can_stop();
        let plan = Plan::new(self.jobs.map(usize::from), watch::stop());
        // Rows come in the order of the levels, under their full ids.
        let mut wanted = summary.levels.iter();
        let ending = measure_all(
            levels,
            &plain_settings(),
            most,
            self.budget.read()?,
            &plan,
            |row| {
                bar.inc(1);
                let values = names.iter().map(|name| row.measures.get(name));
                if let Some(level) = wanted.next() {
                    table.add(level.clone(), values.collect());
                }
                ControlFlow::Continue(())
            },
        );
        bar.finish_and_clear();
        Ok((ending? == Ending::Whole).then_some(table))
    }

    /// What the measures cost that are to be weighed.
    fn cost(&self, game: &dyn Game) -> Cost {
        let names = self.terms.iter().flat_map(|term| term.measures());
        let cost = |name: &str| {
            let known = game.measures().iter().find(|measure| measure.name == name);
            known.map_or(Cost::Cheap, |measure| measure.cost)
        };
        names.map(cost).max().unwrap_or(Cost::Search)
    }

    /// Refuses terms of measures that some level does not have.
    fn check_terms(&self, rows: &Rows, incomplete: &[String]) -> Result<(), Fault> {
        let mut names = self.terms.iter().flat_map(|term| term.measures());
        if let Some(name) = names.find(|name| incomplete.iter().any(|other| other == name)) {
            let found = format!("{name}, which some levels do not have");
            let expected = format!("measures of all: {}", rows.measures.join(", "));
            return Err(Fault::new("--terms", found, expected));
        }
        match rows.measures.is_empty() {
            true => Err(Fault::new(
                "the measures",
                "none that all levels have",
                "one at least",
            )),
            false => Ok(()),
        }
    }

    /// All targets that all levels have, for correlations.
    fn targets(&self, ratings: &Ratings, rows: &Rows) -> Result<Vec<(String, Vec<f64>)>, Fault> {
        let mut targets = Vec::new();
        for name in &ratings.targets {
            let summary = ratings.summary(name, Players::Means)?;
            if summary.levels == rows.levels {
                targets.push((name.clone(), summary.values));
            }
        }
        Ok(targets)
    }

    /// The call in short, without files, for the equation's file.
    fn by(&self) -> String {
        let method = self.method.to_possible_value();
        let method = method.map_or(String::new(), |value| value.get_name().to_string());
        let mut words = vec!["stumper fit --method".to_string(), method];
        match (self.select, self.terms.is_empty()) {
            (true, _) => words.push("--select".into()),
            (false, false) => {
                let terms: Vec<String> = self.terms.iter().map(Product::to_string).collect();
                words.push(format!("--terms {}", terms.join(",")));
            }
            (false, true) => {}
        }
        words.join(" ")
    }
}
