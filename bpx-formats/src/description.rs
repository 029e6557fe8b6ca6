//! Descriptions of files for users: their properties, and what is in them.

use bpx_schema::Error;
use serde_json::{Value, json};

/// Properties of a file or of something in it, by name, in the order in which they are shown.
pub type Facts = Vec<(String, Value)>;

/// A file, described.
#[derive(Debug)]
#[non_exhaustive]
pub struct Description {
    /// Format, version and size, in words.
    pub title: String,
    /// Properties, for programs: of every format first `format`, and `size` in bytes as a text.
    pub facts: Facts,
    /// Properties, for users, in lines. Names from the file are as they are stored, with control characters.
    pub lines: Vec<String>,
    /// Why a part of the file is not described.
    pub problem: Option<Error>,
}

impl Description {
    /// Describes a file by a title, with facts for programs and lines for users.
    #[must_use]
    pub fn new(title: String, facts: Facts, lines: Vec<String>) -> Self {
        Self { title, facts, lines, problem: None }
    }

    /// Describes a file of a format, with its size in bytes and its properties; the lines name the properties.
    #[must_use]
    pub fn of_properties(format: &str, size: u64, properties: Facts) -> Self {
        let line = |(name, value): &(String, Value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{}: {value}", name.replace('_', " "))
        };
        let lines = properties.iter().map(line).collect();
        let mut facts = facts([("format", json!(format)), ("size", json!(size.to_string()))]);
        facts.extend(properties);
        Self::new(format!("{}, {size} bytes", format.to_uppercase()), facts, lines)
    }
}

/// Something in a file that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Its name; of a thing without one, its kind and number, such as `layer[0]`.
    pub name: String,
    /// A name in the file, if `name` is none.
    pub title: Option<String>,
    /// The number of the section that holds it, in formats with sections.
    pub section: Option<usize>,
    /// Offset in bytes from the beginning of the content of the section, or of the file without a section; `None` if it is
    /// not at one place.
    pub offset: Option<u64>,
    /// Size in bytes, if it has one.
    pub size: Option<u64>,
    /// More about it, in words.
    pub about: String,
}

impl Part {
    /// Creates a part without a place.
    #[must_use]
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Self {
        Self { name: name.into(), title: None, section: None, offset: None, size: None, about: about.into() }
    }

    /// Sets the place: the number of a section in formats with sections, and the offset.
    #[must_use]
    pub fn at(mut self, section: Option<usize>, offset: u64) -> Self {
        self.section = section;
        self.offset = Some(offset);
        self
    }

    /// Sets the size in bytes.
    #[must_use]
    pub fn with_size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Sets the name in the file.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

/// Returns facts from pairs of name and value.
pub(crate) fn facts<const N: usize>(pairs: [(&str, Value); N]) -> Facts {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns facts as a JSON object.
#[cfg(feature = "bpx")]
pub(crate) fn object(facts: Facts) -> Value {
    Value::Object(facts.into_iter().collect())
}

/// Returns a name for output: bytes that are not UTF-8 are replaced.
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
pub(crate) fn readable(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
