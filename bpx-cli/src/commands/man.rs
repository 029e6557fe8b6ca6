use crate::args::Args;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

/// Writes a man page for the command and for each command below it.
pub(crate) fn run(folder: &Path) -> Result<Exit, Failure> {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    std::fs::create_dir_all(folder).in_file(&folder.display().to_string())?;
    write_page(&command, folder)?;
    Ok(Exit::Fine)
}

fn write_page(command: &Command, folder: &Path) -> Result<(), Failure> {
    let page = Man::new(command.clone());
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text).in_file(&path.display().to_string())?;
    output::save_file(&path, None, &text)?;
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| write_page(below, folder))
}
