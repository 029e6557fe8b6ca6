//! Reads structures that Python declares with its module `ctypes`: `_fields_ = [("kind", c_uint16), ..]`.

use super::alignment::Alignment;
use super::row::{MemberRow, member_row};
use super::structure::{member_tables, source_text};
use super::tokens::{Kind, Token, split_tokens};
use crate::forms::block::TakenLines;
use crate::forms::line::Line;
use bpx_model::Endian;
use std::collections::HashMap;

/// The largest number of lines of a structure.
const MAX_LINES: usize = 500;

/// Reads the class that begins at the first line; returns `None` if a field of the class is not understood.
pub(super) fn read_class(lines: &[Line<'_>]) -> Option<TakenLines> {
    let first = lines.first()?;
    let (name, base) = first.text.trim().strip_prefix("class ")?.strip_suffix("):")?.split_once('(')?;
    let order = match base.trim().rsplit('.').next()? {
        "Structure" => None,
        "LittleEndianStructure" => Some(Endian::Little),
        "BigEndianStructure" => Some(Endian::Big),
        _ => return None,
    };
    let indented = |line: &&Line<'_>| line.text.trim().is_empty() || line.text.starts_with([' ', '\t']);
    let end = 1 + lines.iter().skip(1).take(MAX_LINES).take_while(indented).count();
    let body = lines.get(1..end)?;
    let is_fields = |line: &Line<'_>| line.text.trim_start().starts_with("_fields_");
    let packing = body.iter().find_map(|line| {
        let code = line.text.split('#').next().unwrap_or("").replace([' ', '\t'], "");
        code.strip_prefix("_pack_=")?.parse::<u64>().ok()
    });
    // 0 is the packing of the compiler.
    let alignment = Alignment { most: packing.filter(|most| *most > 0), ..Alignment::default() };
    let from = body.iter().position(is_fields)?;
    let listed = without_comments(body.get(from..)?);
    let tokens = split_tokens(&listed);
    let fields = tokens.get(tokens.iter().position(|token| token.is_sign('['))? + 1..)?;
    let mut rows = Vec::new();
    let mut rest = fields;
    while let Some((token, after)) = rest.split_first().filter(|(token, _)| !token.is_sign(']')) {
        rest = after;
        if token.is_sign('(') {
            let close = after.iter().position(|token| token.is_sign(')'))?;
            let (inside, left) = after.split_at_checked(close)?;
            rows.push(read_field(inside)?);
            rest = left;
        }
    }
    // `] + MORE` has fields that are elsewhere.
    rest.get(1).is_none_or(|next| next.first).then_some(())?;
    let taken = 1 + from + rest.first()?.line.checked_sub(listed.first()?.number)? + 1;
    let name = Some(name.trim().to_owned());
    (!rows.is_empty()).then(|| (member_tables((first.number, name), rows, &alignment, order, &HashMap::new()), taken))
}

/// Removes comments, which begin with `#`.
fn without_comments<'t>(lines: &[Line<'t>]) -> Vec<Line<'t>> {
    let bare = |line: &Line<'t>| {
        let code = line.text.split('#').next().unwrap_or("").to_owned();
        Line { number: line.number, text: code.into() }
    };
    lines.iter().map(bare).collect()
}

/// Reads `"kind", c_uint16`, `"seal", c_char * 4`, `"lid", c_uint8, 3`.
fn read_field(tokens: &[Token<'_>]) -> Option<MemberRow> {
    let mut parts = tokens.split(|token| token.is_sign(','));
    let [Token { kind: Kind::Quote(name), line, .. }] = parts.next()? else { return None };
    let of_type = parts.next()?;
    let mut factors = of_type.split(|token| token.is_sign('*'));
    let base = source_text(factors.next()?).replace(' ', "");
    let base = base.rsplit('.').next()?;
    // Those of the compiler have no fixed size.
    let base = if base.ends_with("long") { base } else { base.strip_prefix("c_").unwrap_or(base) };
    let dims: String = factors.map(|count| format!("[{}]", source_text(count))).collect();
    let bits = parts.next().filter(|bits| !bits.is_empty());
    let bits = bits.map_or(String::new(), |bits| format!(":{}", source_text(bits)));
    let ty = format!("{base}{dims}{bits}");
    Some(member_row(*line, &ty, name.trim_matches(['"', '\'']), ""))
}
