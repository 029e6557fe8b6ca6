//! Loads the schemas that the command line names.

use super::find::format_schemas;
use crate::args::KnownValues;
use crate::document::{self, Doc, file_name};
use crate::exit::Failure;
use crate::{input, output};
use bpx_formats::find_schema;
use bpx_schema::schema::Model;
use bpx_workbench::fixed::{Fixed, with_values};
use std::path::{Path, PathBuf};

/// A schema, its names, and the document that it was read from.
pub(crate) struct Loaded {
    pub model: Model,
    /// The name that names of files, modules and exports contain.
    pub name: String,
    /// The name that texts contain.
    pub title: String,
    /// The document that the schema was read from, if any.
    pub document: Option<Doc>,
}

/// Loads a schema: a format of `schema list`, with a version if the version has its own layout (`bpx@0`), a file that
/// `schema show` printed, or the files and folders of a specification document, with its corrections.
pub(crate) fn load_schema(names: &[String], fix: &[PathBuf]) -> Result<Loaded, Failure> {
    let loaded = load_side(names, fix)?;
    if loaded.document.is_none() && !fix.is_empty() {
        let message = format!("expected a document for `--fix` to correct, found the schema `{}`", names.join(" "));
        return Err(Failure::Usage(message));
    }
    Ok(loaded)
}

/// Loads a schema as [`load_schema`] does, but ignores corrections if the schema is not a document.
pub(super) fn load_side(names: &[String], fix: &[PathBuf]) -> Result<Loaded, Failure> {
    if let [name] = names {
        if let Some((name, schema)) = find_schema(name) {
            return Ok(Loaded {
                model: Model::from_root(schema),
                name: name.to_owned(),
                title: name.to_owned(),
                document: None,
            });
        }
        let path = Path::new(name);
        if name != "-" && !path.exists() && path.extension().is_none() {
            let known = format_schemas().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            let message = format!(
                "expected a file or one of {known}, found `{name}`; add a version such as `bpx@0` for an older layout"
            );
            return Err(Failure::Usage(message));
        }
        if !path.is_dir() {
            let file = input::open_file(path)?;
            let bytes = file.whole_bytes()?;
            let is_json =
                path.extension().is_some_and(|end| end == "json") || bytes.trim_ascii_start().starts_with(b"{");
            return if is_json {
                read_schema(&file.name, &bytes)
            } else {
                of(document::read_bytes(file.name.clone(), &bytes, fix)?)
            };
        }
    }
    let paths: Vec<_> = names.iter().map(PathBuf::from).collect();
    of(document::read_document(&paths, fix)?)
}

impl Loaded {
    /// Keeps only the parts that files with these values hold.
    pub(crate) fn with_values(self, known: &KnownValues) -> Result<Self, Failure> {
        if known.values.is_empty() {
            return Ok(self);
        }
        let Fixed { model, unused, .. } = with_values(&self.model, &known.values.iter().cloned().collect());
        match unused.first() {
            Some(name) => {
                let title = &self.title;
                let message = format!("expected a name in `--where` on which `{title}` depends, found `{name}`");
                Err(Failure::Usage(message))
            }
            None => Ok(Self { model, ..self }),
        }
    }

    /// Warns about the parts of a document that were not understood.
    pub(crate) fn warn_of_open(&self) {
        for (name, what) in self.document.iter().flat_map(|document| &document.declared.open) {
            output::print_warning(&output::printable_text(&bpx_documents::open_sentence(name, what)));
        }
    }
}

/// Returns the schema of a document; fails if the document has neither a structure nor a set of values.
pub(crate) fn of(mut document: Doc) -> Result<Loaded, Failure> {
    if let Err(nothing) = document.demand_schema() {
        document.report_corrections();
        return Err(nothing);
    }
    let title = document.title();
    // Moved, because the schema of a long document is large.
    let model = std::mem::take(&mut document.declared.model);
    Ok(Loaded { model, name: file_name(&title), title, document: Some(document) })
}

/// Reads a schema that `schema show` printed.
fn read_schema(name: &str, bytes: &[u8]) -> Result<Loaded, Failure> {
    let not_a_schema = |error: serde_json::Error| format!("not a schema: {error}; `bpx schema show FORMAT` prints one");
    let model = Model::from_json(&String::from_utf8_lossy(bytes));
    let model = model.map_err(|error| Failure::Input { name: name.to_owned(), message: not_a_schema(error) })?;
    // The path of a file ends with a name.
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Loaded { model, name: stem.clone(), title: stem, document: None })
}
