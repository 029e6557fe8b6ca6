//! The rules of files of version 0 that relate several fields.

mod context;
mod model;
mod texture;

pub(super) use self::context::ValidationContext;

use super::{MODEL, TEXTURE};
use bpx_schema::codec::affordable_regions;
use bpx_schema::report::{Report, Result};

/// Reports each rule that a file breaks and that the declarations do not check.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(super) fn check_file(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    // A small file can have many sections that share large ones; that is another finding.
    if affordable_regions(file.layout.sections.list(), file.source.size(), file.budget.limits()).is_some() {
        return Ok(());
    }
    match file.layout.header.kind {
        TEXTURE => texture::check_texture(file, report),
        MODEL => model::check_model(file, report),
        _ => Ok(()),
    }
}
