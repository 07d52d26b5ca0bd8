//! Means, and how sure a share is.

/// The mean of some numbers, if there are any.
pub(crate) fn mean(numbers: impl Iterator<Item = u64>) -> Option<f64> {
    let (mut sum, mut count) = (0u64, 0u64);
    for number in numbers {
        sum += number;
        count += 1;
    }
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Wilson's interval of 95 % for a share of `some` among `all`, in percent.
pub(crate) fn wilson(some: u64, all: u64) -> Option<(f64, f64)> {
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
    }
}
