use super::lexer::{Lexer, is_bare};
use super::number;
use crate::blk::{Builder, Document, ParamType, Value, registry};
use crate::quote::quote;
use bpx_schema::report::{Class, Finding, Location};
use bpx_schema::{Error, Limits, Result};
use std::borrow::Cow;

/// What a text says that no document holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Lost {
    /// Comments.
    pub comments: u64,
    /// Parameters behind a block of the same block, includes among them: in a document, all come before the blocks.
    pub moved_params: u64,
    /// Includes among these: where they are decides what overrides what.
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
/// When the bytes are no such text: where, with the line, and what was expected there.
pub fn read(file: &[u8], limits: Limits) -> Result<Document> {
    read_noting(file, limits, &mut |_| ()).map(|(document, _)| document)
}

/// As [`read`], with what no document holds; hands to `sink` what the engine refuses, though it is clear what is meant
/// (I-116).
///
/// # Errors
/// As [`read`].
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
        // No rule but those of the engine refuses the text.
        sink(registry::TEXT_ENGINE.finding(refused.location, refused.message));
    }
    rest(file, read, sink)
}

/// Says what follows the NUL that ends a text.
fn rest(file: &[u8], read: Result<(Document, Lost)>, sink: &mut dyn FnMut(Finding)) -> Result<(Document, Lost)> {
    let end = Lexer::new(file).end();
    let size = file.len().saturating_sub(end);
    if size > 0 && read.is_ok() {
        let place = Location { file: end as u64, content: None };
        let message = format!("the text ends at a NUL; {} bytes follow it", size.saturating_sub(1));
        sink(registry::TEXT_REST.finding(place, message));
    }
    read
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    limits: Limits,
    /// Whether to read on where the engine does not.
    lenient: bool,
    builder: Builder,
    lost: Lost,
    /// The root, and the blocks around the next statement.
    open: Vec<Open>,
    types: Types,
    /// Blocks that were opened.
    blocks: u32,
}

/// What was read of a block.
#[derive(Default)]
struct Open {
    /// Its number among all blocks.
    number: u32,
    /// Types of names that it replaced are behind this place.
    replaced: usize,
    has_blocks: bool,
}

/// The type that each name has in the block that is open.
#[derive(Default)]
struct Types {
    /// By the number of the name: the block in which a type was seen last, and the type.
    seen: Vec<Option<(u32, ParamType)>>,
    /// What blocks inside of others replaced, to be put back when they end.
    replaced: Vec<(u32, Option<(u32, ParamType)>)>,
}

impl Types {
    /// The type of a name in a block, which is `kind` when it is new there.
    fn of(&mut self, block: u32, name: u32, kind: ParamType) -> ParamType {
        let index = name as usize;
        if index >= self.seen.len() {
            self.seen.resize(index.saturating_add(1), None);
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
                self.refuse(at, "a comment holds a CR without LF, at which the engine never ends", sink)?;
            }
            if !more {
                break;
            }
        }
        self.lost.comments = self.lexer.comments;
        Ok((self.builder.finish()?, self.lost))
    }

    /// Reads one statement; false at the end.
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
        // How our texts write a block of this name.
        let escaped = self.lexer.since(start).starts_with(b"\"~@null\"");
        self.lexer.blanks(true)?;
        let at = self.lexer.at;
        match self.lexer.peek() {
            Some(b'{') => {
                if escaped {
                    self.refuse(
                        start,
                        "the name `@null` is escaped, and the engine reads it as none all the same",
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
        // A slash belongs to such a name, unless a comment begins with it.
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
            let message = format!("blocks nest deeper than {max}, a limit of this reader");
            return Err(self.lexer.fault(&registry::TEXT_DEPTH, start, &message));
        }
        let opened = self.builder.open(name);
        opened.map_err(|error| self.located(error, start))?;
        if let Some(parent) = self.open.last_mut() {
            parent.has_blocks = true;
        }
        self.blocks = self.blocks.saturating_add(1);
        self.open.push(Open { number: self.blocks, replaced: self.types.replaced.len(), has_blocks: false });
        Ok(())
    }

    /// Type and value, or values, of a parameter.
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

    /// Values in brackets, each a parameter.
    fn list(&mut self, name: &[u8], kind: ParamType, start: usize, sink: Sink<'_>) -> Result<()> {
        if name.starts_with(b"@") {
            self.refuse(start, "a name that begins with `@` has no list of values", sink)?;
        }
        if !self.lexer.eat(b"[") {
            return Err(self.lexer.expected(self.lexer.at, "`[`"));
        }
        // Blanks separate short values; in longer ones they follow commas.
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

    /// One value; in a list, one without quotes ends at one of the bytes `ends` for a lenient reader.
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

    /// Up to the bracket that closes the first.
    fn brackets(&mut self) -> Result<&'a [u8]> {
        let rest = self.lexer.rest();
        let mut depth = 0_usize;
        for (at, byte) in rest.iter().enumerate().take_while(|(at, byte)| *at > 0 || **byte == b'[') {
            match byte {
                b'[' => depth = depth.saturating_add(1),
                b']' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                let size = at.saturating_add(1);
                self.lexer.skip(size);
                self.lexer.run(|byte| matches!(byte, b' ' | b'\t'));
                self.lexer.eat(b";");
                return Ok(rest.get(..size).unwrap_or_default());
            }
        }
        Err(self.lexer.expected(self.lexer.at, "a matrix in brackets"))
    }

    fn param(&mut self, name: &[u8], value: &Value<'_>, start: usize, sink: Sink<'_>) -> Result<()> {
        let number = self.builder.name(name).map_err(|error| self.located(error, start))?;
        // Commands are carried out by the engine, and make no parameter.
        let command = name.starts_with(b"@") && name != b"@include";
        let kind = value.kind();
        let block = self.open.last().map_or(0, |open| open.number);
        let known = self.types.of(block, number, kind);
        if known != kind && !command {
            let quoted = quote(name);
            let message = format!("`{quoted}` is of type `{}` before, and of `{}` here", known.name(), kind.name());
            self.refuse(start, &message, sink)?;
        }
        if name == b"@null" {
            self.refuse(start, "`@null` says that a block has no name, and a parameter needs one", sink)?;
        }
        if self.open.last().is_some_and(|open| open.has_blocks) {
            self.lost.moved_params = self.lost.moved_params.saturating_add(1);
            let include = u64::from(name == b"@include");
            self.lost.moved_includes = self.lost.moved_includes.saturating_add(include);
        }
        self.builder.param_numbered(number, value).map_err(|error| self.located(error, start))
    }

    /// Ends the reading where the engine ends it, unless that is excused.
    fn refuse(&self, at: usize, message: &str, sink: Sink<'_>) -> Result<()> {
        let rule = if self.lenient { &registry::TEXT_ENGINE } else { &registry::TEXT_EXPECTED };
        let finding = self.lexer.finding(rule, rule.class, at, message);
        if !self.lenient {
            return Err(finding.into());
        }
        sink(finding);
        Ok(())
    }

    /// A fault of what is built, at a place of the text.
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
