//! One module a command.

mod completions;
mod decode;
mod dump;
mod encode;
mod hash;
mod identify;
mod info;
mod query;
mod roundtrip;
mod schema;
mod verify;

use crate::args::{Args, Command};
use crate::exit::{Exit, Failure};

/// Does what the command line says.
pub(crate) fn run(args: Args) -> Result<Exit, Failure> {
    match args.command {
        Command::Identify(files) => identify::run(&files),
        Command::Info(file) => info::run(&file),
        Command::Verify { files, strict, explain, schema } => verify::run(&files, strict, explain, schema.as_deref()),
        Command::Decode { input, output, brief } => decode::run(&input, output.as_deref(), brief),
        Command::Encode { input, output } => encode::run(&input, &output),
        Command::Roundtrip { input, output, mode } => roundtrip::run(&input, &output, mode),
        Command::Dump { input, path, docs, full, json } => dump::run(&input, path.as_deref(), docs, full, json),
        Command::Query { input, path } => query::run(&input, &path),
        Command::Hash { names, json } => hash::run(&names, json),
        Command::Schema(command) => schema::run(&command),
        Command::Completions { shell } => completions::run(shell),
    }
}
