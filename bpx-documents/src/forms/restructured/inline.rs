//! Reads marks of reStructuredText within a line.

use crate::forms::html::Marks;

/// Returns a text without marks, such as those of roles, links, references to footnotes, emphasis and code.
pub(super) fn plain_text(text: &str) -> String {
    if !text.contains(['`', '*', '_', '|', '\\', ':']) {
        return text.trim().to_owned();
    }
    let mut marks = Marks::default();
    let mut role = "";
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '\\', '|', '[', ':']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        marks.push_text(before);
        rest = match from.as_bytes() {
            [b'`', b'`', ..] => give_between(from, "``", |inside| marks.push_text(inside)),
            [b'`', ..] => {
                let after = give_between(from, "`", |inside| {
                    let shown = inside.rsplit_once('<').filter(|(_, link)| link.ends_with('>'));
                    let raised = Some(role).filter(|role| matches!(*role, "sup" | "sub"));
                    if let Some(role) = raised {
                        marks.add_tag(role, true);
                    }
                    marks.push_text(shown.map_or(inside, |(shown, _)| shown.trim_end()));
                    if let Some(role) = raised {
                        marks.add_tag(role, false);
                    }
                });
                role = "";
                after.strip_prefix("__").or(after.strip_prefix('_')).unwrap_or(after)
            }
            [b'*', b'*', ..] => give_between(from, "**", |inside| {
                marks.add_tag("strong", true);
                marks.push_text(inside);
                marks.add_tag("strong", false);
            }),
            [b'*', ..] => give_between(from, "*", |inside| marks.push_text(inside)),
            [b'\\', ..] => {
                let mut chars = from.chars();
                let escaped = chars.by_ref().nth(1).filter(|c| !c.is_whitespace());
                escaped.into_iter().for_each(|c| marks.push_text(c.encode_utf8(&mut [0; 4])));
                chars.as_str()
            }
            [b'|', ..] => give_between(from, "|", |inside| marks.push_text(inside)),
            [b'[', ..] => skip_footnote(from).unwrap_or_else(|| push_letter(from, &mut marks)),
            [b':', ..] => match role_of(from) {
                Some((name, after)) => {
                    role = name;
                    after
                }
                None => push_letter(from, &mut marks),
            },
            _ => push_letter(from, &mut marks),
        };
    }
    marks.push_text(rest);
    marks.plain_text()
}

/// Passes the text between two marks to `give`; a mark without a second mark, or before a space, is text. Returns the
/// rest.
fn give_between<'t>(from: &'t str, mark: &str, mut give: impl FnMut(&'t str)) -> &'t str {
    let inside = from.get(mark.len()..).unwrap_or("");
    let end = inside.find(mark).filter(|end| *end > 0 && !inside.starts_with(' '));
    if let Some(end) = end {
        give(inside.get(..end).unwrap_or(""));
        inside.get(end + mark.len()..).unwrap_or("")
    } else {
        give(from.get(..mark.len()).unwrap_or(""));
        inside
    }
}

/// Adds one character to `marks`; returns the rest.
fn push_letter<'t>(from: &'t str, marks: &mut Marks) -> &'t str {
    let mut chars = from.chars();
    chars.next().into_iter().for_each(|c| marks.push_text(c.encode_utf8(&mut [0; 4])));
    chars.as_str()
}

/// The largest size of a footnote mark in bytes.
const MOST_MARK: usize = 48;

/// Skips a reference to a footnote, `[1]_` or `[#name]_`; returns the rest.
fn skip_footnote(from: &str) -> Option<&str> {
    let end = from.bytes().take(MOST_MARK).position(|byte| byte == b']')?;
    let (mark, after) = (from.get(..end)?, from.get(end + 1..)?);
    after.strip_prefix('_').filter(|_| !mark.contains(char::is_whitespace))
}

/// Returns the name of a role before code, `:ref:`, and the rest.
fn role_of(from: &str) -> Option<(&str, &str)> {
    let end = from.get(1..)?.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | ':'))?;
    let name = from.get(1..=end)?.strip_suffix(':')?;
    let after = from.get(end + 1..)?;
    (!name.is_empty() && after.starts_with('`')).then_some((name, after))
}
