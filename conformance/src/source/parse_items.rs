//! Parses an annotated text: its blocks, its leaves, and the text as a whole.

use super::error::{Position, SourceError};
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::path::Path;
use super::tree::{Base, Entry, Fault, Kind, Leaf, Space, Value};

/// Reads a text into `base` and `faults`, which may already hold the items of an earlier text.
pub(super) fn parse_text(text: &str, base: &mut Base, faults: &mut Vec<Fault>) -> Parsed<()> {
    if base.spaces.is_empty() {
        base.spaces.push(Space::default());
    }
    let mut parser = Parser::new(text, base.filled)?;
    while parser.skip_separators() {
        if parser.peek_token() == Some(&Token::Word("fault".to_owned()))
            && matches!(parser.peek_second(), Some(Token::Text(_)))
        {
            let fault = parser.parse_fault()?;
            if faults.iter().any(|other| other.name == fault.name) {
                return Err(fault.at.error_at(format!("two faults have the name {:?}", fault.name)));
            }
            faults.push(fault);
        } else {
            parser.parse_item(base, 0)?;
        }
    }
    base.filled = parser.filled;
    Ok(())
}

impl Parser<'_> {
    fn parse_item(&mut self, base: &mut Base, space: usize) -> Parsed<()> {
        let at = self.position();
        let tail = self.path_tail()?;
        let path = self.block.join(&tail);
        if path.is_pattern() {
            return Err(at.error_at("expected a number as the index of a field, found `*`"));
        }
        if self.accept_mark("{") {
            base.add_entry(Entry { path: path.clone(), at, space, leaf: None })?;
            return self.parse_items(path, base, space);
        }
        self.require_mark(":")?;
        if self.accept_word("stored") {
            self.parse_stored(path, at, base, space)?;
        } else {
            let leaf = self.parse_leaf()?;
            base.add_entry(Entry { path, at, space, leaf: Some(leaf) })?;
        }
        self.end_of_statement()
    }

    /// Reads the rest of a block after its `{`.
    fn parse_items(&mut self, block: Path, base: &mut Base, space: usize) -> Parsed<()> {
        self.enter_nesting()?;
        let opened = self.position();
        let around = std::mem::replace(&mut self.block, block);
        while self.skip_separators() && !self.sees_mark("}") {
            self.parse_item(base, space)?;
        }
        if !self.accept_mark("}") {
            return Err(opened.error_at("expected `}` at the end of this block, found the end of the text"));
        }
        self.block = around;
        self.leave_nesting();
        Ok(())
    }

    fn parse_leaf(&mut self) -> Parsed<Leaf> {
        let start = self.token_index();
        let padding = self.accept_word("pad");
        let kind = if padding { Kind::Bytes } else { self.parse_kind()? };
        let type_name = self.spelling_since(start);
        if !padding {
            self.require_mark("=")?;
        }
        let start = self.token_index();
        let value = if padding { self.parse_padding()? } else { self.parse_value()? };
        let spelling = self.spelling_since(start);
        let known = if self.accept_word("is") { Some(self.parse_literal("a number")?) } else { None };
        Ok(Leaf { kind, value, type_name, spelling, known })
    }

    /// Parses `stored xz = hex .. unpacks { .. }`, or a block of fields in place of the hex.
    fn parse_stored(&mut self, path: Path, at: Position, base: &mut Base, space: usize) -> Parsed<()> {
        let codec = self.take_word("a codec's name")?;
        if self.accept_mark("{") {
            base.add_entry(Entry { path: path.clone(), at, space, leaf: None })?;
            self.parse_items(path.clone(), base, space)?;
        } else {
            self.require_mark("=")?;
            let start = self.token_index();
            let value = self.parse_value()?;
            let Value::Raw(_) = value else {
                return Err(at.error_at("expected hex for stored bytes, found another value"));
            };
            let (type_name, spelling) = (format!("stored {codec}"), self.spelling_since(start));
            let leaf = Leaf { kind: Kind::Bytes, value, type_name, spelling, known: None };
            base.add_entry(Entry { path: path.clone(), at, space, leaf: Some(leaf) })?;
        }
        self.require_word("unpacks")?;
        self.require_mark("{")?;
        let inner = base.spaces.len();
        let unpacked = path.with_name("unpacked");
        base.spaces.push(Space { stored: path, codec });
        base.add_entry(Entry { path: unpacked.clone(), at, space: inner, leaf: None })?;
        self.parse_items(unpacked, base, inner)
    }
}

impl Base {
    fn add_entry(&mut self, entry: Entry) -> Result<(), SourceError> {
        let clash = self.entries.iter().find(|other| {
            let below = other.path.contains(&entry.path) && other.leaf.is_some();
            let above = entry.path.contains(&other.path) && entry.leaf.is_some();
            other.path == entry.path || ((below || above) && other.space == entry.space)
        });
        if let Some(other) = clash {
            let message = format!("`{}` clashes with line {}", entry.path, other.at.line);
            return Err(entry.at.error_at(message));
        }
        self.entries.push(entry);
        Ok(())
    }
}
