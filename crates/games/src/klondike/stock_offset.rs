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

/// The cards left of a stock of which three are drawn at a time, as bits in the
/// order of turning, kept up to date as cards are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thirds {
    /// Those whose place among the cards left, counted from 1, is a multiple of
    /// three, one more, and two more.
    by_place: [u32; 3],
    /// Those that come up when the pass under way goes on from the waste.
    onward: u32,
}

impl Thirds {
    /// Of the cards left, where so many lie in the waste.
    pub fn new(left: u32, waste: u32) -> Thirds {
        let by_place = [
            every_third(left, 0),
            every_third(left, 2),
            every_third(left, 1),
        ];
        let onward = match waste {
            0 => 0,
            _ => every_third(drop_lowest(left, waste - 1), 2),
        };
        Thirds { by_place, onward }
    }

    /// Plays a card that is left.
    #[inline]
    pub fn play(&mut self, turn: u32) {
        let below = (1 << turn) - 1;
        let above = !below << 1;
        let [end, first, middle] = self.by_place;
        // The waste now ends with the card before the one played.
        let (waste, place) = match (end >> turn & 1, middle >> turn & 1) {
            (1, _) => (middle & below, 2),
            (_, 1) => (first & below, 1),
            _ => (0, 0),
        };
        self.by_place = [
            end & below | first & above,
            first & below | middle & above,
            middle & below | end & above,
        ];
        self.onward = match waste {
            0 => 0,
            _ => self.by_place[place] & above | 1 << (31 - waste.leading_zeros()),
        };
    }

    /// Cards that come up in every pass from an empty waste.
    #[inline]
    pub fn fresh(&self) -> u32 {
        let left = self.by_place[0] | self.by_place[1] | self.by_place[2];
        let last = match left {
            0 => 0,
            _ => 1 << (31 - left.leading_zeros()),
        };
        self.by_place[0] | last
    }

    /// Cards that may come up once some of these cards were played.
    ///
    /// A card comes up as the last of a draw, if enough cards before it were
    /// played that its place is a multiple of three, or because the card after
    /// it was played.
    pub fn after(&self, played: u32) -> u32 {
        let [end, first, middle] = self.by_place;
        let left = end | first | middle;
        let above = |set: u32| !(set ^ set.wrapping_sub(1));
        let second = played & played.wrapping_sub(1);
        let (mut before, mut rest) = (0, played);
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let below = left & (bit - 1);
            if below != 0 {
                before |= 1 << (31 - below.leading_zeros());
            }
        }
        let one = if played == 0 {
            0
        } else {
            first & above(played)
        };
        let two = if second == 0 {
            0
        } else {
            middle & above(second)
        };
        end | one | two | before
    }

    /// Cards that come up only in the pass under way.
    #[inline]
    pub fn onward(&self) -> u32 {
        self.onward & !self.fresh()
    }
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

    /// Playing cards one after the other leaves what counting them anew does.
    #[test]
    fn thirds_are_kept_up_to_date() {
        let mut chance = Seeded::new("thirds", 1);
        for _ in 0..500 {
            let mut left: u32 = (1 << 24) - 1;
            let mut thirds = Thirds::new(left, 0);
            while left != 0 {
                let set: Vec<u32> = (0..24).filter(|&b| left >> b & 1 == 1).collect();
                let waste = chance.below(set.len());
                left ^= 1 << set[waste];
                thirds.play(set[waste]);
                let onward = if waste.is_multiple_of(3) {
                    0
                } else {
                    waste as u32
                };
                let counted = Thirds::new(left, onward);
                assert_eq!(thirds.by_place, counted.by_place, "{left:b}");
                assert_eq!(thirds.onward(), counted.onward(), "{left:b} {waste}");
            }
        }
    }

    /// What may come up is told as by going through the cards.
    #[test]
    fn cards_come_up_after_others_were_played() {
        let mut chance = Seeded::new("after", 1);
        for _ in 0..2000 {
            let left = chance.below(1 << 24) as u32;
            let played = left & chance.below(1 << 24) as u32 & chance.below(1 << 24) as u32;
            let (mut expected, mut last, mut gone) = (0, 0, 0);
            for (place, turn) in (1..).zip((0..24).filter(|&b| left >> b & 1 == 1)) {
                if place % 3 <= gone {
                    expected |= 1 << turn;
                }
                if played >> turn & 1 == 1 {
                    expected |= last;
                    gone += 1;
                }
                last = 1 << turn;
            }
            let after = Thirds::new(left, 0).after(played);
            assert_eq!(after, expected, "{left:b} {played:b}");
        }
    }
}
