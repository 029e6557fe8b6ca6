//! Small functions that generated code calls.

pub use super::bits::{get_bits, get_bits_big};
#[cfg(feature = "bits")]
pub use super::set_bits::set_bits;
use super::until::NO_VALUE;
use super::{Decoder, Digits, Encoder, Fixed, I24, I40, I48, I56, U24, U40, U48, U56};
use crate::checksum::Checksum;
use crate::report::{Class, Error, Finding, Location, Result};
use crate::schema::{ComputedValue, Endian, TextForm, memory_size};
pub use crate::value::elements::{Elements, elements};
pub use crate::value::operand::functions::*;
use crate::value::shown_value;

/// Reads a part of a record at a constant offset. Callers pass all bytes of the record, so the compiler removes the
/// check; missing bytes count as zero, as in [`Fixed::get`].
#[inline(always)]
pub fn get_part<T: Fixed>(bytes: &[u8], offset: usize, endian: Endian) -> T {
    T::get(bytes.get(offset..).unwrap_or_default(), endian)
}

/// Writes a part of a record at a constant offset. Callers pass all bytes of the record, as in [`get_part`].
#[inline(always)]
pub fn put_part<T: Fixed>(value: &T, bytes: &mut [u8], offset: usize, endian: Endian) {
    value.put(bytes.get_mut(offset..).unwrap_or_default(), endian);
}

/// Returns the finding of a rule that is a Rust function. The array has code, section and interpretation of the rule.
#[cold]
pub fn custom_finding([code, spec, lenient]: [&'static str; 3], at: Location, message: String) -> Finding {
    Finding::new(Class::Inconsistent, at, message).with_code(code).with_spec(spec).with_lenient(lenient)
}

/// Returns no value, for findings whose message shows no values.
#[must_use]
pub fn nothing_stated(_: &Decoder<'_, '_>, _: usize) -> Option<String> {
    None
}

/// Returns the text that a message shows for a value.
#[cold]
pub fn shown_text<'a>(value: Option<impl Into<ComputedValue<'a>>>) -> Option<String> {
    value.map(|value| shown_value(&value.into()))
}

/// Returns the count that an expression states.
///
/// # Errors
/// Returns an error when the expression has no value, or the count is negative.
#[inline]
pub fn read_count(d: &Decoder<'_, '_>, value: Option<i128>, name: &str) -> Result<u64> {
    read_fact(d, value, name, "count")
}

/// Returns the number that an expression states as a fact about a field; `fact` is the name of the fact.
///
/// # Errors
/// Returns an error when the expression has no value, or the number is negative.
#[inline]
pub fn read_fact(d: &Decoder<'_, '_>, value: Option<i128>, name: &str, fact: &str) -> Result<u64> {
    match value.and_then(|value| u64::try_from(value).ok()) {
        Some(number) => Ok(number),
        None => Err(bad_fact(d, value, name, fact)),
    }
}

#[cold]
fn bad_fact(d: &Decoder<'_, '_>, value: Option<i128>, name: &str, fact: &str) -> Error {
    let message =
        value.map_or_else(|| "has no value, because its computation fails".to_owned(), |value| format!("is {value}"));
    d.fault(Class::Overflow, format!("the {fact} {message}")).in_field(name)
}

/// Returns the value of a condition.
///
/// # Errors
/// Returns an error when the expression has no value.
pub fn read_condition(d: &Decoder<'_, '_>, value: Option<bool>, name: &str) -> Result<bool> {
    value.ok_or_else(|| d.fault(Class::Overflow, NO_VALUE).in_field(name))
}

/// Returns the value of a condition during writing.
///
/// # Errors
/// Returns an error when the expression has no value.
pub fn write_condition(e: &Encoder<'_>, value: Option<bool>, name: &str) -> Result<bool> {
    value.ok_or_else(|| e.fault(Class::Overflow, NO_VALUE).in_field(name))
}

/// Returns the value of a parameter of a nested structure.
///
/// # Errors
/// Returns an error when the expression has no value.
pub fn read_argument(d: &Decoder<'_, '_>, value: Option<i128>, name: &str) -> Result<i128> {
    value.ok_or_else(|| {
        d.fault(Class::Overflow, "an argument has no value, because its computation fails").in_field(name)
    })
}

/// Returns the value of a parameter of a nested structure during writing.
///
/// # Errors
/// Returns an error when the expression has no value.
pub fn write_argument(e: &Encoder<'_>, value: Option<i128>, name: &str) -> Result<i128> {
    value.ok_or_else(|| {
        e.fault(Class::Overflow, "an argument has no value, because its computation fails").in_field(name)
    })
}

/// Returns the number of bytes between two positions.
#[inline]
#[must_use]
pub fn size_between(start: u64, end: u64) -> i128 {
    i128::from(end) - i128::from(start)
}

/// The position of a computed field, which expressions read as `position`.
#[derive(Debug, Clone, Copy)]
pub struct FieldPosition(pub u64);

impl FieldPosition {
    /// Returns the position.
    #[must_use]
    pub fn position(self) -> u64 {
        self.0
    }
}

/// Returns the member of the first element whose key is `wanted`; 0 if there is no such element.
#[inline]
pub fn find_member<T>(list: &[T], wanted: i128, pair: impl Fn(&T) -> (i128, i128)) -> i128 {
    list.iter().map(pair).find(|(key, _)| *key == wanted).map_or(0, |(_, member)| member)
}

/// Returns whether bytes are a text of a form.
#[must_use]
pub fn is_text(form: TextForm, bytes: &[u8]) -> bool {
    crate::value::decode_text(form, bytes).is_ok()
}

/// Returns a constant of an expression in the type that the schema uses.
///
/// # Panics
/// Panics at compile time if the constant needs more than 64 bits, including the sign.
#[must_use]
#[allow(clippy::panic, clippy::cast_possible_truncation)]
pub const fn schema_constant(value: i128) -> i64 {
    assert!(
        value >= i64::MIN as i128 && value <= i64::MAX as i128,
        "expected a constant from -2^63 to 2^63 - 1 in an expression, because the schema stores constants as signed \
            64-bit numbers"
    );
    value as i64
}

/// Returns the numbers of fields with their own offsets, sorted by offset. Fields whose offset has no value come last.
#[must_use]
pub fn in_order<const N: usize>(mut places: [(Option<i128>, usize); N]) -> [usize; N] {
    places.sort_by_key(|(offset, _)| offset.unwrap_or(i128::MAX));
    places.map(|(_, number)| number)
}

/// A number type that can hold every checksum of `BYTES` bytes.
#[diagnostic::on_unimplemented(
    message = "expected an unsigned number of at least {BYTES} bytes for the checksum, found `{Self}`",
    label = "cannot hold every checksum"
)]
pub trait StatesSum<const BYTES: usize> {}

macro_rules! states_sum {
    ($($number:ty: $($bytes:literal)*;)*) => { $($(impl StatesSum<$bytes> for $number {})*)* };
}
states_sum! {
    u8: 1;
    u16: 1 2;
    U24: 1 2 3;
    u32: 1 2 3 4;
    U40: 1 2 3 4 5;
    U48: 1 2 3 4 5 6;
    U56: 1 2 3 4 5 6 7;
    u64: 1 2 3 4 5 6 7 8;
}

/// Digits may be too few for a checksum; then a writer reports that the checksum does not fit.
impl<const N: usize, D, F, const BYTES: usize> StatesSum<BYTES> for Digits<N, D, F> {}

/// Rejects, at compile time, a member that cannot hold every checksum of `BYTES` bytes.
pub fn states_sum<const BYTES: usize>(_: &impl StatesSum<BYTES>) {}

/// An element of a pool with a key. The runtime reads the keys from the bytes of the elements, at one offset in each.
#[diagnostic::on_unimplemented(
    message = "expected records in a pool with a key, found `{Self}`",
    label = "no record",
    note = "declare the structure with `#[derive(Record)]`, so that each key has the same offset in its element"
)]
pub trait HoldsKey {}

impl<T: crate::Record> HoldsKey for T {}

/// Rejects, at compile time, elements of a pool that have no keys.
pub const fn keyed_element<T: HoldsKey>() {}

/// A whole number that a writer sets after all bytes are placed.
#[diagnostic::on_unimplemented(
    message = "expected a whole number for a writer to set, found `{Self}`",
    label = "cannot be set by a writer"
)]
pub trait SetNumber {}

macro_rules! set_number {
    ($($number:ty)*) => { $(impl SetNumber for $number {})* };
}
impl<const N: usize, D, F> SetNumber for Digits<N, D, F> {}
set_number!(u8 u16 u32 u64 i8 i16 i32 i64 U24 U40 U48 U56 I24 I40 I48 I56);

/// Rejects at compile time a member that a writer cannot set.
pub fn sets_number(_: &impl SetNumber) {}

/// A whole number by which relations find an element of a pool.
#[diagnostic::on_unimplemented(
    message = "expected a whole number as the key of a pool, found `{Self}`",
    label = "cannot be a key"
)]
pub trait KeyNumber {}

impl<T: SetNumber> KeyNumber for T {}

/// Rejects at compile time a member that cannot be the key of a pool.
pub fn number_of_key(_: &impl KeyNumber) {}

/// A structure in which a writer sets a computed member. The writer sets the member in a copy.
#[diagnostic::on_unimplemented(
    message = "expected a structure that implements `Clone`, because a writer sets `derive(..)` in a copy, found `{Self}`",
    label = "missing `#[derive(Clone)]`"
)]
pub trait CopiedStructure: Clone {}

impl<T: Clone> CopiedStructure for T {}

/// Returns a copy of a structure, in which a writer sets a member.
pub fn copy_to_set<T: CopiedStructure>(value: &T) -> T {
    value.clone()
}

/// Sets a number. If the number is the same, its bytes are kept.
pub fn replace_number<T: Copy + TryInto<i128>>(number: &mut T, new: T) {
    let value = |number: T| number.try_into().ok();
    if value(*number) != value(new) {
        *number = new;
    }
}

/// Returns the number of a field that is absent, which the macros accept only if the number fits into the type.
#[must_use]
pub fn alternative<T: TryFrom<i128> + Default>(number: i128) -> T {
    T::try_from(number).unwrap_or_default()
}

/// Returns the number of bytes that are needed for every value of a checksum.
#[must_use]
pub const fn sum_size<C: Checksum>() -> usize {
    C::BITS.div_ceil(8) as usize
}

/// The number of children of a node, for expressions that use the length of the children.
#[derive(Debug, Clone, Copy)]
pub struct ChildCount(pub u64);

impl ChildCount {
    /// Returns the number.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        memory_size(self.0)
    }
}
