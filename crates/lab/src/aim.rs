//! Levels of a wanted difficulty: which ratings are wanted, which of them are
//! still open, and where to look for them.

use crate::make::{Order, Pack, fill};
use crate::rating::Book;
use crate::run::{Ending, Plan};
use engine::record::MadeRow;
use engine::{Cost, Fault, Game};
use statrs::distribution::{ContinuousCDF, Normal};
use std::ops::Range;

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

/// Fills a pack from several kinds of levels, given from easy to hard. It
/// begins in the middle, goes up or down as long as what is wanted lies there,
/// and then looks on among the kind whose levels are likeliest to be kept.
/// What is kept, and in which order, does not depend on the number of threads.
pub fn climb<E: From<Fault> + Send + 'static>(
    orders: &[Order],
    pack: &mut Pack,
    first: u64,
    tries: u64,
    plan: &dyn Fn() -> Plan,
    mut took: impl FnMut(&Order, Option<&MadeRow>) -> Result<(), E>,
) -> Result<Ending, E> {
    if orders.is_empty() {
        return Ok(Ending::Whole);
    }
    let kind = |order| Kind {
        order,
        next: first,
        count: 0.0,
        mean: 0.0,
        squares: 0.0,
    };
    let mut kinds: Vec<Kind> = orders.iter().map(kind).collect();
    let middle = kinds.len() / 2;
    // Kinds that were tried, from the lowest to the highest.
    let mut tried = middle..middle;
    while pack.tried < tries && !pack.is_full() {
        let (index, numbers) = match unexplored(&kinds, &tried, pack) {
            Some(index) => (index, PROBE),
            None => (best(&kinds, &tried, pack), ROUND),
        };
        tried = tried.start.min(index)..tried.end.max(index + 1);
        let numbers = numbers.min(tries - pack.tried);
        let Kind { order, next, .. } = kinds[index];
        let ending = fill(order, pack, next, numbers, &plan(), |row| took(order, row))?;
        kinds[index].next = next.saturating_add(numbers);
        kinds[index].note(&mut pack.ratings);
        if ending == Ending::Interrupted {
            return Ok(ending);
        }
    }
    Ok(match pack.is_full() {
        true => Ending::Enough,
        false => Ending::Whole,
    })
}

/// A kind beside those that were tried, where some of what is wanted is easier
/// or harder than what they have.
fn unexplored(kinds: &[Kind], tried: &Range<usize>, pack: &Pack) -> Option<usize> {
    if tried.is_empty() {
        return Some(tried.start);
    }
    let (low, high) = (&kinds[tried.start], &kinds[tried.end - 1]);
    let wanted = pack.unfilled();
    let lies = |beyond: &dyn Fn(f64) -> bool| wanted.iter().any(|(target, _)| beyond(*target));
    let lower = tried.start > 0 && lies(&|target| target < low.mean);
    let higher = tried.end < kinds.len() && lies(&|target| target > high.mean);
    match (lower, higher) {
        (true, _) => Some(tried.start - 1),
        (false, true) => Some(tried.end),
        _ => None,
    }
}

/// The kind whose levels are likeliest to be kept.
fn best(kinds: &[Kind], tried: &Range<usize>, pack: &Pack) -> usize {
    let worths = tried.clone().map(|index| (index, kinds[index].worth(pack)));
    let best = worths.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    best.map_or(tried.start, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equation::{Equation, Errors, Link, Made, Scale, Term, VERSION};
    use crate::stop::Stop;
    use engine::Settings;

    /// Rates levels by the moves they need.
    fn book(game: &str) -> Book {
        let mut book = Book::default();
        book.add(Equation {
            equation: VERSION,
            game: game.into(),
            target: "difficulty".into(),
            scale: Scale::Human,
            link: Link::Identity,
            bounds: [1.0, 10.0],
            intercept: 0.0,
            terms: vec![Term {
                of: "moves".parse().expect("a term"),
                weight: 0.5,
                standard_error: None,
                centre: 8.0,
            }],
            ranges: Default::default(),
            errors: Errors::default(),
            made: Made::default(),
        });
        book
    }

    fn orders(kinds: &[&str], aim: &Aim) -> Vec<Order> {
        let order = |kind: &&str| Order {
            game: games::find_game("shift").expect("a game"),
            kind: kind.to_string(),
            keep: Vec::new(),
            unique: true,
            measure: false,
            solve: false,
            aim: Some(aim.clone()),
            budget: Default::default(),
            settings: Settings::default(),
        };
        kinds.iter().map(order).collect()
    }

    fn climbed(aim: &Aim, jobs: usize, tries: u64) -> (Pack, Vec<(String, f64)>) {
        let orders = orders(&["3x3", "4x4", "5x5"], aim);
        let mut pack = Pack::aimed(aim, true);
        let mut rows = Vec::new();
        let plan = || Plan::new(Some(jobs), &Stop::default());
        let ending = climb(&orders, &mut pack, 1, tries, &plan, |_, row| {
            let row = row.map(|row| (row.level.id.clone(), row.rating.clone()));
            rows.extend(row.map(|(id, rating)| (id, rating.expect("one").rating)));
            Ok::<_, Fault>(())
        });
        let expected = match pack.is_full() {
            true => Ending::Enough,
            false => Ending::Whole,
        };
        assert_eq!(ending, Ok(expected));
        (pack, rows)
    }

    #[test]
    fn levels_are_as_hard_as_wanted_on_any_number_of_threads() {
        let aim = Aim::rising(2.0, 4.0, 9, 0.3, book("shift"));
        let (pack, rows) = climbed(&aim, 1, 5000);
        assert!(pack.is_full());
        let mut ratings: Vec<f64> = rows.iter().map(|(_, rating)| *rating).collect();
        ratings.sort_by(f64::total_cmp);
        for (rating, target) in ratings.iter().zip(&aim.targets) {
            assert!((rating - target).abs() <= 0.3, "{ratings:?}");
        }
        assert_eq!(climbed(&aim, 3, 5000).1, rows);
    }

    #[test]
    fn what_cannot_be_reached_is_told() {
        let aim = Aim::rising(9.9, 9.9, 2, 0.1, book("shift"));
        let (pack, rows) = climbed(&aim, 2, 60);
        assert_eq!((rows.len(), pack.tried), (0, 60));
        let unfilled = pack.unfilled();
        assert_eq!(unfilled.len(), 2);
        let nearest = unfilled[0].1.expect("a rating was seen");
        assert!(nearest < 9.8, "{nearest}");
    }
}
