//! Writes a failure with all details that its investigation needs.

use super::super::Report;
use super::super::causes::Pair;
use super::super::compared::{ComparedRow, GivenAnswer, SHOWN, compared_rows, shorten_text};
use super::super::excerpt::{ExcerptLine, excerpt};
use crate::suite::{Case, Explanations};
use bpx_schema::dump::escape_markup;
use std::fmt::Write;

/// The largest number of clauses or readings that are not folded.
const FOLDED: usize = 4;

pub(super) fn write_failure(
    page: &mut String,
    report: &Report<'_>,
    (case, result): Pair<'_>,
    root: Option<Pair<'_>>,
    index: usize,
    explained: &Explanations,
) {
    let _ = writeln!(
        page,
        "<details id=\"{}-{index}\"><summary><code>{}</code> <b class=\"bad\">{}</b> {}</summary>\n<dl>",
        escape_markup(&case.id),
        escape_markup(&case.id),
        escape_markup(&result.symptom),
        escape_markup(&case.title),
    );
    if let Some((root, _)) = root {
        let id = escape_markup(&root.id);
        let _ = writeln!(
            page,
            "<dt>first</dt><dd>the base file of this case was refused: look at <a \
             href=\"#{id}-{index}\"><code>{id}</code></a></dd>"
        );
    }
    let clauses: Vec<String> = case.clauses.iter().map(|id| clause_html(id, explained)).collect();
    let readings = explained.readings_of(case).into_iter();
    let readings: Vec<String> = readings.map(|number| reading_html(number, explained)).collect();
    write_list(page, "clause", &clauses);
    write_list(page, "reading", &readings);
    let mut entry = |title: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(page, "<dt>{title}</dt><dd>{}</dd>", escape_markup(text));
        }
    };
    entry("level", case.level.name());
    entry("asked", case.op.name());
    if let Some(known) = report.listed_reason(case, result) {
        entry("reported", &known.issue);
        entry("until", &known.until);
    }
    for name in &case.flags {
        entry("finds", &flag_html(name, explained));
    }
    for note in &result.notes {
        entry("note", &note.to_string());
    }
    let words = GivenAnswer::of(result).message_words();
    // The table below shows most differences.
    let rows = compared_rows(case, result);
    let is_shown = result.answer.is_some() && rows.iter().any(|row| row.differs);
    if result.detail != words && !is_shown {
        entry("judged", &result.detail);
    }
    if !words.is_empty() {
        let _ = writeln!(page, "<dt>said</dt><dd><pre class=\"said\">{}</pre></dd>", escape_markup(&words));
    }
    let _ = writeln!(
        page,
        "<dt>again</dt><dd><code>{}</code></dd>\n</dl>",
        escape_markup(&rerun_command(report.command, case))
    );
    write_comparison(page, &rows, &uncompared_parts(case, &rows));
    write_bytes(page, &excerpt(case, result));
    page.push_str("</details>\n");
}

/// Writes entries with the same title, and folds them if they are many.
fn write_list(page: &mut String, title: &str, texts: &[String]) {
    let count = texts.len();
    let texts = texts.iter().map(|text| escape_markup(text));
    if count > FOLDED {
        let lines: String = texts.map(|text| format!("<div>{text}</div>\n")).collect();
        let _ = writeln!(page, "<dt>{title}s</dt><dd><details><summary>{count}</summary>\n{lines}</details></dd>");
    } else {
        texts.for_each(|text| _ = writeln!(page, "<dt>{title}</dt><dd>{text}</dd>"));
    }
}

fn clause_html(id: &str, explained: &Explanations) -> String {
    match explained.clauses.get(id) {
        Some(clause) => format!("{}, section {}: {} ({id})", clause.document, clause.section, clause.text),
        None => id.to_owned(),
    }
}

fn reading_html(number: &str, explained: &Explanations) -> String {
    match explained.readings.get(number) {
        Some(reading) => format!("{number}, {}: {}", reading.title, reading.text),
        None => number.to_owned(),
    }
}

fn flag_html(name: &str, explained: &Explanations) -> String {
    match explained.flags.get(name) {
        Some(flag) => format!("{name}: it {}; {}", flag.what, flag.harm),
        None => name.to_owned(),
    }
}

/// Writes the expected and the found values, then the parts that were not compared.
fn write_comparison(page: &mut String, rows: &[ComparedRow], uncompared: &str) {
    page.push_str("<table class=\"compared\">\n<tr><th></th><th>expected</th><th>found</th></tr>\n");
    for row in rows {
        let class = if row.differs { " class=\"bad\"" } else { "" };
        let _ = writeln!(
            page,
            "<tr><th>{}</th><td>{}</td><td{class}>{}</td></tr>",
            escape_markup(&row.what),
            escape_markup(&row.expected),
            escape_markup(&row.found)
        );
    }
    if !uncompared.is_empty() {
        let _ = writeln!(page, "<tr><th>then</th><td>{}</td><td></td></tr>", escape_markup(uncompared));
    }
    page.push_str("</table>\n");
}

/// Returns the expected values and bytes, if none of them was compared with the answer.
fn uncompared_parts(case: &Case, rows: &[ComparedRow]) -> String {
    if rows.iter().any(|row| row.is_content) {
        return String::new();
    }
    let values = case.expect.model.iter().map(|(path, value)| format!("{path} = {}", shorten_text(&value.to_string())));
    let bytes = case.expect.same_bytes.then(|| "the same bytes".to_owned());
    let all: Vec<String> = values.chain(bytes).collect();
    let more = if all.len() > SHOWN { format!(", {} more", all.len() - SHOWN) } else { String::new() };
    format!("{}{more}", all.into_iter().take(SHOWN).collect::<Vec<_>>().join(", "))
}

/// Writes the bytes, and the meaning of their marks.
fn write_bytes(page: &mut String, lines: &[ExcerptLine]) {
    page.push_str("<pre>");
    for line in lines {
        let text = escape_markup(&line.text);
        let _ = match (line.is_fault, line.is_said) {
            (true, false) => writeln!(page, "<mark>  &gt; {text}</mark>"),
            (false, true) => writeln!(page, "<mark class=\"said\">  * {text}</mark>"),
            (true, true) => writeln!(page, "<mark> *&gt; {text}</mark>"),
            (false, false) => writeln!(page, "    {text}"),
        };
    }
    page.push_str("</pre>\n");
    let meanings = [
        (lines.iter().any(|line| line.is_fault), "&gt; a changed or differing line"),
        (lines.iter().any(|line| line.is_said), "* where the program reports its failure"),
    ];
    let meanings: Vec<&str> = meanings.into_iter().filter(|(is_there, _)| *is_there).map(|(_, text)| text).collect();
    if !meanings.is_empty() {
        let _ = writeln!(page, "<p class=\"dim\">{}</p>", meanings.join("; "));
    }
}

/// Returns the command that asks only this case.
fn rerun_command(command: &str, case: &Case) -> String {
    let option = if command.contains("{in}") { "--oneshot" } else { "--testee" };
    format!("bpx conform run {option} '{}' --case {}", command.replace('\'', r"'\''"), case.id)
}
