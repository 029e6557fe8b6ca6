use super::{Companions, Kind, registry};
use bpx_schema::codec::Space;
use bpx_schema::report::{Class, Location, Path, Rule, Segment};
use bpx_schema::{Error, Limits, Result};
use std::borrow::Cow;
use std::io::Read;

/// A decompressed body and its place.
#[derive(Debug)]
pub(super) struct Unpacked<'a> {
    pub(super) kind: Kind,
    /// The file, or the content of its frame.
    pub(super) content: Cow<'a, [u8]>,
    /// Offset of the body in `content`.
    pub(super) start: u64,
    pub(super) space: Space,
    /// Size of the frame in bytes as stored.
    pub(super) stored: u64,
    /// Bytes of the file after the frame, apart from those that the declaration names.
    pub(super) after: u64,
}

impl Unpacked<'_> {
    /// Returns the offset of the frame in the file.
    pub(super) fn frame_start(&self) -> u64 {
        self.space.location(0).file
    }

    /// Returns whether a sized frame begins with the kind of file that it must hold.
    pub(super) fn holds_fat(&self) -> bool {
        self.kind != Kind::FatZst || self.content.first().is_none_or(|first| *first == Kind::Fat.byte())
    }

    /// Returns the bytes of the file after a sized frame.
    pub(super) fn rest<'f>(&self, file: &'f [u8]) -> &'f [u8] {
        let end = self.frame_start().saturating_add(self.stored).saturating_add(self.after);
        let rest = usize::try_from(end).ok().and_then(|end| file.get(end..));
        rest.filter(|_| self.kind == Kind::FatZst).unwrap_or_default()
    }
}

/// Bytes of content that every frame may have.
const FREE: u64 = 16 << 20;
/// Bytes of content beyond that for each stored byte (I-104).
const MAX_RATIO: u64 = 1000;

/// Finds the body of a file.
///
/// # Errors
/// Returns an error when the first byte names no kind or a legacy form, when a companion is missing, or when the frame
/// is invalid.
pub(super) fn unpack<'a>(file: &'a [u8], companions: &Companions, limits: Limits) -> Result<Unpacked<'a>> {
    let (kind, start) = match companions.bare {
        Some(kind) => (kind, 0),
        None => (kind(file)?, 1),
    };
    if !kind.is_packed() {
        let content = Cow::Borrowed(file);
        return Ok(Unpacked { kind, content, start, space: Space::File(0), stored: 0, after: 0 });
    }
    let (at, frame) = frame(file, kind, start)?;
    let place = Location { file: at, content: None };
    let field = kind.frame_field().unwrap_or_default();
    let dictionary = match (kind, &companions.dictionary) {
        (Kind::SlimZstDict, None) => {
            return Err(fault(&registry::DICTIONARY, place, field, "expected a dictionary (--dict), found none"));
        }
        (Kind::SlimZstDict, Some(dictionary)) => dictionary.bytes(),
        _ => &[],
    };
    let (content, after) = inflate(frame, dictionary, limits).map_err(|(class, message)| {
        let is_limit = class == Class::LimitExceeded;
        fault(if is_limit { &registry::STREAM_LIMIT } else { &registry::STREAM }, place, field, &message)
    })?;
    let stored = (frame.len() as u64).saturating_sub(after);
    let start = u64::from(kind == Kind::FatZst);
    Ok(Unpacked { kind, content: Cow::Owned(content), start, space: Space::Packed(at), stored, after })
}

/// Returns the kind that the first byte of the file states.
pub(super) fn kind(file: &[u8]) -> Result<Kind> {
    let start = Location::default();
    let Some(first) = file.first() else {
        return Err(Error::fault(Class::Truncated, start, "the file is empty"));
    };
    if file.starts_with(b"\0BBF") || file.starts_with(b"\0BBz") {
        let message = "legacy files (BBF, BBz) are not supported";
        return Err(fault(&registry::LEGACY, start, "kind", message));
    }
    let message = || format!("expected a kind of file, found {first:#04x}");
    Kind::of(*first).ok_or_else(|| fault(&registry::KIND, start, "kind", &message()))
}

/// Returns the offset and bytes of the frame in a file whose kind ends at an offset.
pub(super) fn frame(file: &[u8], kind: Kind, start: u64) -> Result<(u64, &[u8])> {
    let stored = usize::try_from(start).ok().and_then(|start| file.get(start..)).unwrap_or_default();
    if kind != Kind::FatZst {
        return Ok((start, stored));
    }
    let short = |file, message: &str| {
        Error::fault(Class::Truncated, Location { file, content: None }, message).in_field("sized")
    };
    let Some(([low, middle, high], rest)) = stored.split_first_chunk() else {
        return Err(short(start, "the size of the frame is truncated"));
    };
    let at = start.saturating_add(3);
    let size = u32::from_le_bytes([*low, *middle, *high, 0]);
    let frame = rest.get(..usize::try_from(size).unwrap_or(usize::MAX));
    let message = || format!("expected a frame of {size} bytes, found {} bytes", rest.len());
    Ok((at, frame.ok_or_else(|| short(at, &message()))?))
}

/// Decompresses one frame. Returns its content and the number of bytes after it.
pub(super) fn inflate(frame: &[u8], dictionary: &[u8], limits: Limits) -> Result<(Vec<u8>, u64), (Class, String)> {
    let broken = |error: std::io::Error| (Class::BadStream, format!("not a frame of ZSTD: {error}"));
    let max = FREE.max((frame.len() as u64).saturating_mul(MAX_RATIO)).min(limits.max_memory.of(frame.len() as u64));
    if frame.is_empty() {
        return Err((Class::BadStream, "expected a frame of ZSTD".to_owned()));
    }
    // If the frame states the size of its content, the decoder needs no window beside the content.
    let stated = zstd::zstd_safe::get_frame_content_size(frame).ok().flatten();
    let too_large = || (Class::LimitExceeded, format!("the frame holds more than {max} bytes"));
    if stated.is_some_and(|stated| stated > max) {
        return Err(too_large());
    }
    let size = zstd::zstd_safe::find_frame_compressed_size(frame).ok().and_then(|size| frame.get(..size));
    if let (Some(stated), Some(exact)) = (stated, size) {
        let mut content = Vec::with_capacity(usize::try_from(stated).unwrap_or_default());
        let mut decoder = zstd::bulk::Decompressor::with_dictionary(dictionary).map_err(broken)?;
        decoder.decompress_to_buffer(exact, &mut content).map_err(broken)?;
        return Ok((content, frame.len().saturating_sub(exact.len()) as u64));
    }
    let mut decoder = zstd::stream::read::Decoder::with_dictionary(frame, dictionary).map_err(broken)?.single_frame();
    decoder.window_log_max(limits.max_decoder.max(1 << 10).ilog2().clamp(10, 31)).map_err(broken)?;
    let likely = (frame.len() as u64).saturating_mul(8).min(max);
    let mut content = Vec::with_capacity(usize::try_from(likely).unwrap_or_default());
    let read = decoder.by_ref().take(max.saturating_add(1)).read_to_end(&mut content).map_err(broken)?;
    if read as u64 > max {
        return Err(too_large());
    }
    Ok((content, decoder.finish().len() as u64))
}

/// Returns a fault of a field.
#[cold]
pub(super) fn fault(rule: &Rule, at: Location, field: &str, message: &str) -> Error {
    rule.finding(at, message).at(Path::new(vec![Segment::Field(field.to_owned().into())])).into()
}
