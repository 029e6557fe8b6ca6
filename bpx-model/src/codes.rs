use super::{KeyedList, Text};
use std::sync::Arc;

/// A set of named values of an integer field: an enumeration, or flags of one bit each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Codes {
    /// Name of the set.
    pub name: Text,
    /// The meaning of the set.
    pub doc: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Whether the values are flags, which a value combines bit by bit.
    pub flags: bool,
    /// The named values.
    pub codes: KeyedList<Code>,
}

/// One named value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Code {
    /// Name in the specification.
    pub name: Text,
    /// The value; for flags, a single bit.
    pub value: u64,
    /// The meaning of the value.
    pub doc: Text,
}

impl Codes {
    /// Returns the code with the value `value`.
    #[must_use]
    pub fn find(&self, value: u64) -> Option<&Code> {
        self.codes.find(value)
    }

    /// Returns all bits that a flag names.
    #[must_use]
    pub fn mask(&self) -> u64 {
        self.codes.union_of_bits()
    }

    /// Returns whether a value has a name; for flags, whether every set bit has a name.
    #[must_use]
    pub fn is_known(&self, value: u64) -> bool {
        if self.flags { value & !self.mask() == 0 } else { self.find(value).is_some() }
    }
}

/// A reference to a set of codes.
#[derive(Clone)]
pub enum CodesLink {
    /// A function of compiled code that returns the set.
    Static(fn() -> &'static Codes),
    /// A set from the file of a schema. Several fields may share the set.
    Owned(Arc<Codes>),
}

impl CodesLink {
    /// Returns the set of codes.
    #[must_use]
    pub fn get(&self) -> &Codes {
        match self {
            Self::Static(codes) => codes(),
            Self::Owned(codes) => codes,
        }
    }
}

impl std::fmt::Debug for CodesLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}

impl PartialEq for CodesLink {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Codes, CodesLink};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    impl Serialize for CodesLink {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.get().serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for CodesLink {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Codes::deserialize(deserializer).map(|codes| Self::Owned(Arc::new(codes)))
        }
    }
}
