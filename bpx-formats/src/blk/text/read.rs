#![allow(clippy::arithmetic_side_effects, reason = "all numbers count parts of a text in memory")]

use super::lexer::{Lexer, is_bare};
use super::number;
use crate::blk::{Builder, Document, ParamType, Value, registry};
use crate::quote::quote;
use bpx_schema::report::{Class, Finding, Location};
use bpx_schema::{Error, Limits, Result};
use std::borrow::Cow;

/// Parts of a text that a document cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Lost {
    /// Number of comments.
    pub comments: u64,
    /// Number of parameters after a block in the same block, including includes. In a document, parameters come before
    /// blocks.
    pub moved_params: u64,
    /// Number of includes among these. Their position decides what overrides what.
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
            messages.push(format!("includes among these, whose order matters: {}", self.moved_includes));
        }
        messages
    }
}

/// Reads the text form.
///
/// # Errors
/// Returns an error when the bytes do not form such a text: the line, the offset and what was expected there.
pub fn read(file: &[u8], limits: Limits) -> Result<Document> {
    read_noting(file, limits, &mut |_| ()).map(|(document, _)| document)
}

/// Like [`read`], and also returns the parts that a document cannot hold. Reports to `sink` the places that the engine
/// rejects although their meaning is clear (I-116).
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_noting(file: &[u8], limits: Limits, sink: &mut dyn FnMut(Finding)) -> Result<(Document, Lost)> {
    let refused = match Reader::new(file, limits).document(&mut |_| ()) {
        Err(Error::Fault(finding)) if finding.class != Class::TooDeep => finding,
        read => return rest(file, read, sink),
    };
    let mut silent = true;
    let mut noting = |finding| {
        silent = false;
        sink(finding);
    };
    let read = Reader::new(file, limits).lenient().document(&mut noting);
    if silent && read.is_ok() {
        // Only the engine's rules reject the text.
        sink(registry::TEXT_ENGINE.finding(refused.location, refused.message));
    }
    rest(file, read, sink)
}

/// Reports bytes after the NUL that ends a text.
fn rest(file: &[u8], read: Result<(Document, Lost)>, sink: &mut dyn FnMut(Finding)) -> Result<(Document, Lost)> {
    let end = Lexer::new(file).end();
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
    /// Whether to continue where the engine stops.
    lenient: bool,
    builder: Builder,
    lost: Lost,
    /// The blocks around the next statement, from the root.
    open: Vec<Open>,
    types: Types,
    /// Number of blocks that were opened.
    blocks: u32,
}

/// The state of an open block.
#[derive(Default)]
struct Open {
    /// Its number among all blocks.
    number: u32,
    /// Number of entries in [`Types::replaced`] when the block began.
    replaced: usize,
    has_blocks: bool,
}

/// The type of each name in the current block.
#[derive(Default)]
struct Types {
    /// By the number of the name: the block in which a type was seen last, and the type.
    seen: Vec<Option<(u32, ParamType)>>,
    /// Entries that nested blocks replaced, restored when the blocks end.
    replaced: Vec<(u32, Option<(u32, ParamType)>)>,
}

impl Types {
    /// Returns the type of a name in a block; it becomes `kind` if the name is new there.
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

    fn close(&mut self, block: &Open) {
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
            open: vec![Open::default()],
            types: Types::default(),
            blocks: 0,
        }
    }

    fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    fn document(mut self, sink: Sink<'_>) -> Result<(Document, Lost)> {
        loop {
            let more = self.statement(sink)?;
            if let Some(at) = self.lexer.endless.take() {
                self.refuse(
                    at,
                    "expected LF after CR in a comment, found none: the engine never ends reading it",
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

    /// Reads one statement. Returns false at the end.
    fn statement(&mut self, sink: Sink<'_>) -> Result<bool> {
        self.lexer.blanks(true)?;
        let start = self.lexer.at;
        match self.lexer.peek() {
            None if self.open.len() > 1 => {
                return Err(self.lexer.fault(&registry::TEXT_END, start, "a block is not closed"));
            }
            None => return Ok(false),
            Some(b'}') => {
                if self.open.len() < 2 {
                    return Err(self.lexer.expected(start, "a name"));
                }
                self.lexer.skip(1);
                if let Some(block) = self.open.pop() {
                    self.types.close(&block);
                }
                self.builder.close()?;
                return Ok(true);
            }
            Some(byte @ (b';' | b',')) => {
                self.refuse(start, &format!("expected a name, found `{}`", char::from(byte)), sink)?;
                self.lexer.skip(1);
                return Ok(true);
            }
            Some(_) => {}
        }
        let name = self.name(sink)?;
        // `write` escapes the name of such a block.
        let escaped = self.lexer.since(start).starts_with(b"\"~@null\"");
        self.lexer.blanks(true)?;
        let at = self.lexer.at;
        match self.lexer.peek() {
            Some(b'{') => {
                if escaped {
                    self.refuse(
                        start,
                        "expected a name, found the escaped `@null`, which the engine reads as no name",
                        sink,
                    )?;
                }
                let unnamed = name == b"@null".as_slice() && !escaped;
                self.block((!unnamed).then_some(&*name), start)?;
            }
            Some(b':') => self.typed(&name, start, sink)?,
            Some(_) if name.eq_ignore_ascii_case(b"include") => {
                let path = self.lexer.value()?;
                self.param(b"@include", &Value::String(&path), start, sink)?;
            }
            Some(b'=') => {
                self.refuse(at, "expected `:` and a type, found `=`", sink)?;
                self.lexer.skip(1);
                self.lexer.blanks(true)?;
                let value = self.lexer.value()?;
                self.param(&name, &Value::String(&value), start, sink)?;
            }
            None => return Err(self.lexer.fault(&registry::TEXT_END, at, "expected `:` or `{`, found the end")),
            Some(_) => return Err(self.lexer.expected(at, "`:` or `{`")),
        }
        Ok(true)
    }

    fn name(&mut self, sink: Sink<'_>) -> Result<Cow<'a, [u8]>> {
        if let Some(b'"' | b'\'') = self.lexer.peek() {
            return self.lexer.value();
        }
        let start = self.lexer.at;
        let word = self.lexer.run(is_bare);
        let separates = |byte: u8| byte.is_ascii_whitespace() || b"\x1A:={}[];\"',".contains(&byte);
        let ends = self.lexer.is_comment() || self.lexer.peek().is_none_or(separates);
        if ends || word.eq_ignore_ascii_case(b"include") {
            return if word.is_empty() { Err(self.lexer.expected(start, "a name")) } else { Ok(word.into()) };
        }
        // A slash belongs to such a name, unless it begins a comment.
        while self.lexer.peek().is_some_and(|byte| !separates(byte)) && !self.lexer.is_comment() {
            self.lexer.skip(1);
        }
        let name = self.lexer.since(start);
        self.refuse(start, &format!("the name `{}` needs quotes", quote(name)), sink)?;
        Ok(name.into())
    }

    fn block(&mut self, name: Option<&[u8]>, start: usize) -> Result<()> {
        self.lexer.skip(1);
        let max = self.limits.max_depth;
        if self.open.len() >= max as usize {
            let message = format!("expected at most {max} levels of blocks, the limit of this reader, found more");
            return Err(self.lexer.fault(&registry::TEXT_DEPTH, start, &message));
        }
        let opened = self.builder.open(name);
        opened.map_err(|error| self.located(error, start))?;
        if let Some(parent) = self.open.last_mut() {
            parent.has_blocks = true;
        }
        self.blocks += 1;
        self.open.push(Open { number: self.blocks, replaced: self.types.replaced.len(), has_blocks: false });
        Ok(())
    }

    /// Reads the type of a parameter and its value or values.
    fn typed(&mut self, name: &[u8], start: usize, sink: Sink<'_>) -> Result<()> {
        self.lexer.skip(1);
        self.lexer.blanks(true)?;
        let at = self.lexer.at;
        let word = match self.lexer.peek() {
            Some(b'"' | b'\'') => self.lexer.value()?,
            _ => self.lexer.run(is_bare).into(),
        };
        let kind = std::str::from_utf8(&word).ok().and_then(ParamType::from_name);
        let kind = kind.ok_or_else(|| self.lexer.expected(at, "a type"))?;
        self.lexer.blanks(true)?;
        let several = self.lexer.eat(b"[]");
        if several {
            self.lexer.blanks(true)?;
        }
        if !self.lexer.eat(b"=") {
            return Err(self.lexer.expected(self.lexer.at, "`=`"));
        }
        self.lexer.blanks(false)?;
        if several {
            return self.list(name, kind, start, sink);
        }
        if let None | Some(b'\r' | b'\n') = self.lexer.peek() {
            if kind != ParamType::String {
                return Err(self.lexer.expected(self.lexer.at, &format!("a value of type `{}`", kind.name())));
            }
            self.refuse(self.lexer.at, "expected a value, found the end of the line", sink)?;
        }
        self.value(name, kind, start, None, sink)
    }

    /// Reads values in brackets, each of which becomes a parameter.
    fn list(&mut self, name: &[u8], kind: ParamType, start: usize, sink: Sink<'_>) -> Result<()> {
        if name.starts_with(b"@") {
            self.refuse(start, "expected no list of values for a name that begins with `@`", sink)?;
        }
        if !self.lexer.eat(b"[") {
            return Err(self.lexer.expected(self.lexer.at, "`[`"));
        }
        // Blanks separate short values; in longer values, blanks follow commas.
        let long = kind.payload_size() > 8 || kind == ParamType::Color;
        let ends = if long { &b"];\r\n"[..] } else { b"]; \t\r\n" };
        loop {
            self.lexer.blanks(true)?;
            match self.lexer.peek() {
                Some(b']') => {
                    self.lexer.skip(1);
                    return Ok(());
                }
                None | Some(b'}') => {
                    return Err(self.lexer.fault(&registry::TEXT_END, self.lexer.at, "a list is not closed"));
                }
                Some(b';' | b',') if self.lenient => {
                    self.refuse(self.lexer.at, "expected a value or `]`", sink)?;
                    self.lexer.skip(1);
                }
                Some(_) => self.value(name, kind, start, Some(ends), sink)?,
            }
        }
    }

    /// Reads one value. In a list, a lenient reader ends a value without quotes at one of the bytes `ends`.
    fn value(&mut self, name: &[u8], kind: ParamType, start: usize, ends: Option<&[u8]>, sink: Sink<'_>) -> Result<()> {
        let at = self.lexer.at;
        let quoted = matches!(self.lexer.peek(), Some(b'"' | b'\''));
        let text = match (self.lenient && !quoted, ends) {
            (true, _) if kind == ParamType::Matrix => self.brackets()?.into(),
            (true, Some(ends)) => self.lexer.run(|byte| !ends.contains(&byte)).trim_ascii_end().into(),
            _ => self.lexer.value()?,
        };
        if kind == ParamType::String {
            return self.param(name, &Value::String(&text), start, sink);
        }
        if let Some(value) = number::parse(kind, &text) {
            return self.param(name, &value, start, sink);
        }
        let what = format!("a value of type `{}`", kind.name());
        let value = number::parse_lenient(kind, &text).filter(|_| self.lenient);
        let value = value.ok_or_else(|| self.lexer.expected(at, &what))?;
        self.refuse(at, &format!("expected {what} in a form that the engine reads"), sink)?;
        self.param(name, &value, start, sink)
    }

    /// Reads up to the bracket that closes the first.
    fn brackets(&mut self) -> Result<&'a [u8]> {
        let rest = self.lexer.rest();
        let mut depth = 0_usize;
        for (at, byte) in rest.iter().enumerate().take_while(|(at, byte)| *at > 0 || **byte == b'[') {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                let (matrix, _) = rest.split_at(at + 1);
                self.lexer.skip(matrix.len());
                self.lexer.run(|byte| matches!(byte, b' ' | b'\t'));
                self.lexer.eat(b";");
                return Ok(matrix);
            }
        }
        Err(self.lexer.expected(self.lexer.at, "a matrix in brackets"))
    }

    fn param(&mut self, name: &[u8], value: &Value<'_>, start: usize, sink: Sink<'_>) -> Result<()> {
        let number = self.builder.name(name).map_err(|error| self.located(error, start))?;
        // The engine executes commands and makes no parameter of them.
        let command = name.starts_with(b"@") && name != b"@include";
        let kind = value.kind();
        let block = self.open.last().map_or(0, |open| open.number);
        let known = self.types.of(block, number, kind);
        if known != kind && !command {
            let quoted = quote(name);
            let message = format!("expected type `{}` for `{quoted}` as before, found `{}`", known.name(), kind.name());
            self.refuse(start, &message, sink)?;
        }
        if name == b"@null" {
            self.refuse(start, "the name `@null` means no name, which a parameter cannot have", sink)?;
        }
        if self.open.last().is_some_and(|open| open.has_blocks) {
            self.lost.moved_params += 1;
            self.lost.moved_includes += u64::from(name == b"@include");
        }
        self.builder.param_numbered(number, value).map_err(|error| self.located(error, start))
    }

    /// Reports a fault that only the engine rejects; in strict mode, reading ends with it.
    fn refuse(&self, at: usize, message: &str, sink: Sink<'_>) -> Result<()> {
        let rule = if self.lenient { &registry::TEXT_ENGINE } else { &registry::TEXT_EXPECTED };
        let finding = self.lexer.finding(rule, rule.class, at, message);
        if !self.lenient {
            return Err(finding.into());
        }
        sink(finding);
        Ok(())
    }

    /// Returns an error of the builder as a fault at a position of the text.
    #[cold]
    fn located(&self, error: Error, at: usize) -> Error {
        match error {
            Error::Fault(finding) => {
                self.lexer.finding(&registry::TEXT_BUILT, finding.class, at, &finding.message).into()
            }
            other => other,
        }
    }
}
