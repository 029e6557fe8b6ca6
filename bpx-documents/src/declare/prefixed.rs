//! Reads definitions of types that consist of a number of bytes, and then the bytes.

use super::field;
use super::names::Names;
use super::order::UNSTATED;
use super::words::{Token, split_sentences};
use crate::model::{Document, Field};
use crate::name::normal_name;
use crate::size::Size;
use crate::types::{self, Types};
use bpx_model::name::to_upper_camel_case;
use bpx_model::{Body, Endian, Expr, Field as Part, Length, Structure, Text, Type};
use std::collections::HashMap;

/// The types that a document defines as a number of bytes and the bytes: the type of the number, by the normal name of
/// the type.
pub(super) struct Prefixed(HashMap<String, String>);

impl Prefixed {
    /// Reads definitions in sentences: `Strings are stored as a uint32 byte length followed by the bytes.`
    pub(super) fn of(document: &Document) -> Self {
        let mut known = HashMap::new();
        for (_, prose) in &document.prose {
            for sentence in prose.sentences().filter(|sentence| sentence.text.contains("followed by")) {
                for tokens in split_sentences(sentence.text) {
                    if let Some((name, ty)) = read_definition(&tokens) {
                        known.entry(name).or_insert(ty);
                    }
                }
            }
        }
        Self(known)
    }

    /// Returns the structure of a field whose type the document defines or names as length-prefixed: a number, then as
    /// many bytes.
    pub(super) fn prefixed_structure(&self, field: &Field, names: &Names, order: Option<Endian>) -> Option<Structure> {
        let words: Vec<String> =
            field.ty.split(|c: char| c.is_whitespace() || c == '-').map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        let (prefix, what) = match *words {
            [ty, "length", "prefixed", what] | [ty, "prefixed", what] if BYTES.contains(&what) => (ty, what.to_owned()),
            _ => {
                // `Array<u32>` is an `Array`.
                let base = field.ty.split(['<', '(']).next().unwrap_or(&field.ty).trim();
                let is_text = BYTES.contains(&words.concat().as_str()) && field.size.and_then(Size::exact).is_none();
                let noted = || prefix_of_notes(&field.notes).filter(|_| is_text);
                (self.0.get(&normal_name(base)).map(String::as_str).or_else(noted)?, base.to_owned())
            }
        };
        let (Type::Int { size, signed: false, endian }, _) =
            field::element_type(prefix, names, order.unwrap_or(UNSTATED))?
        else {
            return None;
        };
        if !field.stated.trim().is_empty() && !agrees_with_size(&field.stated, size) {
            return None;
        }
        let length = Type::Int { size, signed: false, endian };
        let count = Length::Count(Expr::Path(vec![Text::Borrowed("length")].into()));
        let parts = vec![
            Part { doc: "Number of bytes.".into(), ..Part::new("length".into(), length) },
            Part { doc: "The bytes.".into(), len: Some(count), ..Part::new("data".into(), field::byte_type()) },
        ];
        let name = to_upper_camel_case(&format!("prefixed {what} {}", 8 * u16::from(size)));
        let doc = format!("A number of bytes, and the bytes of `{what}`.");
        Some(Structure { doc: doc.into(), ..Structure::new(name.into(), Body::Fields(parts.into())) })
    }
}

/// Returns the type of the number before the bytes, as a description states it:
/// `prefixed by its length as a uint16, in bytes`.
fn prefix_of_notes(notes: &str) -> Option<&str> {
    let states = |sentence: &&str| {
        let lower = sentence.to_lowercase();
        let leads = ["prefixed by", "prefixed with", "preceded by"].iter().any(|words| lower.contains(words));
        leads
            && lower.contains("length")
            && lower.contains("byte")
            && !lower.contains("character")
            && !lower.contains("including")
    };
    let sentence = notes.split(['.', ';']).find(states)?;
    let is_type =
        |word: &&str| types::size_of_type(word, &Types::new()).and_then(Size::exact).is_some_and(|bits| bits > 1);
    let mut found = sentence.split([' ', ',', '(', ')']).filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    let ty = found.find(is_type)?;
    found.next().is_none().then_some(ty)
}

/// Words for the bytes after a number.
const BYTES: &[&str] = &["bytes", "byte", "string", "text", "data", "utf8", "blob", "array"];

/// Returns whether a size cell agrees with a number of `size` bytes and a varying number of bytes after the number:
/// `4 + N`.
fn agrees_with_size(stated: &str, size: u8) -> bool {
    match &*split_sentences(stated).concat() {
        [Token::Number(own), Token::Sign("+"), Token::Word(rest)]
        | [Token::Word(rest), Token::Sign("+"), Token::Number(own)] => {
            *own == i64::from(size) && rest.len() <= 2 || *own == i64::from(size) && is_varying(rest)
        }
        [Token::Word(word)] => is_varying(word),
        _ => false,
    }
}

fn is_varying(word: &str) -> bool {
    word.starts_with("var") || matches!(word, "n" | "length" | "len")
}

/// Reads `Strings are .. a uint32 byte length followed by .. bytes`; returns the normal name of the type, and the type
/// of the number.
fn read_definition(tokens: &[Token]) -> Option<(String, String)> {
    let word = |token: &Token| match token {
        Token::Word(word) | Token::Quoted(word) => word.to_lowercase(),
        _ => String::new(),
    };
    let words: Vec<String> = tokens.iter().map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // A sentence with a condition or an alternative defines something else.
    if words.iter().any(|word| matches!(*word, "if" | "unless" | "when" | "optionally" | "may" | "either" | "or")) {
        return None;
    }
    let verb = words.iter().position(|word| matches!(*word, "is" | "are"))?;
    let followed = words.windows(2).position(|pair| pair == ["followed", "by"]).filter(|followed| *followed > verb)?;
    let subject = words.get(..verb)?;
    let [name] = subject.strip_prefix(&["a"]).or_else(|| subject.strip_prefix(&["an"])).unwrap_or(subject) else {
        return None;
    };
    let about = words.get(verb..followed)?;
    let (last, about) = about.split_last().filter(|(last, _)| matches!(**last, "length" | "size" | "count"))?;
    let (ty, of_bytes) = match about {
        [.., ty, "byte"] => (*ty, true),
        [.., ty] => (*ty, false),
        [] => return None,
    };
    let rest = words.get(followed..)?;
    let of_bytes = of_bytes || *last != "count" && rest.iter().any(|word| matches!(*word, "bytes" | "utf" | "ascii"));
    let name = name.strip_suffix('s').unwrap_or(name);
    of_bytes.then(|| (normal_name(name), ty.to_owned()))
}
