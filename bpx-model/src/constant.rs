//! Defines texts and lists that are constant in compiled code.

use std::borrow::Cow;

/// A text that is constant in compiled code and owned in a schema from a file.
pub type Text = Cow<'static, str>;

/// A list that is constant in compiled code and owned in a schema from a file.
pub type List<T> = Cow<'static, [T]>;

/// A large value that most owners do not have. An absent value takes 24 bytes. Like a [`List`], the value is constant
/// in compiled code, and owned in a schema from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct RareValue<T: Clone + 'static>(
    /// A list of no value or one value. Elements after the first are ignored.
    pub List<T>,
);

impl<T: Clone> RareValue<T> {
    /// An absent value.
    pub const NONE: Self = Self(List::Borrowed(&[]));

    /// Returns a reference to the value, if there is one.
    #[must_use]
    pub fn as_ref(&self) -> Option<&T> {
        self.0.first()
    }

    /// Returns a mutable reference to the value, if there is one.
    pub fn as_mut(&mut self) -> Option<&mut T> {
        self.0.to_mut().first_mut()
    }

    /// Returns whether there is a value.
    #[must_use]
    pub fn is_some(&self) -> bool {
        self.as_ref().is_some()
    }

    /// Returns whether there is no value.
    #[must_use]
    pub fn is_none(&self) -> bool {
        !self.is_some()
    }
}

impl<T: Clone> From<Option<T>> for RareValue<T> {
    fn from(part: Option<T>) -> Self {
        part.map_or(Self::NONE, |part| Self(List::Owned(vec![part])))
    }
}

#[cfg(feature = "json")]
impl<T: Clone + serde::Serialize> serde::Serialize for RareValue<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(serializer)
    }
}

#[cfg(feature = "json")]
impl<'de, T: Clone + serde::Deserialize<'de>> serde::Deserialize<'de> for RareValue<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}
