//! Reads marks of AsciiDoc within a line.

use crate::forms::html::Marks;

/// Returns a text without marks.
pub(super) fn plain_text(text: &str) -> String {
    let mut marks = Marks::default();
    read_marks(text, &mut marks);
    marks.plain_text().replacen(":: ", ": ", 1)
}

/// Returns whether the whole text is bold.
pub(super) fn is_bold(text: &str) -> bool {
    let text = text.trim();
    text.len() > 2 && text.starts_with('*') && text.ends_with('*')
}

fn read_marks(text: &str, marks: &mut Marks) {
    let mut rest = text;
    let mut before = ' ';
    // Marks that are not closed in the rest of the text are looked for once.
    let mut unclosed = String::new();
    while let Some(at) = rest.find(['`', '*', '_', '+', '^', '~', '<', '\\', '[', '#', '&']) {
        let (text, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let text = link_text(text, from, marks);
        before = text.chars().next_back().unwrap_or(if at == 0 { before } else { ' ' });
        let mark = from.chars().next().unwrap_or(' ');
        if mark == '['
            && let Some(after) = read_bracket(text, from, marks)
        {
            rest = after;
            before = ' ';
            continue;
        }
        if let Some((target, after)) = split_reference(from) {
            marks.push_text(target.split_once(',').map_or(target, |(_, shown)| shown).trim());
            rest = after;
            continue;
        }
        let double = from.chars().nth(1) == Some(mark);
        let sign = from.get(..if double { mark.len_utf8() * 2 } else { mark.len_utf8() }).unwrap_or("");
        let inside = from.get(sign.len()..).unwrap_or("");
        let paired = matches!(mark, '`' | '*' | '_' | '+' | '^' | '~' | '#') && !unclosed.contains(mark);
        let free = double || matches!(mark, '^' | '~') || !(before.is_alphanumeric() || before == '_');
        let end = inside.find(sign).filter(|_| paired);
        if paired && end.is_none() {
            unclosed.push(mark);
        }
        let closed = end.filter(|end| {
            let next = inside.get(end + sign.len()..).unwrap_or("").chars().next();
            let ends = double || matches!(mark, '^' | '~') || next.is_none_or(|c| !c.is_alphanumeric() && c != '_');
            free && ends && *end > 0 && !inside.starts_with(' ') && !inside.get(..*end).unwrap_or("").ends_with(' ')
        });
        if let Some(end) = closed {
            let inner = inside.get(..end).unwrap_or("");
            push_marked(mark, inner, marks);
            before = 'x';
            rest = inside.get(end + sign.len()..).unwrap_or("");
        } else {
            let mut chars = from.chars();
            let one = chars.next().filter(|c| *c != '\\').or_else(|| chars.next());
            one.into_iter().for_each(|c| marks.push_text(c.encode_utf8(&mut [0; 4])));
            before = one.unwrap_or(' ');
            rest = chars.as_str();
        }
    }
    marks.push_text(rest);
}

/// Adds a text between two equal marks.
fn push_marked(mark: char, inner: &str, marks: &mut Marks) {
    match mark {
        '^' | '~' => {
            let tag = if mark == '^' { "sup" } else { "sub" };
            marks.add_tag(tag, true);
            marks.push_text(inner);
            marks.add_tag(tag, false);
        }
        '*' => {
            marks.add_tag("strong", true);
            marks.push_text(inner.trim_matches(['_', '`']));
            marks.add_tag("strong", false);
        }
        _ => marks.push_text(inner.trim_matches(['+', '*', '`'])),
    }
}

/// Splits `<<target,shown>>` off; a reference of more than 200 bytes is plain text.
fn split_reference(from: &str) -> Option<(&str, &str)> {
    let inside = from.strip_prefix("<<")?;
    let end = inside.as_bytes().windows(2).take(200).position(|pair| pair == b">>")?;
    Some((inside.get(..end)?, inside.get(end + 2..)?))
}

/// A macro with a text in brackets, such as `link:target[text]`.
struct Macro {
    /// The offset of the macro's name.
    at: usize,
    /// Whether the macro shows the text in its brackets.
    shows: bool,
}

/// Finds the macro at the end of a text.
fn macro_of(text: &str) -> Option<Macro> {
    const SHOWN: [&str; 7] = ["link:", "xref:", "http:", "https:", "pass:", "stem:", "latexmath:"];
    const HIDDEN: [&str; 2] = ["image:", "anchor:"];
    let start = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = text.get(start..).unwrap_or("").trim_start();
    // A footnote may follow a word without a space.
    if let Some(at) = word.rfind("footnote:") {
        return Some(Macro { at: text.len() - word.len() + at, shows: false });
    }
    let shows = SHOWN.iter().any(|name| word.starts_with(name));
    let is_macro = shows || HIDDEN.iter().any(|name| word.starts_with(name));
    is_macro.then(|| Macro { at: text.len() - word.len(), shows })
}

/// Adds the text before a mark to `marks`, without the target of a link that the mark opens.
fn link_text<'t>(text: &'t str, from: &str, marks: &mut Marks) -> &'t str {
    let found = Some(from).filter(|from| from.starts_with('[')).and_then(|_| macro_of(text));
    marks.push_text(found.and_then(|found| text.get(..found.at)).unwrap_or(text));
    text
}

/// Reads the text that a link shows in brackets, and skips anchors and footnotes; returns `None` if the brackets are
/// plain text.
fn read_bracket<'t>(text: &str, from: &'t str, marks: &mut Marks) -> Option<&'t str> {
    if let Some(inside) = from.strip_prefix("[[") {
        return inside.bytes().take(200).position(|byte| byte == b']').and_then(|end| inside.get(end + 2..));
    }
    let found = macro_of(text)?;
    let (inside, after) = from.get(1..)?.split_once(']').unwrap_or((from, ""));
    if found.shows {
        marks.push_text(inside);
    }
    Some(after)
}
