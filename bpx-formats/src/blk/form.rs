use super::file::NameMapFile;
use super::unpack::{kind, unpack};
use super::{Companions, Document, Kind, NameMap, text};
use crate::source::part;
use bpx_schema::report::{Class, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};

/// What a file is, as its first bytes say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The text form; no bytes at all are an empty one.
    Text,
    /// A binary file.
    Binary(Kind),
    /// A map of names that several files share.
    NameMap,
}

/// First bytes of a frame of ZSTD.
pub(super) const FRAME: &[u8] = b"\x28\xB5\x2F\xFD";
/// Size of a file, in bytes, of which all is looked at to find out what it is.
pub(super) const LARGEST: u64 = 64 << 20;

impl Form {
    /// The form of a file; with [`Companions::bare`], a binary one.
    ///
    /// # Errors
    /// When the first byte begins none of these, or a legacy file.
    pub fn of(file: &[u8], companions: &Companions) -> Result<Self> {
        if let Some(kind) = companions.bare {
            return Ok(Self::Binary(kind));
        }
        if is_name_map(file) && !is_sound_body(file, companions) {
            return Ok(Self::NameMap);
        }
        if is_text(file) { Ok(Self::Text) } else { kind(file).map(Self::Binary) }
    }

    /// Its name in models and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Binary(kind) => kind.name(),
            Self::NameMap => "name-map",
        }
    }
}

/// The form of a file of which nothing else says that it is one of BLK: all of it has to be sound, and hold something.
///
/// Shared names and a dictionary need not be at hand. An empty file is an empty text, of which only the name of the file
/// can say that it is BLK. Files of more than 64 MiB are not looked at.
#[must_use]
pub fn recognize(source: &dyn ReadAt) -> Option<Form> {
    if source.size() > LARGEST {
        return None;
    }
    let (limits, none) = (Limits::default(), Companions::default());
    let file = part(source, 0, source.size(), limits).ok()?;
    let form = Form::of(&file, &none).ok()?;
    let known = match form {
        Form::Text if file.is_empty() => true,
        Form::Text => !file.contains(&0) && text::read(&file, limits).is_ok_and(|document| !document.is_empty()),
        Form::NameMap => NameMap::read(&file, limits).is_ok(),
        // Without the dictionary, its frame has to do.
        Form::Binary(Kind::SlimZstDict) => file.get(1..).is_some_and(|rest| rest.starts_with(FRAME)),
        Form::Binary(_) => is_sound(&file, &none, limits),
    };
    known.then_some(form)
}

/// Whether a binary file breaks no rule, as far as can be said without shared names.
pub(super) fn is_sound(file: &[u8], companions: &Companions, limits: Limits) -> bool {
    let Ok(unpacked) = unpack(file, companions, limits) else { return false };
    let mut sound = unpacked.after == 0;
    let checked = Document::checked(unpacked, companions, limits, true, &mut |finding| {
        sound &= finding.severity < Severity::Error || finding.class == Class::Missing;
    });
    sound && checked.is_ok()
}

/// Whether a file begins like a text. The engine refuses a name that does not begin in ASCII, so that a file which does,
/// and holds a NUL, is rather something else.
fn is_text(file: &[u8]) -> bool {
    let is_ascii = file.first().is_none_or(u8::is_ascii) || file.starts_with(b"\xEF\xBB\xBF");
    file.first().is_none_or(is_in_text) && (is_ascii || !file.contains(&0))
}

/// Whether a text can hold a byte outside of quotes, or in them as it is.
fn is_in_text(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x1A | b' '..=b'~' | 0x80..)
}

/// Whether a file that could be a name map is a plain file of blocks: any value may hold the bytes of a frame, and those of
/// a digest hardly form blocks.
fn is_sound_body(file: &[u8], companions: &Companions) -> bool {
    let kind = file.first().and_then(|first| Kind::of(*first));
    kind.is_some_and(|kind| !kind.is_packed()) && is_sound(file, companions, Limits::default())
}

/// A name map has no signature, but a frame where other files hardly have one.
fn is_name_map(file: &[u8]) -> bool {
    let has_frame = |at: usize| file.get(at..).is_some_and(|rest| rest.starts_with(FRAME));
    let digests = file.get(..NameMapFile::FRAME_AT).unwrap_or_default();
    has_frame(NameMapFile::FRAME_AT) && !has_frame(1) && !has_frame(4) && !digests.iter().all(is_in_text)
}
