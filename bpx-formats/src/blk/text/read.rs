use super::number;
use crate::blk::{Builder, Document, ParamType, Value};
use bpx_schema::report::{Class, Finding, Location};
use bpx_schema::{Error, Limits, Result};
use std::borrow::Cow;

/// Whether a file is in the text form: it begins as no binary file does, and holds no NUL.
#[must_use]
pub fn is_text(file: &[u8]) -> bool {
    let begins = |first: &u8| matches!(first, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
    file.first().is_some_and(begins) && !file.contains(&0)
}

/// Reads the text form.
///
/// # Errors
/// When the bytes are no such text: where, with the line, and what was expected there.
pub fn read(file: &[u8], limits: Limits) -> Result<Document> {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let base = file.len().saturating_sub(text.len());
    let mut reader = Reader { text, at: 0, base, limits, builder: Builder::new(None) };
    if file.is_empty() {
        return Err(reader.fault(Class::Truncated, "the file is empty"));
    }
    if file.contains(&0) {
        return Err(reader.fault(Class::BadText, "a text cannot hold a NUL"));
    }
    while reader.statement()? {}
    reader.builder.finish()
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// Bytes before the text.
    base: usize,
    limits: Limits,
    builder: Builder,
}

impl<'a> Reader<'a> {
    /// Reads one statement, or the end.
    fn statement(&mut self) -> Result<bool> {
        self.skip(true)?;
        match self.peek() {
            None if self.builder.depth() > 1 => return Err(self.fault(Class::Truncated, "a block is not closed")),
            None => return Ok(false),
            Some(b'}') => {
                if self.builder.depth() < 2 {
                    return Err(self.expected("a name"));
                }
                self.at = self.at.saturating_add(1);
                self.builder.close()?;
                return Ok(true);
            }
            Some(_) => {}
        }
        let start = self.at;
        let (name, bare) = self.name()?;
        self.skip(false)?;
        match self.peek() {
            Some(b'{') => {
                self.at = self.at.saturating_add(1);
                let max = self.limits.max_depth;
                if self.builder.depth() >= max as usize {
                    self.at = start;
                    return Err(self.fault(Class::TooDeep, &format!("blocks nest deeper than {max}")));
                }
                let unnamed = bare && &*name == b"@null";
                self.builder.open((!unnamed).then_some(&*name))?;
            }
            Some(b':') => {
                self.at = self.at.saturating_add(1);
                self.typed(&name)?;
            }
            Some(b'=') => {
                self.at = self.at.saturating_add(1);
                self.blanks()?;
                let value = self.string(b"};\n")?;
                self.builder.param(&name, &Value::String(&value))?;
            }
            Some(b'"' | b'\'') if bare && &*name == b"include" => {
                let value = self.quoted()?;
                self.builder.param(b"@include", &Value::String(&value))?;
            }
            _ => return Err(self.expected("`:`, `=` or `{`")),
        }
        Ok(true)
    }

    /// Type and value, or values, of a parameter.
    fn typed(&mut self, name: &[u8]) -> Result<()> {
        self.skip(false)?;
        let word = self.run(|byte| byte.is_ascii_alphanumeric());
        let kind = std::str::from_utf8(word).ok().and_then(ParamType::from_name);
        let Some(kind) = kind else {
            self.at = self.at.saturating_sub(word.len());
            return Err(self.expected("a type"));
        };
        self.skip(false)?;
        let several = self.rest().starts_with(b"[]");
        if several {
            self.at = self.at.saturating_add(2);
            self.skip(false)?;
        }
        if self.peek() != Some(b'=') {
            return Err(self.expected("`=`"));
        }
        self.at = self.at.saturating_add(1);
        self.blanks()?;
        if !several {
            return self.value(name, kind, b"};\n");
        }
        self.skip(false)?;
        if self.peek() != Some(b'[') {
            return Err(self.expected("`[`"));
        }
        self.at = self.at.saturating_add(1);
        loop {
            self.skip(true)?;
            match self.peek() {
                Some(b']') => {
                    self.at = self.at.saturating_add(1);
                    return Ok(());
                }
                None => return Err(self.fault(Class::Truncated, "a list is not closed")),
                // Parts of a value are separated by commas, so blanks separate only values of one part.
                Some(_) if kind.payload_size() > 8 || kind == ParamType::Color => self.value(name, kind, b"];\n")?,
                Some(_) => self.value(name, kind, b"]; \t\r\n")?,
            }
        }
    }

    fn value(&mut self, name: &[u8], kind: ParamType, ends: &[u8]) -> Result<()> {
        if kind == ParamType::String {
            let value = self.string(ends)?;
            return self.builder.param(name, &Value::String(&value));
        }
        let start = self.at;
        let text = if kind == ParamType::Matrix { self.brackets()? } else { self.unquoted(ends) };
        let value = std::str::from_utf8(text).ok().and_then(|text| number::parse(kind, text));
        let Some(value) = value else {
            self.at = start;
            return Err(self.expected(&format!("a value of type `{}`", kind.name())));
        };
        self.builder.param(name, &value)
    }

    /// A name, and whether it stood without quotes.
    fn name(&mut self) -> Result<(Cow<'a, [u8]>, bool)> {
        if let Some(b'"' | b'\'') = self.peek() {
            return Ok((self.quoted()?, false));
        }
        let word = self.run(|byte| !byte.is_ascii_whitespace() && !b":={}[];\"',".contains(&byte));
        if word.is_empty() {
            return Err(self.expected("a name"));
        }
        Ok((Cow::Borrowed(word), true))
    }

    fn string(&mut self, ends: &[u8]) -> Result<Cow<'a, [u8]>> {
        match self.peek() {
            Some(b'"' | b'\'') => self.quoted(),
            _ => Ok(Cow::Borrowed(self.unquoted(ends))),
        }
    }

    /// A string in quotes: one or three, single or double.
    fn quoted(&mut self) -> Result<Cow<'a, [u8]>> {
        let start = self.at;
        let quote = self.peek().unwrap_or(b'"');
        let long = self.rest().starts_with(&[quote; 3]);
        let close: &[u8] = if long { &[quote; 3] } else { &[quote] };
        self.at = self.at.saturating_add(close.len());
        let mut value = Vec::new();
        loop {
            let rest = self.rest();
            if rest.starts_with(close) {
                self.at = self.at.saturating_add(close.len());
                break;
            }
            match rest {
                [] => {
                    self.at = start;
                    return Err(self.fault(Class::Unterminated, "a string is not closed"));
                }
                [b'~', next, ..] => {
                    value.push(match next {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        other => *other,
                    });
                    self.at = self.at.saturating_add(2);
                    continue;
                }
                [b'\n' | b'\r', ..] if !long => {
                    return Err(self.fault(Class::BadText, "a line ends inside of a string"));
                }
                [b'\r', ..] => {}
                [byte, ..] => value.push(*byte),
            }
            self.at = self.at.saturating_add(1);
        }
        if long {
            // The line of the opening quotes, and that of the closing ones.
            if value.first() == Some(&b'\n') {
                value.remove(0);
            }
            if value.last() == Some(&b'\n') {
                value.pop();
            }
        }
        Ok(Cow::Owned(value))
    }

    /// Up to one of these bytes or a comment, without blanks at the end.
    fn unquoted(&mut self, ends: &[u8]) -> &'a [u8] {
        let rest = self.rest();
        let comment = |at: usize| rest.get(at..).is_some_and(|rest| rest.starts_with(b"//") || rest.starts_with(b"/*"));
        let end = (0..rest.len()).find(|at| rest.get(*at).is_some_and(|byte| ends.contains(byte)) || comment(*at));
        let text = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        self.at = self.at.saturating_add(text.len());
        text.trim_ascii_end()
    }

    /// Up to the bracket that closes the first.
    fn brackets(&mut self) -> Result<&'a [u8]> {
        let rest = self.rest();
        let mut depth = 0_usize;
        for (at, byte) in rest.iter().enumerate() {
            match byte {
                b'[' => depth = depth.saturating_add(1),
                b']' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                let end = at.saturating_add(1);
                self.at = self.at.saturating_add(end);
                return Ok(rest.get(..end).unwrap_or_default());
            }
        }
        Err(self.expected("a matrix in brackets"))
    }

    /// Skips blanks in a line.
    fn blanks(&mut self) -> Result<()> {
        loop {
            self.run(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            if !self.rest().starts_with(b"/*") {
                return Ok(());
            }
            self.comment()?;
        }
    }

    /// Skips blanks, lines and comments; between statements also `;`.
    fn skip(&mut self, between: bool) -> Result<()> {
        loop {
            self.run(|byte| byte.is_ascii_whitespace() || (between && matches!(byte, b';' | b',')));
            let rest = self.rest();
            if rest.starts_with(b"//") {
                self.run(|byte| byte != b'\n');
            } else if rest.starts_with(b"/*") {
                self.comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Skips a comment, which may hold others.
    fn comment(&mut self) -> Result<()> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.rest() {
                [b'/', b'*', ..] => (self.at, depth) = (self.at.saturating_add(2), depth.saturating_add(1)),
                [b'*', b'/', ..] => (self.at, depth) = (self.at.saturating_add(2), depth.saturating_sub(1)),
                [] => {
                    self.at = start;
                    return Err(self.fault(Class::Unterminated, "a comment is not closed"));
                }
                _ => self.at = self.at.saturating_add(1),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn run(&mut self, holds: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !holds(*byte)).unwrap_or(rest.len());
        self.at = self.at.saturating_add(end);
        rest.get(..end).unwrap_or_default()
    }

    #[cold]
    fn expected(&self, what: &str) -> Error {
        self.fault(Class::BadMagic, &format!("expected {what}"))
    }

    #[cold]
    fn fault(&self, class: Class, message: &str) -> Error {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
        let at = Location { file: self.base.saturating_add(self.at) as u64, content: None };
        let code = if class == Class::TooDeep { "blk.block.depth" } else { "blk.text" };
        let finding = Finding::new(class, at, format!("line {line}: {message}"));
        Error::Fault(Box::new(finding.code(code).spec("Text form")))
    }
}
