//! Finds the markup of a file from the end of the file's name, or from lines that occur in no other form.

use super::latex;
use super::line::Line;

/// A form of markup that has a reader of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup {
    Markdown,
    Html,
    Asciidoc,
    Restructured,
    Wiki,
    Org,
    Csv,
}

impl Markup {
    /// Returns the markup that the end of a file's name states.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (_, end) = name.rsplit_once('.')?;
        Some(match end.to_ascii_lowercase().as_str() {
            "md" | "markdown" | "mdown" | "mkd" | "mkdn" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "adoc" | "asciidoc" | "asc" => Self::Asciidoc,
            "rst" | "rest" => Self::Restructured,
            "wiki" | "mediawiki" => Self::Wiki,
            "org" => Self::Org,
            "csv" | "tsv" => Self::Csv,
            _ => return None,
        })
    }

    /// Returns the markup of a text that is an HTML page, or has tables in the form of one markup.
    pub(super) fn from_lines(lines: &[Line<'_>]) -> Option<Self> {
        if latex::is_latex(lines) {
            return None;
        }
        let mut found = lines.iter().filter_map(|line| Self::from_line(&line.text));
        let first = lines.iter().map(|line| line.text.trim()).find(|text| !text.is_empty()).unwrap_or("");
        let page = ["<!doctype html", "<html"]
            .into_iter()
            .any(|tag| first.get(..tag.len()).is_some_and(|first| first.eq_ignore_ascii_case(tag)));
        if page { Some(Self::Html) } else { found.next() }
    }

    /// Returns the markup in which a line begins a table.
    fn from_line(text: &str) -> Option<Self> {
        let text = text.trim();
        let directive = |name: &str| {
            let rest = text.strip_prefix(".. ").and_then(|rest| rest.strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with("::"))
        };
        let is_rule = || text.contains('+') && text.chars().all(|c| matches!(c, '|' | '-' | '+'));
        match text.as_bytes() {
            [b'|', b'=', b'=', b'=', rest @ ..] if rest.iter().all(|byte| *byte == b'=') => Some(Self::Asciidoc),
            [b'{', b'|', rest @ ..] if rest.first().is_none_or(|byte| matches!(byte, b' ' | b'c' | b's' | b'b')) => {
                Some(Self::Wiki)
            }
            // Markdown has such tables between its other marks, and plain texts have no marks that it takes away.
            [b'<', ..] if text.get(..6).is_some_and(|tag| tag.eq_ignore_ascii_case("<table")) => Some(Self::Markdown),
            [b'.', b'.', ..] if ["list-table", "csv-table", "table", "code-block"].into_iter().any(directive) => {
                Some(Self::Restructured)
            }
            [b'|', b'-', .., b'|'] if is_rule() => Some(Self::Org),
            _ => None,
        }
    }
}
