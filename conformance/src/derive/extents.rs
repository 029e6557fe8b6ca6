//! Derives cases of wrong offsets and sizes: regions beyond the end of the file, and regions whose bytes do not match
//! their checksums.

use super::bound::{BoundPiece, BoundText, ElementNumbers};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use crate::SuiteError;
use crate::source::Algorithm;
use bpx_schema::report::{Class, Verdict};
use bpx_schema::schema::{ComputedValue, Expr, Field, Length, Link, Region, Structure, Text, Type, memory_size};
use bpx_schema::value::{Scope, eval_int};
use bpx_workbench::vectors::Try;
use std::collections::BTreeMap;

const PAST_THE_END: &str = "past-the-end";
/// The numbers of low bits that a changed number keeps, with their names. A reader that drops the high bits accepts the
/// changed number.
const LOW_BITS: [(&str, u32); 3] = [("low-8-bits", 8), ("low-16-bits", 16), ("low-32-bits", 32)];
const GREATEST: &str = "as-many-as-can-be";

/// The bytes of a region.
struct RegionExtent<'s> {
    field: &'s Field,
    region: &'s Region,
    /// The index of the entry that describes the region.
    entry: Option<usize>,
    /// The offset of the first byte and the offset after the last byte; `None` if an offset overflows.
    bytes: Option<(u64, u64)>,
}

/// The effect of a changed number on the regions.
enum RegionChange {
    /// No certain effect.
    None,
    PastEnd,
    OtherContent,
    OtherSize,
    OtherSum,
}

pub(super) fn derive(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    root: &Structure,
) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for piece in bound.open_pieces() {
        let mut done = Vec::new();
        for one in piece.tries.iter().filter(|one| one.numbers.is_some()) {
            if done.contains(&&one.path) {
                continue;
            }
            done.push(&one.path);
            for (what, number, bytes) in candidate_numbers(bound, piece, one) {
                let path = piece.path_in_file(&one.path);
                let change = changed_regions(bound, root, &path, number);
                // Cases of offsets find more mistakes than cases of sizes or checksums.
                if what == PAST_THE_END && !matches!(change.0, RegionChange::PastEnd) {
                    continue;
                }
                if LOW_BITS.iter().any(|(name, _)| *name == what)
                    && !matches!(change.0, RegionChange::PastEnd | RegionChange::OtherSum)
                {
                    continue;
                }
                let Some((outcome, rules)) = try_outcome(context, bound, piece, (one, what), &change) else { continue };
                let (structure, field) = piece.declared_name(bound.model, &one.path);
                let name = rules.1;
                let topic =
                    Topic { names: vec![format!("{structure}.{field}")], rules: vec![format!("{name}.{}", rules.0)] };
                let id = context.case_id(bound, &piece.name, &[&one.path.to_string(), what]);
                let title = format!("{path}: {number}, {}", what.replace('-', " "));
                cases.push(context.derived_case(bound, id, title, &topic, &outcome, bound.set_leaves(piece, &bytes)?));
            }
        }
    }
    Ok(cases)
}

/// Returns the numbers to try instead of the present number, each with its name and the changed bytes of the piece.
fn candidate_numbers<'b>(bound: &BoundText<'_>, piece: &BoundPiece<'_>, one: &Try) -> Vec<(&'b str, i128, Vec<u8>)> {
    let (Some((old, _)), Some(bytes)) = (one.numbers, bound.piece_bytes(piece)) else { return Vec::new() };
    // The bytes that another number changes are the place of the number.
    let place = |one: &Try| {
        let differs = |at: &usize| bytes.get(*at) != one.bytes.get(*at);
        let first = (0..bytes.len()).find(differs)?;
        let last = (0..bytes.len()).rev().find(differs)?;
        Some((first, last))
    };
    let siblings = piece.tries.iter().filter(|other| other.path == one.path);
    let places: Vec<_> = siblings.filter_map(place).collect();
    let (Some(first), Some(last)) = (places.iter().map(|(a, _)| *a).min(), places.iter().map(|(_, b)| *b).max()) else {
        return Vec::new();
    };
    let width = last - first + 1;
    // Numbers of 16 bytes and more are tried up to the same value.
    let max = 1_i128.checked_shl(u32::try_from(width * 8).unwrap_or(64)).unwrap_or(i128::MAX) - 1;
    let file = bound.built.bytes.len() as i128;
    let wanted = [("one-more", old + 1), ("one-less", old - 1), ("none", 0), (PAST_THE_END, file + 1), (GREATEST, max)];
    let low_bits = LOW_BITS.map(|(what, bits)| (what, old + (1 << bits)));
    let fits = wanted.into_iter().chain(low_bits).filter(|(_, number)| (0..=max).contains(number) && *number != old);
    let mut list: Vec<(&str, i128, Vec<u8>)> = Vec::new();
    for (what, number) in fits {
        let mut new = bytes.to_vec();
        let raw = number.to_le_bytes();
        new.iter_mut().skip(first).take(width).zip(raw).for_each(|(byte, raw)| *byte = raw);
        if list.iter().all(|(_, other, _)| *other != number) {
            list.push((what, number, new));
        }
    }
    list
}

fn try_outcome(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    piece: &BoundPiece<'_>,
    (one, what): (&Try, &str),
    change: &(RegionChange, String),
) -> Option<(Outcome, (&'static str, String))> {
    let (structure, field) = piece.declared_name(bound.model, &one.path);
    let tied = context.binding.is_tied(&bound.golden.schema, structure, &field, None);
    let both = [Verdict::Malformed, Verdict::Invalid];
    let (rule, outcome) = match change.0 {
        RegionChange::None => return None,
        // A reader may report another broken rule first.
        RegionChange::PastEnd if tied => ("bounds", Outcome::any_fault(&both, &[], vec!["reads-past-end"])),
        RegionChange::PastEnd => {
            // A cut stream is also malformed.
            let classes = [Class::OutOfBounds, Class::Truncated, Class::Overflow, Class::BadStream];
            let wraps = (what == GREATEST).then_some("wraps-offsets");
            let flags = std::iter::once("reads-past-end").chain(wraps).collect();
            ("bounds", Outcome::any_fault(&[Verdict::Malformed], &classes, flags))
        }
        RegionChange::OtherContent => ("checksum", Outcome::any_fault(&both, &[], vec!["skips-section-checksum"])),
        RegionChange::OtherSize => {
            let classes = [Class::SizeMismatch, Class::BadStream, Class::Truncated, Class::LimitExceeded];
            ("content-size", Outcome::any_fault(&both, &classes, vec!["ignores-content-size"]))
        }
        RegionChange::OtherSum => {
            let classes = [Class::ChecksumMismatch];
            ("checksum", Outcome::any_fault(&[Verdict::Invalid], &classes, vec!["skips-section-checksum"]))
        }
    };
    Some((outcome, (rule, change.1.clone())))
}

/// Returns the effect of another number on the regions of the file, and the field that shows the effect.
fn changed_regions(bound: &BoundText<'_>, root: &Structure, path: &str, number: i128) -> (RegionChange, String) {
    let mut numbers = bound.numbers.clone();
    numbers.insert(path.to_owned(), number);
    let file = bound.built.bytes.len() as u64;
    let (before, after) = (region_extents(bound, root, &bound.numbers), region_extents(bound, root, &numbers));
    let outside = |extent: &&RegionExtent<'_>| extent.bytes.is_none_or(|(from, to)| from > file || to > file);
    if before.iter().any(|extent| outside(&extent)) {
        return (RegionChange::None, String::new());
    }
    if let Some(extent) = after.iter().find(outside) {
        return (RegionChange::PastEnd, extent.field.name.to_string());
    }
    for (before, after) in before.iter().zip(&after) {
        let name = before.field.name.to_string();
        let content = |extent: &RegionExtent<'_>| region_content(bound, extent);
        let (Some(old), Some(new)) = (content(before), content(after)) else { continue };
        let packed = region_step(bound, before, &bound.numbers).is_some();
        let size = |extent: &RegionExtent<'_>, numbers: &BTreeMap<String, i128>| {
            evaluate_expr(bound, extent.region.content_size.as_ref()?, extent, numbers)
        };
        if packed && before.bytes == after.bytes && size(before, &bound.numbers) != size(after, &numbers) {
            return (RegionChange::OtherSize, name);
        }
        // With another transform the content differs, or cannot be unpacked.
        let transform = |extent, numbers| region_step(bound, extent, numbers).map(|step| step.transform.clone());
        let other = transform(before, &bound.numbers) != transform(after, &numbers);
        let right = |content: &[u8], extent: &RegionExtent<'_>, numbers| is_right(bound, content, extent, numbers);
        if right(&old, before, &bound.numbers) != Some(true) || other {
            continue;
        }
        if right(&new, after, &numbers) == Some(false) {
            return (if old == new { RegionChange::OtherSum } else { RegionChange::OtherContent }, name);
        }
    }
    (RegionChange::None, String::new())
}

fn region_extents<'s>(
    bound: &BoundText<'_>,
    root: &'s Structure,
    numbers: &BTreeMap<String, i128>,
) -> Vec<RegionExtent<'s>> {
    let mut list = Vec::new();
    for field in root.fields() {
        let Some(region) = field.region.as_ref() else { continue };
        let entries = match &region.each {
            Some(each) => (0..).take_while(|index| has_entry(bound, each, *index)).map(Some).collect(),
            None => vec![None],
        };
        for entry in entries {
            let extent = RegionExtent { field, region, entry, bytes: None };
            let of = |expr: &Option<Expr>| evaluate_expr(bound, expr.as_ref()?, &extent, numbers);
            let (Some(_), Some(at)) = (&region.at, of(&region.at)) else { continue };
            let size = match (&region.size, &field.len) {
                (Some(_), _) => of(&region.size),
                (None, Some(Length::Count(count))) => {
                    let Some(element) = element_size(bound, &extent, numbers) else { continue };
                    evaluate_expr(bound, count, &extent, numbers).and_then(|count| count.checked_mul(element))
                }
                _ => continue,
            };
            let end = size.and_then(|size| at.checked_add(size)).and_then(|end| u64::try_from(end).ok());
            // An empty region has no place, except a section, which has an offset even then.
            if size == Some(0) && region.each.is_none() {
                continue;
            }
            let bytes = u64::try_from(at).ok().zip(end);
            list.push(RegionExtent { bytes, ..extent });
        }
    }
    list
}

/// Returns the size of each element of a list in bytes, which arguments may decide; `None` if the size is not certain.
fn element_size(bound: &BoundText<'_>, extent: &RegionExtent<'_>, numbers: &BTreeMap<String, i128>) -> Option<i128> {
    let resolve = |link: &Link| bound.model.get(link.name());
    if let Some(size) = extent.field.element_size(&resolve) {
        return Some(size.into());
    }
    let Type::Named { link, args } = &extent.field.ty else { return None };
    let structure = resolve(link)?;
    let values = args.iter().map(|arg| evaluate_expr(bound, arg, extent, numbers)).collect::<Option<Vec<i128>>>()?;
    let params: Vec<_> = structure.params.iter().zip(values).collect();
    structure.fields().iter().try_fold(0_i128, |sum, field| {
        let is_there = field.when.as_ref().map_or(Some(1), |when| eval_int(when, &ParamValues(&params)))? != 0;
        let size = i128::from(field.element_size(&resolve)?).checked_mul(field.fixed_len()?.into())?;
        sum.checked_add(if is_there { size } else { 0 })
    })
}

/// Parameters and their values.
struct ParamValues<'a>(&'a [(&'a Text, i128)]);

impl Scope for ParamValues<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let [name] = path else { return None };
        self.0.iter().find(|(param, _)| *param == name).map(|(_, value)| ComputedValue::Int(*value))
    }
}

fn has_entry(bound: &BoundText<'_>, each: &str, index: usize) -> bool {
    let start = format!("{each}[{index}].");
    bound.numbers.keys().any(|path| path.starts_with(&start))
}

fn evaluate_expr(
    bound: &BoundText<'_>,
    expr: &Expr,
    extent: &RegionExtent<'_>,
    numbers: &BTreeMap<String, i128>,
) -> Option<i128> {
    let entry = extent.region.each.as_deref().zip(extent.entry);
    eval_int(expr, &ElementNumbers { numbers, entry, size: bound.built.bytes.len() })
}

/// Returns the step that unpacks the bytes of a region; `None` if the bytes are not packed.
fn region_step<'s>(
    bound: &BoundText<'_>,
    extent: &RegionExtent<'s>,
    numbers: &BTreeMap<String, i128>,
) -> Option<&'s bpx_schema::schema::RegionStep> {
    extent
        .region
        .steps
        .iter()
        .find(|step| evaluate_expr(bound, &step.when, extent, numbers).is_some_and(|when| when != 0))
}

/// Returns the content of a region; for a packed region, the content that the text states.
fn region_content(bound: &BoundText<'_>, extent: &RegionExtent<'_>) -> Option<Vec<u8>> {
    let (from, to) = extent.bytes?;
    let range = usize::try_from(from).ok()?..usize::try_from(to).ok()?;
    if region_step(bound, extent, &bound.numbers).is_none() {
        return bound.built.bytes.get(range).map(<[u8]>::to_vec);
    }
    let here = |unpacked: &&crate::source::UnpackedContent| {
        bound
            .built
            .span_of(&unpacked.path)
            .is_some_and(|span| (span.offset, span.offset + span.size) == (range.start, range.end))
    };
    Some(bound.built.unpacked.iter().find(here)?.content.clone())
}

/// Returns whether the content has the stated checksum; `None` if no checksum is stated.
fn is_right(
    bound: &BoundText<'_>,
    content: &[u8],
    extent: &RegionExtent<'_>,
    numbers: &BTreeMap<String, i128>,
) -> Option<bool> {
    let holds = |expr: &Expr| evaluate_expr(bound, expr, extent, numbers);
    let check = extent.region.checks.iter().find(|check| holds(&check.when).is_some_and(|when| when != 0))?;
    let stored = holds(&check.stored)?;
    let mut algorithms = check.algorithms.iter().filter_map(Algorithm::of_schema);
    Some(algorithms.any(|algorithm| i128::from(algorithm.of(content)) == stored))
}

/// Returns the end of the region around an offset, or the end of the file if no region contains the offset.
pub(super) fn end_of_space(bound: &BoundText<'_>, root: &Structure, place: usize) -> usize {
    let extents = region_extents(bound, root, &bound.numbers);
    let ends =
        extents.iter().filter_map(|extent| extent.bytes).filter(|(from, to)| (*from..*to).contains(&(place as u64)));
    ends.map(|(_, to)| memory_size(to)).min().unwrap_or(bound.built.bytes.len())
}
