//! Fits beside published ones.

use super::*;

/// Longley (1967): prices, product, unemployed, armed forces, population,
/// year; and the employed.
const LONGLEY: [[f64; 7]; 16] = [
    [83.0, 234_289., 2356., 1590., 107_608., 1947., 60_323.],
    [88.5, 259_426., 2325., 1456., 108_632., 1948., 61_122.],
    [88.2, 258_054., 3682., 1616., 109_773., 1949., 60_171.],
    [89.5, 284_599., 3351., 1650., 110_929., 1950., 61_187.],
    [96.2, 328_975., 2099., 3099., 112_075., 1951., 63_221.],
    [98.1, 346_999., 1932., 3594., 113_270., 1952., 63_639.],
    [99.0, 365_385., 1870., 3547., 115_094., 1953., 64_989.],
    [100., 363_112., 3578., 3350., 116_219., 1954., 63_761.],
    [101.2, 397_469., 2904., 3048., 117_388., 1955., 66_019.],
    [104.6, 419_180., 2822., 2857., 118_734., 1956., 67_857.],
    [108.4, 442_769., 2936., 2798., 120_445., 1957., 68_169.],
    [110.8, 444_546., 4681., 2637., 121_950., 1958., 66_513.],
    [112.6, 482_704., 3813., 2552., 123_366., 1959., 68_655.],
    [114.2, 502_601., 3931., 2514., 125_368., 1960., 69_564.],
    [115.7, 518_173., 4806., 2572., 127_852., 1961., 69_331.],
    [116.9, 554_894., 4007., 2827., 130_081., 1962., 70_551.],
];

/// Brownlee's stack loss: air flow, water temperature, acid, loss.
const STACK: [[f64; 4]; 21] = [
    [80., 27., 89., 42.],
    [80., 27., 88., 37.],
    [75., 25., 90., 37.],
    [62., 24., 87., 28.],
    [62., 22., 87., 18.],
    [62., 23., 87., 18.],
    [62., 24., 93., 19.],
    [62., 24., 93., 20.],
    [58., 23., 87., 15.],
    [58., 18., 80., 14.],
    [58., 18., 89., 14.],
    [58., 17., 88., 13.],
    [58., 18., 82., 11.],
    [58., 19., 93., 12.],
    [50., 18., 89., 8.],
    [50., 18., 86., 7.],
    [50., 19., 72., 8.],
    [50., 19., 79., 8.],
    [50., 20., 80., 9.],
    [56., 20., 82., 15.],
    [70., 20., 91., 15.],
];

/// The last column is the target.
fn columns<const N: usize>(rows: &[[f64; N]]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let column = |index: usize| rows.iter().map(|row| row[index]).collect();
    ((0..N - 1).map(column).collect(), column(N - 1))
}

fn fit(method: Method, columns: &[Vec<f64>], target: &[f64]) -> Result<Fitted, Unfit> {
    method.fit(&Sample {
        columns,
        target,
        weights: &vec![1.0; target.len()],
        doubt: None,
    })
}

fn near(found: f64, expected: f64, within: f64) {
    let error = (found - expected).abs() / expected.abs().max(1e-12);
    assert!(error < within, "{found}, not {expected}");
}

#[test]
fn longley_is_as_certified() {
    // Certified by the National Institute of Standards and Technology.
    let certified = [
        (15.0618722713733, 84.9149257747669),
        (-0.358191792925910e-1, 0.334910077722432e-1),
        (-2.02022980381683, 0.488399681651699),
        (-1.03322686717359, 0.214274163161675),
        (-0.511041056535807e-1, 0.226073200069370),
        (1829.15146461355, 455.478499142212),
    ];
    let (columns, target) = columns(&LONGLEY);
    let fitted = fit(Method::Squares, &columns, &target).unwrap();
    near(fitted.intercept, -3482258.63459582, 1e-9);
    near(fitted.intercept_error().unwrap(), 890420.383607373, 1e-9);
    near(fitted.spread, 304.854073561965, 1e-9);
    for (index, (weight, error)) in certified.into_iter().enumerate() {
        near(fitted.weights[index], weight, 1e-9);
        near(fitted.weight_error(index).unwrap(), error, 1e-9);
    }
}

#[test]
fn a_weight_counts_as_copies_of_a_row() {
    let (columns, target) = columns(&STACK);
    let weights: Vec<f64> = (0..21).map(|row| f64::from(row % 3)).collect();
    let copied = |column: &Vec<f64>| -> Vec<f64> {
        let rows = column.iter().zip(&weights);
        rows.flat_map(|(x, w)| vec![*x; *w as usize]).collect()
    };
    let many: Vec<Vec<f64>> = columns.iter().map(copied).collect();
    for method in [Method::Squares, Method::Ridge(0.1), Method::Lasso(0.5)] {
        let once = method.fit(&Sample {
            columns: &columns,
            target: &target,
            weights: &weights,
            doubt: None,
        });
        let (once, copies) = (once.unwrap(), fit(method, &many, &copied(&target)).unwrap());
        for (a, b) in once.weights.iter().zip(&copies.weights) {
            assert!((a - b).abs() < 1e-6, "{method:?}: {a} {b}");
        }
    }
}

#[test]
fn what_depends_on_others_is_named() {
    let (mut columns, target) = columns(&STACK);
    columns.push(
        (0..21)
            .map(|i| columns[0][i] - 2.0 * columns[2][i])
            .collect(),
    );
    let dependent = fit(Method::Squares, &columns, &target);
    assert_eq!(dependent, Err(Unfit::Dependent(3)));
    columns[1] = vec![0.1; 21];
    let constant = fit(Method::Squares, &columns, &target);
    assert_eq!(constant, Err(Unfit::Dependent(1)));
    let few = fit(Method::Squares, &columns[..1], &target[..2]);
    assert_eq!(few, Err(Unfit::TooFewRows));
    // A penalty shares the weight among them.
    let shared = fit(Method::Ridge(0.1), &columns, &target).unwrap();
    assert_eq!(shared.weights[1], 0.0);
}

#[test]
fn ridge_shrinks_and_the_lasso_leaves_out() {
    let (columns, target) = columns(&STACK);
    let plain = fit(Method::Squares, &columns, &target).unwrap();
    let same = fit(Method::Ridge(0.0), &columns, &target).unwrap();
    near(same.weights[0], plain.weights[0], 1e-6);
    near(
        same.weight_error(2).unwrap(),
        plain.weight_error(2).unwrap(),
        1e-6,
    );
    // One column alone is shrunk by one plus the strength.
    let alone = fit(Method::Squares, &columns[..1], &target).unwrap();
    let shrunk = fit(Method::Ridge(0.25), &columns[..1], &target).unwrap();
    near(shrunk.weights[0], alone.weights[0] / 1.25, 1e-9);
    let sample = Sample {
        columns: &columns,
        target: &target,
        weights: &[1.0; 21],
        doubt: None,
    };
    let limit = lasso_limit(&sample);
    let none = Method::Lasso(limit).fit(&sample).unwrap();
    assert_eq!(none.weights, [0.0; 3]);
    let some = Method::Lasso(0.2 * limit).fit(&sample).unwrap();
    assert!(some.weights[0] > 0.0 && some.weights[2] == 0.0, "{some:?}");
    let all = Method::Lasso(0.0).fit(&sample).unwrap();
    near(all.weights[2], plain.weights[2], 1e-4);
}

#[test]
fn least_absolute_deviations_are_as_published() {
    // Koenker's rq(stack.loss ~ stack.x).
    let (columns, target) = columns(&STACK);
    let fitted = fit(Method::Absolute(0.0), &columns, &target).unwrap();
    near(fitted.intercept, -39.68985507, 1e-3);
    for (weight, expected) in fitted
        .weights
        .iter()
        .zip([0.83188406, 0.57391304, -0.06086957])
    {
        assert!((weight - expected).abs() < 1e-3, "{fitted:?}");
    }
}

#[test]
fn what_leaving_out_a_row_does_is_told_without_doing_it() {
    let (columns, target) = columns(&STACK);
    let weights: Vec<f64> = (0..21).map(|row| 1.0 + f64::from(row % 4)).collect();
    let sample = Sample {
        columns: &columns,
        target: &target,
        weights: &weights,
        doubt: None,
    };
    let told = Ridge::of(&sample).left_out(&[0.0; 3]).unwrap();
    for row in 0..21 {
        let mut without = weights.clone();
        without[row] = 0.0;
        let other = Method::Squares.fit(&Sample {
            weights: &without,
            ..sample
        });
        let value = |column: usize| columns[column][row];
        near(told[row], other.unwrap().sum(value), 1e-4);
    }
}

#[test]
fn doubt_and_what_is_left_make_the_errors() {
    let (columns, target) = columns(&STACK);
    let rows = target.len();
    let fit = |doubt: Option<&DMatrix<f64>>, method: Method| {
        method
            .fit(&Sample {
                columns: &columns,
                target: &target,
                weights: &vec![1.0; rows],
                doubt,
            })
            .unwrap()
    };
    let errors = |fitted: &Fitted| -> Vec<f64> {
        let weights = (0..3).map(|column| fitted.weight_error(column).unwrap());
        fitted
            .intercept_error()
            .into_iter()
            .chain(weights)
            .collect()
    };
    // What is doubted of each row alone is a part of what is left over, which
    // makes up the rest: the errors are those of least squares.
    let plain = fit(None, Method::Squares);
    let alone = DMatrix::identity(rows, rows) * 2.0;
    let same = fit(Some(&alone), Method::Squares);
    for (found, expected) in errors(&same).into_iter().zip(errors(&plain)) {
        near(found, expected, 1e-9);
    }
    assert_eq!(same.weights, plain.weights);
    // What all rows share moves the intercept and nothing else.
    let shared = &alone + DMatrix::from_element(rows, rows, 5.0);
    for method in [Method::Squares, Method::Ridge(0.1)] {
        let (shared, alone) = (fit(Some(&shared), method), fit(Some(&alone), method));
        let (with, without) = (errors(&shared), errors(&alone));
        near(with[0].powi(2), without[0].powi(2) + 5.0, 1e-6);
        for column in 1..4 {
            near(with[column], without[column], 1e-9);
        }
    }
}
