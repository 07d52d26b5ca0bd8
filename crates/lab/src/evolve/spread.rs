//! From genes, which every scheme has in [0, 1], to weights and back.

/// How genes in [0, 1] are spread over weights.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    pub(super) lowest: f64,
    /// Whether weights are squares, so that small ones are told apart as well
    /// as large ones. Most features count a few of many cards, some are 0 or
    /// 1: good weights of the latter are some hundredths of the former's.
    pub(super) squares: bool,
}

impl Spread {
    /// What genes are proportional to.
    fn bent(&self, weight: f64) -> f64 {
        match self.squares {
            true => weight.signum() * weight.abs().sqrt(),
            false => weight,
        }
    }

    /// The weight that a gene stands for.
    pub(super) fn weight(&self, gene: f64) -> f64 {
        let low = self.bent(self.lowest);
        let bent = low + (1.0 - low) * gene;
        match self.squares {
            true => bent * bent.abs(),
            false => bent,
        }
    }

    /// The gene that stands for a weight, or for the nearest there is.
    pub(super) fn gene(&self, weight: f64) -> f64 {
        let low = self.bent(self.lowest);
        ((self.bent(weight) - low) / (1.0 - low)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genes_reach_every_weight() {
        for (lowest, squares) in [(0.0, false), (0.0, true), (-1.0, true), (-0.3, true)] {
            let spread = Spread { lowest, squares };
            assert!((spread.weight(0.0) - lowest).abs() < 1e-12);
            assert_eq!(spread.weight(1.0), 1.0);
            for step in 0..=20 {
                let gene = f64::from(step) / 20.0;
                let weight = spread.weight(gene);
                assert!((lowest..=1.0).contains(&weight) || step == 0);
                assert!((spread.gene(weight) - gene).abs() < 1e-9, "{gene} {weight}");
            }
        }
        let linear = Spread {
            lowest: 0.0,
            squares: false,
        };
        assert_eq!([0.1, 0.9].map(|gene| linear.weight(gene)), [0.1, 0.9]);
    }
}
