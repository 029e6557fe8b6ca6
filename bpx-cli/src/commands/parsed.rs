//! A file with the format or the schema by which it is read.

use super::foreign;
use crate::args::{Foreign, Given};
use crate::exit::{Failure, InFile};
use crate::input::{self, Opened};
use crate::output::Details;
use bpx_formats::rules::rules;
use bpx_formats::{FileFormat, ReadOptions, SchemaFormat};
use bpx_schema::dump::{Excerpt, collect_excerpts};
use bpx_schema::report::{Finding, Mode, Report};
use bpx_schema::watch::Watch;
use std::io::Write;
use std::path::Path;

/// The schema of the command line, or the formats of the files, by which files are read.
pub(crate) struct Reading<'a> {
    given: &'a Given,
    options: ReadOptions,
    schema: Option<SchemaFormat>,
}

/// An open file, and its reader.
pub(crate) struct Parsed<'r> {
    pub file: Opened,
    reading: &'r Reading<'r>,
    /// The format of the file: the format of the schema, if there is a schema.
    format: &'r dyn FileFormat,
}

impl<'a> Reading<'a> {
    /// Reads the options and the schema of the command line.
    pub(crate) fn new(given: &'a Given, schema: &Foreign) -> Result<Self, Failure> {
        let options = input::read_options(given)?;
        let schema = foreign::open_schema(schema, &options)?;
        Ok(Self { given, options, schema })
    }

    /// Opens a file, and identifies its format unless there is a schema.
    pub(crate) fn open(&self, path: &Path) -> Result<Parsed<'_>, Failure> {
        let file = input::open_file(path)?;
        let format = foreign::choose_format(self.schema.as_ref(), self.given, &file)?;
        Ok(Parsed { file, reading: self, format })
    }

    /// Returns the options for reading files.
    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }
}

impl Parsed<'_> {
    /// Checks every rule.
    pub(crate) fn verify(&self, mode: Mode) -> Result<Report, Failure> {
        let source = self.file.in_memory()?;
        self.format.verify(&**source, mode, &self.reading.options).in_file(&self.file.name)
    }

    /// Reports every part to a listener.
    pub(crate) fn watch(&self, bytes: &[u8], watch: &mut dyn Watch) -> bpx_schema::Result<()> {
        self.format.watch(bytes, &self.reading.options, watch)
    }

    /// Writes findings, values and bytes as an HTML page.
    pub(crate) fn write_html(&self, bytes: &[u8], out: &mut dyn Write) -> bpx_schema::Result<()> {
        bpx_formats::write_html(self.format, &self.file.name, bytes, &self.reading.options, out)
    }

    /// Returns the bytes of findings.
    pub(crate) fn excerpts(&self, findings: &[&Finding]) -> Result<Vec<Excerpt>, Failure> {
        let bytes = self.file.whole_bytes()?;
        collect_excerpts(&bytes, findings, &|watch| self.watch(&bytes, watch)).in_file(&self.file.name)
    }

    /// Returns the details that are shown beside findings.
    pub(crate) fn details(&self, excerpts: Vec<Excerpt>, mode: Mode) -> Details {
        Details { excerpts, rules: rules(self.format), mode }
    }

    /// Returns the size of the file, if a schema of the command line reads it.
    pub(crate) fn size_by_schema(&self) -> Option<u64> {
        self.reading.schema.as_ref().map(|_| self.file.source.size())
    }
}
