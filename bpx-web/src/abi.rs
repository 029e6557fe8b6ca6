//! Exports and imports of the module: plain functions over the memory of the module, without generated code.
//!
//! A message is the size of its JSON as 4 bytes, low byte first, the JSON, then bytes. The page calls [`reserve`],
//! writes a request at the returned address, calls [`call`], and reads the reply at the address that [`call`] returns.
//! The reply is valid until the next call.

use std::cell::RefCell;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Reads bytes of a file into memory; returns the number of bytes, or -1 if the page cannot read them.
    fn read_file(file: u32, offset: f64, at: *mut u8, size: usize) -> i32;
    /// Returns the size of a file in bytes, or -1 if there is no such file.
    fn file_size(file: u32) -> f64;
    /// Appends bytes to the current download.
    fn write_bytes(at: *const u8, size: usize);
    /// Reports the message of a panic to the page; the module cannot be used after a panic.
    fn report_panic(at: *const u8, size: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reads bytes of a file of the page, and returns their number; `None` if the page cannot read them.
pub(crate) fn read_bytes(file: u32, offset: u64, buf: &mut [u8]) -> Option<usize> {
    // SAFETY: the page writes at most `buf.len()` bytes, to `buf`.
    let read = unsafe { read_file(file, offset as f64, buf.as_mut_ptr(), buf.len()) };
    usize::try_from(read).ok()
}

/// Returns the size of a file of the page.
pub(crate) fn size_of_file(file: u32) -> Option<u64> {
    // SAFETY: the function takes a number.
    let size = unsafe { file_size(file) };
    (size >= 0.0).then_some(size as u64)
}

/// Appends bytes to the current download.
pub(crate) fn write_download(bytes: &[u8]) {
    // SAFETY: the page only reads these bytes.
    unsafe { write_bytes(bytes.as_ptr(), bytes.len()) }
}

/// Returns the address for a request of `size` bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(size: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(size, 0);
        request.as_mut_ptr()
    })
}

/// Handles the request, and returns the address of the reply, whose first 4 bytes are the size of the rest.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> *const u8 {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        // SAFETY: the page only reads these bytes.
        unsafe { report_panic(message.as_ptr(), message.len()) }
    }));
    // Memory of the reply before is free for this one.
    REPLY.take();
    let request = REQUEST.take();
    let reply = crate::calls::handle_request(&request);
    REPLY.with_borrow_mut(|kept| {
        *kept = reply;
        kept.as_ptr()
    })
}
