use super::{ExportArgs, Reading};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The commands of schemas.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum SchemaCommand {
    /// Lists the formats and their structures.
    #[command(after_help = "Examples:\n  bpx schema list\n  bpx schema list --json | jq '.[].format'")]
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows a schema as JSON, or one of its structures as a table.
    #[command(
        after_help = "Examples:\n  bpx schema show bpx > bpx.json\n  bpx schema show bpx SectionHeader\n  bpx schema show format.md > format.json\n  bpx schema show format.md Header --with types.md\n  bpx schema show bpat Clip --where version=1"
    )]
    Show {
        /// The schema: a format, a file that this command printed, or a specification document.
        #[arg(value_name = "SCHEMA")]
        format: String,
        #[command(flatten)]
        more: More,
        /// Show only this structure.
        structure: Option<String>,
        /// Print the structure as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows the changes between two schemas, and their effects on readers and writers.
    ///
    /// A schema is a format and version of `schema list` (`bpx`, `bpx@0`), a file that `schema show` printed, or a
    /// specification document: a file, or a folder of files. A witness is a file that the two schemas read differently.
    #[command(
        after_help = "Examples:\n  bpx schema diff bpx@0 bpx\n  bpx schema diff old.json new.json --level model\n  bpx schema diff old.json new.json --ignore meant.toml --witness proofs/\n  bpx schema diff format-1.md format-2.md\n  bpx schema diff old/ new/ --strict                     folders of documents\n  bpx schema diff old.tex new.tex --old-with old-types.tex --new-with new-types.tex\n\nExit code 1: there are changes at the chosen level, an entry of the ignore file is stale, or, with --strict, a part was not understood.\nExit code 3: nothing of a document was understood."
    )]
    Diff(DiffArgs),
    /// Exports a schema to another language, or as a document.
    #[command(
        after_help = "Examples:\n  bpx schema export bpx --target c -o bpx.h\n  bpx schema export bpx@0 --target python -o bpx_v0.py\n  bpx schema export bpx --target python --bundle -o bpx.py\n  bpx schema export gpb --target markdown --structure Mesh\n  bpx schema export bpx --target svg -o bpx.svg\n  bpx schema export bpx --target markdown -o bpx.md --pictures bpx\n  bpx schema export format.md --target c -o format.h"
    )]
    Export(ExportArgs),
}

// Further files of a document, and corrections of it.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct More {
    /// Further files of the document.
    #[arg(long, value_name = "FILE")]
    pub with: Vec<String>,
    /// Corrections of the tables of the document.
    #[arg(long, value_name = "FILE.toml")]
    pub fix: Vec<PathBuf>,
    #[command(flatten)]
    pub wanted: KnownValues,
}

// Values that decide what a schema holds.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct KnownValues {
    /// Use only the parts that files with this value have, such as `version=1`; the name also means `header.version`.
    #[arg(long = "where", value_name = "NAME=NUMBER", value_parser = known_value)]
    pub values: Vec<(String, i128)>,
}

/// Reads `name=number`.
fn known_value(text: &str) -> Result<(String, i128), String> {
    let parts = text.split_once('=').map(|(name, number)| (name, number.parse()));
    match parts {
        Some((name, Ok(number))) if !name.is_empty() => Ok((name.to_owned(), number)),
        _ => Err(format!("expected a name and a number, such as `version=1`, found `{text}`")),
    }
}

// The schemas to compare, and the form of the report.
#[derive(Debug, ClapArgs)]
pub(crate) struct DiffArgs {
    /// The older schema.
    pub old: String,
    /// The newer schema.
    pub new: String,
    /// Further files or corrections of the older document.
    #[arg(long, value_name = "FILE")]
    pub old_with: Vec<String>,
    /// Further files or corrections of the newer document.
    #[arg(long, value_name = "FILE")]
    pub new_with: Vec<String>,
    /// Options for reading both documents.
    #[command(flatten)]
    pub reading: Reading,
    /// The changes to show: `wire` for changes of bytes; `model` also for changes of names in JSON and queries;
    /// `source` also for changes of texts.
    #[arg(long, value_enum, default_value = "wire")]
    pub level: Level,
    /// The changes that are intended: tables `[[ignore]]` with `rule`, `path` and `why`; `*` matches anything.
    #[arg(long, value_name = "FILE.toml")]
    pub ignore: Option<PathBuf>,
    /// Write the witnesses into this folder: small files that prove that old and new readers differ.
    #[arg(long, value_name = "DIR")]
    pub witness: Option<PathBuf>,
    /// The number of files of each schema to try as witnesses; 0 for none.
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
    /// Changes of bytes.
    Wire,
    /// Also changes of names in JSON and queries.
    Model,
    /// Also changes of texts.
    Source,
}

impl From<Level> for bpx_workbench::diff::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Wire => Self::Wire,
            Level::Model => Self::Model,
            Level::Source => Self::Source,
        }
    }
}

// A schema to use instead of the compiled formats.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Foreign {
    /// Use this schema instead of the compiled formats: a file that `schema show` or `spec generate` wrote, a format of
    /// `schema list`, or a specification document. Repeat the option for each file or folder of a document.
    #[arg(long, value_name = "SCHEMA")]
    pub schema: Vec<String>,
    /// Corrections of the tables of the document.
    #[arg(long, value_name = "FILE.toml", requires = "schema")]
    pub fix: Vec<PathBuf>,
    /// The structure that the bytes hold [default: the root of the schema].
    #[arg(long = "type", value_name = "NAME", requires = "schema")]
    pub structure: Option<String>,
    /// The value of a parameter of the structure, such as `version=2`.
    #[arg(long, value_name = "NAME=NUMBER", requires = "schema", value_parser = parameter_value)]
    pub given: Vec<(String, i128)>,
}

/// Reads a name and a number: decimal, or hexadecimal after `0x`.
fn parameter_value(text: &str) -> Result<(String, i128), String> {
    let (name, number) = text.split_once('=').ok_or("expected `NAME=NUMBER`")?;
    let parsed = match number.strip_prefix("0x") {
        Some(digits) if digits.starts_with(['+', '-']) => return Err(format!("expected a number, found `{number}`")),
        Some(digits) => i128::from_str_radix(digits, 16),
        None => number.parse(),
    };
    Ok((name.to_owned(), parsed.map_err(|error| format!("`{number}`: {error}"))?))
}
