//! Numbers of variable length, with seven bits in each byte.

use crate::report::Class;
use crate::schema::VarintForm;
use std::fmt;
use std::marker::PhantomData;

/// The order of groups of seven bits in a number: [`Leb`], [`SignedLeb`], [`Zigzagged`] or [`MostFirst`].
pub trait VarintCoding: Copy {
    /// The same, as data.
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
    /// An unsigned LEB128 number: the least significant group first.
    Leb Uleb Uleb;
    /// A signed LEB128 number: the least significant group first, the highest bit of the last one is the sign.
    SignedLeb Sleb Sleb;
    /// A zigzag number: the unsigned LEB128 number 0, 1, 2, 3, .. for 0, -1, 1, -2, ..
    Zigzagged Zigzag Zigzag;
    /// A number without a sign whose most significant group comes first, as in MIDI.
    MostFirst Vlq Vlq;
}

/// A number of variable length.
///
/// It keeps the size of its encoding, so that an encoding that is longer than needed is written back unchanged.
///
/// ```
/// use bpx_schema::codec::{Sleb, Uleb, Vlq, Zigzag};
///
/// assert_eq!((Uleb::new(64_u32).size(), Sleb::new(64_i32).size()), (1, 2));
/// assert_eq!((Zigzag::new(-64_i64).size(), Vlq::new(128_u16).value()), (1, 128));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Varint<T, F> {
    value: T,
    size: u8,
    form: PhantomData<F>,
}

impl<T: Copy + Into<i128>, F: VarintCoding> Varint<T, F> {
    /// Returns a number in its shortest encoding.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self::with_size(value, shortest(value.into(), F::FORM))
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

impl<T: fmt::Debug, F: VarintCoding> fmt::Debug for Varint<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::FORM.name()).field("value", &self.value).field("size", &self.size).finish()
    }
}

impl<T, F> Varint<T, F> {
    pub(crate) fn with_size(value: T, size: usize) -> Self {
        Self { value, size: u8::try_from(size).unwrap_or(u8::MAX), form: PhantomData }
    }
}

/// Largest encoding of a number of this many bits, in bytes.
#[must_use]
pub(crate) fn max_size(bits: u8) -> usize {
    usize::from(bits).div_ceil(7)
}

/// Returns the number of bits that a number without a sign needs.
fn width(value: i128) -> u32 {
    i128::BITS - value.leading_zeros()
}

/// Returns the number whose groups store a zigzag number.
fn zigzag(value: i128) -> i128 {
    value << 1 ^ value >> 127
}

/// Returns whether a number needs no more than this many bits.
pub(crate) fn fits(value: i128, bits: u8, form: VarintForm) -> bool {
    let bits = u32::from(bits);
    match form {
        VarintForm::Sleb | VarintForm::Zigzag => width(value.max(!value)) < bits,
        VarintForm::Uleb | VarintForm::Vlq => value >= 0 && width(value) <= bits,
    }
}

/// Returns the size in bytes of the shortest encoding of a number of at most 64 bits.
#[must_use]
pub fn shortest(value: i128, form: VarintForm) -> usize {
    let bits = match form {
        VarintForm::Uleb | VarintForm::Vlq => width(value),
        VarintForm::Zigzag => width(zigzag(value)),
        VarintForm::Sleb => width(value.max(!value)) + 1,
    };
    bits.max(1).div_ceil(7) as usize
}

/// Returns the number in these bytes. All but the last one have their highest bit set.
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
    }
}

/// Reads a number of at most this many bits. Returns the value and the size of its encoding.
///
/// # Errors
/// `Truncated` when the bytes end inside, `BadVarint` when it is too long or too large.
#[inline]
pub(crate) fn read(bytes: &[u8], bits: u8, form: VarintForm) -> Result<(i128, usize), Class> {
    match read_word(bytes, bits, form) {
        Some((value, size)) => Ok((i128::from(value), size)),
        None => read_any(bytes, bits, form),
    }
}

/// Like [`read`], for a number whose groups fit into a word, which is several times as fast as 128 bits.
#[inline]
fn read_word(bytes: &[u8], bits: u8, form: VarintForm) -> Option<(i64, usize)> {
    /// Groups of seven bits in 63 bits, so that no number without a sign looks negative.
    const GROUPS: usize = 9;
    let (mut stored, mut size) = (0_u64, 0_usize);
    for byte in bytes.iter().take(max_size(bits).min(GROUPS)) {
        let group = u64::from(byte & 0x7f);
        stored = if form == VarintForm::Vlq { stored << 7 | group } else { stored | group << (7 * size) };
        size += 1;
        if byte & 0x80 == 0 {
            let value = match form {
                VarintForm::Uleb | VarintForm::Vlq => stored.cast_signed(),
                VarintForm::Zigzag => (stored >> 1).cast_signed() ^ -(stored & 1).cast_signed(),
                VarintForm::Sleb => {
                    let unused = 64 - 7 * size;
                    (stored << unused).cast_signed() >> unused
                }
            };
            // Bits of the number, without the sign.
            let width = i64::BITS - value.max(!value).leading_zeros() + u32::from(form.is_signed());
            return (width <= u32::from(bits)).then_some((value, size));
        }
    }
    None
}

/// Like [`read`], for any number.
#[cold]
fn read_any(bytes: &[u8], bits: u8, form: VarintForm) -> Result<(i128, usize), Class> {
    // At most eleven groups of seven bits, one more than a number of 64 bits has.
    let bytes = bytes.get(..max_size(bits)).unwrap_or(bytes);
    let Some(last) = bytes.iter().position(|byte| byte & 0x80 == 0) else {
        return Err(if bytes.len() < max_size(bits) { Class::Truncated } else { Class::BadVarint });
    };
    let (number, _) = bytes.split_at(last + 1);
    let value = value_of(number, form);
    if fits(value, bits, form) { Ok((value, number.len())) } else { Err(Class::BadVarint) }
}

/// Writes a number in exactly this many bytes.
pub fn write(value: i128, size: usize, form: VarintForm, out: &mut Vec<u8>) {
    let stored = if form == VarintForm::Zigzag { zigzag(value) } else { value };
    for at in 1..=size {
        let more = if at < size { 0x80 } else { 0 };
        let group = if form == VarintForm::Vlq { size - at } else { at - 1 };
        out.push((stored >> (7 * group) & 0x7f) as u8 | more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [VarintForm; 4] = [VarintForm::Uleb, VarintForm::Sleb, VarintForm::Zigzag, VarintForm::Vlq];

    #[test]
    fn reads_shortest_and_longer_encodings() {
        let read = |bytes: &[u8], bits| read(bytes, bits, VarintForm::Uleb);
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
        let signed = |bytes: &[u8], bits| read(bytes, bits, VarintForm::Sleb);
        assert_eq!(signed(&[0xc0, 0xbb, 0x78], 32), Ok((-123_456, 3)));
        assert_eq!(signed(&[0x7f], 16), Ok((-1, 1)));
        assert_eq!(signed(&[0xff, 0x7f], 16), Ok((-1, 2)));
        assert_eq!(signed(&[0x80, 0x80, 0x7e], 16), Ok((-32768, 3)));
        assert_eq!(signed(&[0xff, 0xff, 0x7d], 16), Err(Class::BadVarint));
        assert_eq!(signed(&[0xff, 0xff, 0x01], 16), Ok((32767, 3)));
        assert_eq!(signed(&[0x80, 0x80, 0x02], 16), Err(Class::BadVarint));
        let zigzag = |bytes: &[u8], bits| read(bytes, bits, VarintForm::Zigzag);
        assert_eq!(zigzag(&[0x03], 16), Ok((-2, 1)));
        assert_eq!(zigzag(&[0xff, 0xff, 0x03], 16), Ok((-32768, 3)));
        assert_eq!(zigzag(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], 64), Ok((i64::MIN.into(), 10)));
        let midi = |bytes: &[u8], bits| read(bytes, bits, VarintForm::Vlq);
        assert_eq!(midi(&[0x81, 0x80, 0x00], 32), Ok((16384, 3)));
        assert_eq!(midi(&[0xff, 0x7f], 32), Ok((16383, 2)));
        assert_eq!(midi(&[0x80, 0x01], 32), Ok((1, 2)));
        assert_eq!(midi(&[0x84, 0x80, 0x00], 16), Err(Class::BadVarint));
    }

    #[test]
    fn numbers_in_a_word_are_those_of_the_slow_way() {
        let tails = [0_u8, 1, 2, 3, 0x0f, 0x10, 0x1f, 0x3f, 0x40, 0x41, 0x78, 0x7e, 0x7f];
        let heads = [0x80_u8, 0x81, 0xc0, 0xff];
        let mut compared = 0;
        for (form, bits) in ALL.into_iter().flat_map(|form| [16, 32, 64].map(|bits| (form, bits))) {
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
        for (value, form) in numbers.into_iter().flat_map(|value| ALL.map(|form| (value, form))) {
            for size in shortest(value, form)..=10 {
                let mut out = Vec::new();
                write(value, size, form, &mut out);
                let expected = if fits(value, 64, form) { Ok((value, size)) } else { Err(Class::BadVarint) };
                assert_eq!(read(&out, 64, form), expected, "{form:?}");
            }
            assert_eq!(
                fits(value, 64, form),
                shortest(value, form) <= 10
                    && (value >= 0 || form.is_signed())
                    && (value <= i64::MAX.into() || !form.is_signed())
            );
        }
        assert_eq!(Uleb::new(300_u32).size(), 2);
    }
}
