use bpx_workbench::export::Target;
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// What to write of a schema, and where.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// The format, and its version behind an `@` where versions have layouts of their own.
    #[arg(value_name = "FORMAT[@VERSION]")]
    pub format: String,
    /// The language.
    #[arg(long, value_parser = target_parser())]
    pub target: Target,
    /// Only this structure, and those that it consists of.
    #[arg(long, value_name = "NAME")]
    pub structure: Option<String>,
    /// Where to write; `-` or nothing for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.iter().map(|target| target.name()))
        .try_map(|name| Target::from_name(&name).ok_or("unknown target"))
}
