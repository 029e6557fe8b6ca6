use bpx_workbench::export::Target;
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

// The arguments of `bpx schema export`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// The schema: a format of `schema list`, such as `bpx` or `bpx@0`; a file that `schema show` printed; or a
    /// specification document.
    #[arg(value_name = "SCHEMA")]
    pub format: String,
    #[command(flatten)]
    pub more: super::More,
    /// The language to write.
    #[arg(long, value_parser = target_parser())]
    pub target: Target,
    /// Write only this structure, and the structures in it.
    #[arg(long, value_name = "NAME")]
    pub structure: Option<String>,
    /// Write Python as one file that includes the runtime. Without this option, `bpx_runtime.py` is written beside
    /// `-o FILE`.
    #[arg(long)]
    pub bundle: bool,
    /// In Markdown, draw the structures as picture files in this folder beside `-o FILE`, not as text.
    #[arg(long, value_name = "DIR", requires = "output")]
    pub pictures: Option<String>,
    /// The output file; `-` or nothing for stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.iter().map(|target| target.name()))
        .try_map(|name| Target::from_name(&name).ok_or("unknown target"))
}
