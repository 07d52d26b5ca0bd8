//! Many playouts of a deal, and how they are spread.

use super::links::DECK;
use super::playouts::{MORE_CELLS, Mood, Relaxed, Tally};
use crate::cards::luck;
use crate::freecell::rules::Position;
use crate::freecell::signature::{canonical, signature};
use engine::chance::Chance;

/// Playouts that build on columns.
const BUILT: usize = 160;
/// Playouts that hold every card in the way.
const UNBUILT: usize = 80;

/// What is told of playouts that build on columns.
const BUILDING: [fn(&Tally) -> u32; 7] = [
    |tally| tally.moves,
    |tally| tally.held,
    |tally| tally.early_held,
    |tally| tally.parked,
    |tally| tally.crowded,
    |tally| tally.excess,
    |tally| tally.most,
];
/// What is told of playouts that hold every card in the way.
const BARE: [fn(&Tally) -> u32; 4] = [
    |tally| tally.parked,
    |tally| tally.held,
    |tally| tally.crowded,
    |tally| tally.most,
];

/// The measures of playouts, in the order of the list. They are the same for
/// deals that differ only by the order of columns and by suits of one colour
/// or whole colours exchanged.
pub fn playouts(start: &Position) -> Vec<f64> {
    let mut chance = luck::of_deal("fc playouts", &signature(start));
    let start = canonical(start);
    let built: [Tally; BUILT] = sample(&Relaxed::new(&start, true), &mut chance);
    let bare: [Tally; UNBUILT] = sample(&Relaxed::new(&start, false), &mut chance);
    let mut values: Vec<f64> = BUILDING
        .iter()
        .flat_map(|&value| spread(&built, value))
        .collect();
    let mean = |value: &dyn Fn(&Tally) -> f64| built.iter().map(value).sum::<f64>() / BUILT as f64;
    let cells = start.cells.len() as u32;
    let fits = |more: usize, tally: &Tally| tally.most <= cells + more as u32;
    let more_cells = 0..MORE_CELLS;
    values.extend(
        more_cells
            .clone()
            .map(|more| mean(&|tally| f64::from(u8::from(fits(more, tally))))),
    );
    values.extend(more_cells.map(|more| mean(&|tally| f64::from(tally.home[more]))));
    values.extend(BARE.iter().flat_map(|&value| spread(&bare, value)));
    values
}

fn sample<const N: usize>(deal: &Relaxed, chance: &mut Chance) -> [Tally; N] {
    std::array::from_fn(|_| deal.play(&mood(chance)))
}

fn mood(chance: &mut Chance) -> Mood {
    let mut delay = [0; DECK];
    for some in delay.chunks_mut(8) {
        let bytes = chance.bits().to_le_bytes();
        some.copy_from_slice(&bytes[..some.len()]);
    }
    // Each bit is set with probability 5/8.
    let eager = chance.bits() | chance.bits() & chance.bits();
    Mood { delay, eager }
}

/// The least, the tenth percentile and the mean of a value.
fn spread<const N: usize>(tallies: &[Tally; N], value: fn(&Tally) -> u32) -> [f64; 3] {
    let mut values = tallies.map(|tally| value(&tally));
    values.sort_unstable();
    let mean = f64::from(values.iter().sum::<u32>()) / N as f64;
    [f64::from(values[0]), f64::from(values[N / 10]), mean]
}
