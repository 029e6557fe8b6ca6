//! Derives cases of files that end at the beginning of a field.

use super::bound::{BoundPiece, BoundText};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use crate::SuiteError;
use bpx_schema::report::{Class, Verdict};
use bpx_schema::schema::{Field, Link};

/// The number of bytes that identify a format; a reader may not recognize a shorter file.
const SIGNATURE: usize = 16;

/// Cuts the file at the beginnings of fields. The binding states the number of cuts, which are spread over the file.
/// Every field of a part is required, so a file that ends before the field does not form the structure.
pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let mut edges = Vec::new();
    for piece in bound.open_pieces() {
        for leaf in bound.leaves_in_piece(piece) {
            edges.push((leaf.offset, leaf.path.clone(), piece));
        }
    }
    edges.sort_by_key(|(offset, ..)| *offset);
    edges.dedup_by_key(|(offset, ..)| *offset);
    let wanted = bound.golden.cuts.min(edges.len());
    let mut cases = Vec::new();
    for index in 0..wanted {
        // The number of places is not 0 in this loop.
        let place = (index * edges.len()).checked_div(wanted).unwrap_or_default();
        let Some((offset, path, piece)) = edges.get(place) else { continue };
        if *offset == 0 && bound.golden.may_be_empty {
            continue;
        }
        let (mut verdicts, mut classes) = (vec![Verdict::Malformed], vec![Class::Truncated, Class::OutOfBounds]);
        if *offset < SIGNATURE {
            verdicts.push(Verdict::Unsupported);
            classes.push(Class::UnknownFormat);
        }
        if context.has_whole_file_checksum(bound) {
            verdicts.push(Verdict::Invalid);
            classes.push(Class::ChecksumMismatch);
        }
        let outcome = Outcome::any_fault(&verdicts, &classes, vec!["reads-past-end"]);
        let topic = Topic { names: cut_topic(bound, piece, *offset), rules: Vec::new() };
        let id = context.case_id(bound, "cut", &[&offset.to_string()]);
        let title = format!("the file ends after {offset} bytes, before {path}");
        let patched = bound.build_patch(format!("truncate at {offset}"))?;
        cases.push(context.derived_case(bound, id, title, &topic, &outcome, patched));
    }
    Ok(cases)
}

/// Returns the names of the cut structure and of its first missing field.
fn cut_topic(bound: &BoundText<'_>, piece: &BoundPiece<'_>, offset: usize) -> Vec<String> {
    let mut names = vec![piece.owner_name.to_owned()];
    if let Some(field) = piece.field {
        names.push(format!("{}.{}", piece.owner_name, field.name));
        return names;
    }
    let resolve = |link: &Link| bound.model.get(link.name());
    let Some(inner) = offset.checked_sub(piece.span.offset) else { return names };
    let fields = piece.owner.fields().iter();
    let begins = |field: &&Field| piece.owner.offset_of(&field.name, &resolve) == Some(inner as u64);
    names.extend(fields.filter(begins).map(|field| format!("{}.{}", piece.owner_name, field.name)));
    names
}
