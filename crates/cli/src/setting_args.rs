//! `--heuristic`, `--weights` and `--set`: what a caller may set on a solver.
//! Each solver says which settings it knows (`stumper games GAME`).

use crate::shelf::CacheFolder;
use anyhow::Result;
use engine::notation::quoted;
use engine::settings::HEURISTIC;
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

impl SettingArgs {
    /// Nothing but `--set`.
    pub(crate) fn only(set: &[String]) -> SettingArgs {
        SettingArgs {
            heuristic: None,
            weights: None,
            set: set.to_vec(),
        }
    }

    /// What was set, by name.
    pub(crate) fn read(&self) -> Result<Settings> {
        let mut settings = Settings {
            shelf: Arc::new(CacheFolder::new()),
            ..Settings::default()
        };
        for text in &self.set {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Fault::new("--set", quoted(text), "a name and a value, as limit=200")
            })?;
            insert(&mut settings, name, value)?;
        }
        if let Some(name) = &self.heuristic {
            insert(&mut settings, HEURISTIC, name)?;
        }
        if let Some(path) = &self.weights {
            settings.weights = Some(read_weights(path)?);
        }
        Ok(settings)
    }
}

fn insert(settings: &mut Settings, name: &str, value: &str) -> Result<()> {
    let old = settings.values.insert(name.into(), value.into());
    if old.is_some() {
        let found = format!("{} twice", quoted(name));
        return Err(Fault::new("--set", found, "each setting once").into());
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
