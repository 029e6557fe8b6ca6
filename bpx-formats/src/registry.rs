//! The formats that a program knows.

use crate::identify::{self, Identified};
use crate::model::format_name;
use crate::{FileError, FileFormat, ReadOptions};
use bpx_schema::Result;
use bpx_schema::json::JsonRef;
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;

/// The formats of this build. For a new format, add a line here.
const FORMATS: &[&dyn FileFormat] = &[
    #[cfg(feature = "bpx")]
    &crate::bpx::BpxFormat,
    #[cfg(feature = "bpat")]
    &crate::bpat::BpatFormat,
    #[cfg(feature = "blk")]
    &crate::blk::BlkFormat,
    #[cfg(feature = "gpb")]
    &crate::gpb::GpbFormat,
];

/// Returns every format that is compiled in.
#[must_use]
pub fn formats() -> &'static [&'static dyn FileFormat] {
    FORMATS
}

/// Returns the format of this build with this name.
#[must_use]
pub fn find_format(name: &str) -> Option<&'static dyn FileFormat> {
    formats().iter().copied().find(|format| format.name() == name)
}

/// Returns the structure that files of a version begin with, and its name in [`schemas`](FileFormat::schemas); `text`
/// is, for example, `bpx`, `bpx-v0` or `bpx@0`.
#[must_use]
pub fn find_schema(text: &str) -> Option<(&'static str, &'static Structure)> {
    let find = |name: &str| formats().iter().flat_map(|format| format.schemas()).find(|(known, _)| *known == name);
    let Some((name, version)) = text.split_once('@') else { return find(text) };
    let format = find_format(name)?;
    if format.current_versions().contains(&version) {
        return format.schemas().first().copied();
    }
    find(&format!("{name}-v{version}"))
}

/// Returns the structures that readers decode separately, because the structure that [`find_schema`] returns for `text`
/// does not contain them.
#[must_use]
pub fn find_separate_structures(text: &str) -> Vec<&'static Structure> {
    let (name, version) = text.split_once('@').map_or((text, None), |(name, version)| (name, Some(version)));
    find_format(name).map_or_else(Vec::new, |format| format.separate_structures(version))
}

/// The formats that [`identify`](Self::identify) knows, including those that a program adds.
///
/// ```no_run
/// # use bpx_formats::{FileFormat, Registry};
/// # fn show(own: &dyn FileFormat, file: &dyn bpx_schema::source::ReadAt) -> bpx_schema::Result<()> {
/// let registry = Registry::standard().with(own);
/// println!("{}", registry.identify(file, None)?.format);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Registry<'f> {
    formats: Vec<&'f dyn FileFormat>,
}

impl<'f> Registry<'f> {
    /// Returns a registry with the formats of this build.
    #[must_use]
    pub fn standard() -> Self {
        Self { formats: formats().to_vec() }
    }

    /// Adds a format. When a file is identified, the new format is tried before all formats that the registry has, even
    /// before a format with the same name.
    #[must_use]
    pub fn with(mut self, format: &'f dyn FileFormat) -> Self {
        self.formats.push(format);
        self
    }

    /// Returns the formats. When a file is identified, formats at the end of the list are tried first.
    #[must_use]
    pub fn formats(&self) -> &[&'f dyn FileFormat] {
        &self.formats
    }

    /// Returns the format with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'f dyn FileFormat> {
        self.formats.iter().rev().copied().find(|format| format.name() == name)
    }

    /// Finds the format of a file by its signature, then by the extension of its name (with or without dot, in any case),
    /// then by its content.
    ///
    /// # Errors
    /// `Truncated` when the file is empty and has no known extension, `UnknownFormat` when no format is recognised, and
    /// errors of the source.
    pub fn identify(&self, source: &dyn ReadAt, extension: Option<&str>) -> Result<Identified<'f>> {
        identify::identify_among(&self.formats, source, extension)
    }

    /// Returns the file that a model describes, in the format that the model names.
    ///
    /// # Errors
    /// Returns an error when the JSON is not a model of a file, or the file cannot be written.
    #[allow(clippy::wrong_self_convention, reason = "the counterpart of `to_json`; the format is the value")]
    pub fn from_json(&self, model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, FileError> {
        let known = || self.formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let format = self.find(format_name(model)?).ok_or_else(|| FileError::expected("format", known()))?;
        format.from_json(model, options)
    }
}

#[cfg(all(test, feature = "bpx"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Evidence, ModelOptions, SchemaFormat};
    use bpx_schema::report::{Mode, Verdict};
    use bpx_schema::schema::Model;
    use std::sync::Arc;

    /// The header of a section alone, as a format that a program adds.
    fn own() -> SchemaFormat {
        let model = Model::from_root(find_schema("bpx").unwrap().1);
        SchemaFormat::new("own", model)
            .with_structure("SectionHeader", [])
            .with_signature(*b"\x01\0\0\0")
            .with_extension("own")
    }

    #[test]
    fn formats_of_a_program_come_before_those_of_the_library() {
        let own = own();
        let registry = Registry::standard().with(&own);
        let found = |bytes: &[u8], extension| {
            let found = registry.identify(&bytes, extension).unwrap();
            (found.format, found.evidence)
        };
        assert_eq!(found(b"\x01\0\0\0", Some("bpx")), ("own", Evidence::Signature));
        assert_eq!(found(b"?", Some("own")), ("own", Evidence::Name));
        assert_eq!(found(b"BPXP", Some("own")), ("bpx", Evidence::Signature));
        assert!(registry.find("own").is_some() && find_format("own").is_none());
        assert_eq!(registry.formats().len(), formats().len() + 1);
    }

    #[test]
    fn a_schema_reads_and_writes_like_a_format() {
        let (own, options) = (own(), ReadOptions::default());
        let format: &dyn FileFormat = &own;
        let entry: Vec<u8> = (0..24).map(|index| u8::from(index < 21)).collect();
        let source: Arc<dyn ReadAt> = Arc::new(entry.clone());
        let model = format.to_json(&source, &options, ModelOptions::default()).unwrap();
        assert_eq!(format.from_json(model.root(), &options).unwrap(), entry);
        assert_eq!(format.rewrite(&source, &options).unwrap(), entry);
        let parts = format.parts(&source, &options).unwrap();
        let pointer = parts.iter().find(|part| part.name == "pointer").unwrap();
        assert_eq!((pointer.offset, pointer.size), (Some(0), Some(8)));
        assert_eq!(format.read_part(&source, pointer, &options).unwrap(), [1; 8]);
        let described = format.describe(&source, &options).unwrap();
        assert_eq!(described.title, "own, 24 bytes");
        let verdict = format.verify(&&entry[..5], Mode::Strict, &options).unwrap().verdict();
        assert_eq!(verdict, Verdict::Malformed);
    }

    #[test]
    fn schemas_are_found_by_name_and_version() {
        let name = |text| find_schema(text).map(|(name, _)| name);
        assert_eq!((name("bpx"), name("bpx@1"), name("bpx@0")), (Some("bpx"), Some("bpx"), Some("bpx-v0")));
        assert_eq!((name("bpx@9"), name("png")), (None, None));
        assert_eq!(["bpx", "bpx@1", "bpx@2", "bpx@0"].map(|text| find_separate_structures(text).len()), [1, 1, 0, 0]);
    }
}
