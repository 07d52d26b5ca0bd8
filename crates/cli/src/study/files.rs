//! A study's file, its levels and its database.

use super::options::StudyArgs;
use crate::{progress, watch};
use anyhow::{Error, Result};
use engine::{Budget, Fault};
use host::files::read_text;
use server::study::data::StudyLevel;
use server::study::database::Address;
use server::study::plan::Plan;
use server::study::prepare::{Preparing, prepare};
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::time::Duration;

/// What solving or measuring a level may spend.
const BUDGET: Budget = Budget {
    states: None,
    memory: Some(2 << 30),
    time: Some(Duration::from_secs(60)),
};

impl StudyArgs {
    /// The study.
    pub(super) fn plan(&self) -> Result<Plan, Fault> {
        let text = read_text(&self.study, "a study's file")?;
        Plan::read(&self.study.display().to_string(), &text)
    }

    /// Where it is kept.
    pub(super) fn address(&self) -> Result<Address, Fault> {
        match &self.db {
            Some(text) => read_address("--db", text),
            None => {
                let beside = self.study.with_extension("db");
                Ok(Address::File(beside))
            }
        }
    }

    /// Its levels, solved and measured; none where someone asked to stop.
    pub(super) fn levels(
        &self,
        plan: &Plan,
        jobs: Option<u16>,
    ) -> Result<Option<Vec<StudyLevel>>, Fault> {
        let folder = self.study.parent().filter(|at| !at.as_os_str().is_empty());
        let bar = progress::bar(None, "levels prepared", stderr().is_terminal(), 0);
        let how = Preparing {
            folder: folder.unwrap_or(Path::new(".")),
            jobs: jobs.map(usize::from),
            budget: BUDGET,
            stop: watch::stop(),
            progress: &|ready| bar.set_position(ready as u64),
        };
        let place = self.study.display().to_string();
        let levels = prepare(plan, &how).map_err(|fault| fault.within(&place));
        bar.finish_and_clear();
        levels
    }
}

/// The address of a database, as an option gives it.
pub(super) fn read_address(option: &str, text: &str) -> Result<Address, Fault> {
    let wrong = |error: server::study::database::DbError| {
        Fault::new(option, error.message, "a file, or postgres://…")
    };
    Address::parse(text).map_err(wrong)
}

/// The ends of a study's scale.
pub(super) fn scale(plan: &Plan) -> [u32; 2] {
    [plan.rating.low, plan.rating.high]
}

/// A failure of the database; what was refused is a fault of the call.
pub(super) fn failed(trouble: server::study::store::Trouble) -> Error {
    use server::study::store::Trouble;
    match trouble {
        Trouble::Database(error) => error.into(),
        Trouble::Refused(refused) => {
            let fault = Fault::new("the study", refused.message, "what its database has");
            fault.hint(refused.hint.unwrap_or_default()).into()
        }
    }
}
