//! The arguments of `bpx spec`.

use super::{CiArgs, KnownValues, Reading};
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// The commands of specification documents.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum SpecCommand {
    /// Shows the tables and contradictions of a document.
    ///
    /// A document may mix several forms of tables. Sizes are in bits. Each finding goes to stderr with its id, its line
    /// and the contradicting lines. At the end, the command counts the tables that were understood, not understood, or
    /// not used.
    #[command(
        after_help = "Examples:\n  bpx spec tables format.md\n  bpx spec tables format.txt --section 9.1\n  bpx spec tables header.tex types.tex --json    the files of one document, in order\n  bpx spec tables format.txt --ignore field.undescribed --ignore section.missing\n  bpx spec tables format.md --account                 why tables were not understood or not used\n  bpx spec tables format.md --toml > format.fix.toml  change it, then:\n  bpx spec tables format.md --fix format.fix.toml\n\nExit code 1: the document contradicts itself, or, with --strict, a part was not understood. Exit code 3: nothing was understood."
    )]
    Tables(TablesArgs),
    /// Compares the tables of a document with the declarations of a format.
    ///
    /// Compares fields, named values, and types of sections. Shows each difference with its id, its line, and its place
    /// in the declarations. A list of known differences gives a reason for each difference; the command also shows
    /// stale entries of the list.
    #[command(
        after_help = "Examples:\n  bpx spec check format.txt --against bpx\n  bpx spec check format.txt --against bpx@0 --json\n  bpx spec check format.txt --against bpx --known known.toml --fix\n  bpx spec check format.txt --against bpx --known known.toml\n  bpx spec check version1.txt --against bpat --where version=1\n\nExit code 1: the document and the declarations differ, or, with --known, the differences are not those of the list, or an entry has no reason."
    )]
    Check(CheckArgs),
    /// Writes Rust declarations or a schema for the tables of a document, or declarations for a schema.
    ///
    /// Structures of a fixed size, enumerations, flags and bits are complete and compile unchanged, with the rules that
    /// notes state. Parts that were not understood are marked `TODO`, and listed.
    #[command(
        after_help = "Examples:\n  bpx spec generate format.md -o src/\n  bpx spec generate format.md -o format.json && bpx decode --schema format.json file.bin\n  bpx spec generate format.md types.md --fix format.fix.toml --strict -o src/format.rs\n  bpx spec generate format.txt --only 9.1 -o src/\n  bpx schema show bpx > bpx.json && bpx spec generate bpx.json -o -\n\nExit code 1: with --strict, a part was not understood. Exit code 3: nothing was understood."
    )]
    Generate(GenerateArgs),
    /// Checks for a document in a repository that generated files are current, and that no change since a commit breaks
    /// readers.
    ///
    /// Reads the files of the document from git at the commit, and compares both versions as `schema diff` does. Writes a
    /// summary in Markdown. The GitHub action of this repository and its hook for pre-commit run this command.
    #[command(
        after_help = "Examples:\n  bpx spec ci format.md --generated src/format.rs\n  bpx spec ci format.md --generated src/format.rs --base origin/main --summary summary.md --witness proofs/\n\nExit code 1: a generated file is not current, an entry of the ignore file is stale, there are changes that --fail-on names,\nor, with --strict, a part was not understood."
    )]
    Ci(CiArgs),
}

// The arguments of `bpx spec generate`.
#[derive(Debug, ClapArgs)]
pub(crate) struct GenerateArgs {
    /// The files and folders of the document, in order; `-` for stdin. A schema is also possible: a format, or a file
    /// that `bpx schema show` printed.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<String>,
    /// Use only this section of the document, by number or title, and its subsections.
    #[arg(long, value_name = "SECTION")]
    pub only: Option<String>,
    /// The output: `FILE.rs` for declarations, `FILE.json` for the schema, a folder for declarations in a file with the
    /// title of the document, or `-` for declarations on stdout.
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: PathBuf,
    /// Write nothing; exit with code 1 if the output differs from what the command would write.
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub reading: Reading,
}

// The arguments of `bpx spec check`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// The files and folders of the document, in its order; `-` for stdin. A file `NAME.fix.toml` has corrections.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    /// The declarations: a format of `bpx schema list`, such as `bpx` or `bpx@0`; a file that `bpx schema show` printed;
    /// or another document.
    #[arg(long, value_name = "SCHEMA")]
    pub against: String,
    #[command(flatten)]
    pub wanted: KnownValues,
    /// The known differences, each with a reason; the command succeeds if it finds exactly these differences.
    #[arg(long, value_name = "FILE.toml")]
    pub known: Option<PathBuf>,
    /// Write the differences into the file of known differences. The command keeps existing reasons, and leaves the
    /// reasons of new entries empty.
    #[arg(long, requires = "known")]
    pub fix: bool,
    /// Print each table that was not understood or not used, with the reason.
    #[arg(long)]
    pub account: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

// The arguments of `bpx spec tables`.
#[derive(Debug, ClapArgs)]
pub(crate) struct TablesArgs {
    /// The files and folders of the document, in its order; `-` for stdin.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    /// Print the tables as TOML, as they are in the document. Change the file, and pass it as `--fix`.
    #[arg(long, conflicts_with_all = ["json", "section"])]
    pub toml: bool,
    /// Show only this section, by number or title, and its subsections.
    #[arg(long, value_name = "SECTION")]
    pub section: Option<String>,
    /// Neither show nor count findings with this id.
    #[arg(long, value_name = "ID")]
    pub ignore: Vec<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
