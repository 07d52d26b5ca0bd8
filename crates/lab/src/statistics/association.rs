//! How two measures of the same things go together: correlations, and the
//! line of least squares.

use super::sample::{mean, ranks, weighted_mean};

/// Pearson's correlation; none where one of the two never changes.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    weighted_pearson(x, y, &vec![1.0; x.len()])
}

/// Pearson's correlation with a weight for each pair.
pub fn weighted_pearson(x: &[f64], y: &[f64], weights: &[f64]) -> Option<f64> {
    let (mean_x, mean_y) = (weighted_mean(x, weights)?, weighted_mean(y, weights)?);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for ((x, y), w) in x.iter().zip(y).zip(weights) {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xx += w * dx * dx;
        yy += w * dy * dy;
        xy += w * dx * dy;
    }
    // What rounding leaves of numbers that are all equal is no spread.
    let spread = |squares: f64, mean: f64| squares > 1e-24 * (1.0 + mean * mean);
    let known = spread(xx, mean_x) && spread(yy, mean_y);
    known.then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
}

/// Spearman's correlation: Pearson's of the ranks, equal numbers sharing the
/// mean of theirs.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

/// A line `intercept + slope * x`, with what is left over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its height at zero.
    pub intercept: f64,
    /// What it rises for each unit.
    pub slope: f64,
    /// The root of the mean of the squared distances from it.
    pub rmse: f64,
}

impl Line {
    /// The line of least squares; none where `x` never changes.
    pub fn through(x: &[f64], y: &[f64]) -> Option<Line> {
        let (mean_x, mean_y) = (mean(x)?, mean(y)?);
        let squares: f64 = x.iter().map(|x| (x - mean_x).powi(2)).sum();
        let pairs = || x.iter().zip(y);
        let both: f64 = pairs().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        if squares <= 1e-24 * (1.0 + mean_x * mean_x) {
            return None;
        }
        let slope = both / squares;
        let intercept = mean_y - slope * mean_x;
        let left: f64 = pairs()
            .map(|(x, y)| (y - intercept - slope * x).powi(2))
            .sum();
        Some(Line {
            intercept,
            slope,
            rmse: (left / x.len() as f64).sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    /// Anscombe (1973), the first and the fourth of his sets.
    const ANSCOMBE_X: [f64; 11] = [10., 8., 13., 9., 11., 14., 6., 4., 12., 7., 5.];
    const ANSCOMBE_Y: [f64; 11] = [
        8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68,
    ];
    const FOURTH_X: [f64; 11] = [8., 8., 8., 8., 8., 8., 8., 19., 8., 8., 8.];
    const FOURTH_Y: [f64; 11] = [
        6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89,
    ];

    #[test]
    fn anscombe_has_his_correlation_and_line() {
        near(pearson(&ANSCOMBE_X, &ANSCOMBE_Y).unwrap(), 0.81642, 1e-5);
        near(pearson(&FOURTH_X, &FOURTH_Y).unwrap(), 0.81652, 1e-5);
        let line = Line::through(&ANSCOMBE_X, &ANSCOMBE_Y).unwrap();
        near(line.intercept, 3.00009, 1e-5);
        near(line.slope, 0.50009, 1e-5);
        // The residual sum of squares is 13.76269 over eleven points.
        near(line.rmse, (13.76269_f64 / 11.0).sqrt(), 1e-5);
    }

    #[test]
    fn spearman_is_known_with_and_without_equal_numbers() {
        // IQ and hours of television: exactly -29/165.
        let iq = [106., 100., 86., 101., 99., 103., 97., 113., 112., 110.];
        let hours = [7., 27., 2., 50., 28., 29., 20., 12., 6., 17.];
        near(spearman(&iq, &hours).unwrap(), -29.0 / 165.0, 1e-12);
        // Miles a gallon and weight of the 32 cars of Motor Trend (1974).
        let miles = [
            21.0, 21.0, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2,
            10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26.0, 30.4,
            15.8, 19.7, 15.0, 21.4,
        ];
        let weight = [
            2.620, 2.875, 2.320, 3.215, 3.440, 3.460, 3.570, 3.190, 3.150, 3.440, 3.440, 4.070,
            3.730, 3.780, 5.250, 5.424, 5.345, 2.200, 1.615, 1.835, 2.465, 3.520, 3.435, 3.840,
            3.845, 1.935, 2.140, 1.513, 3.170, 2.770, 3.570, 2.780,
        ];
        near(spearman(&miles, &weight).unwrap(), -0.886422, 1e-6);
        near(pearson(&miles, &weight).unwrap(), -0.8676594, 1e-7);
    }

    #[test]
    fn what_never_changes_goes_with_nothing() {
        assert_eq!(pearson(&[0.1; 7], &ANSCOMBE_X[..7]), None);
        assert_eq!(spearman(&[2.0; 11], &ANSCOMBE_X), None);
        assert_eq!(Line::through(&[0.3; 3], &[1.0, 2.0, 3.0]), None);
    }
}
