//! Checks all rules of a container: the declared rules, and the rules of the file's type.

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
/// Sections whose content is only bytes are never held in memory as a whole. With feature `parallel`, sections are
/// checked in parallel; the report is the same. [`rules`](crate::rules) lists the declared rules, the rules of
/// containers, and the rules of each type of file.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine_file(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        kinds::check_kind(&ValidationContext { layout, source, budget: &budget }, report)
    })
}
