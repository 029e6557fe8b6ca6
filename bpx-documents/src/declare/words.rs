//! Splits notes into words, numbers, quoted texts and signs.

use std::iter::Peekable;
use std::str::CharIndices;

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A word in lower case.
    Word(String),
    Number(i64),
    /// The text between quotation marks.
    Quoted(String),
    /// Any other sign; dashes between numbers and ellipses are `..`.
    Sign(&'static str),
}

/// The signs that the grammar knows; any other sign becomes `?`.
const SIGNS: &[(char, &str)] = &[
    (',', ","),
    (':', ":"),
    ('(', "("),
    (')', ")"),
    ('[', "["),
    (']', "]"),
    ('=', "="),
    ('*', "*"),
    ('\u{d7}', "*"),
    ('+', "+"),
    ('&', "&"),
    ('<', "<"),
    ('>', ">"),
    ('\u{2264}', "<="),
    ('\u{2265}', ">="),
    ('-', ".."),
    ('\u{2013}', ".."),
    ('\u{2014}', ".."),
    ('\u{2026}', ".."),
];

/// Splits notes into sentences. A full stop before a space, `;`, `!`, `?` and the end of a line end a sentence.
pub(super) fn split_sentences(notes: &str) -> Vec<Vec<Token>> {
    let mut reader = Reader { text: notes, chars: notes.char_indices().peekable(), found: vec![Vec::new()] };
    while let Some((at, c)) = reader.chars.next() {
        reader.read_token(at, c);
    }
    reader.found.retain(|sentence| !sentence.is_empty());
    reader.found
}

struct Reader<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    found: Vec<Vec<Token>>,
}

impl Reader<'_> {
    fn push_token(&mut self, token: Token) {
        if let Some(sentence) = self.found.last_mut() {
            sentence.push(token);
        }
    }

    fn peek_char(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    fn read_token(&mut self, at: usize, c: char) {
        match c {
            '\n' | ';' | '!' | '?' => self.found.push(Vec::new()),
            '.' if self.peek_char() == Some('.') => {
                while self.chars.next_if(|(_, c)| matches!(c, '.' | '=')).is_some() {}
                self.push_token(Token::Sign(".."));
            }
            '.' if self.peek_char().is_none_or(char::is_whitespace) => self.found.push(Vec::new()),
            '"' | '\u{201c}' | '\u{201d}' => self.read_quoted(c),
            '\'' | '`' if self.begins_quoted(at, c) => self.read_quoted(c),
            '-' if self.peek_char().is_some_and(|c| c.is_ascii_digit()) && !self.is_after_number() => self.read_word(c),
            c if c.is_alphanumeric() || c == '_' => self.read_word(c),
            c if c.is_whitespace() => {}
            '<' | '>' if self.chars.next_if(|(_, c)| *c == '=').is_some() => {
                self.push_token(Token::Sign(if c == '<' { "<=" } else { ">=" }));
            }
            c => self.push_token(Token::Sign(SIGNS.iter().find(|(sign, _)| *sign == c).map_or("?", |(_, sign)| sign))),
        }
    }

    fn is_after_number(&self) -> bool {
        self.found.last().and_then(|sentence| sentence.last()).is_some_and(|last| matches!(last, Token::Number(_)))
    }

    /// Returns whether a mark that may also be an apostrophe begins a quoted text.
    fn begins_quoted(&self, at: usize, mark: char) -> bool {
        let before = self.text.get(..at).and_then(|text| text.chars().next_back());
        let mut inside = self.chars.clone().take(MAX_QUOTED);
        before.is_none_or(|c| !c.is_alphanumeric()) && inside.any(|(_, c)| c == mark)
    }

    fn read_quoted(&mut self, mark: char) {
        let ends = |c: char| match mark {
            '\'' | '`' => c == mark,
            _ => matches!(c, '"' | '\u{201c}' | '\u{201d}'),
        };
        let Some(len) = self.chars.clone().take(MAX_QUOTED).position(|(_, c)| ends(c)) else {
            return self.push_token(Token::Sign("?"));
        };
        let inner = self.chars.by_ref().take(len).map(|(_, c)| c).collect();
        self.chars.next();
        self.push_token(Token::Quoted(inner));
    }

    /// Reads a word or a number from its first character.
    fn read_word(&mut self, first: char) {
        let mut text = String::from(first);
        while let Some(c) = self.peek_char() {
            let after = self.chars.clone().nth(1).map(|(_, c)| c);
            // `1.5`, but not `0..31`; `header.minor`, `reader's`.
            let joins = matches!(c, '.' | '\'') && after.is_some_and(char::is_alphanumeric);
            if !c.is_alphanumeric() && c != '_' && !joins {
                break;
            }
            self.chars.next();
            text.push(c);
        }
        let lower = text.to_lowercase();
        self.push_token(parse_number(&lower).map_or(Token::Word(lower), Token::Number));
    }
}

/// The largest length of a quoted text.
const MAX_QUOTED: usize = 64;

/// Reads a number: `4`, `-1`, `0x1f`, `1fh`, `0b101`, `zero`.
pub(super) fn parse_number(word: &str) -> Option<i64> {
    let hex = |digits: &str| i64::from_str_radix(digits, 16).ok();
    if let Some(digits) = word.strip_prefix("0x") {
        return hex(&digits.replace('_', ""));
    }
    if let Some(digits) = word.strip_prefix("0b") {
        return i64::from_str_radix(&digits.replace('_', ""), 2).ok();
    }
    if let Some(digits) = word.strip_suffix('h').filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit())) {
        return hex(digits);
    }
    if word == "zero" { Some(0) } else { word.parse().ok() }
}
