//! Counting what random Klondike deals have, over all threads.

use super::Shared;
use super::statistics::wilson;
use super::table::Cell;
use crate::run::jobs;
use crate::watch::stop_asked;
use games::internals::cards::Card;
use games::internals::cards::Seeded;

/// Which deals to count: those of `klondike:draw3#SEED` and on.
#[derive(clap::Args)]
pub(super) struct SampleArgs {
    /// Deals to look at
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How many deals there were, and how many of them had each thing.
pub(super) struct Sample<const N: usize> {
    pub(super) deals: u64,
    counts: [u64; N],
}

impl SampleArgs {
    /// Asks `test` about each deck, on all threads; sums are the same for any
    /// number of them. Nothing if the user wants to stop.
    pub(super) fn count<const N: usize>(
        &self,
        shared: &Shared,
        test: impl Fn(&[Card; 52]) -> [bool; N] + Sync,
    ) -> Option<Sample<N>> {
        let (threads, test) = (jobs(shared.jobs) as u64, &test);
        let part = |thread: u64| {
            let mut counts = [0; N];
            for offset in (thread..self.deals).step_by(threads as usize) {
                let number = self.seed.wrapping_add(offset);
                let deck = Seeded::new("klondike", number).deck();
                for (count, is) in counts.iter_mut().zip(test(&deck)) {
                    *count += u64::from(is);
                }
                if stop_asked() {
                    return None;
                }
            }
            Some(counts)
        };
        let parts: Option<Vec<_>> = std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|t| scope.spawn(move || part(t))).collect();
            let join = |part: std::thread::ScopedJoinHandle<_>| part.join();
            let parts = parts.into_iter().map(join);
            parts
                .map(|part| part.expect("no test of a deal fails"))
                .collect()
        });
        let mut counts = [0; N];
        for part in parts? {
            counts
                .iter_mut()
                .zip(part)
                .for_each(|(sum, more)| *sum += more);
        }
        let deals = self.deals;
        Some(Sample { deals, counts })
    }
}

impl<const N: usize> Sample<N> {
    /// The columns that [`Sample::cells`] fills.
    pub(super) const COLUMNS: [&'static str; 5] =
        ["deals", "found", "percent-found", "low", "high"];

    /// What was found of one thing, with Wilson's interval of 95 %.
    pub(super) fn cells(&self, thing: usize) -> [Cell; 5] {
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
