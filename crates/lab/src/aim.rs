//! Levels of a wanted difficulty: which ratings are wanted, which of them are
//! still open, and where to look for them.

use crate::make::{Order, Pack, fill};
use crate::rating::Book;
use crate::run::{Ending, Plan};
use engine::record::MadeRow;
use engine::{Cost, Fault, Game};
use statrs::distribution::{ContinuousCDF, Normal};

/// How hard levels have to be.
#[derive(Clone)]
pub struct Aim {
    /// A rating for each level that is wanted, rising.
    pub targets: Vec<f64>,
    /// How far a level may be off.
    pub tolerance: f64,
    /// What levels are rated by.
    pub book: Book,
}

impl Aim {
    /// Ratings for so many levels, rising evenly from one to the other.
    pub fn rising(from: f64, to: f64, count: u64, tolerance: f64, book: Book) -> Aim {
        let steps = count.saturating_sub(1).max(1) as f64;
        let target = |index: u64| from + (to - from) * index as f64 / steps;
        Aim {
            targets: (0..count).map(target).collect(),
            tolerance,
            book,
        }
    }

    /// What the measures cost that ratings need.
    pub(crate) fn cost(&self, game: &dyn Game) -> Result<Cost, Fault> {
        self.book.equation(game)?.cost(game)
    }

    /// Whether a rating is near to some target.
    pub(crate) fn is_near(&self, rating: f64) -> bool {
        let mut targets = self.targets.iter();
        targets.any(|target| (target - rating).abs() <= self.tolerance)
    }
}

/// The ratings that are still wanted.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    tolerance: f64,
    /// Each with the nearest rating seen.
    open: Vec<(f64, Option<f64>)>,
}

impl Slots {
    pub(crate) fn new(aim: &Aim) -> Slots {
        Slots {
            tolerance: aim.tolerance,
            open: aim.targets.iter().map(|target| (*target, None)).collect(),
        }
    }

    /// Notes a rating that was seen.
    pub(crate) fn saw(&mut self, rating: f64) {
        for (target, nearest) in &mut self.open {
            let off = (*target - rating).abs();
            if nearest.is_none_or(|other| off < (*target - other).abs()) {
                *nearest = Some(rating);
            }
        }
    }

    /// Gives a rating the nearest place that is open, if it is near enough.
    pub(crate) fn take(&mut self, rating: f64) -> bool {
        let off = |target: f64| (target - rating).abs();
        let places = self.open.iter().enumerate();
        let nearest = places.min_by(|a, b| off(a.1.0).total_cmp(&off(b.1.0)));
        match nearest {
            Some((index, (target, _))) if off(*target) <= self.tolerance => {
                self.open.remove(index);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn unfilled(&self) -> Vec<(f64, Option<f64>)> {
        self.open.clone()
    }

    /// The share of levels, whose ratings are spread like this, that would
    /// find a place, each place counted.
    pub(crate) fn worth(&self, mean: f64, deviation: f64) -> f64 {
        let Ok(spread) = Normal::new(mean, deviation) else {
            return 0.0;
        };
        let within = |(target, _): &(f64, Option<f64>)| {
            spread.cdf(target + self.tolerance) - spread.cdf(target - self.tolerance)
        };
        self.open.iter().map(within).sum()
    }
}

/// Levels that each kind is tried with before one is chosen.
const PROBE: u64 = 12;
/// Levels of the chosen kind that are looked at before the choice is made anew.
const ROUND: u64 = 24;
/// The least spread of ratings that is reckoned with.
const LEAST_DEVIATION: f64 = 0.25;

/// A kind of levels, and what its ratings were so far.
struct Kind<'a> {
    order: &'a Order,
    next: u64,
    count: f64,
    mean: f64,
    squares: f64,
}

impl Kind<'_> {
    fn note(&mut self, ratings: &mut Vec<f64>) {
        for rating in ratings.drain(..) {
            self.count += 1.0;
            let off = rating - self.mean;
            self.mean += off / self.count;
            self.squares += off * (rating - self.mean);
        }
    }

    fn worth(&self, pack: &Pack) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        let deviation = (self.squares / (self.count - 1.0)).sqrt();
        pack.worth(self.mean, deviation.max(LEAST_DEVIATION))
    }
}

/// Fills a pack from several kinds of levels: each is tried, then the one
/// whose levels are likeliest to be kept, again and again. What is kept, and
/// in which order, does not depend on the number of threads.
pub fn climb<E: From<Fault> + Send + 'static>(
    orders: &[Order],
    pack: &mut Pack,
    first: u64,
    tries: u64,
    plan: &dyn Fn() -> Plan,
    mut took: impl FnMut(&Order, Option<&MadeRow>) -> Result<(), E>,
) -> Result<Ending, E> {
    let mut kinds: Vec<Kind> = orders
        .iter()
        .map(|order| Kind {
            order,
            next: first,
            count: 0.0,
            mean: 0.0,
            squares: 0.0,
        })
        .collect();
    let mut look = |kind: &mut Kind, pack: &mut Pack, numbers: u64| {
        let order = kind.order;
        let ending = fill(order, pack, kind.next, numbers, &plan(), |row| {
            took(order, row)
        });
        kind.next = kind.next.saturating_add(numbers);
        kind.note(&mut pack.ratings);
        ending
    };
    for kind in &mut kinds {
        let ending = look(kind, pack, PROBE.min(tries.saturating_sub(pack.tried)))?;
        if ending == Ending::Interrupted || pack.is_full() {
            return Ok(ending);
        }
    }
    while pack.tried < tries {
        let worths = kinds.iter().map(|kind| kind.worth(pack)).enumerate();
        let best = worths.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((index, _)) = best else { break };
        let numbers = ROUND.min(tries - pack.tried);
        let ending = look(&mut kinds[index], pack, numbers)?;
        if ending == Ending::Interrupted || pack.is_full() {
            return Ok(ending);
        }
    }
    Ok(Ending::Whole)
}
