use super::{Expr, List, Structure, Text};

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

/// The type of one element of a field; [`super::Field::len`] says whether there are several.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Type {
    /// A two's complement or unsigned integer of 1 to 8 bytes.
    Int {
        /// Size in bytes: 1, 2, 3, 4 or 8.
        size: u8,
        /// Whether the highest bit is a sign.
        signed: bool,
        /// Byte order.
        endian: Endian,
    },
    /// An IEEE 754 number of 4 or 8 bytes.
    Float {
        /// Size in bytes: 4 or 8.
        size: u8,
        /// Byte order.
        endian: Endian,
    },
    /// An unsigned LEB128 number: seven bits a byte, least significant group first.
    Varint {
        /// Width of the value in bits: 16, 32 or 64; longer encodings are an error.
        bits: u8,
    },
    /// Bytes up to and including a terminating NUL.
    CString,
    /// Another structure.
    Named {
        /// Which one.
        link: Link,
        /// Values of its parameters, in order.
        args: List<Expr>,
    },
}

/// How many elements a field has.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Length {
    /// Always as many.
    Fixed(u64),
    /// As many as the expression says.
    Count(Expr),
    /// As many as fit before the end of the enclosing bytes.
    Rest,
    /// Up to and with the first element for which the condition holds; in it, `entry` is the element and `index` its number.
    Until(Expr),
    /// Up to these bytes, which are no element. They are compared where an element would begin.
    Terminated(List<u8>),
}

impl Length {
    /// The name of an element in the condition of the last one.
    pub const ENTRY: &str = "entry";
    /// The name of the number of an element, in the same place and in the parameters of elements.
    pub const INDEX: &str = "index";

    /// The count, or the condition of the last element.
    #[must_use]
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Count(expr) | Self::Until(expr) => Some(expr),
            Self::Fixed(_) | Self::Rest | Self::Terminated(_) => None,
        }
    }

    /// The bytes behind the last element.
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
    /// In compiled code.
    Static(fn() -> &'static Structure),
    /// In a [`Model`](super::Model), by name.
    Name(Text),
}

impl Link {
    /// Name of the structure.
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
    /// Size in bytes when it is the same for every value; nested structures are asked for theirs.
    #[must_use]
    pub fn fixed_size(&self) -> Option<u64> {
        match self {
            Self::Int { size, .. } | Self::Float { size, .. } => Some(u64::from(*size)),
            Self::Varint { .. } | Self::CString => None,
            Self::Named { link: Link::Static(schema), .. } => schema().size,
            Self::Named { link: Link::Name(_), .. } => None,
        }
    }

    /// Whether this is a single byte, so that several of them are raw bytes.
    #[must_use]
    pub fn is_byte(&self) -> bool {
        matches!(self, Self::Int { size: 1, signed: false, .. })
    }
}
