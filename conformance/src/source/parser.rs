//! Basic operations of the parser: reads tokens and paths.

use super::error::{Position, SourceError};
use super::lexer::{Lexeme, Token, lex_text};
use super::path::{Part, Path, PathRef};

/// The largest depth of nested blocks, brackets and signs together.
const MAX_DEPTH: usize = 64;

pub(super) type Parsed<T> = Result<T, SourceError>;

pub(super) struct Parser<'a> {
    text: &'a str,
    lexemes: Vec<Lexeme>,
    next: usize,
    depth: usize,
    /// The number of operators in the current expression.
    pub terms: usize,
    /// The size of all fills, and of all steps of paddings, in bytes.
    pub filled: usize,
    /// The path of the block around the current line, to which a leading `.` refers.
    pub block: Path,
}

impl<'a> Parser<'a> {
    /// Creates a parser of a text after texts whose fills have a size.
    pub(super) fn new(text: &'a str, filled: usize) -> Parsed<Self> {
        Ok(Self { text, lexemes: lex_text(text)?, next: 0, depth: 0, terms: 0, filled, block: Path::default() })
    }

    pub(super) fn peek_token(&self) -> Option<&Token> {
        self.lexemes.get(self.next).map(|lexeme| &lexeme.token)
    }

    pub(super) fn peek_second(&self) -> Option<&Token> {
        self.lexemes.get(self.next + 1).map(|lexeme| &lexeme.token)
    }

    pub(super) fn position(&self) -> Position {
        let lexeme = self.lexemes.get(self.next).or_else(|| self.lexemes.last());
        lexeme.map_or_else(Position::default, |lexeme| lexeme.at)
    }

    pub(super) fn skip_token(&mut self) {
        self.next += 1;
    }

    pub(super) fn unexpected_token<T>(&self, wanted: &str) -> Parsed<T> {
        let found = match self.peek_token() {
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Text(_)) => "a string".to_owned(),
            Some(Token::Mark(mark)) => format!("`{mark}`"),
            Some(Token::Newline) => "the end of the line".to_owned(),
            None => "the end of the text".to_owned(),
        };
        Err(self.position().error_at(format!("expected {wanted}, found {found}")))
    }

    pub(super) fn sees_mark(&self, mark: &str) -> bool {
        matches!(self.peek_token(), Some(Token::Mark(found)) if *found == mark)
    }

    pub(super) fn accept_mark(&mut self, mark: &str) -> bool {
        let found = self.sees_mark(mark);
        self.next += usize::from(found);
        found
    }

    pub(super) fn require_mark(&mut self, mark: &str) -> Parsed<()> {
        if self.accept_mark(mark) { Ok(()) } else { self.unexpected_token(&format!("`{mark}`")) }
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek_token(), Some(Token::Word(found)) if found == word);
        self.next += usize::from(found);
        found
    }

    pub(super) fn require_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.unexpected_token(&format!("`{word}`")) }
    }

    pub(super) fn take_word(&mut self, wanted: &str) -> Parsed<String> {
        let Some(Token::Word(word)) = self.peek_token().cloned() else {
            return self.unexpected_token(wanted);
        };
        self.skip_token();
        Ok(word)
    }

    pub(super) fn require_string(&mut self, wanted: &str) -> Parsed<String> {
        let Some(Token::Text(text)) = self.peek_token().cloned() else {
            return self.unexpected_token(wanted);
        };
        self.skip_token();
        Ok(text)
    }

    /// Skips empty lines and `;`; returns whether more text follows.
    pub(super) fn skip_separators(&mut self) -> bool {
        while matches!(self.peek_token(), Some(Token::Newline | Token::Mark(";"))) {
            self.skip_token();
        }
        self.peek_token().is_some()
    }

    /// Checks that a statement ends at a line end, at `;`, or before `}`.
    pub(super) fn end_of_statement(&self) -> Parsed<()> {
        match self.peek_token() {
            None | Some(Token::Newline | Token::Mark(";" | "}")) => Ok(()),
            _ => self.unexpected_token("the end of the line"),
        }
    }

    pub(super) fn enter_nesting(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .position()
                .error_at(format!("expected at most {MAX_DEPTH} levels of nesting, found more")));
        }
        Ok(())
    }

    pub(super) fn leave_nesting(&mut self) {
        self.depth -= 1;
    }

    /// Returns the text that was read since `token_index()`, with single blanks.
    pub(super) fn spelling_since(&self, mark: usize) -> String {
        let start = self.lexemes.get(mark).map_or(0, |lexeme| lexeme.start);
        let last = self.next.checked_sub(1).and_then(|last| self.lexemes.get(last));
        let text = self.text.get(start..last.map_or(start, |lexeme| lexeme.end)).unwrap_or("");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn token_index(&self) -> usize {
        self.next
    }

    /// Reads a path in an expression. A path with a leading `.` begins at the block around, any other path at the root.
    pub(super) fn path_ref(&mut self) -> Parsed<PathRef> {
        let at = self.position();
        let local = self.accept_mark(".");
        let tail = self.path_tail()?;
        Ok(PathRef { path: if local { self.block.join(&tail) } else { tail }, at })
    }

    pub(super) fn path_refs(&mut self) -> Parsed<Vec<PathRef>> {
        let mut paths = vec![self.path_ref()?];
        while self.accept_mark(",") {
            paths.push(self.path_ref()?);
        }
        Ok(paths)
    }

    /// Parses `name[0].name` as it is written.
    pub(super) fn path_tail(&mut self) -> Parsed<Path> {
        let mut parts = Vec::new();
        loop {
            let at = self.position();
            let name = self.take_word("a name")?;
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                return Err(at.error_at("expected a name, found a digit at its beginning"));
            }
            parts.push(Part::Name(name));
            while self.accept_mark("[") {
                parts.push(self.parse_index()?);
                self.require_mark("]")?;
            }
            if !self.accept_mark(".") {
                return Ok(Path { parts });
            }
        }
    }

    fn parse_index(&mut self) -> Parsed<Part> {
        if self.accept_mark("*") {
            return Ok(Part::Any);
        }
        let at = self.position();
        let index =
            self.take_word("an index")?.parse().map_err(|_| at.error_at("expected a number or `*` as an index"))?;
        Ok(Part::Index(index))
    }
}
