//! Hints about what an unreadable file may be.

use super::form::{FRAME, LARGEST, is_sound};
use super::parts::Parts;
use super::unpack::unpack;
use super::{Companions, Kind};
use bpx_schema::report::{Class, Verdict};
use bpx_schema::{Error, Limits};

/// Returns the same error, extended by a hint about the file.
#[cold]
pub(super) fn explain_error(error: Error, file: &[u8], companions: &Companions, limits: Limits) -> Error {
    let Error::Fault(mut finding) = error else { return error };
    let is_limit = matches!(finding.class, Class::LimitExceeded | Class::TooDeep);
    let is_large = file.len() as u64 > LARGEST;
    if !is_limit && !is_large && finding.class.verdict() != Verdict::Unsupported && companions.bare.is_none() {
        finding.message.push_str(&guess_hint(file, limits));
    }
    Error::Fault(finding)
}

fn guess_hint(file: &[u8], limits: Limits) -> String {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    if let [b'{' | b'[', ..] = text {
        return "; the file looks like JSON".to_owned();
    }
    if file.starts_with(FRAME) {
        return format!(
            "; the file is a ZSTD frame without the first byte of a BLK file: pass --bare {}",
            Kind::SlimZst.name()
        );
    }
    bare_kind(file, limits).map_or_else(String::new, |kind| {
        format!("; the file can be read as a body without the first byte of a BLK file: pass --bare {}", kind.name())
    })
}

/// Returns the kind of a body without the first byte of its file, if the bytes form such a body and no complete file.
fn bare_kind(file: &[u8], limits: Limits) -> Option<Kind> {
    let whole = unpack(file, &Companions::default(), limits);
    if whole.is_ok_and(|unpacked| Parts::new(unpacked, limits).is_ok()) {
        return None;
    }
    // Bytes of a FAT file are also a possible SLIM file, so FAT is tried first.
    [Kind::Fat, Kind::Slim].into_iter().find(|kind| {
        let bare = Companions { bare: Some(*kind), ..Companions::default() };
        is_sound(file, &bare, limits)
    })
}
