//! `stumper study check`: whether a study can be run, and what it has.

use super::options::CheckArgs;
use crate::words::tell;
use crate::{DONE, INTERRUPTED, print_all, watch};
use anyhow::Result;
use server::study::check::{remarks, table};

pub(crate) fn call(args: &CheckArgs) -> Result<u8> {
    let plan = args.of.plan()?;
    watch::can_stop();
    let Some(levels) = args.of.levels(&plan, args.jobs)? else {
        return Ok(INTERRUPTED);
    };
    let mut bytes = Vec::new();
    table(&plan, &levels).write(&mut bytes, args.format.format());
    print_all(&bytes)?;
    for remark in remarks(&plan, &levels) {
        tell(&format!("note: {remark}"));
    }
    Ok(DONE)
}
