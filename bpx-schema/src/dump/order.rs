//! Puts the lines of a dump into the order of the file.

use super::DumpOptions;
use super::outline::Gaps;
use super::row::{hex_width, write_gaps};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Storage for lines until they are sorted: a temporary file, or memory.
pub trait Spool: Read + Write + Seek {}

impl<T: Read + Write + Seek> Spool for T {}

/// Receives the lines of a dump.
pub(super) trait Order: Write {
    /// Begins a value of the file, with its number of bytes without parts.
    fn at(&mut self, offset: u64, size: u64, path: &str, file: &[u8], options: &DumpOptions) -> io::Result<()>;
}

/// Receives lines that are in the order of the file.
pub(super) struct Straight<'g, W> {
    pub(super) out: W,
    pub(super) end: u64,
    pub(super) gaps: Option<&'g Gaps>,
}

impl<W: Write> Write for Straight<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Order for Straight<'_, W> {
    fn at(&mut self, offset: u64, size: u64, _: &str, file: &[u8], options: &DumpOptions) -> io::Result<()> {
        if let Some(gaps) = self.gaps {
            write_gaps(&mut self.out, gaps, (self.end, offset, false), file, options)?;
        }
        self.end = self.end.max(offset + size);
        Ok(())
    }
}

/// Receives lines that are sorted later. Lines of adjacent bytes are kept together. Regions that share bytes and their
/// meaning have equal lines below their heading, which are kept once: the output would grow with the product of the
/// number of regions and their size.
pub(super) struct Spooled {
    out: BufWriter<Box<dyn Spool>>,
    size: u64,
    runs: Vec<SpooledRun>,
    /// The hash of the lines of the last run, without its heading.
    hasher: DefaultHasher,
    /// Beginning, end, size of lines and hash of each run.
    kept: HashSet<(u64, u64, u64, u64)>,
}

struct SpooledRun {
    start: u64,
    end: u64,
    owner: Box<str>,
    /// Beginning and end of the lines in the spool.
    lines: (u64, u64),
    /// End of the first of them, once it is written.
    heading: Option<u64>,
}

impl Write for Spooled {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        let before = self.size;
        self.size += written as u64;
        let Some(run) = self.runs.last_mut() else { return Ok(written) };
        run.lines.1 = self.size;
        let mut below = bytes.get(..written).unwrap_or(bytes);
        if run.heading.is_none() {
            let Some(at) = below.iter().position(|byte| *byte == b'\n') else { return Ok(written) };
            let (heading, rest) = below.split_at(at + 1);
            run.heading = Some(before + heading.len() as u64);
            below = rest;
        }
        self.hasher.write(below);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Order for Spooled {
    fn at(&mut self, offset: u64, size: u64, path: &str, _: &[u8], _: &DumpOptions) -> io::Result<()> {
        let end = offset + size;
        match self.runs.last_mut() {
            Some(run) if run.end == offset => run.end = end,
            _ => {
                self.end_run()?;
                let (owner, lines) = (path.into(), (self.size, self.size));
                self.runs.push(SpooledRun { start: offset, end, owner, lines, heading: None });
            }
        }
        Ok(())
    }
}

impl Spooled {
    pub(super) fn new(spool: Box<dyn Spool>) -> Self {
        let (hasher, kept) = (DefaultHasher::new(), HashSet::new());
        Self { out: BufWriter::new(spool), size: 0, runs: Vec::new(), hasher, kept }
    }

    /// Ends the last run; drops the lines below its heading if an earlier run of the same bytes has them.
    fn end_run(&mut self) -> io::Result<()> {
        let hash = std::mem::take(&mut self.hasher).finish();
        let Some((run, heading)) = self.runs.last_mut().and_then(|run| run.heading.map(|heading| (run, heading)))
        else {
            return Ok(());
        };
        if !self.kept.insert((run.start, run.end, run.lines.1 - heading, hash)) {
            (run.lines.1, self.size) = (heading, heading);
            self.out.seek(SeekFrom::Start(heading))?;
        }
        Ok(())
    }

    /// Writes the lines in the order of the file.
    pub(super) fn sorted(
        mut self,
        (file, file_end): (&[u8], u64),
        options: &DumpOptions,
        gaps: Option<&Gaps>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.end_run()?;
        let mut spool = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.runs.sort_by_key(|run| run.start);
        let mut end = 0;
        for run in &self.runs {
            if let Some(gaps) = gaps {
                write_gaps(out, gaps, (end, run.start, false), file, options)?;
            }
            if run.start < end.min(run.end) {
                let width = hex_width(options);
                writeln!(out, "{:>8}  {:width$}  {} shares bytes that are shown before", "", "", run.owner)?;
            }
            end = end.max(run.end);
            let (from, to) = run.lines;
            spool.seek(SeekFrom::Start(from))?;
            io::copy(&mut Read::take(&mut spool, to - from), out)?;
        }
        match gaps {
            Some(gaps) => write_gaps(out, gaps, (end, file_end, true), file, options),
            None => Ok(()),
        }
    }
}
