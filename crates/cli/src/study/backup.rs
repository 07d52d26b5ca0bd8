//! `stumper study backup`: the database, copied while it is in use.

use super::files::read_address;
use super::options::BackupArgs;
use crate::DONE;
use crate::words::tell;
use anyhow::Result;
use engine::Fault;
use host::files::check_folder;
use server::study::database::Address;
use server::study::database::copy::copy;

pub(crate) fn call(args: &BackupArgs) -> Result<u8> {
    // The file says that this is a study.
    args.of.plan()?;
    let from = args.of.address()?;
    let to = read_address("--out", &args.out)?;
    if let Address::File(file) = &to {
        check_folder(file)?;
        if file.exists() {
            let place = file.display().to_string();
            return Err(Fault::new(place, "a file that exists", "a new one").into());
        }
    }
    copy(&from, &to)?;
    tell(&format!("{from} was copied to {to}."));
    Ok(DONE)
}
