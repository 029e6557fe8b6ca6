//! Defines the algorithms that a schema names: transforms of stored bytes, and checksums.

use super::{CrcParameters, Text};
use std::any::Any;

/// The type that implements an algorithm. Only the runtime knows what the type does.
type AnyImplementation = &'static (dyn Any + Send + Sync);

/// A transform or a checksum, which its stable name identifies.
///
/// In the schema of a declaration, an algorithm also has the type that implements it. In a schema from a file, it has
/// only the name, or the name and the parameters of a CRC; the program that uses the schema resolves the name.
/// Algorithms with equal names and parameters are equal. In JSON, an algorithm is its name, or an object with `name`
/// and `crc`.
#[derive(Clone)]
pub struct Algorithm {
    name: Text,
    crc: Option<CrcParameters>,
    implementation: Option<AnyImplementation>,
}

impl Algorithm {
    /// Returns the algorithm with the name `name`.
    #[must_use]
    pub fn from_name(name: impl Into<Text>) -> Self {
        Self { name: name.into(), crc: None, implementation: None }
    }

    /// Returns the algorithm with the name `name` and an implementation.
    #[must_use]
    pub const fn from_declaration(name: &'static str, implementation: AnyImplementation) -> Self {
        Self { name: Text::Borrowed(name), crc: None, implementation: Some(implementation) }
    }

    /// Sets the parameters of a CRC, so that the schema defines the checksum.
    #[must_use]
    pub const fn with_crc(mut self, crc: Option<CrcParameters>) -> Self {
        self.crc = crc;
        self
    }

    /// Returns the parameters, if the algorithm is a CRC that the schema defines.
    #[must_use]
    pub const fn crc(&self) -> Option<CrcParameters> {
        self.crc
    }

    /// Returns the stable name, such as `zlib` or `byte-sum`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the implementation, if a declaration names the algorithm and the implementation has the type `T`.
    #[must_use]
    pub fn implementation<T: Any>(&self) -> Option<&'static T> {
        self.implementation?.downcast_ref()
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.crc == other.crc
    }
}

impl Eq for Algorithm {}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Algorithm({})", self.name)
    }
}

#[cfg(feature = "json")]
mod as_json {
    use super::{Algorithm, CrcParameters};
    use serde::de::value::MapAccessDeserializer;
    use serde::de::{Error, MapAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NamedCrc {
        name: String,
        crc: CrcParameters,
    }

    impl Serialize for Algorithm {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let name = self.name.to_string();
            match self.crc {
                Some(crc) => NamedCrc { name, crc }.serialize(serializer),
                None => name.serialize(serializer),
            }
        }
    }

    impl<'de> Deserialize<'de> for Algorithm {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(AlgorithmVisitor)
        }
    }

    struct AlgorithmVisitor;

    impl<'de> Visitor<'de> for AlgorithmVisitor {
        type Value = Algorithm;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("the name of an algorithm, or an object with the name and the parameters of a CRC")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Algorithm, E> {
            Ok(Algorithm::from_name(name.to_owned()))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Algorithm, A::Error> {
            let NamedCrc { name, crc } = NamedCrc::deserialize(MapAccessDeserializer::new(map))?;
            Ok(Algorithm::from_name(name).with_crc(Some(crc)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_counts() {
        let declared = Algorithm::from_declaration("sum", &7_u32);
        assert_eq!(declared, Algorithm::from_name("sum"));
        assert_ne!(declared, Algorithm::from_name("crc"));
        assert_eq!(declared.implementation::<u32>(), Some(&7));
        assert_eq!(declared.implementation::<u64>(), None);
        assert_eq!(Algorithm::from_name("sum").implementation::<u32>(), None);
    }

    #[cfg(feature = "json")]
    #[test]
    fn json_has_the_name() {
        let json = serde_json::to_string(&Algorithm::from_declaration("crc32", &())).unwrap();
        assert_eq!(json, "\"crc32\"");
        assert_eq!(serde_json::from_str::<Algorithm>(&json).unwrap(), Algorithm::from_name("crc32"));
    }

    #[cfg(feature = "json")]
    #[test]
    fn json_has_the_parameters_of_a_crc() {
        let crc = CrcParameters {
            width: 24,
            polynomial: 0x86_4CFB,
            initial: 0xB7_04CE,
            reflect_in: false,
            reflect_out: true,
            xor_out: 0,
        };
        let own = Algorithm::from_name("own").with_crc(Some(crc));
        let json = serde_json::to_string(&own).unwrap();
        let numbers = r#""width":24,"polynomial":"0x864cfb","initial":"0xb704ce""#;
        let rest = r#""reflect-in":false,"reflect-out":true,"xor-out":"0x0""#;
        assert_eq!(json, format!(r#"{{"name":"own","crc":{{{numbers},{rest}}}}}"#));
        assert_eq!(serde_json::from_str::<Algorithm>(&json).unwrap(), own);
        assert_ne!(own, Algorithm::from_name("own"));
        for (right, wrong) in [("24", "0"), ("24", "65"), ("24", "23"), ("0xb7", "b7"), ("0xb7", "0x+7"), ("xor", "x")]
        {
            let json = json.replace(right, wrong);
            assert!(serde_json::from_str::<Algorithm>(&json).is_err(), "{json}");
        }
    }
}
