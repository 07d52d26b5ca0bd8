//! 128-bit hashes that stand for a text.

use std::hash::{DefaultHasher, Hasher};

/// Equal for equal bytes; for different ones, different but for a chance that
/// stays below one in 10^20 among a billion of them. Sets of hundreds of
/// millions of ids or levels fit in memory with it. It may change from one
/// build to the next, so it is kept in no file.
pub fn fingerprint(bytes: &[u8]) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(salt);
        hasher.write(bytes);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// The FNV-1a hash of 128 bits, which is the same for ever.
pub fn stable(bytes: &[u8]) -> u128 {
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
    bytes.iter().fold(START, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stable_hash_is_fnv_1a() {
        // From the test vectors of draft-eastlake-fnv.
        assert_eq!(stable(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(stable(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }
}
