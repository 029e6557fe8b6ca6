//! The formats that a program knows.

use crate::identify::{self, Identified};
use crate::model::format_name;
use crate::{FileFormat, ModelError, ReadOptions};
use bpx_schema::Result;
use bpx_schema::json::JsonRef;
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;

/// The formats of this build: a new one is a line here.
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

/// Returns the structure that files of a version begin with, and its name in [`schemas`](FileFormat::schemas), for a
/// text such as `bpx`, `bpx-v0` or `bpx@0`.
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

/// Returns the structures that readers decode separately, because the structure that [`find_schema`] finds for this text does
/// not contain them.
#[must_use]
pub fn find_apart(text: &str) -> Vec<&'static Structure> {
    let (name, version) = text.split_once('@').map_or((text, None), |(name, version)| (name, Some(version)));
    find_format(name).map_or_else(Vec::new, |format| format.apart(version))
}

/// Formats, some of which may be those of a program: what [`identify`](Self::identify) knows.
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
    /// Returns the formats of this build.
    #[must_use]
    pub fn standard() -> Self {
        Self { formats: formats().to_vec() }
    }

    /// Adds a format. It comes before those that are there already, also before one of the same name.
    #[must_use]
    pub fn with(mut self, format: &'f dyn FileFormat) -> Self {
        self.formats.push(format);
        self
    }

    /// Returns the formats; later ones come first when a file is identified.
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
        identify::among(&self.formats, source, extension)
    }

    /// Returns the file that a model describes, in the format that the model names.
    ///
    /// # Errors
    /// Returns an error when the JSON is not a model of a file, or the file cannot be written.
    pub fn from_json(&self, model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, ModelError> {
        let known = || self.formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let format = self.find(format_name(model)?).ok_or_else(|| ModelError::unexpected("format", known()))?;
        format.from_json(model, options)
    }
}
