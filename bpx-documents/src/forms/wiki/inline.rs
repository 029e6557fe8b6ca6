//! Reads marks of MediaWiki within a line.

use crate::forms::html::Marks;
use crate::nesting::Nesting;

/// Returns a text without marks.
pub(super) fn plain_text(text: &str) -> String {
    read_marks(text).plain_text()
}

/// Reads links, emphasis, templates, references and tags. A template of several parts stays unchanged, because only the
/// wiki knows the text that the template shows.
pub(super) fn read_marks(text: &str) -> Marks {
    let mut marks = Marks::default();
    let mut html = String::new();
    let mut bold = false;
    let mut rest = text;
    while let Some(at) = rest.find(['[', '{', '\'', '<']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        html.push_str(before);
        if let Some(inside) = from.strip_prefix("[[") {
            let (link, after) = inside.split_once("]]").unwrap_or((inside, ""));
            html.push_str(link.rsplit('|').next().unwrap_or(link));
            rest = after;
        } else if from.starts_with("[http") || from.starts_with("[//") || from.starts_with("[mailto:") {
            let (link, after) = from.get(1..).unwrap_or("").split_once(']').unwrap_or((from, ""));
            html.push_str(link.split_once(' ').map_or("", |(_, shown)| shown));
            rest = after;
        } else if let Some(inside) = from.strip_prefix("{{") {
            let (template, after) = inside.split_once("}}").unwrap_or((inside, ""));
            let parts: Vec<_> = template.split('|').collect();
            match parts.as_slice() {
                [one] => html.push_str(one.trim()),
                [_, shown] if !shown.contains('=') => html.push_str(shown.trim()),
                _ => html.push_str(&format!("{{{{{template}}}}}")),
            }
            rest = after;
        } else if from.starts_with("''") {
            let quotes = from.len() - from.trim_start_matches('\'').len();
            if quotes >= 3 {
                // The gathered text is bold if the text was bold until here.
                marks.add_html(&std::mem::take(&mut html));
                marks.add_tag("strong", !bold);
                bold = !bold;
            }
            rest = from.get(quotes..).unwrap_or("");
        } else if let Some(after) = skip_reference(from) {
            rest = after;
        } else {
            let mut chars = from.chars();
            html.extend(chars.next());
            rest = chars.as_str();
        }
    }
    html.push_str(rest);
    marks.add_html(&html);
    marks
}

/// Skips a footnote, `<ref>..</ref>` or `<ref name="x" />`; returns the rest.
fn skip_reference(from: &str) -> Option<&str> {
    let rest = from.strip_prefix("<ref").filter(|rest| rest.starts_with([' ', '>', '/']))?;
    // One without an end is one up to the end.
    let (tag, after) = rest.split_once('>').unwrap_or((rest, ""));
    Some(if tag.ends_with('/') { after } else { after.split_once("</ref>").map_or("", |(_, after)| after) })
}

/// Splits a text at marks that are outside of links, templates and `nowiki`.
pub(super) fn split_at_mark<'t>(text: &'t str, marks: &[&str]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut from, mut at, mut depth) = (0, 0, Nesting::NONE);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let mark = marks.iter().find(|mark| depth == Nesting::NONE && rest.starts_with(**mark));
        if rest.starts_with("[[") || rest.starts_with("{{") || rest.starts_with("<nowiki>") {
            depth.open_bracket();
            at += 2;
        } else if rest.starts_with("]]") || rest.starts_with("}}") || rest.starts_with("</nowiki>") {
            depth.close_bracket();
            at += 2;
        } else if let Some(mark) = mark {
            parts.push(text.get(from..at).unwrap_or(""));
            at += mark.len();
            from = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    parts.push(text.get(from..).unwrap_or(""));
    parts
}
