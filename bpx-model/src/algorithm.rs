//! Algorithms that a schema names: transforms of stored bytes, and checksums.

use super::Text;
use std::any::Any;

/// The type that implements an algorithm; only the runtime knows its meaning.
type Implementation = &'static (dyn Any + Send + Sync);

/// A transform or a checksum, by its stable name.
///
/// The schema of a declaration also has the type that implements it. A schema from a file has only the name, which the
/// program that uses it resolves. Algorithms with equal names are equal. In JSON, it is the name.
#[derive(Clone)]
pub struct Algorithm {
    name: Text,
    implementation: Option<Implementation>,
}

impl Algorithm {
    /// Returns the algorithm of that name.
    #[must_use]
    pub fn named(name: impl Into<Text>) -> Self {
        Self { name: name.into(), implementation: None }
    }

    /// Returns the algorithm of that name, with its implementation.
    #[must_use]
    pub const fn declared(name: &'static str, implementation: Implementation) -> Self {
        Self { name: Text::Borrowed(name), implementation: Some(implementation) }
    }

    /// Returns the stable name, such as `zlib` or `byte-sum`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its implementation, if it comes from a declaration.
    #[must_use]
    pub fn implementation<T: Any>(&self) -> Option<&'static T> {
        self.implementation?.downcast_ref()
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Algorithm({})", self.name)
    }
}

#[cfg(feature = "json")]
impl serde::Serialize for Algorithm {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

#[cfg(feature = "json")]
impl<'de> serde::Deserialize<'de> for Algorithm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::named(<String as serde::Deserialize>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_counts() {
        let declared = Algorithm::declared("sum", &7_u32);
        assert_eq!(declared, Algorithm::named("sum"));
        assert_ne!(declared, Algorithm::named("crc"));
        assert_eq!(declared.implementation::<u32>(), Some(&7));
        assert_eq!(declared.implementation::<u64>(), None);
        assert_eq!(Algorithm::named("sum").implementation::<u32>(), None);
    }

    #[cfg(feature = "json")]
    #[test]
    fn json_has_the_name() {
        let json = serde_json::to_string(&Algorithm::declared("crc32", &())).unwrap();
        assert_eq!(json, "\"crc32\"");
        assert_eq!(serde_json::from_str::<Algorithm>(&json).unwrap(), Algorithm::named("crc32"));
    }
}
