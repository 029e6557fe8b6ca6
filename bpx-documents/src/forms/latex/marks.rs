//! Converts pieces of LaTeX to words, and keeps marks that change the meaning of the text beside them: powers, signs of
//! footnotes, and unknown commands.

use super::text::{Bracket, Cursor, is_silent, printed_sign};
use crate::nesting::Nesting;

/// Commands that raise a text, or print a raised sign.
const RAISED: &[&str] = &["textsuperscript", "footnote", "footnotemark", "tablefootnote", "tnote", "tmark", "thanks"];

/// Commands that change the look of a text, but not its meaning.
const STYLES: &[&str] = &[
    "textbf",
    "textit",
    "texttt",
    "textsf",
    "textsc",
    "textrm",
    "textup",
    "textsl",
    "textnormal",
    "emph",
    "underline",
    "mathrm",
    "mathtt",
    "mathbf",
    "mathit",
    "mathsf",
    "text",
    "mbox",
    "makebox",
    "fbox",
    "hbox",
    "num",
    "centering",
    "bfseries",
    "ttfamily",
    "itshape",
    "small",
    "footnotesize",
    "scriptsize",
    "tiny",
    "normalsize",
    "large",
    "code",
    "makecell",
    "shortstack",
    "parbox",
    "multirow",
    "SetCell",
    "multicolumn",
    "textcolor",
    "colorbox",
    "lstinline",
    "verb",
    "thead",
    "left",
    "right",
    "raggedright",
    "raggedleft",
    "noindent",
    "item",
    "hfill",
    "nolinkurl",
    "path",
    "hline",
];

/// The largest number of characters in the sign of a footnote.
const MAX_SIGN: usize = 4;

/// The size of the longest argument after which the reader looks for another argument, in bytes.
const MAX_ARGUMENT: usize = 200;

/// The largest depth of raised text in raised text that is read. Deeper text keeps its characters, because each depth
/// takes stack, and memory in proportion to the text.
const MAX_RAISED: usize = 16;

/// Returns the words of a piece of LaTeX, in one line.
pub(crate) fn plain_text(text: &str) -> String {
    words_at_depth(text, 0)
}

/// Returns the words of a piece of LaTeX that is inside of `depth` raised texts.
fn words_at_depth(text: &str, depth: usize) -> String {
    let mut cursor = Cursor::new(text);
    let mut words = String::new();
    while let Some(c) = cursor.next_char() {
        match c {
            '\\' => {
                let command = cursor.take_command();
                if is_silent(command) {
                    cursor.take_arguments();
                } else if is_raised(command) && depth < MAX_RAISED {
                    add_raised_command(command, &mut cursor, &mut words, depth + 1);
                } else if let Some(sign) = printed_sign(command) {
                    words.push_str(sign);
                } else if is_raised(command) || may_change_argument(command, cursor.remaining_text()) {
                    // What an unknown command makes of a number is not known.
                    words.push_str(&format!("\\{command} "));
                }
            }
            '^' if depth < MAX_RAISED => add_power(&mut cursor, &mut words, depth + 1),
            '{' | '}' | '$' => {}
            '~' => words.push(' '),
            '-' if cursor.remaining_text().starts_with('-') => {
                cursor.next_char();
                let is_long = cursor.remaining_text().starts_with('-');
                if is_long {
                    cursor.next_char();
                }
                words.push(if is_long { '\u{2014}' } else { '\u{2013}' });
            }
            other => words.push(other),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a command raises its text.
fn is_raised(command: &str) -> bool {
    RAISED.contains(&command)
}

/// Adds the raised text of a command, which is inside of `depth` raised texts with itself; a footnote command adds only
/// a sign.
fn add_raised_command(command: &str, cursor: &mut Cursor<'_>, words: &mut String, depth: usize) {
    cursor.take_group(Bracket::Square);
    let inside = if command == "footnotemark" { None } else { cursor.take_group(Bracket::Curly) };
    let sign = if command == "textsuperscript" { inside.unwrap_or("*") } else { "*" };
    add_raised(&words_at_depth(sign, depth), words);
}

/// Adds the text after `^`, which is inside of `depth` raised texts with itself.
fn add_power(cursor: &mut Cursor<'_>, words: &mut String, depth: usize) {
    let inside = match cursor.take_group(Bracket::Curly) {
        Some(inside) => words_at_depth(inside, depth),
        None => match cursor.next_char() {
            Some('\\') => printed_sign(cursor.take_command()).unwrap_or("*").to_owned(),
            Some(other) => other.to_string(),
            None => String::new(),
        },
    };
    add_raised(&inside, words);
}

/// Adds raised text. After a digit, raised text may be an exponent; after a word, raised text may be the sign of a
/// footnote.
fn add_raised(inside: &str, words: &mut String) {
    let last = words.trim_end().chars().next_back();
    let is_sign = inside.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
    // `1st`, `2nd`.
    let is_ordinal = inside.len() == 2 && inside.ends_with(['t', 'd', 'h']) && inside.starts_with(['s', 'n', 'r', 't']);
    if last.is_some_and(|c| c.is_ascii_digit() || c == ')') && !is_ordinal {
        words.push('^');
        words.push_str(inside);
    } else if !is_sign || inside.chars().count() > MAX_SIGN {
        words.push_str(inside);
    }
}

/// Returns whether an unknown command may change its argument, because the argument is a number or the command has
/// several arguments.
pub(super) fn may_change_argument(command: &str, rest: &str) -> bool {
    let known = STYLES.contains(&command) || !command.starts_with(|c: char| c.is_ascii_alphabetic());
    let Some(inside) = rest.trim_start().strip_prefix('{').filter(|_| !known) else { return false };
    let mut depth = Nesting::NONE;
    let end = inside.bytes().take(MAX_ARGUMENT).position(|byte| match byte {
        b'}' if depth == Nesting::NONE => true,
        b'}' => {
            depth.close_bracket();
            false
        }
        b'{' => {
            depth.open_bracket();
            false
        }
        _ => false,
    });
    let after = end.and_then(|end| inside.get(end + 1..)).unwrap_or("");
    inside.trim_start().starts_with(|c: char| c.is_ascii_digit()) || after.starts_with('{')
}
