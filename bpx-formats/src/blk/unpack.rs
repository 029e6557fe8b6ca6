use super::{Companions, File, Kind, registry};
use bpx_schema::codec::Space;
use bpx_schema::field_name;
use bpx_schema::report::{Class, Location, Path, Rule, Segment};
use bpx_schema::{Error, Limits, Result, SizeBound};
use std::borrow::Cow;
use std::io::Read;

/// The decompressed bytes that hold a body, and the offset of the body.
#[derive(Debug)]
pub(super) struct Unpacked<'a> {
    pub(super) kind: Kind,
    /// The file, or the content of its frame.
    pub(super) content: Cow<'a, [u8]>,
    /// Offset of the body in `content`.
    pub(super) start: u64,
    pub(super) space: Space,
    /// Bytes after the ZSTD frame that no field of the declaration holds.
    pub(super) after: &'a [u8],
    /// Bytes after a sized frame, which the declaration keeps in a field.
    pub(super) rest: &'a [u8],
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
}

/// Number of content bytes that every frame may have.
const FREE: u64 = 16 << 20;
/// Largest number of content bytes for each stored byte of a frame with more than [`FREE`] content bytes (I-104).
const MAX_RATIO: SizeBound = SizeBound { base: 0, per_byte: 1000 };
/// Number of content bytes that a frame probably has for each stored byte.
const LIKELY_RATIO: SizeBound = SizeBound { base: 0, per_byte: 8 };

/// Finds the body of a file.
///
/// # Errors
/// Returns an error when the first byte names no kind or a legacy form, when a companion is missing, or when the frame
/// is invalid.
pub(super) fn unpack<'a>(file: &'a [u8], companions: &Companions, limits: Limits) -> Result<Unpacked<'a>> {
    let (kind, start) = match companions.bare {
        Some(kind) => (kind, 0),
        None => (kind_of(file)?, 1),
    };
    let Some(field) = kind.frame_field() else {
        let (content, start) = (Cow::Borrowed(file), start as u64);
        return Ok(Unpacked { kind, content, start, space: Space::File(0), after: &[], rest: &[] });
    };
    let (place, frame, rest) = split_frame(file, kind, start)?;
    let dictionary = match (kind, &companions.dictionary) {
        (Kind::SlimZstDict, None) => {
            return Err(field_fault(&registry::DICTIONARY, place, field, "expected a dictionary (--dict), found none"));
        }
        (Kind::SlimZstDict, Some(dictionary)) => dictionary.bytes(),
        _ => &[],
    };
    let (content, after) = inflate_frame(frame, dictionary, limits).map_err(|(class, message)| {
        let is_limit = class == Class::LimitExceeded;
        field_fault(if is_limit { &registry::STREAM_LIMIT } else { &registry::STREAM }, place, field, &message)
    })?;
    let start = u64::from(kind == Kind::FatZst);
    Ok(Unpacked { kind, content: Cow::Owned(content), start, space: Space::Packed(place.file), after, rest })
}

/// Returns the kind that the first byte of the file states.
pub(super) fn kind_of(file: &[u8]) -> Result<Kind> {
    let start = Location::default();
    let Some(first) = file.first() else {
        return Err(Error::fault(Class::Truncated, start, "the file is empty"));
    };
    if file.starts_with(b"\0BBF") || file.starts_with(b"\0BBz") {
        let message = "legacy files (BBF, BBz) are not supported";
        return Err(field_fault(&registry::LEGACY, start, "kind", message));
    }
    let message = || format!("expected a kind of BLK file from 1 to 6, found {first:#04x}");
    Kind::of(*first).ok_or_else(|| field_fault(&registry::KIND, start, "kind", &message()))
}

/// Returns the location and bytes of the frame in a file whose kind takes the first `start` bytes, and the bytes after
/// a sized frame.
pub(super) fn split_frame(file: &[u8], kind: Kind, start: usize) -> Result<(Location, &[u8], &[u8])> {
    let (_, stored) = file.split_at(start);
    let place = Location { file: start as u64, content: None };
    if kind != Kind::FatZst {
        return Ok((place, stored, &[]));
    }
    let short =
        |place, message: &str| Error::fault(Class::Truncated, place, message).in_field(field_name!(File, sized));
    let Some(([low, middle, high], rest)) = stored.split_first_chunk() else {
        let message = format!("expected 3 bytes for the size of the frame, found {}", stored.len());
        return Err(short(place, &message));
    };
    #[allow(clippy::arithmetic_side_effects, reason = "`rest` is the end of `file`")]
    let place = Location { file: (file.len() - rest.len()) as u64, content: None };
    let size = u32::from_le_bytes([*low, *middle, *high, 0]);
    let message = || format!("expected a frame of {size} bytes, found {} bytes", rest.len());
    let (frame, rest) = rest.split_at_checked(size as usize).ok_or_else(|| short(place, &message()))?;
    Ok((place, frame, rest))
}

/// The content of a frame, and the bytes after the frame.
type Inflated<'f> = (Vec<u8>, &'f [u8]);

/// Decompresses one frame.
pub(super) fn inflate_frame<'f>(
    frame: &'f [u8],
    dictionary: &[u8],
    limits: Limits,
) -> Result<Inflated<'f>, (Class, String)> {
    let broken =
        |error: std::io::Error| (Class::BadStream, format!("expected a valid ZSTD frame, found a fault: {error}"));
    let stored = frame.len() as u64;
    let max = MAX_RATIO.for_size(stored).max(FREE).min(limits.max_memory.for_size(stored));
    if frame.is_empty() {
        return Err((Class::BadStream, "expected a ZSTD frame, found no bytes".to_owned()));
    }
    // If the frame states the size of its content, the decoder needs no window beside the content.
    let stated = zstd::zstd_safe::get_frame_content_size(frame).ok().flatten();
    let too_large = || (Class::LimitExceeded, format!("expected at most {max} bytes in the frame, found more"));
    if stated.is_some_and(|stated| stated > max) {
        return Err(too_large());
    }
    let size = zstd::zstd_safe::find_frame_compressed_size(frame).ok();
    if let (Some(stated), Some((exact, after))) = (stated, size.and_then(|size| frame.split_at_checked(size))) {
        let mut content = Vec::with_capacity(usize::try_from(stated).map_err(|_| too_large())?);
        let mut decoder = zstd::bulk::Decompressor::with_dictionary(dictionary).map_err(broken)?;
        decoder.decompress_to_buffer(exact, &mut content).map_err(broken)?;
        return Ok((content, after));
    }
    let mut decoder = zstd::stream::read::Decoder::with_dictionary(frame, dictionary).map_err(broken)?.single_frame();
    decoder.window_log_max(limits.max_decoder.max(1 << 10).ilog2().clamp(10, 31)).map_err(broken)?;
    // The capacity only saves time, so that any number is right.
    let mut content = Vec::with_capacity(usize::try_from(LIKELY_RATIO.for_size(stored).min(max)).unwrap_or(0));
    decoder.by_ref().take(max).read_to_end(&mut content).map_err(broken)?;
    if decoder.read(&mut [0]).map_err(broken)? > 0 {
        return Err(too_large());
    }
    Ok((content, decoder.finish()))
}

/// Returns the error of a rule for a field.
#[cold]
pub(super) fn field_fault(rule: &Rule, at: Location, field: &str, message: &str) -> Error {
    rule.finding(at, message).with_path(Path::new(vec![Segment::Field(field.to_owned().into())])).into()
}
