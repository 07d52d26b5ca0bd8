//! What a study gathered, from its database or a file.

use super::files::failed;
use super::options::StudyArgs;
use super::results_options::GatheredArgs;
use anyhow::{Context, Result};
use engine::Fault;
use engine::notation::quoted;
use host::files::{check_folder, read_text, write_whole};
use lab::rating::BOUNDS;
use server::study::data::Dump;
use server::study::report::About;
use server::study::store::{Store, dump};
use std::path::Path;

impl GatheredArgs {
    /// The rows, and what a report needs beside them.
    pub(super) fn read(&self) -> Result<(Dump, About)> {
        match (&self.dump, &self.study) {
            (Some(file), _) => {
                let place = file.display().to_string();
                let text = read_text(file, "what `study export --format json` wrote")?;
                let dump: Dump = serde_json::from_str(&text).map_err(|why| {
                    let expected = "what `stumper study export --format json` writes";
                    Fault::new(place, why.to_string(), expected)
                })?;
                let about = About {
                    title: dump.study.clone(),
                    bounds: BOUNDS,
                };
                Ok((dump, about))
            }
            (None, study) => {
                let of = StudyArgs {
                    study: study.clone().unwrap_or_default(),
                    db: self.db.clone(),
                };
                let plan = of.plan()?;
                let store = Store::open_existing(&of.address()?)?;
                let about = About {
                    bounds: [plan.rating.low.into(), plan.rating.high.into()],
                    title: plan.title,
                };
                Ok((store.read_blocking(dump).map_err(failed)?, about))
            }
        }
    }
}

/// Refuses a file that cannot be written, or that is there already.
pub(super) fn check_new(out: &Path, force: bool) -> Result<(), Fault> {
    check_folder(out)?;
    if out.exists() && !force {
        let place = quoted(&out.display().to_string());
        let fault = Fault::new(place, "a file that exists", "a new one");
        return Err(fault.hint("--force writes over it"));
    }
    Ok(())
}

/// Writes a file as a whole.
pub(super) fn write(out: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(out, bytes).with_context(|| format!("cannot write to {}", out.display()))
}
