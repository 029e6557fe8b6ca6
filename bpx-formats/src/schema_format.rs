//! Formats that are described by a schema which is not compiled in.

use crate::description::{Description, Part};
use crate::file_format::whole_file;
use crate::{FileError, FileFormat, ModelOptions, ReadOptions};
use bpx_schema::Result;
use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report, Rule, Validator, rules_of_model};
use bpx_schema::schema::Model;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use std::sync::Arc;

/// A format that is described by a schema; its files begin with one of the schema's structures. The schema may name the
/// algorithms of [`ReadOptions::algorithms`].
///
/// ```
/// # use bpx_formats::{Registry, SchemaFormat};
/// # use bpx_schema::schema::Model;
/// # fn add(model: Model) {
/// let own = SchemaFormat::new("wad", model).with_signature(*b"IWAD").with_extension("wad");
/// let registry = Registry::standard().with(&own);
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct SchemaFormat {
    name: String,
    model: Model,
    structure: String,
    args: Vec<i128>,
    signatures: Vec<Vec<u8>>,
    extensions: Vec<String>,
}

impl SchemaFormat {
    /// Creates a format whose files begin with the root of a schema.
    #[must_use]
    pub fn new(name: impl Into<String>, model: Model) -> Self {
        let structure = model.root.to_string();
        let (args, signatures, extensions) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.into(), model, structure, args, signatures, extensions }
    }

    /// Sets the structure that files begin with, and the values of its parameters in their order.
    #[must_use]
    pub fn with_structure(mut self, name: impl Into<String>, args: impl Into<Vec<i128>>) -> Self {
        self.structure = name.into();
        self.args = args.into();
        self
    }

    /// Adds a signature, the first bytes by which files of the format are recognised.
    #[must_use]
    pub fn with_signature(mut self, signature: impl Into<Vec<u8>>) -> Self {
        self.signatures.push(signature.into());
        self
    }

    /// Adds an extension of file names, in lower case, without the dot.
    #[must_use]
    pub fn with_extension(mut self, extension: impl Into<String>) -> Self {
        self.extensions.push(extension.into());
        self
    }

    /// Returns the schema.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the name of the structure that files begin with.
    #[must_use]
    pub fn structure(&self) -> &str {
        &self.structure
    }

    /// Checks that the schema is sufficient to read files.
    ///
    /// # Errors
    /// Returns an error when the schema names something that does not exist, such as an unknown algorithm.
    pub fn check(&self, options: &ReadOptions) -> Result<()> {
        self.interpreter(options).map(drop)
    }

    fn interpreter(&self, options: &ReadOptions) -> Result<Interpreter<'_>> {
        Interpreter::with_algorithms(&self.model, options.algorithms())
    }
}

impl FileFormat for SchemaFormat {
    fn name(&self) -> &str {
        &self.name
    }

    fn signatures(&self) -> Vec<&[u8]> {
        self.signatures.iter().map(Vec::as_slice).collect()
    }

    fn extensions(&self) -> Vec<&str> {
        self.extensions.iter().map(String::as_str).collect()
    }

    fn declared_rules(&self) -> Vec<Rule> {
        rules_of_model(&self.model)
    }

    fn verify(&self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        let mut validator = Validator::new(mode).with_unread();
        let read = self.watch(&whole_file(source, options)?, options, &mut validator);
        Ok(validator.finish(read)?)
    }

    fn watch(&self, file: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        self.interpreter(options)?.run(&self.structure, file, &self.args, options.limits, watch)
    }

    // All values, and the bytes that no value holds, also in a brief model.
    fn write_json(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        _: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        let file = whole_file(&**source, options)?;
        self.interpreter(options)?.write_json(&self.structure, &file, &self.args, options.limits, sink)
    }

    fn from_json(&self, model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, FileError> {
        Ok(assemble_file(&self.model, &options.algorithms(), &self.structure, model, &self.args)?)
    }

    // Other bytes than the file has, if the schema accepts several forms of a value.
    fn rewrite(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        let model = self.to_json(source, options, ModelOptions::default())?;
        assemble_file(&self.model, &options.algorithms(), &self.structure, model.root(), &self.args)
    }

    fn describe(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Description> {
        crate::outline::describe_source(self, &**source, options)
    }

    fn parts(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<Part>> {
        crate::outline::top_parts(self, &**source, options)
    }
}
