use super::{Link, List, Structure, Text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A whole schema, owned and keyed by name: what is written as JSON, and all that the interpreter needs.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Model {
    /// Name of the structure that a file begins with.
    pub root: Text,
    /// All structures that the root reaches.
    pub structures: BTreeMap<String, Structure>,
}

/// Reads a list into no more memory than it needs: a schema may have many short ones.
pub(super) fn exact<'de, D: Deserializer<'de>, T: Deserialize<'de> + Clone>(from: D) -> Result<List<T>, D::Error> {
    let mut list = Vec::deserialize(from)?;
    list.shrink_to_fit();
    Ok(list.into())
}

impl Model {
    /// Collects the root and all that it reaches.
    #[must_use]
    pub fn of(root: &'static Structure) -> Self {
        let mut structures = BTreeMap::new();
        let mut open = vec![root];
        while let Some(structure) = open.pop() {
            if structures.insert(structure.name.to_string(), structure.clone()).is_some() {
                continue;
            }
            open.extend(structure.links().filter_map(|link| match link {
                Link::Static(schema) => Some(schema()),
                Link::Name(_) => None,
            }));
        }
        Self { root: root.name.clone(), structures }
    }

    /// With a structure that the root does not reach, and all that it reaches.
    #[must_use]
    pub fn and(mut self, structure: &'static Structure) -> Self {
        for (name, structure) in Self::of(structure).structures {
            self.structures.entry(name).or_insert(structure);
        }
        self
    }

    /// The part of the schema that the named structure reaches, with it as the root; none when there is no such
    /// structure.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<Self> {
        let root = self.get(name)?;
        let mut structures = BTreeMap::new();
        let mut open = vec![root];
        while let Some(structure) = open.pop() {
            if structures.insert(structure.name.to_string(), structure.clone()).is_none() {
                open.extend(structure.links().filter_map(|link| self.get(link.name())));
            }
        }
        Some(Self { root: root.name.clone(), structures })
    }

    /// Reads a schema.
    ///
    /// # Errors
    /// When the text is not JSON of this shape.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Writes the schema, indented.
    ///
    /// # Errors
    /// None in practice; the signature is that of the JSON library.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// The structure of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Structure> {
        self.structures.get(name)
    }
}
