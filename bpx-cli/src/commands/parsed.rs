//! A file with the format or the schema by which it is read.

use super::foreign::{self, Schema};
use crate::args::{Foreign, Given};
use crate::exit::{Failure, InFile};
use crate::input::{self, Opened};
use crate::output::Details;
use bpx_formats::rules::rules;
use bpx_formats::{Format, ReadOptions};
use bpx_schema::dump::excerpts;
use bpx_schema::report::{Finding, Mode, Report};
use bpx_schema::watch::Watch;
use std::path::Path;

/// By what files are read: a schema of the command line, or their own formats.
pub(crate) struct Reading<'a> {
    given: &'a Given,
    options: ReadOptions,
    schema: Option<Schema>,
}

/// An open file, and by what it is read.
pub(crate) struct Parsed<'r> {
    pub file: Opened,
    reading: &'r Reading<'r>,
    /// The format; `None` if there is a schema.
    format: Option<Format>,
}

impl<'a> Reading<'a> {
    /// Reads the options and the schema of the command line.
    pub(crate) fn new(given: &'a Given, schema: &Foreign) -> Result<Self, Failure> {
        Ok(Self { given, options: input::options(given)?, schema: foreign::open(schema, given)? })
    }

    /// Opens a file, and identifies its format unless there is a schema.
    pub(crate) fn open(&self, path: &Path) -> Result<Parsed<'_>, Failure> {
        let file = input::open(path)?;
        let format = match self.schema {
            Some(_) => None,
            None => Some(crate::format::format_of(self.given.format.as_deref(), &file)?),
        };
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
        let Reading { schema, options, .. } = self.reading;
        match (schema, self.format) {
            (Some(schema), _) => schema.verify(&self.file.bytes()?, mode),
            (None, Some(format)) => format.verify(&**self.file.in_memory()?, mode, options),
            (None, None) => Ok(Report::new(mode)),
        }
        .in_file(&self.file.name)
    }

    /// Reports every part to a listener.
    pub(crate) fn watch(&self, bytes: &[u8], watch: &mut dyn Watch) -> bpx_schema::Result<()> {
        let Reading { schema, options, .. } = self.reading;
        match (schema, self.format) {
            (Some(schema), _) => schema.watch(bytes, watch),
            (None, Some(format)) => format.watch(bytes, options, watch),
            (None, None) => Ok(()),
        }
    }

    /// Returns the bytes of findings, and the rules of the format.
    pub(crate) fn details(&self, findings: &[&Finding], mode: Mode) -> Result<Details, Failure> {
        let bytes = self.file.bytes()?;
        let read = |watch: &mut dyn Watch| self.watch(&bytes, watch);
        let excerpts = excerpts(&bytes, findings, &read).in_file(&self.file.name)?;
        Ok(Details { excerpts, rules: self.format.map(rules).unwrap_or_default(), mode })
    }

    /// Returns the size of the file, if a schema of the command line reads it.
    pub(crate) fn size_by_schema(&self) -> Option<u64> {
        self.reading.schema.as_ref().map(|_| self.file.source.size())
    }
}
