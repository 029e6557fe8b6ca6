//! What twins use beside binrw: written by hand, and sharing no code with the codecs they are compared with.

pub use binrw::{BinRead, BinWrite, binrw};
pub use modular_bitfield::{bitfield, specifiers};

use binrw::io::{Read, Seek, SeekFrom, Write};
use binrw::{BinResult, Endian, Error};

/// A number in an expression: a field, a reference to one when writing, or a parameter.
pub trait Number {
    fn number(&self) -> i128;
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Number for $ty {
            fn number(&self) -> i128 {
                *self as i128
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 i8 i16 i32 i64 i128);

impl<T: Number> Number for &T {
    fn number(&self) -> i128 {
        (**self).number()
    }
}

impl<T: Copy + Into<u64>> Number for Uleb<T> {
    fn number(&self) -> i128 {
        self.value.into().into()
    }
}

pub fn int(value: &impl Number) -> i128 {
    value.number()
}

pub fn len<T>(list: &Vec<T>) -> i128 {
    list.len() as i128
}

/// Whether no condition holds.
pub fn none<const N: usize>(conditions: [bool; N]) -> bool {
    !conditions.contains(&true)
}

/// Parameters that are one.
pub fn single<T>(one: T) -> (T,) {
    (one,)
}

/// A computed value as stored. Tests stay within what fits; beyond, binrw's users cut with `as`.
pub fn cut<T: TryFrom<i128>>(value: i128) -> T {
    T::try_from(value).unwrap_or_else(|_| panic!("{value} does not fit"))
}

/// A count; more than any file holds when it is negative.
pub fn count(value: i128) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// Elements up to the end of the stream; unlike binrw's `until_eof`, one that is cut is an error.
pub fn until_end<T, R, A>(reader: &mut R, endian: Endian, args: A) -> BinResult<Vec<T>>
where
    T: for<'a> BinRead<Args<'a> = A>,
    R: Read + Seek,
    A: Clone,
{
    let mut here = reader.stream_position()?;
    let end = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(here))?;
    let mut list = Vec::new();
    while here < end {
        list.push(T::read_options(reader, endian, args.clone())?);
        let next = reader.stream_position()?;
        if next == here {
            return Err(Error::AssertFail { pos: here, message: "an element of no size".to_owned() });
        }
        here = next;
    }
    Ok(list)
}

/// Bytes up to a NUL.
#[derive(Clone, PartialEq, Eq)]
pub struct CText(pub Vec<u8>);

impl std::fmt::Debug for CText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&String::from_utf8_lossy(&self.0), f)
    }
}

impl BinRead for CText {
    type Args<'a> = ();
    fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        Ok(Self(binrw::NullString::read_options(reader, endian, ())?.0))
    }
}

impl BinWrite for CText {
    type Args<'a> = ();
    fn write_options<W: Write + Seek>(&self, writer: &mut W, endian: Endian, (): ()) -> BinResult<()> {
        binrw::NullString(self.0.clone()).write_options(writer, endian, ())
    }
}

/// An unsigned LEB128 number that keeps the size of its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uleb<T> {
    pub value: T,
    pub size: u8,
}

impl<T: Copy + Into<u64>> Uleb<T> {
    /// In the shortest encoding.
    pub fn new(value: T) -> Self {
        let (mut rest, mut size) = (value.into() >> 7, 1);
        while rest > 0 {
            (rest, size) = (rest >> 7, size + 1);
        }
        Self { value, size }
    }
}

impl<T: TryFrom<u64>> BinRead for Uleb<T> {
    type Args<'a> = ();
    fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        let wrong = || Error::AssertFail { pos, message: "too large".to_owned() };
        let most = (size_of::<T>() * 8).div_ceil(7);
        let mut value = 0_u128;
        for size in 1..=most {
            let byte = u8::read_options(reader, endian, ())?;
            value |= u128::from(byte & 0x7F) << (7 * (size - 1));
            if byte < 0x80 {
                let value = u64::try_from(value).ok().and_then(|value| T::try_from(value).ok()).ok_or_else(wrong)?;
                return Ok(Self { value, size: size as u8 });
            }
        }
        Err(wrong())
    }
}

impl<T: Copy + Into<u64>> BinWrite for Uleb<T> {
    type Args<'a> = ();
    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        let bytes = (1..=self.size).map(|at| {
            let group = (self.value.into() >> (7 * u32::from(at - 1)).min(63)) as u8 & 0x7F;
            group | if at < self.size { 0x80 } else { 0 }
        });
        Ok(writer.write_all(&bytes.collect::<Vec<_>>())?)
    }
}
