//! What a file that cannot be read may be.

use super::form::{FRAME, LARGEST, is_sound};
use super::parts::Parts;
use super::unpack::unpack;
use super::{Companions, Kind};
use bpx_schema::report::{Class, Verdict};
use bpx_schema::{Error, Limits};

/// The same error, with what the file may be instead.
#[cold]
pub(super) fn explain(error: Error, file: &[u8], companions: &Companions, limits: Limits) -> Error {
    let Error::Fault(mut finding) = error else { return error };
    let is_limit = matches!(finding.class, Class::LimitExceeded | Class::TooDeep);
    let is_large = file.len() as u64 > LARGEST;
    if !is_limit && !is_large && finding.class.verdict() != Verdict::Unsupported && companions.bare.is_none() {
        finding.message.push_str(&guess(file, limits));
    }
    Error::Fault(finding)
}

fn guess(file: &[u8], limits: Limits) -> String {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    if let [b'{' | b'[', ..] = text {
        return "; this looks like JSON".to_owned();
    }
    if file.starts_with(FRAME) {
        return format!("; this is a frame of ZSTD without the first byte of a file: --bare {}", Kind::SlimZst.name());
    }
    bare_kind(file, limits).map_or_else(String::new, |kind| {
        format!("; it can be read as a body without the first byte of a file: --bare {}", kind.name())
    })
}

/// The kind of a body that has lost its first byte, when the bytes are one, and no file as they are.
fn bare_kind(file: &[u8], limits: Limits) -> Option<Kind> {
    let whole = unpack(file, &Companions::default(), limits);
    if whole.is_ok_and(|unpacked| Parts::new(unpacked, limits).is_ok()) {
        return None;
    }
    // What a FAT file can be, a SLIM file can be too.
    [Kind::Fat, Kind::Slim].into_iter().find(|kind| {
        let bare = Companions { bare: Some(*kind), ..Companions::default() };
        is_sound(file, &bare, limits)
    })
}
