use clap::Args as ClapArgs;
use std::path::PathBuf;

// The options of reading documents.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Reading {
    /// Corrections of the tables of the document, in the form that `spec tables --toml` writes. A file `NAME.fix.toml`
    /// among the files of the document has corrections, too.
    #[arg(long, value_name = "FILE.toml")]
    pub fix: Vec<PathBuf>,
    /// Exit with code 1 if a part of the document was not understood, or a correction was not applied.
    #[arg(long)]
    pub strict: bool,
    /// Print each table that was not understood or not used, with the reason.
    #[arg(long)]
    pub account: bool,
}
