//! Finds the comments that document a whole source file in Markdown: `//! Offset  Size  Field`.

use super::line::Line;
use std::borrow::Cow;

/// The mark of a comment that documents a whole file.
const MARK: &str = "//!";

/// Splits a source into its `//!` comments, without their marks, and the other lines; returns `None` if the source does
/// not begin with such a comment.
pub(super) fn split_comments<'t>(lines: &[Line<'t>]) -> Option<(Vec<Line<'static>>, Vec<Line<'t>>)> {
    let first = lines.iter().find(|line| !line.text.trim().is_empty())?;
    if !first.text.starts_with(MARK) {
        return None;
    }
    let bare = |line: &Line<'_>| {
        let text = line.text.strip_prefix(MARK)?;
        Some(Line { number: line.number, text: Cow::Owned(text.strip_prefix(' ').unwrap_or(text).to_owned()) })
    };
    let others = lines.iter().filter(|line| !line.text.starts_with(MARK)).cloned().collect();
    Some((lines.iter().filter_map(bare).collect(), others))
}
