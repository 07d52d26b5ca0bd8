//! `stumper games`: what can be solved, and the words for it.

use crate::args::FormatArgs;
use crate::print_all;
use anyhow::Result;
use engine::play::AboutPlayer;
use engine::{Game, Setting};
use games::{GAMES, find_game};
use lab::Format;
use lab::game_row::GameRow;
use lab::rows::{csv_line, json_line};

/// List the games; with a name, its variants, options, solvers and measures
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper games
  stumper games freecell
  stumper games --format json")]
pub(crate) struct Args {
    /// The game to describe
    game: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let mut out = Vec::new();
    match (&args.game, args.format.format()) {
        (None, Format::Text) => list(&mut out),
        (None, Format::Json) => {
            for game in GAMES {
                json_line(&mut out, &GameRow::of(*game));
            }
        }
        (None, Format::Csv) => {
            csv_line(&mut out, ["game", "title", "example", "summary"]);
            for about in GAMES.iter().map(|game| game.about()) {
                csv_line(
                    &mut out,
                    [about.name, about.title, about.example, about.summary],
                );
            }
        }
        (Some(name), format) => {
            let game = find_game(name)?;
            match format {
                Format::Text => describe(&mut out, game),
                Format::Json => json_line(&mut out, &GameRow::of(game)),
                Format::Csv => {
                    csv_line(&mut out, ["part", "name", "summary"]);
                    for (part, rows) in parts(game) {
                        for (name, summary) in rows {
                            csv_line(&mut out, [part, name, summary]);
                        }
                    }
                }
            }
        }
    }
    print_all(&out)
}

type Named = (&'static str, &'static str);

/// Who plays a game without seeing everything.
fn players(game: &dyn Game) -> Vec<AboutPlayer> {
    game.hidden().map_or(Vec::new(), |hidden| hidden.players())
}

/// The lists of a game that have a name and a sentence.
fn parts(game: &dyn Game) -> [(&'static str, Vec<Named>); 9] {
    let about = game.about();
    [
        ("variant", about.variants.to_vec()),
        ("source", about.sources.to_vec()),
        ("form", game.forms().to_vec()),
        (
            "option",
            game.options().iter().map(|o| (o.name, o.summary)).collect(),
        ),
        (
            "solver",
            game.solvers().iter().map(|s| (s.name, s.summary)).collect(),
        ),
        (
            "player",
            players(game).iter().map(|p| (p.name, p.summary)).collect(),
        ),
        (
            "feature",
            game.features()
                .iter()
                .map(|f| (f.name, f.summary))
                .collect(),
        ),
        (
            "measure",
            game.measures()
                .iter()
                .map(|m| (m.name, m.summary))
                .collect(),
        ),
        (
            "metric",
            about.metrics.iter().map(|name| (*name, "")).collect(),
        ),
    ]
}

fn list(out: &mut Vec<u8>) {
    let width = GAMES
        .iter()
        .map(|game| game.about().name.chars().count())
        .max();
    let width = width.unwrap_or_default();
    for about in GAMES.iter().map(|game| game.about()) {
        let line = format!(
            "{:width$}  {} ({})\n",
            about.name, about.summary, about.example
        );
        out.extend_from_slice(line.as_bytes());
    }
}

fn describe(out: &mut Vec<u8>, game: &dyn Game) {
    let about = game.about();
    let mut text = format!("{}\n{}.\n", about.title, about.summary);
    for (part, rows) in parts(game) {
        if rows.is_empty() {
            continue;
        }
        let default = match part {
            "source" | "form" | "feature" | "player" => "",
            "measure" => " [unit; what is looked at; what it costs]",
            "option" => " (what may be wanted of a level, after its variant: ,NAME=VALUE)",
            _ => " (the first is the default)",
        };
        text.push_str(&format!("\n{}s{default}:\n", capital(part)));
        let width = rows
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or_default();
        for (name, summary) in rows {
            let default = match game.options().iter().find(|o| o.name == name) {
                Some(option) if part == "option" => format!(" [{}]", option.default),
                _ => String::new(),
            };
            let about = match game.measures().iter().find(|m| m.name == name) {
                Some(m) if part == "measure" => {
                    format!(" [{}; {}; {}]", m.unit, m.kind.name(), m.cost.name())
                }
                _ => default,
            };
            let line = format!("  {name:width$}  {summary}{about}");
            text.push_str(line.trim_end());
            text.push('\n');
            let settings = match part {
                "solver" => solver_settings(game, name),
                "player" => player_settings(game, name),
                _ => Vec::new(),
            };
            for setting in settings {
                text.push_str(&format!(
                    "      {}={}  {}\n",
                    setting.name, setting.default, setting.summary
                ));
            }
        }
    }
    text.push_str(&format!("\nTry: stumper solve {}\n", about.example));
    out.extend_from_slice(text.as_bytes());
}

fn solver_settings(game: &dyn Game, name: &str) -> Vec<Setting> {
    let solver = game.solvers().into_iter().find(|about| about.name == name);
    solver.map_or(Vec::new(), |about| about.settings.concat())
}

fn player_settings(game: &dyn Game, name: &str) -> Vec<Setting> {
    let player = players(game).into_iter().find(|about| about.name == name);
    player.map_or(Vec::new(), |about| about.settings.to_vec())
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
