//! Fits of a weighted sum to a target: least squares, ridge, lasso and least
//! absolute deviations. Every row has a weight; the intercept is always free.
//! Columns are standardised inside, so that penalties treat all alike and
//! large numbers lose no digits; weights come back in the columns' own units.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// What is fitted. All columns, the target and the weights have one number a
/// row; weights are not negative.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// What is weighed, a column each.
    pub columns: &'a [Vec<f64>],
    /// What the sum should be.
    pub target: &'a [f64],
    /// How much a row counts.
    pub weights: &'a [f64],
    /// The covariance of what is not known of the target, where something
    /// other than the weights tells it. What rows differ by beyond that is
    /// found from what is left over, and the standard errors follow from both.
    pub doubt: Option<&'a DMatrix<f64>>,
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Least squares.
    Squares,
    /// Least squares and a penalty on squared standardised weights.
    Ridge(f64),
    /// Least squares and a penalty on absolute standardised weights.
    Lasso(f64),
    /// Least absolute deviations, with a ridge penalty.
    Absolute(f64),
}

/// A weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// What is added to the sum.
    pub intercept: f64,
    /// A weight for each column.
    pub weights: Vec<f64>,
    /// The covariance of the intercept, which comes first, and the weights,
    /// where the method has it.
    pub covariance: Option<DMatrix<f64>>,
    /// The standard deviation of what is left over, at a weight of one where
    /// weights have a mean of one.
    pub spread: f64,
    /// The degrees of freedom that are left.
    pub free: f64,
}

impl Fitted {
    /// The sum of one row.
    pub fn sum(&self, value: impl Fn(usize) -> f64) -> f64 {
        let terms = self.weights.iter().enumerate();
        terms.fold(self.intercept, |sum, (column, weight)| {
            sum + weight * value(column)
        })
    }

    /// The standard error of the intercept.
    pub fn intercept_error(&self) -> Option<f64> {
        self.covariance.as_ref().map(|c| c[(0, 0)].max(0.0).sqrt())
    }

    /// The standard error of a weight.
    pub fn weight_error(&self, column: usize) -> Option<f64> {
        let at = (column + 1, column + 1);
        self.covariance.as_ref().map(|c| c[at].max(0.0).sqrt())
    }
}

/// Why there is no fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// This column says nothing that those before it do not say.
    Dependent(usize),
    /// There are no more rows with a weight than weights to find.
    TooFewRows,
    /// A number is not finite, or the search did not end.
    NotFinite,
}

impl Method {
    /// Fits a sum.
    pub fn fit(self, sample: &Sample) -> Result<Fitted, Unfit> {
        let rows = sample.weights.iter().filter(|w| **w > 0.0).count();
        let needs_all = matches!(self, Method::Squares | Method::Absolute(0.0));
        if rows < 2 || needs_all && rows <= sample.columns.len() + 1 {
            return Err(Unfit::TooFewRows);
        }
        let fitted = match self {
            Method::Squares => least_squares(sample),
            Method::Ridge(strength) => ridge(sample, strength),
            Method::Lasso(strength) => lasso(sample, strength),
            Method::Absolute(strength) => absolute(sample, strength),
        }?;
        let finite = fitted.weights.iter().all(|weight| weight.is_finite());
        match finite && fitted.intercept.is_finite() {
            true => Ok(fitted),
            false => Err(Unfit::NotFinite),
        }
    }
}

/// Columns with a mean of zero and a spread of one.
struct Standard {
    /// A column for each that changes, zero for each that does not.
    z: DMatrix<f64>,
    /// The target less its mean.
    y: DVector<f64>,
    /// Weights with a mean of one among rows that have any.
    w: DVector<f64>,
    centres: Vec<f64>,
    scales: Vec<f64>,
    mean: f64,
    /// Rows that have a weight.
    rows: f64,
    /// The covariance of what is not known of the target.
    doubt: Option<DMatrix<f64>>,
}

impl Standard {
    fn of(sample: &Sample) -> Standard {
        let whole: f64 = sample.weights.iter().sum();
        let rows = sample.weights.iter().filter(|w| **w > 0.0).count() as f64;
        let w = DVector::from_iterator(
            sample.weights.len(),
            sample.weights.iter().map(|w| w * rows / whole),
        );
        let mean_of = |column: &[f64]| {
            let sum: f64 = column.iter().zip(w.iter()).map(|(x, w)| x * w).sum();
            sum / rows
        };
        let mean = mean_of(sample.target);
        let y = DVector::from_iterator(w.len(), sample.target.iter().map(|y| y - mean));
        let mut z = DMatrix::zeros(w.len(), sample.columns.len());
        let (mut centres, mut scales) = (Vec::new(), Vec::new());
        for (index, column) in sample.columns.iter().enumerate() {
            let centre = mean_of(column);
            let squares: Vec<f64> = column.iter().map(|x| (x - centre).powi(2)).collect();
            let scale = mean_of(&squares).sqrt();
            // What rounding leaves of equal numbers is no spread.
            let scale = match scale > 1e-12 * (1.0 + centre.abs()) {
                true => scale,
                false => 0.0,
            };
            if scale > 0.0 {
                let values = column.iter().map(|x| (x - centre) / scale);
                z.set_column(index, &DVector::from_iterator(w.len(), values));
            }
            centres.push(centre);
            scales.push(scale);
        }
        Standard {
            z,
            y,
            w,
            centres,
            scales,
            mean,
            rows,
            doubt: sample.doubt.cloned(),
        }
    }

    /// The means of products of columns, and of columns with the target.
    fn moments(&self) -> (DMatrix<f64>, DVector<f64>) {
        let mut weighted = self.z.clone();
        for (mut row, w) in weighted.row_iter_mut().zip(self.w.iter()) {
            row *= *w;
        }
        let (gram, with_y) = (
            weighted.tr_mul(&self.z) / self.rows,
            weighted.tr_mul(&self.y) / self.rows,
        );
        (gram, with_y)
    }

    /// Weights in units of the columns, from standardised ones. `inverse` is
    /// what turns the sums of products of columns and target into
    /// standardised weights, `free` the degrees of freedom that are left.
    fn finish(&self, beta: &DVector<f64>, inverse: Option<&DMatrix<f64>>, free: f64) -> Fitted {
        let left = &self.y - &self.z * beta;
        let squares: f64 = left.iter().zip(self.w.iter()).map(|(r, w)| w * r * r).sum();
        let variance = squares / free.max(1.0);
        let weight = |(index, value): (usize, &f64)| match self.scales[index] {
            0.0 => 0.0,
            scale => value / scale,
        };
        let weights: Vec<f64> = beta.iter().enumerate().map(weight).collect();
        let shift: f64 = weights.iter().zip(&self.centres).map(|(b, c)| b * c).sum();
        let covariance = inverse.map(|inverse| {
            let map = self.map(inverse);
            match &self.doubt {
                None => self.spread_map(&map) * variance,
                Some(doubt) => {
                    let beyond = self.beyond(&map, doubt, squares);
                    &map * doubt * map.transpose() + &map * map.transpose() * beyond
                }
            }
        });
        Fitted {
            intercept: self.mean - shift,
            weights,
            covariance,
            spread: variance.sqrt(),
            free,
        }
    }

    /// What makes intercept and weights, in units of the columns, of the
    /// target: a row for each of them.
    fn map(&self, inverse: &DMatrix<f64>) -> DMatrix<f64> {
        let mut across = self.z.transpose();
        for (mut column, w) in across.column_iter_mut().zip(self.w.iter()) {
            column *= *w;
        }
        let standard = inverse * across;
        // Weights are standardised ones over the scale; the intercept is the
        // mean less what the weights make of the centres.
        let mut map = DMatrix::zeros(self.scales.len() + 1, self.w.len());
        map.row_mut(0).copy_from(&(self.w.transpose() / self.rows));
        for (index, scale) in self.scales.iter().enumerate().filter(|(_, s)| **s > 0.0) {
            let weight = standard.row(index) / *scale;
            let intercept = map.row(0) - &weight * self.centres[index];
            map.row_mut(0).copy_from(&intercept);
            map.row_mut(index + 1).copy_from(&weight);
        }
        map
    }

    /// The covariance of what a map makes of targets that have a variance of
    /// one over their weight, each by itself.
    fn spread_map(&self, map: &DMatrix<f64>) -> DMatrix<f64> {
        let mut shared = map.clone();
        for (mut column, w) in shared.column_iter_mut().zip(self.w.iter()) {
            match *w > 0.0 {
                true => column /= *w,
                false => column.fill(0.0),
            }
        }
        shared * map.transpose()
    }

    /// The variance of what rows have of their own beyond the doubt: what is
    /// left over should have this sum of squares (DerSimonian and Laird, 1986,
    /// for a covariance and any linear fit).
    fn beyond(&self, map: &DMatrix<f64>, doubt: &DMatrix<f64>, squares: f64) -> f64 {
        let rows = self.w.len();
        let mut columns = DMatrix::from_element(rows, map.nrows(), 1.0);
        for (index, centre) in self.centres.iter().enumerate() {
            let values = self.z.column(index) * self.scales[index];
            columns.set_column(index + 1, &values.add_scalar(*centre));
        }
        let left = DMatrix::identity(rows, rows) - columns * map;
        let expected = |spread: DMatrix<f64>| -> f64 {
            let squares = left.component_mul(&spread);
            let sums = squares.row_iter().map(|row| row.sum());
            sums.zip(self.w.iter()).map(|(sum, w)| sum * w).sum()
        };
        let of_doubt = expected(&left * doubt);
        let of_rows = expected(left.clone());
        match of_rows > 0.0 {
            true => ((squares - of_doubt) / of_rows).max(0.0),
            false => 0.0,
        }
    }
}

/// Least squares by Householder's QR.
fn least_squares(sample: &Sample) -> Result<Fitted, Unfit> {
    /// A column of which less than this share is new is a sum of others.
    const NEW: f64 = 1e-7;
    let standard = Standard::of(sample);
    let count = sample.columns.len();
    let (mut z, mut y) = (standard.z.clone(), standard.y.clone());
    for (row, w) in standard.w.iter().enumerate() {
        z.row_mut(row).scale_mut(w.sqrt());
        y[row] *= w.sqrt();
    }
    let qr = z.qr();
    let r = qr.r();
    let whole = standard.rows.sqrt();
    if let Some(column) = (0..count).find(|&i| r[(i, i)].abs() < NEW * whole) {
        return Err(Unfit::Dependent(column));
    }
    qr.q_tr_mul(&mut y);
    let beta = r.solve_upper_triangular(&y.rows(0, count).into_owned());
    let inverse = r.solve_upper_triangular(&DMatrix::identity(count, count));
    let (beta, inverse) = beta.zip(inverse).ok_or(Unfit::NotFinite)?;
    let inverse = &inverse * inverse.transpose();
    let free = standard.rows - count as f64 - 1.0;
    Ok(standard.finish(&beta, Some(&inverse), free))
}

/// Ridge regression (Hoerl and Kennard, 1970).
fn ridge(sample: &Sample, strength: f64) -> Result<Fitted, Unfit> {
    Ridge::of(sample).fit(&vec![strength; sample.columns.len()])
}

/// Ridge regressions on one sample, to be tried with several strengths. Each
/// column may have a strength of its own.
pub struct Ridge {
    standard: Standard,
    gram: DMatrix<f64>,
    with_y: DVector<f64>,
}

impl Ridge {
    /// Prepares regressions on a sample.
    pub fn of(sample: &Sample) -> Ridge {
        let standard = Standard::of(sample);
        let (gram, with_y) = standard.moments();
        Ridge {
            standard,
            gram,
            with_y,
        }
    }

    fn factor(&self, strengths: &[f64]) -> Result<Cholesky<f64, Dyn>, Unfit> {
        // A little is always added, so that columns that depend on each other
        // share their weight.
        let mut penalized = self.gram.clone();
        for (index, strength) in strengths.iter().enumerate() {
            penalized[(index, index)] += strength.max(1e-9);
        }
        penalized.cholesky().ok_or(Unfit::NotFinite)
    }

    /// The weights. Standard errors are those of the shrunken weights about
    /// what they estimate, not about the truth.
    pub fn fit(&self, strengths: &[f64]) -> Result<Fitted, Unfit> {
        let factor = self.factor(strengths)?;
        let shrunk = factor.solve(&self.gram);
        let free = self.standard.rows - 1.0 - shrunk.trace();
        let beta = factor.solve(&self.with_y);
        let inverse = factor.inverse() / self.standard.rows;
        Ok(self.standard.finish(&beta, Some(&inverse), free))
    }

    /// What each row's sum would be if that row had been left out: the
    /// residual over one less the row's leverage is what it would be off.
    pub fn left_out(&self, strengths: &[f64]) -> Result<Vec<f64>, Unfit> {
        // A row that decides its own fit has a leverage near one, where the
        // formula says nothing any more.
        const MOST: f64 = 0.95;
        let factor = self.factor(strengths)?;
        let Standard { z, y, w, mean, .. } = &self.standard;
        let sums = z * factor.solve(&self.with_y);
        let across = factor.solve(&z.transpose());
        let left_out = |row: usize| {
            let own = z.row(row).transpose().dot(&across.column(row));
            let leverage = w[row] / self.standard.rows * (1.0 + own);
            mean + y[row] - (y[row] - sums[row]) / (1.0 - leverage.min(MOST))
        };
        Ok((0..y.len()).map(left_out).collect())
    }
}

/// The lasso (Tibshirani, 1996).
fn lasso(sample: &Sample, strength: f64) -> Result<Fitted, Unfit> {
    let path = lasso_path(sample, &[strength]);
    path.into_iter().next().ok_or(Unfit::NotFinite)
}

/// The lasso at several strengths, by coordinate descent (Friedman, Hastie and
/// Tibshirani, 2010): each starts where the one before ended, so strengths
/// should fall.
pub fn lasso_path(sample: &Sample, strengths: &[f64]) -> Vec<Fitted> {
    const SWEEPS: usize = 2000;
    let standard = Standard::of(sample);
    let (gram, with_y) = standard.moments();
    let mut beta: DVector<f64> = DVector::zeros(gram.nrows());
    let enough = 1e-8 * (1e-12 + with_y.amax());
    // The target's part that each column still goes with.
    let mut left = with_y;
    let mut descend = |strength: f64| {
        for _ in 0..SWEEPS {
            let mut most = 0.0_f64;
            for i in (0..gram.nrows()).filter(|&i| gram[(i, i)] > 0.0) {
                let alone = left[i] + gram[(i, i)] * beta[i];
                let kept = (alone.abs() - strength).max(0.0).copysign(alone);
                let change = kept / gram[(i, i)] - beta[i];
                if change != 0.0 {
                    beta[i] += change;
                    left.axpy(-change, &gram.column(i), 1.0);
                    most = most.max(change.abs());
                }
            }
            if most < enough {
                break;
            }
        }
        let used = beta.iter().filter(|b| **b != 0.0).count() as f64;
        standard.finish(&beta, None, standard.rows - 1.0 - used)
    };
    strengths
        .iter()
        .map(|strength| descend(*strength))
        .collect()
}

/// The least strength at which the lasso leaves out every column.
pub fn lasso_limit(sample: &Sample) -> f64 {
    Standard::of(sample).moments().1.amax()
}

/// Least absolute deviations by reweighted least squares (Schlossmacher,
/// 1973): rows count less the farther they are off.
fn absolute(sample: &Sample, strength: f64) -> Result<Fitted, Unfit> {
    const ROUNDS: usize = 200;
    let solve = |sample: &Sample| match strength {
        0.0 => least_squares(sample),
        strength => ridge(sample, strength),
    };
    let mut fitted = solve(sample)?;
    let rows = sample.target.len();
    let value = |row: usize| move |column: usize| sample.columns[column][row];
    let left = |fitted: &Fitted| -> Vec<f64> {
        let sums = (0..rows).map(|row| fitted.sum(value(row)));
        sums.zip(sample.target)
            .map(|(s, y)| (y - s).abs())
            .collect()
    };
    let total = |left: &[f64]| -> f64 { left.iter().zip(sample.weights).map(|(r, w)| r * w).sum() };
    let mut off = left(&fitted);
    // Residuals below this count as if they were this large. It shrinks, as
    // a small one from the start would stop the search where it began.
    let mut least = 0.1 * fitted.spread.max(1e-12);
    let end = 1e-7 * fitted.spread.max(1e-12);
    for _ in 0..ROUNDS {
        let weights: Vec<f64> = off
            .iter()
            .zip(sample.weights)
            .map(|(r, w)| w / r.max(least))
            .collect();
        let next = solve(&Sample {
            weights: &weights,
            ..*sample
        })?;
        let next_off = left(&next);
        let gain = total(&off) - total(&next_off);
        (fitted, off) = (next, next_off);
        if gain < 1e-9 * total(&off) {
            if least <= end {
                break;
            }
            least = (least / 4.0).max(end);
        }
    }
    Ok(Fitted {
        covariance: None,
        ..fitted
    })
}

#[cfg(test)]
mod tests;
