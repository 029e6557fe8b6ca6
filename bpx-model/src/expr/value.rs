use std::borrow::Cow;
use std::cmp::Ordering;

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ComputedValue<'a> {
    /// A whole number.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A float.
    Float(f64),
    /// The bytes of a text. In a file, the bytes may not be valid text.
    Text(Cow<'a, [u8]>),
    /// A byte string.
    Bytes(Cow<'a, [u8]>),
}

impl From<i128> for ComputedValue<'_> {
    fn from(value: i128) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for ComputedValue<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for ComputedValue<'_> {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl ComputedValue<'_> {
    /// Returns the whole number, or 1 for true and 0 for false; `None` for a value of another type.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Bool(value) => Some(i128::from(*value)),
            Self::Float(_) | Self::Text(_) | Self::Bytes(_) => None,
        }
    }

    /// Returns the truth value; `None` for a value of another type.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Int(_) | Self::Float(_) | Self::Text(_) | Self::Bytes(_) => None,
        }
    }

    /// Returns the number of bytes of a text or a byte string, the most that a comparison reads; 0 for other values.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes().map_or(0, |bytes| bytes.len() as u64)
    }

    /// Returns the bytes of a text or a byte string.
    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Text(bytes) | Self::Bytes(bytes) => Some(bytes),
            Self::Int(_) | Self::Bool(_) | Self::Float(_) => None,
        }
    }

    /// Returns the order of two operands, or `None` if their types cannot be compared. The inner `None` means that an
    /// operand is NaN.
    pub(super) fn compare(&self, other: &Self) -> Option<Option<Ordering>> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(Some(a.cmp(b))),
            (Self::Bool(a), Self::Bool(b)) => Some(Some(a.cmp(b))),
            (Self::Float(a), Self::Float(b)) => Some(a.partial_cmp(b)),
            _ => Some(Some(self.bytes()?.cmp(other.bytes()?))),
        }
    }
}
