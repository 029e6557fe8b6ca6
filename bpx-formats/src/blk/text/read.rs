#![allow(clippy::arithmetic_side_effects, reason = "all numbers count parts of a text in memory")]

use super::lexer::{Lexer, is_bare};
use super::number;
use crate::blk::{Builder, Document, ParamType, Value, registry};
use crate::quote::quote_bytes;
use bpx_schema::report::{Class, Finding, Location};
use bpx_schema::{Error, Limits, Result};
use std::borrow::Cow;

/// Parts of a text that a document cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Lost {
    /// Number of comments.
    pub comments: u64,
    /// Number of parameters that follow a child block in their block, including includes. In a document, parameters
    /// come before blocks.
    pub moved_params: u64,
    /// Number of includes among the moved parameters. The position of an include decides which values override others.
    pub moved_includes: u64,
}

impl Lost {
    /// Describes the losses, each in a few words.
    #[must_use]
    pub fn describe(&self) -> Vec<String> {
        let mut messages = Vec::new();
        if self.comments > 0 {
            messages.push(format!("lost comments: {}", self.comments));
        }
        if self.moved_params > 0 {
            messages.push(format!("parameters that move before blocks: {}", self.moved_params));
        }
        if self.moved_includes > 0 {
            messages.push(format!(
                "includes that move before blocks, although their order matters: {}",
                self.moved_includes
            ));
        }
        messages
    }
}

/// Reads the text form.
///
/// # Errors
/// Returns an error when the bytes do not form a text. The error states the line, the offset and the expected part.
pub fn read(file: &[u8], limits: Limits) -> Result<Document> {
    read_noting(file, limits, &mut |_| ()).map(|(document, _)| document)
}

/// Reads the text form like [`read`], and also returns the parts that a document cannot hold. Reports to `sink` each
/// part of the text that the engine rejects although its meaning is clear (I-116).
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_noting(file: &[u8], limits: Limits, sink: &mut dyn FnMut(Finding)) -> Result<(Document, Lost)> {
    let refused = match Reader::new(file, limits).read_document(&mut |_| ()) {
        Err(Error::Fault(finding)) if finding.class != Class::TooDeep => finding,
        read => return report_rest(file, read, sink),
    };
    let mut silent = true;
    let mut noting = |finding| {
        silent = false;
        sink(finding);
    };
    let read = Reader::new(file, limits).lenient().read_document(&mut noting);
    if silent && read.is_ok() {
        // Only the engine's rules reject the text.
        sink(registry::TEXT_ENGINE.finding(refused.location, refused.message));
    }
    report_rest(file, read, sink)
}

/// Reports bytes after the NUL that ends a text.
fn report_rest(file: &[u8], read: Result<(Document, Lost)>, sink: &mut dyn FnMut(Finding)) -> Result<(Document, Lost)> {
    let end = Lexer::new(file).end_offset();
    if let [_, after @ ..] = file.split_at(end).1
        && read.is_ok()
    {
        let place = Location { file: end as u64, content: None };
        let message = format!("the text ends at a NUL; {} bytes follow it", after.len());
        sink(registry::TEXT_REST.finding(place, message));
    }
    read
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    limits: Limits,
    /// Whether the reader continues after faults that stop the engine.
    lenient: bool,
    builder: Builder,
    lost: Lost,
    /// The blocks that enclose the next statement, beginning with the root.
    open: Vec<OpenBlock>,
    types: Types,
    /// Number of blocks that were opened.
    blocks: u32,
}

/// The state of an open block.
#[derive(Default)]
struct OpenBlock {
    /// Number of the block among all blocks.
    number: u32,
    /// Number of entries in [`Types::replaced`] when the block began.
    replaced: usize,
    has_blocks: bool,
}

/// The type of each name in the current block.
#[derive(Default)]
struct Types {
    /// For each number of a name, the block in which a type was seen last, and the type.
    seen: Vec<Option<(u32, ParamType)>>,
    /// Entries that nested blocks replaced, and that are restored when the blocks end.
    replaced: Vec<(u32, Option<(u32, ParamType)>)>,
}

impl Types {
    /// Returns the type of a name in a block. If the name is new in the block, its type becomes `kind`.
    fn of(&mut self, block: u32, name: u32, kind: ParamType) -> ParamType {
        let index = name as usize;
        if index >= self.seen.len() {
            self.seen.resize(index + 1, None);
        }
        let Some(seen) = self.seen.get_mut(index) else { return kind };
        match *seen {
            Some((known, before)) if known == block => before,
            before => {
                self.replaced.push((name, before));
                *seen = Some((block, kind));
                kind
            }
        }
    }

    fn close_block(&mut self, block: &OpenBlock) {
        for (name, before) in self.replaced.drain(block.replaced..).rev() {
            if let Some(seen) = self.seen.get_mut(name as usize) {
                *seen = before;
            }
        }
    }
}

type Sink<'s> = &'s mut dyn FnMut(Finding);

impl<'a> Reader<'a> {
    fn new(file: &'a [u8], limits: Limits) -> Self {
        Self {
            lexer: Lexer::new(file),
            limits,
            lenient: false,
            builder: Builder::new(None),
            lost: Lost::default(),
            open: vec![OpenBlock::default()],
            types: Types::default(),
            blocks: 0,
        }
    }

    fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    fn read_document(mut self, sink: Sink<'_>) -> Result<(Document, Lost)> {
        loop {
            let more = self.read_statement(sink)?;
            if let Some(at) = self.lexer.endless.take() {
                self.report_refused(
                    at,
                    "expected LF after CR in a comment, found none; the engine never finishes such a comment",
                    sink,
                )?;
            }
            if !more {
                break;
            }
        }
        self.lost.comments = self.lexer.comments;
        Ok((self.builder.finish()?, self.lost))
    }

    /// Reads one statement. Returns false at the end of the text.
    fn read_statement(&mut self, sink: Sink<'_>) -> Result<bool> {
        self.lexer.skip_blanks(true)?;
        let start = self.lexer.at;
        match self.lexer.peek_byte() {
            None if self.open.len() > 1 => {
                return Err(self.lexer.fault_at(
                    &registry::TEXT_END,
                    start,
                    "expected `}` at the end of the block, found the end of the text",
                ));
            }
            None => return Ok(false),
            Some(b'}') => {
                if self.open.len() < 2 {
                    return Err(self.lexer.expected_error(start, "a name"));
                }
                self.lexer.skip_bytes(1);
                if let Some(block) = self.open.pop() {
                    self.types.close_block(&block);
                }
                self.builder.close()?;
                return Ok(true);
            }
            Some(byte @ (b';' | b',')) => {
                self.report_refused(start, &format!("expected a name, found `{}`", char::from(byte)), sink)?;
                self.lexer.skip_bytes(1);
                return Ok(true);
            }
            Some(_) => {}
        }
        let name = self.read_name(sink)?;
        // `write` escapes the name of such a block.
        let escaped = self.lexer.text_since(start).starts_with(b"\"~@null\"");
        self.lexer.skip_blanks(true)?;
        let at = self.lexer.at;
        match self.lexer.peek_byte() {
            Some(b'{') => {
                if escaped {
                    self.report_refused(
                        start,
                        "expected a name, found the escaped `@null`, which the engine reads as no name",
                        sink,
                    )?;
                }
                let unnamed = name == b"@null".as_slice() && !escaped;
                self.open_block((!unnamed).then_some(&*name), start)?;
            }
            Some(b':') => self.read_typed(&name, start, sink)?,
            Some(_) if name.eq_ignore_ascii_case(b"include") => {
                let path = self.lexer.read_value()?;
                self.add_param(b"@include", &Value::String(&path), start, sink)?;
            }
            Some(b'=') => {
                self.report_refused(at, "expected `:` and a type, found `=`", sink)?;
                self.lexer.skip_bytes(1);
                self.lexer.skip_blanks(true)?;
                let value = self.lexer.read_value()?;
                self.add_param(&name, &Value::String(&value), start, sink)?;
            }
            None => return Err(self.lexer.fault_at(&registry::TEXT_END, at, "expected `:` or `{`, found the end")),
            Some(_) => return Err(self.lexer.expected_error(at, "`:` or `{`")),
        }
        Ok(true)
    }

    fn read_name(&mut self, sink: Sink<'_>) -> Result<Cow<'a, [u8]>> {
        if let Some(b'"' | b'\'') = self.lexer.peek_byte() {
            return self.lexer.read_value();
        }
        let start = self.lexer.at;
        let word = self.lexer.take_while(is_bare);
        let separates = |byte: u8| byte.is_ascii_whitespace() || b"\x1A:={}[];\"',".contains(&byte);
        let ends = self.lexer.is_comment() || self.lexer.peek_byte().is_none_or(separates);
        if ends || word.eq_ignore_ascii_case(b"include") {
            return if word.is_empty() { Err(self.lexer.expected_error(start, "a name")) } else { Ok(word.into()) };
        }
        // A slash belongs to such a name, unless it begins a comment.
        while self.lexer.peek_byte().is_some_and(|byte| !separates(byte)) && !self.lexer.is_comment() {
            self.lexer.skip_bytes(1);
        }
        let name = self.lexer.text_since(start);
        self.report_refused(
            start,
            &format!("expected quotes around the name `{}`, found none", quote_bytes(name)),
            sink,
        )?;
        Ok(name.into())
    }

    fn open_block(&mut self, name: Option<&[u8]>, start: usize) -> Result<()> {
        self.lexer.skip_bytes(1);
        let max = self.limits.max_depth;
        if self.open.len() >= max as usize {
            let message = format!("expected at most {max} levels of blocks, the limit of this reader, found more");
            return Err(self.lexer.fault_at(&registry::TEXT_DEPTH, start, &message));
        }
        let opened = self.builder.open(name);
        opened.map_err(|error| self.locate_error(error, start))?;
        if let Some(parent) = self.open.last_mut() {
            parent.has_blocks = true;
        }
        self.blocks += 1;
        self.open.push(OpenBlock { number: self.blocks, replaced: self.types.replaced.len(), has_blocks: false });
        Ok(())
    }

    /// Reads the type of a parameter and its value or values.
    fn read_typed(&mut self, name: &[u8], start: usize, sink: Sink<'_>) -> Result<()> {
        self.lexer.skip_bytes(1);
        self.lexer.skip_blanks(true)?;
        let at = self.lexer.at;
        let word = match self.lexer.peek_byte() {
            Some(b'"' | b'\'') => self.lexer.read_value()?,
            _ => self.lexer.take_while(is_bare).into(),
        };
        let kind = std::str::from_utf8(&word).ok().and_then(ParamType::from_name);
        let kind = kind.ok_or_else(|| self.lexer.expected_error(at, "a type"))?;
        self.lexer.skip_blanks(true)?;
        let several = self.lexer.take_bytes(b"[]");
        if several {
            self.lexer.skip_blanks(true)?;
        }
        if !self.lexer.take_bytes(b"=") {
            return Err(self.lexer.expected_error(self.lexer.at, "`=`"));
        }
        self.lexer.skip_blanks(false)?;
        if several {
            return self.read_list(name, kind, start, sink);
        }
        if let None | Some(b'\r' | b'\n') = self.lexer.peek_byte() {
            if kind != ParamType::String {
                return Err(self.lexer.expected_error(self.lexer.at, &format!("a value of type `{}`", kind.name())));
            }
            self.report_refused(self.lexer.at, "expected a value, found the end of the line", sink)?;
        }
        self.read_value(name, kind, start, None, sink)
    }

    /// Reads values in brackets, each of which becomes a parameter.
    fn read_list(&mut self, name: &[u8], kind: ParamType, start: usize, sink: Sink<'_>) -> Result<()> {
        if name.starts_with(b"@") {
            self.report_refused(start, "expected a single value for a name that begins with `@`, found a list", sink)?;
        }
        if !self.lexer.take_bytes(b"[") {
            return Err(self.lexer.expected_error(self.lexer.at, "`[`"));
        }
        // Blanks separate short values; in longer values, blanks follow commas.
        let long = kind.payload_size() > 8 || kind == ParamType::Color;
        let ends = if long { &b"];\r\n"[..] } else { b"]; \t\r\n" };
        loop {
            self.lexer.skip_blanks(true)?;
            match self.lexer.peek_byte() {
                Some(b']') => {
                    self.lexer.skip_bytes(1);
                    return Ok(());
                }
                None | Some(b'}') => {
                    return Err(self.lexer.fault_at(
                        &registry::TEXT_END,
                        self.lexer.at,
                        "expected `]` at the end of the list, found the end of the text or `}`",
                    ));
                }
                Some(b';' | b',') if self.lenient => {
                    self.report_refused(self.lexer.at, "expected a value or `]`, found `;` or `,`", sink)?;
                    self.lexer.skip_bytes(1);
                }
                Some(_) => self.read_value(name, kind, start, Some(ends), sink)?,
            }
        }
    }

    /// Reads one value. In a list, a lenient reader ends a value without quotes at one of the bytes `ends`.
    fn read_value(
        &mut self,
        name: &[u8],
        kind: ParamType,
        start: usize,
        ends: Option<&[u8]>,
        sink: Sink<'_>,
    ) -> Result<()> {
        let at = self.lexer.at;
        let quoted = matches!(self.lexer.peek_byte(), Some(b'"' | b'\''));
        let text = match (self.lenient && !quoted, ends) {
            (true, _) if kind == ParamType::Matrix => self.read_brackets()?.into(),
            (true, Some(ends)) => self.lexer.take_while(|byte| !ends.contains(&byte)).trim_ascii_end().into(),
            _ => self.lexer.read_value()?,
        };
        if kind == ParamType::String {
            return self.add_param(name, &Value::String(&text), start, sink);
        }
        if let Some(value) = number::parse_value(kind, &text) {
            return self.add_param(name, &value, start, sink);
        }
        let what = format!("a value of type `{}`", kind.name());
        let value = number::parse_lenient(kind, &text).filter(|_| self.lenient);
        let value = value.ok_or_else(|| self.lexer.expected_error(at, &what))?;
        self.report_refused(at, &format!("expected {what} in a form that the engine reads, found another form"), sink)?;
        self.add_param(name, &value, start, sink)
    }

    /// Reads from an opening bracket up to the bracket that closes it.
    fn read_brackets(&mut self) -> Result<&'a [u8]> {
        let rest = self.lexer.remaining_text();
        let mut depth = 0_usize;
        for (at, byte) in rest.iter().enumerate().take_while(|(at, byte)| *at > 0 || **byte == b'[') {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                let (matrix, _) = rest.split_at(at + 1);
                self.lexer.skip_bytes(matrix.len());
                self.lexer.take_while(|byte| matches!(byte, b' ' | b'\t'));
                self.lexer.take_bytes(b";");
                return Ok(matrix);
            }
        }
        Err(self.lexer.expected_error(self.lexer.at, "a matrix in brackets"))
    }

    fn add_param(&mut self, name: &[u8], value: &Value<'_>, start: usize, sink: Sink<'_>) -> Result<()> {
        let number = self.builder.name(name).map_err(|error| self.locate_error(error, start))?;
        // The engine executes commands and makes no parameter of them.
        let command = name.starts_with(b"@") && name != b"@include";
        let kind = value.kind();
        let block = self.open.last().map_or(0, |open| open.number);
        let known = self.types.of(block, number, kind);
        if known != kind && !command {
            let quoted = quote_bytes(name);
            let message = format!(
                "expected type `{}`, which an earlier parameter `{quoted}` has, found `{}`",
                known.name(),
                kind.name()
            );
            self.report_refused(start, &message, sink)?;
        }
        if name == b"@null" {
            self.report_refused(start, "expected a name for the parameter, found `@null`, which means no name", sink)?;
        }
        if self.open.last().is_some_and(|open| open.has_blocks) {
            self.lost.moved_params += 1;
            self.lost.moved_includes += u64::from(name == b"@include");
        }
        self.builder.param_numbered(number, value).map_err(|error| self.locate_error(error, start))
    }

    /// Reports a fault that the engine rejects and a lenient reader accepts. A strict reader returns the fault as an
    /// error.
    fn report_refused(&self, at: usize, message: &str, sink: Sink<'_>) -> Result<()> {
        let rule = if self.lenient { &registry::TEXT_ENGINE } else { &registry::TEXT_EXPECTED };
        let finding = self.lexer.finding_at(rule, rule.class, at, message);
        if !self.lenient {
            return Err(finding.into());
        }
        sink(finding);
        Ok(())
    }

    /// Returns an error of the builder as a fault at a position of the text.
    #[cold]
    fn locate_error(&self, error: Error, at: usize) -> Error {
        match error {
            Error::Fault(finding) => {
                self.lexer.finding_at(&registry::TEXT_BUILT, finding.class, at, &finding.message).into()
            }
            other => other,
        }
    }
}
