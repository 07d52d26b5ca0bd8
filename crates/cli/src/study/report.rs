//! `stumper study report`: what a study has found so far, as tables or as a
//! page.

use super::gathered::{check_new, write};
use super::results_options::ReportArgs;
use crate::{DONE, print_all};
use anyhow::Result;
use lab::Format;
use server::study::report::{html, report};

pub(crate) fn call(args: &ReportArgs) -> Result<u8> {
    if let Some(out) = &args.html {
        check_new(out, args.force)?;
    }
    let (dump, about) = args.of.read()?;
    if let Some(out) = &args.html {
        write(out, html(&dump, &about).as_bytes())?;
        return Ok(DONE);
    }
    let (mut bytes, format): (_, Format) = (Vec::new(), args.format.into());
    for (index, table) in report(&dump, &about).tables().enumerate() {
        if index > 0 && format != Format::Json {
            bytes.push(b'\n');
        }
        table.write(&mut bytes, format);
    }
    print_all(&bytes)
}
