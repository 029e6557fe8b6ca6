//! The open file, and its format.

use crate::failure::Failure;
use crate::host::PageFile;
use bpx_formats::{FileFormat, Identified, ReadOptions, SchemaFormat, find_format};
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Limits, SizeBound};
use std::sync::Arc;

/// The largest size in bytes of a file that is read as a whole, because its format is not BPX.
const WHOLE: u64 = 24 << 20;

/// Returns limits for a module of 64 MiB; they leave memory for messages and the tree.
#[must_use]
pub fn module_limits() -> Limits {
    let mut limits = Limits::default().with_max_memory(28 << 20).with_max_depth(128);
    limits.max_content = SizeBound { base: 256 << 20, per_byte: 16 };
    limits.max_decoder = 24 << 20;
    limits.max_input = WHOLE;
    limits.max_sections = 100_000;
    limits
}

/// The reader of the file.
enum SessionReader {
    /// A format of the library.
    Library(&'static dyn FileFormat),
    /// A schema of the user.
    Schema(SchemaFormat),
    /// No reader; the page can show only the bytes of the file.
    Bytes,
}

/// An open file.
pub struct Session {
    /// The bytes of the file, which are read on demand.
    pub source: Arc<dyn ReadAt>,
    /// The recognised format, if any.
    pub identified: Option<Identified<'static>>,
    /// Limits, and the companions of the file.
    pub options: ReadOptions,
    reader: SessionReader,
    /// All bytes, if the file is read as a whole.
    whole: Option<Arc<Vec<u8>>>,
    /// The path and the bytes of the content that was shown last.
    pub content: Option<(String, Vec<u8>)>,
}

impl Session {
    /// Opens a file of the page. Files of unknown formats are opened too, so that the page can show their bytes.
    ///
    /// # Errors
    /// Returns an error if the page has no such file.
    pub fn open(number: u32, extension: Option<&str>) -> Result<(Self, Option<Failure>), Failure> {
        let source: Arc<dyn ReadAt> = Arc::new(
            PageFile::open(number).ok_or_else(|| Failure::new(format!("expected file {number}, found none")))?,
        );
        let options = ReadOptions::default().with_limits(module_limits());
        let (identified, failure) = match bpx_formats::identify(&*source, extension) {
            Ok(identified) => (Some(identified), None),
            Err(error) => (None, Some(error.into())),
        };
        let format = identified.filter(|one| one.unread.is_empty()).and_then(|one| find_format(one.format));
        let reader = format.map_or(SessionReader::Bytes, SessionReader::Library);
        Ok((Self { source, identified, options, reader, whole: None, content: None }, failure))
    }

    /// Opens another file of the page for a comparison, with the companions of the open file. If a user schema reads
    /// the open file, the schema reads the other file too.
    ///
    /// # Errors
    /// Returns an error if the page has no such file.
    pub fn open_beside(&self, number: u32, extension: Option<&str>) -> Result<(Self, Option<Failure>), Failure> {
        let (mut other, failure) = Self::open(number, extension)?;
        other.options = self.options.clone();
        let SessionReader::Schema(format) = &self.reader else { return Ok((other, failure)) };
        other.reader = SessionReader::Schema(format.clone());
        Ok((other, None))
    }

    /// Sets a user schema as the reader of the file.
    ///
    /// # Errors
    /// Returns an error if the schema contradicts itself.
    pub fn use_schema(&mut self, name: &str, model: Model) -> Result<(), Failure> {
        let format = SchemaFormat::new(name.to_owned(), model);
        format.check(&self.options)?;
        self.reader = SessionReader::Schema(format);
        self.content = None;
        Ok(())
    }

    /// Returns the format of the file: a format of the library, or the format of a user schema.
    #[must_use]
    pub fn format(&self) -> Option<&dyn FileFormat> {
        match &self.reader {
            SessionReader::Library(format) => Some(*format),
            SessionReader::Schema(format) => Some(format),
            SessionReader::Bytes => None,
        }
    }

    /// Returns whether the library format with the name reads the file.
    #[must_use]
    pub fn is_read_by(&self, name: &str) -> bool {
        matches!(self.reader, SessionReader::Library(format) if format.name() == name)
    }

    /// Returns the format of the file, for requests that need a format.
    ///
    /// # Errors
    /// Returns an error if the format of the file is unknown.
    pub fn need_format(&self) -> Result<&dyn FileFormat, Failure> {
        self.format().ok_or_else(|| Failure::new("expected a file of a known format"))
    }

    /// Returns all bytes of the file.
    ///
    /// # Errors
    /// Returns an error if the file is larger than 24 MiB, or cannot be read.
    pub fn whole_file(&mut self) -> Result<Arc<Vec<u8>>, Failure> {
        if let Some(whole) = &self.whole {
            return Ok(Arc::clone(whole));
        }
        let size = self.source.size();
        let len = usize::try_from(size).ok().filter(|_| size <= WHOLE).ok_or_else(|| {
            let most = WHOLE >> 20;
            Failure::new(format!(
                "expected at most {most} MiB for this format, found {size} bytes: use the command `bpx`"
            ))
        })?;
        let mut bytes = vec![0; len];
        self.source.read_exact_at(0, &mut bytes).map_err(bpx_schema::Error::from)?;
        let whole = Arc::new(bytes);
        self.whole = Some(Arc::clone(&whole));
        Ok(whole)
    }

    /// Reports the parts of the file to a listener. A fault that ends the traversal is not an error here; the listener
    /// gets the parts before the fault.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn watch(&mut self, watch: &mut dyn Watch) -> Result<(), Failure> {
        let read = if self.is_read_by("bpx") {
            bpx_formats::bpx::file::watch_source(&*self.source, self.options.limits, watch)
        } else if self.format().is_some() {
            let whole = self.whole_file()?;
            self.need_format()?.watch(&whole, &self.options, watch)
        } else {
            Ok(())
        };
        match read {
            Ok(()) | Err(bpx_schema::Error::Fault(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Checks all rules of the format.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn verify(&mut self, mode: Mode) -> Result<Report, Failure> {
        match self.format() {
            Some(format) => Ok(format.verify(&*self.source, mode, &self.options)?),
            None => Ok(Report::new(mode)),
        }
    }
}
