//! Which cards of the stock come to lie on top of the waste when three are
//! drawn at a time. That is every third card that is left, counted from an
//! offset: the number of cards already drawn, modulo three. The cards left are
//! a bit set, and tables by byte pick every third bit.

/// Every third set bit of a byte, by how many set bits are skipped first.
const THIRDS: [[u8; 256]; 3] = {
    let mut stock_offset = [[0; 256]; 3];
    let mut byte: usize = 1;
    while byte < 256 {
        let lowest = byte & byte.wrapping_neg();
        let mut skip = 0;
        while skip < 3 {
            // What follows the lowest bit has one less to skip.
            let rest = stock_offset[(skip + 2) % 3][byte ^ lowest];
            stock_offset[skip][byte] = if skip == 0 { rest | lowest as u8 } else { rest };
            skip += 1;
        }
        byte += 1;
    }
    stock_offset
};

/// How many set bits to skip in the next byte, by how many were skipped in
/// this one.
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

/// Every third set bit among the lowest 24, where `offset` cards of the first
/// draw are already drawn: the first bit picked is the one after `2 - offset`
/// others.
pub fn every_third(bits: u32, offset: u32) -> u32 {
    let bytes = bits.to_le_bytes();
    let mut skip = 2 - offset;
    let mut stock_offset = 0;
    for (at, &byte) in bytes[..3].iter().enumerate() {
        stock_offset |= u32::from(THIRDS[skip as usize][byte as usize]) << (8 * at);
        skip = u32::from(LEFT_TO_SKIP[skip as usize][byte as usize]);
    }
    stock_offset
}

/// The set without its `count` lowest bits.
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
    fn every_third_set_bit_is_picked() {
        let mut chance = Seeded::new("stock_offset", 1);
        for _ in 0..2000 {
            let bits = chance.below(1 << 24) as u32;
            for offset in 0..3 {
                let set: Vec<u32> = (0..24).filter(|&b| bits >> b & 1 == 1).collect();
                let stock_offset = set.iter().skip(2 - offset as usize).step_by(3);
                let expected: u32 = stock_offset.map(|&b| 1 << b).sum();
                assert_eq!(every_third(bits, offset), expected, "{bits:b} {offset}");
            }
        }
    }
}
