//! Parses an annotated text: its blocks, its leaves, and the text as a whole.

use super::error::{Position, SourceError};
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::path::Path;
use super::tree::{Base, Entry, Fault, Kind, Leaf, Space, Value};

/// Reads a text into `base` and `faults`, which may hold those of an earlier text.
pub(super) fn parse_text(text: &str, base: &mut Base, faults: &mut Vec<Fault>) -> Parsed<()> {
    if base.spaces.is_empty() {
        base.spaces.push(Space::default());
    }
    let mut parser = Parser::new(text)?;
    while parser.skip_separators() {
        if parser.peek() == Some(&Token::Word("fault".to_owned()))
            && matches!(parser.peek_second(), Some(Token::Text(_)))
        {
            let fault = parser.fault()?;
            if faults.iter().any(|other| other.name == fault.name) {
                return Err(fault.at.error(format!("two faults have the name {:?}", fault.name)));
            }
            faults.push(fault);
        } else {
            parser.item(base, 0)?;
        }
    }
    Ok(())
}

impl Parser<'_> {
    fn item(&mut self, base: &mut Base, space: usize) -> Parsed<()> {
        let at = self.at();
        let tail = self.path_tail()?;
        let path = self.block.join(&tail);
        if path.is_pattern() {
            return Err(at.error("expected a number as the index of a field, found `*`"));
        }
        if self.accept("{") {
            base.add(Entry { path: path.clone(), at, space, leaf: None })?;
            return self.items(path, base, space);
        }
        self.require(":")?;
        if self.accept_word("stored") {
            self.stored(path, at, base, space)?;
        } else {
            let leaf = self.leaf()?;
            base.add(Entry { path, at, space, leaf: Some(leaf) })?;
        }
        self.end_of_statement()
    }

    /// Reads the rest of a block after its `{`.
    fn items(&mut self, block: Path, base: &mut Base, space: usize) -> Parsed<()> {
        self.enter()?;
        let opened = self.at();
        let around = std::mem::replace(&mut self.block, block);
        while self.skip_separators() && !self.sees("}") {
            self.item(base, space)?;
        }
        if !self.accept("}") {
            return Err(opened.error("this block is not closed"));
        }
        self.block = around;
        self.leave();
        Ok(())
    }

    fn leaf(&mut self) -> Parsed<Leaf> {
        let start = self.mark();
        let padding = self.accept_word("pad");
        let kind = if padding { Kind::Bytes } else { self.kind()? };
        let type_name = self.spelling_since(start);
        if !padding {
            self.require("=")?;
        }
        let start = self.mark();
        let value = if padding { self.padding()? } else { self.value()? };
        let spelling = self.spelling_since(start);
        let known = if self.accept_word("is") { Some(self.literal("a number")?) } else { None };
        Ok(Leaf { kind, value, type_name, spelling, known })
    }

    /// `stored xz = hex .. unpacks { .. }`, or a block of fields in place of the hex.
    fn stored(&mut self, path: Path, at: Position, base: &mut Base, space: usize) -> Parsed<()> {
        let codec = self.word("a codec's name")?;
        if self.accept("{") {
            base.add(Entry { path: path.clone(), at, space, leaf: None })?;
            self.items(path.clone(), base, space)?;
        } else {
            self.require("=")?;
            let start = self.mark();
            let value = self.value()?;
            let Value::Raw(_) = value else {
                return Err(at.error("expected hex for stored bytes, found another value"));
            };
            let (type_name, spelling) = (format!("stored {codec}"), self.spelling_since(start));
            let leaf = Leaf { kind: Kind::Bytes, value, type_name, spelling, known: None };
            base.add(Entry { path: path.clone(), at, space, leaf: Some(leaf) })?;
        }
        self.require_word("unpacks")?;
        self.require("{")?;
        let inner = base.spaces.len();
        let unpacked = path.named("unpacked");
        base.spaces.push(Space { stored: path, codec });
        base.add(Entry { path: unpacked.clone(), at, space: inner, leaf: None })?;
        self.items(unpacked, base, inner)
    }
}

impl Base {
    fn add(&mut self, entry: Entry) -> Result<(), SourceError> {
        let clash = self.entries.iter().find(|other| {
            let below = other.path.holds(&entry.path) && other.leaf.is_some();
            let above = entry.path.holds(&other.path) && entry.leaf.is_some();
            other.path == entry.path || ((below || above) && other.space == entry.space)
        });
        if let Some(other) = clash {
            let message = format!("`{}` clashes with line {}", entry.path, other.at.line);
            return Err(entry.at.error(message));
        }
        self.entries.push(entry);
        Ok(())
    }
}
