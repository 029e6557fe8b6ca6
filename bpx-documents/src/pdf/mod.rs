//! Reads the text of PDF files: letters with positions become lines, and lines in columns become tables between tabs.

mod brackets;
mod filters;
mod guard;
mod letters;
mod lines;
mod ruled;
mod text;

use hayro_syntax::{LoadPdfError, Pdf};
use std::panic::{self, PanicHookInfo};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

/// The largest size of a file in bytes.
const LARGEST: usize = 256 << 20;

/// The number of bytes at the beginning of a file that must contain the mark of a PDF.
const HEAD: usize = 1024;

/// The time limit for reading a file.
const LONGEST: Duration = Duration::from_secs(60);

/// The name of the thread that reads.
const THREAD: &str = "pdf";

const STACK: usize = 16 << 20;

/// Returns whether the bytes are those of a PDF; other bytes may precede the mark of a PDF.
pub(crate) fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..bytes.len().min(HEAD)).is_some_and(|head| head.windows(5).any(|window| window == b"%PDF-"))
}

/// Returns the text of a PDF. The error describes what was found instead, for a message with "found".
///
/// A broken file can make the PDF library panic or loop. A separate thread reads the file, and the caller waits for the
/// thread until a time limit.
pub(crate) fn pdf_text(bytes: &[u8]) -> Result<String, String> {
    if bytes.len() > LARGEST {
        return Err(format!("a file of {} bytes, which is larger than the limit of {LARGEST} bytes", bytes.len()));
    }
    silence_panics();
    let (send, receive) = channel();
    let bytes = bytes.to_vec();
    // Nobody receives what takes too long.
    let read = move || drop(send.send(read_pdf(bytes)));
    let thread = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn(read);
    thread.map_err(|error| format!("a file that cannot be read, because no thread could be started: {error}"))?;
    receive.recv_timeout(LONGEST).unwrap_or_else(|error| {
        Err(match error {
            RecvTimeoutError::Timeout => format!("a file that takes longer than {} seconds to read", LONGEST.as_secs()),
            RecvTimeoutError::Disconnected => "a file whose parts contradict each other".to_owned(),
        })
    })
}

/// Keeps messages of panics in the reading thread from the standard error, because the caller reports the error.
fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            if thread::current().name() != Some(THREAD) {
                before(info);
            }
        }));
    });
}

fn read_pdf(bytes: Vec<u8>) -> Result<String, String> {
    guard::check_file(&bytes)?;
    let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| match error {
        LoadPdfError::Decryption(_) => "an encrypted file",
        LoadPdfError::Invalid => "a file without pages that can be found",
    })?;
    guard::check_pages(&pdf)?;
    let pages = letters::read_pages(&pdf)?;
    let lines = lines::of(pages);
    Ok(text::of(&lines))
}
