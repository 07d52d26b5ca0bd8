//! What a run prints: a row for each generation, then the result; on a
//! terminal a bar on standard error while it works; and the picture of a run.

use engine::evolve::Generation;
use engine::evolve::fitness::Measure;
use experiments::plot::{Chart, Line, Picture};
use host::{Error, Sink};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::Format;
use lab::evolve::EvolvePlan;
use lab::evolve::report::{Evolved, Report, Side};
use lab::rows::{csv_line, json_line};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};

/// Writes rows in one of the formats.
pub(super) struct Rows(Format);

/// A generation with its champion's weights by name.
#[derive(Serialize)]
struct GenerationRow<'a> {
    generation: u64,
    best: f64,
    mean: f64,
    solved: f64,
    states: u64,
    weights: &'a BTreeMap<String, f64>,
}

impl Rows {
    pub(super) fn new(format: Format) -> Rows {
        Rows(format)
    }

    pub(super) fn header(&self, plan: &EvolvePlan, sink: &mut Sink) -> Result<(), Error> {
        let mut out = Vec::new();
        if self.0 == Format::Csv {
            let middle = plan.weights(&vec![0.5; plan.breeding.genes]);
            let names = middle.weights.keys().map(String::as_str);
            let fields = ["generation", "best", "mean", "solved", "states"];
            let fields: Vec<&str> = fields.into_iter().chain(names).collect();
            csv_line(&mut out, fields);
        }
        sink.write(&out)
    }

    pub(super) fn generation(
        &self,
        plan: &EvolvePlan,
        row: &Generation,
        sink: &mut Sink,
    ) -> Result<(), Error> {
        let mut out = Vec::new();
        let champion = plan.weights(&row.champion);
        match self.0 {
            Format::Json => json_line(
                &mut out,
                &GenerationRow {
                    generation: row.generation,
                    best: row.best,
                    mean: row.mean,
                    solved: row.solved,
                    states: row.states,
                    weights: &champion.weights,
                },
            ),
            Format::Csv => {
                let mut fields = vec![row.generation.to_string()];
                fields.extend([row.best, row.mean, row.solved].map(|n| n.to_string()));
                fields.push(row.states.to_string());
                fields.extend(champion.weights.values().map(f64::to_string));
                csv_line(&mut out, fields);
            }
            Format::Text => out.extend_from_slice(
                format!(
                    "generation {}: best {:.3}, mean {:.3}, {:.1} % solved\n",
                    row.generation,
                    row.best,
                    row.mean,
                    100.0 * row.solved
                )
                .as_bytes(),
            ),
        }
        sink.write(&out)?;
        // A generation takes long enough for someone to wait for its row.
        sink.flush()
    }

    pub(super) fn outcome(&self, outcome: &Evolved, sink: &mut Sink) -> Result<(), Error> {
        let mut out = Vec::new();
        match self.0 {
            Format::Json => json_line(&mut out, outcome),
            Format::Csv => {}
            Format::Text => out.extend_from_slice(told(outcome).as_bytes()),
        }
        sink.write(&out)
    }
}

/// The result for people.
fn told(outcome: &Evolved) -> String {
    let mut text = String::from("weights:\n");
    let names = || outcome.weights.weights.keys().map(|name| name.len());
    let width = names().max().unwrap_or_default();
    for (name, weight) in &outcome.weights.weights {
        text.push_str(&format!("  {name:width$}  {weight:.4}\n"));
    }
    text.push_str(&section("training levels", &outcome.training, outcome));
    if let Some(report) = &outcome.held_out {
        text.push_str(&section("held-out levels", report, outcome));
    }
    text
}

fn section(title: &str, report: &Report, outcome: &Evolved) -> String {
    let mut text = format!("{} {title}:\n", report.levels);
    let width = outcome.baseline.chars().count().max("evolved".len());
    let mut side = |name: &str, side: &Side| {
        text.push_str(&format!(
            "  {name:width$}  {:5.1} % solved",
            100.0 * side.share
        ));
        if let (Some(states), Some(length)) = (side.states, side.length) {
            let metric = outcome.metric;
            text.push_str(&format!(
                ", means of those: {states:.0} states, {length:.1} {metric}"
            ));
        }
        text.push('\n');
    };
    side("evolved", &report.evolved);
    side(&outcome.baseline, &report.baseline);
    text.push_str(&format!(
        "  states reduced by {:.1} % where both solve ({}), {:.1} % over all with failures at the budget\n",
        100.0 * report.reduction_where_both_solve,
        report.both,
        100.0 * report.reduction_over_all
    ));
    text
}

/// What is done, on a terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(quiet: bool) -> Bar {
        let bar = match quiet || !io::stderr().is_terminal() {
            true => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            false => ProgressBar::new(0),
        };
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} searches  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("generation 1");
        Bar(bar)
    }

    /// So many searches come next; what is returned notes that one is done.
    pub(super) fn expect(&self, searches: usize) -> Box<dyn Fn() + Sync> {
        self.0.set_length(searches as u64);
        self.0.set_position(0);
        let bar = self.0.clone();
        Box::new(move || bar.inc(1))
    }

    /// Writes something while the bar is out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// A generation is done.
    pub(super) fn tell(&self, row: &Generation, of: u64) {
        self.0.set_message(format!(
            "generation {} of {of}, best {:.3}, mean {:.3}",
            (row.generation + 1).min(of),
            row.best,
            row.mean
        ));
    }

    pub(super) fn phase(&self, name: &str) {
        self.0.set_message(name.to_string());
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// The picture of a run: best and mean fitness by generation.
pub(super) fn picture(plan: &EvolvePlan, generations: &[Generation]) -> Picture {
    let line = |name: &str, of: fn(&Generation) -> f64| Line {
        name: name.to_string(),
        points: generations
            .iter()
            .map(|row| (row.generation as f64, of(row)))
            .collect(),
    };
    let base = &plan.baseline_name;
    Picture {
        title: format!("{}: weights for {}", plan.game.about().title, plan.solver),
        x: "generation".into(),
        y: match plan.breeding.measure {
            Measure::Log => format!("fitness: mean ln(cost of {base} / cost)"),
            Measure::Mean => format!("fitness: reduction of cost beside {base}"),
            Measure::Solved => format!("fitness: reduction of states beside {base}"),
        },
        chart: Chart::Lines(vec![
            line("best", |row| row.best),
            line("mean", |row| row.mean),
        ]),
    }
}
