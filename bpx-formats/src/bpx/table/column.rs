use crate::bpx::sd;
use bpx_schema::Record;
use bpx_schema::value::Coded;

/// Content of a cell: a scalar type of structured data, or a text of fixed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
pub enum ColumnType {
    /// Nothing; takes no bytes.
    #[schema(name = "NULL")]
    Null = 0,
    /// A truth value.
    #[schema(name = "Boolean")]
    Bool = 1,
    /// 8 bits, unsigned.
    UInt8 = 2,
    /// 16 bits, unsigned.
    UInt16 = 3,
    /// 32 bits, unsigned.
    UInt32 = 4,
    /// 64 bits, unsigned.
    UInt64 = 5,
    /// 8 bits, signed.
    Int8 = 6,
    /// 16 bits, signed.
    Int16 = 7,
    /// 32 bits, signed.
    Int32 = 8,
    /// 64 bits, signed.
    Int64 = 9,
    /// 32 bits, IEEE 754.
    Float = 10,
    /// 64 bits, IEEE 754.
    Double = 11,
    /// UTF-8, followed by zeros; the column states the size.
    Varchar = 12,
}

/// Describes the cells of one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct Column {
    /// Name, as an offset in the strings section.
    #[schema(name = "Name")]
    pub name: u32,
    /// Type of the values.
    #[schema(name = "Type", codes = ColumnType, known, lenient = "I-26")]
    pub kind: u8,
    /// Number of values in a cell; for a text, the number of bytes.
    #[schema(name = "Len", range(1..=65535), lenient = "I-26")]
    pub len: u16,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-26")]
    pub reserved: u8,
}

impl Column {
    /// Creates a column: the offset of its name in the strings section, its type, and the number of values in a cell.
    #[must_use]
    pub fn new(name: u32, kind: ColumnType, len: u16) -> Self {
        Self { name, kind: kind.code(), len, reserved: 0 }
    }
}

impl ColumnType {
    /// Returns the type with a code from 0 to 12.
    #[must_use]
    pub fn of(code: u8) -> Option<Self> {
        Self::from_raw(u64::from(code))
    }

    /// Returns the code on disk.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the short name, as JSON uses it: `u8`, `varchar`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.scalar().map_or("varchar", sd::Kind::name)
    }

    /// Returns the type with a short name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        (0..=Self::Varchar.code()).filter_map(Self::of).find(|kind| kind.name() == name)
    }

    /// Returns the type of a value in structured data; `None` for texts.
    #[must_use]
    pub fn scalar(self) -> Option<sd::Kind> {
        sd::Kind::of(self.code()).filter(|_| self != Self::Varchar)
    }

    /// Returns the size of one value in bytes.
    #[must_use]
    pub const fn value_size(self) -> usize {
        match self {
            Self::Null => 0,
            Self::Bool | Self::UInt8 | Self::Int8 | Self::Varchar => 1,
            Self::UInt16 | Self::Int16 => 2,
            Self::UInt32 | Self::Int32 | Self::Float => 4,
            Self::UInt64 | Self::Int64 | Self::Double => 8,
        }
    }
}
