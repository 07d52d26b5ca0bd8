//! Welch's t-test, with the logarithm of its p-value, so that means of many
//! numbers that differ much do not all have a p-value of zero.

use super::sample::{mean, variance};
use statrs::function::beta::ln_beta;
use std::f64::consts::LN_10;

/// Whether two samples have the same mean (Welch, 1947): variances may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welch {
    /// The difference of the means, in standard errors.
    pub t: f64,
    /// Degrees of freedom (Satterthwaite, 1946).
    pub degrees: f64,
    /// The natural logarithm of the two-sided p-value.
    pub ln_p: f64,
}

impl Welch {
    /// Compares two samples; none where one has fewer than two numbers, or
    /// where neither has any spread.
    pub fn of(first: &[f64], second: &[f64]) -> Option<Welch> {
        let moments =
            |sample: &[f64]| Some((mean(sample)?, variance(sample)?, sample.len() as f64));
        Welch::of_moments(moments(first)?, moments(second)?)
    }

    /// Compares two samples of which mean, variance and count are known.
    pub fn of_moments(first: (f64, f64, f64), second: (f64, f64, f64)) -> Option<Welch> {
        let part = |(_, variance, count): (f64, f64, f64)| variance / count;
        let (a, b) = (part(first), part(second));
        let error = (a + b).sqrt();
        if error.is_nan() || error <= 0.0 || first.2 < 2.0 || second.2 < 2.0 {
            return None;
        }
        let degrees = (a + b).powi(2) / (a * a / (first.2 - 1.0) + b * b / (second.2 - 1.0));
        let t = (first.0 - second.0) / error;
        Some(Welch {
            t,
            degrees,
            ln_p: ln_two_sided(t, degrees),
        })
    }

    /// The two-sided p-value; zero where it is too small for a number.
    pub fn p(&self) -> f64 {
        self.ln_p.exp()
    }

    /// The decimal logarithm of the p-value: -300 is a one in the 300th place.
    pub fn log10_p(&self) -> f64 {
        self.ln_p / LN_10
    }
}

/// The logarithm of the chance that Student's t lies as far out, on either
/// side: of the regularized incomplete beta function at `v / (v + t²)` with
/// parameters `v / 2` and `1 / 2`.
pub fn ln_two_sided(t: f64, degrees: f64) -> f64 {
    let (a, b) = (degrees / 2.0, 0.5);
    let odds = t * t / degrees;
    let x = 1.0 / (1.0 + odds);
    // The logarithms of x and of 1 - x, without the loss of 1 - x near zero.
    let (ln_x, ln_rest) = (-odds.ln_1p(), odds.ln() - odds.ln_1p());
    let power = a * ln_x + b * ln_rest - ln_beta(a, b);
    if odds == 0.0 {
        0.0
    } else if x < (a + 1.0) / (a + b + 2.0) {
        power - a.ln() + fraction(a, b, x).ln()
    } else {
        // Near the middle the other tail is the small one.
        (-(power - b.ln() + fraction(b, a, 1.0 - x).ln()).exp()).ln_1p()
    }
}

/// The continued fraction of the incomplete beta function (26.5.8 of
/// Abramowitz and Stegun, 1964), by Lentz's method (1976).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const STEPS: usize = 10_000;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    for step in 1..STEPS {
        let m = step as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / not_zero(1.0 + term * d);
            c = not_zero(1.0 + term / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_sleep_is_as_published() {
        // Student (1908); R's t.test gives t = -1.8608, df = 17.776,
        // p-value = 0.07939.
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let test = Welch::of(&first, &second).unwrap();
        assert!((test.t + 1.8608).abs() < 5e-5, "{test:?}");
        assert!((test.degrees - 17.776).abs() < 5e-4, "{test:?}");
        assert!((test.p() - 0.07939).abs() < 5e-6, "{test:?}");
    }

    #[test]
    fn small_p_values_keep_their_logarithm() {
        // Computed with 60 digits.
        for (t, degrees, expected) in LOGARITHMS {
            let found = ln_two_sided(t, degrees);
            let error = (found - expected).abs() / (1.0 + expected.abs());
            assert!(error < 1e-10, "{t} {degrees}: {found}, not {expected}");
            assert_eq!(found, ln_two_sided(-t, degrees));
        }
        assert_eq!(ln_two_sided(0.0, 5.0), 0.0);
    }

    #[test]
    fn samples_without_spread_have_no_test() {
        assert_eq!(Welch::of(&[1.0, 1.0], &[2.0, 2.0]), None);
        assert_eq!(Welch::of(&[1.0], &[2.0, 3.0]), None);
    }

    const LOGARITHMS: [(f64, f64, f64); 9] = [
        (0.01, 3.0, -0.007_378_039_506_072_52),
        (0.5, 10_000.0, -0.482_746_752_128_267_36),
        (2.0, 17.776, -2.796_589_282_315_466_4),
        (1.0, 1.0, -std::f64::consts::LN_2),
        (12.0, 5.0, -9.554_311_704_257_146),
        (40.0, 9_998.0, -745.930_630_633_472_6),
        (100.0, 20_000.0, -4_059.279_422_531_244),
        (250.0, 19_998.5, -14_175.204_283_376_554),
        (1000.0, 3e6, -431_530.098_384_350_1),
    ];
}
