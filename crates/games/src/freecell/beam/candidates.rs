//! The positions that the next generation of a beam may keep. Once there are
//! as many as it can hold, those that are no better are not even looked up.

use super::super::board::PackedMove;
use super::outlook::Worth;

/// A position that the next generation may keep: from which of this
/// generation, how, and how good it is.
#[derive(Clone, Copy, Default)]
pub struct Candidate {
    /// The position before, by its place in this generation.
    pub parent: u32,
    /// The move.
    pub mv: PackedMove,
    blocked: u8,
    grade: u16,
}

impl Candidate {
    /// What it is worth.
    pub fn worth(&self) -> Worth {
        Worth {
            score: i32::from(self.grade) - ZERO,
            blocked: self.blocked,
        }
    }
}

/// Scores are counted one by one; what is beyond either end counts as the end.
const GRADES: usize = 1 << 14;
/// The grade of score 0.
const ZERO: i32 = 1 << 12;

/// The candidates, in the order in which they were found.
pub struct Candidates {
    list: Vec<Candidate>,
    /// The best ones in order.
    sorted: Vec<Candidate>,
    /// How many may be kept.
    width: usize,
    /// How many there are of each grade, lower is better, and the range of
    /// grades outside which there is none.
    counts: Box<[u32; GRADES]>,
    range: (usize, usize),
    /// How many are below the end of the range; the others are too many.
    good: usize,
    /// Only what is below this grade is of use.
    useful: usize,
    cut: bool,
}

impl Default for Candidates {
    fn default() -> Self {
        Candidates {
            list: Vec::new(),
            sorted: Vec::new(),
            width: 0,
            counts: Box::new([0; GRADES]),
            range: (GRADES, 0),
            good: 0,
            useful: GRADES,
            cut: false,
        }
    }
}

/// The grade of a score.
#[inline]
fn grade(score: i32) -> usize {
    (score + ZERO).clamp(0, GRADES as i32 - 1) as usize
}

impl Candidates {
    /// Removes all; the next generation will keep so many.
    pub fn begin(&mut self, width: usize) {
        for candidate in self.list.drain(..) {
            self.counts[usize::from(candidate.grade)] = 0;
        }
        self.width = width;
        self.range = (GRADES, 0);
        self.good = 0;
        self.useful = GRADES;
        self.cut = false;
    }

    /// Whether a position with this score would be kept, as far as is known.
    #[inline]
    pub fn is_useful(&mut self, score: i32) -> bool {
        let useful = grade(score) < self.useful;
        self.cut |= !useful;
        useful
    }

    /// Adds a position that is useful.
    #[inline]
    pub fn push(&mut self, parent: u32, mv: PackedMove, worth: Worth) {
        let grade = grade(worth.score);
        self.list.push(Candidate {
            parent,
            mv,
            blocked: worth.blocked,
            grade: grade as u16,
        });
        self.counts[grade % GRADES] += 1;
        self.good += 1;
        self.range.0 = self.range.0.min(grade);
        self.range.1 = self.range.1.max(grade + 1);
        if self.good >= self.width {
            self.narrow();
        }
    }

    /// Takes grades out of the range as long as enough candidates are left.
    #[inline]
    fn narrow(&mut self) {
        loop {
            let worst = self.range.1 - 1;
            let rest = self.good - self.counts[worst % GRADES] as usize;
            if rest < self.width {
                // Of the worst grade there are enough.
                self.useful = worst;
                return;
            }
            self.good = rest;
            self.range.1 = worst;
        }
    }

    /// How many there are, those included that will not be kept.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether any was left out for being too bad, or will be.
    pub fn is_cut(&self) -> bool {
        self.cut || self.list.len() > self.width
    }

    /// The best ones, at most so many, best first; among equals those found
    /// first. What has to be beaten is then known early in a generation.
    pub fn best(&mut self, width: usize) -> &[Candidate] {
        let mut places = 0;
        let (first, end) = self.range;
        for grade in first..end {
            let count = self.counts[grade];
            if count > 0 {
                self.counts[grade] = places;
                places += count;
            }
        }
        self.sorted.clear();
        self.sorted
            .resize(width.min(places as usize), Candidate::default());
        for candidate in &self.list {
            let grade = usize::from(candidate.grade);
            if grade >= end {
                continue;
            }
            let place = &mut self.counts[grade];
            if let Some(kept) = self.sorted.get_mut(*place as usize) {
                *kept = *candidate;
                *place += 1;
            }
        }
        &self.sorted
    }
}
