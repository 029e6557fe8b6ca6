//! The rules of files of version 0 that no field has for itself.

mod examined;
mod model;
mod package;
mod sections;
mod shader;
mod texture;

pub(super) use self::examined::Examined;

use super::{MODEL, PACKAGE, SHADER, TEXTURE};
use bpx_schema::codec::affordable;
use bpx_schema::report::{Report, Result};

/// Adds all that is wrong with a file, but what its declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    sections::check(file, report);
    // A small file can have many sections that share large ones, which is told elsewhere.
    if affordable(file.layout.sections.list(), file.source.size(), file.budget.limits()).is_some() {
        return Ok(());
    }
    match file.layout.header.kind {
        TEXTURE => texture::check(file, report),
        MODEL => model::check(file, report),
        SHADER => shader::check(file, report),
        PACKAGE => package::check(file, report),
        _ => Ok(()),
    }
}
