//! Ratings: how hard a level is, from 1 to 10, how sure that is, and what made
//! it so. On the human scale a rating is what people would say. On the scale
//! of percentiles it says how many random levels of the same kind are easier,
//! which needs a calibration for that kind.

use crate::equation::{Equation, Product, Scale};
use crate::work::MeasureWorker;
use engine::notation::quoted;
use engine::record::{MeasureRow, RateRow, Rating, RatingPart};
use engine::{Budget, Cost, Fault, Game, Level, Measure, Settings, Task, Verdict, Watch};
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// Ratings go from 1 to 10.
pub const BOUNDS: [f64; 2] = [1.0, 10.0];
/// How far from the middle nine of ten values of a normal distribution lie.
const NINE_OF_TEN: f64 = 1.644_853_626_951_472_2;

/// Sums of an equation over random levels of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The game.
    pub game: String,
    /// The variant of the levels.
    pub variant: String,
    /// The equation, as [`Equation::fingerprint`] tells it from others.
    pub equation: String,
    /// The levels that were rated: `freecell:seed#1-10000`.
    pub levels: String,
    /// The equation's sums at shares of 0, 0.5, 1, … 100 % of the levels.
    pub quantiles: Vec<f64>,
}

impl Calibration {
    /// From the sums of random levels.
    pub fn of(
        equation: &Equation,
        variant: &str,
        levels: &str,
        mut sums: Vec<f64>,
    ) -> Option<Calibration> {
        const STEPS: usize = 200;
        sums.retain(|sum| sum.is_finite());
        sums.sort_by(f64::total_cmp);
        let last = sums.len().checked_sub(1)? as f64;
        let at = |step: usize| {
            let place = last * step as f64 / STEPS as f64;
            let (low, high) = (place.floor(), place.ceil());
            let (a, b) = (sums[low as usize], sums[high as usize]);
            // As short as the sums are sure, so that files stay small.
            ((a + (b - a) * (place - low)) * 1e5).round() / 1e5
        };
        Some(Calibration {
            game: equation.game.clone(),
            variant: variant.into(),
            equation: equation.fingerprint(),
            levels: levels.into(),
            quantiles: (0..=STEPS).map(at).collect(),
        })
    }

    /// The share of levels whose sum is lower. It never reaches 0 or 1: there
    /// may always be one that is easier or harder.
    pub fn share(&self, sum: f64) -> f64 {
        let steps = (self.quantiles.len() - 1) as f64;
        let above = self.quantiles.partition_point(|&q| q < sum);
        let share = match above {
            0 => 0.0,
            n if n == self.quantiles.len() => 1.0,
            n => {
                let (low, high) = (self.quantiles[n - 1], self.quantiles[n]);
                let part = match high > low {
                    true => (sum - low) / (high - low),
                    false => 0.5,
                };
                ((n - 1) as f64 + part) / steps
            }
        };
        share.clamp(0.25 / steps, 1.0 - 0.25 / steps)
    }

    fn is_sound(&self) -> bool {
        let rising = self.quantiles.windows(2).all(|two| two[0] <= two[1]);
        self.quantiles.len() > 1 && rising && self.quantiles.iter().all(|q| q.is_finite())
    }
}

/// Equations and calibrations to rate by. What was added last comes first.
#[derive(Clone, Debug, Default)]
pub struct Book {
    equations: Vec<Equation>,
    calibrations: Vec<Calibration>,
}

impl Book {
    /// The equations and calibrations of files, by name and text.
    pub fn of(equations: &[(&str, &str)], calibrations: &[(&str, &str)]) -> Result<Book, Fault> {
        let mut book = Book::default();
        for (name, text) in equations {
            book.add(Equation::read(name, text)?);
        }
        for (name, text) in calibrations {
            book.add_calibrations(name, text)?;
        }
        Ok(book)
    }

    /// Adds an equation.
    pub fn add(&mut self, equation: Equation) {
        self.equations.insert(0, equation);
    }

    /// Adds the calibrations of a file, one on a line.
    pub fn add_calibrations(&mut self, place: &str, text: &str) -> Result<(), Fault> {
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let read: Result<Calibration, _> = serde_json::from_str(line);
            let sound = read.ok().filter(Calibration::is_sound);
            let calibration = sound.ok_or_else(|| {
                let place = format!("{place}:{}", index + 1);
                Fault::new(place, quoted(line), "a line that `rate --calibrate` wrote")
            })?;
            self.add_calibration(calibration);
        }
        Ok(())
    }

    /// Adds a calibration.
    pub fn add_calibration(&mut self, calibration: Calibration) {
        self.calibrations.insert(0, calibration);
    }

    /// The calibrations of a game.
    pub fn calibrations(&self, game: &dyn Game) -> impl Iterator<Item = &Calibration> {
        let name = game.about().name;
        self.calibrations.iter().filter(move |c| c.game == name)
    }

    /// Whether one of the equations that were added last is of a game.
    pub fn added_one_of(&self, game: &str, last: usize) -> bool {
        self.equations.iter().take(last).any(|e| e.game == game)
    }

    /// The equation for a game's ratings.
    pub fn equation(&self, game: &dyn Game) -> Result<&Equation, Fault> {
        let name = game.about().name;
        let rates = |e: &&Equation| e.game == name && e.scale != Scale::Plain;
        self.equations.iter().find(rates).ok_or_else(|| {
            let found = format!("{name}, which has no equation for ratings");
            Fault::new("rate", found, "a game with one")
                .hint("--equation FILE brings one; `stumper fit` makes it")
        })
    }

    fn calibration(
        &self,
        game: &dyn Game,
        variant: &str,
        equation: &Equation,
    ) -> Result<&Calibration, Fault> {
        let (name, made_for) = (game.about().name, equation.fingerprint());
        let fits =
            |c: &&Calibration| c.game == name && c.variant == variant && c.equation == made_for;
        self.calibrations.iter().find(fits).ok_or_else(|| {
            let found = format!("the variant {}, for which nothing is calibrated", quoted(variant));
            let known: Vec<_> = self.calibrations.iter().filter(|c| c.game == name).collect();
            let fitting = known.iter().filter(|c| c.equation == made_for);
            let known: Vec<_> = fitting.map(|c| c.variant.as_str()).collect();
            let expected = match known.is_empty() {
                true => "a calibration that was made with this equation".to_string(),
                false => format!("one of {}", known.join(", ")),
            };
            Fault::new(name, found, expected).hint(
                "`stumper rate --calibrate GAME:KIND --out FILE` makes it, --calibration FILE brings it",
            )
        })
    }
}

/// Rates levels of one variant of a game.
#[derive(Clone, Debug)]
pub struct Rater {
    /// What it rates by.
    pub equation: Equation,
    /// How its sums are spread, on the scale of percentiles.
    pub calibration: Option<Calibration>,
}

impl Rater {
    /// The rater of a variant.
    pub fn new(book: &Book, game: &dyn Game, variant: &str) -> Result<Rater, Fault> {
        let equation = book.equation(game)?.clone();
        equation.cost(game)?;
        let calibration = match equation.scale {
            Scale::Percentile => Some(book.calibration(game, variant, &equation)?.clone()),
            _ => None,
        };
        Ok(Rater {
            equation,
            calibration,
        })
    }

    /// Rates by measures; the measure that is missing otherwise.
    pub fn rate(&self, get: &dyn Fn(&str) -> Option<f64>) -> Result<Rating, &str> {
        let equation = &self.equation;
        let sum = equation.sum(get)?;
        if !sum.is_finite() {
            return Err("a sum that is finite");
        }
        let rating = self.of_sum(sum);
        let mut parts = Vec::new();
        for term in &equation.terms {
            let value = term.of.value(get)?;
            let usual = sum - term.weight * (value - term.centre);
            parts.push(RatingPart {
                measure: term.of.to_string(),
                value: rounded(value),
                average: rounded(term.centre),
                effect: rounded(rating - self.of_sum(usual)),
            });
        }
        parts.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let (low, high) = self.interval(sum);
        let share = self.calibration.as_ref().map(|c| c.share(sum));
        Ok(Rating {
            rating: rounded(rating),
            low: rounded(low),
            high: rounded(high),
            scale: equation.scale.name().into(),
            percent: share.map(|share| rounded(100.0 * share)),
            word: word(equation.scale, rating).into(),
            parts,
            outside: equation.outside(get),
        })
    }

    /// The rating of an equation's sum.
    pub fn of_sum(&self, sum: f64) -> f64 {
        match &self.calibration {
            Some(calibration) => of_share(calibration.share(sum)),
            None => self.equation.target(sum),
        }
    }

    /// Where nine of ten levels with this sum lie.
    pub fn interval(&self, sum: f64) -> (f64, f64) {
        match &self.calibration {
            None => {
                let equation = &self.equation;
                // Beyond the bounds an interval would be a point.
                let middle = equation.link.to_sum(equation.target(sum), equation.bounds);
                let off = equation.errors.half_width;
                (self.of_sum(middle - off), self.of_sum(middle + off))
            }
            // True and predicted ranks, made normal, go together as far as
            // their correlation says.
            Some(calibration) => {
                let normal = Normal::standard();
                let r = self.equation.errors.correlation.clamp(0.0, 1.0);
                let middle = r * normal.inverse_cdf(calibration.share(sum));
                let off = NINE_OF_TEN * (1.0 - r * r).sqrt();
                let rating = |z: f64| of_share(normal.cdf(z));
                (rating(middle - off), rating(middle + off))
            }
        }
    }
}

/// The rating of a share of levels that are easier.
pub fn of_share(share: f64) -> f64 {
    let [low, high] = BOUNDS;
    low + (high - low) * share
}

/// Two digits after the point: no rating is surer than that.
fn rounded(value: f64) -> f64 {
    // Adding zero makes minus zero a zero.
    (value * 100.0).round() / 100.0 + 0.0
}

/// The words for ratings, each with the lowest and the highest rating that it
/// stands for, rounded to tenths. People's ratings crowd at the low end,
/// percentiles are spread evenly.
pub fn words(scale: Scale) -> [(&'static str, [f64; 2]); 4] {
    let [medium, hard, expert] = match scale {
        Scale::Human => [3.0, 5.0, 7.0],
        _ => [3.3, 6.4, 9.1],
    };
    let below = |rating: f64| (rating * 10.0 - 1.0).round() / 10.0;
    [
        ("easy", [BOUNDS[0], below(medium)]),
        ("medium", [medium, below(hard)]),
        ("hard", [hard, below(expert)]),
        ("expert", [expert, BOUNDS[1]]),
    ]
}

/// The word for a rating.
fn word(scale: Scale, rating: f64) -> &'static str {
    // As it is printed, so that word and number agree.
    let rating = (rating * 10.0).round() / 10.0;
    let words = words(scale);
    let found = words.iter().find(|(_, [_, highest])| rating <= *highest);
    found.map_or("expert", |(word, _)| word)
}

/// Rates level after level of any game, for one thread.
pub struct RateWorker {
    book: Book,
    settings: Settings,
    budget: Budget,
    measurers: Vec<(Cost, MeasureWorker)>,
    raters: Vec<((&'static str, String), Rater)>,
}

impl RateWorker {
    /// A worker without tables.
    pub fn new(book: &Book, settings: &Settings, budget: Budget) -> RateWorker {
        RateWorker {
            book: book.clone(),
            settings: settings.clone(),
            budget,
            measurers: Vec::new(),
            raters: Vec::new(),
        }
    }

    /// Measures and rates one level; none if that was interrupted.
    pub fn rate(&mut self, task: &Task, watch: &dyn Watch) -> Result<Option<RateRow>, Fault> {
        let cost = self.book.equation(task.game)?.cost(task.game)?;
        let Some(row) = self.measurer(cost).measure(task, watch)? else {
            return Ok(None);
        };
        let variant = variant(task, &row)?;
        let rater = self
            .rater(task.game, variant)
            .map_err(|fault| task.locate(fault))?;
        Ok(Some(row_of(rater, row)))
    }

    fn measurer(&mut self, cost: Cost) -> &mut MeasureWorker {
        let known = self.measurers.iter().position(|(known, _)| *known == cost);
        let index = known.unwrap_or_else(|| {
            let worker = MeasureWorker::new(&self.settings, self.budget).up_to(cost);
            self.measurers.push((cost, worker));
            self.measurers.len() - 1
        });
        &mut self.measurers[index].1
    }

    fn rater(&mut self, game: &'static dyn Game, variant: String) -> Result<&Rater, Fault> {
        let key = (game.about().name, variant);
        let known = self.raters.iter().position(|(known, _)| *known == key);
        let index = match known {
            Some(index) => index,
            None => {
                let rater = Rater::new(&self.book, game, &key.1)?;
                self.raters.push((key, rater));
                self.raters.len() - 1
            }
        };
        Ok(&self.raters[index].1)
    }
}

/// The variant of a level that was measured, by its full name.
fn variant(task: &Task, row: &MeasureRow) -> Result<String, Fault> {
    match &task.level {
        Level::Dealt(id) => task.game.variant_of(id),
        Level::Written { .. } => Ok(row.variant.clone()),
    }
}

/// The row of a level that was measured.
pub fn row_of(rater: &Rater, row: MeasureRow) -> RateRow {
    let lost = row.verdict == Some(Verdict::Unsolvable);
    let rating = rater.rate(&|name| row.measures.get(name)).ok();
    let rating = rating.filter(|_| !lost);
    RateRow {
        id: row.id,
        game: row.game,
        variant: row.variant,
        verdict: row.verdict,
        rating,
    }
}

/// What the measures of a rating's part are, in words; empty where they have
/// none.
pub fn summary(part: &str, measures: &[Measure]) -> String {
    let Ok(product) = part.parse::<Product>() else {
        return String::new();
    };
    let summary = |name: &str| measures.iter().find(|m| m.name == name).map(|m| m.summary);
    let words: Vec<&str> = product.measures().filter_map(summary).collect();
    words.join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equation::{Errors, Link, Made, Term, VERSION};

    fn rater(scale: Scale) -> Rater {
        let term = |of: &str, weight, centre| Term {
            of: of.parse().expect("a term"),
            weight,
            standard_error: None,
            centre,
        };
        let sums = (0..=1000).map(f64::from).collect();
        let equation = Equation {
            equation: VERSION,
            game: "any".into(),
            target: "difficulty".into(),
            scale,
            link: Link::Identity,
            bounds: BOUNDS,
            intercept: 0.0,
            terms: vec![term("a", 1.0, 2.0), term("b", 100.0, 5.0)],
            ranges: [("b".into(), [0.0, 9.0])].into(),
            errors: Errors {
                half_width: 1.5,
                correlation: 0.8,
                ..Errors::default()
            },
            made: Made::default(),
        };
        let calibration = Calibration::of(&equation, "kind", "any:kind#1-1001", sums);
        Rater {
            equation,
            calibration: calibration.filter(|_| scale == Scale::Percentile),
        }
    }

    fn measures(name: &str) -> Option<f64> {
        [("a", 50.0), ("b", 7.0)]
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| *v)
    }

    #[test]
    fn percentiles_count_easier_levels() {
        let rater = rater(Scale::Percentile);
        let rating = rater.rate(&measures).expect("all measures");
        // 750 of 1000 sums are lower.
        assert_eq!((rating.percent, rating.rating), (Some(75.0), 7.75));
        assert_eq!(
            (rating.word.as_str(), rating.scale.as_str()),
            ("hard", "percentile")
        );
        let of = |name: &str| {
            rating
                .parts
                .iter()
                .find(|p| p.measure == name)
                .map(|p| p.effect)
        };
        // An average b would be 200 lower, which is a fifth of all levels.
        assert_eq!((of("b"), of("a")), (Some(1.8), Some(0.43)));
        assert_eq!(rating.parts[0].measure, "b");
        // z = 0.6745, times 0.8, with 1.645 times 0.6 beside it.
        let share = |z: f64| 1.0 + 9.0 * Normal::standard().cdf(z);
        let (low, high) = (share(0.5396 - 0.9869), share(0.5396 + 0.9869));
        assert!((rating.low - low).abs() < 0.01, "{} {low}", rating.low);
        assert!((rating.high - high).abs() < 0.01, "{} {high}", rating.high);
        for (sum, share) in [
            (-1.0, 0.00125),
            (0.0, 0.00125),
            (500.0, 0.5),
            (2e3, 0.99875),
        ] {
            let found = rater.calibration.as_ref().expect("one").share(sum);
            assert!((found - share).abs() < 1e-9, "{sum} {found}");
        }
    }

    #[test]
    fn people_s_ratings_stay_between_1_and_10() {
        let rating = rater(Scale::Human).rate(&measures).expect("all measures");
        assert_eq!((rating.rating, rating.low, rating.high), (10.0, 8.5, 10.0));
        assert_eq!((rating.percent, rating.word.as_str()), (None, "expert"));
        let few = |name: &str| measures(name).map(|v| v / 100.0);
        let rater = rater(Scale::Human);
        let rating = rater.rate(&few).expect("all measures");
        assert_eq!((rating.rating, rating.low, rating.high), (7.5, 6.0, 9.0));
        let far = |name: &str| measures(name).map(|v| v * 2.0);
        assert_eq!(rater.rate(&far).expect("all measures").outside, ["b"]);
        assert_eq!(rater.rate(&|_| None), Err("a"));
    }

    #[test]
    fn calibrations_are_read_back() {
        let one = rater(Scale::Percentile).calibration.expect("one");
        let line = serde_json::to_string(&one).expect("text");
        let mut book = Book::default();
        book.add_calibrations("test", &format!("{line}\n\n{line}\n"))
            .expect("two");
        assert_eq!(book.calibrations, [one.clone(), one]);
        for wrong in [
            "{}",
            "binary\0junk",
            &line.replace("[0.0,", "[9e9,"),
            &line[..40],
        ] {
            assert!(book.add_calibrations("test", wrong).is_err(), "{wrong}");
        }
        let equation = rater(Scale::Percentile).equation;
        let none = Calibration::of(&equation, "kind", "", vec![f64::NAN]);
        assert_eq!(none, None);
    }
}
