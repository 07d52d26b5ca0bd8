//! What guides a generic search, as the caller chose it: a heuristic of the
//! game by name, one of its features, or weights for all of them.

use crate::heuristic::{FINE, Feature, Sum};
use crate::notation::quoted;
use crate::{Fault, Setting, Settings};

/// A heuristic that was chosen for a game with `N` features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guide<G, const N: usize> {
    /// One of the game's own, which is no sum of features.
    Own(G),
    /// A sum of features before they are divided by their maxima, each times
    /// this number, in moves.
    Counts([f32; N]),
    /// A sum of features from 0 to 1, each times these points.
    Weights([f32; N]),
}

impl<G, const N: usize> Guide<G, N> {
    /// A sum of some features, each by its place in the list and times a
    /// number.
    pub const fn counts(of: &[(usize, f32)]) -> Self {
        let mut counts = [0.0; N];
        let mut at = 0;
        while at < of.len() {
            counts[of[at].0] = of[at].1;
            at += 1;
        }
        Guide::Counts(counts)
    }

    /// Whether a feature has a part in it.
    pub fn weighs(&self, feature: usize) -> bool {
        match self {
            Guide::Own(_) => false,
            Guide::Counts(numbers) | Guide::Weights(numbers) => numbers[feature] != 0.0,
        }
    }

    /// The sum of features that it is, on a level where each is divided by
    /// these maxima; nothing of what is the game's own.
    pub fn sum(&self, maxima: &[f32; N]) -> Sum<N> {
        match self {
            Guide::Own(_) => Sum::new([0.0; N], 1),
            Guide::Counts(counts) => {
                let points = std::array::from_fn(|place| counts[place] * maxima[place]);
                Sum::new(points, 1)
            }
            Guide::Weights(points) => Sum::new(*points, FINE),
        }
    }
}

/// All that may guide the searches of a game.
pub struct Guides<G: 'static, const N: usize> {
    /// The game's name.
    pub game: &'static str,
    /// Heuristics by name. Beside them every feature is one, before it is
    /// divided by its maximum.
    pub named: &'static [(&'static str, Guide<G, N>)],
    /// The game's features.
    pub features: &'static [Feature; N],
}

impl<G: Copy, const N: usize> Guides<G, N> {
    /// What was set: weights, or a name under `heuristic`.
    pub fn choose(&self, settings: &Settings, heuristic: &Setting) -> Result<Guide<G, N>, Fault> {
        if let Some(weights) = &settings.weights {
            let points = weights.in_order(self.game, self.features)?;
            return Ok(Guide::Weights(std::array::from_fn(|place| points[place])));
        }
        let name = settings.text(heuristic);
        self.find(name).ok_or_else(|| {
            let features = self.features.iter().map(|f| f.name);
            let others = features.filter(|name| self.named.iter().all(|(known, _)| known != name));
            self.unknown(heuristic, name, others)
        })
    }

    /// The heuristic of the game's own that was set under `heuristic`; sums
    /// of features are refused.
    pub fn choose_own(&self, settings: &Settings, heuristic: &Setting) -> Result<G, Fault> {
        let name = settings.text(heuristic);
        match self.find(name) {
            Some(Guide::Own(own)) => Ok(own),
            _ => Err(self.unknown(heuristic, name, std::iter::empty())),
        }
    }

    /// The heuristic or the feature of this name.
    fn find(&self, name: &str) -> Option<Guide<G, N>> {
        if let Some((_, guide)) = self.named.iter().find(|(known, _)| *known == name) {
            return Some(*guide);
        }
        let feature = self.features.iter().position(|f| f.name == name)?;
        Some(Guide::counts(&[(feature, 1.0)]))
    }

    fn unknown(
        &self,
        heuristic: &Setting,
        name: &str,
        others: impl Iterator<Item = &'static str>,
    ) -> Fault {
        let named = self.named.iter().map(|(name, _)| *name);
        let names: Vec<_> = named.chain(others).collect();
        let expected = format!("one of {}", names.join(", "));
        Fault::new(heuristic.name, quoted(name), expected)
    }
}
