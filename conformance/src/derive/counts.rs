//! Derives cases of wrong counts: a count of more elements than the bytes hold, and a count of one element less.

use super::bound::{BoundPiece, BoundText};
use super::context::{Context, Derived};
use super::extents::end_of_space;
use super::outcome::Outcome;
use super::sums;
use super::topic::Topic;
use super::uses::inner_structure;
use crate::SuiteError;
use bpx_schema::report::{Class, Path, Segment, Verdict};
use bpx_schema::schema::{Binary, Body, Expr, Field, Length, Link, Model, Rule, Structure, Type};

/// A count in the file, and the array whose elements it counts.
struct CountField<'b, 'a> {
    piece: &'b BoundPiece<'a>,
    path: Path,
    number: i128,
    max: i128,
    /// The structure that declares the array.
    owner: &'a Structure,
    array: &'a Field,
    /// The offset of the array and the size of an element, if both are certain.
    layout: Option<(usize, usize)>,
}

pub(super) fn derive(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    root: &Structure,
) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for count in find_counts(bound) {
        for (what, number, outcome) in tried_outcomes(bound, root, &count) {
            let Some(outcome) = outcome else { continue };
            let path = count.piece.path_in_file(&count.path);
            let (structure, field) = count.piece.declared_name(bound.model, &count.path);
            let array = format!("{}.{}", count.owner.name, count.array.name);
            let names = vec![format!("{structure}.{field}"), array, "truncated".to_owned()];
            let topic = Topic { names, rules: Vec::new() };
            let id = context.case_id(bound, &count.piece.name, &[&field, what]);
            let title = format!("{path}: {number} instead of {}", count.number);
            let Some(leaf) =
                bound.leaves_in_piece(count.piece).find(|leaf| leaf.path.ends_with(last_name(&count.path)))
            else {
                continue;
            };
            let patch = format!("set {} = {number}", leaf.path);
            // A sum over more or fewer elements cannot be corrected: the fault breaks the rule of the sum itself.
            let patched =
                if what == "as-many-as-can-be" || what.starts_with("low-") || sums_of(root, count.array).is_none() {
                    bound.mend_checksums(&patch)?
                } else {
                    bound.build_patch(patch)?
                };
            let mut case = context.derived_case(bound, id, title, &topic, &outcome, patched);
            // Clauses that state the number of elements name the array alone.
            let about = context.book.clauses_mentioning(&bound.golden.schema, &topic.names);
            case.clauses.extend(about.into_iter().filter(|id| id.ends_with("-count")));
            case.clauses.sort();
            case.clauses.dedup();
            cases.push(case);
        }
    }
    Ok(cases)
}

/// Returns the last name in a path; an empty text for a path without names.
fn last_name(path: &Path) -> &str {
    path.segments()
        .iter()
        .rev()
        .find_map(|segment| match segment {
            Segment::Field(name) => Some(&**name),
            Segment::Index(_) => None,
        })
        .unwrap_or_default()
}

fn find_counts<'b, 'a>(bound: &'b BoundText<'a>) -> Vec<CountField<'b, 'a>> {
    let mut list: Vec<CountField<'b, 'a>> = Vec::new();
    for piece in bound.open_pieces() {
        for one in &piece.tries {
            let Some((number, _)) = one.numbers else { continue };
            let seen = list.iter().any(|other| std::ptr::eq(other.piece, piece) && other.path == one.path);
            let uses = piece.uses_of(bound.model, &one.path);
            let Some((owner, array)) = uses.counted_arrays().next().filter(|_| !seen && !uses.is_attempted()) else {
                continue;
            };
            // The greatest number is always tried, unless the file has it already.
            let numbers = piece.tries.iter().filter(|other| other.path == one.path).filter_map(|other| other.numbers);
            // The numbers of this path include those of `one`.
            let max = numbers.map(|(_, new)| new).max().unwrap_or_default();
            let layout = array_layout(bound, piece, owner, array);
            list.push(CountField { piece, path: one.path.clone(), number, max, owner, array, layout });
        }
    }
    list
}

/// Returns the offset of the array and the size of an element, if the array follows its count or the binding has its
/// first element.
fn array_layout(
    bound: &BoundText<'_>,
    piece: &BoundPiece<'_>,
    owner: &Structure,
    array: &Field,
) -> Option<(usize, usize)> {
    let resolve = |link: &Link| bound.model.get(link.name());
    let element = usize::try_from(array.element_size(&resolve)?).ok()?;
    if array.region.is_some() {
        return None;
    }
    let fields = owner.fields();
    let place = fields.iter().position(|field| field.name == array.name)?;
    let before = place.checked_sub(1).and_then(|before| fields.get(before));
    let follows = piece.owner.name == owner.name
        && piece.field.zip(before).is_some_and(|(count, before)| count.name == before.name);
    if follows {
        return Some((piece.span.offset.checked_add(piece.span.size)?, element));
    }
    let first = format!("{}[0]", array.name);
    let first = bound.pieces.iter().find(|piece| piece.at == first && piece.space.is_none())?;
    Some((first.span.offset, element))
}

type TriedCount = (&'static str, i128, Option<Outcome>);

fn tried_outcomes(bound: &BoundText<'_>, root: &Structure, count: &CountField<'_, '_>) -> Vec<TriedCount> {
    let space = end_of_space(bound, root, count.piece.span.offset);
    let short = [Class::Truncated, Class::LimitExceeded, Class::OutOfBounds, Class::Overflow];
    let strict = |number: i128| {
        let same = |one: &&bpx_workbench::vectors::Try| {
            one.path == count.path && one.numbers.is_some_and(|(_, new)| new == number)
        };
        count.piece.tries.iter().find(same).is_some_and(|one| one.faults.iter().any(|fault| fault.lenient.is_empty()))
    };
    // Elements of any size are read one after the other, and what is read before the end may break rules.
    let resolve = |link: &Link| bound.model.get(link.name());
    let fixed = count.array.element_size(&resolve).is_some();
    let truncated = |number: i128, flags: Vec<&'static str>| match strict(number) || !fixed {
        true => Outcome::any_fault(&[Verdict::Malformed, Verdict::Invalid], &[], flags),
        false => Outcome::any_fault(&[Verdict::Malformed], &short, flags),
    };
    let mut list: Vec<TriedCount> = Vec::new();
    let least = least_size(bound.model, count.array, 0);
    let is_beyond = |number: i128| number * i128::from(least) > space as i128 && count.array.region.is_none();
    list.push((
        "as-many-as-can-be",
        count.max,
        is_beyond(count.max).then(|| truncated(count.max, vec!["trusts-counts", "allocates-by-count"])),
    ));
    // A reader that drops the high bits of the count sees the right number.
    for (what, bits) in [("low-8-bits", 8), ("low-16-bits", 16)] {
        let number = count.number + (1 << bits);
        let fits = number < count.max;
        list.push((
            what,
            number,
            (is_beyond(number) && fits).then(|| truncated(number, vec!["trusts-counts", "reads-past-end"])),
        ));
    }
    let Some((start, element)) = count.layout else { return list };
    let Ok(number) = usize::try_from(count.number) else { return list };
    let end = |count: usize| start + count * element;
    let one_more = count.number + 1;
    let more = if end(number + 1) > space {
        Some(truncated(one_more, vec!["trusts-counts", "reads-past-end"]))
    } else {
        checksum_outcome(bound, root, count, end(number + 1))
    };
    list.push(("one-more", one_more, more));
    if let Some(less) = number.checked_sub(1) {
        let rest = (end(number) == space).then(|| trailing_outcome(count)).flatten();
        list.push(("one-less", count.number - 1, rest.or_else(|| checksum_outcome(bound, root, count, end(less)))));
    }
    list
}

/// Returns the outcome of a wrong count if a checksum covers the array, because the count decides which bytes the
/// checksum covers.
fn checksum_outcome(
    bound: &BoundText<'_>,
    root: &Structure,
    count: &CountField<'_, '_>,
    end: usize,
) -> Option<Outcome> {
    let sum = sums_of(root, count.array)?;
    let (_, stored) = sums::stored_in(bound, &sum.stored.join("."))?;
    // The count is summed too: one more or less of it only makes the difference greater, as numbers do not wrap here.
    let plain = sums::of(bound, sum, &bound.built.bytes, end)?;
    let differs = |sum: &u32| sum.abs_diff(stored) > 1;
    plain
        .iter()
        .all(differs)
        .then(|| Outcome::any_fault(&[Verdict::Malformed, Verdict::Invalid], &[], vec!["trusts-counts"]))
}

/// Returns the checksum that ends with an array.
fn sums_of<'r>(root: &'r Structure, array: &Field) -> Option<&'r bpx_schema::schema::FieldChecksum> {
    root.sums.iter().find(|sum| sum.over.1.as_ref() == Some(&array.name))
}

/// Returns the outcome if a rule forbids bytes after the array.
fn trailing_outcome(count: &CountField<'_, '_>) -> Option<Outcome> {
    let fields = count.owner.fields();
    let place = fields.iter().position(|field| field.name == count.array.name)?;
    let rest = fields.get(place.checked_add(1)?).filter(|rest| rest.len == Some(Length::Rest))?;
    let empty = |expr: &Expr| match expr {
        Expr::Binary(Binary::Eq, operands) => {
            matches!(&**operands, [Expr::Len(path), Expr::Int(0)] if **path == [rest.name.clone()])
        }
        _ => false,
    };
    let rules = || count.owner.rules.iter().chain(rest.constraints.iter());
    let asserted =
        rules().any(|rule| matches!(&rule.rule, Rule::Assert(expr) if empty(expr)) && rule.lenient.is_empty());
    asserted.then(|| Outcome::any_fault(&[Verdict::Invalid, Verdict::Malformed], &[], vec!["trusts-counts"]))
}

/// Returns the least size of an element in bytes.
fn least_size(model: &Model, field: &Field, depth: usize) -> u32 {
    match &field.ty {
        Type::Varint { .. } | Type::CString => 1,
        Type::Named { .. } => {
            let Some(nested) = inner_structure(model, field).filter(|_| depth < 8) else { return 0 };
            if let Some(size) = nested.size {
                return u32::try_from(size).unwrap_or(u32::MAX);
            }
            let Body::Fields(fields) = &nested.body else { return 0 };
            let there = fields.iter().filter(|field| field.when.is_none() && field.region.is_none());
            let sizes = there.map(|field| match field.fixed_len() {
                // Clipped: a size beyond every golden is compared with theirs.
                Some(len) => least_size(model, field, depth + 1).saturating_mul(u32::try_from(len).unwrap_or(u32::MAX)),
                None => 0,
            });
            sizes.fold(0, u32::saturating_add)
        }
        // A type without a fixed size may take no bytes.
        ty => ty.fixed_size().and_then(|size| u32::try_from(size).ok()).unwrap_or(0),
    }
}
