//! The smallest complete game, always built and tested: copy this folder to
//! start a new one. Lamps stand in a row; pressing one flips it and its
//! neighbours; the level is solved when all are dark. Some rows of 2, 5, 8, …
//! lamps cannot be solved, so that proofs are exercised too. `searches` offers
//! all generic searches, with features to weigh.

pub(crate) mod searches;

use engine::notation::quoted;
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Budget, Cost, Fault, Feature, LevelId, Measure, Measured, Measurer, Outcome, Plain,
    Puzzle, Rules, Settings, Solve, Solver, Step, Verdict, Watch,
};
use searches::Searches;

/// The game.
pub struct Template;

/// Most lamps in a row.
const MOST: usize = 20;
/// The only variant, and the only source of levels.
const VARIANT: &str = "row";

/// A row of lamps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lamps(Vec<bool>);

/// Press the lamp with this index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press(usize);

impl Puzzle for Lamps {
    type Move = Press;
    type Key = Vec<bool>;
    type Kept = Self;

    fn moves(&self, out: &mut Vec<Press>) {
        out.extend((0..self.0.len()).map(Press));
    }

    fn apply(&mut self, mv: Press) {
        let last = self.0.len().min(mv.0 + 2);
        for lamp in &mut self.0[mv.0.saturating_sub(1)..last] {
            *lamp = !*lamp;
        }
    }

    fn is_solved(&self) -> bool {
        !self.0.contains(&true)
    }
    fn keep(&self) -> Self {
        self.clone()
    }
    fn restore(&self, kept: &Self) -> Self {
        kept.clone()
    }

    /// A row and its mirror image are the same puzzle.
    fn key(&self) -> Vec<bool> {
        let mirrored: Vec<bool> = self.0.iter().rev().copied().collect();
        mirrored.min(self.0.clone())
    }

    /// A byte a lamp.
    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

impl Plain for Lamps {
    fn check(&self, mv: Press) -> Result<(), String> {
        if mv.0 < self.0.len() {
            return Ok(());
        }
        Err(format!("lamp {}, of {}", mv.0 + 1, self.0.len()))
    }
    fn undo(&mut self, mv: Press) {
        self.apply(mv);
    }
    /// Every lamp of the longest row, and one more.
    fn conceivable(&self) -> Vec<Press> {
        (0..=MOST).map(Press).collect()
    }
}

static ABOUT: About = About {
    name: "template",
    title: "Lamps in a row",
    summary: "Press lamps, each flipping itself and its neighbours, until all are dark",
    variants: &[(VARIANT, "the only one")],
    sources: &[(
        VARIANT,
        "the number's binary digits are the lamps, 1 for lit, its leading 1 left out",
    )],
    metrics: &["moves"],
    example: "template:row#22",
    samples: &["template:row#22", "template:row#54321"],
    extensions: &[],
    ladder: &[],
};

static SOLVERS: &[Solver<Lamps>] = &[
    Solver {
        name: "plain",
        summary: "breadth-first: the fewest moves, or a proof",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(BreadthFirst)),
    },
    line::<Searches, WeightedAStar>(),
    line::<Searches, Staged>(),
    line::<Searches, AStar>(),
    line::<Searches, IdaStar>(),
    line::<Searches, Greedy>(),
    line::<Searches, Beam>(),
    line::<Searches, DepthFirst>(),
    line::<Searches, BreadthFirst>(),
];

static MEASURES: [Measure; 3] = [
    Measure::initial("lamps", "lamps", "lamps in the row"),
    Measure::initial("lit", "lamps", "lamps that are lit at the start"),
    Measure::solution("moves", "moves", "fewest presses that darken all"),
];

/// Takes the measures.
struct Measuring;

impl Measurer<Lamps> for Measuring {
    fn measure(
        &mut self,
        start: &Lamps,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let solve = || BreadthFirst.solve(start, budget, watch).outcome;
        let outcome = (most >= Cost::Search).then(solve);
        let moves = match &outcome {
            Some(Outcome::Solved(moves)) => Some(moves.len() as f64),
            _ => None,
        };
        let lit = start.0.iter().filter(|lit| **lit).count();
        Measured {
            outcome: outcome.as_ref().map(Verdict::from),
            values: vec![Some(start.0.len() as f64), Some(lit as f64), moves],
        }
    }
}

/// How many lamps the level of an id has.
fn lamps(id: &LevelId) -> Result<usize, Fault> {
    if id.kind != VARIANT {
        return Err(Fault::new(id.to_string(), quoted(&id.kind), VARIANT));
    }
    let lamps = id.number.checked_ilog2().unwrap_or(0) as usize;
    if (1..=MOST).contains(&lamps) {
        return Ok(lamps);
    }
    let expected = format!("a number from 2 to {}", (2u64 << MOST) - 1);
    Err(Fault::new(id.to_string(), id.number.to_string(), expected))
}

impl Rules for Template {
    type State = Lamps;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn solvers(&self) -> &'static [Solver<Lamps>] {
        SOLVERS
    }

    fn features(&self) -> &'static [Feature] {
        &searches::FEATURES
    }

    fn deal(&self, id: &LevelId) -> Result<Lamps, Fault> {
        let lit = |bit: usize| id.number >> bit & 1 == 1;
        Ok(Lamps((0..lamps(id)?).rev().map(lit).collect()))
    }

    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        lamps(id).map(|_| VARIANT.into())
    }

    fn read(&self, variant: &str, text: &str) -> Result<Lamps, Fault> {
        if !matches!(variant, "" | VARIANT) {
            return Err(Fault::new("variant", quoted(variant), VARIANT));
        }
        let lamps: Option<Vec<bool>> = text
            .trim()
            .chars()
            .map(|c| match c {
                '*' => Some(true),
                '.' => Some(false),
                _ => None,
            })
            .collect();
        lamps
            .filter(|lamps| (1..=MOST).contains(&lamps.len()))
            .map(Lamps)
            .ok_or_else(|| {
                Fault::new(
                    "row",
                    quoted(text.trim()),
                    format!("1 to {MOST} lamps, * for lit and . for dark"),
                )
            })
    }

    fn write(&self, state: &Lamps) -> String {
        let lamps: String = state
            .0
            .iter()
            .map(|&lit| if lit { '*' } else { '.' })
            .collect();
        lamps + "\n"
    }

    fn variant(&self, _: &Lamps) -> String {
        VARIANT.into()
    }

    fn read_moves(&self, _: &Lamps, text: &str) -> Result<Vec<Press>, Fault> {
        let read = |(index, word): (usize, &str)| {
            let lamp = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            lamp.map(Press).ok_or_else(|| {
                Fault::new(
                    format!("move {}", index + 1),
                    quoted(word),
                    "the number of a lamp",
                )
            })
        };
        text.split_whitespace().enumerate().map(read).collect()
    }

    fn add_move(&self, text: &mut String, _: &Lamps, mv: Press) {
        text.push_str(&(mv.0 + 1).to_string());
    }

    fn step(&self, _: &Lamps, mv: Press) -> Step {
        let lamp = (mv.0 + 1).to_string();
        Step {
            from: lamp.clone(),
            to: lamp.clone(),
            count: 1,
            card: lamp,
        }
    }

    fn count_move(&self, lengths: &mut [u64], _: &Lamps, _: Press, _: Option<Press>) {
        lengths[0] += 1;
    }

    fn signature(&self, state: &Lamps) -> Vec<u8> {
        state.key().into_iter().map(u8::from).collect()
    }

    fn measures(&self) -> &'static [Measure] {
        &MEASURES
    }

    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Lamps>> {
        Box::new(Measuring)
    }
}
