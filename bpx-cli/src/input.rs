//! Reads input from files and stdin.

use crate::args::Given;
use crate::exit::{Failure, InFile};
use bpx_formats::ReadOptions;
use bpx_formats::files::Stamp;
use bpx_schema::source::ReadAt;
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

/// A file that is open, and its name for messages.
pub(crate) struct Opened {
    /// Name of the file.
    pub name: String,
    /// The bytes of the file, read on demand.
    pub source: Arc<dyn ReadAt>,
    /// The bytes that [`in_memory`](Self::in_memory) returns, after its first call.
    mapped: OnceCell<Arc<dyn ReadAt>>,
    /// The state of the file before it was read, if another file is made from it (D-54).
    pub stamp: Option<Stamp>,
}

/// Opens a file; `-` is stdin, which is read completely.
pub(crate) fn open_file(path: &Path) -> Result<Opened, Failure> {
    if path.as_os_str() == "-" {
        let name = "<stdin>".to_owned();
        let bytes =
            bpx_schema::source::read_into_memory(std::io::stdin().lock(), crate::limits::run_limits().max_input)
                .in_file(&name)?;
        return Ok(Opened { name, source: Arc::new(bytes), mapped: OnceCell::new(), stamp: None });
    }
    let name = path.display().to_string();
    let source = bpx_formats::source::open(path).in_file(&name)?;
    Ok(Opened { name, source, mapped: OnceCell::new(), stamp: None })
}

/// Opens a file from which another file is made, which may replace the first.
pub(crate) fn open_to_change(path: &Path) -> Result<Opened, Failure> {
    let stamp = stamp_file(path)?;
    Ok(Opened { stamp, ..open_file(path)? })
}

/// Returns the state of a file before it is read.
pub(crate) fn stamp_file(path: &Path) -> Result<Option<Stamp>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(None);
    }
    Stamp::of(path).in_file(&path.display().to_string())
}

/// Returns the options for reading a file: its names, dictionary and limits.
pub(crate) fn read_options(given: &Given) -> Result<ReadOptions, Failure> {
    let mut options = ReadOptions::default().with_limits(crate::limits::run_limits());
    if let Some(path) = &given.names {
        options = options.with_names(open_file(path)?.whole_bytes()?.into_owned());
    }
    if let Some(path) = &given.dict {
        options = options.with_dictionary(open_file(path)?.whole_bytes()?.into_owned());
    }
    options.bare = given.bare;
    Ok(options)
}

impl Opened {
    /// Maps the bytes into memory if possible, for commands that would copy all of them otherwise.
    pub(crate) fn in_memory(&self) -> Result<&Arc<dyn ReadAt>, Failure> {
        if let Some(mapped) = self.mapped.get() {
            return Ok(mapped);
        }
        let mapped = crate::map::map_source(&self.source).in_file(&self.name)?;
        Ok(self.mapped.get_or_init(|| mapped))
    }

    /// Returns all bytes in one piece.
    pub(crate) fn whole_bytes(&self) -> Result<std::borrow::Cow<'_, [u8]>, Failure> {
        let source = self.in_memory()?;
        if let Some(bytes) = source.as_bytes() {
            return Ok(bytes.into());
        }
        let reader = bpx_schema::source::SourceReader::new(&**source, 0, source.size());
        bpx_schema::source::read_into_memory(reader, crate::limits::run_limits().max_input)
            .in_file(&self.name)
            .map(Into::into)
    }
}
