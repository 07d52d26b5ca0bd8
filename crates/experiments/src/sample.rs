//! Counting what random Klondike deals have, over all threads.

use super::Bench;
use super::log::{Log, RowOf};
use crate::Result;
use games::internals::cards::{Card, Seeded};
use lab::statistics::wilson;
use lab::table::Cell;
use serde::{Deserialize, Serialize};

/// Deals that are counted together.
const STRETCH: u64 = 500;

/// What was counted of some deals, by the number of the first.
#[derive(Serialize, Deserialize)]
struct Counted {
    id: u64,
    counts: Vec<u64>,
}

impl RowOf<(u64, u64)> for Counted {
    fn id(&self) -> String {
        self.id.to_string()
    }
    fn is_of(&self, (first, _): &(u64, u64)) -> bool {
        self.id == *first
    }
}

/// Which deals to count: those of `klondike:draw3#SEED` and on.
#[derive(Clone)]
pub struct SampleOptions {
    /// Deals to look at
    pub deals: u64,
    /// The number of the first deal
    pub seed: u64,
}

/// How many deals there were, and how many of them had each thing.
pub(crate) struct Sample<const N: usize> {
    pub(crate) deals: u64,
    counts: [u64; N],
}

impl SampleOptions {
    /// Asks `test` about each deck, on all threads; sums are the same for any
    /// number of them. Nothing if the user wants to stop.
    pub(crate) fn count<const N: usize>(
        &self,
        shared: &Bench,
        test: impl Fn(&[Card; 52]) -> [bool; N] + Send + Sync + Copy + 'static,
    ) -> Result<Option<Sample<N>>> {
        let (deals, seed) = (self.deals, self.seed);
        let items = (0..deals.div_ceil(STRETCH)).map(move |stretch| {
            let first = stretch * STRETCH;
            Ok((first, STRETCH.min(deals - first)))
        });
        let worker = move |stop: &lab::Stop| {
            let stop = stop.clone();
            Ok(move |(first, deals): (u64, u64)| {
                let mut counts = vec![0; N];
                for offset in first..first + deals {
                    let deck = Seeded::new("klondike", seed.wrapping_add(offset)).deck();
                    for (count, is) in counts.iter_mut().zip(test(&deck)) {
                        *count += u64::from(is);
                    }
                    if stop.is_asked() {
                        return Ok(None);
                    }
                }
                Ok(Some(Counted { id: first, counts }))
            })
        };
        let mut counts = [0; N];
        let mut log = Log::open(shared)?;
        let stretches = Some(deals.div_ceil(STRETCH));
        let whole = log.run(
            items,
            stretches,
            "stretches",
            shared,
            worker,
            |part: Counted| {
                let parts = counts.iter_mut().zip(part.counts);
                parts.for_each(|(sum, more)| *sum += more);
            },
        )?;
        if !whole {
            return Ok(None);
        }
        log.finish()?;
        Ok(Some(Sample { deals, counts }))
    }
}

impl<const N: usize> Sample<N> {
    /// The columns that [`Sample::cells`] fills.
    pub(crate) const COLUMNS: [&'static str; 5] =
        ["deals", "found", "percent-found", "low", "high"];

    /// What was found of one thing, with Wilson's interval of 95 %.
    pub(crate) fn cells(&self, thing: usize) -> [Cell; 5] {
        let count = self.counts[thing];
        let percent = |share: f64| Cell::Number(share, 4);
        let (low, high) = wilson(count, self.deals).unwrap_or_default();
        [
            Cell::Count(self.deals),
            Cell::Count(count),
            percent(100.0 * count as f64 / self.deals as f64),
            percent(low),
            percent(high),
        ]
    }
}
