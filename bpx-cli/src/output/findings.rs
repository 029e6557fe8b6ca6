//! Prints the findings of a file in full, in one line each, or as JSON.

use super::excerpt::{Details, finding_text};
use super::{severity_style, write_message};
use crate::exit::Failure;
use bpx_schema::dump::Excerpt;
use bpx_schema::report::{Class, Error, Finding, Report, Severity};
use bpx_schema::value::hex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest number of findings of one rule to print (D-65).
const OF_ONE_RULE: usize = 10;

/// The largest number of findings to print with their bytes; further findings have one line each.
const IN_FULL: usize = 20;

/// Whether the hint about limits was shown.
static HINTED: AtomicBool = AtomicBool::new(false);

/// Prints one finding of a file in one line.
pub(crate) fn print_finding(name: &str, finding: &Finding) {
    let style = severity_style(finding.severity);
    let path = finding.path.short_text();
    let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let spec = if finding.spec.is_empty() { String::new() } else { format!("; section {}", finding.spec) };
    let lenient =
        if finding.lenient.is_empty() { String::new() } else { format!("; interpretation {}", finding.lenient) };
    write_message(&format!(
        "{name}: {style}{}[{}]{style:#}: {path}{} (at {}{spec}{lenient})",
        finding.severity.name(),
        finding.code,
        finding.message,
        finding.location,
    ));
    // The hint is the same for all findings, so it is printed once.
    if finding.class == Class::LimitExceeded && !HINTED.swap(true, Ordering::Relaxed) {
        write_message(&format!("{name}: {}", crate::limits::limit_hint()));
    }
}

/// Returns the findings of a report to print. Of many findings of one rule, which often have one cause, returns only
/// the first.
fn printed_findings(report: &Report) -> Vec<&Finding> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut printed = Vec::new();
    for one in report.findings() {
        let count = counts.entry(&one.code).or_default();
        *count += 1;
        if *count <= OF_ONE_RULE {
            printed.push(one);
        }
    }
    printed
}

/// Returns the findings that [`print_findings`] prints with their bytes.
pub(crate) fn findings_in_full(report: &Report) -> Vec<&Finding> {
    let mut printed = printed_findings(report);
    printed.truncate(IN_FULL);
    printed
}

/// Prints the findings of a file, the first findings with their bytes if there are details. `details` has the excerpts
/// of [`findings_in_full`].
pub(crate) fn print_findings(name: &str, report: &Report, details: Option<&Details>) {
    let mut excerpts = details.map_or(&[][..], |details| &details.excerpts).iter();
    for one in printed_findings(report) {
        match details.zip(excerpts.next()) {
            Some((details, excerpt)) => write_message(&format!("{}\n", finding_text(name, one, excerpt, details))),
            None => print_finding(name, one),
        }
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    report.findings().iter().for_each(|one| *counts.entry(&one.code).or_default() += 1);
    for (code, count) in counts.into_iter().filter(|(_, count)| *count > OF_ONE_RULE) {
        let more = count - OF_ONE_RULE;
        write_message(&format!("{name}: {more} more findings of {code}; --json lists them"));
    }
    let all = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| report.count(severity));
    // The report counts what it holds too.
    let dropped = all.iter().sum::<u64>().saturating_sub(report.findings().len() as u64);
    if dropped > 0 {
        write_message(&format!("{name}: the report counts {dropped} more findings and does not list them"));
    }
}

/// Returns a finding as JSON.
fn finding_json(finding: &Finding) -> Value {
    json!({
        "code": finding.code,
        "class": finding.class.name(),
        "severity": finding.severity.name(),
        "path": finding.path.to_string(),
        "offset": finding.location.file.to_string(),
        "content_offset": finding.location.content.map(|content| content.to_string()),
        "message": finding.message,
        "spec": finding.spec,
        "interpretation": finding.lenient,
    })
}

/// Returns the bytes of a finding as JSON; null if no value was read at the finding's place.
fn field_json(excerpt: &Excerpt) -> Value {
    let Some(field) = &excerpt.field else { return Value::Null };
    json!({
        "offset": field.offset.to_string(),
        "content_of": excerpt.region,
        "size": field.size.to_string(),
        "type": field.type_name,
        "value": field.value,
        "bytes": hex(&field.bytes),
    })
}

/// Returns a report as JSON. `excerpts` has the excerpts of all findings, or none; without excerpts, findings have no
/// `field`.
pub(crate) fn report_json(name: &str, report: &Report, excerpts: &[Excerpt]) -> Value {
    let mut findings: Vec<Value> = report.findings().iter().map(finding_json).collect();
    for (finding, excerpt) in findings.iter_mut().zip(excerpts) {
        if let Some(object) = finding.as_object_mut() {
            object.insert("field".to_owned(), field_json(excerpt));
        }
    }
    json!({
        "file": name,
        "verdict": report.verdict().name(),
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "notes": report.count(Severity::Note),
        "findings": findings,
    })
}

/// Returns the reason why a file could not be read or checked, as JSON.
pub(crate) fn failure_json(failure: &Failure) -> Value {
    match failure {
        Failure::File { name, error: Error::Fault(fault) } => {
            let mut report = Report::default();
            report.add((**fault).clone());
            report_json(name, &report, &[])
        }
        Failure::File { name, error } => json!({ "file": name, "error": error.to_string() }),
        Failure::Input { name, message } | Failure::Unsupported { name, message } => {
            json!({ "file": name, "error": message })
        }
        Failure::Usage(message) => json!({ "error": message }),
    }
}
