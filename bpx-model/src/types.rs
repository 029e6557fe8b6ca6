use super::{DigitForm, Expr, List, Structure, Text, VarintForm};
use std::borrow::Cow;

/// Byte order of a number on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Endian {
    /// Least significant byte first.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}

impl From<bool> for Endian {
    /// Returns big-endian for `true`, and little-endian for `false`.
    fn from(is_big: bool) -> Self {
        if is_big { Self::Big } else { Self::Little }
    }
}

/// The type of one element of a field; [`super::Field::len`] states whether the field has several elements.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Type {
    /// A two's complement or unsigned integer of 1 to 8 bytes.
    Int {
        /// Size in bytes.
        size: u8,
        /// Whether the highest bit is a sign.
        signed: bool,
        /// Byte order.
        endian: Endian,
    },
    /// An IEEE 754 number of 2, 4 or 8 bytes.
    Float {
        /// Size in bytes: 2, 4 or 8.
        size: u8,
        /// Byte order.
        endian: Endian,
    },
    /// A whole number without a sign, as digits.
    Digits {
        /// Size in bytes, from 1 to 24.
        size: u8,
        /// The kind of digits, and how a writer fills the bytes without digits.
        form: DigitForm,
    },
    /// A fixed-point number, stored as a whole number of equal parts of 1, such as 1/256 with 8 bits of fraction.
    FixedPoint {
        /// Size in bytes: 1, 2 or 4.
        size: u8,
        /// Whether the highest bit is a sign.
        signed: bool,
        /// Number of bits after the point.
        fraction: u8,
        /// Byte order.
        endian: Endian,
    },
    /// A whole number of variable length.
    Varint {
        /// Width of the value in bits: 16, 32 or 64 in declarations. A value with more bits is an error.
        bits: u8,
        /// How the bytes state size and value.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "VarintForm::is_usual"))]
        form: VarintForm,
    },
    /// Bytes up to and including a terminating NUL, which has two bytes in UTF-16.
    CString,
    /// Another structure.
    Named {
        /// Reference to the structure.
        link: Link,
        /// Values of the structure's parameters, in order.
        args: List<Expr>,
    },
}

/// The number of elements of a field.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Length {
    /// A constant number.
    Fixed(u64),
    /// The value of the expression.
    Count(Expr),
    /// As many elements as fit before the end of the enclosing bytes.
    Rest,
    /// All elements up to and including the first one for which the condition holds; in the condition, `entry` is the
    /// element and `index` its number.
    Until(Expr),
    /// All elements before these bytes, which are not an element. A reader compares the bytes at the beginning of each
    /// element.
    Terminated(List<u8>),
}

impl Length {
    /// The name of an element in the condition that the last element fulfils.
    pub const ENTRY: &str = "entry";
    /// The name of an element's number, in the condition that the last element fulfils and in the arguments of
    /// elements.
    pub const INDEX: &str = "index";

    /// Returns the count, or the condition of the last element.
    #[must_use]
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Count(expr) | Self::Until(expr) => Some(expr),
            Self::Fixed(_) | Self::Rest | Self::Terminated(_) => None,
        }
    }

    /// Returns the bytes that end the list after the last element.
    #[must_use]
    pub fn terminator(&self) -> Option<&[u8]> {
        match self {
            Self::Terminated(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// A reference to a structure.
#[derive(Clone)]
pub enum Link {
    /// A reference in compiled code: the function that returns the structure.
    Static(fn() -> &'static Structure),
    /// A reference in a [`Model`](super::Model): the name of the structure.
    Name(Text),
}

impl Link {
    /// Returns the name of the structure.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Static(schema) => &schema().name,
            Self::Name(name) => name,
        }
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Link").field(&self.name()).finish()
    }
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

#[cfg(feature = "json")]
mod json {
    use super::Link;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Serialize for Link {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name())
        }
    }

    impl<'de> Deserialize<'de> for Link {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer).map(|name| Self::Name(name.into()))
        }
    }
}

impl Type {
    /// Returns the size in bytes, including nested structures, if the size is the same for every value.
    #[must_use]
    pub fn fixed_size(&self) -> Option<u64> {
        match self {
            Self::Int { size, .. }
            | Self::Float { size, .. }
            | Self::Digits { size, .. }
            | Self::FixedPoint { size, .. } => Some(u64::from(*size)),
            Self::Varint { .. } | Self::CString => None,
            Self::Named { link: Link::Static(schema), .. } => schema().size,
            Self::Named { link: Link::Name(_), .. } => None,
        }
    }

    /// Returns the byte order, or the default for types without a byte order and types of one byte.
    #[must_use]
    pub fn endian(&self) -> Endian {
        match self {
            Self::Int { endian, .. } | Self::Float { endian, .. } | Self::FixedPoint { endian, .. } => *endian,
            Self::Digits { .. } | Self::Varint { .. } | Self::CString | Self::Named { .. } => Endian::Little,
        }
    }

    /// Returns the same type; a type of numbers gets the byte order `order`.
    #[must_use]
    pub fn in_order(&self, order: Endian) -> Cow<'_, Self> {
        match *self {
            Self::Int { size, signed, endian } if endian != order => {
                Cow::Owned(Self::Int { size, signed, endian: order })
            }
            Self::Float { size, endian } if endian != order => Cow::Owned(Self::Float { size, endian: order }),
            Self::FixedPoint { size, signed, fraction, endian } if endian != order => {
                Cow::Owned(Self::FixedPoint { size, signed, fraction, endian: order })
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// Returns this type of whole numbers with a size of `width` bytes; `None` if the size of this type is smaller, or
    /// if this type has no such sizes.
    #[must_use]
    pub fn of_width(&self, width: i128) -> Option<Self> {
        match *self {
            Self::Int { size, signed, endian } if (1..=i128::from(size)).contains(&width) => {
                Some(Self::Int { size: u8::try_from(width).ok()?, signed, endian })
            }
            _ => None,
        }
    }

    /// Returns the number of bits of a whole number.
    #[must_use]
    pub fn bit_width(&self) -> Option<usize> {
        match self {
            Self::Int { size, .. } => Some(8 * usize::from(*size)),
            Self::Varint { bits, .. } => Some(usize::from(*bits)),
            Self::Float { .. } | Self::Digits { .. } | Self::FixedPoint { .. } | Self::CString | Self::Named { .. } => {
                None
            }
        }
    }

    /// Returns whether values are whole numbers.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Int { .. } | Self::Digits { .. } | Self::Varint { .. })
    }

    /// Returns whether a writer can set the number after all bytes are placed, because its size is known before.
    #[must_use]
    pub fn is_settable(&self) -> bool {
        matches!(self, Self::Int { .. } | Self::Digits { .. })
    }

    /// Returns whether values are floats in expressions.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self, Self::Float { .. } | Self::FixedPoint { .. })
    }

    /// Returns whether an element of this type is a single byte, so that a list of elements is raw bytes.
    #[must_use]
    pub fn is_byte(&self) -> bool {
        matches!(self, Self::Int { size: 1, signed: false, .. })
    }
}
