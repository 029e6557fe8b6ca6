//! Numbers of variable length: groups of seven bits, or a size in the first byte.

use crate::report::Class;
use crate::schema::VarintForm;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// The way in which bytes state the size and the value of a number: [`Leb`], [`SignedLeb`], [`Zigzagged`],
/// [`MostFirst`], [`SizeFirst`], [`SizeKept`] or [`LikeUtf8`].
pub trait VarintCoding: Copy {
    /// The form of the number, as data.
    const FORM: VarintForm;
}

macro_rules! codings {
    ($($(#[$doc:meta])* $coding:ident $form:ident $alias:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $coding;

        impl VarintCoding for $coding {
            const FORM: VarintForm = VarintForm::$form;
        }

        $(#[$doc])*
        pub type $alias<T> = Varint<T, $coding>;
    )*};
}

codings! {
    /// An unsigned LEB128 number: the least significant group comes first.
    Leb Uleb Uleb;
    /// A signed LEB128 number: the least significant group comes first, and the highest bit of the last group is the
    /// sign.
    SignedLeb Sleb Sleb;
    /// A zigzag number: the unsigned LEB128 numbers 0, 1, 2, 3, .. mean 0, -1, 1, -2, ..
    Zigzagged Zigzag Zigzag;
    /// A number without a sign whose most significant group comes first, as in MIDI.
    MostFirst Vlq Vlq;
    /// An unsigned number of 1 to 8 bytes, as a size in EBML. The number of zero bits before the first set bit
    /// states the size, and the bits after the set bit are the number. If all of these bits are set, the size is
    /// unknown, and the number is -1.
    SizeFirst Vint Vint;
    /// A number of 1 to 8 bytes, as an identifier in EBML. The number of zero bits before the first set bit states the
    /// size, and the set bit is a part of the number: `1A 45 DF A3` is 0x1A45_DFA3. A number whose first bits do not
    /// state its size is an error.
    SizeKept MarkedVint MarkedVint;
    /// An unsigned number of 1 to 7 bytes and up to 36 bits, encoded as in UTF-8; an example is a frame number in
    /// FLAC.
    LikeUtf8 Utf8Number Utf8Number;
}

/// A number of variable length.
///
/// The number keeps the size of its encoding, so that an encoding that is longer than needed is written back unchanged.
///
/// ```
/// use bpx_schema::codec::{Sleb, Uleb, Vlq, Zigzag};
///
/// assert_eq!((Uleb::new(64_u32).size(), Sleb::new(64_i32).size()), (1, 2));
/// assert_eq!((Zigzag::new(-64_i64).size(), Vlq::new(128_u16).value()), (1, 128));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Varint<T, F> {
    value: T,
    size: u8,
    form: PhantomData<F>,
}

impl<T: Copy + Into<i128>, F: VarintCoding> Varint<T, F> {
    /// Returns a number in its shortest encoding.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self::with_size(value, varint_size(value.into(), F::FORM))
    }

    /// Returns another number. If the encoding of this number is longer than needed, the other number gets the same size,
    /// if it fits; else it is in its shortest encoding.
    #[must_use]
    pub fn with_value(self, value: T) -> Self {
        if self.size() == varint_size(self.value.into(), F::FORM) {
            return Self::new(value);
        }
        // A type of Rust has at most 64 bits.
        let bits = u8::try_from(8 * size_of::<T>()).unwrap_or(u8::MAX);
        Self::with_size(value, size_kept(value.into(), self.size(), (bits, F::FORM)))
    }

    /// Returns the number.
    #[must_use]
    pub fn value(self) -> T {
        self.value
    }

    /// Returns the size of the encoding in bytes.
    #[must_use]
    pub fn size(self) -> usize {
        usize::from(self.size)
    }
}

impl<T: Copy + Into<i128> + Default, F: VarintCoding> Default for Varint<T, F> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: fmt::Debug, F: VarintCoding> fmt::Debug for Varint<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::FORM.name()).field("value", &self.value).field("size", &self.size).finish()
    }
}

impl<T, F> Varint<T, F> {
    pub(crate) fn with_size(value: T, size: usize) -> Self {
        // No form has as many bytes.
        Self { value, size: u8::try_from(size).unwrap_or(u8::MAX), form: PhantomData }
    }
}

/// Returns the number of bits that a number without a sign needs.
fn bit_width(value: i128) -> u32 {
    i128::BITS - value.leading_zeros()
}

/// Returns the number whose groups store a zigzag number.
fn zigzag(value: i128) -> i128 {
    value << 1 ^ value >> 127
}

/// Returns the possible sizes of a number's encoding, in bytes. The form must hold the number.
pub(crate) fn varint_sizes(value: i128, bits: u8, form: VarintForm) -> RangeInclusive<usize> {
    let least = varint_size(value, form);
    least..=if form == VarintForm::MarkedVint { least } else { form.greatest_size(bits) }
}

/// Returns the size in bytes in which a number is written that had `size` bytes before: the same size, if the number
/// fits, and else the shortest. The form must hold the number.
pub(crate) fn size_kept(value: i128, size: usize, (bits, form): (u8, VarintForm)) -> usize {
    let sizes = varint_sizes(value, bits, form);
    if sizes.contains(&size) { size } else { *sizes.start() }
}

/// Returns the message for a number that does not fit.
pub(crate) fn unfit_varint(value: i128, bits: u8, form: VarintForm) -> String {
    let range = form.range(bits);
    if range.contains(&value) {
        return format!("expected a number whose first bits state its size, found {value:#x}");
    }
    format!("expected a number from {} to {}, found {value}", range.start(), range.end())
}

/// Returns the size in bytes of the shortest encoding of a number of at most 64 bits.
#[must_use]
pub fn varint_size(value: i128, form: VarintForm) -> usize {
    let groups = |bits: u32| bits.max(1).div_ceil(7) as usize;
    match form {
        VarintForm::Uleb | VarintForm::Vlq => groups(bit_width(value)),
        VarintForm::Zigzag => groups(bit_width(zigzag(value))),
        VarintForm::Sleb => groups(bit_width(value.max(!value)) + 1),
        // The encoding in which all bits are ones is that of -1.
        VarintForm::Vint => groups(bit_width(value + 1)),
        // The marker takes a bit beside the groups of seven; the number 0 has no bit to leave out.
        VarintForm::MarkedVint => groups(bit_width(value).saturating_sub(1)),
        VarintForm::Utf8Number if bit_width(value) <= 7 => 1,
        VarintForm::Utf8Number => (bit_width(value) - 1).div_ceil(5) as usize,
    }
}

/// Returns the number that `bytes` encode; `bytes` are the whole encoding.
#[must_use]
pub fn value_of(bytes: &[u8], form: VarintForm) -> i128 {
    let join = |value: i128, byte: &u8| value << 7 | i128::from(byte & 0x7f);
    let least_first = || bytes.iter().rev().fold(0, join);
    match form {
        VarintForm::Uleb => least_first(),
        VarintForm::Vlq => bytes.iter().fold(0, join),
        VarintForm::Zigzag => {
            let stored = least_first();
            stored >> 1 ^ -(stored & 1)
        }
        VarintForm::Sleb => match bytes.last() {
            Some(last) if last & 0x40 != 0 => bytes.iter().rev().fold(-1, join),
            _ => least_first(),
        },
        VarintForm::Vint | VarintForm::MarkedVint => {
            let stored = bytes.iter().fold(0, |value: i128, byte| value << 8 | i128::from(*byte));
            let marker = 1_i128 << (7 * bytes.len()).min(63);
            match stored & (marker - 1) {
                _ if form == VarintForm::MarkedVint => stored,
                data if data == marker - 1 => -1,
                data => data,
            }
        }
        VarintForm::Utf8Number => match bytes {
            [first] => i128::from(*first),
            [first, rest @ ..] => {
                // The first byte of the longest form has no bits of the number.
                let first = i128::from(first & 0xffu8.checked_shr(bytes.len() as u32 + 1).unwrap_or(0));
                rest.iter().fold(first, |value, byte| value << 6 | i128::from(byte & 0x3f))
            }
            [] => 0,
        },
    }
}

/// Reads a number of at most `bits` bits. Returns the value and the size of its encoding in bytes.
///
/// # Errors
/// Returns `Truncated` when the bytes end inside the number, and `BadVarint` when the number is too long or too large,
/// or its first byte states no size.
#[inline]
pub(crate) fn read_varint(bytes: &[u8], bits: u8, form: VarintForm) -> Result<(i128, usize), Class> {
    if form.has_prefix() {
        return read_prefixed(bytes, bits, form);
    }
    match read_word(bytes, bits, form) {
        Some((value, size)) => Ok((i128::from(value), size)),
        None => read_any(bytes, bits, form),
    }
}

/// Reads a number like [`read_varint`]; the first byte states the size.
fn read_prefixed(bytes: &[u8], bits: u8, form: VarintForm) -> Result<(i128, usize), Class> {
    if bytes.is_empty() {
        return Err(Class::Truncated);
    }
    let size = form.size_of(bytes).filter(|size| *size <= form.greatest_size(bits)).ok_or(Class::BadVarint)?;
    let number = bytes.get(..size).unwrap_or(bytes);
    let is_rest = |byte: &u8| byte & 0xc0 == 0x80;
    if form == VarintForm::Utf8Number && !number.iter().skip(1).all(is_rest) {
        return Err(Class::BadVarint);
    }
    if number.len() < size {
        return Err(Class::Truncated);
    }
    let value = value_of(number, form);
    if form.can_hold(value, bits) { Ok((value, size)) } else { Err(Class::BadVarint) }
}

/// Reads a number like [`read_varint`], if its groups fit into a word; this is several times as fast as reading with 128 bits.
#[inline]
fn read_word(bytes: &[u8], bits: u8, form: VarintForm) -> Option<(i64, usize)> {
    /// The number of groups of seven bits that fit into 63 bits, so that no number without a sign looks negative.
    const GROUPS: usize = 9;
    let (mut stored, mut size) = (0_u64, 0_usize);
    for byte in bytes.iter().take(form.greatest_size(bits).min(GROUPS)) {
        let group = u64::from(byte & 0x7f);
        stored = if form == VarintForm::Vlq { stored << 7 | group } else { stored | group << (7 * size) };
        size += 1;
        if byte & 0x80 == 0 {
            let value = match form {
                VarintForm::Zigzag => (stored >> 1).cast_signed() ^ -(stored & 1).cast_signed(),
                VarintForm::Sleb => {
                    let unused = 64 - 7 * size;
                    (stored << unused).cast_signed() >> unused
                }
                _ => stored.cast_signed(),
            };
            // Bits of the number, without the sign.
            let width = i64::BITS - value.max(!value).leading_zeros() + u32::from(form.is_signed());
            return (width <= u32::from(bits)).then_some((value, size));
        }
    }
    None
}

/// Reads a number like [`read_varint`], but of any size.
#[cold]
fn read_any(bytes: &[u8], bits: u8, form: VarintForm) -> Result<(i128, usize), Class> {
    // At most eleven groups of seven bits, one more than a number of 64 bits has.
    let bytes = bytes.get(..form.greatest_size(bits)).unwrap_or(bytes);
    let Some((number, _)) = form.size_of(bytes).and_then(|size| bytes.split_at_checked(size)) else {
        return Err(if bytes.len() < form.greatest_size(bits) { Class::Truncated } else { Class::BadVarint });
    };
    let value = value_of(number, form);
    if form.can_hold(value, bits) { Ok((value, number.len())) } else { Err(Class::BadVarint) }
}

/// Writes a number in exactly `size` bytes.
pub fn write_varint(value: i128, size: usize, form: VarintForm, out: &mut Vec<u8>) {
    if form.has_prefix() {
        return write_prefixed(value, size, form, out);
    }
    let stored = if form == VarintForm::Zigzag { zigzag(value) } else { value };
    for at in 1..=size {
        let more = if at < size { 0x80 } else { 0 };
        let group = if form == VarintForm::Vlq { size - at } else { at - 1 };
        out.push((stored >> (7 * group) & 0x7f) as u8 | more);
    }
}

/// Writes a number whose first byte states its size.
fn write_prefixed(value: i128, size: usize, form: VarintForm, out: &mut Vec<u8>) {
    let (groups, mask, first) = match form {
        // A number has at most 8 bytes, so that no marker is shifted out.
        VarintForm::Utf8Number if size > 1 => (6, 0x3f, !0xff_u8.checked_shr(size as u32).unwrap_or(0)),
        VarintForm::Vint => (8, 0xff, 0x80_u8.checked_shr((size as u32).wrapping_sub(1)).unwrap_or(0)),
        _ => (8, 0xff, 0),
    };
    // All bits of -1 are ones, but those before the marker are not stored.
    let value = if form == VarintForm::Vint { value & ((1 << (7 * size)) - 1) } else { value };
    for at in (0..size).rev() {
        let group = (value >> (groups * at)) as u8 & mask;
        let prefix = if at + 1 == size { first } else { !mask & 0xbf };
        out.push(prefix | group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of groups of seven bits.
    const GROUPED: [VarintForm; 4] = [VarintForm::Uleb, VarintForm::Sleb, VarintForm::Zigzag, VarintForm::Vlq];

    #[test]
    fn reads_shortest_and_longer_encodings() {
        let read = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Uleb);
        assert_eq!(read(&[0xe5, 0x8e, 0x26], 32), Ok((624_485, 3)));
        assert_eq!(read(&[0x81, 0x00], 32), Ok((1, 2)));
        assert_eq!(read(&[0xff; 12], 32), Err(Class::BadVarint));
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0x1f], 32), Err(Class::BadVarint));
        assert_eq!(read(&[0x80], 32), Err(Class::Truncated));
        assert_eq!(read(&[0xff, 0xff, 0x03], 16), Ok((65535, 3)));
    }

    /// Encodings computed by hand.
    #[test]
    fn reads_every_form() {
        let signed = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Sleb);
        assert_eq!(signed(&[0xc0, 0xbb, 0x78], 32), Ok((-123_456, 3)));
        assert_eq!(signed(&[0x7f], 16), Ok((-1, 1)));
        assert_eq!(signed(&[0xff, 0x7f], 16), Ok((-1, 2)));
        assert_eq!(signed(&[0x80, 0x80, 0x7e], 16), Ok((-32768, 3)));
        assert_eq!(signed(&[0xff, 0xff, 0x7d], 16), Err(Class::BadVarint));
        assert_eq!(signed(&[0xff, 0xff, 0x01], 16), Ok((32767, 3)));
        assert_eq!(signed(&[0x80, 0x80, 0x02], 16), Err(Class::BadVarint));
        let zigzag = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Zigzag);
        assert_eq!(zigzag(&[0x03], 16), Ok((-2, 1)));
        assert_eq!(zigzag(&[0xff, 0xff, 0x03], 16), Ok((-32768, 3)));
        assert_eq!(zigzag(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], 64), Ok((i64::MIN.into(), 10)));
        let midi = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Vlq);
        assert_eq!(midi(&[0x81, 0x80, 0x00], 32), Ok((16384, 3)));
        assert_eq!(midi(&[0xff, 0x7f], 32), Ok((16383, 2)));
        assert_eq!(midi(&[0x80, 0x01], 32), Ok((1, 2)));
        assert_eq!(midi(&[0x84, 0x80, 0x00], 16), Err(Class::BadVarint));
    }

    /// Encodings computed by hand.
    #[test]
    fn reads_numbers_whose_first_byte_states_their_size() {
        let vint = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Vint);
        assert_eq!(vint(&[0x82], 16), Ok((2, 1)));
        assert_eq!(vint(&[0x40, 2], 16), Ok((2, 2)));
        assert_eq!(vint(&[0x40, 0x7f], 16), Ok((127, 2)));
        assert_eq!(vint(&[1, 0, 0, 0, 0, 0, 0, 2], 16), Ok((2, 8)));
        assert_eq!(
            [&[0xff][..], &[0x7f, 0xff], &[1, 255, 255, 255, 255, 255, 255, 255]].map(|all| vint(all, 16)),
            [Ok((-1, 1)), Ok((-1, 2)), Ok((-1, 8))]
        );
        assert_eq!(vint(&[1, 255, 255, 255, 255, 255, 255, 254], 64), Ok(((1 << 56) - 2, 8)));
        assert_eq!(vint(&[0x30, 0, 0], 16), Err(Class::BadVarint));
        assert_eq!([&[][..], &[0x40], &[1, 2, 3]].map(|short| vint(short, 64)), [Err(Class::Truncated); 3]);
        assert_eq!(vint(&[0; 9], 64), Err(Class::BadVarint));
        let marked = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::MarkedVint);
        assert_eq!(marked(&[0x1a, 0x45, 0xdf, 0xa3], 32), Ok((0x1a45_dfa3, 4)));
        assert_eq!(marked(&[0xec], 16), Ok((0xec, 1)));
        assert_eq!(marked(&[0x08, 0, 0, 0, 1], 32), Err(Class::BadVarint));
        assert_eq!(marked(&[0x08, 0, 0, 0, 1], 64), Ok((0x08_0000_0001, 5)));
        let utf8 = |bytes: &[u8], bits| read_varint(bytes, bits, VarintForm::Utf8Number);
        assert_eq!(utf8(&[0xe2, 0x82, 0xac], 16), Ok((0x20ac, 3)));
        assert_eq!(utf8(&[0xc0, 0x80], 16), Ok((0, 2)));
        assert_eq!(utf8(&[0xfe, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf], 64), Ok(((1 << 36) - 1, 7)));
        assert_eq!(utf8(&[0xf0, 0x90, 0x80, 0x80], 16), Err(Class::BadVarint));
        assert_eq!(utf8(&[0xe2, 0x82], 16), Err(Class::Truncated));
        assert_eq!(
            [&[0x80][..], &[0xff], &[0xe2, 0x02], &[0xc2, 0xc0]].map(|bytes| utf8(bytes, 64)),
            [Err(Class::BadVarint); 4]
        );
    }

    #[test]
    fn numbers_whose_first_byte_states_their_size_are_written_back() {
        let edges = (0..=63).flat_map(|bit| [(1_i128 << bit) - 2, (1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let forms = [VarintForm::Vint, VarintForm::MarkedVint, VarintForm::Utf8Number];
        let mut written = 0;
        for (value, (form, bits)) in edges.flat_map(|value| {
            forms.into_iter().flat_map(move |form| [16, 32, 64].map(move |bits| (value, (form, bits))))
        }) {
            if !form.can_hold(value, bits) {
                continue;
            }
            for size in varint_sizes(value, bits, form) {
                let mut out = Vec::new();
                write_varint(value, size, form, &mut out);
                assert_eq!((read_varint(&out, bits, form), out.len()), (Ok((value, size)), size), "{form:?} {out:x?}");
                assert_eq!(value_of(&out, form), value);
                written += 1;
            }
        }
        assert!(written > 1000, "{written}");
    }

    #[test]
    fn numbers_in_a_word_are_those_of_the_slow_way() {
        let tails = [0_u8, 1, 2, 3, 0x0f, 0x10, 0x1f, 0x3f, 0x40, 0x41, 0x78, 0x7e, 0x7f];
        let heads = [0x80_u8, 0x81, 0xc0, 0xff];
        let mut compared = 0;
        for (form, bits) in GROUPED.into_iter().flat_map(|form| [16, 32, 64].map(|bits| (form, bits))) {
            for (size, tail, head, other) in (0..10_usize).flat_map(|size| {
                tails.into_iter().flat_map(move |tail| {
                    heads.into_iter().flat_map(move |head| heads.map(|other| (size, tail, head, other)))
                })
            }) {
                let mut bytes = vec![head; size];
                if let Some(last) = bytes.last_mut() {
                    *last = other;
                }
                bytes.push(tail);
                if let Some(read) = read_word(&bytes, bits, form) {
                    assert_eq!(Ok((i128::from(read.0), read.1)), read_any(&bytes, bits, form), "{form:?} {bytes:x?}");
                    compared += 1;
                } else if size < 9 {
                    assert!(read_any(&bytes, bits, form).is_err(), "{form:?} {bits} {bytes:x?}");
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn writes_back_the_same_size() {
        let numbers = [0, 127, 128, 1, -1, 63, 64, -64, -65, i64::MAX.into(), i64::MIN.into(), u64::MAX.into()];
        for (value, form) in numbers.into_iter().flat_map(|value| GROUPED.map(|form| (value, form))) {
            for size in varint_size(value, form)..=10 {
                let mut out = Vec::new();
                write_varint(value, size, form, &mut out);
                let expected = if form.can_hold(value, 64) { Ok((value, size)) } else { Err(Class::BadVarint) };
                assert_eq!(read_varint(&out, 64, form), expected, "{form:?}");
            }
            assert_eq!(
                form.can_hold(value, 64),
                varint_size(value, form) <= 10
                    && (value >= 0 || form.is_signed())
                    && (value <= i64::MAX.into() || !form.is_signed())
            );
        }
        assert_eq!((Uleb::new(300_u32).size(), Uleb::<u32>::default().size()), (2, 1));
        let padded = Uleb::with_size(300_u32, 3);
        assert_eq!([1, 1 << 20, 1 << 21, u32::MAX].map(|value| padded.with_value(value).size()), [3, 3, 4, 5]);
        assert_eq!([1, 300, 1 << 20].map(|value| Uleb::new(300_u32).with_value(value).size()), [1, 2, 3]);
    }
}
