//! Derives cases of references past the end of other parts.

use super::bound::BoundText;
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use crate::SuiteError;
use bpx_schema::report::{Class, Verdict};

/// Derives a case for each field that the text computes as `offset(a) - offset(b)`, which is the offset of `a` in `b`.
/// The case sets the field to the size of `b`, where `b` has no bytes.
pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for piece in bound.open_pieces() {
        for leaf in bound.leaves_in_piece(piece) {
            let Some(end) = leaf.formula.as_deref().and_then(|formula| referred_size(bound, formula)) else { continue };
            let patched = bound.mend_checksums(&format!("set {} = {end}", leaf.path))?;
            let bytes = patched.built.bytes_of(&leaf.path);
            let one = piece.tries.iter().find(|one| {
                // The value of this field: it differs from the record only at the bytes of the leaf.
                let start = leaf.offset - piece.span.offset;
                let range = start..start + leaf.size;
                // A piece that cases come from lies in the file.
                let old = bound.piece_bytes(piece).unwrap_or_default();
                bytes.is_some() && old.get(range.clone()) != one.bytes.get(range)
            });
            let one = one.filter(|one| !piece.uses_of(bound.model, &one.path).is_attempted());
            let Some(one) = one else { continue };
            let (structure, field) = piece.declared_name(bound.model, &one.path);
            let ties = context.binding.tied_fields(&bound.golden.schema, structure, &field, None);
            let topic = Topic {
                names: vec![format!("{structure}.{field}")],
                rules: ties.flat_map(|tied| tied.rules.iter().cloned()).collect(),
            };
            let classes = [Class::OutOfBounds, Class::BadReference, Class::Truncated, Class::Unterminated];
            let verdicts = [Verdict::Malformed, Verdict::Invalid];
            let outcome = Outcome::any_fault(&verdicts, &classes, vec!["follows-bad-references"]);
            let id = context.case_id(bound, &piece.name, &[&field, "past-the-end"]);
            let title = format!("{}: {end}, the end of its target", piece.path_in_file(&one.path));
            cases.push(context.derived_case(bound, id, title, &topic, &outcome, patched));
        }
    }
    Ok(cases)
}

/// Returns the size of the part that a formula refers into.
fn referred_size(bound: &BoundText<'_>, formula: &str) -> Option<usize> {
    let (to, from) = formula.split_once(" - ")?;
    let path = |text: &str| text.strip_prefix("offset(")?.strip_suffix(')').map(str::to_owned);
    let (to, from) = (path(to)?, path(from)?);
    // For an element of a list, the formula refers into the whole list.
    let whole = from.strip_suffix("[0]").filter(|name| to.starts_with(*name)).unwrap_or(&from);
    to.starts_with(whole).then(|| bound.built.span_of(whole).map(|span| span.size)).flatten()
}
