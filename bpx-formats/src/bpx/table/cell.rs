use super::ColumnType;
use crate::bpx::sd::{Scalar, ScalarArgs};
use bpx_schema::codec::Encoder;
use bpx_schema::schema::{Endian::Little, Offset};
use bpx_schema::{Codec, Fixed};

/// A cell, which contains one value, several values, or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellRef<'a> {
    kind: ColumnType,
    len: u16,
    bytes: &'a [u8],
}

impl<'a> CellRef<'a> {
    pub(super) fn new(kind: ColumnType, len: u16, bytes: &'a [u8]) -> Self {
        Self { kind, len, bytes }
    }

    /// Returns the type of the values.
    #[must_use]
    pub fn kind(self) -> ColumnType {
        self.kind
    }

    /// Returns the stored bytes of the cell.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the number of values; 1 for a text.
    #[must_use]
    pub fn len(self) -> usize {
        if self.kind == ColumnType::Varchar { 1 } else { usize::from(self.len) }
    }

    /// Returns whether the cell has no values.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns one value; `None` for a text.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Scalar> {
        let size = self.kind.value_size() as u64;
        let value = (Offset::from(size) * index as u64).slice(size, self.bytes).filter(|_| index < self.len());
        read_scalar(self.kind, value?)
    }

    /// Returns the values in order; no values for a text.
    pub fn values(self) -> impl Iterator<Item = Scalar> + 'a {
        (0..self.len()).map_while(move |index| self.get(index))
    }

    /// Returns the bytes of a text before the first zero; `None` for values.
    #[must_use]
    pub fn text_bytes(self) -> Option<&'a [u8]> {
        let text = self.bytes.split(|byte| *byte == 0).next().unwrap_or(&[]);
        (self.kind == ColumnType::Varchar).then_some(text)
    }

    /// Returns a text; `None` for values, and when the bytes are not UTF-8, because the reference writer may cut a text
    /// inside of a character.
    #[must_use]
    pub fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.text_bytes()?).ok()
    }
}

/// Reads a value of fixed size.
fn read_scalar(kind: ColumnType, bytes: &[u8]) -> Option<Scalar> {
    Some(match kind {
        ColumnType::Null => Scalar::Null,
        ColumnType::Bool => Scalar::Bool(u8::get(bytes, Little)),
        ColumnType::UInt8 => Scalar::UInt8(u8::get(bytes, Little)),
        ColumnType::UInt16 => Scalar::UInt16(u16::get(bytes, Little)),
        ColumnType::UInt32 => Scalar::UInt32(u32::get(bytes, Little)),
        ColumnType::UInt64 => Scalar::UInt64(u64::get(bytes, Little)),
        ColumnType::Int8 => Scalar::Int8(i8::get(bytes, Little)),
        ColumnType::Int16 => Scalar::Int16(i16::get(bytes, Little)),
        ColumnType::Int32 => Scalar::Int32(i32::get(bytes, Little)),
        ColumnType::Int64 => Scalar::Int64(i64::get(bytes, Little)),
        ColumnType::Float => Scalar::Float(f32::get(bytes, Little)),
        ColumnType::Double => Scalar::Double(f64::get(bytes, Little)),
        ColumnType::Varchar => return None,
    })
}

/// Appends a value with a fixed size; returns false when the type of the value is not `kind`.
pub(super) fn write_scalar(kind: ColumnType, value: &Scalar, out: &mut Vec<u8>) -> bool {
    kind.scalar() == Some(value.kind())
        && value.encode(&mut Encoder::new(out), ScalarArgs { kind: kind.code() }.into()).is_ok()
}
