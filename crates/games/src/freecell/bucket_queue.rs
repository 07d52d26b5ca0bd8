//! A priority queue by score: buckets, each a linked list of items whose links
//! the owner keeps. Within a bucket the newest item comes first, so that among equals a
//! search goes deeper.

/// The heads of the lists; item 0 stands for none.
#[derive(Default)]
pub struct BucketQueue {
    heads: Vec<u32>,
    lowest: usize,
}

/// The last bucket takes all scores that are worse.
const BUCKETS: usize = 1024;
/// Points of score to a bucket.
const WIDTH: usize = 8;
/// Scores below zero occur, but seldom below this.
const LEAST: i32 = -800;

impl BucketQueue {
    /// Empties the queue.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.heads.resize(BUCKETS, 0);
        self.lowest = BUCKETS;
    }

    /// Puts an item in, and returns the item that it must link to.
    #[inline]
    pub fn push(&mut self, score: i32, item: u32) -> u32 {
        let bucket = ((score - LEAST).max(0) as usize / WIDTH).min(BUCKETS - 1);
        self.lowest = self.lowest.min(bucket);
        std::mem::replace(&mut self.heads[bucket], item)
    }

    /// Takes the best item out; `link` tells the item that it links to.
    #[inline]
    pub fn pop(&mut self, link: impl FnOnce(u32) -> u32) -> Option<u32> {
        let offset = self.heads[self.lowest..].iter().position(|&head| head != 0);
        self.lowest += offset?;
        let item = self.heads[self.lowest];
        self.heads[self.lowest] = link(item);
        Some(item)
    }
}
