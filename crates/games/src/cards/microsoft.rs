//! Microsoft's numbered FreeCell deals, 1 to 2^33 - 1. Up to 2^31 - 1 they use
//! the C runtime's linear congruential generator; above that they go on as
//! FreeCell Pro does: one more random bit from 2^31 on, and from 2^32 on
//! sixteen bits plus one, seeded with what exceeds 2^32.

use super::Card;

/// The largest deal number.
pub const LAST: u64 = (1 << 33) - 1;

/// The deck of a deal in the order in which it is dealt, if there is such a deal.
pub fn deck(number: u64) -> Option<[Card; 52]> {
    if !(1..=LAST).contains(&number) {
        return None;
    }
    // The state is cut to 32 bits, since no higher bit ever reaches the output.
    let mut state = number as u32;
    let mut random = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        match number >> 31 {
            0 => state >> 16 & 0x7fff,
            1 => state >> 16 & 0x7fff | 0x8000,
            _ => (state >> 16) + 1,
        }
    };
    let mut deck: [Card; 52] = std::array::from_fn(|i| Card::from_index(51 - i as u8));
    for dealt in 0..52 {
        let left = 52 - dealt;
        let pick = random() as usize % left;
        // Cards are taken from the far end, so the pile is kept in reverse.
        deck.swap(dealt, 51 - pick);
    }
    Some(deck)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards by column, as Debian's `make-microsoft-freecell-board -t` and the
    /// `pysol_cards` package both print them.
    #[test]
    fn deals_are_microsofts() {
        let rows = [
            (
                1,
                "JD2D9HJC5D7H7C5HKDKC9S5SADQCKH3H2SKS9DQDJSASAH3C4C5CTSQH4HAC4D7S3STD4STH8H2CJH7D6D8S8DQS6C3D8CTC6S9C2H6H",
            ),
            (
                2_147_483_647,
                "9S2H7C5H4C6D3D4SJHTCTDQS3SKH8DJC7S6C3H8SKDTS9D4D5SADTH3C2CAH2D9H5DQH8C6H6SQD4HJS5CJDASQCACKC2SKS7D9C7H8H",
            ),
            (
                2_147_483_648,
                "QHQC2H6S2S3DKS8C3HJDKC7C8H5C8D9H7D3C8S7STHJCASQS4D5DTDTC9CAH4HJSTS7HJH5H3S6C2C9DQD6HAD9S2DKH4CKD6D4S5SAC",
            ),
            (
                4_294_967_296,
                "TS5S2STD3CADJC6D3SQD7C7D8S5D5H4CKC3D9C8CTHJD2CQS4H9S8D5C7SAS4SJS9H2H6S2DTC6CKS8H3H6HAHQC7H9DKDAC4DKHJHQH",
            ),
            (
                8_589_934_591,
                "TC2SJS5S4D6H3H7C8STDTHQS4CKH2CKS8C6D3SKD7DTSKC8H6C8DJDAHJC7H2H3C5H9H4HAS2DQD5DAC5C9SQCJHADQH9D7S9C6S3D4S",
            ),
        ];
        for (number, want) in rows {
            let text: String = deck(number).unwrap().iter().map(Card::to_string).collect();
            assert_eq!(text, want, "deal {number}");
        }
    }

    #[test]
    fn only_deals_that_exist_are_dealt() {
        assert!(deck(0).is_none() && deck(1 << 33).is_none() && deck(u64::MAX).is_none());
    }
}
