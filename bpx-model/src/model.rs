use super::{Codes, Link, Structure, Text};
use std::collections::{BTreeMap, HashSet};

/// The suffix of the key under which a model keeps a second structure with the same name.
const ANOTHER: &str = " (another)";

/// A whole schema, which owns its structures by their names. The schema can be written as JSON, and has all that the
/// interpreter needs.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// Name of the structure with which a file begins.
    pub root: Text,
    /// The structures, by name.
    pub structures: BTreeMap<String, Structure>,
    /// Sets of codes that no field has, such as types of sections or opcodes.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub codes: Vec<Codes>,
}

/// Reads a list without spare capacity, because a schema may have many short lists.
#[cfg(feature = "json")]
pub(super) fn deserialize_exact<'de, D: serde::Deserializer<'de>, T: serde::Deserialize<'de> + Clone>(
    from: D,
) -> Result<super::List<T>, D::Error> {
    let mut list = <Vec<T> as serde::Deserialize>::deserialize(from)?;
    list.shrink_to_fit();
    Ok(list.into())
}

impl Model {
    /// Collects the root and all structures that the root reaches.
    ///
    /// Names are unique in a valid schema. If two different structures have the same name, the model keeps both, and
    /// keeps the second one under a key that is not its name. Checks of the schema then reject the second structure (in
    /// the interpreter, in exports and in vectors).
    #[must_use]
    pub fn from_root(root: &'static Structure) -> Self {
        let mut model = Self { root: root.name.clone(), structures: BTreeMap::new(), codes: Vec::new() };
        let mut seen: HashSet<*const Structure> = HashSet::new();
        let mut open = vec![root];
        while let Some(structure) = open.pop() {
            if !seen.insert(structure) {
                continue;
            }
            model.insert_structure(structure.clone());
            open.extend(structure.links().filter_map(|link| match link {
                Link::Static(schema) => Some(schema()),
                Link::Name(_) => None,
            }));
        }
        model
    }

    /// Adds a structure that the root does not reach, and all structures that the added structure reaches.
    #[must_use]
    pub fn with_structure(mut self, structure: &'static Structure) -> Self {
        for structure in Self::from_root(structure).structures.into_values() {
            self.insert_structure(structure);
        }
        self
    }

    fn insert_structure(&mut self, structure: Structure) {
        match self.structures.get(&*structure.name) {
            Some(same) if *same == structure => {}
            Some(_) => {
                self.structures.insert(format!("{}{ANOTHER}", structure.name), structure);
            }
            None => {
                self.structures.insert(structure.name.to_string(), structure);
            }
        }
    }

    /// Returns whether a key is that of a second structure with the same name.
    #[must_use]
    pub fn is_another(key: &str, structure: &Structure) -> bool {
        key.strip_suffix(ANOTHER) == Some(&*structure.name)
    }

    /// Returns the named structure as the root of a schema, with all structures that it reaches. Returns `None` when
    /// there is no such structure.
    #[must_use]
    pub fn sub_model(&self, name: &str) -> Option<Self> {
        let root = self.get(name)?;
        let mut structures = BTreeMap::new();
        let mut open = vec![root];
        while let Some(structure) = open.pop() {
            if structures.insert(structure.name.to_string(), structure.clone()).is_none() {
                open.extend(structure.links().filter_map(|link| self.get(link.name())));
            }
        }
        Some(Self { root: root.name.clone(), structures, codes: Vec::new() })
    }

    /// Reads a schema from JSON.
    ///
    /// # Errors
    /// Returns an error when the text is not JSON, or is not the JSON of a schema.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Returns the schema as JSON, indented.
    ///
    /// # Errors
    /// Returns the errors of `serde_json`, which has none for a schema in practice.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// Writes the text of [`to_json`](Self::to_json) and a line break. Does not hold the text in memory, because
    /// indented expressions take up to 30 times the bytes of expressions without indentation.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    #[cfg(feature = "json")]
    pub fn write_json(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")
    }

    /// Returns whether the schema has neither a structure nor a set of codes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.structures.is_empty() && self.codes.is_empty()
    }

    /// Returns whether the root reaches every structure. Such a root is the beginning of a file, and not only the first
    /// structure of a document.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        let mut seen: HashSet<*const Structure> = HashSet::new();
        let mut open: Vec<&Structure> = self.get(&self.root).into_iter().collect();
        while let Some(structure) = open.pop() {
            if seen.insert(structure) {
                open.extend(structure.links().filter_map(|link| self.get(link.name())));
            }
        }
        seen.len() == self.structures.len()
    }

    /// Returns the structure with the name `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Structure> {
        self.structures.get(name)
    }
}
