//! What `bpx spec` takes.

use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// What to do with a specification document.
#[derive(Debug, Subcommand)]
pub(crate) enum SpecCommand {
    /// Shows the tables of a document, and where it contradicts itself.
    ///
    /// Plain text as extracted from PDF, Markdown, lists of members, and LaTeX are understood, in one document too. Sizes
    /// are in bits. Findings go to stderr, each with its id, its line, and the lines that say otherwise.
    #[command(
        after_help = "Examples:\n  bpx spec tables format.md\n  bpx spec tables format.txt --section 9.1\n  bpx spec tables header.tex types.tex --json    the files of one document, in order\n  bpx spec tables format.txt --ignore field.undescribed --ignore section.missing\n\nExit code 1: the document contradicts itself."
    )]
    Tables(TablesArgs),
    /// Compares the tables of a document with the declarations of a format.
    ///
    /// Fields, named values, and the sections that files have are compared. Each difference is told with its id, its
    /// line, and the place in the declarations. A list of known differences says why each of them is there; what it
    /// lists and is no difference any more is told too.
    #[command(
        after_help = "Examples:\n  bpx spec check format.txt --against bpx\n  bpx spec check format.txt --against bpx@0 --json\n  bpx spec check format.txt --against bpx --known known.toml --fix\n  bpx spec check format.txt --against bpx --known known.toml\n\nExit code 1: they differ; with a list: other differences than those, or an entry without a reason."
    )]
    Check(CheckArgs),
    /// Writes Rust declarations for the tables of a document, or for a schema.
    ///
    /// Structures of a fixed size, enumerations, flags and bits are complete and compile as they are, with the rules that
    /// notes state. What the document leaves open is marked `TODO`, and listed.
    #[command(
        after_help = "Examples:\n  bpx spec generate format.md -o src/\n  bpx spec generate format.txt --only 9.1 -o src/\n  bpx schema show bpx > bpx.json && bpx spec generate bpx.json -o -"
    )]
    Generate(GenerateArgs),
}

/// What `bpx spec generate` takes.
#[derive(Debug, ClapArgs)]
pub(crate) struct GenerateArgs {
    /// The files of the document, in its order; or a schema that `bpx schema show` printed.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    /// Only this section of the document, by number or title, and those in it.
    #[arg(long, value_name = "SECTION")]
    pub only: Option<String>,
    /// The folder to write into, a file called as the document is; `-` for stdout.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// What `bpx spec check` takes.
#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// The files of the document, in its order; `-` for stdin.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    /// The declarations: a name that `bpx schema list` knows, or with a version, such as `bpx@0`.
    #[arg(long, value_name = "FORMAT[@VERSION]")]
    pub against: String,
    /// The differences that are known, each with a reason; fine is when exactly these are there.
    #[arg(long, value_name = "FILE.toml")]
    pub known: Option<PathBuf>,
    /// Write the differences into the file of known ones; reasons that are there stay, and those of new entries are left
    /// empty, for people to find.
    #[arg(long, requires = "known")]
    pub fix: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What `bpx spec tables` takes.
#[derive(Debug, ClapArgs)]
pub(crate) struct TablesArgs {
    /// The files of the document, in its order; `-` for stdin.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    /// Only this section, by number or title, and those in it.
    #[arg(long, value_name = "SECTION")]
    pub section: Option<String>,
    /// Findings of this id are neither shown nor counted.
    #[arg(long, value_name = "ID")]
    pub ignore: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
