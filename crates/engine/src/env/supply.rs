//! Where the levels of an environment come from: numbers of its kind, or a
//! list. Either is drawn from at random, by a stream of the lane's own.

use super::Encode;
use crate::chance::Chance;
use crate::game::Rules;
use crate::notation::{Fault, Level, LevelId};

/// The levels that an environment draws from, each equally likely.
#[derive(Clone, Debug)]
pub enum Supply {
    /// Levels of the environment's kind, from this number to that.
    Numbers(u64, u64),
    /// These levels.
    Listed(Vec<Level>),
}

impl Default for Supply {
    /// The first thousand million numbers.
    fn default() -> Supply {
        Supply::Numbers(1, 1_000_000_000)
    }
}

/// How many levels are kept, once dealt, where there are no more than that.
const MOST_KEPT: u64 = 10_000;

/// How many times a level is drawn until there is one to play: of some kinds,
/// a few numbers have none, or one that is solved from the start.
const TRIES: usize = 100;

/// A level that is played.
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    /// The level of this index among those to draw from.
    Index(usize),
    /// One that was asked for by name.
    Named(String),
}

/// The fault of a level that leaves nothing to play.
pub(super) fn solved(name: String) -> Fault {
    Fault::new(name, "solved from the start", "a level with moves to make")
}

/// Deals what is drawn, and keeps it where there are few.
pub(super) struct Dealer<T> {
    supply: Supply,
    /// The environment's kind, with the number that is dealt.
    id: LevelId,
    kept: Vec<Option<T>>,
}

impl<T: Clone> Dealer<T> {
    pub(super) fn new<R: Rules>(rules: &R, id: &LevelId, supply: Supply) -> Result<Self, Fault> {
        let numbered = |number| LevelId {
            number,
            ..id.clone()
        };
        let count = match &supply {
            Supply::Numbers(first, last) => {
                if first > last {
                    let found = format!("{first} before {last}");
                    let place = "levels of an environment";
                    return Err(Fault::new(place, found, "the smaller number first"));
                }
                rules.check_id(&numbered(*first))?;
                rules.check_id(&numbered(*last))?;
                (last - first).saturating_add(1)
            }
            Supply::Listed(levels) if levels.is_empty() => {
                let place = "levels of an environment";
                return Err(Fault::new(place, "none", "at least one level"));
            }
            Supply::Listed(levels) => levels.len() as u64,
        };
        let kept = if count <= MOST_KEPT {
            count as usize
        } else {
            0
        };
        Ok(Dealer {
            supply,
            id: id.clone(),
            kept: vec![None; kept],
        })
    }

    /// Draws a level that is not solved from the start, and deals it.
    pub(super) fn draw<R: Rules, E: Encode<State = R::State, Table = T>>(
        &mut self,
        rules: &R,
        encode: &E,
        chance: &mut Chance,
    ) -> Result<(T, Drawn), Fault> {
        let count = match &self.supply {
            Supply::Listed(levels) => levels.len(),
            Supply::Numbers(first, last) => {
                let count = (last - first).saturating_add(1);
                usize::try_from(count).unwrap_or(usize::MAX)
            }
        };
        let listed = matches!(self.supply, Supply::Listed(_));
        let mut fault = None;
        for _ in 0..TRIES {
            let index = chance.below(count);
            match self.deal(index, rules, encode) {
                // A range of one level is played as it is.
                Ok(table) if encode.is_won(&table) && (listed || count > 1) => {
                    fault = Some(solved(self.name(&Drawn::Index(index))));
                }
                Ok(table) => return Ok((table, Drawn::Index(index))),
                // A level that somebody listed is there, or is told.
                Err(why) if listed => return Err(why),
                Err(why) => fault = Some(why),
            }
        }
        Err(fault.unwrap_or_else(|| Fault::new("levels of an environment", "none", "a level")))
    }

    fn deal<R: Rules, E: Encode<State = R::State, Table = T>>(
        &mut self,
        index: usize,
        rules: &R,
        encode: &E,
    ) -> Result<T, Fault> {
        if let Some(Some(table)) = self.kept.get(index) {
            return Ok(table.clone());
        }
        let table = match &self.supply {
            Supply::Numbers(first, _) => {
                self.id.number = first + index as u64;
                encode.table(&rules.deal(&self.id)?)?
            }
            Supply::Listed(levels) => {
                let level = &levels[index];
                let table = rules.state(level).and_then(|state| encode.table(&state));
                table.map_err(|fault| fault.within(&level.name()))?
            }
        };
        if let Some(slot) = self.kept.get_mut(index) {
            *slot = Some(table.clone());
        }
        Ok(table)
    }

    /// What a level that is played is called.
    pub(super) fn name(&self, drawn: &Drawn) -> String {
        match (drawn, &self.supply) {
            (Drawn::Named(name), _) => name.clone(),
            (Drawn::Index(index), Supply::Listed(levels)) => levels[*index].name(),
            (Drawn::Index(index), Supply::Numbers(first, _)) => {
                let number = first + *index as u64;
                let id = LevelId {
                    number,
                    ..self.id.clone()
                };
                id.to_string()
            }
        }
    }
}
