//! `bpx dump --html`: a file as one page.

use super::dump::outline_budget;
use super::parsed::Reading;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure};
use crate::output;
use bpx_schema::dump::{HtmlPage, dump_html};
use bpx_schema::report::Mode;
use bpx_schema::watch::Watch;
use std::path::Path;

/// Writes findings, values and bytes of a file as an HTML page.
pub(crate) fn run(args: &Input, output: Option<&Path>, schema: &Foreign) -> Result<Exit, Failure> {
    let reading = Reading::new(&args.given, schema)?;
    let parsed = reading.open(&args.file)?;
    let report = parsed.verify(Mode::Lenient)?;
    let findings: Vec<_> = report.findings().iter().collect();
    let details = parsed.details(&findings, Mode::Lenient)?;
    let findings: Vec<_> = findings.into_iter().zip(&details.excerpts).collect();
    let bytes = parsed.file.bytes()?;
    let budget = outline_budget(reading.options().limits, &bytes);
    let verdict = report.verdict().to_string();
    let page = HtmlPage::new(&parsed.file.name).with_findings(&verdict, &findings);
    let read = |watch: &mut dyn Watch| parsed.watch(&bytes, watch);
    output::save_with(output.unwrap_or(Path::new("-")), None, |out| dump_html(&bytes, &page, &budget, &read, out))?;
    Ok(Exit::Fine)
}
