//! `stumper study check`: whether a study can be run, and what it has.

use super::files::{failed, scale};
use super::options::CheckArgs;
use crate::words::tell;
use crate::{DONE, INTERRUPTED, print_all, watch};
use anyhow::Result;
use server::study::check::{remarks, table};
use server::study::data::StudyLevel;
use server::study::database::schema::{Contents, contents};
use server::study::database::{Address, Begin, DbError, within};
use server::study::plan::Plan;
use server::study::store::{Trouble, check_study};

pub(crate) fn call(args: &CheckArgs) -> Result<u8> {
    let plan = args.of.plan()?;
    watch::can_stop();
    let Some(levels) = args.of.levels(&plan, args.jobs)? else {
        return Ok(INTERRUPTED);
    };
    check_database(&args.of.address()?, &plan, &levels).map_err(failed)?;
    let mut bytes = Vec::new();
    table(&plan, &levels).write(&mut bytes, args.format.format());
    print_all(&bytes)?;
    for remark in remarks(&plan, &levels) {
        tell(&format!("note: {remark}"));
    }
    Ok(DONE)
}

/// Whether a study fits its database, where there is one, which stays as it
/// is.
fn check_database(address: &Address, plan: &Plan, levels: &[StudyLevel]) -> Result<(), Trouble> {
    if matches!(address, Address::File(path) if !path.exists()) {
        return Ok(());
    }
    let mut db = address.connect_to_read()?;
    let fits = within(db.as_mut(), Begin::Read, |db| match contents(db)? {
        Contents::Nothing => Ok(()),
        Contents::Study(_) => check_study(db, &plan.name, scale(plan), levels),
    });
    fits.map_err(|trouble| match trouble {
        Trouble::Database(error) => DbError::within(error, address).into(),
        refused => refused,
    })
}
