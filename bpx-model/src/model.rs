use super::{Codes, Link, Structure, Text};
use std::collections::{BTreeMap, HashSet};

/// The suffix of the key of a second structure with the same name.
const ANOTHER: &str = " (another)";

/// A whole schema, owned and keyed by name. It can be written as JSON, and is complete for the interpreter.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// Name of the structure that a file begins with.
    pub root: Text,
    /// All structures that the root reaches.
    pub structures: BTreeMap<String, Structure>,
    /// Sets of codes that no field has, such as types of sections or opcodes.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub codes: Vec<Codes>,
}

/// Reads a list without spare capacity, because a schema may have many short lists.
#[cfg(feature = "json")]
pub(super) fn exact<'de, D: serde::Deserializer<'de>, T: serde::Deserialize<'de> + Clone>(
    from: D,
) -> Result<super::List<T>, D::Error> {
    let mut list = <Vec<T> as serde::Deserialize>::deserialize(from)?;
    list.shrink_to_fit();
    Ok(list.into())
}

impl Model {
    /// Collects the root and all that it reaches.
    ///
    /// Names are unique in a schema: if two different structures have one name, both are kept, the second one under a
    /// key that is not its name, and checks of the schema reject it (in the interpreter, exports, vectors).
    #[must_use]
    pub fn of(root: &'static Structure) -> Self {
        let mut model = Self { root: root.name.clone(), structures: BTreeMap::new(), codes: Vec::new() };
        let mut seen: HashSet<*const Structure> = HashSet::new();
        let mut open = vec![root];
        while let Some(structure) = open.pop() {
            if !seen.insert(structure) {
                continue;
            }
            model.insert(structure.clone());
            open.extend(structure.links().filter_map(|link| match link {
                Link::Static(schema) => Some(schema()),
                Link::Name(_) => None,
            }));
        }
        model
    }

    /// Adds a structure that the root does not reach, and all structures that it reaches.
    #[must_use]
    pub fn and(mut self, structure: &'static Structure) -> Self {
        for structure in Self::of(structure).structures.into_values() {
            self.insert(structure);
        }
        self
    }

    fn insert(&mut self, structure: Structure) {
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

    /// Returns whether the key is that of a second structure of the same name.
    #[must_use]
    pub fn is_another(key: &str, structure: &Structure) -> bool {
        key.strip_suffix(ANOTHER) == Some(&*structure.name)
    }

    /// Returns the part of the schema that the named structure reaches, with it as the root, or `None` when there is no
    /// such structure.
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
        Some(Self { root: root.name.clone(), structures, codes: Vec::new() })
    }

    /// Reads a schema.
    ///
    /// # Errors
    /// Returns an error when the text is not JSON of this shape.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Returns the schema as JSON, indented.
    ///
    /// # Errors
    /// Returns no error in practice; the signature follows the JSON library.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// Writes the text of [`to_json`](Self::to_json) and a line break, without holding it: indented expressions take up
    /// to 30 times the bytes of others.
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

    /// Returns whether the root reaches every structure: then it is the beginning of a file, and not only the first
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

    /// Returns the structure of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Structure> {
        self.structures.get(name)
    }
}
