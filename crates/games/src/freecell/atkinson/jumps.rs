//! When the search leaves a part of the tree, and how far up it goes. Jumps
//! are scaled by s, s², s, s⁴, s, s², s, s⁸ and so on: about twice as far each
//! time, with the shorter ones repeated in between. For small x, (1 - x)² is
//! about 1 - 2x, and unlike that it never falls below the root.

/// The jumps since the last solution.
#[derive(Clone, Copy, Debug)]
pub struct Jumps {
    scale: f64,
    made: u32,
}

impl Jumps {
    /// No jump so far; the first goes to `scale` times the depth.
    pub fn new(scale: f64) -> Jumps {
        Jumps { scale, made: 0 }
    }

    /// By how much the next jump scales the depth.
    pub fn next_scale(&mut self) -> f64 {
        self.made += 1;
        let mut scale = self.scale;
        for _ in 0..self.made.trailing_zeros() {
            scale *= scale;
        }
        scale
    }

    /// The depth to go on from, always less than `depth` unless that is 0.
    pub fn jump(&mut self, depth: usize) -> usize {
        let up = (depth as f64 * self.next_scale()) as usize;
        up.min(depth.saturating_sub(1))
    }

    /// Starts the pattern again, after a solution.
    pub fn restart(&mut self) {
        self.made = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_new_scale_is_the_square_of_the_one_before_with_the_old_ones_between() {
        let mut jumps = Jumps::new(0.9);
        let expected = [
            0.9,
            0.81,
            0.9,
            0.6561,
            0.9,
            0.81,
            0.9,
            0.430_467_21,
            0.9,
            0.81,
        ];
        for wanted in expected {
            assert!((jumps.next_scale() - wanted).abs() < 1e-12, "{wanted}");
        }
        jumps.restart();
        assert_eq!(jumps.next_scale(), 0.9);
    }

    #[test]
    fn jumps_lead_up_and_in_the_end_to_the_root() {
        let mut jumps = Jumps::new(0.9);
        let depths: Vec<_> = (0..4).map(|_| jumps.jump(100)).collect();
        assert_eq!(depths, [90, 81, 90, 65]);
        assert_eq!((jumps.jump(1), jumps.jump(0)), (0, 0));
        assert!((0..200).any(|_| jumps.jump(150) == 0));
        // A scale of 1 is no jump by itself, but the search must leave.
        assert_eq!(Jumps::new(1.0).jump(7), 6);
    }
}
