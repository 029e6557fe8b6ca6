use bpx_workbench::export::Target;
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// The arguments of `bpx schema export`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// The schema: a format, followed by `@` and the version if the version has its own layout; a file that `schema show`
    /// printed; or a specification document.
    #[arg(value_name = "SCHEMA")]
    pub format: String,
    #[command(flatten)]
    pub more: super::More,
    /// The language.
    #[arg(long, value_parser = target_parser())]
    pub target: Target,
    /// Only this structure, and the structures in it.
    #[arg(long, value_name = "NAME")]
    pub structure: Option<String>,
    /// Write Python as one file, with the runtime in it. Without this option, `bpx_runtime.py` is written beside `-o FILE`.
    #[arg(long)]
    pub bundle: bool,
    /// The output file; `-` or nothing for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.iter().map(|target| target.name()))
        .try_map(|name| Target::from_name(&name).ok_or("unknown target"))
}
