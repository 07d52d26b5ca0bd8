//! `stumper study new`: a study's file to begin with.

use super::gathered::{check_new, write};
use super::options::{Example, NewArgs};
use crate::DONE;
use crate::words::tell;
use anyhow::Result;
use server::study::examples;

pub(crate) fn call(args: &NewArgs) -> Result<u8> {
    check_new(&args.file, args.force)?;
    let text = match args.example {
        Example::Begin => examples::BEGIN,
        Example::Thesis => examples::THESIS,
    };
    write(&args.file, text.as_bytes())?;
    let name = args.file.display();
    tell(&format!(
        "{name} is written. Change its texts and levels, then: stumper study check {name}"
    ));
    Ok(DONE)
}
