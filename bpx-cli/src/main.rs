//! The command `bpx`, a thin layer over the libraries.
// Denied, not forbidden: `map` and `allocator` have the only unsafe calls.
#![deny(unsafe_code)]

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocator;
mod args;
mod commands;
mod document;
mod exit;
#[cfg(test)]
mod faults;
mod format;
mod globs;
mod input;
mod json;
mod limits;
mod map;
mod output;
mod package;
mod parts;
mod printed;
mod progress;
mod shader;

use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    allocator::return_memory();
    let code = match args::Args::try_parse() {
        Ok(args) => commands::run(args).unwrap_or_else(|failure| {
            output::print_failure(&failure);
            failure.code()
        }),
        Err(answer) => {
            // Help goes to stdout, errors of the command line to stderr.
            if let Err(error) = answer.print() {
                output::note_lost(&error);
            }
            if answer.exit_code() == 0 { Exit::Fine } else { Exit::Usage }
        }
    };
    // The reader of the messages has incomplete information, so the exit code says so.
    code.max(if output::has_lost_messages() { Exit::Io } else { Exit::Fine }).into()
}
