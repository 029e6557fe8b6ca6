//! Writes the findings of a file, with their bytes.

use super::HtmlPage;
use crate::dump::escape::escape_markup;
use crate::dump::excerpt::{Excerpt, ROW, hex_row};
use crate::report::{Finding, Severity};
use std::io::{self, Write};

pub(super) fn write_findings(out: &mut impl Write, page: &HtmlPage<'_>) -> io::Result<()> {
    if page.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2 id=\"findings\">Findings</h2>")?;
    page.findings.iter().try_for_each(|(finding, excerpt)| write_finding(out, page, finding, excerpt))
}

fn write_finding(out: &mut impl Write, page: &HtmlPage<'_>, finding: &Finding, excerpt: &Excerpt) -> io::Result<()> {
    let class = match finding.severity {
        Severity::Error => "bad",
        Severity::Warning => "known",
        Severity::Note => "dim",
    };
    writeln!(
        out,
        "<details open><summary><b class=\"{class}\">{}[{}]</b> {}</summary>",
        finding.severity.name(),
        escape_markup(&finding.code),
        escape_markup(&finding.message),
    )?;
    write!(out, "<p><code>{}</code> at ", escape_markup(&finding.path.short_text()))?;
    let location = escape_markup(&finding.location.to_string());
    let row = finding.location.file - finding.location.file % ROW as u64;
    match (&excerpt.region, row < page.max_bytes) {
        (Some(region), _) => write!(out, "{location} of {}", escape_markup(region))?,
        (None, true) if !excerpt.bytes.is_empty() => write!(out, "<a href=\"#r{row:x}\">{location}</a>")?,
        (None, _) => write!(out, "{location}")?,
    }
    if let Some(field) = &excerpt.field {
        let value = if field.value.is_empty() { String::new() } else { format!(" = {}", field.value) };
        write!(out, "; {}{}", escape_markup(&field.type_name), escape_markup(&value))?;
    }
    if !finding.spec.is_empty() {
        write!(out, "; section {}", escape_markup(&finding.spec))?;
    }
    if !finding.lenient.is_empty() {
        write!(out, "; interpretation {}", escape_markup(&finding.lenient))?;
    }
    write!(out, "</p>\n<pre>")?;
    for (offset, bytes) in (excerpt.start..).step_by(ROW).zip(excerpt.bytes.chunks(ROW)) {
        let text = escape_markup(&hex_row(offset, bytes));
        let last = offset + (bytes.len() - 1) as u64;
        let is_marked = excerpt.marked.start <= last && offset < excerpt.marked.end;
        if is_marked { writeln!(out, "<mark>{text}</mark>")? } else { writeln!(out, "{text}")? }
    }
    writeln!(out, "</pre>\n</details>")
}
