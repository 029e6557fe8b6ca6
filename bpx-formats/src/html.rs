//! Writes files as HTML pages.

use crate::{FileFormat, ReadOptions};
use bpx_schema::dump::{HtmlPage, collect_excerpts, dump_html};
use bpx_schema::report::{Finding, Mode};
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Limits, Result, SizeBound};
use std::io::Write;

/// Writes a file as one HTML page without scripts. The page shows the findings with their bytes, the values, and the
/// bytes of the file. `name` is the title.
///
/// # Errors
/// Returns errors of reading and of the output; `LimitExceeded` when the limits leave no memory for the sizes and
/// offsets of values.
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
    let excerpts = collect_excerpts(file, &findings, &read)?;
    let findings: Vec<_> = findings.into_iter().zip(&excerpts).collect();
    let verdict = report.verdict().to_string();
    let page = HtmlPage::new(name).with_findings(&verdict, &findings);
    dump_html(file, &page, &outline_budget(options.limits, file), &read, out)
}

/// Returns the budget for recording sizes and offsets of values in addition to reading (D-49). A value takes one or two
/// bytes.
#[must_use]
pub fn outline_budget(mut limits: Limits, file: &[u8]) -> Budget {
    limits.max_memory = SizeBound { base: limits.max_memory.base / 4, ..limits.max_memory };
    Budget::for_bytes(limits, file)
}
