//! Files as HTML pages.

use crate::{FileFormat, ReadOptions};
use bpx_schema::dump::{HtmlPage, dump_html, excerpts};
use bpx_schema::report::{Finding, Mode};
use bpx_schema::watch::Watch;
use bpx_schema::{Bound, Budget, Limits, Result};
use std::io::Write;

/// Writes a file as one HTML page without scripts: findings with their bytes, values, and bytes. `name` is the title.
///
/// # Errors
/// Errors of reading and of the output; `LimitExceeded` when the limits have no memory for the places of values.
pub fn write_html(
    format: &dyn FileFormat,
    name: &str,
    file: &[u8],
    options: &ReadOptions,
    out: &mut dyn Write,
) -> Result<()> {
    let report = format.verify(&file, Mode::Lenient, options)?;
    let findings: Vec<&Finding> = report.findings().iter().collect();
    let read = |watch: &mut dyn Watch| format.watch(file, options, watch);
    let excerpts = excerpts(file, &findings, &read)?;
    let findings: Vec<_> = findings.into_iter().zip(&excerpts).collect();
    let verdict = report.verdict().to_string();
    let page = HtmlPage::new(name).with_findings(&verdict, &findings);
    dump_html(file, &page, &outline_budget(options.limits, file), &read, out)
}

/// Returns the limits for noting sizes and places, beside reading (D-49): a byte or two for each value.
#[must_use]
pub fn outline_budget(mut limits: Limits, file: &[u8]) -> Budget {
    limits.max_memory = Bound { base: limits.max_memory.base / 4, ..limits.max_memory };
    Budget::over(limits, file)
}
