//! A schema for people and for other languages.
//!
//! * [`Target::Markdown`]: a reference: layouts, diagrams, rules, codes.
//! * [`Target::C`]: a header: records read, written and checked; codes as constants.
//! * [`Target::Python`]: a module: every structure read, written and checked.
//! * [`Target::Kaitai`]: a `.ksy` file, as far as that language can say it.
//! * [`Target::Json`]: the schema itself.
//!
//! All of them are made from a [`Model`] alone, so that a schema that was read from a file exports like a compiled one.
//! Rules that are Rust functions are opaque: every target names those that it leaves out.

mod all_codes;
mod c;
mod kaitai;
mod markdown;
mod names;
mod python;
mod text;

pub use self::names::stem;

use bpx_schema::interpret::check;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::schema::Model;

/// What a schema is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A header in C11 that needs nothing but the standard headers.
    C,
    /// A module in Python 3.9 that needs nothing but the standard library.
    Python,
    /// Kaitai Struct.
    Kaitai,
    /// A page for people.
    Markdown,
    /// The schema as data.
    Json,
}

impl Target {
    /// Every target.
    pub const ALL: &'static [Self] = &[Self::C, Self::Python, Self::Kaitai, Self::Markdown, Self::Json];

    /// Stable name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Python => "python",
            Self::Kaitai => "ksy",
            Self::Markdown => "markdown",
            Self::Json => "json",
        }
    }

    /// The target of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|target| target.name() == name)
    }

    /// Usual ending of files, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::C => "h",
            Self::Python => "py",
            Self::Kaitai => "ksy",
            Self::Markdown => "md",
            Self::Json => "json",
        }
    }
}

/// A schema as the text of a file; `format` is the name that the export goes by.
///
/// # Errors
/// When the schema contradicts itself.
pub fn export(model: &Model, format: &str, target: Target) -> Result<String> {
    check(model)?;
    Ok(match target {
        Target::C => c::header(model, format),
        Target::Python => python::module(model, format),
        Target::Kaitai => kaitai::spec(model, format),
        Target::Markdown => markdown::page(model, format),
        Target::Json => {
            let text = model.to_json();
            let text =
                text.map_err(|error| Error::fault(Class::Inconsistent, Location::default(), error.to_string()))?;
            format!("{text}\n")
        }
    })
}
