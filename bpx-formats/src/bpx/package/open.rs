use super::names::Names;
use super::places::Places;
use super::registry;
use super::sweep::Sweep;
use super::{Architecture, Object, Platform};
use super::{DataMap, METADATA, OBJECT_TABLE, ObjectHeader, ObjectReader, PackageExt, STRINGS, walk};
use crate::bpx::TypeExt;
use crate::bpx::container::{Container, refused_type};
use crate::bpx::layout::opened::OpenedPackage;
use crate::bpx::layout::{in_section, table_path};
use crate::bpx::sd::Document;
use crate::bpx::shared;
use crate::bpx::span::Span;
use bpx_schema::Limits;
use bpx_schema::codec::{StoredRegion, View};
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::source::ReadAt;
use std::borrow::Cow;
use std::sync::Arc;

/// Stored size in bytes above which names and object table are decompressed in parallel.
const SIDE_BY_SIDE: u32 = 16 << 10;

/// A package of revision 1 or 2 (section 14), with the list of its objects in memory, and contents that are read on
/// access.
///
/// Reading takes `&self` and may happen on several threads at once.
pub struct Package {
    container: Container,
    ext: PackageExt,
    data: DataMap,
    /// In revision 2, the number of the section that contains the object table.
    table: Option<usize>,
    objects: Vec<ObjectHeader>,
    strings: Vec<u8>,
}

impl Package {
    /// Opens a package, and reads header, section table, object table and names. In revision 1, reads the headers of
    /// all objects, for which compressed Data sections are decoded.
    ///
    /// # Errors
    /// Returns the errors of [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the package in a container.
    ///
    /// Errors in single objects are reported on access, not here.
    ///
    /// # Errors
    /// Returns `BadMagic` when the file is of another type, `Missing` when a package of revision 2 has no object table,
    /// errors of decompressing object table and names, and `LimitExceeded` when the list takes more memory than
    /// [`Limits::max_memory`], or names share more bytes than the limit. For revision 1, also returns errors of reading
    /// the headers, and `Truncated` for a cut header.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        let TypeExt::Package(ext) = header.type_ext else {
            return Err(refused_type::<OpenedPackage>("a package", header.kind, header.version));
        };
        let data = DataMap::new(container.table());
        let strings = || -> Result<Vec<u8>> {
            container.find(STRINGS).map_or_else(|| Ok(Vec::new()), |section| section.content().map(Cow::into_owned))
        };
        let objects = || -> Result<(Option<usize>, Vec<ObjectHeader>)> {
            if header.version == 1 {
                return Ok((None, walk::find_objects(&container, &data)?));
            }
            let section = container.find(OBJECT_TABLE).ok_or_else(no_table)?;
            let count = section.content_size().div_euclid(ObjectHeader::SIZE as u64);
            // The content of the table is in memory beside the list.
            let _held = walk::hold_list::<[ObjectHeader; 2]>(count, &container.new_budget())?;
            Ok((Some(section.index()), View::<ObjectHeader>::new(&section.content()?).0.to_vec()))
        };
        let large = |kind| container.find(kind).is_some_and(|section| section.header().stored_size > SIDE_BY_SIDE);
        let (strings, objects) = join_if(large(STRINGS) && large(OBJECT_TABLE), strings, objects);
        let (strings, (table, objects)) = (strings?, objects?);
        let package = Self { container, ext, data, table, objects, strings };
        package.check_shared_names()?;
        Ok(package)
    }

    /// Checks that names share no more bytes than the limit, so that reading all names ends.
    fn check_shared_names(&self) -> Result<()> {
        let names = self.objects.iter().map(|object| object.name);
        let beyond = Names::new(&self.strings, self.container.options().limits).first_beyond(names);
        beyond.and_then(|index| self.object(index)).map_or(Ok(()), |object| {
            let rule = ObjectHeader::RULE_PACKAGE_NAME_LIMIT.rule();
            Err(object.object_fault(&rule, rule.class, ObjectHeader::NAME, shared::limit_message().to_owned()))
        })
    }

    /// Returns the container.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the revision, 1 or 2, which is the version of the container.
    #[must_use]
    pub fn revision(&self) -> u32 {
        self.container.header().version
    }

    /// Returns the type-specific extension of the header (section 14.2).
    #[must_use]
    pub fn ext(&self) -> PackageExt {
        self.ext
    }

    /// Returns the processor that the package is made for; `None` for an unknown code.
    #[must_use]
    pub fn architecture(&self) -> Option<Architecture> {
        self.ext.architecture_code().ok()
    }

    /// Returns the system that the package is made for; `None` for an unknown code.
    #[must_use]
    pub fn platform(&self) -> Option<Platform> {
        self.ext.platform_code().ok()
    }

    /// Returns the generator, which is two ASCII characters such as `PK`.
    #[must_use]
    pub fn generator(&self) -> [u8; 2] {
        self.ext.generator
    }

    /// Returns the metadata, which is the first object of the first Metadata section, or `None` without such a section
    /// (section 14.6).
    ///
    /// # Errors
    /// Returns errors of decompressing the section, and of structured data.
    pub fn metadata(&self) -> Result<Option<Document>> {
        let Some(section) = self.container.find(METADATA) else {
            return Ok(None);
        };
        let content = section.content()?;
        let space = section.space();
        let budget = self.container.new_budget();
        let mut decoder = bpx_schema::codec::Decoder::in_space(&content, space, &budget);
        Document::decode(&mut decoder).map(Some).map_err(|error| in_section(error, section.index()))
    }

    /// Returns the number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns whether the package has no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Returns the objects, in the order of the object table; in revision 1, in the order of their bytes.
    pub fn objects(&self) -> impl DoubleEndedIterator<Item = Object<'_>> + ExactSizeIterator {
        self.objects.iter().enumerate().map(|(index, header)| Object::new(self, index, *header))
    }

    /// Returns one object, counted from 0.
    #[must_use]
    pub fn object(&self, index: usize) -> Option<Object<'_>> {
        self.objects.get(index).map(|header| Object::new(self, index, *header))
    }

    /// Returns the last object with this name, as the reference crate does.
    ///
    /// The function searches the objects one after the other; to find many names, build a map.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Object<'_>> {
        self.objects().rfind(|object| super::names::is_name_at(&self.strings, object.header().name, name.as_bytes()))
    }

    /// Returns a reader of the bytes of an object, from front to back.
    ///
    /// # Errors
    /// Returns the errors of [`Object::reader`], and `BadReference` when there is no such object.
    pub fn reader(&self, index: usize) -> Result<ObjectReader<'_>> {
        self.object_at(index)?.reader()
    }

    /// Returns all bytes of an object.
    ///
    /// # Errors
    /// Returns the errors of [`Object::read`], and `BadReference` when there is no such object.
    pub fn read(&self, index: usize) -> Result<Vec<u8>> {
        self.object_at(index)?.read()
    }

    pub(super) fn object_at(&self, index: usize) -> Result<Object<'_>> {
        self.object(index).ok_or_else(|| {
            let message = format!("object {index} does not exist; number of objects: {}", self.len());
            Error::unlocated_fault(Class::BadReference, message).in_field("objects")
        })
    }

    pub(super) fn data_map(&self) -> &DataMap {
        &self.data
    }

    pub(super) fn strings(&self) -> &[u8] {
        &self.strings
    }

    pub(super) fn data_places(&self) -> Places<impl Fn(usize) -> Option<StoredRegion>> {
        Places { table: self.table, stored: |section| self.container.section(section).map(|section| section.stored()) }
    }

    /// Returns a sweep whose plan is a list of sorted runs of bytes.
    pub(super) fn plan_sweep(&self, spans: impl IntoIterator<Item = Span>) -> Sweep<'_> {
        Sweep::new(&self.container, &self.data, spans)
    }
}

/// Runs two closures, in parallel if `together` is set; returns both results.
fn join_if<A: Send, B: Send>(together: bool, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    if together && bpx_schema::threads::thread_count() > 1 {
        return rayon::join(a, b);
    }
    let _ = together;
    (a(), b())
}

fn no_table() -> Error {
    let path = table_path();
    let message = "a package of revision 2 needs an object table (type 2)";
    let at = Location { file: crate::bpx::container::head_size(0), content: None };
    registry::OBJECT_TABLE.finding(at, message).with_path(path).into()
}

impl std::fmt::Debug for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Package")
            .field("container", &self.container)
            .field("ext", &self.ext)
            .field("objects", &self.len())
            .finish_non_exhaustive()
    }
}
