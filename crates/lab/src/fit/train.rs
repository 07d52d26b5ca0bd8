//! One model from one set of levels: whatever a recipe leaves open is chosen
//! here, from these levels alone.

use super::Rows;
use super::basis::{Basis, values};
use super::folds::Folds;
use crate::equation::{Link, Product, Transform};
use crate::linear::{Fitted, Method, Unfit, lasso_limit, ridge_by_column};
use engine::Fault;

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
}

impl<'a> Trainee<'a> {
    fn new(rows: &'a Rows, recipe: &'a Recipe, link: Link) -> Self {
        let sum = |target: &f64| link.to_sum(*target, recipe.bounds);
        Trainee {
            rows,
            recipe,
            link,
            sums: rows.target.iter().map(sum).collect(),
        }
    }

    /// The model, and how far off it is expected to be on other levels.
    fn model(&self) -> Result<(f64, Model), Fault> {
        let (basis, words) = match (&self.recipe.inputs, self.recipe.way) {
            (Inputs::Select, Way::Ridge) => return self.best_family(),
            (Inputs::Select, Way::Lasso) => {
                let basis = Basis::of_terms(self.rows, &self.candidates())?;
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

    /// How far off a ridge regression would be on each level if that level
    /// had been left out (in closed form), as the mean of squares.
    fn left_out_error(&self, basis: &Basis, strengths: &[f64]) -> Result<(f64, Fitted), Unfit> {
        // A level that decides its own fit has a leverage near one, where the
        // formula says nothing any more.
        const MOST: f64 = 0.95;
        let sample = basis.sample(&self.sums, &self.rows.weights);
        let (fitted, leverages) = ridge_by_column(&sample, strengths)?;
        let left_out = leverages.iter().enumerate().map(|(level, leverage)| {
            let sum = fitted.sum(|column| basis.column(column)[level]);
            let own = self.sums[level];
            own - (own - sum) / (1.0 - leverage.min(MOST))
        });
        Ok((self.squared_error(left_out), fitted))
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
        let mut best: Option<(f64, f64, Fitted)> = None;
        for strength in STRENGTHS {
            let strengths = basis.strengths(strength, PRODUCT_STRENGTH);
            let fit = self.left_out_error(basis, &strengths);
            let (error, fitted) = fit.map_err(|why| self.fault(why, basis))?;
            if best.as_ref().is_none_or(|(least, ..)| error < *least) {
                best = Some((error, strength, fitted));
            }
        }
        let (error, strength, fitted) = best.expect("there are strengths");
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
            match method.fit(&basis.sample(&self.sums, &self.rows.weights)) {
                Ok(fitted) => {
                    let none = vec![0.0; basis.len()];
                    let error = self.left_out_error(&basis, &none);
                    let (error, _) = error.map_err(|why| self.fault(why, &basis))?;
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

    /// Everything that may be selected one by one.
    fn candidates(&self) -> Vec<Product> {
        let all = [Transform::Plain]
            .into_iter()
            .chain(Transform::NAMED.map(|(transform, _)| transform));
        let all: Vec<Transform> = all.collect();
        let single = |name: &String| -> Vec<Product> {
            let bent = |transform: &Transform| Product(vec![(*transform, name.clone())]);
            all.iter().map(bent).collect()
        };
        let measures = &self.rows.measures;
        let mut terms: Vec<Product> = measures.iter().flat_map(single).collect();
        for (index, first) in measures.iter().enumerate() {
            for second in &measures[index + 1..] {
                let factor = |name: &String| (Transform::Plain, name.clone());
                terms.push(Product(vec![factor(first), factor(second)]));
            }
        }
        terms
    }

    /// Terms added one by one, each time the one that leaves least error on
    /// levels left out, as long as that is worth it.
    fn forward(&self) -> Result<(Basis, String), Fault> {
        let all = self.candidates();
        let most = MOST_TERMS
            .min(self.rows.levels.len() / LEVELS_A_TERM)
            .max(1);
        let mut basis = Basis::of_terms(self.rows, &[])?;
        let mut least = self.squared_error_of_mean();
        while basis.len() < most {
            let mut best: Option<(f64, Basis)> = None;
            for term in &all {
                let longer = basis.with(term, values(self.rows, term)?);
                let none = vec![0.0; longer.len()];
                // One that depends on others gains nothing.
                let Ok((error, _)) = self.left_out_error(&longer, &none) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(least, _)| error < *least) {
                    best = Some((error, longer));
                }
            }
            match best {
                Some((error, longer)) if error < (1.0 - WORTH) * least => {
                    (basis, least) = (longer, error);
                }
                _ => break,
            }
        }
        let words = format!("{} terms selected", basis.len());
        Ok((basis, words))
    }

    fn squared_error_of_mean(&self) -> f64 {
        let none = Basis::of_terms(self.rows, &[]);
        let error = none.map(|basis| self.left_out_error(&basis, &[]));
        match error {
            Ok(Ok((error, _))) => error,
            _ => f64::MAX,
        }
    }

    /// The lasso with the strength that does best on folds of these levels.
    fn best_lasso(&self, basis: &Basis, words: &str) -> Result<(f64, Model), Fault> {
        const STEPS: i32 = 24;
        let sample = basis.sample(&self.sums, &self.rows.weights);
        let limit = lasso_limit(&sample);
        let levels = self.rows.levels.len();
        let split = self.recipe.folds.split(levels);
        let mut best: Option<(f64, f64)> = None;
        for step in 1..=STEPS {
            // Down to a thousandth of the strength that leaves nothing.
            let strength = limit * 10f64.powf(-3.0 * f64::from(step) / f64::from(STEPS));
            let mut sums = vec![0.0; levels];
            for fold in &split {
                let mut weights = self.rows.weights.clone();
                fold.iter().for_each(|&level| weights[level] = 0.0);
                let part = basis.sample(&self.sums, &weights);
                let fitted = Method::Lasso(strength).fit(&part);
                let fitted = fitted.map_err(|why| self.fault(why, basis))?;
                for &level in fold {
                    sums[level] = fitted.sum(|column| basis.column(column)[level]);
                }
            }
            let error = self.squared_error(sums.into_iter());
            if best.is_none_or(|(least, _)| error < least) {
                best = Some((error, strength));
            }
        }
        let (error, strength) = best.expect("there are strengths");
        let fitted = Method::Lasso(strength).fit(&sample);
        let fitted = fitted.map_err(|why| self.fault(why, basis))?;
        let choice = format!("lasso {words}, strength {strength:.4}");
        Ok((error, self.finish(basis, &fitted, choice)))
    }

    fn finish(&self, basis: &Basis, fitted: &Fitted, choice: String) -> Model {
        let (intercept, intercept_error, terms) = basis.expand(fitted);
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
