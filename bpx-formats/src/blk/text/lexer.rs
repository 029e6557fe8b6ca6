//! Splits the text form into words, values and comments, as the engine does.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are places and sizes in a text in memory")]

use crate::blk::registry;
use bpx_schema::report::{Class, Finding, Location, Rule};
use bpx_schema::{Error, Result};
use std::borrow::Cow;
use std::cell::Cell;

/// Returns whether a byte can be part of a name without quotes.
pub(super) fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.~-".contains(&byte)
}

/// A text, and the position up to which it has been read.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    pub(super) at: usize,
    /// Number of bytes before the text in the file.
    base: usize,
    /// A position, and the number of its line.
    line: Cell<(usize, usize)>,
    /// Number of comments that were skipped.
    pub(super) comments: u64,
    /// Position of a CR without LF in a comment, on which the engine loops forever.
    pub(super) endless: Option<usize>,
}

impl<'a> Lexer<'a> {
    /// Finds the text in a file. The text begins after a byte order mark, if any, and ends before the first NUL.
    pub(super) fn new(file: &'a [u8]) -> Self {
        let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
        let base = file.len() - text.len();
        let text = text.split(|byte| *byte == 0).next().unwrap_or(text);
        Self { text, at: 0, base, line: Cell::new((0, 1)), comments: 0, endless: None }
    }

    /// Returns the offset in the file after the text.
    pub(super) fn end_offset(&self) -> usize {
        self.base + self.text.len()
    }

    pub(super) fn peek_byte(&self) -> Option<u8> {
        self.remaining_text().first().copied()
    }

    pub(super) fn remaining_text(&self) -> &'a [u8] {
        self.text.split_at(self.at).1
    }

    /// Returns the text from `start` to the current position.
    pub(super) fn text_since(&self, start: usize) -> &'a [u8] {
        self.text.split_at(self.at).0.split_at(start).1
    }

    /// Skips this number of bytes, or all remaining bytes if there are fewer.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        self.at += bytes.min(self.remaining_text().len());
    }

    /// Skips these bytes if they are next. Returns whether the bytes were skipped.
    pub(super) fn take_bytes(&mut self, bytes: &[u8]) -> bool {
        let comes = self.remaining_text().starts_with(bytes);
        if comes {
            self.skip_bytes(bytes.len());
        }
        comes
    }

    /// Takes bytes while a condition holds.
    pub(super) fn take_while(&mut self, holds: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.remaining_text();
        let run = rest.iter().position(|byte| !holds(*byte)).map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        self.skip_bytes(run.len());
        run
    }

    pub(super) fn is_comment(&self) -> bool {
        self.remaining_text().starts_with(b"//") || self.remaining_text().starts_with(b"/*")
    }

    /// Skips blanks and comments and, if `lines` is set, line breaks. A comment up to the end of a line includes the
    /// first byte of the line break.
    pub(super) fn skip_blanks(&mut self, lines: bool) -> Result<()> {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | 0x1A) || lines && matches!(byte, b'\r' | b'\n'));
            if self.take_bytes(b"//") {
                self.comments += 1;
                self.take_while(|byte| !matches!(byte, b'\r' | b'\n'));
                self.skip_bytes(1);
            } else if self.remaining_text().starts_with(b"/*") {
                self.skip_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Skips a comment, which may contain other comments.
    fn skip_comment(&mut self) -> Result<()> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.remaining_text() {
                [b'/', b'*', ..] => (depth, self.at) = (depth + 1, self.at + 2),
                [b'*', b'/', ..] => (depth, self.at) = (depth - 1, self.at + 2),
                [] => {
                    return Err(self.fault_at(
                        &registry::TEXT_UNCLOSED,
                        start,
                        "expected `*/` at the end of the comment, found the end of the text",
                    ));
                }
                [b'\r', next, ..] if *next != b'\n' => {
                    self.endless.get_or_insert(self.at);
                    self.skip_bytes(1);
                }
                _ => self.skip_bytes(1),
            }
            if depth == 0 {
                self.comments += 1;
                return Ok(());
            }
        }
    }

    /// Reads a value or a quoted name. A value without quotes ends at the end of the line, at `;`, at `}` or at a `//`
    /// comment. Skips a `;` after the value.
    pub(super) fn read_value(&mut self) -> Result<Cow<'a, [u8]>> {
        match self.peek_byte() {
            Some(b'"' | b'\'') => self.read_quoted(),
            _ => self.read_unquoted(),
        }
    }

    /// Reads a string in one or three quotes, single or double.
    fn read_quoted(&mut self) -> Result<Cow<'a, [u8]>> {
        let start = self.at;
        let quote = self.peek_byte().unwrap_or(b'"');
        let long = self.remaining_text().starts_with(&[quote; 3]);
        let close: &[u8] = if long { &[quote; 3] } else { &[quote] };
        self.skip_bytes(close.len());
        if long {
            // Drops the rest of the line of the opening quotes if it is blank.
            let opened = self.at;
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            if !self.take_bytes(b"\n") {
                self.at = opened;
            }
        }
        let mut value = Cow::Borrowed(&[][..]);
        loop {
            append_piece(&mut value, self.take_while(|byte| byte != quote && !matches!(byte, b'~' | b'\r' | b'\n')));
            if self.take_bytes(close) {
                break;
            }
            match self.remaining_text() {
                [] | [b'~'] => {
                    return Err(self.fault_at(
                        &registry::TEXT_UNCLOSED,
                        start,
                        "expected closing quotes at the end of the string, found the end of the text",
                    ));
                }
                [b'~', escaped, ..] => {
                    append_piece(
                        &mut value,
                        match escaped {
                            b'n' => b"\n",
                            b'r' => b"\r",
                            b't' => b"\t",
                            other => std::slice::from_ref(other),
                        },
                    );
                    self.skip_bytes(2);
                    continue;
                }
                [b'\n' | b'\r', ..] if !long => {
                    return Err(self.fault_at(
                        &registry::TEXT_LINE,
                        self.at,
                        "expected the closing quote of the string, found a line break, which only triple quotes allow",
                    ));
                }
                [b'\r', ..] => {}
                [byte, ..] => append_piece(&mut value, std::slice::from_ref(byte)),
            }
            self.skip_bytes(1);
        }
        if long {
            // Drops the line of the closing quotes if it is blank.
            if value.len() > 1 && value.ends_with(b"\n") {
                let len = value.len() - 1;
                truncate_value(&mut value, len);
            }
            self.skip_blanks(true)?;
        } else {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | 0x1A));
        }
        self.take_bytes(b";");
        Ok(value)
    }

    fn read_unquoted(&mut self) -> Result<Cow<'a, [u8]>> {
        let mut value = Cow::Borrowed(&[][..]);
        loop {
            let piece = self.take_while(|byte| !matches!(byte, b';' | b'}' | b'\r' | b'\n' | b'/'));
            append_piece(&mut value, piece);
            if self.peek_byte() != Some(b'/') || self.remaining_text().starts_with(b"//") {
                break;
            }
            if !self.remaining_text().starts_with(b"/*") {
                append_piece(&mut value, b"/");
                self.skip_bytes(1);
            } else if !self.inner_comment()? {
                trim_end(&mut value);
                return Ok(value);
            }
        }
        self.take_bytes(b";");
        trim_end(&mut value);
        Ok(value)
    }

    /// Skips a comment inside of a value; such comments do not nest. Returns false if a line break in the comment ends
    /// the value.
    fn inner_comment(&mut self) -> Result<bool> {
        let start = self.at;
        self.skip_bytes(2);
        let inside = self.remaining_text();
        let Some(size) = inside.windows(2).position(|pair| pair == b"*/") else {
            return Err(self.fault_at(
                &registry::TEXT_UNCLOSED,
                start,
                "expected `*/` at the end of the comment, found the end of the text",
            ));
        };
        self.comments += 1;
        self.skip_bytes(size + 2);
        Ok(!inside.iter().take(size).any(|byte| matches!(byte, b'\r' | b'\n')))
    }

    #[cold]
    pub(super) fn expected_error(&self, at: usize, what: &str) -> Error {
        self.fault_at(&registry::TEXT_EXPECTED, at, &format!("expected {what}"))
    }

    #[cold]
    pub(super) fn fault_at(&self, rule: &Rule, at: usize, message: &str) -> Error {
        self.finding_at(rule, rule.class, at, message).into()
    }

    /// Returns the finding at a position of the text, with the number of the line.
    #[cold]
    pub(super) fn finding_at(&self, rule: &Rule, class: Class, at: usize, message: &str) -> Finding {
        // Counting continues from the previous position, as there may be many findings.
        let (from, line) = Some(self.line.get()).filter(|(from, _)| *from <= at).unwrap_or((0, 1));
        let ends = |(index, byte): &(usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => self.text.get(index + 1) != Some(&b'\n'),
            _ => false,
        };
        let passed = self.text.iter().enumerate().take(at).skip(from).filter(ends).count();
        let line = line + passed;
        self.line.set((at, line));
        let place = Location { file: (self.base + at) as u64, content: None };
        rule.finding_of(class, place, format!("line {line}: {message}"))
    }
}

/// Adds bytes to a value. A value of one piece stays borrowed.
fn append_piece<'a>(value: &mut Cow<'a, [u8]>, piece: &'a [u8]) {
    if value.is_empty() {
        *value = Cow::Borrowed(piece);
    } else if !piece.is_empty() {
        value.to_mut().extend_from_slice(piece);
    }
}

/// Removes the blanks at the end of a value.
fn trim_end(value: &mut Cow<'_, [u8]>) {
    let blanks = value.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let len = value.len() - blanks;
    truncate_value(value, len);
}

fn truncate_value(value: &mut Cow<'_, [u8]>, len: usize) {
    match value {
        Cow::Borrowed(bytes) => *bytes = bytes.split_at(len).0,
        Cow::Owned(bytes) => bytes.truncate(len),
    }
}
