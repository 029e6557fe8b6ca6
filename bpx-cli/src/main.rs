//! The command `bpx`: thin; all that it does, the libraries do.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod exit;
mod globs;
mod input;
mod model;
mod neighbours;
mod output;
mod package;
mod parts;
mod printed;
mod progress;
mod shader;
mod texture;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // clap prints usage errors and ends with 2 by itself.
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(code) => code.into(),
        Err(failure) => {
            output::failure(&failure);
            failure.code().into()
        }
    }
}
