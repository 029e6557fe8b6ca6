//! Where bytes come from: files, as memory maps, and stdin.

use crate::args::Given;
use crate::exit::{Failure, InFile};
use bpx_formats::ReadOptions;
use bpx_schema::Limits;
use bpx_schema::source::ReadAt;
use std::path::Path;
use std::sync::Arc;

/// A file that is open, and its name for messages.
pub(crate) struct Opened {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub source: Arc<dyn ReadAt>,
}

/// Opens a file; `-` is stdin, which is read whole.
pub(crate) fn open(path: &Path) -> Result<Opened, Failure> {
    if path.as_os_str() == "-" {
        let name = "<stdin>".to_owned();
        let bytes = bpx_schema::source::spool(std::io::stdin().lock(), Limits::default().max_alloc).in_file(&name)?;
        return Ok(Opened { name, source: Arc::new(bytes) });
    }
    let name = path.display().to_string();
    let source = bpx_formats::source::open(path).in_file(&name)?;
    Ok(Opened { name, source })
}

/// What reading a file needs beside it.
pub(crate) fn options(given: &Given) -> Result<ReadOptions, Failure> {
    let mut options = ReadOptions::default();
    if let Some(path) = &given.names {
        options = options.with_names(open(path)?.bytes()?.into_owned());
    }
    if let Some(path) = &given.dict {
        options = options.with_dictionary(open(path)?.bytes()?.into_owned());
    }
    options.bare = given.bare;
    Ok(options)
}

impl Opened {
    /// All bytes in one piece: free for a memory map, else read.
    pub(crate) fn bytes(&self) -> Result<std::borrow::Cow<'_, [u8]>, Failure> {
        if let Some(bytes) = self.source.as_bytes() {
            return Ok(bytes.into());
        }
        let size = self.source.size();
        let reader = bpx_schema::source::SourceReader::new(&*self.source, 0, size);
        bpx_schema::source::spool(reader, Limits::default().max_alloc).in_file(&self.name).map(Into::into)
    }
}
