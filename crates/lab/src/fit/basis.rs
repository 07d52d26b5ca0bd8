//! What is weighed in a fit, and how it is written as the terms of an
//! equation. Products are fitted as products of standardised inputs, so that
//! a penalty on them means the same whatever the units; written out, such a
//! product is a plain product, a part of each of its two factors, and a part of
//! the intercept.

use super::Rows;
use super::train::ModelTerm;
use crate::equation::{Product, Transform};
use crate::linear::{Fitted, Sample};
use crate::statistics::sample::weighted_mean;
use engine::Fault;
use engine::notation::quoted;
use nalgebra::{DMatrix, DVector};

/// A transformed measure with the mean and the spread that it has in the
/// training part.
#[derive(Clone, Debug, PartialEq)]
struct Factor {
    of: (Transform, String),
    centre: f64,
    scale: f64,
}

/// One thing that is weighed.
#[derive(Clone, Debug, PartialEq)]
enum Column {
    /// A term as it is.
    Term(Product),
    /// The product of two standardised factors.
    Cross(Factor, Factor),
}

/// All that is weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    columns: Vec<Column>,
    /// The values in the training part.
    values: Vec<Vec<f64>>,
}

impl Basis {
    /// These terms.
    pub fn of_terms(rows: &Rows, terms: &[Product]) -> Result<Basis, Fault> {
        let values = terms.iter().map(|term| values(rows, term));
        Ok(Basis {
            values: values.collect::<Result<_, _>>()?,
            columns: terms.iter().cloned().map(Column::Term).collect(),
        })
    }

    /// Every measure under one transform, and the products of all pairs of
    /// them where that is asked for.
    pub fn family(rows: &Rows, transform: Transform, products: bool) -> Result<Basis, Fault> {
        let single = |name: &String| Product(vec![(transform, name.clone())]);
        let terms: Vec<Product> = rows.measures.iter().map(single).collect();
        let mut basis = Basis::of_terms(rows, &terms)?;
        if products {
            let factors = terms.iter().zip(basis.values.clone());
            let factors: Vec<Factor> = factors
                .map(|(term, values)| Factor::of(rows, term.0[0].clone(), &values))
                .collect();
            for (index, first) in factors.iter().enumerate() {
                for second in &factors[index + 1..] {
                    let cross = Column::Cross(first.clone(), second.clone());
                    let levels = 0..rows.levels.len();
                    basis
                        .values
                        .push(levels.map(|l| cross.value(rows, l)).collect());
                    basis.columns.push(cross);
                }
            }
        }
        Ok(basis)
    }

    /// What a fit needs, with the target as sums.
    pub fn sample<'a>(&'a self, target: &'a [f64], weights: &'a [f64]) -> Sample<'a> {
        Sample {
            columns: &self.values,
            target,
            weights,
            doubt: None,
        }
    }

    /// How many things are weighed.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether nothing is weighed.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The values of one of them in the training part.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column]
    }

    /// A number for each of them: the first for terms, the other for products.
    pub fn strengths(&self, terms: f64, products: f64) -> Vec<f64> {
        let strength = |column: &Column| match column {
            Column::Term(_) => terms,
            Column::Cross(..) => products,
        };
        self.columns.iter().map(strength).collect()
    }

    /// The same without one of them, and how that one is written.
    pub fn without(mut self, column: usize) -> (Basis, String) {
        self.values.remove(column);
        let name = match self.columns.remove(column) {
            Column::Term(term) => term.to_string(),
            Column::Cross(first, second) => first.with(&second).to_string(),
        };
        (self, name)
    }

    /// The same with one thing more.
    pub fn with(&self, term: &Product, values: Vec<f64>) -> Basis {
        let mut more = self.clone();
        more.columns.push(Column::Term(term.clone()));
        more.values.push(values);
        more
    }

    /// Intercept and terms, each with its standard error, of a fit. Terms that
    /// have no weight are left out.
    pub fn expand(&self, fitted: &Fitted) -> (f64, Option<f64>, Vec<ModelTerm>) {
        let mut terms: Vec<Product> = Vec::new();
        let mut entries = vec![(0, 0, 1.0)];
        let mut place = |term: Product| match terms.iter().position(|known| *known == term) {
            Some(index) => index + 1,
            None => {
                terms.push(term);
                terms.len()
            }
        };
        for (index, column) in self.columns.iter().enumerate() {
            let from = index + 1;
            match column {
                Column::Term(term) => entries.push((place(term.clone()), from, 1.0)),
                Column::Cross(a, b) => {
                    let whole = 1.0 / (a.scale * b.scale);
                    entries.push((place(a.with(b)), from, whole));
                    entries.push((place(a.alone()), from, -b.centre * whole));
                    entries.push((place(b.alone()), from, -a.centre * whole));
                    entries.push((0, from, a.centre * b.centre * whole));
                }
            }
        }
        let mut map = DMatrix::zeros(terms.len() + 1, self.columns.len() + 1);
        for (to, from, share) in entries {
            map[(to, from)] += share;
        }
        let fitted_weights = [fitted.intercept].into_iter().chain(fitted.weights.clone());
        let weights = &map * DVector::from_iterator(self.columns.len() + 1, fitted_weights);
        let spread = fitted
            .covariance
            .as_ref()
            .map(|c| &map * c * map.transpose());
        let error = |index: usize| spread.as_ref().map(|s| s[(index, index)].max(0.0).sqrt());
        let term = |(index, of): (usize, Product)| ModelTerm {
            of,
            weight: weights[index + 1],
            error: error(index + 1),
        };
        let terms = terms.into_iter().enumerate().map(term);
        let weighed = terms.filter(|term| term.weight != 0.0);
        (weights[0], error(0), weighed.collect())
    }
}

impl Factor {
    fn of(rows: &Rows, of: (Transform, String), values: &[f64]) -> Factor {
        let centre = weighted_mean(values, &rows.weights).unwrap_or_default();
        let squares: Vec<f64> = values.iter().map(|x| (x - centre).powi(2)).collect();
        let spread = weighted_mean(&squares, &rows.weights).unwrap_or_default();
        let scale = match spread.sqrt() {
            // What never changes has no spread to be measured by.
            scale if scale < 1e-12 => 1.0,
            scale => scale,
        };
        Factor { of, centre, scale }
    }

    fn value(&self, rows: &Rows, level: usize) -> f64 {
        let (transform, name) = &self.of;
        let value = rows.value(name, level).unwrap_or_default();
        (transform.of(value) - self.centre) / self.scale
    }

    fn alone(&self) -> Product {
        Product(vec![self.of.clone()])
    }

    fn with(&self, other: &Factor) -> Product {
        Product(vec![self.of.clone(), other.of.clone()])
    }
}

impl Column {
    fn value(&self, rows: &Rows, level: usize) -> f64 {
        match self {
            Column::Term(term) => term
                .value(&|name| rows.value(name, level))
                .unwrap_or_default(),
            Column::Cross(a, b) => a.value(rows, level) * b.value(rows, level),
        }
    }
}

/// The values of a term; refuses one of a measure that is not there.
pub fn values(rows: &Rows, term: &Product) -> Result<Vec<f64>, Fault> {
    let value = |level: usize| {
        let known = term.value(&|name| rows.value(name, level));
        known.map_err(|missing| {
            let expected = match rows.measures.is_empty() {
                true => "measures".to_string(),
                false => format!("one of {}", rows.measures.join(", ")),
            };
            Fault::new(
                format!("term {}", quoted(&term.to_string())),
                quoted(missing),
                expected,
            )
        })
    };
    (0..rows.levels.len()).map(value).collect()
}
