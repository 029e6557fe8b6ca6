//! All rules of a container: the rules of its declaration, and those of the type of the file.

use super::kinds;
use crate::bpx::Layout;
use crate::bpx::container::{ValidationContext, examine_file, read_head};
use bpx_schema::report::{Mode, Report, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 1 or 2 under default limits, and collects all findings.
///
/// # Errors
/// Returns the errors of [`verify_with`].
pub fn verify(source: &dyn ReadAt, mode: Mode) -> Result<Report> {
    verify_with(source, mode, Limits::default())
}

/// Checks every rule of a file of version 1 or 2, and collects all findings.
///
/// Contents of sections that are only bytes are never held in memory. With feature `parallel`, sections are checked
/// in parallel; the report is the same. [`rules`](crate::rules) lists the rules: those of the declarations, of
/// containers, and of the type of the file.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine_file(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        kinds::check_kind(&ValidationContext { layout, source, budget: &budget }, report)
    })
}
