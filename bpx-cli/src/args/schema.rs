use super::ExportArgs;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The commands of schemas.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum SchemaCommand {
    /// Lists formats and their structures.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows a format as JSON, or one of its structures as a table.
    #[command(after_help = "Examples:\n  bpx schema show bpx > bpx.json\n  bpx schema show bpx SectionHeader")]
    Show {
        /// The format.
        format: String,
        /// One structure.
        structure: Option<String>,
        /// Print the structure as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows the changes between two schemas, their effects on readers and writers, and files that prove them.
    ///
    /// A schema is a format and version of `schema list` (`bpx`, `bpx@0`), or a file that `schema show` printed.
    #[command(
        after_help = "Examples:\n  bpx schema diff bpx@0 bpx\n  bpx schema diff old.json new.json --level model\n  bpx schema diff old.json new.json --ignore meant.toml --witness proofs/\n\nExit code 1: there are changes at the level, or an entry of the ignore file is stale."
    )]
    Diff(DiffArgs),
    /// Exports a format to another language, or as a document.
    #[command(
        after_help = "Examples:\n  bpx schema export bpx --target c -o bpx.h\n  bpx schema export bpx@0 --target python -o bpx_v0.py\n  bpx schema export bpx --target python --bundle -o bpx.py\n  bpx schema export gpb --target markdown --structure Mesh"
    )]
    Export(ExportArgs),
}

/// The schemas to compare, and the form of the report.
#[derive(Debug, ClapArgs)]
pub(crate) struct DiffArgs {
    /// The older schema.
    pub old: String,
    /// The newer schema.
    pub new: String,
    /// The level of changes: `wire`, bytes; `model`, names in JSON and queries too; `source`, texts too.
    #[arg(long, value_enum, default_value = "wire")]
    pub level: Level,
    /// Changes that are known and meant: tables `[[ignore]]` with `rule`, `path` and `why`; `*` matches anything.
    #[arg(long, value_name = "FILE.toml")]
    pub ignore: Option<PathBuf>,
    /// Write the files that prove changes into this folder.
    #[arg(long, value_name = "DIR")]
    pub witness: Option<PathBuf>,
    /// The number of files of each schema that are tried as proofs; 0 for none.
    #[arg(long, value_name = "COUNT", default_value_t = 400)]
    pub samples: usize,
    /// Print JSON.
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print Markdown.
    #[arg(long)]
    pub markdown: bool,
}

/// The levels of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Bytes.
    Wire,
    /// Names in JSON and queries too.
    Model,
    /// Texts too.
    Source,
}

/// A schema to use instead of the compiled formats.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Foreign {
    /// Use only a schema that `schema show` printed instead of the compiled formats.
    #[arg(long, value_name = "FILE.json")]
    pub schema: Option<PathBuf>,
    /// The structure of the bytes, instead of the root of the schema.
    #[arg(long = "type", value_name = "NAME", requires = "schema")]
    pub structure: Option<String>,
    /// The value of a parameter of the structure, such as `version=2`.
    #[arg(long, value_name = "NAME=NUMBER", requires = "schema", value_parser = parameter_value)]
    pub given: Vec<(String, i128)>,
}

/// Reads a name and a number: decimal, or hexadecimal after `0x`.
fn parameter_value(text: &str) -> Result<(String, i128), String> {
    let (name, number) = text.split_once('=').ok_or("a name and a number are `NAME=NUMBER`")?;
    let parsed = match number.strip_prefix("0x") {
        Some(digits) if digits.starts_with(['+', '-']) => return Err(format!("`{number}` is not a number")),
        Some(digits) => i128::from_str_radix(digits, 16),
        None => number.parse(),
    };
    Ok((name.to_owned(), parsed.map_err(|error| format!("`{number}`: {error}"))?))
}
