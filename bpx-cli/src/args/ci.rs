//! The arguments of `bpx spec ci`.

use super::{Reading, SchemaLevel};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

// The arguments of `bpx spec ci`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CiArgs {
    /// The files and folders of the document, in its order.
    #[arg(required = true, value_name = "DOC")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    /// A file or folder that `spec generate -o` wrote; it must be current.
    #[arg(long, value_name = "FILE|DIR")]
    pub generated: Vec<PathBuf>,
    /// The commit to compare with, such as `origin/main`. Without a commit, the command compares nothing; a commit of
    /// zeros, which CI passes for a new branch, has the same effect.
    #[arg(long, value_name = "COMMIT")]
    pub base: Option<String>,
    /// Add the summary to this file, instead of printing it.
    #[arg(long, value_name = "FILE.md")]
    pub summary: Option<PathBuf>,
    /// Write the witnesses into this folder: small files that prove that old and new readers differ.
    #[arg(long, value_name = "DIR")]
    pub witness: Option<PathBuf>,
    /// The file of intended changes, as for `schema diff`.
    #[arg(long, value_name = "FILE.toml")]
    pub ignore: Option<PathBuf>,
    /// The level of the changes to report, as for `schema diff`.
    #[arg(long, value_enum, default_value = "wire")]
    pub level: SchemaLevel,
    /// The changes that make the exit code 1.
    #[arg(long, value_enum, default_value = "breaking")]
    pub fail_on: FailOn,
    /// The number of files of each schema to try as witnesses; 0 for none.
    #[arg(long, value_name = "COUNT", default_value_t = 400)]
    pub samples: usize,
}

/// The changes that make a command fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// No changes.
    Never,
    /// Changes that break old readers of new files, or new readers of old files.
    Breaking,
    /// All changes.
    Any,
}
