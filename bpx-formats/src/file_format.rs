//! The interface of a format of files for programs that work with any format.

use crate::description::{Description, Part};
use crate::model::DerivedTest;
use crate::{FileError, ModelOptions, ReadOptions};
#[cfg(any(feature = "blk", feature = "bpx"))]
use bpx_schema::budget::{HeldMemory, MemoryAccount};
use bpx_schema::json::{DocBuilder, JsonDoc, JsonRef, JsonSink};
use bpx_schema::report::{Class, Error, Location, Mode, Report, Rule, declared_rules};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Result};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A format of files. [`formats`](crate::formats) returns the formats of this library; a [`Registry`](crate::Registry)
/// also contains the formats of a program. [`SchemaFormat`](crate::SchemaFormat) makes a format from a schema.
pub trait FileFormat: Send + Sync {
    /// Returns the name of the format in lower case, as command lines and models use it.
    fn name(&self) -> &str;

    /// Returns the name of the format for users, such as `GPB: scenes and fonts`.
    fn title(&self) -> &str {
        self.name()
    }

    /// Returns the signatures of the format, the first bytes of its files. Forms without a signature have no item.
    fn signatures(&self) -> Vec<&[u8]> {
        Vec::new()
    }

    /// Returns the extensions of file names, in lower case, without the dot.
    fn extensions(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the other formats whose files occur beside files of this format and have a signature.
    fn neighbours(&self) -> &[Neighbour] {
        &[]
    }

    /// Reads what the first bytes of a file state about the file; the bytes begin with a signature.
    fn head_facts(&self, _head: &[u8]) -> HeadFacts {
        HeadFacts::default()
    }

    /// Returns the name of a type of files that [`head_facts`](Self::head_facts) returned.
    fn kind_name(&self, kind: u8) -> String {
        kind.to_string()
    }

    /// Returns the name of a version that [`head_facts`](Self::head_facts) returned, if the name differs from the
    /// number.
    fn version_name(&self, _version: u32) -> Option<String> {
        None
    }

    /// Recognises a file without a signature by its whole content, for formats that allow it.
    fn recognize(&self, _source: &dyn ReadAt) -> Option<Recognized> {
        None
    }

    /// Returns the structures that files begin with, by name. The first structure is of the current version; the others
    /// are of versions with a different layout. The list is empty for a format whose structures are not compiled in.
    fn schemas(&self) -> Vec<(&'static str, &'static Structure)> {
        Vec::new()
    }

    /// Returns the versions with the layout of the first structure of [`schemas`](Self::schemas).
    fn current_versions(&self) -> &[&str] {
        &[]
    }

    /// Returns the structures that readers of a version decode separately, because the structure of the file does not
    /// contain them. Without a version, returns the structures of all versions with the current layout.
    fn separate_structures(&self, _version: Option<&str>) -> Vec<&'static Structure> {
        Vec::new()
    }

    /// Returns the structures that no other structure contains.
    fn roots(&self) -> Vec<&'static Structure> {
        self.schemas().into_iter().map(|(_, schema)| schema).collect()
    }

    /// Returns the hand-written rules, in the order of their lists. [`rules`](crate::rules::rules) returns all rules.
    fn written_rules(&self) -> Vec<&'static Rule> {
        Vec::new()
    }

    /// Returns the rules that the structures declare, including rules with the same code.
    fn declared_rules(&self) -> Vec<Rule> {
        declared_rules(&self.roots())
    }

    /// Checks every rule of a file, and collects all findings.
    ///
    /// # Errors
    /// Returns errors of reading the source, which are not faults of the file.
    fn verify(&self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report>;

    /// Reports every part of a file to a listener.
    ///
    /// # Errors
    /// Returns an error when the bytes end before the structure does. The parts before the error are reported.
    fn watch(&self, file: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()>;

    /// Writes a file as JSON, without loss unless `model` is brief. After an error, the sink may already contain a part
    /// of the JSON. An implementation should take the memory for reading from the account of the sink
    /// ([`JsonSink::memory`]).
    ///
    /// # Errors
    /// Returns an error when the file cannot be read as a whole.
    fn write_json(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()>;

    /// Returns a file as JSON in memory, as [`write_json`](FileFormat::write_json) writes it.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read as a whole, or its JSON takes more memory than the limits allow.
    fn to_json(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions, model: ModelOptions) -> Result<JsonDoc> {
        self.to_json_within(source, options, model, &Budget::new(options.limits, source.size()))
    }

    /// Returns a file as JSON in memory, within a budget that other documents may share. The memory for reading the
    /// file is taken from the same account.
    ///
    /// # Errors
    /// Returns the errors of [`to_json`](Self::to_json).
    fn to_json_within(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        budget: &Budget,
    ) -> Result<JsonDoc> {
        let mut doc = DocBuilder::new(budget);
        self.write_json(source, options, model, &mut doc)?;
        doc.finish().map_err(|exceeded| exceeded.fault_at(Location::default()))
    }

    /// Describes what the model of a file lacks; for most formats, the list is empty.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read.
    fn losses(&self, _source: &dyn ReadAt, _options: &ReadOptions) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Returns the test for members of a model that follow from other values, such as offsets and checksums. No member
    /// does for a format that does not say so.
    fn derived_members(&self, _model: JsonRef<'_>) -> DerivedTest {
        |_, _| false
    }

    /// Returns the file that a model describes.
    ///
    /// # Errors
    /// Returns an error when the JSON is not a model of a file, or the file cannot be written.
    #[allow(clippy::wrong_self_convention, reason = "the counterpart of `to_json`; the format is the value")]
    fn from_json(&self, model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, FileError>;

    /// Returns the bytes of a file that was read and written again without a change.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read.
    fn rewrite(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>>;

    /// Describes a file: its version, properties and contents. Unless a format says more, the description states only
    /// the size.
    ///
    /// # Errors
    /// Returns an error when not even the beginning of the file can be read.
    fn describe(&self, source: &Arc<dyn ReadAt>, _options: &ReadOptions) -> Result<Description> {
        Ok(Description::of_properties(self.name(), source.size(), Vec::new()))
    }

    /// Returns the named parts of a file, such as layers, arrays, objects, clips and references; for many formats, the
    /// list is empty.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read.
    fn parts(&self, _source: &Arc<dyn ReadAt>, _options: &ReadOptions) -> Result<Vec<Part>> {
        Ok(Vec::new())
    }

    /// Returns the bytes of a part that [`parts`](Self::parts) returned for this file.
    ///
    /// # Errors
    /// `UnsupportedFeature` for a part that is not stored in one piece; otherwise the errors of [`parts`](Self::parts).
    fn read_part(&self, source: &Arc<dyn ReadAt>, part: &Part, options: &ReadOptions) -> Result<Vec<u8>> {
        match (part.section, part.offset, part.size) {
            (None, Some(offset), Some(size)) => {
                crate::source::part(&**source, offset, size, options.limits).map(Cow::into_owned)
            }
            _ => {
                let message = format!("expected a part that is stored in one piece, found `{}`", part.name);
                Err(Error::unlocated_fault(Class::UnsupportedFeature, message))
            }
        }
    }
}

/// The type and the version that the first bytes of a file state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct HeadFacts {
    /// Type of the file, as the byte that the format stores.
    pub kind: Option<u8>,
    /// Version of the format.
    pub version: Option<u32>,
}

impl HeadFacts {
    /// Sets the type of the file.
    #[must_use]
    pub const fn with_kind(mut self, kind: Option<u8>) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the version.
    #[must_use]
    pub const fn with_version(mut self, version: Option<u32>) -> Self {
        self.version = version;
        self
    }
}

/// The result of recognising a file by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Recognized {
    /// The form of the format, if the format has several forms.
    pub form: Option<&'static str>,
}

impl Recognized {
    /// Sets the form.
    #[must_use]
    pub const fn with_form(mut self, form: &'static str) -> Self {
        self.form = Some(form);
        self
    }
}

/// A format whose files this library recognises but does not read.
#[derive(Debug, Clone, Copy)]
pub struct Neighbour {
    name: &'static str,
    signature: &'static [u8],
    advice: &'static str,
}

impl Neighbour {
    /// Creates a neighbour from the name of the format, the first bytes of its files, and advice on how to proceed with
    /// such a file.
    #[must_use]
    pub const fn new(name: &'static str, signature: &'static [u8], advice: &'static str) -> Self {
        Self { name, signature, advice }
    }

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the first bytes of each file of the format.
    #[must_use]
    pub const fn signature(&self) -> &'static [u8] {
        self.signature
    }

    /// Returns why such files are not read, and how to proceed.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        self.advice
    }
}

impl fmt::Debug for dyn FileFormat + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileFormat").field(&self.name()).finish()
    }
}

/// Takes memory from the account of a document until the returned value is dropped; does nothing without an account.
///
/// # Errors
/// `LimitExceeded` when the account has less memory left.
#[cfg(any(feature = "blk", feature = "bpx"))]
pub(crate) fn hold_memory(memory: Option<&MemoryAccount>, bytes: u64) -> Result<Option<HeldMemory>> {
    let held = memory.map(|memory| memory.hold_memory(bytes)).transpose();
    held.map_err(|exceeded| exceeded.fault_at(Location::default()))
}

/// Returns all bytes of a source.
pub(crate) fn whole_file<'s>(source: &'s dyn ReadAt, options: &ReadOptions) -> Result<Cow<'s, [u8]>> {
    crate::source::part(source, 0, source.size(), options.limits)
}
