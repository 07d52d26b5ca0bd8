//! Equations: a weighted sum of measures that predicts how hard a level is,
//! and how far off it may be. They are files, made by fitting and read by
//! rating; a file says how it was made and where it may be trusted.

use crate::fingerprint::stable;
use engine::notation::quoted;
use engine::{Cost, Fault, Game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The version of the file's form.
pub const VERSION: u32 = 1;

/// A weighted sum of terms, perhaps bent into the range of its target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Equation {
    /// The version of the file's form: [`VERSION`].
    pub equation: u32,
    /// The game whose measures it takes.
    pub game: String,
    /// What it predicts: `difficulty`, `length`.
    pub target: String,
    /// The scale of what it predicts.
    pub scale: Scale,
    /// From the sum to the target.
    pub link: Link,
    /// The least and the largest value that the target can have.
    pub bounds: [f64; 2],
    /// The sum without terms.
    pub intercept: f64,
    /// What is added up.
    pub terms: Vec<Term>,
    /// The least and the largest value of each measure among the levels that
    /// it was made from.
    pub ranges: BTreeMap<String, [f64; 2]>,
    /// How far off it is on levels that had no part in making it.
    pub errors: Errors,
    /// How it was made.
    pub made: Made,
}

/// What numbers mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// What people said, from 1 to 10.
    Human,
    /// How many random levels of the same kind are easier.
    Percentile,
    /// A quantity that was measured, in its own unit.
    Plain,
}

impl Scale {
    /// The word used in rows.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Human => "human",
            Scale::Percentile => "percentile",
            Scale::Plain => "plain",
        }
    }
}

/// From the sum of terms to the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// The sum is the target.
    #[default]
    Identity,
    /// The sum is the logarithm of the target's odds within its bounds.
    Logit,
}

/// What is left free beyond each bound, as a share of the range: a mean rating
/// of 1 has no finite odds otherwise.
const MARGIN: f64 = 0.02;

impl Link {
    /// A target as a sum.
    pub fn to_sum(self, target: f64, [low, high]: [f64; 2]) -> f64 {
        match self {
            Link::Identity => target,
            Link::Logit => {
                let share = ((target - low) / (high - low)).clamp(0.0, 1.0);
                let share = MARGIN + (1.0 - 2.0 * MARGIN) * share;
                (share / (1.0 - share)).ln()
            }
        }
    }

    /// How fast a sum changes with its target.
    pub fn steepness(self, target: f64, [low, high]: [f64; 2]) -> f64 {
        match self {
            Link::Identity => 1.0,
            Link::Logit => {
                let share = ((target - low) / (high - low)).clamp(0.0, 1.0);
                let share = MARGIN + (1.0 - 2.0 * MARGIN) * share;
                (1.0 - 2.0 * MARGIN) / ((high - low) * share * (1.0 - share))
            }
        }
    }

    /// A sum as a target, which never leaves the bounds.
    pub fn to_target(self, sum: f64, [low, high]: [f64; 2]) -> f64 {
        match self {
            Link::Identity => sum.clamp(low, high),
            Link::Logit => {
                let share = 1.0 / (1.0 + (-sum).exp());
                let share = (share - MARGIN) / (1.0 - 2.0 * MARGIN);
                low + (high - low) * share.clamp(0.0, 1.0)
            }
        }
    }
}

/// One summand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// What is weighed: `corners`, `log(states)`, `colours*level_size`.
    pub of: Product,
    /// Its weight.
    pub weight: f64,
    /// The standard error of the weight; none where the method has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// Its mean among the levels that the equation was made from.
    pub centre: f64,
}

/// How far off an equation is on levels that had no part in making it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Errors {
    /// The mean absolute error, levels counted by their weights.
    pub weighted: f64,
    /// The mean absolute error, every level counted once.
    pub unweighted: f64,
    /// The correlation of predicted with true values.
    pub correlation: f64,
    /// Nine of ten sums are off by this at most.
    pub half_width: f64,
}

/// How an equation was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// The call that made it.
    pub by: String,
    /// The program's version.
    pub version: String,
    /// Levels that it was made from.
    pub levels: u64,
    /// Where their ratings come from, in words.
    pub source: String,
    /// How the errors were found: `5 consecutive folds`.
    pub checked: String,
}

/// What is done to a measure before it is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transform {
    /// Nothing.
    Plain,
    /// The natural logarithm of one more, below zero mirrored.
    Log,
    /// The square root, below zero mirrored.
    Root,
    /// The square.
    Square,
}

impl Transform {
    /// All but the plain one, with their names.
    pub const NAMED: [(Transform, &'static str); 3] = [
        (Transform::Log, "log"),
        (Transform::Root, "root"),
        (Transform::Square, "square"),
    ];

    /// The value that is weighed.
    pub fn of(self, value: f64) -> f64 {
        match self {
            Transform::Plain => value,
            Transform::Log => value.abs().ln_1p().copysign(value),
            Transform::Root => value.abs().sqrt().copysign(value),
            Transform::Square => value * value,
        }
    }
}

/// A product of transformed measures, most often of a single one. As text:
/// `log(states)*colours`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Product(pub Vec<(Transform, String)>);

impl Product {
    /// A measure as it is.
    pub fn plain(measure: &str) -> Product {
        Product(vec![(Transform::Plain, measure.into())])
    }

    /// Its value, or the measure that is missing.
    pub fn value<'a>(&'a self, get: &dyn Fn(&str) -> Option<f64>) -> Result<f64, &'a str> {
        let mut product = 1.0;
        for (transform, measure) in &self.0 {
            product *= transform.of(get(measure).ok_or(measure.as_str())?);
        }
        Ok(product)
    }

    /// The measures in it.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, measure)| measure.as_str())
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, (transform, measure)) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("*")?;
            }
            let mut named = Transform::NAMED.iter();
            match named.find(|(known, _)| known == transform) {
                Some((_, name)) => write!(f, "{name}({measure})")?,
                None => f.write_str(measure)?,
            }
        }
        Ok(())
    }
}

impl FromStr for Product {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Product, Fault> {
        let wrong = || {
            let expected = "measures joined by *, perhaps as log(…), root(…) or square(…)";
            Fault::new("a term", quoted(text), expected)
        };
        let is_name = |name: &str| {
            let mut bytes = name.bytes();
            !name.is_empty() && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        let factor = |factor: &str| {
            let factor = factor.trim();
            let (transform, name) = match factor.strip_suffix(')') {
                None => (Transform::Plain, factor),
                Some(inner) => {
                    let (word, name) = inner.split_once('(').ok_or_else(wrong)?;
                    let mut named = Transform::NAMED.iter();
                    let known = named.find(|(_, known)| *known == word.trim());
                    (known.ok_or_else(wrong)?.0, name.trim())
                }
            };
            match is_name(name) {
                true => Ok((transform, name.to_string())),
                false => Err(wrong()),
            }
        };
        text.split('*')
            .map(factor)
            .collect::<Result<_, _>>()
            .map(Product)
    }
}

impl Serialize for Product {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Product {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Equation {
    /// Reads an equation's file.
    pub fn read(place: &str, text: &str) -> Result<Equation, Fault> {
        let equation: Equation = serde_json::from_str(text).map_err(|why| {
            let found = format!("no equation ({why})");
            Fault::new(place, found, "a file that `stumper fit --out` wrote")
        })?;
        if equation.equation != VERSION {
            let found = format!("an equation of version {}", equation.equation);
            return Err(Fault::new(place, found, format!("version {VERSION}")));
        }
        match equation.wrong() {
            None => Ok(equation),
            Some((found, expected)) => Err(Fault::new(place, found, expected)),
        }
    }

    /// What makes it useless, and what is expected in its place.
    pub fn wrong(&self) -> Option<(String, &'static str)> {
        /// Sums of larger numbers might not be finite.
        const MOST: f64 = 1e100;
        let Errors {
            half_width,
            correlation,
            ..
        } = self.errors;
        let numbers = [
            ("intercept", self.intercept),
            ("half_width", half_width),
            ("correlation", correlation),
        ];
        let of_term = |term: &Term| [("weight", term.weight), ("centre", term.centre)];
        let terms = self.terms.iter().flat_map(of_term);
        let mut numbers = numbers.into_iter().chain(terms);
        let large = numbers.find(|(_, number)| number.is_nan() || number.abs() > MOST);
        if let Some((name, number)) = large {
            return Some((format!("{name} {number:e}"), "a number below 1e100"));
        }
        if half_width < 0.0 {
            return Some((format!("half_width {half_width}"), "zero or more"));
        }
        let [low, high] = self.bounds;
        let found = || format!("bounds {low:e} to {high:e}");
        match (low < high, self.scale, self.link) {
            (false, _, _) => Some((found(), "a low and a higher number")),
            (_, Scale::Human, _) if low < 1.0 || high > 10.0 => {
                Some((found(), "bounds within 1 and 10 on the human scale"))
            }
            (_, _, Link::Logit) if high - low > MOST => {
                Some((found(), "bounds that a logit can have"))
            }
            _ => None,
        }
    }

    /// Tells equations apart that give different sums.
    pub fn fingerprint(&self) -> String {
        let mut text = format!("{} {}", self.game, self.intercept);
        for term in &self.terms {
            text += &format!(" {} {}", term.of, term.weight);
        }
        format!("{:016x}", stable(text.as_bytes()) as u64)
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("an equation has only text and numbers") + "\n"
    }

    /// The measures that it needs.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().flat_map(|term| term.of.measures())
    }

    /// What its measures cost at most; refuses measures that the game does
    /// not have.
    pub fn cost(&self, game: &dyn Game) -> Result<Cost, Fault> {
        let list = game.measures();
        let mut most = Cost::Cheap;
        for name in self.measures() {
            let known = list.iter().find(|measure| measure.name == name);
            let known = known.ok_or_else(|| {
                let place = format!("the equation for {}", self.game);
                let expected = format!("a measure of {}", game.about().name);
                Fault::new(place, quoted(name), expected).hint("`stumper games GAME` lists them")
            })?;
            most = most.max(known.cost);
        }
        Ok(most)
    }

    /// The sum of its terms, or the measure that is missing.
    pub fn sum<'a>(&'a self, get: &dyn Fn(&str) -> Option<f64>) -> Result<f64, &'a str> {
        let mut sum = self.intercept;
        for term in &self.terms {
            sum += term.weight * term.of.value(get)?;
        }
        Ok(sum)
    }

    /// The target of a sum.
    pub fn target(&self, sum: f64) -> f64 {
        self.link.to_target(sum, self.bounds)
    }

    /// The measures that lie outside of what the equation was made from.
    pub fn outside(&self, get: &dyn Fn(&str) -> Option<f64>) -> Vec<String> {
        let outside = |(name, [low, high]): (&String, &[f64; 2])| {
            let value = get(name)?;
            (!(*low..=*high).contains(&value)).then(|| name.clone())
        };
        self.ranges.iter().filter_map(outside).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation() -> Equation {
        let term = |of: &str, weight| Term {
            of: of.parse().expect("a term"),
            weight,
            standard_error: None,
            centre: 2.0,
        };
        Equation {
            equation: VERSION,
            game: "any".into(),
            target: "difficulty".into(),
            scale: Scale::Human,
            link: Link::Identity,
            bounds: [1.0, 10.0],
            intercept: 1.0,
            terms: vec![term("a", 2.0), term("log(b)*square(a)", -1.0)],
            ranges: BTreeMap::from([("a".into(), [0.0, 2.0])]),
            errors: Errors::default(),
            made: Made::default(),
        }
    }

    #[test]
    fn sums_are_as_worked_out_by_hand() {
        let get = |name: &str| match name {
            "a" => Some(3.0),
            "b" => Some(1f64.exp() - 1.0),
            _ => None,
        };
        let sum = equation().sum(&get).expect("all measures");
        assert!((sum - (1.0 + 6.0 - 9.0)).abs() < 1e-12, "{sum}");
        assert_eq!(equation().outside(&get), ["a"]);
        assert_eq!(equation().sum(&|_| None), Err("a"));
    }

    #[test]
    fn files_are_read_back() {
        let text = equation().text();
        assert_eq!(Equation::read("test", &text), Ok(equation()));
        for (old, new) in [
            ("\"equation\": 1", "\"equation\": 2"),
            ("\"log(b)*square(a)\"", "\"lag(b)\""),
            ("10.0", "0.5"),
            ("}", ""),
        ] {
            assert!(text.contains(old), "{old}");
            let read = Equation::read("test", &text.replace(old, new));
            assert!(read.is_err(), "{old} -> {new}");
        }
    }

    #[test]
    fn terms_are_read_as_they_are_written() {
        for text in ["a", "log(a)", "root(a)*b", "square(x_1)*log(y)*z"] {
            let product: Product = text.parse().expect(text);
            assert_eq!(product.to_string(), text);
        }
        for text in ["", "*", "a*", "sin(a)", "log(a", "log a", "a b", "log()"] {
            assert!(text.parse::<Product>().is_err(), "{text}");
        }
    }

    #[test]
    fn targets_stay_within_their_bounds() {
        let bounds = [1.0, 10.0];
        for target in [1.0, 2.0, 5.5, 9.7, 10.0] {
            let sum = Link::Logit.to_sum(target, bounds);
            let back = Link::Logit.to_target(sum, bounds);
            assert!((back - target).abs() < 1e-9, "{target} {back}");
            let step = 1e-6 * (5.5 - target).signum();
            let near = Link::Logit.to_sum(target + step, bounds);
            let steep = Link::Logit.steepness(target, bounds);
            assert!(((near - sum) / step / steep - 1.0).abs() < 1e-4, "{target}");
        }
        for link in [Link::Identity, Link::Logit] {
            assert_eq!(link.to_target(-1e3, bounds), 1.0);
            assert_eq!(link.to_target(1e3, bounds), 10.0);
        }
    }
}
