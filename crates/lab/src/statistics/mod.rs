//! Means, medians and percentiles, and how sure a share is. Of fractional
//! numbers: what a sample looks like ([`sample`]), how two measures go
//! together ([`association`]), whether two means differ ([`welch`]), and how
//! far people agree ([`agreement`]).

pub mod agreement;
pub mod association;
pub mod sample;
pub mod welch;

use std::collections::BTreeMap;

/// The mean of some numbers, if there are any.
pub fn mean(numbers: impl Iterator<Item = u64>) -> Option<f64> {
    let (mut sum, mut count) = (0u64, 0u64);
    for number in numbers {
        sum += number;
        count += 1;
    }
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Whole numbers counted by value: exact means and percentiles of any number
/// of them, in memory that grows with the number of different values only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<u64, u64>,
    total: u64,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        *self.counts.entry(number).or_default() += 1;
        self.total += 1;
    }

    /// Takes in what another one has counted.
    pub fn join(&mut self, other: Histogram) {
        for (number, count) in other.counts {
            *self.counts.entry(number).or_default() += count;
        }
        self.total += other.total;
    }

    /// How many of them lie in a range, both ends included.
    pub fn between(&self, least: u64, most: u64) -> u64 {
        self.counts
            .range(least..=most)
            .map(|(_, count)| count)
            .sum()
    }

    /// How many numbers were counted.
    pub fn len(&self) -> u64 {
        self.total
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Their mean.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self
            .counts
            .iter()
            .map(|(n, count)| *n as f64 * *count as f64)
            .sum();
        (self.total > 0).then(|| sum / self.total as f64)
    }

    /// The smallest number such that at least this share of all is not above
    /// it: 0.5 is the median, 0.99 the 99th percentile.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let rank = (share * self.total as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let mut counts = self.counts.iter();
        let found = counts.find(|(_, count)| {
            seen += **count;
            seen >= rank
        });
        found.map(|(number, _)| *number)
    }
}

/// Wilson's interval of 95 % for a share of `some` among `all`, in percent.
pub fn wilson(some: u64, all: u64) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_963_984_540_054;
    if all == 0 {
        return None;
    }
    let (n, share) = (all as f64, some as f64 / all as f64);
    let middle = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    let percent = |x: f64| (100.0 * x / whole).clamp(0.0, 100.0);
    Some((percent(middle - spread), percent(middle + spread)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_interval_is_as_worked_out_by_hand() {
        // 8 of 10: Wilson (1927) gives 0.490 to 0.943.
        for (some, all, low, high) in [
            (8, 10, 49.02, 94.33),
            (0, 10, 0.0, 27.75),
            (10, 10, 72.25, 100.0),
        ] {
            let (l, h) = wilson(some, all).unwrap();
            assert!(
                (l - low).abs() < 0.01 && (h - high).abs() < 0.01,
                "{some}: {l} {h}"
            );
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn a_mean_of_nothing_is_none() {
        assert_eq!(mean([1, 2, 6].into_iter()), Some(3.0));
        assert_eq!(mean([].into_iter()), None);
        assert_eq!(Histogram::default().mean(), None);
        assert_eq!(Histogram::default().quantile(0.5), None);
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_numbers() {
        let numbers: Vec<u64> = (0..997).map(|n| n * n % 101).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let mut parts = [Histogram::default(), Histogram::default()];
        for (index, number) in numbers.iter().enumerate() {
            parts[index % 2].add(*number);
        }
        let [mut all, rest] = parts;
        all.join(rest);
        for share in [0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 1.0] {
            let rank = (share * 997.0_f64).ceil().max(1.0) as usize;
            assert_eq!(all.quantile(share), Some(sorted[rank - 1]), "{share}");
        }
        let sum: u64 = numbers.iter().sum();
        assert_eq!((all.len(), all.mean()), (997, Some(sum as f64 / 997.0)));
    }
}
