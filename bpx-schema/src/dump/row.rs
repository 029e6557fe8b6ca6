//! Writes the columns of a line: offset, bytes, note.

use super::DumpOptions;
use super::outline::RegionGaps;
use crate::schema::Offset;
use crate::value::hex_digits;
use std::io::{self, Write};

/// Bytes of a value, and the columns of its lines.
pub(super) struct ValueRow<'r> {
    /// Number of decompressed contents around the value.
    pub(super) spaces: usize,
    pub(super) offset: u64,
    pub(super) bytes: &'r [u8],
    /// Size of the value in bytes; `bytes` may have only the beginning of the value.
    pub(super) size: u64,
    /// Number of spaces before the note.
    pub(super) indent: usize,
}

impl ValueRow<'_> {
    /// Writes the bytes, a few on each line, and the note on the first line.
    pub(super) fn write<W: Write>(
        &self,
        out: &mut W,
        options: &DumpOptions,
        note: impl FnOnce(&mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let (shown, indent) = (self.bytes.get(..options.max_bytes).unwrap_or(self.bytes), self.indent);
        let mut rows = shown.chunks(options.line_width());
        // The bytes, and two spaces before them.
        let width = hex_width(options) + 2;
        let filled = write_row(out, self.spaces, self.offset, rows.next().unwrap_or(&[]))?;
        write_spaces(out, width - filled + 2 + indent)?;
        note(out)?;
        out.write_all(b"\n")?;
        let mut at = self.offset;
        for bytes in rows {
            at += options.line_width() as u64;
            write_row(out, self.spaces, at, bytes)?;
            out.write_all(b"\n")?;
        }
        let shown = shown.len() as u64;
        if (1..self.size).contains(&shown) {
            write_row(out, self.spaces, self.offset + shown, &[])?;
            write_spaces(out, width + 2 + indent)?;
            writeln!(out, "... {} more bytes", self.size - shown)?;
        }
        Ok(())
    }
}

pub(super) fn hex_width(options: &DumpOptions) -> usize {
    3 * options.line_width() - 1
}

/// Writes `count` spaces. This is faster than formatting, which writes them one by one.
fn write_spaces(out: &mut impl Write, mut count: usize) -> io::Result<()> {
    const SPACES: [u8; 64] = [b' '; 64];
    while count > 0 {
        let some = SPACES.get(..count).unwrap_or(&SPACES);
        out.write_all(some)?;
        count -= some.len();
    }
    Ok(())
}

/// Writes the bars that mark lines of decompressed content.
pub(super) fn write_bars(out: &mut impl Write, spaces: usize) -> io::Result<()> {
    (0..spaces).try_for_each(|_| out.write_all(b"       | "))
}

/// Writes the offset and the bytes of a line. Returns the number of characters of the bytes, with the spaces before
/// them.
fn write_row(out: &mut impl Write, spaces: usize, offset: u64, bytes: &[u8]) -> io::Result<usize> {
    write_bars(out, spaces)?;
    match u32::try_from(offset) {
        Ok(offset) => {
            let [a, b, c, d] = offset.to_be_bytes().map(hex_digits);
            out.write_all([a, b, c, d].as_flattened())?;
        }
        Err(_) => write!(out, "{offset:08x}")?,
    }
    out.write_all(if bytes.is_empty() { b"" } else { b"  " })?;
    let Some((first, rest)) = bytes.split_first() else { return Ok(0) };
    out.write_all(&hex_digits(*first))?;
    for byte in rest {
        let [high, low] = hex_digits(*byte);
        out.write_all(&[b' ', high, low])?;
    }
    Ok(3 * bytes.len() + 1)
}

/// Returns up to `size` bytes of a file from an offset on.
pub(super) fn up_to(offset: u64, size: u64, file: &[u8]) -> &[u8] {
    let rest = Offset::from(offset).up_to(file.len() as u64, file);
    let all = Offset::from(offset).slice(size, file);
    all.or(rest).unwrap_or(&[])
}

/// Writes the gaps between two offsets.
pub(super) fn write_gaps(
    out: &mut impl Write,
    gaps: &RegionGaps,
    (from, to, last): (u64, u64, bool),
    file: &[u8],
    options: &DumpOptions,
) -> io::Result<()> {
    let mut written = Ok(());
    gaps.for_each_gap(from, to, last, &mut |gap| {
        let bytes = up_to(gap.offset, gap.size, file);
        let row = ValueRow { spaces: 0, offset: gap.offset, bytes, size: gap.size, indent: 0 };
        if written.is_ok() {
            written = row.write(out, options, |out| write!(out, "{}, {} bytes", gap.owner, gap.size));
        }
    });
    written
}
