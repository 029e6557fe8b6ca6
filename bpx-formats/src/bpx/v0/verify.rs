//! Checks all rules of a file: the declared rules, and the rules that relate several fields.

use super::read::read_head;
use super::rules::ValidationContext;
use super::{Layout, rules};
use crate::bpx::container::examine_file;
use bpx_schema::report::{Mode, Report, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 0, and collects all findings. [`rules`](crate::rules) lists the rules.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine_file(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        rules::check_file(&ValidationContext { layout, source, budget: &budget }, report)
    })
}
