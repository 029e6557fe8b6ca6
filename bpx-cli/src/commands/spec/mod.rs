//! The commands of specification documents.

mod check;
mod ci;
mod current;
mod generate;
mod tables;

use crate::args::SpecCommand;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub(crate) fn run(command: &SpecCommand) -> Result<Exit, Failure> {
    match command {
        SpecCommand::Tables(args) => tables::run(args),
        SpecCommand::Check(args) => check::run(args),
        SpecCommand::Ci(args) => ci::run(args),
        SpecCommand::Generate(args) => generate::run(args),
    }
}
