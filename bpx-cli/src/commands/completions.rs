use crate::args::Args;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints completions for a shell.
pub(crate) fn run(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bpx", &mut script);
    output::print_text(&String::from_utf8_lossy(&script)).in_file("<stdout>")?;
    Ok(Exit::Fine)
}
