//! What breeders do with genomes, whatever a gene is: weights of features, or
//! the levels of a set.

use crate::chance::Chance;

/// Chooses one of several by fitness-proportionate selection: each with a
/// probability proportional to its fitness, where fitness below zero counts
/// as zero. Where all count as zero, each is equally likely.
pub fn proportionate(fitness: &[f64], chance: &mut Chance) -> usize {
    let share = |f: f64| if f > 0.0 { f } else { 0.0 };
    let total: f64 = fitness.iter().map(|&f| share(f)).sum();
    if total <= 0.0 || !total.is_finite() {
        return chance.below(fitness.len());
    }
    let mut left = chance.unit() * total;
    let mut last = 0;
    for (index, &f) in fitness.iter().enumerate() {
        if share(f) > 0.0 {
            last = index;
            if left < f {
                return index;
            }
            left -= f;
        }
    }
    // Rounding may leave a little beyond the last share.
    last
}

/// Chooses the fittest of `size` that are drawn with repeats.
pub fn tournament(fitness: &[f64], size: usize, chance: &mut Chance) -> usize {
    let mut best = chance.below(fitness.len());
    for _ in 1..size {
        let other = chance.below(fitness.len());
        if fitness[other] > fitness[best] {
            best = other;
        }
    }
    best
}

/// One-point crossover: both children of two genomes of one length, cut at
/// the same place, which leaves each a gene of either parent at least.
/// Genomes of one gene are passed on as they are.
pub fn crossover<G: Clone>(a: &[G], b: &[G], chance: &mut Chance) -> (Vec<G>, Vec<G>) {
    let cut = match a.len() {
        0 | 1 => a.len(),
        genes => 1 + chance.below(genes - 1),
    };
    let join = |head: &[G], tail: &[G]| [&head[..cut], &tail[cut..]].concat();
    (join(a, b), join(b, a))
}

/// Replaces each gene by a fresh one with this probability.
pub fn mutate<G>(
    genome: &mut [G],
    rate: f64,
    chance: &mut Chance,
    mut fresh: impl FnMut(&mut Chance) -> G,
) {
    for gene in genome {
        if chance.happens(rate) {
            *gene = fresh(chance);
        }
    }
}

/// Folds a number into [0, 1] as a mirror at either end does, so that a
/// search without bounds can move in the unit cube.
pub fn fold(x: f64) -> f64 {
    let x = x.rem_euclid(2.0);
    if x > 1.0 { 2.0 - x } else { x }
}

/// The places of several by fitness, the fittest first; equals in their order.
pub fn ranked(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(n: usize, draws: usize, mut draw: impl FnMut() -> usize) -> Vec<f64> {
        let mut counts = vec![0.0; n];
        for _ in 0..draws {
            counts[draw()] += 1.0 / draws as f64;
        }
        counts
    }

    /// Whether shares are as expected, within five standard errors.
    fn check(found: &[f64], expected: &[f64], draws: usize) {
        for (f, e) in found.iter().zip(expected) {
            let error = (e * (1.0 - e) / draws as f64).sqrt();
            assert!((f - e).abs() <= 5.0 * error, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn selection_is_in_proportion_to_fitness() {
        let mut chance = Chance::new("test", 1, 0);
        for (fitness, expected) in [
            ([1.0, 2.0, 0.0, 5.0], [0.125, 0.25, 0.0, 0.625]),
            ([-3.0, 1.0, -1.0, 1.0], [0.0, 0.5, 0.0, 0.5]),
            ([-3.0, 0.0, -1.0, -9.0], [0.25; 4]),
            ([0.5, f64::NAN, 0.5, 0.0], [0.5, 0.0, 0.5, 0.0]),
        ] {
            let found = counts(4, 50_000, || proportionate(&fitness, &mut chance));
            check(&found, &expected, 50_000);
        }
    }

    #[test]
    fn a_tournament_of_three_prefers_the_fittest() {
        let mut chance = Chance::new("test", 2, 0);
        let found = counts(4, 50_000, || {
            tournament(&[1.0, 4.0, 3.0, 2.0], 3, &mut chance)
        });
        // The chance that the best of three draws is of rank k of 4 is
        // (k^3 - (k-1)^3) / 4^3, counted from the worst.
        check(&found, &[1.0, 37.0, 19.0, 7.0].map(|n| n / 64.0), 50_000);
    }

    #[test]
    fn crossover_passes_on_every_gene_once() {
        let mut chance = Chance::new("test", 3, 0);
        let (a, b) = ([0, 1, 2, 3, 4], [10, 11, 12, 13, 14]);
        let mut cuts = [0; 5];
        for _ in 0..4_000 {
            let (x, y) = crossover(&a, &b, &mut chance);
            let cut = x.iter().position(|&gene| gene >= 10).unwrap();
            cuts[cut] += 1;
            for i in 0..5 {
                let (own, other) = if i < cut { (x[i], y[i]) } else { (y[i], x[i]) };
                assert_eq!((own, other), (a[i], b[i]));
            }
        }
        assert_eq!(cuts[0], 0, "a child has genes of both");
        assert!(
            cuts[1..].iter().all(|n| (863..=1137).contains(n)),
            "{cuts:?}"
        );
        assert_eq!(crossover(&[1], &[2], &mut chance), (vec![1], vec![2]));
    }

    #[test]
    fn mutation_changes_its_share_of_genes() {
        let mut chance = Chance::new("test", 4, 0);
        let mut genome = vec![0; 50_000];
        mutate(&mut genome, 0.1, &mut chance, |_| 1);
        let share = genome.iter().sum::<i32>() as f64 / 50_000.0;
        assert!((share - 0.1).abs() < 0.0068, "{share}");
        mutate(&mut genome, 0.0, &mut chance, |_| 9);
        assert!(!genome.contains(&9));
        mutate(&mut genome, 1.0, &mut chance, |_| 9);
        assert!(genome.iter().all(|&gene| gene == 9));
    }

    #[test]
    fn folding_mirrors_at_both_ends() {
        for (x, folded) in [
            (0.0, 0.0),
            (0.25, 0.25),
            (1.0, 1.0),
            (1.25, 0.75),
            (-0.25, 0.25),
            (2.5, 0.5),
            (-1.75, 0.25),
        ] {
            assert_eq!(fold(x), folded, "{x}");
        }
    }
}
