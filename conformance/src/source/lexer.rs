//! Cuts the text into words, strings and marks.

use super::error::{Position, SourceError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits, `_`; a number may hold a point and a signed exponent.
    Word(String),
    /// A quoted string, with its escapes replaced.
    Text(String),
    /// One character of punctuation, or `..`.
    Mark(&'static str),
    /// A line's end outside brackets, or the end of the text.
    Newline,
}

#[derive(Debug, Clone)]
pub(super) struct Lexeme {
    pub token: Token,
    pub at: Position,
    /// Byte offsets of the spelling.
    pub start: usize,
    pub end: usize,
}

// ".." first: longest match wins.
const MARKS: [&str; 18] = ["..", ".", "{", "}", "[", "]", "(", ")", ":", "=", ",", ";", "+", "-", "*", "/", "|", "@"];

pub(super) fn lex_text(text: &str) -> Result<Vec<Lexeme>, SourceError> {
    let mut lexer = Lexer { text, offset: 0, at: Position { line: 1, column: 1 } };
    let mut lexemes = Vec::new();
    let mut brackets = 0usize;
    loop {
        lexer.skip_blanks();
        let (at, start) = (lexer.at, lexer.offset);
        let Some(first) = lexer.peek_char() else { break };
        let token = match first {
            '\n' => {
                lexer.next_char();
                Token::Newline
            }
            '"' => Token::Text(lexer.lex_string(at)?),
            _ if is_word(first) => lexer.lex_word(),
            _ => lexer.lex_mark(at)?,
        };
        match &token {
            Token::Mark("(" | "[") => brackets += 1,
            // The parser reports a bracket that closes nothing.
            Token::Mark(")" | "]") => brackets = brackets.saturating_sub(1),
            Token::Newline if brackets > 0 => continue,
            _ => {}
        }
        lexemes.push(Lexeme { token, at, start, end: lexer.offset });
    }
    lexemes.push(Lexeme { token: Token::Newline, at: lexer.at, start: text.len(), end: text.len() });
    Ok(lexemes)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

struct Lexer<'a> {
    text: &'a str,
    offset: usize,
    at: Position,
}

impl<'a> Lexer<'a> {
    fn remaining_text(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or("")
    }

    fn peek_char(&self) -> Option<char> {
        self.remaining_text().chars().next()
    }

    fn next_char(&mut self) -> Option<char> {
        let character = self.peek_char()?;
        self.offset += character.len_utf8();
        if character == '\n' {
            self.at = Position { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(character)
    }

    fn skip_blanks(&mut self) {
        let mut comment = false;
        while let Some(next) = self.peek_char() {
            comment |= next == '#';
            if next == '\n' || !(comment || next.is_whitespace()) {
                return;
            }
            self.next_char();
        }
    }

    fn lex_word(&mut self) -> Token {
        let start = self.offset;
        while let Some(next) = self.peek_char() {
            let so_far = self.text.get(start..self.offset).unwrap_or("");
            if !is_word(next) && !self.continues_number(so_far, next) {
                break;
            }
            self.next_char();
        }
        Token::Word(self.text.get(start..self.offset).unwrap_or("").to_owned())
    }

    // `1.5` and `2e-3` are one word; `sections[0].x` and `0x1e-3` are several.
    fn continues_number(&self, so_far: &str, next: char) -> bool {
        let digit_follows = self.remaining_text().chars().nth(1).is_some_and(|then| then.is_ascii_digit());
        let decimal =
            so_far.starts_with(|first: char| first.is_ascii_digit()) && !so_far.starts_with("0x") && digit_follows;
        match next {
            '.' => decimal && !so_far.contains('.'),
            '+' | '-' => decimal && so_far.ends_with(['e', 'E']),
            _ => false,
        }
    }

    fn lex_mark(&mut self, at: Position) -> Result<Token, SourceError> {
        let rest = self.remaining_text();
        let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) else {
            return Err(at.error_at(format!("unexpected character {:?}", self.peek_char().unwrap_or(' '))));
        };
        for _ in mark.chars() {
            self.next_char();
        }
        Ok(Token::Mark(mark))
    }

    fn lex_string(&mut self, at: Position) -> Result<String, SourceError> {
        self.next_char();
        let mut text = String::new();
        loop {
            let place = self.at;
            match self.next_char() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.lex_escape(place)?),
                Some('\n') | None => return Err(at.error_at("this string does not end on its line")),
                Some(other) => text.push(other),
            }
        }
    }

    fn lex_escape(&mut self, at: Position) -> Result<char, SourceError> {
        match self.next_char() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('0') => Ok('\0'),
            Some(same @ ('"' | '\\')) => Ok(same),
            Some('u') if self.next_char() == Some('{') => {
                let mut code = String::new();
                while let Some(digit) = self.next_char().filter(char::is_ascii_hexdigit) {
                    code.push(digit);
                }
                let scalar = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                scalar.ok_or_else(|| at.error_at("expected the hexadecimal number of a Unicode character, found none"))
            }
            _ => Err(at.error_at(r#"expected one of the escapes \n \t \0 \" \\ \u{..}; for other bytes use hex"#)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let spell = |lexeme: &Lexeme| match &lexeme.token {
            Token::Word(word) => word.clone(),
            Token::Text(text) => format!("{text:?}"),
            Token::Mark(mark) => (*mark).to_owned(),
            Token::Newline => "/".to_owned(),
        };
        lex_text(text).map(|lexemes| lexemes.iter().map(spell).collect()).unwrap_or_default()
    }

    #[test]
    fn numbers_and_paths_part_ways() {
        assert_eq!(words("1.5 2e-3 0x1e-3"), ["1.5", "2e-3", "0x1e", "-", "3", "/"]);
        assert_eq!(words("a[0].b..c"), ["a", "[", "0", "]", ".", "b", "..", "c", "/"]);
    }

    #[test]
    fn brackets_swallow_line_ends() {
        assert_eq!(words("[1, # one\n 2]\nx"), ["[", "1", ",", "2", "]", "/", "x", "/"]);
    }

    #[test]
    fn strings() {
        assert_eq!(words(r#""a\u{e9}\0#" # c"#), [r#""aé\0#""#, "/"]);
        for bad in ["\"open", "\"\\x41\"", "\"\\u{d800}\"", "$"] {
            assert!(lex_text(bad).is_err(), "{bad}");
        }
    }
}
