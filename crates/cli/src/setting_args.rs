//! `--heuristic`, `--weights` and `--set`: what a caller may set on a solver.
//! Each solver says which settings it knows (`stumper games GAME`).

use crate::cache_folder::{CacheFolder, usual_folder};
use crate::output::tell;
use crate::progress::table_bar;
use anyhow::Result;
use engine::notation::quoted;
use engine::settings::{HEURISTIC, WEIGHTS};
use engine::{Fault, Settings, Weights};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args, Clone)]
pub(crate) struct SettingArgs {
    /// The heuristic of solvers that take one
    #[arg(long, value_name = "NAME", conflicts_with = "weights")]
    heuristic: Option<String>,
    /// A JSON file of weights for the game's features, in place of a heuristic
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Sets one thing on the solver; `stumper games GAME` lists what there is
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// The cache folder of this user, with a bar and warnings on the terminal.
fn cache() -> CacheFolder {
    CacheFolder::new(usual_folder(), Box::new(table_bar()), Box::new(tell))
}

impl SettingArgs {
    /// Nothing but `--set`.
    pub(crate) fn only(set: &[String]) -> SettingArgs {
        SettingArgs::with(set, None)
    }

    /// Nothing but `--set` and `--weights`.
    pub(crate) fn with(set: &[String], weights: Option<PathBuf>) -> SettingArgs {
        SettingArgs {
            heuristic: None,
            weights,
            set: set.to_vec(),
        }
    }

    /// What was set, by name.
    pub(crate) fn read(&self) -> Result<Settings> {
        let mut settings = Settings {
            tables: Arc::new(cache()),
            ..Settings::default()
        };
        for text in &self.set {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Fault::new("--set", quoted(text), "a name and a value, as limit=200")
            })?;
            insert(&mut settings, "--set", name, value)?;
        }
        if let Some(name) = &self.heuristic {
            insert(&mut settings, "--heuristic", HEURISTIC, name)?;
        }
        if let Some(path) = &self.weights {
            let again = settings.weights.replace(read_weights(path)?);
            once("--weights", WEIGHTS, again.is_none())?;
        }
        Ok(settings)
    }
}

/// Sets one thing by name, for the option `place`. Weights are a file.
pub(crate) fn insert(settings: &mut Settings, place: &str, name: &str, value: &str) -> Result<()> {
    let fresh = if name == WEIGHTS {
        let weights = read_weights(Path::new(value))?;
        settings.weights.replace(weights).is_none()
    } else {
        settings.values.insert(name.into(), value.into()).is_none()
    };
    once(place, name, fresh)
}

fn once(place: &str, name: &str, fresh: bool) -> Result<()> {
    if !fresh {
        let found = format!("{} twice", quoted(name));
        return Err(Fault::new(place, found, "each setting once").into());
    }
    Ok(())
}

/// Reads weights from a file.
pub(crate) fn read_weights(path: &Path) -> Result<Weights> {
    let place = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|why| Fault::new(&place, why.to_string(), "a readable file of weights"))?;
    let weights = Weights::parse(&text).map_err(|fault| Fault { place, ..fault })?;
    Ok(weights)
}
