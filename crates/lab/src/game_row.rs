//! What a game says of itself, as a row: `stumper games` writes it.

use engine::{Game, Setting};
use serde::Serialize;

/// A game as a row.
#[derive(Clone, Serialize)]
pub struct GameRow {
    /// Its name in ids.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its variants; the first is the default.
    pub variants: Vec<NamedRow>,
    /// Where its levels come from.
    pub sources: Vec<NamedRow>,
    /// Forms of a level that other programs read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<NamedRow>,
    /// What may be wanted of a level that is made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<SettingRow>,
    /// Its solvers; the first is the default.
    pub solvers: Vec<SolverRow>,
    /// Who plays it without seeing everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<SolverRow>,
    /// What weighted heuristics weigh.
    pub features: Vec<NamedRow>,
    /// What can be measured of a level.
    pub measures: Vec<MeasureRow>,
    /// The metrics of lengths; the first is the one to print.
    pub metrics: &'static [&'static str],
    /// An id to try.
    pub example: &'static str,
}

/// Something with a name and a sentence.
#[derive(Clone, Serialize)]
pub struct NamedRow {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A measure as a row.
#[derive(Clone, Serialize)]
pub struct MeasureRow {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// What is looked at.
    pub kind: &'static str,
    /// What it costs.
    pub cost: &'static str,
}

/// A solver or a player as a row.
#[derive(Clone, Serialize)]
pub struct SolverRow {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it.
    pub settings: Vec<SettingRow>,
}

/// A setting as a row.
#[derive(Clone, Serialize)]
pub struct SettingRow {
    /// Its name.
    pub name: &'static str,
    /// What it is unless set.
    pub default: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

fn setting_rows(settings: &[Setting]) -> Vec<SettingRow> {
    let row = |setting: &Setting| SettingRow {
        name: setting.name,
        default: setting.default,
        summary: setting.summary,
    };
    settings.iter().map(row).collect()
}

/// A solver or a player as a row.
fn solver_row(name: &'static str, summary: &'static str, settings: &[Setting]) -> SolverRow {
    SolverRow {
        name,
        summary,
        settings: setting_rows(settings),
    }
}

impl GameRow {
    /// The row of a game.
    pub fn of(game: &dyn Game) -> GameRow {
        let named = |rows: &[(&'static str, &'static str)]| {
            let row = |&(name, summary): &(&'static str, &'static str)| NamedRow { name, summary };
            rows.iter().map(row).collect()
        };
        let about = game.about();
        let players = game.hidden().map_or(Vec::new(), |hidden| hidden.players());
        GameRow {
            name: about.name,
            title: about.title,
            summary: about.summary,
            variants: named(about.variants),
            sources: named(about.sources),
            forms: named(game.forms()),
            options: setting_rows(game.options()),
            solvers: game
                .solvers()
                .iter()
                .map(|s| solver_row(s.name, s.summary, &s.settings.concat()))
                .collect(),
            players: players
                .iter()
                .map(|p| solver_row(p.name, p.summary, p.settings))
                .collect(),
            features: game
                .features()
                .iter()
                .map(|f| NamedRow {
                    name: f.name,
                    summary: f.summary,
                })
                .collect(),
            measures: game
                .measures()
                .iter()
                .map(|m| MeasureRow {
                    name: m.name,
                    summary: m.summary,
                    unit: m.unit,
                    kind: m.kind.name(),
                    cost: m.cost.name(),
                })
                .collect(),
            metrics: about.metrics,
            example: about.example,
        }
    }
}
