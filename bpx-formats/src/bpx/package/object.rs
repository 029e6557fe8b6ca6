use super::registry;
use super::{ObjectHeader, ObjectReader, Package};
use crate::bpx::span::Span;
use bpx_schema::Result;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Class, Error, Location, Path, Rule};
use std::sync::LazyLock;

/// The rule that the name of an object is a text.
pub(super) static NAME: LazyLock<Rule> = LazyLock::new(|| ObjectHeader::RULE_PACKAGE_NAME.rule());

/// One object of a package, with a name, and bytes that are read on access.
#[derive(Clone, Copy)]
pub struct Object<'p> {
    package: &'p Package,
    index: usize,
    header: ObjectHeader,
}

impl<'p> Object<'p> {
    pub(super) fn new(package: &'p Package, index: usize, header: ObjectHeader) -> Self {
        Self { package, index, header }
    }

    /// Returns the number of the object in the package, counted from 0 in the order of the object table; in revision 1,
    /// in the order of the bytes.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the package of the object.
    #[must_use]
    pub fn package(&self) -> &'p Package {
        self.package
    }

    /// Returns the table entry of the object. In revision 1, returns an equivalent entry with `start` and `offset` of
    /// the object's first byte.
    #[must_use]
    pub fn header(&self) -> ObjectHeader {
        self.header
    }

    /// Returns the stated size in bytes. The size may be wrong; [`reader`](Self::reader) checks it.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.header.size
    }

    /// Returns the name. The name may be empty, occur twice in a package, and be dangerous as a path.
    ///
    /// # Errors
    /// Returns `OutOfBounds` when the name lies past the end of the strings section, `Unterminated` when no NUL ends
    /// the name, `BadText` when the name is not UTF-8, and `LimitExceeded` when the name has more than 65,535 bytes.
    pub fn name(&self) -> Result<&'p str> {
        let bytes = self.name_bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            let message =
                format!("expected a UTF-8 name, found an invalid byte at offset {} of the name", error.valid_up_to());
            self.object_fault(&NAME, Class::BadText, ObjectHeader::NAME, message)
        })
    }

    /// Returns the bytes of the name, without the NUL. The bytes may be invalid UTF-8.
    ///
    /// # Errors
    /// Returns the errors of [`name`](Self::name), except the error for invalid UTF-8.
    pub fn name_bytes(&self) -> Result<&'p [u8]> {
        super::names::name_at(self.package.strings(), self.header.name)
            .map_err(|(class, message)| self.object_fault(&NAME, class, ObjectHeader::NAME, message))
    }

    /// Returns a reader of the object's bytes from front to back, in bounded memory.
    ///
    /// # Errors
    /// Returns an error when some of the bytes do not exist: `BadReference` when the start is not a Data section,
    /// `OutOfBounds` when the offset exceeds the section, and `Truncated` when the bytes exceed the last Data section
    /// or continue into another section.
    pub fn reader(&self) -> Result<ObjectReader<'p>> {
        ObjectReader::new(*self, None)
    }

    /// Returns all bytes of the object.
    ///
    /// # Errors
    /// Returns the errors of [`reader`](Self::reader) and [`ObjectReader`], and `LimitExceeded` when the object has
    /// more bytes than [`max_memory`](bpx_schema::Limits::max_memory).
    pub fn read(&self) -> Result<Vec<u8>> {
        let mut reader = self.reader()?;
        let limit =
            self.package.container().options().limits.max_memory.for_size(self.package.container().source().size());
        let size = usize::try_from(self.size()).ok().filter(|_| self.size() <= limit);
        let too_large = || {
            let message = format!("{} bytes exceed the limit of {limit}", self.size());
            self.too_large(message)
        };
        let size = size.ok_or_else(too_large)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| too_large())?;
        reader.copy_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns the positions of the object's bytes in the sequence of Data sections.
    pub(super) fn span(&self) -> Result<Span> {
        self.package.data_map().locate_object(&self.header).map_err(|fault| {
            let (rule, field) = fault.broken_rule();
            self.object_fault(rule, rule.class, field, fault.message(&self.header))
        })
    }

    /// Returns the error for bytes that exceed the limits.
    #[cold]
    pub(super) fn too_large(&self, text: String) -> Error {
        let rule = &registry::LIMIT;
        self.object_fault(rule, rule.class, ObjectHeader::SIZE_FIELD, text)
    }

    /// Returns path and location of a field of the object's header.
    pub(super) fn place_of(&self, field: FieldRef) -> (Path, Location) {
        self.package.data_places().of(self.index, &self.header, field)
    }

    #[cold]
    pub(super) fn object_fault(&self, rule: &Rule, class: Class, field: FieldRef, text: String) -> Error {
        let (path, at) = self.place_of(field);
        rule.finding_of(class, at, text).with_path(path).into()
    }
}

impl std::fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.name_bytes().map(String::from_utf8_lossy).ok();
        f.debug_struct("Object").field("index", &self.index).field("name", &name).field("header", &self.header).finish()
    }
}
