//! Reads types and values of leaves.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::tree::{Kind, Number, PadTo, Value};

/// The largest size of a fill in bytes. Fills are meant for reserved bytes.
const MAX_FILL: usize = 1 << 20;

/// The largest size of all fills of a source in bytes.
const MAX_FILLS: usize = 64 << 20;

impl Parser<'_> {
    pub(super) fn parse_kind(&mut self) -> Parsed<Kind> {
        let at = self.position();
        let name = self.take_word("a type")?;
        kind_of_name(&name).ok_or_else(|| {
            at.error_at(format!(
                "expected a type, found `{name}`: the types are u8 to u64, i8 to i64, f32, f64 (with `be`: big \
                    endian), uleb, bytes, ascii, utf8, cstr, pad, stored"
            ))
        })
    }

    pub(super) fn parse_value(&mut self) -> Parsed<Value> {
        match self.peek_token().cloned() {
            Some(Token::Text(text)) => {
                self.skip_token();
                Ok(Value::Text(text))
            }
            Some(Token::Mark("[")) => self.parse_numbers(),
            Some(Token::Word(word)) if word == "hex" => {
                self.skip_token();
                Ok(Value::Raw(self.parse_hex()?))
            }
            Some(Token::Word(word)) if word == "zeros" => {
                self.skip_token();
                Ok(Value::Raw(vec![0; self.fill_size()?]))
            }
            Some(Token::Word(word)) if word == "fill" => {
                self.skip_token();
                let byte = self.parse_literal("a byte")?;
                Ok(Value::Raw(vec![byte; self.fill_size()?]))
            }
            _ => Ok(Value::One(self.parse_number()?)),
        }
    }

    /// Parses `to 16`, `until 0x40` and `with 0xAA`.
    pub(super) fn parse_padding(&mut self) -> Parsed<Value> {
        let to = if self.accept_word("to") {
            PadTo::Multiple(self.fill_size()?)
        } else {
            self.require_word("until")?;
            PadTo::Offset(self.parse_size()?)
        };
        let with = if self.accept_word("with") { self.parse_literal("a byte")? } else { 0 };
        Ok(Value::Pad { to, with })
    }

    /// Reads the size of a fill, or the step of a padding, which are limited together too.
    fn fill_size(&mut self) -> Parsed<usize> {
        let at = self.position();
        let size = self.parse_size()?;
        // Each size is limited, so that the sum does not overflow.
        self.filled += size;
        if self.filled > MAX_FILLS {
            return Err(at.error_at(format!("expected at most {MAX_FILLS} bytes in all fills together, found more")));
        }
        Ok(size)
    }

    fn parse_size(&mut self) -> Parsed<usize> {
        let at = self.position();
        let size = self.parse_literal("a size")?;
        if size > MAX_FILL {
            return Err(at.error_at(format!("the size of {size} bytes is more than the limit of {MAX_FILL} bytes")));
        }
        Ok(size)
    }

    fn parse_numbers(&mut self) -> Parsed<Value> {
        self.require_mark("[")?;
        let mut numbers = Vec::new();
        while !self.accept_mark("]") {
            numbers.push(self.parse_number()?);
            if !self.sees_mark("]") {
                self.require_mark(",")?;
            }
        }
        Ok(Value::Many(numbers))
    }

    fn parse_number(&mut self) -> Parsed<Number> {
        if self.accept_word("bits") {
            return Ok(Number::Bits(self.parse_expr()?));
        }
        if let Some(Token::Word(word)) = self.peek_token().cloned()
            && is_float(&word)
        {
            self.skip_token();
            return Ok(Number::Float(word));
        }
        if let Some(Token::Word(word)) = self.peek_second().cloned()
            && is_float(&word)
            && self.accept_mark("-")
        {
            self.skip_token();
            return Ok(Number::Float(format!("-{word}")));
        }
        Ok(Number::Expr(self.parse_expr()?))
    }

    // Loose words of digits, over several lines inside brackets.
    fn parse_hex(&mut self) -> Parsed<Vec<u8>> {
        let bracketed = self.accept_mark("[");
        let mut bytes = Vec::new();
        while let Some(Token::Word(word)) = self.peek_token().cloned() {
            if !word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                break;
            }
            for pair in word.as_bytes().chunks(2) {
                let byte = str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
                let byte = byte.and_then(|pair| u8::from_str_radix(pair, 16).ok());
                bytes.push(
                    byte.ok_or_else(|| {
                        self.position().error_at("expected two digits for each byte of hex, found one")
                    })?,
                );
            }
            self.skip_token();
        }
        if bracketed {
            self.require_mark("]")?;
        }
        Ok(bytes)
    }
}

fn is_float(word: &str) -> bool {
    let numeric = word.starts_with(|first: char| first.is_ascii_digit())
        && !word.starts_with("0x")
        && !word.starts_with("0b")
        && word.contains(['.', 'e', 'E']);
    numeric || matches!(word, "inf" | "nan")
}

fn kind_of_name(name: &str) -> Option<Kind> {
    let (plain, big) = name.strip_suffix("be").map_or((name, false), |plain| (plain, true));
    let int = |signed, size| Some(Kind::Int { size, signed, big });
    match plain {
        "u8" if !big => int(false, 1),
        "i8" if !big => int(true, 1),
        "u16" => int(false, 2),
        "i16" => int(true, 2),
        "u24" => int(false, 3),
        "i24" => int(true, 3),
        "u32" => int(false, 4),
        "i32" => int(true, 4),
        "u64" => int(false, 8),
        "i64" => int(true, 8),
        "f32" => Some(Kind::Float { size: 4, big }),
        "f64" => Some(Kind::Float { size: 8, big }),
        "uleb" if !big => Some(Kind::Uleb),
        "bytes" if !big => Some(Kind::Bytes),
        "ascii" if !big => Some(Kind::Ascii),
        "utf8" if !big => Some(Kind::Utf8),
        "cstr" if !big => Some(Kind::Cstr),
        _ => None,
    }
}
