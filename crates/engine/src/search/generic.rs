//! From a game to a solver: a game says once how a search runs on its
//! positions ([`Searched`]), and every search is one [`line`] of its list.

use super::{Guide, Guides, Search};
use crate::game::MadeSolver;
use crate::heuristic::Weighted;
use crate::settings::WEIGHTS as WEIGHTS_NAME;
use crate::{
    Answer, Budget, Fault, Meter, Outcome, Puzzle, Setting, Settings, Solve, Solver, Watch,
};
use std::convert::Infallible;
use std::marker::PhantomData;

/// The setting under which a game's searches take weights of features.
pub const WEIGHTS: Setting = Setting {
    name: WEIGHTS_NAME,
    default: "none",
    summary: "a weighted sum of features in place of a heuristic (--weights FILE)",
};

/// A game as generic searches take it: what was set, and the tables that last
/// from one level to the next.
pub trait Searched: Send + Sized + 'static {
    /// The plain position.
    type State: Puzzle;
    /// What can be set on a search that is guided by a heuristic.
    const SETTINGS: &'static [Setting];
    /// What can be set on a search that is not.
    const UNGUIDED: &'static [Setting] = &[];

    /// The game as it was set.
    fn new(settings: &Settings) -> Result<Self, Fault>;
    /// Runs a search from a plain position, in the form and with the
    /// heuristic that were set, and gives plain moves.
    fn search<X: Search>(
        &mut self,
        search: &X,
        start: &Self::State,
        meter: &mut Meter,
    ) -> Outcome<<Self::State as Puzzle>::Move>;
}

/// A game whose plain positions are searched as they are, guided by sums of
/// its `N` features.
pub trait Featured<const N: usize>: Send + 'static {
    /// The plain position.
    type State: Puzzle;
    /// The setting under which a heuristic is chosen by name.
    const HEURISTIC: Setting;

    /// All that may guide a search.
    fn guides() -> &'static Guides<Infallible, N>;
    /// What each feature is divided by on this level.
    fn maxima(start: &Self::State) -> [f32; N];
    /// The features of a position, each from 0 to 1.
    fn read(state: &Self::State) -> [f32; N];
}

/// A [`Featured`] game as it was set.
pub struct OnFeatures<F, const N: usize> {
    guide: Guide<Infallible, N>,
    game: PhantomData<F>,
}

impl<F: Featured<N>, const N: usize> Searched for OnFeatures<F, N> {
    type State = F::State;
    const SETTINGS: &'static [Setting] = &[F::HEURISTIC, WEIGHTS];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(OnFeatures {
            guide: F::guides().choose(settings, &F::HEURISTIC)?,
            game: PhantomData,
        })
    }

    fn search<X: Search>(
        &mut self,
        search: &X,
        start: &F::State,
        meter: &mut Meter,
    ) -> Outcome<<F::State as Puzzle>::Move> {
        let sum = self.guide.sum(&F::maxima(start));
        search.run(start, &Weighted { sum, read: F::read }, meter)
    }
}

/// A line of a game's list of solvers. Without the feature `searches` it has
/// only its name, and nothing of the search is built.
pub const fn line<G: Searched, X: Search>() -> Solver<G::State> {
    Solver {
        name: X::NAME,
        summary: X::SUMMARY,
        settings: [
            if X::GUIDED { G::SETTINGS } else { G::UNGUIDED },
            X::SETTINGS,
        ],
        make: if cfg!(feature = "searches") {
            make::<G, X>
        } else {
            absent::<G, X>
        },
    }
}

fn absent<G: Searched, X: Search>(_: &Settings) -> MadeSolver<G::State> {
    let found = format!("{}, which is not part of this program", X::NAME);
    Err(Fault::new("solver", found, "a solver of the game's own"))
}

fn make<G: Searched, X: Search>(settings: &Settings) -> MadeSolver<G::State> {
    let search = X::new(settings)?;
    let game = G::new(settings)?;
    Ok(Box::new(Generic { search, game }))
}

/// A search on a game as a solver.
pub struct Generic<G, X> {
    /// The game as it was set.
    pub game: G,
    /// The search as it was set.
    pub search: X,
}

impl<G: Searched, X: Search> Solve<G::State> for Generic<G, X> {
    fn solve(&mut self, start: &G::State, budget: &Budget, watch: &dyn Watch) -> Answer<G::State> {
        let mut meter = Meter::new(budget, watch);
        let outcome = self.game.search(&self.search, start, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}
