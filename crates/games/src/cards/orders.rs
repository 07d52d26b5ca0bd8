//! The orders of the four suits, for levels that are the same game once suits
//! are exchanged.

/// All orders of the four suits, of which those in front keep or exchange the
/// colours (clubs and spades, diamonds and hearts).
pub const SUIT_ORDERS: [[u8; 4]; 24] = suit_orders();

/// How many of them keep pairs of one colour together.
pub const COLOURED: usize = 8;

const fn suit_orders() -> [[u8; 4]; 24] {
    let mut orders = [[0; 4]; 24];
    let (mut in_front, mut behind) = (0, COLOURED);
    let mut code = 0;
    while code < 256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        let seen = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if seen == 0b1111 {
            // Suits of one colour have numbers that add up to three.
            let slot = if order[0] + order[3] == 3 {
                &mut in_front
            } else {
                &mut behind
            };
            orders[*slot] = [
                order[0] as u8,
                order[1] as u8,
                order[2] as u8,
                order[3] as u8,
            ];
            *slot += 1;
        }
        code += 1;
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::super::Card;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn eight_orders_of_suits_keep_colours_together() {
        let all: HashSet<_> = SUIT_ORDERS.into_iter().collect();
        assert_eq!(all.len(), 24);
        let together = |order: &[u8; 4]| {
            let red = |suit: usize| Card::new(1, order[suit]).is_red();
            red(0) == red(3) && red(1) == red(2) && red(0) != red(1)
        };
        assert!(SUIT_ORDERS[..COLOURED].iter().all(together));
        assert!(!SUIT_ORDERS[COLOURED..].iter().any(together));
    }
}
