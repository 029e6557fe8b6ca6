//! Determines the format of a file, and checks that a command supports the format.

use crate::exit::{Failure, InFile};
use crate::input::Opened;
use bpx_formats::{FileFormat, Identified, find_format, formats};
use std::path::Path;

/// Identifies a file; a format on the command line overrides detection.
pub(crate) fn identify_file(wanted: Option<&str>, file: &Opened) -> Result<Identified<'static>, Failure> {
    if let Some(name) = wanted {
        find_format(name)
            .ok_or_else(|| Failure::Usage(format!("unknown format `{name}`; formats are {}", format_names())))?;
    }
    let extension = wanted.or_else(|| Path::new(&file.name).extension()?.to_str());
    bpx_formats::identify(&*file.source, extension).in_file(&file.name)
}

/// Returns the names of all formats.
pub(crate) fn format_names() -> String {
    formats().iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// Returns the format of a file: from the command line, else by content, else by name.
pub(crate) fn format_of(wanted: Option<&str>, file: &Opened) -> Result<&'static dyn FileFormat, Failure> {
    let identified = identify_file(wanted, file)?;
    if wanted.is_none() && !identified.unread.is_empty() {
        return Err(Failure::Unsupported { name: file.name.clone(), message: identified.unread.to_owned() });
    }
    let format = find_format(wanted.unwrap_or(identified.format));
    format.ok_or_else(|| Failure::Usage(format!("{}: the format {} is not compiled in", file.name, identified.format)))
}

/// Refuses files of formats that a command does not support.
pub(crate) fn require_format(wanted: &dyn FileFormat, given: Option<&str>, file: &Opened) -> Result<(), Failure> {
    let found = format_of(given, file)?;
    if found.name() == wanted.name() {
        return Ok(());
    }
    let message = format!("expected {}, found {}", wanted.name().to_uppercase(), found.name().to_uppercase());
    Err(Failure::Unsupported { name: file.name.clone(), message })
}
