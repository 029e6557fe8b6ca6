//! What specification documents say.

mod check;
mod document;
mod generate;
mod tables;

pub(crate) use self::document::read;

use crate::args::SpecCommand;
use crate::exit::{Exit, Failure};

/// Does what the command line says.
pub(crate) fn run(command: &SpecCommand) -> Result<Exit, Failure> {
    match command {
        SpecCommand::Tables(args) => tables::run(args),
        SpecCommand::Check(args) => check::run(args),
        SpecCommand::Generate(args) => generate::run(args),
    }
}
