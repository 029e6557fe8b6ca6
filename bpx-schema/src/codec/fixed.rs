use crate::schema::Endian;

/// A value whose encoding always has the same size.
///
/// Decoding cannot fail, because the caller has checked the size, once for a whole array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fixed size",
    label = "a record can hold only records, numbers, and arrays of them",
    note = "use `#[structure]` for the type that holds it, or `#[derive(Record)]` for `{Self}`"
)]
pub trait Fixed: Sized {
    /// Size in bytes.
    const SIZE: usize;

    /// Reads a value; bytes that are missing count as zero.
    fn get(bytes: &[u8], endian: Endian) -> Self;

    /// Reads as many values as fit, one after the other.
    ///
    /// Types with a constant size override this method. With chunks of a constant size, the compiler copies whole
    /// records without a check for each field.
    #[inline(always)]
    fn get_all(bytes: &[u8], endian: Endian) -> impl Iterator<Item = Self> {
        bytes.chunks_exact(Self::SIZE.max(1)).map(move |bytes| Self::get(bytes, endian))
    }

    /// Writes the value. Bytes that do not fit are lost, so callers pass [`Self::SIZE`] bytes.
    fn put(&self, bytes: &mut [u8], endian: Endian);

    /// Writes values one after the other; values that do not fit are lost. Types with a constant size override this
    /// method, as they override [`Self::get_all`].
    #[inline(always)]
    fn put_all(values: &[Self], bytes: &mut [u8], endian: Endian) {
        for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(Self::SIZE.max(1))) {
            value.put(bytes, endian);
        }
    }

    /// Reads as many values as fit, one after the other, into a vector.
    #[inline]
    #[must_use]
    fn get_list(bytes: &[u8], endian: Endian) -> Vec<Self> {
        Self::get_all(bytes, endian).collect()
    }

    /// Appends values one after the other.
    #[inline]
    fn append(values: &[Self], out: &mut Vec<u8>, endian: Endian) {
        let start = out.len();
        out.resize(start + values.len() * Self::SIZE, 0);
        // The bytes from `start` on were just added.
        Self::put_all(values, out.get_mut(start..).unwrap_or_default(), endian);
    }
}

/// Encodes values into new bytes of the exact size.
#[must_use]
pub fn to_bytes<T: Fixed>(values: &[T], endian: Endian) -> Vec<u8> {
    let mut bytes = vec![0; values.len() * T::SIZE];
    T::put_all(values, &mut bytes, endian);
    bytes
}

macro_rules! numbers {
    ($($ty:ty $({ $($bytes:tt)* })?),*) => {$(
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
            fn get_all(bytes: &[u8], endian: Endian) -> impl Iterator<Item = Self> {
                bytes.as_chunks::<{ size_of::<$ty>() }>().0.iter().map(move |bytes| Self::get(bytes, endian))
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

            #[inline(always)]
            fn put_all(values: &[Self], bytes: &mut [u8], endian: Endian) {
                for (value, bytes) in values.iter().zip(bytes.as_chunks_mut::<{ size_of::<$ty>() }>().0) {
                    value.put(bytes, endian);
                }
            }

            $($($bytes)*)?
        }
    )*};
}
numbers!(u8 {
    #[inline]
    fn get_list(bytes: &[u8], _: Endian) -> Vec<u8> {
        bytes.to_vec()
    }

    #[inline]
    fn append(values: &[u8], out: &mut Vec<u8>, _: Endian) {
        out.extend_from_slice(values);
    }
}, u16, u32, u64, i8, i16, i32, i64, f32, f64);

impl<T: Fixed, const N: usize> Fixed for [T; N] {
    const SIZE: usize = N * T::SIZE;

    #[inline(always)]
    fn get(bytes: &[u8], endian: Endian) -> Self {
        // Missing bytes count as zero, as the trait defines. Callers pass all bytes, so no branch is left.
        std::array::from_fn(|index| T::get(bytes.get(index * T::SIZE..).unwrap_or_default(), endian))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], endian: Endian) {
        for (index, value) in self.iter().enumerate() {
            // Like in `get`.
            value.put(bytes.get_mut(index * T::SIZE..).unwrap_or_default(), endian);
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
    fn several_values_in_one_go() {
        assert_eq!(to_bytes(&[0x0102_u16, 3], Endian::Little), [2, 1, 3, 0]);
        assert!(to_bytes::<[u8; 3]>(&[], Endian::Big).is_empty());
    }

    #[test]
    fn missing_bytes_are_zero() {
        assert_eq!(u32::get(&[1, 2], Endian::Little), 0);
        assert_eq!(<[u8; 3]>::get(&[7], Endian::Little), [7, 0, 0]);
    }
}
