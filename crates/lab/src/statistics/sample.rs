//! What a sample of numbers looks like: mean, spread, quantiles, ranks and
//! normal scores. Samples have no numbers that are not finite; who reads them
//! sees to that.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The mean, if there are numbers.
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The mean with a weight for each number, if there is any weight.
pub fn weighted_mean(numbers: &[f64], weights: &[f64]) -> Option<f64> {
    let whole: f64 = weights.iter().sum();
    let sum: f64 = numbers.iter().zip(weights).map(|(x, w)| x * w).sum();
    (whole > 0.0).then(|| sum / whole)
}

/// The variance of what the sample stands for: squares about the mean over
/// one less than there are numbers.
pub fn variance(numbers: &[f64]) -> Option<f64> {
    let mean = mean(numbers).filter(|_| numbers.len() > 1)?;
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    Some(squares / (numbers.len() - 1) as f64)
}

/// The standard deviation: the root of the variance.
pub fn deviation(numbers: &[f64]) -> Option<f64> {
    variance(numbers).map(f64::sqrt)
}

/// The standard deviation with a weight for each number. Weights say how much
/// a number counts against the others; equal ones give [`deviation`].
pub fn weighted_deviation(numbers: &[f64], weights: &[f64]) -> Option<f64> {
    let mean = weighted_mean(numbers, weights)?;
    let squares: Vec<f64> = numbers.iter().map(|x| (x - mean).powi(2)).collect();
    let count = weights.iter().filter(|w| **w > 0.0).count() as f64;
    let spread = weighted_mean(&squares, weights)?;
    (count > 1.0).then(|| (spread * count / (count - 1.0)).sqrt())
}

/// The number below which this share of Student's distribution lies.
pub fn t_quantile(share: f64, free: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, free).ok()?;
    (share > 0.0 && share < 1.0).then(|| student.inverse_cdf(share))
}

/// The half width of the interval of 95 % of a mean (Student, 1908): for how
/// far single numbers spread, and how many there are.
pub fn mean_half_width(deviation: f64, count: usize) -> Option<f64> {
    let free = count.checked_sub(1).filter(|free| *free > 0)? as f64;
    Some(t_quantile(0.975, free)? * deviation / (count as f64).sqrt())
}

/// The number below which this share of the sample lies, interpolated between
/// neighbours (type 7 of Hyndman and Fan, 1996).
pub fn quantile(numbers: &[f64], share: f64) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// The middle one of the numbers.
pub fn median(numbers: &[f64]) -> Option<f64> {
    quantile(numbers, 0.5)
}

/// The place of each number in the sorted sample, from 1; equal numbers share
/// the mean of their places.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let (mut ranks, mut before) = (vec![0.0; numbers.len()], 0);
    for equal in order.chunk_by(|&a, &b| numbers[a] == numbers[b]) {
        let rank = before as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&index| ranks[index] = rank);
        before += equal.len();
    }
    ranks
}

/// What a normal sample would have in the place of each number (Blom, 1958).
pub fn normal_scores(numbers: &[f64]) -> Vec<f64> {
    let normal = Normal::standard();
    let count = numbers.len() as f64;
    let score = |rank: f64| normal.inverse_cdf((rank - 0.375) / (count + 0.25));
    ranks(numbers).into_iter().map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-4
    }

    #[test]
    fn quantiles_are_those_of_r() {
        // quantile(c(1, 2, 4, 8, 16), c(0, .1, .5, .9, 1))
        let numbers = [16.0, 1.0, 8.0, 2.0, 4.0];
        for (share, expected) in [(0.0, 1.0), (0.1, 1.4), (0.5, 4.0), (0.9, 12.8), (1.0, 16.0)] {
            let found = quantile(&numbers, share).unwrap();
            assert!(near(found, expected), "{share}: {found}");
        }
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn student_is_as_tabled() {
        for (free, expected) in [(1.0, 12.7062), (4.0, 2.7764), (30.0, 2.0423)] {
            let found = t_quantile(0.975, free).unwrap();
            assert!(near(found, expected), "{free}: {found}");
        }
        assert_eq!(t_quantile(1.0, 3.0), None);
        // Five numbers that spread by 2: 2.7764 * 2 / root of 5.
        assert!(near(mean_half_width(2.0, 5).unwrap(), 2.48329));
        assert_eq!(mean_half_width(2.0, 1), None);
    }

    #[test]
    fn equal_numbers_share_their_rank() {
        let ranks = ranks(&[3.0, 1.0, 3.0, 3.0, 0.0]);
        assert_eq!(ranks, [4.0, 2.0, 4.0, 4.0, 1.0]);
    }

    #[test]
    fn normal_scores_are_symmetric() {
        // qnorm((1:5 - 3/8) / (5 + 1/4))
        let scores = normal_scores(&[50.0, 10.0, 30.0, 40.0, 20.0]);
        let expected = [1.17976, -1.17976, 0.0, 0.49720, -0.49720];
        for (found, expected) in scores.iter().zip(expected) {
            assert!(near(*found, expected), "{scores:?}");
        }
    }

    #[test]
    fn weights_count_as_copies_of_a_number() {
        let (numbers, weights) = ([1.0, 5.0], [3.0, 1.0]);
        assert_eq!(weighted_mean(&numbers, &weights), Some(2.0));
        assert_eq!(weighted_mean(&numbers, &[0.0, 0.0]), None);
        let equal = weighted_deviation(&[1.0, 2.0, 6.0], &[2.0; 3]).unwrap();
        assert!(near(equal, deviation(&[1.0, 2.0, 6.0]).unwrap()));
    }
}
