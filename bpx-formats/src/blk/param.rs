use bpx_schema::Record;

/// The bit that marks a string value as a reference to a name.
pub(super) const NAME_TAG: u32 = 1 << 31;

/// Type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Record)]
#[repr(u8)]
#[schema(spec = "Types")]
pub enum ParamType {
    /// Bytes without a NUL, usually a text.
    #[schema(name = "t")]
    String = 1,
    /// A signed 32-bit integer.
    #[schema(name = "i")]
    Int = 2,
    /// A 32-bit IEEE 754 float.
    #[schema(name = "r")]
    Float = 3,
    /// Two floats.
    #[schema(name = "p2")]
    Float2 = 4,
    /// Three floats.
    #[schema(name = "p3")]
    Float3 = 5,
    /// Four floats.
    #[schema(name = "p4")]
    Float4 = 6,
    /// Two integers.
    #[schema(name = "ip2")]
    Int2 = 7,
    /// Three integers.
    #[schema(name = "ip3")]
    Int3 = 8,
    /// A truth value, which is true if the lowest byte is not 0.
    #[schema(name = "b")]
    Bool = 9,
    /// Blue, green, red, alpha, each one byte.
    #[schema(name = "c")]
    Color = 10,
    /// A matrix with four columns of three floats.
    #[schema(name = "m")]
    Matrix = 11,
    /// A signed 64-bit integer.
    #[schema(name = "i64")]
    Long = 12,
    /// Four integers.
    #[schema(name = "ip4")]
    Int4 = 13,
}

impl ParamType {
    /// All types, in the order of their codes.
    pub const ALL: [Self; 13] = [
        Self::String,
        Self::Int,
        Self::Float,
        Self::Float2,
        Self::Float3,
        Self::Float4,
        Self::Int2,
        Self::Int3,
        Self::Bool,
        Self::Color,
        Self::Matrix,
        Self::Long,
        Self::Int4,
    ];

    /// Returns the type with this code.
    #[inline]
    #[must_use]
    pub fn of(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code).checked_sub(1)?).copied()
    }

    /// Returns the type with this name in the text form.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the name of the type in the text form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "t",
            Self::Int => "i",
            Self::Float => "r",
            Self::Float2 => "p2",
            Self::Float3 => "p3",
            Self::Float4 => "p4",
            Self::Int2 => "ip2",
            Self::Int3 => "ip3",
            Self::Bool => "b",
            Self::Color => "c",
            Self::Matrix => "m",
            Self::Long => "i64",
            Self::Int4 => "ip4",
        }
    }

    /// Returns the size of the value in the payload in bytes; 0 when the value is in the record, or is a string.
    #[inline]
    #[must_use]
    pub fn payload_size(self) -> u32 {
        match self {
            Self::String | Self::Int | Self::Float | Self::Bool | Self::Color => 0,
            Self::Float2 | Self::Int2 | Self::Long => 8,
            Self::Float3 | Self::Int3 => 12,
            Self::Float4 | Self::Int4 => 16,
            Self::Matrix => 48,
        }
    }
}
