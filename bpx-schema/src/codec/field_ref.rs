use crate::report::{Location, Path, Segment};
use crate::schema::Offset;
use std::borrow::Cow;

/// A field at a constant offset. The macros define a constant of this type for each field of a record, and for the
/// fields of a structure up to the first field of varying size.
///
/// ```
/// use bpx_schema::codec::FieldRef;
///
/// const FLAGS: FieldRef = FieldRef::new("flags", 4, Some(2));
/// assert_eq!((FLAGS.name(), FLAGS.offset(), FLAGS.size()), ("flags", 4, Some(2)));
/// assert_eq!(FLAGS.bytes_in(b"abcdefgh"), Some(&b"ef"[..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldRef {
    name: &'static str,
    offset: u64,
    size: Option<u64>,
}

impl FieldRef {
    /// Creates a field from its name, its offset from the beginning of its structure, and its size, both in bytes.
    #[must_use]
    pub const fn new(name: &'static str, offset: u64, size: Option<u64>) -> Self {
        Self { name, offset, size }
    }

    /// Returns the name in paths and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the offset from the beginning of the structure, in bytes. The offset of a bit field is the offset of the
    /// byte with its lowest bit.
    #[must_use]
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// Returns the size in bytes, or `None` if the size varies, if only the type of the field defines the size, or for
    /// a part of a byte.
    #[must_use]
    pub const fn size(self) -> Option<u64> {
        self.size
    }

    /// Returns the location of the field; `structure` is the offset of the structure in the file.
    #[must_use]
    pub const fn location(self, structure: u64) -> Location {
        Location { file: structure, content: None }.advance(self.offset, false)
    }

    /// Returns the path segment of the field.
    #[must_use]
    pub const fn segment(self) -> Segment {
        Segment::Field(Cow::Borrowed(self.name))
    }

    /// Returns the path of the field; `structure` is the path of the structure.
    #[must_use]
    pub fn path(self, structure: impl IntoIterator<Item = Segment>) -> Path {
        Path::new(structure.into_iter().chain([self.segment()]).collect())
    }

    /// Returns the bytes of the field from the bytes of its structure, or `None` if some bytes are missing or the field
    /// has no size.
    #[must_use]
    pub fn bytes_in(self, structure: &[u8]) -> Option<&[u8]> {
        Offset::from(self.offset).slice(self.size, structure)
    }
}

/// Returns the name of a field in paths and JSON. If the type has no such field, the code does not compile, so a
/// renamed field is never searched under its old name. A raw name such as `r#type` keeps its prefix, although paths do
/// not have the prefix.
///
/// ```
/// struct Header {
///     version: u32,
/// }
///
/// assert_eq!(bpx_schema::field_name!(Header, version), "version");
/// # let _ = Header { version: 1 }.version;
/// ```
#[macro_export]
macro_rules! field_name {
    ($structure:ty, $field:ident) => {{
        const _: fn(&$structure) = |structure| {
            let _ = &structure.$field;
        };
        ::core::stringify!($field)
    }};
}
