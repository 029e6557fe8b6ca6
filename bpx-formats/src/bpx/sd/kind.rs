//! Types of values (section 10.2.1).

use bpx_schema::Record;
use bpx_schema::value::Coded;

/// The type of a value (section 10.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Record)]
#[repr(u8)]
#[schema(name = "SdType", spec = "10.2.1")]
pub enum Kind {
    /// No value.
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
    /// A text.
    String = 12,
    /// Elements.
    Array = 13,
    /// Properties.
    Object = 14,
}

impl Kind {
    /// All types, in the order of their codes.
    pub const ALL: [Self; 15] = [
        Self::Null,
        Self::Bool,
        Self::UInt8,
        Self::UInt16,
        Self::UInt32,
        Self::UInt64,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Float,
        Self::Double,
        Self::String,
        Self::Array,
        Self::Object,
    ];

    /// Returns the type of a code, 0 to 14.
    #[must_use]
    pub fn of(code: u8) -> Option<Self> {
        Self::from_raw(u64::from(code))
    }

    /// Returns the code on disk.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the short name, as JSON uses it: `u8`, `string`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::UInt8 => "u8",
            Self::UInt16 => "u16",
            Self::UInt32 => "u32",
            Self::UInt64 => "u64",
            Self::Int8 => "i8",
            Self::Int16 => "i16",
            Self::Int32 => "i32",
            Self::Int64 => "i64",
            Self::Float => "f32",
            Self::Double => "f64",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Returns the type of a short name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
