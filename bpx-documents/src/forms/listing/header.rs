//! Reads the first line of a declaration: its kind, its name, and its end.

use super::braces::Braces;
use super::tokens::{Kind, Token, split_tokens};
use crate::forms::line::Line;
use crate::name::MAX_NAME;
use crate::nesting::Nesting;
use bpx_model::Endian;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaredKind {
    Structure,
    Union,
    Enumeration,
}

#[derive(Debug)]
pub(super) struct Header {
    pub declared: DeclaredKind,
    /// The name beside the keyword.
    tag: Option<String>,
    /// The text of a comment that may name the type.
    comment: Option<String>,
    is_type: bool,
    /// The structure whose members come first, or the type of an enumeration.
    pub base: String,
    pub packed: bool,
    /// Whether members are written as `Name Type`, as in Go.
    pub name_first: bool,
    /// The index of the line that closes the declaration.
    pub end: usize,
}

/// The largest number of lines between the keyword and the brace.
const MAX_LEAD: usize = 4;

/// Reads the beginning of a declaration.
pub(super) fn read_header(lines: &[Line<'_>], at: usize, braces: &Braces) -> Option<Header> {
    let first = lines.get(at)?;
    let mut words = first.text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    // Most lines are dismissed by their first words.
    words.clone().take(5).find(|word| keyword_kind(word).is_some())?;
    words.next().filter(|word| is_lead(word) || keyword_kind(word).is_some())?;
    let lead = lines.get(at..)?.iter().take(MAX_LEAD).position(|line| line.text.contains('{'))?;
    let opens = at.checked_add(lead)?;
    let end = braces.closing_line(opens)?;
    let head = split_tokens(lines.get(at..=opens)?);
    let brace = head.iter().position(|token| token.is_sign('{'))?;
    let head = head.get(..brace)?;
    let key = head.iter().position(|token| token.as_word().is_some_and(|word| keyword_kind(word).is_some()))?;
    let before = head.get(..key)?;
    let (is_type, packed_before) = (has_word(before, "typedef"), has_word(before, "packed"));
    // `type Header struct {` and `const Header = extern struct {` have the name first.
    let named_before = has_word(before, "type") || has_word(before, "const");
    let mut tag = None;
    for token in before {
        match token.kind {
            Kind::Word(word) if is_lead(word) => {}
            Kind::Word(word) if named_before && tag.is_none() => tag = Some(word.to_owned()),
            Kind::Sign('(' | ')' | '=') | Kind::Comment(_) => {}
            _ => return None,
        }
    }
    let keyword = head.get(key)?.as_word().and_then(keyword_kind)?;
    let mut rest = head.get(key.checked_add(1)?..)?;
    if rest.first().and_then(Token::as_word).is_some_and(|word| matches!(word, "class" | "struct")) {
        rest = rest.get(1..)?;
    }
    let mut header = Header {
        declared: keyword,
        tag,
        comment: None,
        is_type,
        base: String::new(),
        packed: packed_before,
        name_first: has_word(before, "type") && before.len() == 2,
        end,
    };
    header.read_after_keyword(rest)?;
    Some(header)
}

impl Header {
    /// Reads the tokens between the keyword and the brace; returns `None` if the tokens are a sentence.
    fn read_after_keyword(&mut self, rest: &[Token<'_>]) -> Option<()> {
        let mut depth = Nesting::NONE;
        let mut base = None;
        for token in rest {
            match token.kind {
                Kind::Sign('(' | '[' | '<') => depth.open_bracket(),
                Kind::Sign(')' | ']' | '>') => depth.close_bracket(),
                Kind::Word(word) if word.to_lowercase().contains("packed") => self.packed = true,
                _ if depth > Nesting::NONE => {}
                Kind::Word("__attribute__" | "alignas" | "__declspec" | "final" | "public" | "private" | "virtual") => {
                }
                Kind::Word(word) => match &mut base {
                    Some(base) => *base = word.to_owned(),
                    None if self.tag.is_none() && word.len() <= MAX_NAME => self.tag = Some(word.to_owned()),
                    None => return None,
                },
                Kind::Sign(':') => base = base.or(Some(String::new())),
                Kind::Comment(text) => self.comment = Some(text.to_owned()).filter(|text| !text.is_empty()),
                Kind::Sign('#') => {}
                _ => return None,
            }
        }
        self.base.extend(base);
        Some(())
    }

    /// Returns the name of the declared type; `after` are the tokens after its closing brace.
    pub(super) fn declared_name(&self, after: &[Token<'_>]) -> Option<String> {
        let mut depth = Nesting::NONE;
        // Words in brackets are those of an attribute.
        let outside = |token: &&Token<'_>| {
            match token.kind {
                Kind::Sign('(') => depth.open_bracket(),
                Kind::Sign(')') => depth.close_bracket(),
                _ => {}
            }
            depth == Nesting::NONE
        };
        let mut words = after.iter().take_while(|token| !token.is_sign(';')).filter(outside).filter_map(Token::as_word);
        let plain = |word: &&str| !word.starts_with("__") && !word.to_lowercase().contains("packed");
        let following = words.find(plain).filter(|_| self.is_type || self.tag.is_none());
        let comment = self.comment.clone().filter(|text| text.len() <= MAX_NAME);
        following.map(ToOwned::to_owned).or_else(|| self.tag.clone()).or(comment)
    }
}

/// Returns the type that an attribute above an enumeration states: `#[repr(u8)]`.
pub(super) fn stated_type<'t>(lines: &'t [Line<'_>], at: usize) -> Option<&'t str> {
    let above = lines.get(..at)?.iter().rev().take(MAX_LEAD);
    let mut above = above.take_while(|line| line.text.trim_start().starts_with(['#', '/']));
    let inside = above.find_map(|line| line.text.trim().strip_prefix("#[repr("))?;
    inside.strip_suffix(")]")?.split(',').map(str::trim).find(|word| *word != "C")
}

/// The properties of a Rust structure that the attributes of codec macros state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodecAttributes {
    pub order: Option<Endian>,
}

/// Reads the attributes above a structure: `#[brw(little)]`, `#[structure]`, `#[binrw]`. A structure with such
/// attributes has no padding, because its codec reads one member right after the other.
pub(super) fn read_attributes(lines: &[Line<'_>], at: usize) -> Option<CodecAttributes> {
    let above = lines.get(..at)?.iter().rev().take(MAX_ATTRIBUTES);
    let above = above.map(|line| line.text.trim()).take_while(|text| !text.is_empty() && !text.ends_with('}'));
    let (mut is_generated, mut order) = (false, None);
    for text in above {
        let inside = ["#[brw(", "#[br(", "#[bw(", "#[deku("].iter().find_map(|lead| text.strip_prefix(lead));
        let derives =
            text.starts_with("#[derive(") && ["Record", "BinRead", "DekuRead"].iter().any(|name| text.contains(name));
        is_generated |= inside.is_some() || derives || text.starts_with("#[structure") || text.starts_with("#[binr");
        for word in inside.into_iter().flat_map(|inside| inside.split(|c: char| !c.is_alphanumeric())) {
            order = match word {
                "little" => Some(Endian::Little),
                "big" => Some(Endian::Big),
                _ => order,
            };
        }
    }
    is_generated.then_some(CodecAttributes { order })
}

/// The largest number of lines of attributes and comments that are read.
const MAX_ATTRIBUTES: usize = 40;

fn has_word(tokens: &[Token<'_>], word: &str) -> bool {
    tokens.iter().any(|token| token.as_word() == Some(word))
}

fn keyword_kind(word: &str) -> Option<DeclaredKind> {
    Some(match word {
        "struct" | "class" => DeclaredKind::Structure,
        "union" => DeclaredKind::Union,
        "enum" => DeclaredKind::Enumeration,
        _ => return None,
    })
}

/// Returns whether a word may be before the keyword.
fn is_lead(word: &str) -> bool {
    matches!(
        word,
        "typedef"
            | "pub"
            | "crate"
            | "public"
            | "export"
            | "extern"
            | "packed"
            | "__packed"
            | "const"
            | "type"
            | "static"
            | "internal"
            | "partial"
            | "unsafe"
            | "readonly"
            | "local"
            | "final"
    )
}
