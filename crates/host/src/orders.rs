//! Levels made to order, as a caller asks for them: sources and wishes in
//! words become [`Order`]s, one for each kind of levels to look through.

use engine::notation::quoted;
use engine::{Budget, Fault, Game, IdRange, Settings, Wish};
use games::find_game;
use games::levels::usual_kind;
use lab::aim::Aim;
use lab::make::Order;
use lab::rating::{BOUNDS, Book};
use std::str::FromStr;

/// Ratings that are wanted: one, or a rising range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The rating of the easiest level.
    pub from: f64,
    /// The rating of the hardest.
    pub to: f64,
}

impl FromStr for Difficulty {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Difficulty, Fault> {
        let wrong = || {
            Fault::new(
                "--difficulty",
                quoted(text),
                "a number from 1 to 10, or a range as 1..10",
            )
        };
        let number = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            (BOUNDS[0]..=BOUNDS[1]).contains(&number).then_some(number)
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = number(from).zip(number(to)).ok_or_else(wrong)?;
        match from <= to {
            true => Ok(Difficulty { from, to }),
            false => Err(wrong()),
        }
    }
}

/// How hard levels have to be.
#[derive(Clone)]
pub struct Grades {
    /// The ratings that are wanted.
    pub difficulty: Difficulty,
    /// How far a level may be off.
    pub tolerance: f64,
    /// What levels are rated by.
    pub book: Book,
}

/// What is wanted, as it was said.
#[derive(Clone)]
pub struct Wanted {
    /// Games, or games and kinds as ids have them: `flow:9x9,colours=8`.
    pub sources: Vec<String>,
    /// The variant, where a source names none.
    pub variant: Option<String>,
    /// What is set on the levels: `colours=8`.
    pub set: Vec<String>,
    /// What has to hold of each level.
    pub keep: Vec<Wish>,
    /// Whether to leave out levels that are the same game as an earlier one.
    pub unique: bool,
    /// Whether to measure each level.
    pub measure: bool,
    /// Whether to solve each level.
    pub solve: bool,
    /// How many levels are wanted.
    pub count: u64,
    /// The number to begin with.
    pub seed: u64,
    /// What measuring or solving a level may spend.
    pub budget: Budget,
    /// Where tables are kept.
    pub settings: Settings,
}

impl Wanted {
    /// An order for each source, checked.
    pub fn orders(&self) -> Result<Vec<Order>, Fault> {
        let sources = self.sources.iter();
        sources.map(|source| self.order(source)).collect()
    }

    /// An order for each kind of levels that may be looked through for those
    /// of the wanted ratings: from a game alone, all kinds of its ladder; from a
    /// kind, those that ask for no less (`5x5`, and `5x5,moves=12`).
    pub fn graded(&self, grades: &Grades) -> Result<Vec<Order>, Fault> {
        let Grades {
            difficulty: Difficulty { from, to },
            tolerance,
            book,
        } = grades;
        if !(*tolerance > 0.0 && *tolerance <= 9.0) {
            let found = tolerance.to_string();
            return Err(Fault::new("--tolerance", found, "a number above 0, to 9"));
        }
        let aim = Aim::rising(*from, *to, self.count, *tolerance, book.clone());
        let mut sources = Vec::new();
        for source in &self.sources {
            let (game, _) = self.kind_of(source)?;
            book.equation(game)?;
            let (name, kind) = source.split_once(':').unwrap_or((source, ""));
            let within = |rung: &&&str| {
                let rest = rung.strip_prefix(kind);
                kind.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
            };
            let free = self.variant.is_none() && self.set.is_empty();
            let ladder = game.about().ladder.iter().filter(|_| free).filter(within);
            let before = sources.len();
            sources.extend(ladder.map(|rung| format!("{name}:{rung}")));
            if sources.len() == before {
                sources.push(source.clone());
            }
        }
        let orders: Result<Vec<Order>, Fault> =
            sources.iter().map(|source| self.order(source)).collect();
        let mut orders = orders?;
        one_game(&orders)?;
        for order in &mut orders {
            order.aim = Some(aim.clone());
            order.unique = true;
        }
        Ok(orders)
    }

    fn order(&self, source: &str) -> Result<Order, Fault> {
        let (game, kind) = self.kind_of(source)?;
        let order = Order {
            game,
            kind,
            keep: self.keep.clone(),
            unique: self.unique,
            measure: self.measure,
            solve: self.solve,
            aim: None,
            budget: self.budget,
            settings: self.settings.clone(),
        };
        order.check(self.seed)?;
        Ok(order)
    }

    /// The game and the kind of a source's levels.
    pub fn kind_of(&self, source: &str) -> Result<(&'static dyn Game, String), Fault> {
        let (name, kind) = match source.split_once(':') {
            Some((name, kind)) => (name, Some(kind)),
            None => (source, None),
        };
        let game = find_game(name)?;
        let mut kind = match (kind, &self.variant) {
            (Some(_), Some(_)) => {
                let found = "a variant beside a kind that has one";
                return Err(Fault::new("--variant", found, "one of the two"));
            }
            (Some(kind), None) => kind.to_string(),
            (None, Some(variant)) => variant.clone(),
            (None, None) => usual_kind(game),
        };
        for set in &self.set {
            kind.push(',');
            kind.push_str(set);
        }
        // Asked for its fault only.
        let _: IdRange = format!("{name}:{kind}#1").parse()?;
        Ok((game, kind))
    }
}

/// Refuses orders of several games.
fn one_game(orders: &[Order]) -> Result<(), Fault> {
    let name = |order: &Order| order.game.about().name;
    let Some(first) = orders.first().map(name) else {
        return Ok(());
    };
    match orders.iter().map(name).find(|other| *other != first) {
        None => Ok(()),
        Some(other) => {
            let found = format!("{other} beside {first}");
            Err(Fault::new("--difficulty", found, "one game"))
        }
    }
}

/// Most levels of a kind to look at for this many, unless somebody says
/// otherwise.
pub fn usual_tries(count: u64, graded: bool) -> u64 {
    match graded {
        true => count.saturating_mul(500).max(5_000),
        false => count.saturating_mul(1000),
    }
}
