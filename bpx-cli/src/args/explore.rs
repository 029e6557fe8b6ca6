//! Arguments of `explore`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

// The content of the explorer, and the address of its server.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExploreArgs {
    /// Files to show in the page, and files to read them with: a schema, a document, or the name map and the dictionary
    /// of BLK files. The page recognises each file by its content. You can drop further files on the page.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The port of the loopback address; 0 selects a free port.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Print the address without opening a browser.
    #[arg(long)]
    pub no_open: bool,
    /// Serve the page in this folder, not the one that the command contains.
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
}
