//! The formats of this library, by name.

#[cfg(feature = "blk")]
use crate::blk::Companions;
use crate::model::{document_budget, format_name};
use crate::{ModelError, ModelOptions, ReadOptions};
use bpx_schema::json::{DocBuilder, JsonDoc, JsonRef, JsonSink};
use bpx_schema::report::{Location, Mode, Report};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, Result};
use std::sync::Arc;

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// BPX, versions 0 to 2.
    #[cfg(feature = "bpx")]
    Bpx,
    /// BPAT, versions 1 to 3.
    #[cfg(feature = "bpat")]
    Bpat,
    /// BLK of every kind except the legacy ones; also text.
    #[cfg(feature = "blk")]
    Blk,
    /// GPB, versions 1.0 to 1.5.
    #[cfg(feature = "gpb")]
    Gpb,
}

impl Format {
    /// Every format that is compiled in.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "bpx")]
        Self::Bpx,
        #[cfg(feature = "bpat")]
        Self::Bpat,
        #[cfg(feature = "blk")]
        Self::Blk,
        #[cfg(feature = "gpb")]
        Self::Gpb,
    ];

    /// Returns the name, in lower case; it is also the usual extension of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => "bpx",
            #[cfg(feature = "bpat")]
            Self::Bpat => "bpat",
            #[cfg(feature = "blk")]
            Self::Blk => "blk",
            #[cfg(feature = "gpb")]
            Self::Gpb => "gpb",
        }
    }

    /// Returns the format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Returns the structures that files begin with, by name: first [`schema`](Self::schema), then those of versions
    /// with a layout of their own.
    #[must_use]
    pub fn schemas(self) -> Vec<(&'static str, &'static Structure)> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => vec![("bpx", self.schema()), ("bpx-v0", <crate::bpx::v0::Layout as Codec>::schema())],
            #[cfg(feature = "bpat")]
            Self::Bpat => vec![("bpat", self.schema())],
            #[cfg(feature = "blk")]
            Self::Blk => vec![("blk", self.schema())],
            #[cfg(feature = "gpb")]
            Self::Gpb => vec![("gpb", self.schema())],
        }
    }

    /// Returns the structure that files of a version begin with, and its name in [`schemas`](Self::schemas), for a
    /// text such as `bpx`, `bpx-v0` or `bpx@0`.
    #[must_use]
    pub fn find_schema(text: &str) -> Option<(&'static str, &'static Structure)> {
        let all = || Self::ALL.iter().flat_map(|format| format.schemas());
        let Some((name, version)) = text.split_once('@') else {
            return all().find(|(known, _)| *known == text);
        };
        let format = Self::from_name(name)?;
        let current: &[&str] = match format {
            #[cfg(feature = "bpx")]
            Self::Bpx => &["1", "2"],
            #[cfg(feature = "bpat")]
            Self::Bpat => &["1", "2", "3"],
            #[cfg(feature = "blk")]
            Self::Blk => &[],
            #[cfg(feature = "gpb")]
            Self::Gpb => &["1", "1.0", "1.1", "1.2", "1.3", "1.4", "1.5"],
        };
        if current.contains(&version) {
            return Some((format.name(), format.schema()));
        }
        let own = format!("{name}-v{version}");
        all().find(|(known, _)| *known == own)
    }

    /// Returns the sections, by type of file, of the files whose structure [`find_schema`](Self::find_schema) finds
    /// for this text; empty for formats without such rules.
    #[cfg(feature = "bpx")]
    #[must_use]
    pub fn find_section_uses(text: &str) -> Vec<&'static crate::bpx::uses::SectionUses> {
        let Some((name, _)) = Self::find_schema(text) else { return Vec::new() };
        let version = match (name, text.split_once('@')) {
            ("bpx-v0", _) => 0,
            ("bpx", Some((_, "1"))) => 1,
            ("bpx", _) => 2,
            _ => return Vec::new(),
        };
        crate::bpx::kind::all_section_uses(version).collect()
    }

    /// Returns the structures that readers decode separately, because the structure that
    /// [`find_schema`](Self::find_schema) finds for this text does not contain them: the headers before objects in
    /// packages of version 1 cross the borders of sections.
    #[must_use]
    pub fn find_apart(text: &str) -> Vec<&'static Structure> {
        match Self::find_schema(text) {
            #[cfg(feature = "bpx")]
            Some(("bpx", _)) if !text.ends_with("@2") => {
                vec![<crate::bpx::package::ObjectHeaderV1 as Codec>::schema()]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the structure that a file of the current version begins with.
    #[must_use]
    pub fn schema(self) -> &'static Structure {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => <crate::bpx::Layout as Codec>::schema(),
            #[cfg(feature = "bpat")]
            Self::Bpat => <crate::bpat::Layout as Codec>::schema(),
            #[cfg(feature = "blk")]
            Self::Blk => <crate::blk::File as Codec>::schema(),
            #[cfg(feature = "gpb")]
            Self::Gpb => <crate::gpb::Bundle as Codec>::schema(),
        }
    }

    /// Checks every rule of a file, and collects all findings.
    ///
    /// # Errors
    /// Errors of reading the source, which say nothing about the file.
    pub fn verify(self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::file::verify(source, mode, options.limits),
            #[cfg(feature = "bpat")]
            Self::Bpat => crate::bpat::verify(source, mode, options.limits),
            #[cfg(feature = "blk")]
            Self::Blk => match Companions::of(options) {
                Ok(companions) => crate::blk::verify(source, mode, options.limits, &companions),
                Err(error) => {
                    let mut report = Report::new(mode);
                    report.add(error.into_finding()?);
                    Ok(report)
                }
            },
            #[cfg(feature = "gpb")]
            Self::Gpb => crate::gpb::verify(source, mode, options.limits),
        }
    }

    /// Reports every part of a file to a listener.
    ///
    /// # Errors
    /// Returns an error when the bytes end before the structure does. What was read before is reported.
    pub fn watch(self, file: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::file::watch(file, options.limits, watch),
            #[cfg(feature = "bpat")]
            Self::Bpat => crate::bpat::watch(file, options.limits, watch),
            #[cfg(feature = "blk")]
            Self::Blk => crate::blk::watch(file, options.limits, &Companions::of(options)?, watch),
            #[cfg(feature = "gpb")]
            Self::Gpb => crate::gpb::watch(file, options.limits, watch),
        }
    }

    /// Returns a file as JSON in memory, as [`write_json`](Self::write_json) writes it.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read as a whole, or its JSON takes more memory than the limits allow.
    pub fn to_json(self, source: &Arc<dyn ReadAt>, options: &ReadOptions, model: ModelOptions) -> Result<JsonDoc> {
        self.to_json_within(source, options, model, &document_budget(options.limits, source.size()))
    }

    /// Returns a file as JSON in memory, within a budget that other documents may share.
    ///
    /// # Errors
    /// As [`to_json`](Self::to_json).
    pub fn to_json_within(
        self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        budget: &Budget,
    ) -> Result<JsonDoc> {
        let mut doc = DocBuilder::new(budget);
        self.write_json(source, options, model, &mut doc)?;
        doc.finish().map_err(|exceeded| exceeded.at(Location::default()))
    }

    /// Writes a file as JSON, without loss unless `model` is brief. On an error, the sink may already have a part of
    /// it.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read as a whole.
    pub fn write_json(
        self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::file::write_json(source, options.limits, model, sink),
            #[cfg(feature = "bpat")]
            Self::Bpat => crate::bpat::write_json(&whole(source, options)?, options.limits, model, sink),
            // A model of BLK has no large contents, so a brief model omits nothing.
            #[cfg(feature = "blk")]
            Self::Blk => {
                crate::blk::write_json(&whole(source, options)?, options.limits, &Companions::of(options)?, sink)
            }
            #[cfg(feature = "gpb")]
            Self::Gpb => crate::gpb::write_json(&whole(source, options)?, options.limits, model, sink),
        }
    }

    /// Returns the file that a model describes, in the format that the model names.
    ///
    /// # Errors
    /// Returns an error when the JSON is not a model of a file, or the file cannot be written.
    pub fn from_json(model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, ModelError> {
        // Only BLK files need other files.
        #[cfg(not(feature = "blk"))]
        let _ = options;
        let name = format_name(model)?;
        let known = || Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let format = Self::from_name(name).ok_or_else(|| ModelError::unexpected("format", known()))?;
        match format {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::file::from_json(model),
            #[cfg(feature = "bpat")]
            Self::Bpat => crate::bpat::from_json(model),
            #[cfg(feature = "blk")]
            Self::Blk => crate::blk::from_json(model, &Companions::of(options)?),
            #[cfg(feature = "gpb")]
            Self::Gpb => crate::gpb::from_json(model),
        }
    }

    /// Returns the bytes of a file that was read and written again without a change.
    ///
    /// # Errors
    /// Returns an error when the file cannot be read.
    pub fn rewrite(self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::file::rewrite(source, options.limits),
            #[cfg(feature = "bpat")]
            Self::Bpat => crate::bpat::rewrite(&**source, options.limits),
            #[cfg(feature = "blk")]
            Self::Blk => crate::blk::rewrite(&whole(source, options)?, options.limits, &Companions::of(options)?),
            #[cfg(feature = "gpb")]
            Self::Gpb => crate::gpb::rewrite(&**source, options.limits),
        }
    }
}

/// Returns all bytes of a source.
#[cfg(any(feature = "bpat", feature = "blk", feature = "gpb"))]
fn whole<'s>(source: &'s Arc<dyn ReadAt>, options: &ReadOptions) -> Result<std::borrow::Cow<'s, [u8]>> {
    crate::source::part(&**source, 0, source.size(), options.limits)
}
