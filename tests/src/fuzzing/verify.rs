//! Verifying: findings lie in the file and have a message, and lenient mode excuses findings but adds none.

use super::file::{is_past_header, report_of};
use bpx_schema::report::{Mode, Report, Severity};

pub(super) fn run(bytes: &[u8]) -> bool {
    let strict = report_of(bytes, Mode::Strict);
    let lenient = report_of(bytes, Mode::Lenient);
    check_findings(bytes, &strict);
    check_findings(bytes, &lenient);
    let errors = [&strict, &lenient].map(|report| report.count(Severity::Error));
    assert!(errors[1] <= errors[0], "lenient mode finds more errors: {strict:?} {lenient:?}");
    // Identification is not a promise, and ends well.
    let _ = bpx_formats::identify(&bytes, None);
    is_past_header(bytes)
}

fn check_findings(bytes: &[u8], report: &Report) {
    for finding in report.findings() {
        assert!(finding.location.file <= bytes.len() as u64, "outside of the file: {finding:?}");
        assert!(!finding.code.is_empty() && !finding.message.is_empty(), "says nothing: {finding:?}");
        assert!(!finding.to_string().contains('\0'), "unprintable: {finding:?}");
    }
}
