#![allow(clippy::arithmetic_side_effects, reason = "numbers count files and bytes that were written; places are runs")]

use super::super::Package;
use super::super::sweep::Sweep;
use super::plan::{Item, Plan};
use super::stage::{SmallFile, Stage};
use super::{Failed, Options, Progress, Unpacked};
use crate::FileError;
use crate::bpx::span::Span;
use crate::files::{Files, Kind, ObservedFile};
use bpx_schema::report::Error;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

/// Number of bytes that are copied at a time from one file to another.
const PIECE: usize = 256 << 10;
/// Files up to this size, in bytes, are written many at a time, on all cores.
const SMALL: u64 = 64 << 10;
/// Number of bytes of small files that may wait to be written.
const WAITING: usize = 4 << 20;
/// The cost of a small file in addition to its bytes, in bytes.
const EACH: usize = 4 << 10;

type Result<T> = std::result::Result<T, FileError>;

/// One run of an [`Unpacker`](super::Unpacker).
pub(super) struct Job<'a> {
    options: Options,
    progress: Box<dyn FnMut(Progress<'_>) + 'a>,
    folder: &'a Path,
    total: u64,
    written: u64,
    stage: Stage,
    sweep: Sweep<'a>,
    /// Position up to which bytes were read or skipped.
    swept: u64,
    /// A failed section, as the position after the section, and the error.
    broken: Option<(u64, Arc<Error>)>,
    /// The last written file, as its object and the positions of its bytes.
    last: Option<(usize, Span)>,
    /// Small files that are not written yet, and their cost.
    small: Vec<SmallFile>,
    waiting: usize,
    result: Unpacked,
}

/// Why a file could not be written.
enum Fault {
    /// A fault of the package.
    Content(Arc<Error>),
    /// A fault of the file.
    File(io::Error),
}

impl<'a> Job<'a> {
    pub(super) fn new(
        package: &'a Package,
        options: Options,
        progress: Box<dyn FnMut(Progress<'_>) + 'a>,
        plan: &Plan,
        result: Unpacked,
        folder: &'a Path,
        files: &Files,
    ) -> Result<Self> {
        let stage =
            Stage::open_folder(folder, files).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
        let sweep = package.plan_sweep(plan.items.iter().map(|item| item.span));
        let total = plan.total_size();
        Ok(Self {
            options,
            progress,
            folder,
            total,
            written: 0,
            stage,
            sweep,
            swept: 0,
            broken: None,
            last: None,
            small: Vec::new(),
            waiting: 0,
            result,
        })
    }

    pub(super) fn unpack_items(mut self, items: Vec<Item>) -> Result<Unpacked> {
        for item in self.free_items(items)? {
            let (size, twin) = (item.span.size(), self.last.filter(|(_, span)| *span == item.span));
            if twin.is_some() {
                self.flush_small()?;
            }
            if twin.is_none() && size > 0 && !self.sweep.is_at(item.span.start()) {
                self.leave_section()?;
            }
            match self.write_item(&item, twin.map(|(object, ..)| object)) {
                Ok(()) => {
                    if size > 0 {
                        self.last = Some((item.object, item.span));
                    }
                    if self.waiting >= WAITING {
                        self.flush_small()?;
                    }
                }
                Err(Fault::File(error)) => self.fail_item(&item, Arc::new(error.into()))?,
                Err(Fault::Content(error)) => {
                    self.section_failed(Arc::clone(&error))?;
                    self.fail_item(&item, error)?;
                }
            }
        }
        self.leave_section()?;
        self.stage.publish_files().map_err(|source| FileError::Io { path: self.folder.to_owned(), source })?;
        Ok(std::mem::take(&mut self.result))
    }

    /// Returns the files that can be written, because their names are free or may be replaced.
    fn free_items(&mut self, items: Vec<Item>) -> Result<Vec<Item>> {
        let (mut free, mut taken) = (Vec::new(), Vec::new());
        for item in items {
            match self.stage.occupant_kind(&item.path) {
                Ok(None) => free.push(item),
                Ok(Some(Kind::File | Kind::Other)) if self.options.overwrite => free.push(item),
                Ok(Some(Kind::Folder)) => {
                    self.fail_item(&item, Arc::new(io::Error::from(io::ErrorKind::IsADirectory).into()))?;
                }
                Ok(_) if self.options.keep_going => self.fail_item(&item, Arc::new(exists_error().into()))?,
                Ok(_) => taken.push(item.path.to_string()),
                Err(error) => self.fail_item(&item, Arc::new(error.into()))?,
            }
        }
        if taken.is_empty() { Ok(free) } else { Err(FileError::Exists(taken)) }
    }

    /// Ends the open section, and gives final names to the files that are now complete.
    fn leave_section(&mut self) -> Result<()> {
        self.flush_small()?;
        match self.sweep.finish_section() {
            Ok(()) => self.commit_checked(),
            Err(error) => self.section_failed(Arc::new(error)),
        }
    }

    fn write_item(&mut self, item: &Item, twin: Option<usize>) -> std::result::Result<(), Fault> {
        let (position, size) = (item.span.start(), item.span.size());
        let until = if size == 0 { 0 } else { self.sweep.section_end(item.span) };
        if let Some((_, error)) = self.broken.as_ref().filter(|(end, _)| size > 0 && position < *end) {
            return Err(Fault::Content(Arc::clone(error)));
        }
        if twin.is_none() && size > 0 && position < self.swept {
            return Err(Fault::File(io::Error::other("the bytes of the file were skipped when another file failed")));
        }
        if twin.is_none() && size <= SMALL {
            // A small size fits into a `usize`.
            let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
            self.write_from_package(item, &mut content, |_, _| ())?;
            self.waiting += content.len() + EACH;
            self.small.push(SmallFile { item: item.clone(), until, content });
            return Ok(());
        }
        let mut file = self.stage.create_file(item, until).map_err(Fault::File)?;
        let written = match twin {
            Some(object) => self.write_from_twin(object, item, &mut file).map_err(Fault::File),
            None => self.write_from_package(item, &mut file, |job, size| job.advance_progress(item, size)),
        };
        if written.is_err() {
            self.stage.abandon_last();
        }
        written
    }

    /// Writes the small files that were read.
    fn flush_small(&mut self) -> Result<()> {
        self.waiting = 0;
        let small = std::mem::take(&mut self.small);
        for (small, written) in small.iter().zip(self.stage.create_all(&small)) {
            match written {
                Ok(()) => self.advance_progress(&small.item, small.item.span.size()),
                Err(error) => self.fail_item(&small.item, Arc::new(error.into()))?,
            }
        }
        Ok(())
    }

    /// Writes the bytes of a file from the package; `each` is called after every piece.
    fn write_from_package(
        &mut self,
        item: &Item,
        out: &mut dyn Write,
        each: impl Fn(&mut Self, u64),
    ) -> std::result::Result<(), Fault> {
        let mut rest = item.span;
        while rest.size() > 0 {
            let piece = self.sweep.bytes_of_run(rest, false).map_err(|error| Fault::Content(Arc::new(error)))?;
            let size = piece.len() as u64;
            rest = rest.without_first(size);
            self.swept = rest.start();
            out.write_all(piece).map_err(Fault::File)?;
            each(self, size);
        }
        Ok(())
    }

    /// Writes the bytes of a file from another file that has the same bytes.
    fn write_from_twin(&mut self, object: usize, item: &Item, file: &mut ObservedFile) -> io::Result<()> {
        let mut source = self.stage.reopen_file(object)?;
        let mut left = item.span.size();
        let mut piece = vec![0; usize::try_from(left).map_or(PIECE, |size| size.min(PIECE))];
        while left > 0 {
            piece.truncate(usize::try_from(left).unwrap_or(PIECE));
            source.read_exact(&mut piece)?;
            file.write_all(&piece)?;
            left -= piece.len() as u64;
            self.advance_progress(item, piece.len() as u64);
        }
        Ok(())
    }

    fn advance_progress(&mut self, item: &Item, size: u64) {
        self.written += size;
        (self.progress)(Progress { name: item.path.as_str(), done: self.written, total: self.total });
    }

    /// Gives final names to the files whose sections have been read and checked.
    fn commit_checked(&mut self) -> Result<()> {
        let mut failed = Vec::new();
        let result = &mut self.result;
        self.stage.commit_checked(self.sweep.checked_position(), self.options.overwrite, |object, path, named| {
            match named {
                Ok(size) => {
                    result.files += 1;
                    result.bytes += size;
                }
                Err(error) => failed.push(Failed { object, name: path.to_string(), error: Arc::new(error.into()) }),
            }
        });
        self.last = None;
        failed.into_iter().try_for_each(|failed| self.report_failed(failed))
    }

    /// Gives up a section, and all files with bytes from the section.
    fn section_failed(&mut self, error: Arc<Error>) -> Result<()> {
        self.flush_small()?;
        let end = self.sweep.give_up();
        self.commit_checked()?;
        let mut failed = Vec::new();
        self.stage.abandon_files(|object, path| {
            failed.push(Failed { object, name: path.to_string(), error: Arc::clone(&error) });
        });
        self.broken = Some((end, error));
        failed.into_iter().try_for_each(|failed| self.report_failed(failed))
    }

    fn fail_item(&mut self, item: &Item, error: Arc<Error>) -> Result<()> {
        self.report_failed(Failed { object: item.object, name: item.path.to_string(), error })
    }

    fn report_failed(&mut self, failed: Failed) -> Result<()> {
        let full = matches!(&*failed.error, Error::Io { source, .. } if is_full(source));
        if !self.options.keep_going || full {
            return Err(FileError::Object(failed));
        }
        self.result.failed.push(failed);
        Ok(())
    }
}

/// Returns whether the error also prevents the writing of every other file.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn exists_error() -> io::Error {
    io::ErrorKind::AlreadyExists.into()
}
