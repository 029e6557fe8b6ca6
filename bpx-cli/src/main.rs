//! The command `bpx`: thin; all that it does, the libraries do.
// Denied, not forbidden: `map` has the one unsafe call.
#![deny(unsafe_code)]

mod args;
mod commands;
mod exit;
#[cfg(test)]
mod faults;
mod format;
mod globs;
mod input;
mod json;
mod limits;
mod map;
mod model;
mod neighbours;
mod output;
mod package;
mod part;
mod parts;
mod printed;
mod progress;
mod shader;
mod texture;

use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let code = match args::Args::try_parse() {
        Ok(args) => commands::run(args).unwrap_or_else(|failure| {
            output::failure(&failure);
            failure.code()
        }),
        Err(answer) => {
            // Help on stdout, or what is wrong with the command line on stderr.
            if let Err(error) = answer.print() {
                output::note_lost(&error);
            }
            if answer.exit_code() == 0 { Exit::Fine } else { Exit::Usage }
        }
    };
    // Who reads the messages does not know all of them, whatever the code would be.
    code.max(if output::has_lost_messages() { Exit::Io } else { Exit::Fine }).into()
}
