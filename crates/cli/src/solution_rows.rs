//! What `solve` writes of a level, in each format. Text and CSV hold no
//! wall-clock values unless asked, so that two runs give the same bytes.

use crate::rows::Shape;
use crate::words::{count, length_in};
use engine::record::{Moves, SolutionRow};
use engine::{Detail, Game, Verdict};
use lab::Format;
use lab::rows::{CsvLine, json_line};
use std::fmt::Write;

/// The figure under which solvers say how many solutions there are: 2 stands
/// for several.
pub(crate) const SOLUTIONS: &str = "solutions";

/// Moves on a line of text.
const MOVES_A_LINE: usize = 10;

/// What a row shows.
#[derive(Clone)]
pub(crate) struct Style {
    /// Whether moves and the last board are left out.
    pub(crate) no_moves: bool,
    pub(crate) detail: Detail,
    pub(crate) times: bool,
    pub(crate) metric: String,
    /// Whether solutions were to be counted.
    pub(crate) counted: bool,
}

impl Style {
    /// Whether it was asked, and is not known, if a solution is the only one.
    pub(crate) fn leaves_open(&self, row: &SolutionRow) -> bool {
        self.counted && row.verdict.is_solved() && !row.figures.contains_key(SOLUTIONS)
    }

    /// Takes out what was not asked for.
    pub(crate) fn leave_out(&self, row: &mut SolutionRow) {
        if self.no_moves {
            row.moves = Moves::default();
            row.board.clear();
        }
    }

    /// The columns for levels of a game.
    pub(crate) fn shape(&self, game: &'static dyn Game) -> Shape {
        Shape {
            game,
            moves: !self.no_moves,
            detail: self.detail,
            times: self.times,
            measures: None,
            ratings: false,
        }
    }

    /// The first line of CSV.
    pub(crate) fn csv_header(&self) -> Vec<&'static str> {
        let mut header = vec![
            "id",
            "variant",
            "solver",
            "outcome",
            "limit",
            "metric",
            "length",
            "moves",
            "figures",
            "checked",
            "generated",
            "peak_bytes",
        ];
        if self.times {
            header.push("seconds");
        }
        header
    }

    /// Adds one level's row. `named` says that the id tells the level, so a
    /// variant in the row is news.
    pub(crate) fn add(
        &self,
        out: &mut Vec<u8>,
        row: &SolutionRow,
        format: Format,
        metric: &str,
        named: bool,
    ) {
        match format {
            Format::Text => out.extend_from_slice(self.text(row, metric, named).as_bytes()),
            Format::Json => json_line(out, row),
            Format::Csv => self.add_csv(out, row, metric),
        }
    }

    fn add_csv(&self, out: &mut Vec<u8>, row: &SolutionRow, metric: &str) {
        let mut line = CsvLine::new(out);
        line.text(&row.id);
        line.text(&row.variant);
        line.text(&row.solver);
        line.text(row.verdict.name());
        line.text(row.verdict.limit().map_or("", |limit| limit.name()));
        match row.lengths.get(metric) {
            Some(length) => {
                line.text(metric);
                line.number(length);
            }
            None => {
                line.text("");
                line.text("");
            }
        }
        line.text(row.moves.as_str());
        let figures = row.figures.iter();
        let figures: Vec<_> = figures.map(|(name, n)| format!("{name}={n}")).collect();
        line.text(figures.join(" "));
        for count in [row.checked, row.generated, row.peak_bytes] {
            line.number(count);
        }
        if let Some(seconds) = row.seconds {
            line.number(format_args!("{seconds:.6}"));
        }
        line.end();
    }

    fn text(&self, row: &SolutionRow, metric: &str, named: bool) -> String {
        let solved_as = match named && !row.variant.is_empty() {
            true => format!(" as {}", row.variant),
            false => String::new(),
        };
        let mut text = match row.verdict {
            Verdict::Solved => {
                let length = row.lengths.get(metric).copied().unwrap_or_default();
                let length = length_in(metric, length);
                format!("{}: solved{solved_as} in {length}", row.id)
            }
            Verdict::GaveUp(limit) => {
                let limit = limit.name();
                format!("{}: gave up at the limit of {limit}", row.id)
            }
            Verdict::Unsolvable => format!("{}: unsolvable{solved_as}", row.id),
        };
        let mut aside = count(row.checked, "state");
        for (name, figure) in &row.figures {
            match (name.as_str(), figure) {
                (SOLUTIONS, 0) => aside.push_str(", no solution"),
                (SOLUTIONS, 1) => aside.push_str(", the only solution"),
                (SOLUTIONS, _) => aside.push_str(", one of several solutions"),
                _ => aside.push_str(&format!(", {name} {figure}")),
            }
        }
        if self.leaves_open(row) {
            aside.push_str(", a limit was reached before it was known to be the only one");
        }
        if let Some(seconds) = row.seconds {
            aside.push_str(&format!(", {seconds:.6} s"));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, " ({aside})");
        // The last of all boards is the same.
        for line in row.board.lines().filter(|_| !self.detail.boards) {
            let _ = writeln!(text, "  {line}");
        }
        if self.detail.boards {
            add_boards(&mut text, row);
        } else if self.detail.steps {
            add_steps(&mut text, row);
        } else {
            add_moves(&mut text, &row.moves);
        }
        text
    }
}

/// The letters of the longest move.
fn widest(moves: &Moves) -> usize {
    moves.iter().map(str::len).max().unwrap_or_default()
}

/// Moves in columns, ten a line.
fn add_moves(text: &mut String, moves: &Moves) {
    let width = widest(moves);
    let moves: Vec<&str> = moves.iter().collect();
    for line in moves.chunks(MOVES_A_LINE) {
        let cells: Vec<_> = line.iter().map(|mv| format!("{mv:width$}")).collect();
        text.push_str("  ");
        text.push_str(cells.join(" ").trim_end());
        text.push('\n');
    }
}

/// The board, then each move with the board after it.
fn add_boards(text: &mut String, row: &SolutionRow) {
    let moves = std::iter::once(None).chain(row.moves.iter().map(Some));
    for (number, (mv, board)) in moves.zip(&row.boards).enumerate() {
        if let Some(mv) = mv {
            let _ = writeln!(text, "\n  {number}. {mv}\n");
        }
        for line in board.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
}

/// One move a line, in parts.
fn add_steps(text: &mut String, row: &SolutionRow) {
    let width = widest(&row.moves);
    for (index, (mv, step)) in row.moves.iter().zip(&row.steps).enumerate() {
        let run = match step.count {
            1 => String::new(),
            count => format!(" ({count} pieces)"),
        };
        let _ = writeln!(
            text,
            "  {:3}. {mv:width$}  {} from {} to {}{run}",
            index + 1,
            step.card,
            step.from,
            step.to,
        );
    }
}
