//! Reads declarations in a line of a list: `u32 magic;`, `u8 kind; u8 lid;`.

use super::dims::with_dims;
use super::entry::{Entry, is_type, is_word};

/// Reads the declarations in a line, `u32 magic;`, `u32 magic = 1;`, `Byte[4] data`, `u8 kind; u8 lid;`, and the
/// comment after the declarations.
pub(super) fn read_code(text: &str) -> Option<Entry> {
    let marks = ["//", "/*", " ; "].iter().find_map(|mark| text.find(mark));
    let (code, notes) = marks.map_or((text, ""), |at| text.split_at(at));
    let mut pieces = code.split([';', ',']).map(str::trim).filter(|piece| !piece.is_empty());
    let (first, second) = (pieces.next()?, pieces.next());
    let Some(second) = second.filter(|_| !code.contains(['[', '(', '{', '"', '\''])) else {
        return read_member(code, notes);
    };
    let mut entry = read_member(first, "").filter(|entry| entry.is_known)?;
    for piece in std::iter::once(second).chain(pieces) {
        // `u16 pots, lids`
        let typed = if piece.contains(' ') { piece.to_owned() } else { format!("{} {piece}", entry.ty) };
        entry.also.push(read_member(&typed, "").filter(|other| other.is_known)?);
    }
    entry.notes = comment_text(notes).to_owned();
    Some(entry)
}

/// Returns the text of a comment.
fn comment_text(notes: &str) -> &str {
    notes.trim_start_matches(['/', '*', '!', '<', ';', ' ']).trim_end_matches("*/").trim()
}

/// Reads one declaration, `u32 magic = 1`, and the comment after it.
fn read_member(code: &str, notes: &str) -> Option<Entry> {
    // The value of a member; that of a variable is computed.
    let (code, value) = code.split_once('=').unwrap_or((code, ""));
    let value = value.trim().trim_end_matches([';', ',']);
    let is_quoted =
        ['"', '\''].iter().any(|quote| value.len() > 1 && value.starts_with(*quote) && value.ends_with(*quote));
    let is_literal = value.is_empty() || is_quoted || crate::measure::read_number(value).is_some();
    let code = Some(code).filter(|_| is_literal)?.trim().trim_end_matches([';', ',']).trim_end();
    let (ty, name) = code.rsplit_once([' ', '\t'])?;
    let is_name = |name: &str| {
        let bare = name.split('[').next().unwrap_or(name);
        bare.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && bare.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let (ty, name) = (ty.trim(), name.trim());
    // `short - 2 byte integer` explains a type.
    if ty.contains(" - ") {
        return None;
    }
    let stars = name.chars().take_while(|c| *c == '*').count();
    let ty = format!("{ty}{}", "*".repeat(stars));
    let name = name.trim_start_matches('*');
    let fits = is_name(name) && (name.ends_with(']') || !name.contains(['[', ']']));
    let ty_fits = is_type(&ty) || is_word(&ty);
    let notes = comment_text(notes);
    let notes = if value.is_empty() { notes.to_owned() } else { format!("= {value} {notes}").trim().to_owned() };
    let (ty, name) = with_dims(&ty, name);
    let is_known = is_type(&ty);
    (fits && ty_fits).then_some(Entry { ty, name, notes, is_known, ..Entry::default() })
}
