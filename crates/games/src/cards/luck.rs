//! Random numbers that belong to a deal: whoever plays it out many times does
//! so with the same luck wherever and whenever, and with other luck on another
//! deal.

use engine::chance::Chance;

/// The stream of a deal, given its signature (hashed as Fowler, Noll and Vo
/// do).
pub fn of_deal(purpose: &str, signature: &[u8]) -> Chance {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let seed = signature.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    Chance::new(purpose, seed, 0)
}
