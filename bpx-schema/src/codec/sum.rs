//! Checks checksums over fields of a structure after reading, and sets such checksums after writing.

use super::reach::resolve_static;
use super::span::{FieldSpan, LinkResolver};
use super::{Decoder, Encoder};
use crate::Algorithms;
use crate::budget::cost;
use crate::checksum::{ChecksumType, RunningChecksum};
use crate::report::{Class, Finding, Path, Result, Segment};
use crate::schema::{BitPlace, Endian, Field, FieldChecksum, List, Offset, Structure, Text, Type};
use crate::source::{ReadAt, SourceReader};
use crate::value::{LeafValue, steps_of_bytes};
use std::borrow::Cow;

/// Number of bytes of a source that are added to a checksum at a time.
const PIECE: usize = 256 << 10;

/// The offsets where a run of bytes begins and ends.
type ByteSpan = (u64, u64);

/// Returns the type and the spans of a member. A member of an array's elements has a span for each element.
pub(crate) fn member_spans<'a>(
    fields: &'a [Field],
    spans: &[FieldSpan<'_>],
    path: &[Text],
    resolve: &LinkResolver<'a>,
) -> Option<(Vec<ByteSpan>, Cow<'a, Type>)> {
    let (field, members) = path.split_first()?;
    let &(_, start, end, order) = spans.iter().find(|(name, ..)| field == name)?;
    let field = fields.iter().find(|known| known.name == *field)?;
    let Some(member) = members.first() else {
        let ty = order.map_or(Cow::Borrowed(&field.ty), |order| field.ty.in_order(order));
        let narrow = field.width.as_ref().and_then(|_| ty.of_width(i128::from(end.checked_sub(start)?)));
        return Some((vec![(start, end)], narrow.map_or(ty, Cow::Owned)));
    };
    let Type::Named { link, .. } = &field.ty else {
        return None;
    };
    let nested = resolve(link)?;
    let offset = nested.offset_of(member, resolve)?;
    // The value that decides its byte order is known only in its structure.
    let member = nested.field(member).filter(|member| !member.is_decided())?;
    let size = member.fixed_size(resolve)?;
    // A structure without a fixed size is not in an array.
    let step = usize::try_from(nested.size.unwrap_or(end - start).max(1)).ok()?;
    let span = |start: u64| {
        let begin = Offset::from(start) + offset;
        begin.get().zip((begin + size).get())
    };
    Some(((start..end).step_by(step).map(span).collect::<Option<_>>()?, Cow::Borrowed(&member.ty)))
}

/// Rejects a checksum in a nested structure if a value of that structure decides the checksum's byte order or width.
///
/// # Errors
/// Returns the message of the fault.
pub(crate) fn expect_order<'a>(
    sum: &FieldChecksum,
    structure: &'a Structure,
    resolve: &LinkResolver<'a>,
) -> Result<(), String> {
    let [own, member] = &*sum.stored else { return Ok(()) };
    let Some(Type::Named { link, .. }) = structure.field(own).map(|field| &field.ty) else { return Ok(()) };
    let decided = resolve(link).and_then(|nested| nested.field(member)).is_some_and(Field::is_decided);
    let message = || {
        format!(
            "expected a constant byte order and width for the checksum `{own}.{member}`, or a field of this \
                structure, because values in `{own}` decide them"
        )
    };
    if decided { Err(message()) } else { Ok(()) }
}

/// The bytes of a checksum: the bytes in memory, and the bytes that follow in their source.
#[derive(Clone, Copy)]
struct SummedBytes<'a> {
    checksum: ChecksumType,
    bytes: &'a [u8],
    source: Option<&'a dyn ReadAt>,
}

/// How a checksum treats its excluded members.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum SumReading {
    /// The checksum covers the bytes that the specification defines.
    Specified,
    /// The checksum skips more members than the specification defines.
    Skipped,
    /// The checksum counts some excluded members as zeros.
    Zeroed,
}

impl SumReading {
    /// Returns the treatments that a checksum accepts besides the specified treatment.
    fn accepted_readings(sum: &FieldChecksum) -> impl Iterator<Item = Self> {
        let skipped = (!sum.or_skip.is_empty()).then_some(Self::Skipped);
        skipped.into_iter().chain((!sum.or_zero.is_empty()).then_some(Self::Zeroed))
    }

    /// Returns the excluded members. Each has the byte that replaces its bytes, or `None` if its bytes are skipped.
    fn excluded_members(self, sum: &FieldChecksum) -> impl Iterator<Item = (&List<Text>, Option<u8>)> {
        let zeros = move |path| (self == Self::Zeroed && sum.or_zero.contains(path)).then_some(0);
        let more = if self == Self::Skipped { &*sum.or_skip } else { &[] };
        let filled = sum.fill.iter().map(|filled| (&filled.member, Some(filled.byte)));
        sum.skip.iter().map(move |path| (path, zeros(path))).chain(more.iter().map(|path| (path, None))).chain(filled)
    }
}

/// Returns the checksum over ranges of fields, or `None` when there are no such fields or members.
fn compute_sum<'a>(
    sum: &FieldChecksum,
    reading: SumReading,
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    summed: SummedBytes<'_>,
    resolve: &LinkResolver<'a>,
) -> Result<Option<u64>> {
    let Some(mut checksum) = begin_sum(sum, reading, structure, spans, (summed.checksum, summed.bytes), resolve) else {
        return Ok(None);
    };
    let Some(source) = summed.source.filter(|_| sum.over.1.is_none()) else {
        return Ok(Some(checksum.value()));
    };
    let before = summed.bytes.len() as u64;
    if let Some(left) = source.size().checked_sub(before) {
        SourceReader::new(source, before, left).each_piece(PIECE, |piece| checksum.update(piece))?;
    }
    Ok(Some(checksum.value()))
}

/// Returns the number of bytes over which a checksum is computed.
fn summed_size(sum: &FieldChecksum, spans: &[FieldSpan<'_>], summed: &SummedBytes<'_>) -> u64 {
    let whole = summed.source.map_or(summed.bytes.len() as u64, ReadAt::size);
    let ranges = sum.ranges().filter_map(|range| range_span(range, spans, whole));
    ranges.map(|(start, end)| cost(end.saturating_sub(start))).fold(cost(0), |all, one| all + one).0
}

/// Returns the span of a range of fields, in a space of `whole` bytes; `None` if a field does not exist.
fn range_span((first, last): (&Text, Option<&Text>), spans: &[FieldSpan<'_>], whole: u64) -> Option<ByteSpan> {
    let span = |wanted: &Text| spans.iter().find(|(name, ..)| wanted == name);
    Some((span(first)?.1, last.map_or(Some(whole), |last| Some(span(last)?.2))?))
}

/// Computes the checksum like [`compute_sum`], but only over the bytes in memory.
fn begin_sum<'a>(
    sum: &FieldChecksum,
    reading: SumReading,
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    (checksum, bytes): (ChecksumType, &[u8]),
    resolve: &LinkResolver<'a>,
) -> Option<RunningChecksum> {
    let mut checksum = checksum.start();
    for range in sum.ranges() {
        let (start, end) = range_span(range, spans, bytes.len() as u64)?;
        let mut holes = Vec::new();
        for (path, byte) in reading.excluded_members(sum) {
            let found = member_spans(structure.fields(), spans, path, resolve)?.0;
            // Members of other ranges must not extend this one.
            let inside = found.into_iter().filter(|(hole, _)| *hole < end);
            holes.extend(inside.map(|(hole, after)| (hole, after, byte)));
        }
        holes.sort_unstable();
        let mut from = start;
        for (hole, after, byte) in holes.into_iter().chain([(end, end, None)]) {
            let hole = hole.max(from);
            checksum.update(Offset::from(from).up_to(hole, bytes)?);
            if let Some(byte) = byte {
                // A member before the range has no byte in it.
                checksum.update(&vec![byte; usize::try_from(after.saturating_sub(hole)).ok()?]);
            }
            from = from.max(after);
        }
    }
    Some(checksum)
}

/// Returns the span of the member that states a checksum, and the stated value.
fn stated_sum<'a>(
    sum: &FieldChecksum,
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    bytes: &[u8],
    resolve: &LinkResolver<'a>,
) -> Option<(ByteSpan, u64)> {
    let (found, ty) = member_spans(structure.fields(), spans, &sum.stored, resolve)?;
    let span @ (start, end) = *found.first()?;
    let bytes = Offset::from(start).up_to(end, bytes)?;
    Some((span, u64::try_from(LeafValue::from_bytes(&ty, bytes)?.as_int()?).ok()?))
}

/// Returns the checksums of a structure, except those that an absent field would state.
fn present_sums<'a>(structure: &'a Structure, spans: &[FieldSpan<'_>]) -> impl Iterator<Item = &'a FieldChecksum> {
    let is_absent = |name: &Text| spans.iter().any(|(known, start, end, _)| name == known && start == end);
    structure.sums.iter().filter(move |sum| !sum.stored.first().is_some_and(is_absent))
}

impl Decoder<'_, '_> {
    /// Reports each checksum of a structure that differs from the stated value.
    ///
    /// # Errors
    /// Returns errors of reading the source, for checksums that continue to the end of the file.
    pub fn check_sums(&mut self, structure: &'static Structure, spans: &[FieldSpan<'_>]) -> Result<()> {
        self.check_sums_with(structure, spans, &resolve_static)
    }

    pub(crate) fn check_sums_with<'a>(
        &mut self,
        structure: &'a Structure,
        spans: &[FieldSpan<'_>],
        resolve: &LinkResolver<'a>,
    ) -> Result<()> {
        for sum in present_sums(structure, spans) {
            let known = self.budget().algorithms().expect_checksum(&sum.algorithm);
            let checksum = known.map_err(|message| self.fault(Class::UnsupportedFeature, message))?;
            expect_order(sum, structure, resolve).map_err(|message| self.fault(Class::UnsupportedFeature, message))?;
            let summed = SummedBytes { checksum, bytes: self.bytes(), source: self.source() };
            let Some(((start, _), stated)) = stated_sum(sum, structure, spans, summed.bytes, resolve) else {
                continue;
            };
            let steps = steps_of_bytes(summed_size(sum, spans, &summed));
            let value = |reading| {
                self.charge_search(steps)?;
                compute_sum(sum, reading, structure, spans, summed, resolve)
            };
            let Some(actual) = value(SumReading::Specified)? else {
                continue;
            };
            let mut holds = actual == stated;
            for reading in SumReading::accepted_readings(sum) {
                holds = holds || value(reading)? == Some(stated);
            }
            if holds {
                continue;
            }
            let (name, stated, actual) =
                (checksum.name(), checksum.format_value(stated), checksum.format_value(actual));
            let message = format!("expected the {name} checksum {actual}, found {stated}");
            let path = Path::new(sum.stored.iter().map(|name| Segment::Field(name.clone())).collect());
            let finding = Finding::new(Class::ChecksumMismatch, self.location_of(start), message);
            self.report(finding.with_code(sum.code.clone()).with_spec(sum.spec.clone()).with_path(path));
        }
        Ok(())
    }
}

/// Sets a number of a type in written bytes. Returns whether the number fits, or `None` if the bytes do not exist or
/// the type is not a number that can be set.
pub(crate) fn set_number(bytes: &mut [u8], (start, end): ByteSpan, ty: &Type, value: u64) -> Option<bool> {
    let place = bytes.get_mut(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
    match ty {
        Type::Int { endian: Endian::Big, .. } => Some(put_bytes(place.iter_mut().rev(), value) == 0),
        Type::Int { .. } => Some(put_bytes(place.iter_mut(), value) == 0),
        Type::Digits { form, .. } => {
            // Digits with this number keep their filling.
            if form.read_number(place) == Some(value) {
                return Some(true);
            }
            let Some(digits) = form.digit_bytes(value, place.len()) else { return Some(false) };
            place.copy_from_slice(&digits);
            Some(true)
        }
        _ => None,
    }
}

/// Sets a bit field in the written bytes of its structure; `None` if the bytes were not written.
pub(crate) fn set_bit_field(bytes: &mut [u8], (start, end): ByteSpan, bits: BitPlace, value: u128) -> Option<()> {
    let place = bytes.get_mut(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
    bits.write_number(value, place);
    Some(())
}

/// Returns the span of the structure that contains a bit field, and the bits of the field.
pub(crate) fn bit_member<'a>(
    fields: &'a [Field],
    spans: &[FieldSpan<'_>],
    path: &[Text],
    resolve: &LinkResolver<'a>,
) -> Option<(ByteSpan, BitPlace)> {
    let [name, member] = path else { return None };
    let &(_, start, end, _) = spans.iter().find(|(field, ..)| name == field)?;
    let Type::Named { link, .. } = &fields.iter().find(|field| field.name == *name)?.ty else { return None };
    let bits = resolve(link)?.bit_fields().iter().find(|field| field.name == *member)?;
    Some(((start, end), bits.bit_place()))
}

/// Sets a number, which must fit its type and width, in the written fields of a structure. Returns false if the
/// structure has no such number.
pub(crate) fn set_member<'a>(
    bytes: &mut [u8],
    (fields, spans): (&'a [Field], &[FieldSpan<'_>]),
    path: &[Text],
    value: i128,
    resolve: &LinkResolver<'a>,
) -> bool {
    if let Some((span, bits)) = bit_member(fields, spans, path, resolve) {
        return span.0 == span.1 || set_bit_field(bytes, span, bits, value.cast_unsigned()).is_some();
    }
    let Some((found, ty)) = member_spans(fields, spans, path, resolve) else { return false };
    // An absent field states no number.
    let Some(&(start, end)) = found.first().filter(|(start, end)| start != end) else { return true };
    let Ok(bits) = i64::try_from(value).map(i64::cast_unsigned).or_else(|_| u64::try_from(value)) else { return false };
    set_number(bytes, (start, end), &ty, bits).is_some_and(|holds| holds || value < 0)
}

/// Sets the checksums of a structure in the bytes of the structure. A stated value is kept if it is correct under a
/// treatment that the checksum accepts.
///
/// # Errors
/// Returns an error when the member that states a checksum does not exist or is too small for the value, or when the
/// checksum's algorithm is unknown.
pub fn seal_sums<'a>(
    bytes: &mut [u8],
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    resolve: &LinkResolver<'a>,
    algorithms: &Algorithms,
) -> std::result::Result<(), (Class, String)> {
    for sum in present_sums(structure, spans) {
        let checksum = known_algorithm(sum, algorithms)?;
        let right = right_value(sum, structure, spans, (checksum, bytes), resolve);
        let (value, _) = right.ok_or_else(|| missing_member(sum))?;
        set_sum(sum, value, (checksum, bytes), (structure, spans), resolve)?;
    }
    Ok(())
}

/// Returns the value of a checksum over bytes in memory: the stated value with the treatment under which the value is
/// correct, or the specified value if the stated value is wrong under each treatment.
fn right_value<'a>(
    sum: &FieldChecksum,
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    (checksum, bytes): (ChecksumType, &[u8]),
    resolve: &LinkResolver<'a>,
) -> Option<(u64, Option<SumReading>)> {
    let value = |reading| Some(begin_sum(sum, reading, structure, spans, (checksum, bytes), resolve)?.value());
    let specified = value(SumReading::Specified)?;
    let stated = stated_sum(sum, structure, spans, bytes, resolve).map(|(_, stated)| stated);
    if stated == Some(specified) {
        return Some((specified, Some(SumReading::Specified)));
    }
    let accepted = SumReading::accepted_readings(sum).find(|reading| stated.is_some() && value(*reading) == stated);
    Some((stated.filter(|_| accepted.is_some()).unwrap_or(specified), accepted))
}

/// Returns the treatment of each checksum of a structure, before numbers in the bytes are set. Returns `None` for a
/// checksum that is wrong under each treatment, for a checksum that accepts only the specified treatment, and for a
/// checksum that extends to the end of a file.
pub(crate) fn stated_readings<'a>(
    bytes: &[u8],
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    (resolve, algorithms): (&LinkResolver<'a>, &Algorithms),
) -> Vec<Option<SumReading>> {
    let reading = |sum: &FieldChecksum| {
        let is_open = SumReading::accepted_readings(sum).next().is_some() && sum.over.1.is_some();
        let checksum = algorithms.find_checksum(&sum.algorithm).filter(|_| is_open)?;
        right_value(sum, structure, spans, (checksum, bytes), resolve)?.1
    };
    present_sums(structure, spans).map(reading).collect()
}

/// Sets the checksums like [`seal_sums`], including checksums that extend to the end of a file; `more` adds the following
/// bytes. Each checksum keeps its treatment in `before`. A checksum without a treatment keeps a stated value that is
/// correct under an accepted treatment; with `zeros`, its new value counts excluded members as zeros.
///
/// # Errors
/// Returns the errors of `more`; the inner result has the errors of [`seal_sums`].
pub(crate) fn seal_with<'a>(
    bytes: &mut [u8],
    structure: &'a Structure,
    spans: &[FieldSpan<'_>],
    (resolve, algorithms): (&LinkResolver<'a>, &Algorithms),
    (before, zeros): (&[Option<SumReading>], bool),
    more: &mut dyn FnMut(&mut RunningChecksum) -> Result<()>,
) -> Result<std::result::Result<(), (Class, String)>> {
    for (index, sum) in present_sums(structure, spans).enumerate() {
        let checksum = match known_algorithm(sum, algorithms) {
            Ok(checksum) => checksum,
            Err(unknown) => return Ok(Err(unknown)),
        };
        let mut value = |bytes: &[u8], reading| {
            let running = begin_sum(sum, reading, structure, spans, (checksum, bytes), resolve);
            let Some(mut running) = running else { return Ok::<_, crate::report::Error>(None) };
            if sum.over.1.is_none() {
                more(&mut running)?;
            }
            Ok(Some(running.value()))
        };
        let stated = stated_sum(sum, structure, spans, bytes, resolve).map(|(_, stated)| stated);
        let before = before.get(index).copied().flatten();
        let mut wanted = before.map_or(Ok(None), |reading| value(bytes, reading))?;
        for reading in SumReading::accepted_readings(sum) {
            if wanted.is_none() {
                wanted = value(bytes, reading)?.filter(|value| Some(*value) == stated);
            }
        }
        if wanted.is_none() {
            wanted = value(bytes, if zeros { SumReading::Zeroed } else { SumReading::Specified })?;
        }
        let set = wanted.ok_or_else(|| missing_member(sum));
        let set = set.and_then(|value| set_sum(sum, value, (checksum, bytes), (structure, spans), resolve));
        if set.is_err() {
            return Ok(set);
        }
    }
    Ok(Ok(()))
}

fn known_algorithm(sum: &FieldChecksum, algorithms: &Algorithms) -> std::result::Result<ChecksumType, (Class, String)> {
    algorithms.expect_checksum(&sum.algorithm).map_err(|message| (Class::UnsupportedFeature, message))
}

fn missing_member(sum: &FieldChecksum) -> (Class, String) {
    (Class::BadReference, format!("expected a member `{}` to set, found none", sum.stored.join(".")))
}

/// Sets the member that states a checksum.
fn set_sum<'a>(
    sum: &FieldChecksum,
    value: u64,
    (checksum, bytes): (ChecksumType, &mut [u8]),
    (structure, spans): (&'a Structure, &[FieldSpan<'_>]),
    resolve: &LinkResolver<'a>,
) -> std::result::Result<(), (Class, String)> {
    expect_order(sum, structure, resolve).map_err(|message| (Class::UnsupportedFeature, message))?;
    let set = (|| {
        let (found, ty) = member_spans(structure.fields(), spans, &sum.stored, resolve)?;
        let &(start, end) = found.first()?;
        Some((set_number(bytes, (start, end), &ty, value)?, end - start))
    })();
    let (holds, size) = set.ok_or_else(|| missing_member(sum))?;
    if holds {
        return Ok(());
    }
    let (name, value, member) = (checksum.name(), checksum.format_value(value), sum.stored.join("."));
    Err((Class::Overflow, format!("the {name} checksum {value} does not fit into the {size} bytes of {member}")))
}

/// Writes a number with the least significant byte first. Returns what remains of the number; 0 if the number fits.
fn put_bytes<'b>(bytes: impl Iterator<Item = &'b mut u8>, value: u64) -> u64 {
    bytes.fold(value, |rest, byte| {
        *byte = (rest & 0xFF) as u8;
        rest >> 8
    })
}

impl Encoder<'_> {
    /// Sets a written number that is computed from sizes or offsets. The number is a field, or a member of a field.
    ///
    /// # Errors
    /// Returns an error when the schema names no such number.
    pub fn set_late(
        &mut self,
        fields: &'static [Field],
        span: FieldSpan<'_>,
        path: &[Text],
        value: i128,
    ) -> Result<()> {
        let Some(bytes) = self.written_bytes() else {
            return Ok(());
        };
        if set_member(bytes, (fields, &[span]), path, value, &resolve_static) {
            return Ok(());
        }
        Err(self.fault(Class::BadReference, format!("expected a number `{}` to set, found none", path.join("."))))
    }

    /// Sets the checksums of a structure in the bytes that were just written.
    ///
    /// # Errors
    /// Returns an error when the schema names no such member, or when a checksum does not fit into its member.
    ///
    /// A checksum up to the end of the file covers only the bytes that are written so far. A caller that writes more
    /// bytes has to continue the checksum.
    pub fn seal_sums(&mut self, structure: &'static Structure, spans: &[FieldSpan<'static>]) -> Result<()> {
        self.note_sealed(structure, spans);
        let Some(bytes) = self.written_bytes() else {
            return Ok(());
        };
        seal_sums(bytes, structure, spans, &resolve_static, &Algorithms::only_declared())
            .map_err(|(class, message)| self.fault(class, message))
    }
}
