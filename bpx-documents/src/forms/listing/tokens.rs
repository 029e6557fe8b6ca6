//! Splits source code into words, signs and comments with their positions.

use crate::forms::line::Line;

/// A piece of source code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: Kind<'t>,
    pub line: usize,
    pub column: usize,
    /// Whether the token is the first in its line.
    pub first: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A name, a keyword or a number.
    Word(&'t str),
    /// A text or letter, with its quotes.
    Quote(&'t str),
    Sign(char),
    /// A line of a comment, without its marks.
    Comment(&'t str),
}

impl<'t> Token<'t> {
    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    pub(super) fn as_word(&self) -> Option<&'t str> {
        if let Kind::Word(word) = self.kind { Some(word) } else { None }
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::Comment(_))
    }
}

/// Splits lines into tokens.
pub(super) fn split_tokens<'t>(lines: &'t [Line<'_>]) -> Vec<Token<'t>> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for (at, line) in lines.iter().enumerate() {
        let opened = line_tokens(&line.text, line.number, in_comment, &mut found);
        in_comment = opened && (in_comment || is_closed(lines, at));
    }
    found
}

/// Returns whether a comment that a line opens has an end. A comment has no end if the beginning of another comment
/// comes first.
pub(super) fn is_closed(lines: &[Line<'_>], at: usize) -> bool {
    let rest = lines.iter().skip(at + 1).take(MAX_COMMENT);
    let mark = |line: &Line<'_>| {
        let end = line.text.find("*/");
        let next = line.text.match_indices("/*").map(|(at, _)| at).find(|at| {
            let after = line.text.get(at + 2..).and_then(|rest| rest.chars().next());
            after.is_none_or(|c| c.is_whitespace() || c == '*')
        });
        (end.is_some() || next.is_some()).then(|| end.is_some_and(|end| next.is_none_or(|next| end < next)))
    };
    rest.map(mark).find_map(|mark| mark).unwrap_or(false)
}

/// The largest number of lines in a comment; a longer text is not a comment, although its marks look like those of
/// comments.
pub(super) const MAX_COMMENT: usize = 200;

/// Adds the tokens of a line; returns whether a comment continues in the next line.
pub(super) fn line_tokens<'t>(text: &'t str, line: usize, mut in_comment: bool, found: &mut Vec<Token<'t>>) -> bool {
    let mut rest = text.trim_start();
    let mut first = true;
    while let Some(sign) = rest.chars().next() {
        let column = text.len() - rest.len();
        let opened = if in_comment { Some(rest) } else { rest.strip_prefix("/*") };
        let (kind, after) = if let Some(inside) = opened {
            let closed = inside.split_once("*/");
            in_comment = closed.is_none();
            let (inside, after) = closed.unwrap_or((inside, ""));
            (Kind::Comment(without_marks(inside)), after)
        } else if rest.starts_with("//") {
            (Kind::Comment(without_marks(rest.trim_start_matches('/'))), "")
        } else {
            split_token(rest, sign)
        };
        found.push(Token { kind, line, column, first });
        first = false;
        rest = after.trim_start();
    }
    in_comment
}

/// Splits the token at the beginning of a text, whose first character is `sign`, from the text after the token.
fn split_token(rest: &str, sign: char) -> (Kind<'_>, &str) {
    let word = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '@'))).unwrap_or(rest.len());
    if word > 0 {
        let mut end = word;
        // `std::uint32_t` is one word.
        while let Some(more) = rest.get(end..).and_then(|rest| rest.strip_prefix("::")) {
            let len = more.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(more.len());
            if len == 0 {
                break;
            }
            end += len + 2;
        }
        let (word, after) = rest.split_at(end);
        return (Kind::Word(word), after);
    }
    if matches!(sign, '"' | '\'')
        && let Some((quote, after)) = quote_end(rest, sign).and_then(|end| rest.split_at_checked(end))
    {
        return (Kind::Quote(quote), after);
    }
    (Kind::Sign(sign), rest.split_at(sign.len_utf8()).1)
}

/// Returns the offset after a quoted text, which is a letter in apostrophes or a text in quotation marks.
fn quote_end(rest: &str, sign: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == sign => return Some(at + c.len_utf8()),
            // An apostrophe that is not a quote, such as that of a lifetime.
            _ if sign == '\'' && at > 8 => return None,
            _ => {}
        }
    }
    None
}

/// Removes the marks of a comment from a line of the comment.
fn without_marks(text: &str) -> &str {
    text.trim().trim_start_matches(['*', '!']).trim_end_matches('*').trim()
}

/// The tokens before, between and after the first braces; the tokens after the braces are `None` if nothing closes the
/// braces.
pub(super) type Braced<'p, 't> = (&'p [Token<'t>], &'p [Token<'t>], Option<&'p [Token<'t>]>);

pub(super) fn split_braced<'p, 't>(tokens: &'p [Token<'t>]) -> Option<Braced<'p, 't>> {
    let mut pieces = tokens.splitn(2, |token| token.is_sign('{'));
    let (head, rest) = (pieces.next()?, pieces.next()?);
    let mut depth = 0_usize;
    let mut pieces = rest.splitn(2, |token| {
        match token.kind {
            Kind::Sign('{') => depth += 1,
            Kind::Sign('}') if depth == 0 => return true,
            Kind::Sign('}') => depth -= 1,
            _ => {}
        }
        false
    });
    Some((head, pieces.next()?, pieces.next()))
}
