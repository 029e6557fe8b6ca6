//! The conformance suite.

mod bytes;
mod compare;
mod doctor;
mod export;
mod lint;
mod list;
mod run;
mod select;
mod signals;
mod testee;

use crate::args::ConformCommand;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub(crate) fn run(command: &ConformCommand) -> Result<Exit, Failure> {
    match command {
        ConformCommand::Run(args) => run::run(args),
        ConformCommand::Doctor { testee, suite } => doctor::run(testee, suite.as_deref()),
        ConformCommand::List { selection, lint: true, .. } => lint::run(selection),
        ConformCommand::List { selection, json, .. } => list::run(selection, *json),
        ConformCommand::Compare { old, new } => compare::run(old, new),
        ConformCommand::Export(args) => export::run(args),
        ConformCommand::Bytes(args) => bytes::run(args),
        ConformCommand::Testee => testee::run(),
    }
}
