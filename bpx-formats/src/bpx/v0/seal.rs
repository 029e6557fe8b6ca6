//! Computes the checksum of a whole file. Writers differ in how they treat the field of the checksum.

use super::{Layout, MainHeader};
use crate::bpx::span::Span;
use bpx_schema::checksum::{Checksum, Crc32};
use bpx_schema::codec::{Codec, Fixed};
use bpx_schema::report::Result;
use bpx_schema::schema::{Endian, memory_size};
use bpx_schema::source::{ReadAt, SourceReader};

/// How a writer treats the four bytes of the checksum field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The checksum skips the bytes, as the specification defines.
    Skipped,
    /// The checksum counts the bytes as zeros.
    Zeroed,
}

/// Returns how the writer treated the checksum field; `None` when the stated checksum is wrong for both ways.
pub(super) fn checksum_reading(layout: &Layout, source: &dyn ReadAt) -> Result<Option<Reading>> {
    let head = layout.to_vec_without_regions()?;
    let mut sums = [Reading::Skipped, Reading::Zeroed].map(|reading| (reading, begin_checksum(&head, reading)));
    let rest = Span::of(source.size()).without_first(head.len() as u64);
    SourceReader::new(source, rest.start(), rest.size())
        .each_piece(256 << 10, |piece| sums.iter_mut().for_each(|(_, sum)| sum.update(piece)))?;
    let matching = sums.into_iter().find(|(_, sum)| sum.value() == u64::from(layout.header.checksum));
    Ok(matching.map(|(reading, _)| reading))
}

/// Computes the checksum of the encoded header and table.
fn begin_checksum(head: &[u8], reading: Reading) -> Crc32 {
    let stated = MainHeader::CHECKSUM.bytes_in(head).unwrap_or(&[0; u32::SIZE]);
    match reading {
        Reading::Skipped => Crc32::resume(u32::get(stated, Endian::Little)),
        Reading::Zeroed => {
            let at = memory_size(MainHeader::CHECKSUM.offset());
            let (mut head, mut sum) = (head.to_vec(), Crc32::default());
            head.iter_mut().skip(at).take(u32::SIZE).for_each(|byte| *byte = 0);
            sum.update(&head);
            sum
        }
    }
}
