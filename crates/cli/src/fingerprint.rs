//! A 128-bit hash that stands for a text in a set, so that sets of hundreds
//! of millions of ids or levels fit in memory. It is not kept in any file.

use std::hash::{DefaultHasher, Hasher};

/// Equal for equal bytes; for different ones, different but for a chance that
/// stays below one in 10^20 among a billion of them.
pub(crate) fn fingerprint(bytes: &[u8]) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(salt);
        hasher.write(bytes);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
