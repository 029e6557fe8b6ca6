//! Derives cases of checksums over fields of the file: wrong values, and values that are stale after a field changes.

use super::bound::{BoundPiece, BoundText};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use super::values::is_independent;
use crate::SuiteError;
use crate::source::Algorithm;
use bpx_schema::report::{Class, Verdict};
use bpx_schema::schema::{FieldChecksum, List, Structure, Text};

pub(super) fn derive(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    root: &Structure,
) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for sum in root.sums.iter() {
        let stored = sum.stored.join(".");
        let Some((piece, value)) = stored_in(bound, &stored) else { continue };
        let size = bound.built.bytes.len();
        let plain = of(bound, sum, &bound.built.bytes, size).ok_or_else(|| {
            bound.error(format!(
                "the schema does not give the checksum `{stored}`, because its range is not in the \
                file or its algorithm is not known"
            ))
        })?;
        if plain.first() != Some(&value) {
            return Err(bound.error(format!("`{stored}` is {value}, but the schema gives {plain:?}")));
        }
        let topic = Topic { names: vec![sum_name(bound, piece)], rules: vec![sum.code.to_string()] };
        let wrongs = [
            ("one-more", value.wrapping_add(1)),
            ("one-less", value.wrapping_sub(1)),
            ("none", 0),
            ("inverted", !value),
            ("low-8-bits", value ^ 0x100),
            ("low-16-bits", value ^ 0x1_0000),
        ];
        for (what, wrong) in wrongs.into_iter().filter(|(_, wrong)| !plain.contains(wrong)) {
            let patched = bound.build_patch(format!("set {} = {wrong}", summed_leaf(bound, piece)?))?;
            let outcome = Outcome::one_fault(Class::ChecksumMismatch, stored.clone(), Some(piece.span.offset as u64));
            let id = context.case_id(bound, &piece.name, &["checksum", what]);
            let title = format!("{stored}: {wrong:#010x} instead of {value:#010x}");
            cases.push(context.derived_case(bound, id, title, &topic, &outcome, patched));
        }
        cases.extend(change_unsummed(context, bound, sum, &topic, (&stored, value))?);
    }
    Ok(cases)
}

/// Derives cases that change fields on which nothing else depends, and do not correct the checksum.
fn change_unsummed(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    sum: &FieldChecksum,
    topic: &Topic,
    (stored, value): (&str, u32),
) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    let mut seen = Vec::new();
    for piece in bound.open_pieces() {
        for one in &piece.tries {
            let path = piece.path_in_file(&one.path);
            let uses = piece.uses_of(bound.model, &one.path);
            if seen.contains(&path) || !one.faults.is_empty() || !is_independent(context, bound, piece, one, &uses) {
                continue;
            }
            let patched = bound.set_without_checksums(piece, &one.bytes)?;
            let plain = of(bound, sum, &patched.built.bytes, patched.built.bytes.len());
            let offset = bound.built.field_at(stored).map(|field| field.offset as u64);
            if plain.is_none_or(|plain| plain.contains(&value)) {
                continue;
            }
            let outcome = Outcome::one_fault(Class::ChecksumMismatch, stored.to_owned(), offset);
            let outcome = match is_in_region(bound, &path) {
                true => Outcome::any_fault(&[Verdict::Invalid], &[Class::ChecksumMismatch], vec!["skips-checksum"]),
                false => outcome,
            };
            let id = context.case_id(bound, &piece.name, &[&one.path.to_string(), "not-summed"]);
            let title = format!("{path}: {}, and the checksum is as it was", one.what);
            cases.push(context.derived_case(bound, id, title, topic, &outcome, patched));
            seen.push(path);
        }
    }
    Ok(cases)
}

/// Returns whether a path leads into a region, which may have its own checksum.
fn is_in_region(bound: &BoundText<'_>, path: &str) -> bool {
    let root = bound.model.get(&bound.model.root).into_iter().flat_map(Structure::fields);
    let mut regions = root.filter(|field| field.region.is_some());
    regions.any(|field| path.strip_prefix(&*field.name).is_some_and(|rest| rest.starts_with('[')))
}

/// Returns the piece that states a checksum, and the value of the checksum.
pub(super) fn stored_in<'b, 'a>(bound: &'b BoundText<'a>, stored: &str) -> Option<(&'b BoundPiece<'a>, u32)> {
    let value = u32::try_from(*bound.numbers.get(stored)?).ok()?;
    let is_it =
        |piece: &&BoundPiece<'a>| piece.tries.first().is_some_and(|one| piece.path_in_file(&one.path) == stored);
    Some((bound.open_pieces().find(is_it)?, value))
}

fn sum_name(bound: &BoundText<'_>, piece: &BoundPiece<'_>) -> String {
    // `stored_in` finds a piece by its first value.
    let path = piece.tries.first().map(|one| one.path.clone()).unwrap_or_default();
    let (structure, field) = piece.declared_name(bound.model, &path);
    format!("{structure}.{field}")
}

fn summed_leaf(bound: &BoundText<'_>, piece: &BoundPiece<'_>) -> Result<String, SuiteError> {
    let leaf = bound
        .leaves_in_piece(piece)
        .next()
        .ok_or_else(|| bound.error("expected a field for the checksum, found none"))?;
    Ok(leaf.path.clone())
}

/// Returns the checksums of a file that the schema allows, the preferred checksum first; `None` if the summed parts are
/// not bound. `end` is the end of the summed fields, or of the file.
pub(super) fn of(bound: &BoundText<'_>, sum: &FieldChecksum, file: &[u8], end: usize) -> Option<Vec<u32>> {
    let (first, last) = &sum.over;
    let places = |list: &[List<Text>]| -> Vec<(usize, usize)> {
        list.iter().flat_map(|path| field_ranges(bound, path)).collect()
    };
    let start = field_ranges(bound, std::slice::from_ref(first)).into_iter().map(|(from, _)| from).min()?;
    let end = match last {
        // Tables may be empty.
        Some(last) => {
            let over = [first, last].into_iter().flat_map(|name| field_ranges(bound, std::slice::from_ref(name)));
            if end < file.len() { end } else { over.map(|(_, to)| to).max()? }
        }
        None => end,
    };
    let (skip, or_skip, or_zero) = (places(&sum.skip), places(&sum.or_skip), places(&sum.or_zero));
    let filled = sum.fill.iter().map(|filled| (places(std::slice::from_ref(&filled.member)), filled.byte));
    let filled: Vec<_> = filled.collect();
    let inside = |list: &[(usize, usize)], at: usize| list.iter().any(|(from, to)| (*from..*to).contains(&at));
    let algorithm = Algorithm::of_schema(&sum.algorithm)?;
    let variant = |skip: &dyn Fn(usize) -> bool, zero: &dyn Fn(usize) -> bool| {
        let bytes = file.iter().enumerate().take(end).skip(start).filter(|(at, _)| !skip(*at));
        let fill = |at| filled.iter().find(|(list, _)| inside(list, at)).map(|(_, byte)| *byte);
        let bytes: Vec<u8> = bytes.map(|(at, byte)| if zero(at) { 0 } else { fill(at).unwrap_or(*byte) }).collect();
        algorithm.of(&bytes)
    };
    Some(vec![
        variant(&|at| inside(&skip, at), &|_| false),
        variant(&|at| inside(&skip, at) || inside(&or_skip, at), &|_| false),
        variant(&|at| inside(&skip, at) && !inside(&or_zero, at), &|at| inside(&or_zero, at)),
    ])
}

/// Returns the ranges of the fields under a path in the file, also in elements of arrays.
pub(super) fn field_ranges(bound: &BoundText<'_>, path: &[Text]) -> Vec<(usize, usize)> {
    let wanted = path.join(".");
    let bare = |path: &str| {
        let mut depth = 0_usize;
        let keep = |one: &char| {
            depth = match one {
                '[' => depth + 1,
                _ => depth,
            };
            let kept = depth == 0;
            if *one == ']' {
                // A bracket without its beginning closes nothing.
                depth = depth.saturating_sub(1);
            }
            kept
        };
        path.chars().filter(keep).collect::<String>()
    };
    let fields = bound.built.fields.iter().filter(|field| field.space.is_none());
    let fields = fields.filter(|field| {
        bare(&field.path).strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    fields.map(|field| (field.offset, field.offset + field.size)).collect()
}
