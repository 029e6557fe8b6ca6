use clap::Args as ClapArgs;
use std::path::PathBuf;

/// How a document is read.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Reading {
    /// Corrections of the tables of the document, as `spec tables --toml` writes them. A file with the ending `.fix.toml`
    /// among the files of the document is one, too.
    #[arg(long, value_name = "FILE.toml")]
    pub fix: Vec<PathBuf>,
    /// Exit with code 1 if anything of the document is open, or a correction was not applied.
    #[arg(long)]
    pub strict: bool,
    /// Print all of the account: each table that is open or was not used, and why.
    #[arg(long)]
    pub account: bool,
}
