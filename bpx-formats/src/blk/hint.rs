//! What a file that cannot be read may be.

use super::check::NAME_TAG;
use super::parts::Parts;
use super::unpack::unpack;
use super::{Companions, Kind, ParamType};
use bpx_schema::report::{Class, Verdict};
use bpx_schema::{Error, Limits};

/// The same error, with what the file may be instead.
#[cold]
pub(super) fn explain(error: Error, file: &[u8], companions: &Companions, limits: Limits) -> Error {
    let Error::Fault(mut finding) = error else { return error };
    let is_limit = matches!(finding.class, Class::LimitExceeded | Class::TooDeep);
    if !is_limit && finding.class.verdict() != Verdict::Unsupported && companions.bare.is_none() {
        finding.message.push_str(&guess(file, limits));
    }
    Error::Fault(finding)
}

fn guess(file: &[u8], limits: Limits) -> String {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    if let [b'{' | b'[', ..] = text {
        return "; this looks like JSON".to_owned();
    }
    bare_kind(file, limits).map_or_else(String::new, |kind| {
        format!("; it can be read as a body without the first byte of a file: --bare {}", kind.name())
    })
}

/// The kind of a body that has lost its first byte, when the bytes are one.
fn bare_kind(file: &[u8], limits: Limits) -> Option<Kind> {
    let bare = Companions { bare: Some(Kind::Slim), ..Companions::default() };
    let parts = Parts::new(unpack(file, &bare, limits).ok()?, limits).ok()?;
    if parts.rest() > 0 || parts.places.is_empty() {
        return None;
    }
    let own = parts.names.len() as u64;
    let names = parts.params().iter().map(|param| u64::from(param.key.name()));
    let tagged = |kind: u8, value: u32| ParamType::of(kind) == Some(ParamType::String) && value & NAME_TAG != 0;
    let strings = parts.params().iter().filter(|param| tagged(param.key.kind(), param.value));
    let strings = strings.map(|param| u64::from(param.value & !NAME_TAG));
    let blocks = parts.places.iter().filter_map(|place| u64::from(place.name).checked_sub(1));
    let known = names.chain(strings).chain(blocks).all(|name| name < own);
    Some(if known && own > 0 { Kind::Fat } else { Kind::Slim })
}
