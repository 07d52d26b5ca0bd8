//! What a study gathered, from its database or a file.

use super::files::{failed, scale};
use super::options::StudyArgs;
use super::results_options::GatheredArgs;
use anyhow::{Context, Result};
use engine::Fault;
use engine::notation::quoted;
use host::files::{check_folder, read_text, write_whole};
use lab::rating::BOUNDS;
use server::study::data::Dump;
use server::study::database::Address;
use server::study::plan::Plan;
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
                    bounds: dump.scale.map_or(BOUNDS, bounds),
                };
                Ok((dump, about))
            }
            (None, study) => {
                let of = StudyArgs {
                    study: study.clone().unwrap_or_default(),
                    db: self.db.clone(),
                };
                let plan = of.plan()?;
                let address = of.address()?;
                let store = Store::open_existing(&address)?;
                let dump = store.read_blocking(dump).map_err(failed)?;
                check_name(&dump, &plan, &address)?;
                let about = About {
                    bounds: bounds(dump.scale.unwrap_or(scale(&plan))),
                    title: plan.title,
                };
                Ok((dump, about))
            }
        }
    }
}

/// The ends of a scale, as numbers to reckon with.
fn bounds(scale: [u32; 2]) -> [f64; 2] {
    scale.map(f64::from)
}

/// Refuses what another study gathered.
fn check_name(dump: &Dump, plan: &Plan, address: &Address) -> Result<(), Fault> {
    if dump.study.is_empty() || dump.study == plan.name {
        return Ok(());
    }
    let found = format!("the study {}", quoted(&dump.study));
    let expected = format!("{}, as in the study's file", quoted(&plan.name));
    Err(Fault::new(address.to_string(), found, expected))
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
