//! Many playouts of a deal, and how they are spread.

use super::playouts::{Noise, Relaxed, Tally};
use crate::freecell::rules::Position;
use crate::freecell::signature::{canonical, signature};
use engine::chance::Chance;

/// Playouts of each kind.
const PLAYOUTS: usize = 80;
/// The playout that leaves a tenth below it.
const TENTH: usize = PLAYOUTS / 10;
/// Cells beside those of the game with which playouts are counted that need no
/// more.
const MORE_CELLS: u32 = 4;

/// What is told of playouts that build on columns.
const BUILDING: [fn(&Tally) -> u32; 6] = [
    |tally| tally.moves,
    |tally| tally.held,
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
    let mut chance = Chance::new("fc playouts", seed(start), 0);
    let start = canonical(start);
    let built = sample(&Relaxed::new(&start, true), &mut chance);
    let bare = sample(&Relaxed::new(&start, false), &mut chance);
    let mut values: Vec<f64> = BUILDING
        .iter()
        .flat_map(|&value| spread(&built, value))
        .collect();
    let cells = start.cells.len() as u32;
    values.extend((0..MORE_CELLS).map(|more| {
        let enough = built.iter().filter(|tally| tally.most <= cells + more);
        enough.count() as f64 / PLAYOUTS as f64
    }));
    values.extend(BARE.iter().flat_map(|&value| spread(&bare, value)));
    values
}

/// A number that tells deals apart (Fowler, Noll and Vo's hash).
fn seed(start: &Position) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    signature(start)
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, mix)
}

fn sample(deal: &Relaxed, chance: &mut Chance) -> [Tally; PLAYOUTS] {
    std::array::from_fn(|_| {
        let mut noise: Noise = [0; 52];
        for some in noise.chunks_mut(8) {
            let bytes = chance.bits().to_le_bytes();
            some.copy_from_slice(&bytes[..some.len()]);
        }
        deal.play(&noise)
    })
}

/// The least, the tenth part and the mean of a value.
fn spread(tallies: &[Tally; PLAYOUTS], value: fn(&Tally) -> u32) -> [f64; 3] {
    let mut values = tallies.map(|tally| value(&tally));
    values.sort_unstable();
    let mean = f64::from(values.iter().sum::<u32>()) / PLAYOUTS as f64;
    [f64::from(values[0]), f64::from(values[TENTH]), mean]
}
