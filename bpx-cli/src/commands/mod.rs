//! The commands, each in its module.

mod cat;
mod compact;
mod completions;
mod conform;
mod convert;
mod decode;
mod diff;
mod dump;
mod edit;
mod encode;
mod explore;
mod foreign;
mod hash;
mod identify;
mod info;
mod ls;
mod man;
mod pack;
mod page;
mod parsed;
mod query;
mod roundtrip;
mod rules;
mod schema;
mod spec;
mod unpack;
mod upgrade;
mod verify;

use crate::args::{Args, Command, Given};
use crate::exit::{Exit, Failure};

/// Runs a command.
pub(crate) fn run(args: Args) -> Result<Exit, Failure> {
    crate::limits::multiply_limits(args.limits);
    match args.command {
        Command::Identify(files) => identify::run(&files),
        Command::Info { file, foreign } => info::run(&file, &foreign),
        Command::Verify { files, strict, explain, short, foreign } => {
            verify::run(&files, verify::How { strict, explain, short }, &foreign)
        }
        Command::Decode { input, output, brief, foreign } => decode::run(&input, output.as_deref(), brief, &foreign),
        Command::Encode { input, output, foreign } => encode::run(&input, &output, &foreign),
        Command::Roundtrip { input, output, mode, foreign } => roundtrip::run(&input, &output, mode, &foreign),
        Command::Convert { input, output, friendly, kind, force } => {
            convert::run(&input, &output, &convert::How { friendly, kind, force })
        }
        Command::Dump { input, html: true, output, foreign, .. } => page::run(&input, output.as_deref(), &foreign),
        Command::Dump { input, path, docs, full, json, foreign, .. } => {
            dump::run(&input, path.as_deref(), dump::How { docs, full, json }, &foreign)
        }
        Command::Query { input, path, foreign } => query::run(&input, &path, &foreign),
        Command::Diff { old, new, given, new_names, new_dict, all, json, foreign } => {
            let newer = Given {
                format: given.format.clone(),
                names: new_names.or_else(|| given.names.clone()),
                dict: new_dict.or_else(|| given.dict.clone()),
                bare: given.bare,
            };
            diff::run([(&old, &given), (&new, &newer)], &foreign, all, json)
        }
        Command::Pack(args) => pack::run(&args),
        Command::Unpack(args) => unpack::run(&args),
        Command::Ls(args) => ls::run(&args),
        Command::Cat(args) => cat::run(&args),
        Command::Edit(command) => edit::run(&command),
        Command::Compact(args) => compact::run(&args),
        Command::Upgrade(args) => upgrade::run(&args),
        Command::Hash { names, json } => hash::run(&names, json),
        Command::Conform(command) => conform::run(&command),
        Command::Rules { format, json, foreign } => rules::run(format.as_deref(), json, &foreign),
        Command::Schema(command) => schema::run(&command),
        Command::Spec(command) => spec::run(&command),
        Command::Explore(args) => explore::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { output } => man::run(&output),
    }
}
