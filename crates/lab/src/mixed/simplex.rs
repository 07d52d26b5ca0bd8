//! The least of a function of a few numbers, without derivatives.

/// Nelder and Mead's simplex (1965): from a start and a step, until the
/// corners agree.
pub(super) fn minimize<const N: usize>(
    start: [f64; N],
    step: f64,
    value: impl Fn(&[f64; N]) -> f64,
) -> [f64; N] {
    const ROUNDS: usize = 400;
    const AGREE: f64 = 1e-10;
    let mut corners: Vec<([f64; N], f64)> = vec![(start, value(&start))];
    for axis in 0..N {
        let mut corner = start;
        corner[axis] += step;
        corners.push((corner, value(&corner)));
    }
    for _ in 0..ROUNDS {
        corners.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (best, worst) = (corners[0], corners[N]);
        if (worst.1 - best.1).abs() <= AGREE * (1.0 + best.1.abs()) {
            break;
        }
        let mut middle = [0.0; N];
        for (corner, _) in &corners[..N] {
            for axis in 0..N {
                middle[axis] += corner[axis] / N as f64;
            }
        }
        let along = |share: f64| {
            let mut point = middle;
            for axis in 0..N {
                point[axis] += share * (worst.0[axis] - middle[axis]);
            }
            (point, value(&point))
        };
        let across = along(-1.0);
        let next = if across.1 < best.1 {
            let farther = along(-2.0);
            if farther.1 < across.1 {
                farther
            } else {
                across
            }
        } else if across.1 < corners[N - 1].1 {
            across
        } else {
            let nearer = along(if across.1 < worst.1 { -0.5 } else { 0.5 });
            if nearer.1 < worst.1.min(across.1) {
                nearer
            } else {
                // Nothing is better on the way: all draw near to the best.
                for corner in &mut corners[1..] {
                    for axis in 0..N {
                        corner.0[axis] = (corner.0[axis] + best.0[axis]) / 2.0;
                    }
                    corner.1 = value(&corner.0);
                }
                continue;
            }
        };
        corners[N] = next;
    }
    corners.sort_by(|a, b| a.1.total_cmp(&b.1));
    corners[0].0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rosenbrock_has_its_least_at_one() {
        let banana = |p: &[f64; 2]| (1.0 - p[0]).powi(2) + 100.0 * (p[1] - p[0] * p[0]).powi(2);
        let [x, y] = minimize([-1.2, 1.0], 0.5, banana);
        assert!((x - 1.0).abs() < 1e-3 && (y - 1.0).abs() < 1e-3, "{x} {y}");
    }
}
