//! Reads listings: structures, enumerations and constants in C, Rust and similar languages, in blocks of code and in
//! texts.

mod aliases;
mod alignment;
mod bare;
mod braces;
mod commented;
mod constants;
mod ctypes;
mod declarator;
mod enumeration;
mod header;
pub(in crate::forms) mod kaitai;
mod member;
mod packet;
mod padding;
mod pascal;
mod row;
mod structure;
mod tokens;
mod unread;
mod values;

use self::alignment::Alignment;
pub(in crate::forms) use self::braces::Braces;
use self::header::DeclaredKind;
use self::tokens::{split_braced, split_tokens};
use crate::forms::block::{Block, TakenLines};
use crate::forms::line::Line;
use crate::forms::lists;
use crate::forms::text;
use crate::model::Skipped;

/// Passes the blocks of a listing to `give`; `language` is the document's name of the language, which may be empty or
/// wrong.
pub(in crate::forms) fn read_blocks(language: &str, lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let language = language.trim().to_lowercase();
    let reason = match language.as_str() {
        "proto" | "protobuf" | "proto3" => "Protocol Buffers state the numbers of fields, not their bytes",
        "json" | "jsonc" | "json5" => "JSON states values in text, not a layout of bytes",
        _ if packet::is_packet(&language, lines) => return packet::read_blocks(lines, give),
        _ if kaitai::is_kaitai(lines) => return kaitai::read_blocks(lines, give),
        _ => return read_parts(lines, give),
    };
    if let Some(first) = lines.first() {
        let (name, reason) = (String::new(), reason.to_owned());
        give(Block::Skipped(Skipped { line: first.number, name, reason, open: false }));
    }
}

/// Passes the blocks of a listing in any language to `give`, and reports a listing or lines from which nothing is read.
fn read_parts(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    if let Some(codes) = lists::counted_codes(lines) {
        return give(codes);
    }
    if let Some(members) = bare::read_members(lines, &Braces::of(lines)) {
        return members.into_iter().for_each(give);
    }
    let (mut is_read, mut left) = (false, Vec::new());
    text::read_parts(lines, &mut |block| {
        if let Block::Prose(mut prose) = block {
            prose.is_code = true;
            left.extend(prose.lines().map(|(line, text)| (line, text.to_owned())));
            give(Block::Prose(prose));
        } else {
            is_read = true;
            give(block);
        }
    });
    let unread = match is_read {
        true => unread::skipped_lines(&left).or_else(|| unread::left_members(lines, &left)),
        false => unread::of(lines),
    };
    unread.into_iter().for_each(|skipped| give(Block::Skipped(skipped)));
}

/// Reads the declaration that begins at the line with the index `at`; `lines` are all lines of the text.
pub(in crate::forms) fn read_declaration(lines: &[Line<'_>], at: usize, braces: &Braces) -> Option<TakenLines> {
    let rest = lines.get(at..)?;
    let first = rest.first()?;
    if is_directive(&first.text) {
        return constants::read_constants(rest, braces).or_else(|| Some((Vec::new(), 1)));
    }
    let other = constants::read_constants(rest, braces).or_else(|| aliases::read_aliases(rest));
    if let Some(found) = other.or_else(|| pascal::read_record(rest)).or_else(|| ctypes::read_class(rest)) {
        return Some(found);
    }
    let header = header::read_header(lines, at, braces)?;
    // `}` and `__attribute__((packed)) Pot;` may be two lines.
    let goes_on = lines.get(header.end + 1).is_some_and(|next| next.text.trim_start().starts_with("__attribute__"));
    let end = header.end + usize::from(goes_on);
    let body = lines.get(at..=end)?;
    let tokens = split_tokens(body);
    let (before, inside, after) = split_braced(&tokens)?;
    let after = after?;
    let name = header.declared_name(after);
    let taken = body.len();
    let blocks = match header.declared {
        DeclaredKind::Structure => {
            let generated = header::read_attributes(lines, at);
            let packed = Some(1).filter(|_| header.packed || generated.is_some());
            let mut alignment = Alignment { most: packed.or_else(|| braces.packing(end)), ..Alignment::default() };
            alignment.add_words(before);
            alignment.add_words(after);
            alignment.add_attribute(lines, at);
            let order = generated.and_then(|generated| generated.order);
            let (constants, name_first) = (&braces.constants, header.name_first);
            let context = structure::Context { constants, aliases: &braces.aliases, alignment, order, name_first };
            structure::read_structure(first.number, name, &header.base, inside, &context)
        }
        DeclaredKind::Union => {
            let reason = "the document does not state which member of the union is present".to_owned();
            let name = name.unwrap_or_else(|| "union".to_owned());
            vec![Block::Skipped(Skipped { line: first.number, name, reason, open: true })]
        }
        DeclaredKind::Enumeration => {
            let base = header::stated_type(lines, at).unwrap_or(&header.base);
            let size = aliases::enumeration_glossary(first.number, name.as_deref(), base);
            let mut blocks = enumeration::read_enumeration(first.number, name, inside, &braces.constants);
            blocks.extend(size);
            blocks
        }
    };
    Some((blocks, taken))
}

/// Returns whether a line is a directive for a compiler, not a heading.
fn is_directive(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('#') else { return false };
    let word = rest.trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(rest);
    let directive = matches!(
        word,
        "define" | "include" | "pragma" | "if" | "ifdef" | "ifndef" | "else" | "elif" | "endif" | "undef" | "error"
    );
    rest.starts_with('[') || rest.starts_with("![") || directive && !rest.starts_with(' ')
}
