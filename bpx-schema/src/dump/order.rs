//! Puts the lines of a dump into the order of the file.

use super::DumpOptions;
use super::outline::RegionGaps;
use super::row::{hex_width, write_gaps};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Storage for lines until they are sorted: a temporary file, or memory.
pub trait Spool: Read + Write + Seek {}

impl<T: Read + Write + Seek> Spool for T {}

/// Receives the lines of a dump.
pub(super) trait LineReceiver: Write {
    /// Begins the lines of a value at an offset of the file. `size` counts the value's own bytes, without those of its
    /// parts.
    fn begin_value(&mut self, offset: u64, size: u64, path: &str, file: &[u8], options: &DumpOptions)
    -> io::Result<()>;
}

/// Receives lines that are in the order of the file.
pub(super) struct StraightLines<'g, W> {
    pub(super) out: W,
    pub(super) end: u64,
    pub(super) gaps: Option<&'g RegionGaps>,
}

impl<W: Write> Write for StraightLines<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> LineReceiver for StraightLines<'_, W> {
    fn begin_value(&mut self, offset: u64, size: u64, _: &str, file: &[u8], options: &DumpOptions) -> io::Result<()> {
        if let Some(gaps) = self.gaps {
            write_gaps(&mut self.out, gaps, (self.end, offset, false), file, options)?;
        }
        self.end = self.end.max(offset + size);
        Ok(())
    }
}

/// Receives lines that are sorted later, and keeps the lines of adjacent bytes together. Regions that share bytes and
/// their meaning have equal lines below the heading. These lines are kept once; otherwise the output would grow with
/// the product of the number and the size of the regions.
pub(super) struct SpooledLines {
    out: BufWriter<Box<dyn Spool>>,
    /// Number of bytes in `out`.
    size: u64,
    runs: Vec<SpooledRun>,
    /// The last lines of the last run that are not in `out`. Most runs that are dropped are thus never written.
    waiting: Vec<u8>,
    /// The hash of the lines of the last run that are in `out`, without the heading.
    hasher: DefaultHasher,
    /// Beginning, end, size of the lines below the heading, and hash of each run.
    kept: HashSet<(u64, u64, u64, u64)>,
}

struct SpooledRun {
    start: u64,
    end: u64,
    owner: Box<str>,
    /// Offsets of the beginning and the end of the run's lines in the spool.
    lines: (u64, u64),
    /// Offset of the end of the run's first line in the spool, after the line is written.
    heading: Option<u64>,
}

impl Write for SpooledLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        /// The maximum size in bytes of the lines that wait.
        const WAITING: usize = 256 << 10;
        let Some(run) = self.runs.last_mut() else { return Ok(bytes.len()) };
        if run.heading.is_some() {
            self.waiting.extend_from_slice(bytes);
            if self.waiting.len() >= WAITING {
                self.hasher.write(&self.waiting);
                self.write_waiting()?;
            }
            return Ok(bytes.len());
        }
        let line = bytes.split_inclusive(|byte| *byte == b'\n').next().unwrap_or(bytes);
        self.out.write_all(line)?;
        self.size += line.len() as u64;
        run.lines.1 = self.size;
        run.heading = line.ends_with(b"\n").then_some(self.size);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl LineReceiver for SpooledLines {
    fn begin_value(&mut self, offset: u64, size: u64, path: &str, _: &[u8], _: &DumpOptions) -> io::Result<()> {
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

impl SpooledLines {
    pub(super) fn new(spool: Box<dyn Spool>) -> Self {
        let (hasher, kept) = (DefaultHasher::new(), HashSet::new());
        Self { out: BufWriter::new(spool), size: 0, runs: Vec::new(), waiting: Vec::new(), hasher, kept }
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        self.out.write_all(&self.waiting)?;
        self.size += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Ends the last run. Drops the lines below its heading if an earlier run of the same bytes has the same lines.
    fn end_run(&mut self) -> io::Result<()> {
        let Some(SpooledRun { start, end, lines, heading: Some(heading), .. }) = self.runs.last_mut() else {
            return Ok(());
        };
        let below = self.size - *heading + self.waiting.len() as u64;
        let mut hasher = std::mem::take(&mut self.hasher);
        hasher.write(&self.waiting);
        if self.kept.insert((*start, *end, below, hasher.finish())) {
            lines.1 = *heading + below;
            return self.write_waiting();
        }
        self.waiting.clear();
        if self.size > *heading {
            self.size = *heading;
            self.out.seek(SeekFrom::Start(*heading))?;
        }
        Ok(())
    }

    /// Writes the lines in the order of the file.
    pub(super) fn write_sorted(
        mut self,
        (file, file_end): (&[u8], u64),
        options: &DumpOptions,
        gaps: Option<&RegionGaps>,
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
                writeln!(out, "{:>8}  {:width$}  {} shares bytes that an earlier line shows", "", "", run.owner)?;
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
