//! Files and downloads, which belong to the page. Outside of a browser, files are bytes in memory.

use bpx_schema::schema::memory_size;
use bpx_schema::source::ReadAt;
use std::io::{self, Write};
use std::sync::Mutex;

/// The size in bytes of the block that the module requests from the page for a small read.
const BLOCK: usize = 64 << 10;

/// A file of the page, read at offsets. The last block stays in memory, because readers read headers in small pieces.
#[derive(Debug)]
pub struct PageFile {
    number: u32,
    size: u64,
    block: Mutex<(u64, Vec<u8>)>,
}

impl PageFile {
    /// Opens the file with the number; `None` if the page has no such file.
    #[must_use]
    pub fn open(number: u32) -> Option<Self> {
        Some(Self { number, size: system::size_of_file(number)?, block: Mutex::new((0, Vec::new())) })
    }

    fn fetch_bytes(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        system::read_bytes(self.number, offset, buf)
            .ok_or_else(|| io::Error::other("the page cannot read the file any more; was it changed or removed?"))
    }
}

impl ReadAt for PageFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        // Nothing is left after the end of the file.
        let left = memory_size(self.size.saturating_sub(offset));
        let wanted = left.min(buf.len());
        let Some(buf) = buf.get_mut(..wanted).filter(|buf| !buf.is_empty()) else { return Ok(0) };
        if wanted >= BLOCK {
            return self.fetch_bytes(offset, buf);
        }
        let mut block = self.block.lock().map_err(|_| io::Error::other("a read did not end"))?;
        let within = |block: &(u64, Vec<u8>)| {
            let start = usize::try_from(offset.checked_sub(block.0)?).ok()?;
            block.1.get(start..start.checked_add(wanted)?).map(<[u8]>::to_vec)
        };
        if within(&block).is_none() {
            let mut bytes = vec![0; left.min(BLOCK)];
            let read = self.fetch_bytes(offset, &mut bytes)?;
            bytes.truncate(read);
            *block = (offset, bytes);
        }
        let bytes = within(&block).unwrap_or_else(|| block.1.clone());
        let read = bytes.len().min(buf.len());
        buf.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        Ok(read)
    }
}

/// The current download. Written bytes go to the page immediately.
#[derive(Debug)]
pub struct Download;

impl Write for Download {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        system::write_download(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_arch = "wasm32")]
mod system {
    pub(super) use crate::abi::{read_bytes, size_of_file, write_download};
}

/// Files in memory, for tests.
#[cfg(not(target_arch = "wasm32"))]
mod system {
    use bpx_schema::source::ReadAt;
    use std::cell::RefCell;
    use std::collections::HashMap;

    thread_local! {
        pub(super) static FILES: RefCell<HashMap<u32, Vec<u8>>> = RefCell::default();
        pub(super) static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn size_of_file(file: u32) -> Option<u64> {
        FILES.with_borrow(|files| files.get(&file).map(|bytes| bytes.len() as u64))
    }

    pub(super) fn read_bytes(file: u32, offset: u64, buf: &mut [u8]) -> Option<usize> {
        FILES.with_borrow(|files| files.get(&file)?.read_at(offset, buf).ok())
    }

    pub(super) fn write_download(bytes: &[u8]) {
        WRITTEN.with_borrow_mut(|written| written.extend_from_slice(bytes));
    }
}

/// Provides a file with the number for the current thread.
#[cfg(not(target_arch = "wasm32"))]
pub fn provide_file(number: u32, bytes: Vec<u8>) {
    system::FILES.with_borrow_mut(|files| files.insert(number, bytes));
}

/// Takes the bytes that the current thread wrote as a download.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn take_download() -> Vec<u8> {
    system::WRITTEN.take()
}
