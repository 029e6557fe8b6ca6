use crate::report::Class;

/// An unsigned LEB128 number: seven bits a byte, least significant group first.
///
/// Remembers the size of its encoding, so that a longer one than needed is written back as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Uleb<T> {
    value: T,
    size: u8,
}

impl<T: Copy + Into<u64>> Uleb<T> {
    /// A number in its shortest encoding.
    #[must_use]
    pub fn new(value: T) -> Self {
        let bits = width(value.into()).max(1);
        Self { value, size: u8::try_from(bits.div_ceil(7)).unwrap_or(u8::MAX) }
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> T {
        self.value
    }

    /// Size of the encoding in bytes.
    #[must_use]
    pub fn size(self) -> usize {
        usize::from(self.size)
    }
}

impl<T> Uleb<T> {
    pub(crate) fn with_size(value: T, size: usize) -> Self {
        Self { value, size: u8::try_from(size).unwrap_or(u8::MAX) }
    }
}

/// Largest encoding of a number of so many bits, in bytes.
#[must_use]
pub(crate) fn max_size(bits: u8) -> usize {
    usize::from(bits).div_ceil(7) + usize::from(fault!(LongVarints))
}

/// Bits that a number needs.
fn width(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// Whether a number needs no more than so many bits.
pub(crate) fn fits(value: u64, bits: u8) -> bool {
    width(value) <= u32::from(bits)
}

/// Reads a number of at most so many bits: the value and the size of its encoding.
///
/// # Errors
/// `Truncated` when the bytes end inside, `BadVarint` when it is too long or too large.
pub(crate) fn read(bytes: &[u8], bits: u8) -> Result<(u64, usize), Class> {
    // Eleven groups of seven bits at most, one more than a number of 64 bits has.
    let mut value = 0_u128;
    for ((size, byte), shift) in (1..).zip(bytes).zip((0..128_u32).step_by(7)).take(max_size(bits)) {
        value |= u128::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            let value = u64::try_from(value).ok().filter(|value| fits(*value, bits));
            return value.map(|value| (value, size)).ok_or(Class::BadVarint);
        }
    }
    Err(if bytes.len() < max_size(bits) { Class::Truncated } else { Class::BadVarint })
}

/// Writes a number in exactly so many bytes.
pub fn write(value: u64, size: usize, out: &mut Vec<u8>) {
    let mut rest = value;
    for at in 1..=size {
        let more = if at < size { 0x80 } else { 0 };
        out.push((rest & 0x7f) as u8 | more);
        rest >>= 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_shortest_and_longer_encodings() {
        assert_eq!(read(&[0xe5, 0x8e, 0x26], 32), Ok((624_485, 3)));
        assert_eq!(read(&[0x81, 0x00], 32), Ok((1, 2)));
        assert_eq!(read(&[0xff; 12], 32), Err(Class::BadVarint));
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0x1f], 32), Err(Class::BadVarint));
        assert_eq!(read(&[0x80], 32), Err(Class::Truncated));
        assert_eq!(read(&[0xff, 0xff, 0x03], 16), Ok((65535, 3)));
    }

    #[test]
    fn writes_back_the_same_size() {
        for (value, size) in [(0_u64, 1), (127, 1), (128, 2), (1, 3), (u64::MAX, 10)] {
            let mut out = Vec::new();
            write(value, size, &mut out);
            assert_eq!(read(&out, 64), Ok((value, size)));
        }
        assert_eq!(Uleb::new(300_u32).size(), 2);
    }
}
