//! Progress bars: on a terminal, and only when the work takes a while.

use bpx_formats::source::WholeFile;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Work that is shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// A progress bar.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    shown: Cell<bool>,
}

impl Progress {
    /// Makes a bar of this many bytes.
    pub(crate) fn new(total: u64) -> Self {
        Self::styled(total, "{bar:24} {bytes}/{total_bytes} {bytes_per_sec} {eta} {wide_msg}")
    }

    /// Makes a bar of this many items.
    pub(crate) fn counting(total: u64) -> Self {
        Self::styled(total, "{bar:24} {pos}/{len} {eta} {wide_msg}")
    }

    fn styled(total: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self { bar, begun: Instant::now(), shown: Cell::new(false) }
    }

    /// Sets the number of bytes that are done, and the total.
    pub(crate) fn set(&self, done: u64, total: u64, name: &str) {
        self.bar.set_length(total);
        self.bar.set_position(done);
        if !self.shown.get() && self.begun.elapsed() > PATIENCE {
            self.shown.set(true);
            // Draws on a terminal only.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if self.shown.get() {
            self.bar.set_message(crate::output::printable(name).into_owned());
        }
    }

    /// Returns the number of bytes that are done.
    pub(crate) fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Adds bytes that are done.
    pub(crate) fn advance(&self, bytes: u64, name: &str) {
        self.set(self.bar.position().saturating_add(bytes), self.bar.length().unwrap_or_default(), name);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A file that is open only while it is read, as more files may be packed than may be open at once. Reports progress.
pub(crate) struct Watched<'a> {
    path: PathBuf,
    state: State,
    progress: &'a Progress,
}

enum State {
    Unread,
    Open(WholeFile),
    Read,
}

impl<'a> Watched<'a> {
    /// Makes the source of a file.
    pub(crate) fn new(path: PathBuf, progress: &'a Progress) -> Self {
        Self { path, state: State::Unread, progress }
    }

    fn next(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if let State::Unread = self.state {
            self.state = State::Open(WholeFile::open(&*self.path)?);
        }
        let State::Open(file) = &mut self.state else { return Ok(0) };
        let read = file.read(buf)?;
        if read == 0 && !buf.is_empty() {
            self.state = State::Read;
        }
        Ok(read)
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.next(buf)?;
        self.progress.advance(read as u64, &self.path.to_string_lossy());
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_as_they_are_read_and_a_file_that_is_cut_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(10).unwrap();
        let progress = Progress::new(100);
        let mut watched = Watched::new(file.path().to_owned(), &progress);
        watched.read_exact(&mut [0; 4]).unwrap();
        assert_eq!(progress.done(), 4);
        file.as_file().set_len(6).unwrap();
        let error = watched.read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!((error.kind(), progress.done()), (io::ErrorKind::UnexpectedEof, 6));
    }
}
