//! One model from one set of levels: whatever a recipe leaves open is chosen
//! here, from these levels alone.

use super::Rows;
use super::basis::{Basis, values};
use super::folds::Folds;
use crate::equation::{Link, Product, Transform};
use crate::linear::{Fitted, Method, Ridge, Sample, Unfit, lasso_limit, lasso_path};
use crate::statistics::sample::t_quantile;
use engine::Fault;
use nalgebra::DMatrix;

/// How a model is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// What may be weighed.
    pub inputs: Inputs,
    /// How weights are found.
    pub way: Way,
    /// From sums to the target; chosen where none is named.
    pub link: Option<Link>,
    /// The least and the largest value that the target can have.
    pub bounds: [f64; 2],
    /// How levels are split to find errors, and to choose.
    pub folds: Folds,
}

/// What may be weighed.
#[derive(Clone, Debug, PartialEq)]
pub enum Inputs {
    /// Every measure as it is.
    All,
    /// These terms.
    Terms(Vec<Product>),
    /// Whatever serves best: transforms, products, few terms or many.
    Select,
}

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Least squares.
    Squares,
    /// Ridge regression.
    Ridge,
    /// The lasso.
    Lasso,
    /// Least absolute deviations.
    Absolute,
}

/// A weighted sum of terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// From the sum to the target.
    pub link: Link,
    /// The bounds of the target.
    pub bounds: [f64; 2],
    /// The sum without terms, and its standard error.
    pub intercept: f64,
    /// The standard error of the intercept.
    pub intercept_error: Option<f64>,
    /// What is added up.
    pub terms: Vec<ModelTerm>,
    /// The degrees of freedom that its standard errors have.
    pub free: Option<f64>,
    /// What was chosen, in words.
    pub choice: String,
}

/// One summand of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelTerm {
    /// What is weighed.
    pub of: Product,
    /// Its weight.
    pub weight: f64,
    /// The standard error of the weight.
    pub error: Option<f64>,
}

impl Model {
    /// How many standard errors a weight may be off: the half widths of
    /// intervals of 95 %, each by itself and (Bonferroni) all at once, the
    /// intercept among them.
    pub fn reach(&self) -> Option<(f64, f64)> {
        let free = self.free.filter(|free| *free >= 1.0)?;
        let all = (self.terms.len() + 1) as f64;
        Some((
            t_quantile(0.975, free)?,
            t_quantile(1.0 - 0.025 / all, free)?,
        ))
    }

    /// The sum of a level.
    pub fn sum(&self, rows: &Rows, level: usize) -> Result<f64, Fault> {
        let mut sum = self.intercept;
        for term in &self.terms {
            let value = term.of.value(&|name| rows.value(name, level));
            let value = value.map_err(|missing| {
                let found = format!("no measure {missing}");
                Fault::new(&rows.levels[level], found, "all measures of the equation")
            })?;
            sum += term.weight * value;
        }
        Ok(sum)
    }
}

/// The strengths of ridge regression that are tried, and that of products.
const STRENGTHS: [f64; 6] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];
const PRODUCT_STRENGTH: f64 = 0.3;
/// What is tried where ridge regression may select.
const FAMILIES: [(Transform, bool, &str); 4] = [
    (Transform::Plain, false, "plain"),
    (Transform::Log, false, "log"),
    (Transform::Plain, true, "plain with products"),
    (Transform::Log, true, "log with products"),
];
/// A term more has to take away this share of the squared error, and there
/// are so many terms at most, and a term for so many levels.
const WORTH: f64 = 0.02;
const MOST_TERMS: usize = 12;
const LEVELS_A_TERM: usize = 6;

/// Makes a model from these levels.
pub fn train(rows: &Rows, recipe: &Recipe) -> Result<Model, Fault> {
    let links = match recipe.link {
        Some(link) => vec![link],
        None => vec![Link::Identity, Link::Logit],
    };
    let mut best: Option<(f64, Model)> = None;
    for link in links {
        let trainee = Trainee::new(rows, recipe, link);
        let (error, model) = trainee.model()?;
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            best = Some((error, model));
        }
    }
    Ok(best.expect("there is a link at least").1)
}

/// What is being fitted: the target as sums under one link.
struct Trainee<'a> {
    rows: &'a Rows,
    recipe: &'a Recipe,
    link: Link,
    sums: Vec<f64>,
    /// The covariance of what is not known of the sums.
    doubt: Option<DMatrix<f64>>,
}

impl<'a> Trainee<'a> {
    fn new(rows: &'a Rows, recipe: &'a Recipe, link: Link) -> Self {
        let sum = |target: &f64| link.to_sum(*target, recipe.bounds);
        Trainee {
            rows,
            recipe,
            link,
            sums: rows.target.iter().map(sum).collect(),
            doubt: rows.doubt.as_ref().map(|doubt| {
                let steep = |i: usize| link.steepness(rows.target[i], recipe.bounds);
                DMatrix::from_fn(doubt.nrows(), doubt.ncols(), |i, j| {
                    steep(i) * steep(j) * doubt[(i, j)]
                })
            }),
        }
    }

    /// What a fit of these columns needs.
    fn sample<'b>(&'b self, basis: &'b Basis) -> Sample<'b> {
        Sample {
            doubt: self.doubt.as_ref(),
            ..basis.sample(&self.sums, &self.rows.weights)
        }
    }

    /// The model, and how far off it is expected to be on other levels.
    fn model(&self) -> Result<(f64, Model), Fault> {
        let (basis, words) = match (&self.recipe.inputs, self.recipe.way) {
            (Inputs::Select, Way::Ridge) => return self.best_family(),
            (Inputs::Select, Way::Lasso) => {
                let mut terms = self.singles();
                for (index, name) in self.rows.measures.iter().enumerate() {
                    terms.extend(self.products(name).into_iter().skip(index));
                }
                let basis = Basis::of_terms(self.rows, &terms)?;
                (basis, "of all".to_string())
            }
            (Inputs::Select, _) => self.forward()?,
            (Inputs::All, _) => {
                let basis = Basis::family(self.rows, Transform::Plain, false)?;
                (basis, String::new())
            }
            (Inputs::Terms(terms), _) => (Basis::of_terms(self.rows, terms)?, String::new()),
        };
        match self.recipe.way {
            Way::Ridge => self.best_strength(&basis, "ridge"),
            Way::Lasso => self.best_lasso(&basis, &words),
            Way::Squares => self.plain(basis, Method::Squares, words),
            Way::Absolute => self.plain(basis, Method::Absolute(0.0), words),
        }
    }

    /// The mean of squares that predictions are off the target.
    fn squared_error(&self, sums: impl Iterator<Item = f64>) -> f64 {
        let target = |sum: f64| match self.link {
            Link::Identity => sum,
            Link::Logit => self.link.to_target(sum, self.recipe.bounds),
        };
        let rows = self.rows.target.iter().zip(&self.rows.weights);
        let (mut whole, mut squares) = (0.0, 0.0);
        for (sum, (y, w)) in sums.zip(rows) {
            whole += w;
            squares += w * (target(sum) - y).powi(2);
        }
        squares / whole
    }

    /// How far off least squares would be on each level if that level had
    /// been left out, as the mean of squares.
    fn left_out_error(&self, basis: &Basis) -> Result<f64, Unfit> {
        let ridge = Ridge::of(&basis.sample(&self.sums, &self.rows.weights));
        let left_out = ridge.left_out(&vec![0.0; basis.len()])?;
        Ok(self.squared_error(left_out.into_iter()))
    }

    /// The best family and strength of ridge regressions.
    fn best_family(&self) -> Result<(f64, Model), Fault> {
        let mut best: Option<(f64, Model)> = None;
        for (transform, products, name) in FAMILIES {
            let basis = Basis::family(self.rows, transform, products)?;
            let (error, model) = self.best_strength(&basis, name)?;
            if best.as_ref().is_none_or(|(least, _)| error < *least) {
                best = Some((error, model));
            }
        }
        Ok(best.expect("there are families"))
    }

    /// The best strength of ridge regressions on these columns.
    fn best_strength(&self, basis: &Basis, name: &str) -> Result<(f64, Model), Fault> {
        let ridge = Ridge::of(&self.sample(basis));
        let fault = |why: Unfit| self.fault(why, basis);
        let strengths = |strength: f64| basis.strengths(strength, PRODUCT_STRENGTH);
        let mut best: Option<(f64, f64)> = None;
        for strength in STRENGTHS {
            let left_out = ridge.left_out(&strengths(strength)).map_err(fault)?;
            let error = self.squared_error(left_out.into_iter());
            if best.is_none_or(|(least, _)| error < least) {
                best = Some((error, strength));
            }
        }
        let (error, strength) = best.expect("there are strengths");
        let fitted = ridge.fit(&strengths(strength)).map_err(fault)?;
        let choice = format!("{name}, strength {strength}");
        Ok((error, self.finish(basis, &fitted, choice)))
    }

    /// A fit without a penalty. Where all measures or selected terms are
    /// taken, one that depends on others is left out; a term that was named is
    /// a fault.
    fn plain(
        &self,
        mut basis: Basis,
        method: Method,
        mut words: String,
    ) -> Result<(f64, Model), Fault> {
        loop {
            match method.fit(&self.sample(&basis)) {
                Ok(fitted) => {
                    let error = self.left_out_error(&basis);
                    let error = error.map_err(|why| self.fault(why, &basis))?;
                    return Ok((error, self.finish(&basis, &fitted, words)));
                }
                Err(Unfit::Dependent(column))
                    if !matches!(self.recipe.inputs, Inputs::Terms(_)) =>
                {
                    let (fewer, name) = basis.without(column);
                    basis = fewer;
                    words = format!("{words} without {name}").trim().to_string();
                }
                Err(why) => return Err(self.fault(why, &basis)),
            }
        }
    }

    /// Every measure under every transform.
    fn singles(&self) -> Vec<Product> {
        let named = Transform::NAMED.map(|(transform, _)| transform);
        let all = [Transform::Plain].into_iter().chain(named);
        let all: Vec<Transform> = all.collect();
        let bent = |name: &String| -> Vec<Product> {
            let term = |transform: &Transform| Product(vec![(*transform, name.clone())]);
            all.iter().map(term).collect()
        };
        self.rows.measures.iter().flat_map(bent).collect()
    }

    /// The products of one measure with each of the others.
    fn products(&self, name: &str) -> Vec<Product> {
        let others = self.rows.measures.iter().filter(|other| *other != name);
        let factor = |name: &str| (Transform::Plain, name.to_string());
        let pair = |other: &String| Product(vec![factor(name), factor(other)]);
        others.map(pair).collect()
    }

    /// Terms added one by one, each time the one that leaves least error on
    /// levels left out, as long as that is worth it. Products are tried of
    /// measures that have a term already.
    fn forward(&self) -> Result<(Basis, String), Fault> {
        let with_values = |term: Product| Ok((values(self.rows, &term)?, term));
        let mut candidates: Vec<(Vec<f64>, Product)> = self
            .singles()
            .into_iter()
            .map(with_values)
            .collect::<Result<_, Fault>>()?;
        let most = MOST_TERMS.min(self.rows.levels.len() / LEVELS_A_TERM);
        let mut basis = Basis::of_terms(self.rows, &[])?;
        let mut least = self.left_out_error(&basis).unwrap_or(f64::MAX);
        let mut known: Vec<String> = Vec::new();
        while basis.len() < most.max(1) {
            let mut best: Option<(f64, usize)> = None;
            for (index, (values, term)) in candidates.iter().enumerate() {
                let longer = basis.with(term, values.clone());
                // One that cannot be fitted gains nothing.
                let error = self.left_out_error(&longer).unwrap_or(f64::MAX);
                if best.is_none_or(|(least, _)| error < least) {
                    best = Some((error, index));
                }
            }
            let Some((error, index)) = best.filter(|(error, _)| *error < (1.0 - WORTH) * least)
            else {
                break;
            };
            let (values, term) = candidates.swap_remove(index);
            for name in term.measures().filter(|_| term.0.len() == 1) {
                if !known.iter().any(|other| other == name) {
                    let products = self.products(name).into_iter();
                    let new =
                        products.filter(|p| !p.measures().any(|m| known.iter().any(|k| k == m)));
                    candidates.extend(new.map(with_values).collect::<Result<Vec<_>, Fault>>()?);
                    known.push(name.to_string());
                }
            }
            (basis, least) = (basis.with(&term, values), error);
        }
        let words = format!("{} terms selected", basis.len());
        Ok((basis, words))
    }

    /// The lasso with the strength that does best on folds of these levels.
    fn best_lasso(&self, basis: &Basis, words: &str) -> Result<(f64, Model), Fault> {
        const STEPS: i32 = 24;
        let sample = basis.sample(&self.sums, &self.rows.weights);
        let limit = lasso_limit(&sample);
        let levels = self.rows.levels.len();
        let split = self.recipe.folds.split(levels);
        // Down to a thousandth of the strength that leaves nothing.
        let step = |step: i32| 10f64.powf(-3.0 * f64::from(step) / f64::from(STEPS));
        let strengths: Vec<f64> = (1..=STEPS).map(|index| limit * step(index)).collect();
        let mut sums = vec![vec![0.0; levels]; strengths.len()];
        for fold in &split {
            let mut weights = self.rows.weights.clone();
            fold.iter().for_each(|&level| weights[level] = 0.0);
            let path = lasso_path(&basis.sample(&self.sums, &weights), &strengths);
            for (fitted, sums) in path.iter().zip(&mut sums) {
                for &level in fold {
                    sums[level] = fitted.sum(|column| basis.column(column)[level]);
                }
            }
        }
        let mut best = (f64::MAX, limit);
        for (strength, sums) in strengths.iter().zip(sums) {
            let error = self.squared_error(sums.into_iter());
            if error < best.0 {
                best = (error, *strength);
            }
        }
        let (error, strength) = best;
        let fitted = Method::Lasso(strength).fit(&sample);
        let fitted = fitted.map_err(|why| self.fault(why, basis))?;
        let choice = format!("lasso {words}, strength {strength:.4}");
        Ok((error, self.finish(basis, &fitted, choice)))
    }

    fn finish(&self, basis: &Basis, fitted: &Fitted, choice: String) -> Model {
        let (intercept, intercept_error, terms) = basis.expand(fitted);
        let free = fitted.covariance.is_some().then_some(fitted.free);
        let choice = match (self.recipe.link, self.link) {
            (None, Link::Logit) => format!("{choice}, logit")
                .trim_matches([',', ' '])
                .to_string(),
            _ => choice,
        };
        Model {
            link: self.link,
            bounds: self.recipe.bounds,
            intercept,
            intercept_error,
            terms,
            free,
            choice,
        }
    }

    fn fault(&self, why: Unfit, basis: &Basis) -> Fault {
        let levels = self.rows.levels.len();
        match why {
            Unfit::Dependent(column) => {
                let (_, name) = basis.clone().without(column);
                let found = "no more than the terms before it say, or always the same";
                Fault::new(format!("term {name}"), found, "something new in every fold")
                    .hint("leave it out, or take --method ridge")
            }
            Unfit::TooFewRows => {
                let found = format!("{levels} levels to find {} weights", basis.len() + 1);
                Fault::new("the levels", found, "more levels than weights")
                    .hint("name fewer --terms, or take --method ridge")
            }
            Unfit::NotFinite => {
                let found = "numbers too large to fit";
                Fault::new("the levels", found, "measures and targets of a usual size")
            }
        }
    }
}
