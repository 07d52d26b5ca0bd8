//! How levels are split into folds.

use engine::chance::Chance;
use std::fmt;

/// How levels are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folds {
    /// So many runs of levels in the order given.
    Consecutive(usize),
    /// So many folds of levels drawn at random.
    Random {
        /// How many.
        count: usize,
        /// Names the draw.
        seed: u64,
    },
}

impl Folds {
    /// How many folds there are.
    pub fn count(self) -> usize {
        match self {
            Folds::Consecutive(count) | Folds::Random { count, .. } => count,
        }
    }

    /// The levels of each fold, of so many levels in all. Folds differ by one
    /// level at most, and there are no more of them than levels.
    pub fn split(self, levels: usize) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..levels).collect();
        if let Folds::Random { seed, .. } = self {
            Chance::new("folds", seed, 0).shuffle(&mut order);
        }
        let count = self.count().clamp(1, levels.max(1));
        let cut = |fold: usize| fold * (levels / count) + fold.min(levels % count);
        let fold = |fold: usize| {
            let mut levels = order[cut(fold)..cut(fold + 1)].to_vec();
            levels.sort_unstable();
            levels
        };
        (0..count).map(fold).collect()
    }
}

impl fmt::Display for Folds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Folds::Consecutive(count) => write!(f, "{count} consecutive folds"),
            Folds::Random { count, seed } => write!(f, "{count} random folds of seed {seed}"),
        }
    }
}

/// All levels that are not in a fold.
pub fn others(levels: usize, fold: &[usize]) -> Vec<usize> {
    (0..levels).filter(|level| !fold.contains(level)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_in_one_fold() {
        for folds in [Folds::Consecutive(5), Folds::Random { count: 5, seed: 3 }] {
            for levels in [0, 1, 4, 5, 13, 40] {
                let split = folds.split(levels);
                let sizes: Vec<usize> = split.iter().map(Vec::len).collect();
                let (least, most) = (sizes.iter().min(), sizes.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1, "{sizes:?}");
                let mut all: Vec<usize> = split.into_iter().flatten().collect();
                all.sort_unstable();
                assert_eq!(all, (0..levels).collect::<Vec<_>>());
            }
        }
        assert_eq!(
            Folds::Consecutive(5).split(40)[1],
            [8, 9, 10, 11, 12, 13, 14, 15]
        );
    }
}
