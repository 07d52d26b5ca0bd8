//! Which of the cards left in the stock end a turn, by looking up bytes.

/// For each byte, by how many bits of it are skipped first, every third bit
/// that is set.
const THIRDS: [[u8; 256]; 3] = {
    let mut thirds = [[0; 256]; 3];
    let mut byte: usize = 1;
    while byte < 256 {
        let lowest = byte & byte.wrapping_neg();
        let mut skip = 0;
        while skip < 3 {
            // What follows the lowest bit has one less to skip.
            let rest = thirds[(skip + 2) % 3][byte ^ lowest];
            thirds[skip][byte] = if skip == 0 { rest | lowest as u8 } else { rest };
            skip += 1;
        }
        byte += 1;
    }
    thirds
};

/// How many bits of what follows a byte are skipped, by how many bits of the
/// byte were.
const LEFT_TO_SKIP: [[u8; 256]; 3] = {
    let mut left = [[0; 256]; 3];
    let mut byte: usize = 0;
    while byte < 256 {
        let mut skip = 0;
        while skip < 3 {
            left[skip][byte] = ((skip + 9 - byte.count_ones() as usize) % 3) as u8;
            skip += 1;
        }
        byte += 1;
    }
    left
};

/// Every third bit that is set among the lowest 24, after skipping two bits
/// and taking off the `done` that were skipped before.
pub fn each_third(bits: u32, done: u32) -> u32 {
    let bytes = bits.to_le_bytes();
    let mut skip = 2 - done;
    let mut thirds = 0;
    for (at, &byte) in bytes[..3].iter().enumerate() {
        thirds |= u32::from(THIRDS[skip as usize][byte as usize]) << (8 * at);
        skip = u32::from(LEFT_TO_SKIP[skip as usize][byte as usize]);
    }
    thirds
}

/// The set without its lowest bits.
pub fn drop_lowest(mut bits: u32, count: u32) -> u32 {
    for _ in 0..count {
        bits &= bits - 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::seeded::Seeded;

    #[test]
    fn thirds_are_every_third() {
        let mut chance = Seeded::new("thirds", 1);
        for _ in 0..2000 {
            let bits = chance.below(1 << 24) as u32;
            for done in 0..3 {
                let set: Vec<u32> = (0..24).filter(|&b| bits >> b & 1 == 1).collect();
                let thirds = set.iter().skip(2 - done as usize).step_by(3);
                let expected: u32 = thirds.map(|&b| 1 << b).sum();
                assert_eq!(each_third(bits, done), expected, "{bits:b} {done}");
            }
        }
    }
}
