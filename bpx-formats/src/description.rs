//! Descriptions of files for users, with the properties and the contents of a file.

use bpx_schema::Error;
use serde_core::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::{Value, json};
use std::fmt;
use std::ops::ControlFlow;

/// Properties of a file or of a part, each with its name, in the order of their output.
pub type Facts<'a> = Vec<(String, Fact<'a>)>;

/// The value of a property, which serde writes.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fact<'a> {
    /// One value.
    Value(Value),
    /// One value for each of several parts of the same kind.
    List(Many<'a, Value>),
    /// Properties of a part.
    Object(Facts<'a>),
}

impl From<Value> for Fact<'_> {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl Serialize for Fact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::List(list) => list.serialize(serializer),
            Self::Object(facts) => serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact))),
        }
    }
}

/// Makes the elements of a list in order, until the visitor stops.
type Make<'a, T> = dyn Fn(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()> + 'a;

/// Elements that are made one by one on request, because a file can have many elements.
pub struct Many<'a, T>(Box<Make<'a, T>>);

impl<'a, T> Many<'a, T> {
    /// Creates a list from a function that passes the elements to a visitor in order, until the visitor stops.
    pub fn new(make: impl Fn(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()> + 'a) -> Self {
        Self(Box::new(make))
    }

    /// Passes the elements to `take`, until `take` returns an error.
    ///
    /// # Errors
    /// Returns the error of `take`.
    pub fn try_each<E>(&self, mut take: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        let mut taken = Ok(());
        let _all_or_not = (self.0)(&mut |element| {
            taken = take(element);
            if taken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        taken
    }
}

impl<T: Clone + 'static> From<Vec<T>> for Many<'_, T> {
    fn from(list: Vec<T>) -> Self {
        Self::new(move |take| list.iter().cloned().try_for_each(take))
    }
}

impl<T> fmt::Debug for Many<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Many(..)")
    }
}

impl<T: Serialize> Serialize for Many<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.try_each(|element| list.serialize_element(&element))?;
        list.end()
    }
}

/// The description of a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Description {
    /// Format, version and size, in words.
    pub title: String,
    /// Properties for programs; every format has `format` first, and `size` in bytes as a text.
    pub facts: Facts<'static>,
    /// Properties for users, as lines. Names from the file are unchanged, even if they contain control characters.
    pub lines: Vec<Many<'static, String>>,
    /// The reason why a part of the file is not described.
    pub problem: Option<Error>,
}

impl Description {
    /// Creates a description from a title, facts for programs and lines for users.
    #[must_use]
    pub fn new(title: String, facts: Facts<'static>, lines: Vec<Many<'static, String>>) -> Self {
        Self { title, facts, lines, problem: None }
    }

    /// Creates a description from the name of the format, the file's size in bytes and the file's properties; the lines
    /// show the properties.
    #[must_use]
    pub fn of_properties(format: &str, size: u64, properties: Vec<(String, Value)>) -> Self {
        let line = |(name, value): &(String, Value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{}: {value}", name.replace('_', " "))
        };
        let lines: Vec<_> = properties.iter().map(line).collect();
        let mut facts = fact_list([("format", json!(format)), ("size", json!(size.to_string()))]);
        facts.extend(properties.into_iter().map(|(name, value)| (name, value.into())));
        Self::new(format!("{}, {size} bytes", format.to_uppercase()), facts, vec![lines.into()])
    }
}

/// A named part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Name of the part; for a part without a name, its kind and number, such as `layer[0]`.
    pub name: String,
    /// The name of the part in the file, if `name` is made from kind and number.
    pub title: Option<String>,
    /// The number of the section that contains the part, in formats with sections.
    pub section: Option<usize>,
    /// Offset of the part in bytes from the beginning of the section's content, or of the file without sections; `None`
    /// if the part is not stored in one piece.
    pub offset: Option<u64>,
    /// Size in bytes, if the part has a size.
    pub size: Option<u64>,
    /// Further information, in words.
    pub about: String,
}

impl Part {
    /// Creates a part without section, offset and size.
    #[must_use]
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Self {
        Self { name: name.into(), title: None, section: None, offset: None, size: None, about: about.into() }
    }

    /// Sets the number of the section, in formats with sections, and the offset in bytes.
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

/// Returns a list of facts or properties from pairs of name and value.
pub(crate) fn fact_list<T: From<Value>, const N: usize>(pairs: [(&str, Value); N]) -> Vec<(String, T)> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Returns a name for output, with replacement characters instead of bytes that are not UTF-8.
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
pub(crate) fn readable_name(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
