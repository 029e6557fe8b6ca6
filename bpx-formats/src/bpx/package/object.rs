use super::registry;
use super::{ObjectHeader, ObjectReader, Package};
use crate::bpx::span::Span;
use bpx_schema::Result;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Class, Error, Location, Path, Rule, declared_rule};
use std::sync::LazyLock;

/// The rule that the name of an object is a text.
pub(super) static NAME: LazyLock<Rule> = LazyLock::new(|| declared_rule::<ObjectHeader>("package.name"));

/// One object of a package: a name, and bytes that are read on access.
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

    /// Returns the number in the package, counted from 0 in the order of the object table; in revision 1, in the
    /// order of the bytes.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the package.
    #[must_use]
    pub fn package(&self) -> &'p Package {
        self.package
    }

    /// Returns its entry; in revision 1, an equivalent entry with `start` and `offset` of its first byte.
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
    /// `OutOfBounds` when it lies past the end of the strings section, `Unterminated`, `BadText` when it is not
    /// UTF-8, `LimitExceeded` when it has more than 65,535 bytes.
    pub fn name(&self) -> Result<&'p str> {
        let bytes = self.name_bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            let message =
                format!("expected a UTF-8 name, found an invalid byte at offset {} of the name", error.valid_up_to());
            self.object_fault(&NAME, Class::BadText, ObjectHeader::NAME, message)
        })
    }

    /// Returns the bytes of the name, without the NUL; they may be invalid UTF-8.
    ///
    /// # Errors
    /// Returns the errors of [`name`](Self::name), without the check for UTF-8.
    pub fn name_bytes(&self) -> Result<&'p [u8]> {
        super::names::name_at(self.package.strings(), self.header.name)
            .map_err(|(class, message)| self.object_fault(&NAME, class, ObjectHeader::NAME, message))
    }

    /// Returns a reader of the bytes, front to back, in bounded memory.
    ///
    /// # Errors
    /// Returns an error when some of the bytes do not exist: `BadReference` for a start that is not a Data section,
    /// `OutOfBounds`,
    /// `Truncated` when they exceed the last Data section or continue into another section.
    pub fn reader(&self) -> Result<ObjectReader<'p>> {
        ObjectReader::new(*self, None)
    }

    /// Returns all bytes.
    ///
    /// # Errors
    /// Returns the errors of [`reader`](Self::reader) and [`ObjectReader`]; `LimitExceeded` when they are more than
    /// [`max_memory`](bpx_schema::Limits::max_memory).
    pub fn read(&self) -> Result<Vec<u8>> {
        let mut reader = self.reader()?;
        let limit = self.package.container().options().limits.max_memory.of(self.package.container().source().size());
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

    /// Returns the positions of its bytes in the sequence of Data sections.
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

    /// Returns path and location of a field of its header.
    pub(super) fn place_of(&self, field: FieldRef) -> (Path, Location) {
        self.package.data_places().of(self.index, &self.header, field)
    }

    #[cold]
    pub(super) fn object_fault(&self, rule: &Rule, class: Class, field: FieldRef, text: String) -> Error {
        let (path, at) = self.place_of(field);
        rule.finding_of(class, at, text).at(path).into()
    }
}

impl std::fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.name_bytes().map(String::from_utf8_lossy).ok();
        f.debug_struct("Object").field("index", &self.index).field("name", &name).field("header", &self.header).finish()
    }
}
