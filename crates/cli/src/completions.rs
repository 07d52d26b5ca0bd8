//! `stumper completions`: a script that teaches a shell the verbs and options.

use crate::{Cli, print_all};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper completions bash > ~/.local/share/bash-completion/completions/stumper
  stumper completions fish > ~/.config/fish/completions/stumper.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    // The generator panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "stumper", &mut script);
    print_all(&script)
}
