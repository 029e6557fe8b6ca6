use crate::schema::Endian;

/// A value whose encoding always has the same size.
///
/// Decoding cannot fail: whoever calls has checked the size once, for a whole array if there is one.
pub trait Fixed: Sized {
    /// Size in bytes.
    const SIZE: usize;

    /// Reads a value; bytes that are missing count as zero.
    fn get(bytes: &[u8], endian: Endian) -> Self;

    /// Writes the value; bytes that do not fit are lost, so callers bring [`Self::SIZE`].
    fn put(&self, bytes: &mut [u8], endian: Endian);
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl Fixed for $ty {
            const SIZE: usize = size_of::<$ty>();

            #[inline(always)]
            fn get(bytes: &[u8], endian: Endian) -> Self {
                let bytes = match bytes.first_chunk() {
                    Some(bytes) => *bytes,
                    None => return <$ty>::default(),
                };
                match endian {
                    Endian::Little => <$ty>::from_le_bytes(bytes),
                    Endian::Big => <$ty>::from_be_bytes(bytes),
                }
            }

            #[inline(always)]
            fn put(&self, bytes: &mut [u8], endian: Endian) {
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = match endian {
                        Endian::Little => self.to_le_bytes(),
                        Endian::Big => self.to_be_bytes(),
                    };
                }
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

impl<T: Fixed, const N: usize> Fixed for [T; N] {
    const SIZE: usize = N.saturating_mul(T::SIZE);

    #[inline(always)]
    fn get(bytes: &[u8], endian: Endian) -> Self {
        std::array::from_fn(|index| T::get(bytes.get(index.saturating_mul(T::SIZE)..).unwrap_or_default(), endian))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], endian: Endian) {
        for (value, bytes) in self.iter().zip(bytes.chunks_exact_mut(T::SIZE.max(1))) {
            value.put(bytes, endian);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_both_byte_orders() {
        assert_eq!(u32::get(&[1, 2, 3, 4], Endian::Little), 0x0403_0201);
        assert_eq!(u32::get(&[1, 2, 3, 4], Endian::Big), 0x0102_0304);
        assert_eq!(<[i16; 2]>::get(&[0xff, 0xff, 1, 0], Endian::Little), [-1, 1]);
        let mut bytes = [0; 4];
        [1_u16, 2].put(&mut bytes, Endian::Big);
        assert_eq!(bytes, [0, 1, 0, 2]);
    }

    #[test]
    fn missing_bytes_are_zero() {
        assert_eq!(u32::get(&[1, 2], Endian::Little), 0);
        assert_eq!(<[u8; 3]>::get(&[7], Endian::Little), [7, 0, 0]);
    }
}
