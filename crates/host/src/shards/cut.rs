//! How the rows of a run are cut into blocks, and which of them one of several
//! processes does.

use engine::Fault;
use engine::notation::quoted;
use std::fmt;
use std::str::FromStr;

/// Rows of a block, unless told otherwise.
pub const BLOCK: u64 = 1000;

/// One of several processes that share a run: `3/64` is the third of 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Shard, Fault> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => {
                let expected = "K/N with K from 1 to N, such as 3/64";
                Err(Fault::new("a shard", quoted(text), expected))
            }
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The blocks of a run, and whose of them a process does. Blocks are numbered
/// from 1 on, rows from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    block: u64,
    shard: Option<Shard>,
}

impl Default for Cut {
    fn default() -> Cut {
        Cut {
            block: BLOCK,
            shard: None,
        }
    }
}

impl Cut {
    /// Blocks of this many rows. A process without a shard does them all.
    pub fn new(block: u64, shard: Option<Shard>) -> Result<Cut, Fault> {
        match block {
            0 => Err(Fault::new("a block", "no rows", "one row or more")),
            _ => Ok(Cut { block, shard }),
        }
    }

    /// The process's share, if it has only one.
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Rows of a block.
    pub(super) fn rows(&self) -> u64 {
        self.block
    }

    /// The first row of a block.
    pub(super) fn first(&self, number: u64) -> u64 {
        (number - 1).saturating_mul(self.block)
    }

    /// The block of a row, and the row's place in it.
    pub(super) fn place(&self, row: u64) -> (u64, u64) {
        (row / self.block + 1, row % self.block)
    }

    /// How many blocks this many rows make.
    pub fn blocks(&self, rows: u64) -> u64 {
        rows.div_ceil(self.block)
    }

    /// Whether this process does a block.
    pub fn has_block(&self, number: u64) -> bool {
        let is_own = |shard: Shard| (number - 1) % shard.of == shard.number - 1;
        self.shard.is_none_or(is_own)
    }

    /// Whether this process does a row.
    pub fn has(&self, row: u64) -> bool {
        self.has_block(self.place(row).0)
    }

    /// How many of this many rows this process does.
    pub fn share(&self, rows: u64) -> u64 {
        let Some(Shard { number, of }) = self.shard else {
            return rows;
        };
        let whole = rows / self.block;
        let own = whole / of + u64::from(whole % of >= number);
        let rest = if self.has_block(whole + 1) {
            rows % self.block
        } else {
            0
        };
        own * self.block + rest
    }

    /// How the names of blocks in hand end.
    pub(super) fn part(&self) -> String {
        match self.shard {
            None => "part".into(),
            Some(Shard { number, of }) => format!("shard-{number}-of-{of}.part"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_belongs_to_one_shard() {
        for (block, of, rows) in [(1, 1, 5), (3, 2, 17), (4, 3, 24), (10, 64, 99), (2, 5, 0)] {
            let mut sum = 0;
            let mut owners = vec![0; rows as usize];
            for number in 1..=of {
                let cut = Cut::new(block, Some(Shard { number, of })).expect("a cut");
                let own: Vec<u64> = (0..rows).filter(|&row| cut.has(row)).collect();
                own.iter().for_each(|&row| owners[row as usize] += 1);
                assert_eq!(cut.share(rows), own.len() as u64, "{number}/{of}, {rows}");
                sum += own.len();
            }
            assert_eq!(sum as u64, rows);
            assert!(owners.iter().all(|&count| count == 1));
        }
        let third: Shard = "3/64".parse().expect("a shard");
        let cut = Cut::new(1000, Some(third)).expect("a cut");
        assert!((1..200).filter(|&b| cut.has_block(b)).eq([3, 67, 131, 195]));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in [
            "", "3", "0/4", "5/4", "1/0", "a/b", "-1/4", "1/2/3", "1 / 2",
        ] {
            let fault = text.parse::<Shard>().expect_err(text);
            assert_eq!(fault.found, quoted(text));
        }
        assert_eq!("2/3".parse::<Shard>().expect("one").to_string(), "2/3");
        assert!(Cut::new(0, None).is_err());
    }
}
