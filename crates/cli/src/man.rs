//! `stumper man`: manual pages, one for the program and one for each verb.

use crate::{Cli, DONE, print_all};
use anyhow::{Context, Result};
use clap::CommandFactory;
use std::fs;
use std::path::PathBuf;

/// Print the manual page, or write the pages of all verbs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper man | man -l -
  stumper man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write one page for the program and one for each verb into this folder
    #[arg(long)]
    dir: Option<PathBuf>,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    match &args.dir {
        Some(dir) => {
            let written = fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), dir));
            written.with_context(|| format!("cannot write to {}", dir.display()))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            print_all(&page)?;
        }
    }
    Ok(DONE)
}
