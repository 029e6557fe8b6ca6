//! Holds a file in which all parts have an offset.

use super::content::FileBytes;
use super::order::{FilePlaces, Gap, PieceSource};
use super::own::OwnFields;
use super::part::FilePart;
use super::shared::join_shared_bytes;
use crate::budget::cost;
use crate::codec::{SumReading, seal_with};
use crate::report::{Class, Error, Result};
use crate::{Algorithms, Limits};
use std::io::Write;

/// A file that is ready to be written, front to back.
pub struct PlacedFile<'a> {
    head: Vec<u8>,
    /// The bytes after the head, each piece with its offset. Bytes between pieces are zero.
    pieces: Vec<(u64, FileBytes<'a>)>,
    size: u64,
}

/// How the checksums of the head are computed.
pub(super) struct HeadSealing<'w> {
    /// The treatment that each checksum keeps.
    pub(super) readings: Vec<Option<SumReading>>,
    /// Whether other checksums count the excluded bytes as zeros.
    pub(super) zeros: bool,
    pub(super) algorithms: &'w Algorithms,
}

impl<'a> PlacedFile<'a> {
    pub(super) fn new(
        own: &OwnFields<'a>,
        mut parts: Vec<FilePart<'a>>,
        gaps: Vec<Gap<'a>>,
        places: FilePlaces,
        sealing: &HeadSealing<'_>,
    ) -> Result<Self> {
        for part in &mut parts {
            // Numbers are not set in stored bytes.
            if part.has_numbers() {
                part.bytes = Some(FileBytes::from(own.field_bytes(part.holder, &part.field.name).to_vec()));
            }
        }
        let mut gaps: Vec<_> = gaps.into_iter().map(|gap| Some(gap.bytes)).collect();
        let mut pieces: Vec<(u64, FileBytes<'a>)> = Vec::new();
        for piece in places.pieces {
            match piece.what {
                PieceSource::Gap(number) => {
                    let gap = gaps.get_mut(number).and_then(Option::take);
                    pieces.extend(gap.map(|bytes| (piece.offset, FileBytes::Memory(bytes))));
                }
                PieceSource::Part(number) => {
                    let bytes = parts.get_mut(number).and_then(|part| part.bytes.take());
                    pieces.extend(bytes.map(|bytes| (piece.offset, bytes)));
                }
                PieceSource::Shared(several, in_head) => {
                    let several = several
                        .into_iter()
                        .filter_map(|(number, inside)| Some((inside, parts.get_mut(number)?.bytes.take()?)));
                    pieces.push((piece.offset, join_shared_bytes(several).without_first(in_head)));
                }
            }
        }
        Self::of_pieces(own, pieces, places.size, sealing)
    }

    /// Makes the head, with its checksums, for pieces that have an offset.
    pub(super) fn of_pieces(
        own: &OwnFields<'a>,
        pieces: Vec<(u64, FileBytes<'a>)>,
        size: u64,
        sealing: &HeadSealing<'_>,
    ) -> Result<Self> {
        let (mut head, spans) = own.head_with_spans();
        check_zeros(&pieces, head.len() as u64, size)?;
        let resolve = |link: &crate::schema::Link| own.structures.resolve(link);
        let head_size = head.len() as u64;
        let known = (&resolve as &dyn Fn(&_) -> _, sealing.algorithms);
        let treatment = (&*sealing.readings, sealing.zeros);
        let sealed = seal_with(&mut head, own.structure, &spans, known, treatment, &mut |sum| {
            let mut position = head_size;
            each_piece(&pieces, &mut position, size, &mut |piece| {
                sum.update(piece);
                Ok(())
            })
        })?;
        sealed.map_err(|(class, message)| Error::unlocated_fault(class, message))?;
        Ok(Self { head, pieces, size })
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the bytes of the head.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Writes the file, front to back.
    ///
    /// # Errors
    /// Returns the errors of sources, and of writing.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(&self.head)?;
        let mut position = self.head.len() as u64;
        each_piece(&self.pieces, &mut position, self.size, &mut |piece| Ok(out.write_all(piece)?))
    }

    /// Returns the file in memory.
    ///
    /// # Errors
    /// Returns the errors of sources.
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }
}

/// Rejects a file with very many zeros between its parts, because an alignment can be any number.
fn check_zeros(pieces: &[(u64, FileBytes<'_>)], head: u64, end: u64) -> Result<()> {
    let (mut held, mut zeros, mut position) = (cost(head), cost(0), head);
    for (offset, bytes) in pieces {
        held += bytes.size();
        zeros += offset.saturating_sub(position);
        position = (*offset).max(position) + bytes.size();
    }
    zeros += end.saturating_sub(position);
    let most = Limits::default().max_written.for_size(held.0);
    if zeros.0 <= most {
        return Ok(());
    }
    let message = format!("the regions need {} zero bytes between them, but the limit is {most} bytes", zeros.0);
    Err(Error::unlocated_fault(Class::LimitExceeded, message))
}

/// Calls `with` for all pieces and the zeros between them, from a position on.
fn each_piece(
    pieces: &[(u64, FileBytes<'_>)],
    position: &mut u64,
    end: u64,
    with: &mut dyn FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    const ZEROS: [u8; 4096] = [0; 4096];
    let zeros = |from: u64, to: u64, with: &mut dyn FnMut(&[u8]) -> Result<()>| {
        let mut at = from;
        while at < to {
            let size = usize::try_from(to - at).map_or(ZEROS.len(), |left| left.min(ZEROS.len()));
            with(ZEROS.split_at(size).0)?;
            at += size as u64;
        }
        Ok::<(), Error>(())
    };
    for (offset, bytes) in pieces {
        zeros(*position, *offset, with)?;
        bytes.each_piece(|piece| with(piece))?;
        *position = (*offset).max(*position) + bytes.size();
    }
    zeros(*position, end, with)
}
