//! Which format a file is in, and which one a command is for.

use crate::exit::{Failure, InFile};
use crate::input::Opened;
use bpx_formats::{Format, Identified};
use std::path::Path;

/// Identifies a file; a format on the command line outweighs detection.
pub(crate) fn identify(wanted: Option<&str>, file: &Opened) -> Result<Identified, Failure> {
    if let Some(name) = wanted {
        let known = || Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        Format::from_name(name)
            .ok_or_else(|| Failure::Usage(format!("unknown format `{name}`; known: {}", known())))?;
    }
    let extension = wanted.or_else(|| Path::new(&file.name).extension()?.to_str());
    bpx_formats::identify(&*file.source, extension).in_file(&file.name)
}

/// Returns the format of a file: from the command line, else by content, else by name.
pub(crate) fn format_of(wanted: Option<&str>, file: &Opened) -> Result<Format, Failure> {
    let identified = identify(wanted, file)?;
    if wanted.is_none() && !identified.unread.is_empty() {
        return Err(Failure::Unsupported { name: file.name.clone(), message: identified.unread.to_owned() });
    }
    let format = Format::from_name(wanted.unwrap_or(identified.format));
    format.ok_or_else(|| Failure::Usage(format!("{}: the format {} is not compiled in", file.name, identified.format)))
}

/// Refuses files of formats that a command does not support.
pub(crate) fn demand(wanted: Format, given: Option<&str>, file: &Opened) -> Result<(), Failure> {
    let found = format_of(given, file)?;
    if found == wanted {
        return Ok(());
    }
    let name = |format: Format| format.name().to_uppercase();
    let wanted = if wanted == Format::Bpx { "BPX".to_owned() } else { name(wanted) };
    let message = format!("expected {wanted}, found {}", name(found));
    Err(Failure::Unsupported { name: file.name.clone(), message })
}
