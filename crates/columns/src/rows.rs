//! The columns of every kind of row. They have the names that CSV and JSON
//! have; a level's lengths and measures, which are objects in JSON, are a
//! column each, so that a table is of one game.

use crate::table::Table;
use engine::record::{
    Lengths, LevelRow, MadeRow, MeasureRow, Measures, PlayRow, RateRow, Rating, RatingPart,
    SolutionRow, StepRow, VerdictRow,
};
use engine::{Cost, Detail, Game, Measure, Verdict};

/// What decides the columns beside the kind of row.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The game of all levels.
    pub game: &'static dyn Game,
    /// Whether there are moves.
    pub moves: bool,
    /// What stands beside the moves.
    pub detail: Detail,
    /// Whether there are times.
    pub times: bool,
    /// Measures up to this cost; none for rows that have none.
    pub measures: Option<Cost>,
    /// Whether levels that were made have ratings.
    pub ratings: bool,
}

impl Shape {
    /// All that rows of a game always have.
    pub fn of(game: &'static dyn Game) -> Shape {
        Shape {
            game,
            moves: true,
            detail: Detail::default(),
            times: false,
            measures: Some(Cost::Dear),
            ratings: false,
        }
    }

    fn measures(&self) -> impl Iterator<Item = &'static Measure> {
        let most = self.measures;
        let measures = self.game.measures().iter();
        measures.filter(move |measure| Some(measure.cost) <= most)
    }
}

/// A kind of row that can be columns.
pub trait Row: Send + Sized + 'static {
    /// What the kind is called in a file.
    const KIND: &'static str;
    /// Its columns.
    fn table(shape: &Shape) -> Table<Self>;
    /// The level's id or name.
    fn id(&self) -> &str;
    /// What a solver found, for kinds of rows that tell it.
    fn verdict(&self) -> Option<Verdict> {
        None
    }
}

/// How the columns of lengths begin.
pub(crate) const LENGTH: &str = "length_";

/// The column of a metric.
pub fn length_column(metric: &str) -> String {
    format!("{LENGTH}{}", metric.replace('-', "_"))
}

/// The metric of such a column.
pub(crate) fn metric_of(column: &str) -> Option<String> {
    Some(column.strip_prefix(LENGTH)?.replace('_', "-"))
}

fn lengths<R: 'static>(mut table: Table<R>, game: &dyn Game, of: fn(&R) -> &Lengths) -> Table<R> {
    for metric in game.about().metrics {
        let value = move |row: &R| of(row).get(*metric).copied();
        table = table.count(&length_column(metric), value);
    }
    table
}

fn measures<R: 'static>(
    mut table: Table<R>,
    shape: &Shape,
    of: fn(&R) -> Option<&Measures>,
) -> Table<R> {
    for measure in shape.measures() {
        table = table.number(measure.name, move |row| of(row)?.get(measure.name));
    }
    table
}

fn verdict<R: 'static>(table: Table<R>, of: fn(&R) -> Option<Verdict>) -> Table<R> {
    let limit = move |row: &R| of(row).and_then(Verdict::limit);
    table
        .word("outcome", move |row| of(row).map_or("", Verdict::name))
        .word("limit", move |row| {
            limit(row).map_or("", |limit| limit.name())
        })
}

fn rating<R: 'static>(table: Table<R>, of: fn(&R) -> Option<&Rating>) -> Table<R> {
    let part = Table::<RatingPart>::default()
        .word("measure", |part| &part.measure)
        .number("value", |part| Some(part.value))
        .number("average", |part| Some(part.average))
        .number("effect", |part| Some(part.effect));
    table
        .number("rating", move |row| Some(of(row)?.rating))
        .number("low", move |row| Some(of(row)?.low))
        .number("high", move |row| Some(of(row)?.high))
        .number("percent", move |row| of(row)?.percent)
        .word("scale", move |row| {
            of(row).map_or("", |rating| &rating.scale)
        })
        .word("word", move |row| of(row).map_or("", |rating| &rating.word))
        .records("parts", part, move |row| {
            of(row).map_or(Vec::new(), |rating| rating.parts.clone())
        })
        .texts("outside", move |row| Some(&of(row)?.outside))
}

impl Row for SolutionRow {
    const KIND: &'static str = "solve";

    fn table(shape: &Shape) -> Table<Self> {
        let figure = Table::<(String, u64)>::default()
            .word("name", |(name, _)| name)
            .count("value", |(_, value)| Some(*value));
        let mut table = Table::default()
            .text("id", |row: &Self| &row.id)
            .word("game", |row| &row.game)
            .word("variant", |row| &row.variant)
            .text("level", |row| &row.level)
            .word("solver", |row| &row.solver);
        table = verdict(table, |row| Some(row.verdict));
        table = lengths(table, shape.game, |row| &row.lengths)
            .count("checked", |row| Some(row.checked))
            .count("generated", |row| Some(row.generated))
            .count("peak_bytes", |row| Some(row.peak_bytes))
            .records("figures", figure, |row| {
                let figures = row.figures.iter();
                figures
                    .map(|(name, value)| (name.clone(), *value))
                    .collect()
            });
        if shape.times {
            table = table.number("seconds", |row| row.seconds);
        }
        if shape.moves {
            table = table
                .texts("moves", |row| row.verdict.is_solved().then_some(&row.moves))
                .text("board", |row| &row.board);
        }
        if shape.detail.steps {
            let step = Table::<StepRow>::default()
                .word("from", |step| &step.from)
                .word("to", |step| &step.to)
                .count("count", |step| Some(step.count.into()))
                .word("card", |step| &step.card);
            table = table.records("steps", step, |row| row.steps.clone());
        }
        if shape.detail.boards {
            table = table.texts("boards", |row| Some(&row.boards));
        }
        table
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

impl Row for MeasureRow {
    const KIND: &'static str = "measure";

    fn table(shape: &Shape) -> Table<Self> {
        let table = Table::default()
            .text("id", |row: &Self| &row.id)
            .word("game", |row| &row.game)
            .word("variant", |row| &row.variant);
        let table = verdict(table, |row| row.verdict);
        measures(table, shape, |row| Some(&row.measures))
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

impl Row for RateRow {
    const KIND: &'static str = "rate";

    fn table(_: &Shape) -> Table<Self> {
        let table = Table::default()
            .text("id", |row: &Self| &row.id)
            .word("game", |row| &row.game)
            .word("variant", |row| &row.variant);
        let table = verdict(table, |row| row.verdict);
        rating(table, |row| row.rating.as_ref())
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

impl Row for LevelRow {
    const KIND: &'static str = "deal";

    fn table(_: &Shape) -> Table<Self> {
        level(|row| row)
    }

    fn id(&self) -> &str {
        &self.id
    }
}

/// The columns of a level that stands in a row.
fn level<R: 'static>(of: fn(&R) -> &LevelRow) -> Table<R> {
    Table::default()
        .text("id", move |row| &of(row).id)
        .word("game", move |row| &of(row).game)
        .word("variant", move |row| &of(row).variant)
        .text("level", move |row| &of(row).level)
}

impl Row for MadeRow {
    const KIND: &'static str = "generate";

    fn table(shape: &Shape) -> Table<Self> {
        let mut table = verdict(level(|row: &Self| &row.level), |row| row.verdict);
        if shape.ratings {
            table = rating(table, |row| row.rating.as_ref());
        }
        table = measures(table, shape, |row| row.measures.as_ref());
        if shape.moves {
            table = table.texts("solution", |row| row.solution.as_ref());
        }
        table
    }

    fn id(&self) -> &str {
        &self.level.id
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

impl Row for PlayRow {
    const KIND: &'static str = "simulate";

    fn table(shape: &Shape) -> Table<Self> {
        let mut table = Table::default()
            .text("id", |row: &Self| &row.id)
            .word("player", |row| &row.player)
            .flag("won", |row| row.won)
            .count("fitness", |row| Some(row.fitness.into()))
            .count("rounds", |row| Some(row.rounds))
            .word("ending", |row| row.ending.name());
        if shape.times {
            table = table.number("seconds", |row| row.seconds);
        }
        if shape.moves {
            table = table
                .texts("moves", |row| Some(&row.moves))
                .counts("path", |row| &row.path);
        }
        table
    }

    fn id(&self) -> &str {
        &self.id
    }
}

impl Row for VerdictRow {
    const KIND: &'static str = "verify";

    fn table(shape: &Shape) -> Table<Self> {
        let table = Table::default()
            .text("id", |row: &Self| &row.id)
            .flag("valid", |row| row.valid)
            .text("fault", |row| row.fault.as_deref().unwrap_or_default());
        lengths(table, shape.game, |row| &row.lengths)
    }

    fn id(&self) -> &str {
        &self.id
    }
}
