//! Eigenvalues and eigenvectors of small symmetric matrices, by Jacobi's
//! rotations (1846): each turns two axes so that one element off the diagonal
//! becomes zero, in sweeps until all are.

/// Sweeps after which a matrix of any size met here is diagonal; the method
/// converges quadratically, so that ten are plenty.
const MOST_SWEEPS: usize = 60;

/// The eigenvalues of a symmetric matrix, and a matrix whose columns are the
/// eigenvectors in the same order.
pub fn symmetric(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut v = vec![vec![0.0; n]; n];
    for (i, row) in v.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for _ in 0..MOST_SWEEPS {
        let above = |(p, row): (usize, &Vec<f64>)| row[p + 1..].iter().map(|x| x * x).sum::<f64>();
        let off: f64 = a.iter().enumerate().map(above).sum();
        let size: f64 = a.iter().flatten().map(|x| x * x).sum();
        if off <= size * 1e-32 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), v)
}

/// Makes `a[p][q]` zero by turning axes p and q, and turns `v` with them.
fn rotate(a: &mut [Vec<f64>], v: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut().chain(v.iter_mut()) {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (upper, lower) = a.split_at_mut(q);
    for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn a_known_matrix_has_its_known_values() {
        // The second difference matrix of size 3 has 2 - sqrt(2), 2, 2 + sqrt(2).
        let matrix = [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]];
        let (mut values, _) = symmetric(&matrix.map(|row| row.to_vec()));
        values.sort_by(f64::total_cmp);
        let root = 2f64.sqrt();
        for (found, expected) in values.iter().zip([2.0 - root, 2.0, 2.0 + root]) {
            assert!((found - expected).abs() < 1e-14, "{values:?}");
        }
    }

    #[test]
    fn values_and_vectors_make_the_matrix_again() {
        let mut chance = Chance::new("test", 5, 0);
        for n in 1..=12 {
            let half: Vec<f64> = (0..n * n).map(|_| chance.normal()).collect();
            let element = |i: usize, j: usize| half[i.max(j) * n + i.min(j)];
            let row = |i| (0..n).map(|j| element(i, j)).collect();
            let matrix: Vec<Vec<f64>> = (0..n).map(row).collect();
            let (values, v) = symmetric(&matrix);
            for i in 0..n {
                for j in 0..n {
                    let again: f64 = (0..n).map(|k| v[i][k] * values[k] * v[j][k]).sum();
                    assert!((again - element(i, j)).abs() < 1e-12, "{n}: {i},{j}");
                    let product: f64 = (0..n).map(|k| v[k][i] * v[k][j]).sum();
                    let unit = f64::from(u8::from(i == j));
                    assert!((product - unit).abs() < 1e-12, "{n}: {i},{j}");
                }
            }
        }
    }
}
