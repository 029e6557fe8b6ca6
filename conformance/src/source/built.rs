//! The bytes of a build, and the offsets and sizes of its fields.

/// A range of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset from the beginning of the space that contains the bytes.
    pub offset: usize,
    /// Size.
    pub size: usize,
}

/// A field with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldSpan {
    /// Path such as `sections[0].header.flags`.
    pub path: String,
    /// Offset from the beginning of the space that contains the field.
    pub offset: usize,
    /// Size in bytes.
    pub size: usize,
    /// The field whose unpacked bytes contain this field; `None` for a field of the file itself.
    pub space: Option<String>,
    /// Type as the text spells it.
    pub type_name: String,
    /// Value as read back from the bytes.
    pub value: String,
    /// The expression of a derived value, as the text spells it.
    pub formula: Option<String>,
    /// Whether a fault left the derived value unchanged, so that the value no longer fits.
    pub stale: bool,
    /// Line of the text.
    pub line: u32,
}

/// Unpacked content that the text gives next to its stored bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpackedContent {
    /// The field that holds the stored bytes.
    pub path: String,
    /// Codec as the text names it.
    pub codec: String,
    /// The unpacked bytes.
    pub content: Vec<u8>,
}

/// A file built from a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Every field, in the order of the text.
    pub fields: Vec<FieldSpan>,
    /// Every unpacked content.
    pub unpacked: Vec<UnpackedContent>,
    /// Whether the file has a fault.
    pub is_faulty: bool,
    /// The offset in the file of the first change of a fault; `None` for a base file, if the changed bytes were removed,
    /// or if the changed content has no stored bytes.
    pub fault: Option<usize>,
}

impl Built {
    /// Returns the field with exactly this path.
    #[must_use]
    pub fn field_at(&self, path: &str) -> Option<&FieldSpan> {
        self.fields.iter().find(|field| field.path == path)
    }

    /// Returns the span of a field, or of a block whose bytes are adjacent.
    #[must_use]
    pub fn span_of(&self, path: &str) -> Option<Span> {
        let first = self.fields_below(path).next()?;
        let fields = self.fields_below(path).filter(|field| field.space == first.space);
        let size: usize = fields.clone().map(|field| field.size).sum();
        let last = fields.last()?;
        (first.offset + size == last.offset + last.size).then_some(Span { offset: first.offset, size })
    }

    /// Returns the bytes of a field, or of a block whose bytes are adjacent.
    #[must_use]
    pub fn bytes_of(&self, path: &str) -> Option<&[u8]> {
        let span = self.span_of(path)?;
        let space = self.fields_below(path).next()?.space.as_deref();
        self.space_bytes(space)?.get(span.offset..span.offset.checked_add(span.size)?)
    }

    /// Returns the bytes of a space; `None` is the file.
    #[must_use]
    pub fn space_bytes(&self, space: Option<&str>) -> Option<&[u8]> {
        let Some(path) = space else {
            return Some(&self.bytes);
        };
        let unpacked = self.unpacked.iter().find(|unpacked| unpacked.path == path)?;
        Some(&unpacked.content)
    }

    /// Returns the paths of fields that `base` lacks or has with other bytes, then the paths of fields that only `base`
    /// has.
    #[must_use]
    pub fn changes_from<'a>(&'a self, base: &'a Self) -> Vec<&'a str> {
        let changed = self.fields.iter().filter(|field| {
            base.field_at(&field.path).is_none() || base.bytes_of(&field.path) != self.bytes_of(&field.path)
        });
        let gone = base.fields.iter().filter(|field| self.field_at(&field.path).is_none());
        changed.chain(gone).map(|field| field.path.as_str()).collect()
    }

    /// Returns the offset of a field or block in the file; for unpacked content, the offset of its stored bytes.
    pub(super) fn file_offset(&self, path: &str) -> Option<usize> {
        let mut first = self.fields_below(path).next()?;
        // Each step leads to the space around, whose path is shorter.
        while let Some(space) = &first.space {
            first = self.first_stored(space)?;
        }
        Some(first.offset)
    }

    /// Returns the first field of the bytes that unpack to a space. Other fields below the path of the space may be
    /// content too: that of the space itself, and that of stored fields inside.
    fn first_stored<'a>(&'a self, space: &'a str) -> Option<&'a FieldSpan> {
        let is_around = |outer: &str| is_unpacked_in(space, outer);
        self.fields_below(space).find(|field| field.space.as_deref().is_none_or(is_around))
    }

    /// Returns the number of times that the file must be unpacked to see a field.
    pub(super) fn field_depth(&self, field: &FieldSpan) -> usize {
        let is_around = |space: &str| field.space.is_some() && is_unpacked_in(&field.path, space);
        self.unpacked.iter().filter(|space| is_around(&space.path)).count()
    }

    fn fields_below<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a FieldSpan> + Clone {
        self.fields.iter().filter(move |field| field.path.strip_prefix(path).is_some_and(is_end_of_path))
    }
}

/// Returns whether a path is that of unpacked content of the space, or below.
fn is_unpacked_in(path: &str, space: &str) -> bool {
    let rest = path.strip_prefix(space).and_then(|rest| rest.strip_prefix(".unpacked"));
    rest.is_some_and(is_end_of_path)
}

/// Returns whether the text before is a whole path.
fn is_end_of_path(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['.', '['])
}
