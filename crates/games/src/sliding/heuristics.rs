//! Heuristics that never overestimate, and searches with the one that was
//! chosen. Boards are brought into standard form first, the one that tables
//! know, and into the smallest room.

use super::conflict::Conflict;
use super::cycles::Cycles;
use super::deepening::Deepening;
use super::features::{Chosen, Weighing, Weighted, has_patterns, walks};
use super::manhattan::Manhattan;
use super::pattern::additive::Additive;
use super::pattern::partition::Partition;
use super::pattern::places::Places;
use super::pattern::table::{BLIND_BITS, Kind};
use super::pattern::{Guiding, Patterns};
use super::rules::{Board, Move};
use super::symmetry::Standard;
use super::variant::{MOST_CELLS, Variant};
use super::walking::Walking;
use engine::heuristic::Blind;
use engine::search::{IdaStar, Search};
use engine::{Heuristic, Limit, Meter, Outcome, Puzzle, TableStore, Watch};
use std::sync::Arc;

/// A heuristic that never overestimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admissible {
    /// Manhattan distance.
    Manhattan,
    /// With linear conflicts.
    Conflict,
    /// Walking distance; on boards of more than 16 cells, linear conflicts.
    Walking,
    /// Pattern databases; on boards of more than 25 cells, linear conflicts.
    Patterns,
    /// Pattern databases that know the blank's zone, on all sizes.
    Zones,
}

/// What a solver keeps from one board to the next: the tables of the size it
/// met last.
pub struct Tables {
    store: Arc<dyn TableStore>,
    partition: Option<(Variant, Partition)>,
    walking: Option<(Variant, Walking)>,
}

impl Tables {
    /// Nothing yet, with a store to take tables from.
    pub fn new(store: &Arc<dyn TableStore>) -> Tables {
        Tables {
            store: store.clone(),
            partition: None,
            walking: None,
        }
    }

    /// Takes what a search will need from the store, which makes it if need be.
    fn prepare(
        &mut self,
        variant: Variant,
        chosen: &Chosen,
        watch: &dyn Watch,
    ) -> Result<(), Limit> {
        if walks(chosen) && self.walking.as_ref().is_none_or(|(of, _)| *of != variant) {
            self.walking = Walking::new(variant).map(|walking| (variant, walking));
        }
        if !has_patterns(chosen) {
            return Ok(());
        }
        // The published counts of the 24-puzzle are those of tables that do
        // not know where the blank is.
        let blind = *chosen == Chosen::Own(Admissible::Patterns) && variant.cells() == 25;
        let kind = match blind {
            true => Kind::Blind(BLIND_BITS),
            false => Kind::Zoned,
        };
        let fits = |(of, kept): &(Variant, Partition)| *of == variant && kept.kind == kind;
        if !self.partition.as_ref().is_some_and(fits) {
            let partition = Partition::new(variant, kind, &*self.store, watch)?;
            self.partition = partition.map(|partition| (variant, partition));
        }
        Ok(())
    }

    fn partition(&self) -> Option<&Partition> {
        self.partition.as_ref().map(|(_, partition)| partition)
    }

    fn walking(&self) -> Option<&Walking> {
        self.walking.as_ref().map(|(_, walking)| walking)
    }
}

/// A search as this game runs it.
pub trait Runs {
    /// With a heuristic.
    fn run_with<H: Heuristic<Board<ROOM>>, const ROOM: usize>(
        &self,
        start: &Board<ROOM>,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<Move>;

    /// With the heuristic that pattern databases are.
    fn run_with_patterns<S: Patterns<ROOM>, const ROOM: usize>(
        &self,
        start: &Board<ROOM>,
        patterns: &S,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        self.run_with(start, &Guiding(patterns), meter)
    }
}

impl<X: Search> Runs for X {
    fn run_with<H: Heuristic<Board<ROOM>>, const ROOM: usize>(
        &self,
        start: &Board<ROOM>,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        self.run(start, heuristic, meter)
    }
}

/// Iterative-deepening A*: the game's own with pattern databases, the generic
/// one with other heuristics.
pub struct Shortest {
    /// Whether strings of moves are left out that lead where others lead.
    pub skips_cycles: bool,
}

impl Runs for Shortest {
    fn run_with<H: Heuristic<Board<ROOM>>, const ROOM: usize>(
        &self,
        start: &Board<ROOM>,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        IdaStar.run(start, heuristic, meter)
    }

    fn run_with_patterns<S: Patterns<ROOM>, const ROOM: usize>(
        &self,
        start: &Board<ROOM>,
        patterns: &S,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        let variant = start.variant();
        let cycles = meter.uncharged(|_| match self.skips_cycles {
            true => Cycles::usual(variant.cells()),
            false => Cycles::back_moves(),
        });
        Deepening::new(variant, patterns, cycles).run(start, meter)
    }
}

/// Searches with a heuristic.
pub fn search<X: Runs>(
    search: &X,
    chosen: &Chosen,
    tables: &mut Tables,
    board: &Board,
    meter: &mut Meter,
) -> Outcome<Move> {
    if board.is_solved() || board.is_hopeless() {
        // No table is made for what is known at once.
        return search.run_with(board, &Blind, meter);
    }
    let standard = Standard::of(board);
    let start = &standard.board;
    let outcome = match start.variant().cells() {
        ..=16 => in_room::<X, 16>(search, chosen, tables, &start.resized(), meter),
        17..=25 => in_room::<X, 25>(search, chosen, tables, &start.resized(), meter),
        _ => in_room::<X, MOST_CELLS>(search, chosen, tables, start, meter),
    };
    outcome.map(|moves| moves.into_iter().map(|mv| standard.as_given(mv)).collect())
}

fn in_room<X: Runs, const ROOM: usize>(
    search: &X,
    chosen: &Chosen,
    tables: &mut Tables,
    board: &Board<ROOM>,
    meter: &mut Meter,
) -> Outcome<Move> {
    let variant = board.variant();
    if let Err(limit) = meter.uncharged(|watch| tables.prepare(variant, chosen, watch)) {
        return Outcome::GaveUp(limit);
    }
    let run = Run {
        search,
        board,
        meter,
    };
    match chosen {
        Chosen::Own(Admissible::Manhattan) => run.with(&Manhattan::new(variant)),
        Chosen::Own(Admissible::Conflict) => run.with(&Conflict::new(variant)),
        Chosen::Own(Admissible::Walking) => match tables.walking() {
            Some(walking) => run.with(walking),
            None => run.with(&Conflict::new(variant)),
        },
        Chosen::Own(Admissible::Patterns | Admissible::Zones) => match tables.partition() {
            Some(partition) => run.with_partition(partition, None),
            None => run.with(&Conflict::new(variant)),
        },
        Chosen::Counts(_) | Chosen::Weights(_) => {
            let walking = tables.walking().filter(|_| walks(chosen));
            let weighing = Weighing::new(chosen, variant, walking);
            match tables.partition().filter(|_| has_patterns(chosen)) {
                Some(partition) => run.with_partition(partition, Some(&weighing)),
                None => run.with(&Weighted {
                    weighing: &weighing,
                    patterns: &Blind,
                }),
            }
        }
    }
}

/// A search about to be run.
struct Run<'a, 'm, X, const ROOM: usize> {
    search: &'a X,
    board: &'a Board<ROOM>,
    meter: &'a mut Meter<'m>,
}

impl<X: Runs, const ROOM: usize> Run<'_, '_, X, ROOM> {
    fn with<H: Heuristic<Board<ROOM>>>(self, heuristic: &H) -> Outcome<Move> {
        self.search.run_with(self.board, heuristic, self.meter)
    }

    /// Runs with the pattern databases, or with a sum that weighs them.
    fn with_partition(self, partition: &Partition, weighing: Option<&Weighing>) -> Outcome<Move> {
        match (partition.views.len(), partition.kind) {
            (_, Kind::Blind(_)) => self.with_patterns(Places::new(partition), weighing),
            (1, _) => self.with_patterns(Additive::<1, 1>::new(partition), weighing),
            (2, _) => self.with_patterns(Additive::<2, 1>::new(partition), weighing),
            (3, _) => self.with_patterns(Additive::<3, 1>::new(partition), weighing),
            (4, _) => self.with_patterns(Additive::<4, 2>::new(partition), weighing),
            (_, _) => self.with_patterns(Additive::<8, 2>::new(partition), weighing),
        }
    }

    fn with_patterns<S: Patterns<ROOM>>(
        self,
        patterns: Option<S>,
        weighing: Option<&Weighing>,
    ) -> Outcome<Move> {
        let patterns = &patterns.expect("a partition has the views of its size");
        match weighing {
            None => self
                .search
                .run_with_patterns(self.board, patterns, self.meter),
            Some(weighing) => self.with(&Weighted {
                weighing,
                patterns: &Guiding(patterns),
            }),
        }
    }
}
