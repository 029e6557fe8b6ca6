//! Descriptions of files for users: their properties, and what is in them.

use bpx_schema::Error;
use serde_core::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::{Value, json};
use std::fmt;
use std::ops::ControlFlow;

/// Properties of a file or of a part, by name, in the order of their output.
pub type Facts<'a> = Vec<(String, Fact<'a>)>;

/// A property, which serde writes.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fact<'a> {
    /// One value.
    Value(Value),
    /// One value for each part of a kind.
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

/// Makes the elements of a list, in order, until one is refused.
type Make<'a, T> = dyn Fn(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()> + 'a;

/// Elements that are made one by one on request, because a file can have many.
pub struct Many<'a, T>(Box<Make<'a, T>>);

impl<'a, T> Many<'a, T> {
    /// Creates a list from a function that passes its elements to a visitor, in order, until the visitor returns an
    /// error.
    pub fn new(make: impl Fn(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()> + 'a) -> Self {
        Self(Box::new(make))
    }

    /// Passes the elements to `each`, until it returns an error.
    ///
    /// # Errors
    /// The error.
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

/// A file, described.
#[derive(Debug)]
#[non_exhaustive]
pub struct Description {
    /// Format, version and size, in words.
    pub title: String,
    /// Properties, for programs: of every format first `format`, and `size` in bytes as a text.
    pub facts: Facts<'static>,
    /// Properties, for users, in lines. Names from the file are unchanged, with control characters.
    pub lines: Vec<Many<'static, String>>,
    /// Why a part of the file is not described.
    pub problem: Option<Error>,
}

impl Description {
    /// Describes a file by a title, with facts for programs and lines for users.
    #[must_use]
    pub fn new(title: String, facts: Facts<'static>, lines: Vec<Many<'static, String>>) -> Self {
        Self { title, facts, lines, problem: None }
    }

    /// Describes a file of a format, with its size in bytes and its properties; the lines name the properties.
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

/// A part of a file that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Its name; for a part without a name, its kind and number, such as `layer[0]`.
    pub name: String,
    /// A name in the file, if `name` is not one.
    pub title: Option<String>,
    /// The number of the section that holds it, in formats with sections.
    pub section: Option<usize>,
    /// Offset in bytes from the beginning of the content of the section, or of the file without a section; `None` if it is
    /// not at one place.
    pub offset: Option<u64>,
    /// Size in bytes, if it has one.
    pub size: Option<u64>,
    /// Further information, in words.
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

/// Returns facts, or properties of one value each, from pairs of name and value.
pub(crate) fn fact_list<T: From<Value>, const N: usize>(pairs: [(&str, Value); N]) -> Vec<(String, T)> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Returns a name for output: bytes that are not UTF-8 are replaced.
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
pub(crate) fn readable_name(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
