//! Exports a schema as a reference, and as code in other languages.
//!
//! * [`Target::Markdown`] is a reference with layouts, diagrams, rules and codes.
//! * [`Target::C`] is a header that reads, writes and checks records, and has codes as constants.
//! * [`Target::Python`] is a module that reads, writes and checks every structure. It imports [`python_runtime`], which
//!   all modules in a folder share; [`python_bundle`] puts both into one file.
//! * [`Target::Kaitai`] is a `.ksy` file with the part of the schema that Kaitai Struct can express.
//! * [`Target::Svg`] draws bytes and bits to scale, and regions with the fields that state their offsets and sizes.
//! * [`Target::Json`] is the schema itself.
//!
//! All targets need only a [`Model`], so that a schema from a file is exported like a compiled schema. Rules that are
//! Rust functions cannot be exported as code: Python, Kaitai and C list these rules, and C also lists the structures
//! that it omits.

mod all_codes;
mod c;
mod kaitai;
mod markdown;
mod names;
mod python;
mod svg;
mod text;

pub use self::names::format_stem;

use bpx_schema::interpret::check_schema;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Model;
use std::collections::BTreeMap;

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A header in C11 that needs only the standard headers.
    C,
    /// A module in Python 3.9 that needs only the standard library, and [`python_runtime`] beside it.
    Python,
    /// A `.ksy` file for Kaitai Struct.
    Kaitai,
    /// A reference in Markdown.
    Markdown,
    /// Diagrams as SVG.
    Svg,
    /// The schema as JSON.
    Json,
}

impl Target {
    /// All targets.
    pub const ALL: &'static [Self] = &[Self::C, Self::Python, Self::Kaitai, Self::Markdown, Self::Svg, Self::Json];

    /// Returns the stable name of the target, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Python => "python",
            Self::Kaitai => "ksy",
            Self::Markdown => "markdown",
            Self::Svg => "svg",
            Self::Json => "json",
        }
    }

    /// Returns the target with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|target| target.name() == name)
    }

    /// Returns the usual extension of the target's files, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::C => "h",
            Self::Python => "py",
            Self::Kaitai => "ksy",
            Self::Markdown => "md",
            Self::Svg => "svg",
            Self::Json => "json",
        }
    }
}

/// Exports a schema as the text of a file; `format` is the name of the schema in the export.
///
/// # Errors
/// Returns an error if the schema is invalid.
pub fn export(model: &Model, format: &str, target: Target) -> Result<String> {
    check_schema(model)?;
    Ok(match target {
        Target::C => c::header_text(model, format),
        Target::Python => python::module_text(model, format, false),
        Target::Kaitai => kaitai::spec_text(model, format),
        Target::Markdown => markdown::schema_page(model, format, None),
        Target::Svg => svg::schema_drawing(model, format),
        Target::Json => {
            let text = model.to_json();
            let text = text.map_err(|error| Error::unlocated_fault(Class::Inconsistent, error.to_string()))?;
            format!("{text}\n")
        }
    })
}

/// A picture of a document: the name of its file, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture {
    /// The name of the file: the name of a structure in lower case, with the extension of SVG.
    pub name: String,
    /// The picture as SVG.
    pub text: String,
}

/// Exports a schema as a reference in Markdown, with a picture of each structure. The page expects the pictures in
/// `folder`, a path relative to the page with `/` between its steps.
///
/// # Errors
/// Returns the same errors as [`export`].
pub fn illustrated_markdown(model: &Model, format: &str, folder: &str) -> Result<(String, Vec<Picture>)> {
    check_schema(model)?;
    let mut names = names::Names::new(&[]);
    let name = |structure: &String| {
        // A schema of a user may have any names.
        let stem = names.take_name(names::snake_case(structure));
        (structure.clone(), format!("{stem}.{}", Target::Svg.extension()))
    };
    let names: BTreeMap<String, String> = model.structures.keys().map(name).collect();
    let file = |structure: &str| names.get(structure).map_or("", String::as_str);
    let pictures = model.structures.iter();
    let pictures =
        pictures.map(|(name, one)| Picture { name: file(name).to_owned(), text: svg::structure_picture(model, one) });
    let address = |structure: &str| format!("{}/{}", folder.trim_end_matches('/'), file(structure));
    Ok((markdown::schema_page(model, format, Some(&address)), pictures.collect()))
}

/// Name of the file for [`python_runtime`].
pub const PYTHON_RUNTIME: &str = "bpx_runtime.py";

/// Returns the module that exported modules in Python import, as the text of a file named [`PYTHON_RUNTIME`].
#[must_use]
pub fn python_runtime() -> String {
    python::runtime_text()
}

/// Exports a schema as one module in Python that imports no other export.
///
/// # Errors
/// Returns the same errors as [`export`].
pub fn python_bundle(model: &Model, format: &str) -> Result<String> {
    check_schema(model)?;
    Ok(python::module_text(model, format, true))
}
