use super::file::NameMapFile;
use super::unpack::{kind_of, unpack};
use super::{Companions, Document, Kind, NameMap, text};
use crate::source::part;
use bpx_schema::report::{Class, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};

/// The form of a file, recognized by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The text form; an empty file has this form.
    Text,
    /// A binary file.
    Binary(Kind),
    /// A map of names that several files share.
    NameMap,
}

/// First bytes of a frame of ZSTD.
pub(super) const FRAME: &[u8] = b"\x28\xB5\x2F\xFD";
/// Size in bytes of the largest file that is read whole to recognize its form.
pub(super) const LARGEST: u64 = 64 << 20;

impl Form {
    /// Returns the form of a file, which is binary if [`Companions::bare`] is set.
    ///
    /// # Errors
    /// Returns an error when the first byte belongs to no form, or to a legacy form.
    pub fn of(file: &[u8], companions: &Companions) -> Result<Self> {
        if let Some(kind) = companions.bare {
            return Ok(Self::Binary(kind));
        }
        if is_name_map(file) && !is_sound_body(file, companions) {
            return Ok(Self::NameMap);
        }
        if is_text(file) { Ok(Self::Text) } else { kind_of(file).map(Self::Binary) }
    }

    /// Returns the name of the form in models and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Binary(kind) => kind.name(),
            Self::NameMap => "name-map",
        }
    }
}

/// Returns the form of a BLK file whose file name does not show the format. The whole file must be valid and not empty.
///
/// The function needs no shared names and no dictionary. An empty file is an empty text, which only its file name
/// identifies as BLK. The function does not recognize files of more than 64 MiB.
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
        // Without the dictionary, only the beginning of the frame can be checked.
        Form::Binary(Kind::SlimZstDict) => file.get(1..).is_some_and(|rest| rest.starts_with(FRAME)),
        Form::Binary(_) => is_sound(&file, &none, limits),
    };
    known.then_some(form)
}

/// Returns whether a binary file breaks no rule that can be checked without shared names.
pub(super) fn is_sound(file: &[u8], companions: &Companions, limits: Limits) -> bool {
    let Ok(unpacked) = unpack(file, companions, limits) else { return false };
    let mut sound = unpacked.after.is_empty();
    let checked = Document::checked(unpacked, companions, limits, true, &mut |finding| {
        sound &= finding.severity < Severity::Error || finding.class == Class::Missing;
    });
    sound && checked.is_ok()
}

/// Returns whether a file begins like a text. The engine rejects names that do not begin in ASCII, so a file that
/// begins in another way and holds a NUL is probably no text.
fn is_text(file: &[u8]) -> bool {
    let is_ascii = file.first().is_none_or(u8::is_ascii) || file.starts_with(b"\xEF\xBB\xBF");
    file.first().is_none_or(is_in_text) && (is_ascii || !file.contains(&0))
}

/// Returns whether a text can hold this byte, in quotes or outside of them.
fn is_in_text(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x1A | b' '..=b'~' | 0x80..)
}

/// Returns whether a file that could be a name map is a plain file of blocks. A value can hold the first bytes of a
/// frame, but a digest is unlikely to form valid blocks.
fn is_sound_body(file: &[u8], companions: &Companions) -> bool {
    let kind = file.first().and_then(|first| Kind::of(*first));
    kind.is_some_and(|kind| !kind.is_packed()) && is_sound(file, companions, Limits::default())
}

/// Returns whether a file has a frame at the offset where name maps have a frame. A name map has no signature, and
/// other files rarely have a frame at this offset.
pub(super) fn is_name_map(file: &[u8]) -> bool {
    let has_frame = |at: usize| file.get(at..).is_some_and(|rest| rest.starts_with(FRAME));
    let is_text = file.iter().take(NameMapFile::FRAME_AT).all(is_in_text);
    has_frame(NameMapFile::FRAME_AT) && !has_frame(1) && !has_frame(4) && !is_text
}
