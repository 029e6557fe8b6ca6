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
    /// An unsigned 8-bit integer.
    UInt8 = 2,
    /// An unsigned 16-bit integer.
    UInt16 = 3,
    /// An unsigned 32-bit integer.
    UInt32 = 4,
    /// An unsigned 64-bit integer.
    UInt64 = 5,
    /// A signed 8-bit integer.
    Int8 = 6,
    /// A signed 16-bit integer.
    Int16 = 7,
    /// A signed 32-bit integer.
    Int32 = 8,
    /// A signed 64-bit integer.
    Int64 = 9,
    /// A 32-bit IEEE 754 float.
    Float = 10,
    /// A 64-bit IEEE 754 float.
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

    /// Returns the type with this code, from 0 to 14.
    #[must_use]
    pub fn of(code: u8) -> Option<Self> {
        Self::from_raw(u64::from(code))
    }

    /// Returns the code that files store.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the short name that JSON uses, such as `u8` or `string`.
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

    /// Returns the type with this short name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
