//! Flat and nested Monte Carlo search. [`MonteCarlo`] evaluates each move by
//! the mean or the best of some random playouts. Nested, the playouts choose
//! their moves by playouts of one level less. A [`Simulator`] supplies the
//! game.

use crate::chance::Chance;
use crate::hidden::{MoveOf, Player, View};
use crate::notation::{Fault, quoted};
use crate::puzzle::Meter;
use crate::settings::{Setting, Settings};

/// Fast positions of one game, drawn at random to look like a view.
pub trait Simulator<V: View>: Send {
    /// A position.
    type State: Clone;

    /// Refuses rules that it is not made for.
    fn accepts(&self, _view: &V) -> Result<(), Fault> {
        Ok(())
    }
    /// Gets ready to sample positions that are consistent with the view.
    fn look(&mut self, view: &V, chance: &mut Chance);
    /// A position that is consistent with the view, sampled uniformly.
    fn sample(&mut self) -> Self::State;
    /// Adds every move to `out`.
    fn moves(&self, state: &Self::State, out: &mut Vec<MoveOf<V>>);
    /// Makes a move.
    fn apply(&self, state: &mut Self::State, mv: MoveOf<V>);
    /// Whether nothing can change the fitness any more.
    fn is_over(&self, state: &Self::State) -> bool;
    /// What the position is worth as it is.
    fn worth(&self, state: &Self::State) -> f64;
    /// What it is worth after at most `depth` more random moves.
    fn play_out(&mut self, state: Self::State, depth: u32) -> f64;
    /// A move that is good without looking ahead, if there is one.
    fn at_once(&mut self, _state: &Self::State, _moves: &[MoveOf<V>]) -> Option<MoveOf<V>> {
        None
    }
    /// Chooses among moves that came out equal, if it cares.
    fn break_tie(&mut self, _view: &V, _moves: &mut Vec<MoveOf<V>>) {}
}

/// Which of several playouts count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Average,
    Best,
}

/// The Monte Carlo player.
pub struct MonteCarlo<S> {
    /// What it knows of the game.
    pub simulator: S,
    playouts: u32,
    depth: u32,
    score: Score,
    /// Whether each playout has hidden cards of its own.
    each: bool,
    level: u32,
    width: u32,
    steps: u32,
}

const PLAYOUTS: Setting = Setting {
    name: "k",
    default: "20",
    summary: "playouts a move",
};
const DEPTH: Setting = Setting {
    name: "depth",
    default: "0",
    summary: "most moves of a playout; 0 for none",
};
const SCORE: Setting = Setting {
    name: "score",
    default: "best",
    summary: "what counts of a move's playouts: average or best",
};
const AVERAGE: Setting = Setting {
    default: "average",
    ..SCORE
};
const DEALS: Setting = Setting {
    name: "deals",
    default: "one",
    summary: "hidden cards drawn once for all playouts of a decision (one) or for each (each)",
};
const EACH: Setting = Setting {
    default: "each",
    ..DEALS
};
const LEVEL: Setting = Setting {
    name: "level",
    default: "2",
    summary: "1 plays on at random, 2 with the moves that level 1 would choose, and so on",
};
const WIDTH: Setting = Setting {
    name: "width",
    default: "4",
    summary: "playouts a move on the levels below the first",
};
const STEPS: Setting = Setting {
    name: "steps",
    default: "200",
    summary: "most moves that are chosen on the levels below the first",
};
const FEW: Setting = Setting {
    default: "4",
    ..PLAYOUTS
};

/// What can be set on the Monte Carlo player.
pub const SETTINGS: [Setting; 4] = [PLAYOUTS, DEPTH, SCORE, DEALS];
/// The same with averages over hidden cards drawn for each playout.
pub const AVERAGE_SETTINGS: [Setting; 4] = [PLAYOUTS, DEPTH, AVERAGE, EACH];
/// What can be set on the nested one.
pub const NESTED_SETTINGS: [Setting; 7] = [FEW, DEPTH, AVERAGE, EACH, LEVEL, WIDTH, STEPS];

impl<S> MonteCarlo<S> {
    /// The player with what is set on it; `known` are the settings it says it
    /// has, whose defaults hold.
    pub fn new(simulator: S, settings: &Settings, known: &[Setting]) -> Result<Self, Fault> {
        let find = |setting: &Setting| {
            *known
                .iter()
                .find(|k| k.name == setting.name)
                .unwrap_or(setting)
        };
        let whole = |setting: &Setting, least: u32, most: u32| {
            settings.number(&find(setting), least..=most)
        };
        let word = |setting: &Setting, words: [&str; 2]| {
            let setting = find(setting);
            let text = settings.text(&setting).to_string();
            let at = words.iter().position(|word| *word == text);
            at.ok_or_else(|| Fault::new(setting.name, quoted(&text), words.join(" or ")))
        };
        let depth = whole(&DEPTH, 0, 1_000_000)?;
        let nested = known.iter().any(|k| k.name == LEVEL.name);
        Ok(MonteCarlo {
            simulator,
            playouts: whole(&PLAYOUTS, 1, 10_000_000)?,
            depth: if depth == 0 { u32::MAX } else { depth },
            score: [Score::Average, Score::Best][word(&SCORE, ["average", "best"])?],
            each: word(&DEALS, ["one", "each"])? == 1,
            level: if nested { whole(&LEVEL, 1, 5)? } else { 1 },
            width: whole(&WIDTH, 1, 1_000_000)?,
            steps: whole(&STEPS, 0, 1_000_000)?,
        })
    }

    /// What a position is worth when it is played on with choices of `level`;
    /// nothing if the meter's limit is reached. Playouts and chosen moves count
    /// as states.
    fn rollout<V: View>(
        &mut self,
        mut state: S::State,
        level: u32,
        meter: &mut Meter<'_>,
    ) -> Option<f64>
    where
        S: Simulator<V>,
    {
        if level == 0 {
            if meter.check_state().is_some() {
                return None;
            }
            return Some(self.simulator.play_out(state, self.depth));
        }
        let mut moves = Vec::new();
        for _ in 0..self.steps {
            if meter.check_state().is_some() {
                return None;
            }
            moves.clear();
            self.simulator.moves(&state, &mut moves);
            if moves.is_empty() || self.simulator.is_over(&state) {
                break;
            }
            let mv = match self.simulator.at_once(&state, &moves) {
                Some(mv) => mv,
                None if moves.len() == 1 => moves[0],
                None => self.best_of(&state, &moves, level, meter)?,
            };
            self.simulator.apply(&mut state, mv);
        }
        Some(self.simulator.worth(&state))
    }

    /// The move with the highest sum of playouts of one level less.
    fn best_of<V: View>(
        &mut self,
        state: &S::State,
        moves: &[MoveOf<V>],
        level: u32,
        meter: &mut Meter<'_>,
    ) -> Option<MoveOf<V>>
    where
        S: Simulator<V>,
    {
        let (mut best, mut most) = (moves[0], f64::NEG_INFINITY);
        for &mv in moves {
            let mut next = state.clone();
            self.simulator.apply(&mut next, mv);
            let worths = (0..self.width).map(|_| self.rollout(next.clone(), level - 1, meter));
            let total = worths.sum::<Option<f64>>()?;
            if total > most {
                (best, most) = (mv, total);
            }
        }
        Some(best)
    }

    /// The score of each move, over as many rounds of playouts as the meter
    /// allows. A round that was cut short does not count: the scores of its
    /// moves could not be compared.
    fn scores<V: View>(
        &mut self,
        first: S::State,
        moves: &[MoveOf<V>],
        meter: &mut Meter<'_>,
    ) -> Vec<f64>
    where
        S: Simulator<V>,
    {
        let start = match self.score {
            Score::Average => 0.0,
            Score::Best => f64::NEG_INFINITY,
        };
        let mut scores = vec![start; moves.len()];
        for _ in 0..self.playouts {
            let state = match self.each {
                true => self.simulator.sample(),
                false => first.clone(),
            };
            let worths = moves.iter().map(|&mv| {
                let mut next = state.clone();
                self.simulator.apply(&mut next, mv);
                self.rollout(next, self.level - 1, meter)
            });
            let Some(worths) = worths.collect::<Option<Vec<f64>>>() else {
                break;
            };
            for (score, worth) in scores.iter_mut().zip(worths) {
                match self.score {
                    Score::Average => *score += worth,
                    Score::Best => *score = score.max(worth),
                }
            }
        }
        scores
    }
}

impl<V: View, S: Simulator<V>> Player<V> for MonteCarlo<S> {
    fn accepts(&self, view: &V) -> Result<(), Fault> {
        self.simulator.accepts(view)
    }

    fn choose(&mut self, view: &V, chance: &mut Chance, meter: &mut Meter<'_>) -> Vec<MoveOf<V>> {
        self.simulator.look(view, chance);
        let state = self.simulator.sample();
        let mut moves = Vec::new();
        self.simulator.moves(&state, &mut moves);
        if moves.len() < 2 {
            return moves;
        }
        if let Some(mv) = self.simulator.at_once(&state, &moves) {
            return vec![mv];
        }
        let scores = self.scores(state, &moves, meter);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scored = moves.iter().zip(&scores);
        let mut equal: Vec<_> = scored
            .filter(|(_, score)| **score == best)
            .map(|(mv, _)| *mv)
            .collect();
        if equal.len() > 1 {
            self.simulator.break_tie(view, &mut equal);
        }
        vec![equal[chance.below(equal.len())]]
    }
}
