//! What the thesis reports: its tables 2 to 4, and the model's fit.

use super::Indicator;
use engine::Fault;

const TABLES: &str = include_str!("../../data/chen/tables_2_3_4.csv");
const MODEL: &str = include_str!("../../data/chen/model.csv");
/// His types, in the order of ours.
const TYPES: [&str; 6] = [
    "random",
    "a0kdeep",
    "adeepk0",
    "colour_sorted",
    "blocking_2",
    "blocking_k",
];

/// A row of tables 2 to 4.
pub(super) struct Published {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) mean: f64,
    /// The p-value of a t-test against random deals, which may have
    /// underflowed.
    pub(super) p: f64,
}

/// A row of section 5.2: the score against an indicator.
pub(super) struct Fit {
    pub(super) pearson: f64,
    pub(super) slope: f64,
    pub(super) intercept: f64,
    pub(super) rmse: f64,
}

/// What he found of a type, by its place.
pub(super) fn of_type(place: usize, indicator: Indicator) -> Result<Published, Fault> {
    let [least, most, mean, p] = numbers(TABLES, &[TYPES[place], indicator.key()])?;
    Ok(Published {
        least,
        most,
        mean,
        p,
    })
}

/// What he found of the score.
pub(super) fn of_score(indicator: Indicator) -> Result<Fit, Fault> {
    let [_, pearson, slope, intercept, rmse] = numbers(MODEL, &[indicator.key()])?;
    Ok(Fit {
        pearson,
        slope,
        intercept,
        rmse,
    })
}

/// The numbers of the row that begins with these words.
fn numbers<const N: usize>(table: &str, words: &[&str]) -> Result<[f64; N], Fault> {
    let start = format!("{},", words.join(","));
    let row = table.lines().find_map(|line| line.strip_prefix(&start));
    let numbers = row.into_iter().flat_map(|row| row.split(','));
    let numbers: Vec<f64> = numbers.filter_map(|text| text.parse().ok()).collect();
    numbers
        .try_into()
        .map_err(|_| Fault::defect(start, "no such row in the thesis's tables"))
}
