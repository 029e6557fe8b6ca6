//! Shows a finding with its bytes, as a compiler shows a line.

use super::printable_text;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use bpx_schema::dump::{Excerpt, FieldBytes, ROW, hex_column, hex_row};
use bpx_schema::report::{Class, Finding, Mode, Rule, Severity};

/// The largest number of rows with marked bytes; a longer value is marked at its beginning.
const MARKED_ROWS: u64 = 3;

/// The details beside the findings of a file.
#[derive(Debug, Default)]
pub(crate) struct Details {
    /// The bytes of the findings, in their order.
    pub excerpts: Vec<Excerpt>,
    /// The rules of the format; empty for a schema that is not compiled in.
    pub rules: Vec<Rule>,
    /// The mode of the check, which decides which rules count.
    pub mode: Mode,
}

/// Returns the text of a finding: the fault, its place, the bytes, the rule, and the remedy.
pub(super) fn finding_text(name: &str, finding: &Finding, excerpt: &Excerpt, details: &Details) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let path = finding.path.short_text();
    let path = if path.is_empty() { String::new() } else { format!(": {path}") };
    let region = excerpt.region.as_ref().map_or_else(String::new, |region| format!(" of {region}"));
    let origin = format!("{name}{path} at {}{region}", finding.location);
    let notes = finding_notes(finding, excerpt, details).into_iter().map(|text| Level::NOTE.message(text));
    let help = finding_help(finding, excerpt).into_iter().map(|text| Level::HELP.message(text));
    let mut group =
        Group::with_title(level.primary_title(&finding.message).id(&*finding.code)).element(Origin::path(&origin));
    if !excerpt.bytes.is_empty() {
        group = group.element(excerpt_rows(excerpt));
    }
    let text = Renderer::styled().render(&[group.elements(notes.chain(help))]);
    // The renderer takes the rows for those of a second file, and writes a line with its name, which is empty.
    let is_name = |line: &&str| strip_str(line).to_string().trim() == ":::";
    text.lines().filter(|line| !is_name(line)).collect::<Vec<_>>().join("\n")
}

/// Returns the rows of an excerpt, with the bytes at fault marked.
fn excerpt_rows(excerpt: &Excerpt) -> Snippet<'static, Annotation<'static>> {
    let (mut source, mut marks, mut empty) = (String::new(), Vec::new(), 0..0);
    let marked = &excerpt.marked;
    let offsets = (excerpt.start..).step_by(ROW);
    // A place after the last whole row is shown in a row of its own.
    let ends_at_row =
        excerpt.bytes.len().is_multiple_of(ROW) && marked.start >= excerpt.start + excerpt.bytes.len() as u64;
    let rows = excerpt.bytes.chunks(ROW).chain(ends_at_row.then_some(&[][..]));
    for (offset, bytes) in offsets.zip(rows) {
        let line = source.len();
        source.push_str(&hex_row(offset, bytes));
        source.push('\n');
        let (from, to) =
            (marked.start.max(offset) - offset, marked.end.clamp(offset, offset + bytes.len() as u64) - offset);
        if (offset..offset + ROW as u64).contains(&marked.start) {
            let column = line + hex_column(offset, (marked.start - offset) as usize);
            empty = column..column + 2;
        }
        let begins = offset - offset.min(marked.start);
        if from < to && begins < MARKED_ROWS * ROW as u64 {
            // Both numbers are at most the length of a row.
            marks.push(line + hex_column(offset, from as usize)..line + hex_column(offset, to as usize) - 1);
        }
    }
    let field = excerpt.field.as_ref();
    if marks.is_empty() {
        // No byte is at fault: the place is that of an empty value, or the end of the bytes.
        marks.push(empty);
    }
    let last = marks.len() - 1;
    let annotations = marks.into_iter().enumerate().map(|(row, span)| {
        let kind = AnnotationKind::Primary.span(span);
        if row == last { kind.label(mark_label(excerpt, field)) } else { kind }
    });
    let annotations = annotations.collect::<Vec<_>>();
    Snippet::source(source).line_numbering(false).fold(false).annotations(annotations)
}

/// Returns the text beside the marks: type and value of the field.
fn mark_label(excerpt: &Excerpt, field: Option<&FieldBytes>) -> String {
    let Some(field) = field else {
        return if excerpt.marked.is_empty() { "the bytes end here".to_owned() } else { String::new() };
    };
    let value = if field.value.is_empty() { String::new() } else { format!(" = {}", printable_text(&field.value)) };
    let shown = MARKED_ROWS * ROW as u64;
    let size = excerpt.marked.end - excerpt.marked.start;
    let size = if size > shown || size == 0 { format!(", {size} bytes") } else { String::new() };
    format!("{}{value}{size}", printable_text(&field.type_name))
}

/// Returns the clause with its requirement, and the interpretation.
fn finding_notes(finding: &Finding, excerpt: &Excerpt, details: &Details) -> Vec<String> {
    let mut notes = Vec::new();
    let rule = details.rules.iter().find(|rule| rule.explains(finding));
    let required = rule.map(|rule| rule.sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    let doc = excerpt.field.as_ref().map(|field| printable_text(&field.doc).into_owned());
    let meaning = required.or(doc).filter(|text| !text.is_empty());
    match (&*finding.spec, meaning) {
        ("", None) => {}
        ("", Some(meaning)) => notes.push(meaning),
        (spec, None) => notes.push(format!("section {}", printable_text(spec))),
        (spec, Some(meaning)) => notes.push(format!("section {}: {meaning}", printable_text(spec))),
    }
    if let Some(region) = &excerpt.region {
        notes.push(format!("the bytes belong to the decompressed content of {region}"));
    }
    if !finding.lenient.is_empty() {
        let lenient = printable_text(&finding.lenient);
        notes.push(match details.mode {
            Mode::Lenient => format!("interpretation {lenient} allows the fault; `--strict` reports an error"),
            Mode::Strict => format!("interpretation {lenient} allows the fault without `--strict`"),
        });
    }
    notes
}

/// Returns the remedy, if one is known.
fn finding_help(finding: &Finding, excerpt: &Excerpt) -> Option<String> {
    match finding.class {
        Class::LimitExceeded => Some(crate::limits::limit_hint()),
        Class::UnknownCode | Class::UnknownFlag => {
            let known = &excerpt.field.as_ref()?.known;
            (!known.is_empty()).then(|| format!("expected {}", printable_text(&known.join(", "))))
        }
        _ => None,
    }
}
