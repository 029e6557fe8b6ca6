//! Limits the expansion of a file ([`Limits::max_shared`]), because any number of parameters may have the same name,
//! string or record.

use super::names::AllNames;
use super::param::NAME_TAG;
use super::parts::Parts;
use super::{Body, Document, Event, NameMap, Param, ParamType, Value};
use bpx_schema::{Limits, SharedBytes, field_name};
use std::num::Saturating;

/// A name, string or parameter that is used too often.
pub(super) struct Excess {
    /// The name of a list in the body, and an index in the list.
    pub(super) place: (&'static str, u64),
    pub(super) message: String,
}

/// Looks for names, strings and parameters that are used more often than the limits allow.
///
/// The limits also bound the work of this function, because every byte that the function reads counts.
pub(super) fn find_excess(parts: &Parts, shared: Option<&NameMap>, limits: Limits) -> Option<Excess> {
    let stored = u64::from(parts.head.param_count.value());
    let size = parts.content().len() as u64;
    let (most_params, most) = (limits.max_shared.for_size(stored), limits.max_shared.for_size(size));
    let too_much = |what: String| {
        format!(
            "{what}: expected at most {most} bytes in all uses of names and strings (content: {size} bytes), found more"
        )
    };
    let texts = Texts { payload: parts.payload(), names: AllNames { shared, local: &parts.names } };
    let (mut params, mut shared_bytes) = (Saturating(0), SharedBytes::up_to(most));
    for (block, place) in (0_u64..).zip(&parts.places) {
        params += u64::from(place.params);
        if params.0 > most_params {
            let message = format!(
                "expected at most {most_params} uses of {stored} shared parameters up to this block, found {params}"
            );
            return Some(Excess { place: (field_name!(Body, blocks), block), message });
        }
        let name = place.name_number().map_or(&[][..], |name| texts.name_text(name));
        if !shared_bytes.take(name.len() as u64) {
            let times = parts.places.iter().filter(|other| other.name == place.name).count();
            let message = too_much(format!("{times} blocks have a name of {} bytes", name.len()));
            return Some(Excess { place: (field_name!(Body, blocks), block), message });
        }
        for (index, param) in (u64::from(place.first_param)..).zip(parts.params_of(place)) {
            let (name, string) =
                (texts.name_text(param.key.name()), texts.string_text(param, shared_bytes.bytes_left()));
            if ![name, string].iter().all(|text| shared_bytes.take(text.len() as u64)) {
                let by_name = name.len() > string.len();
                let same = |other: &Param| match by_name {
                    true => other.key.name() == param.key.name(),
                    false => other.key.kind() == param.key.kind() && other.value == param.value,
                };
                let times = parts.params().iter().filter(same).count();
                let (what, len) = match by_name {
                    true => ("name", name.len()),
                    false => ("string", texts.string_text(param, u64::MAX).len()),
                };
                let message = too_much(format!("{times} parameters have a {what} of {len} bytes"));
                return Some(Excess { place: (field_name!(Body, params), index), message });
            }
        }
    }
    None
}

/// Returns whether a document is so large that the limits could reject its file.
pub(super) fn is_large(document: &Document) -> bool {
    let mut left = Saturating(Limits::default().max_shared.base);
    document.root().events().any(|event| {
        let Event::Open(block) = event else { return false };
        let params = block.params().flat_map(|param| {
            let string = if let Value::String(string) = param.value() { string.len() } else { 0 };
            [param.name().len(), string, Param::SIZE]
        });
        params.chain(block.name().map(<[u8]>::len)).for_each(|size| left -= size as u64);
        left.0 == 0
    })
}

/// Names and strings of a body that may be invalid. A reference to a missing item gives an empty text.
struct Texts<'a> {
    payload: &'a [u8],
    names: AllNames<'a>,
}

impl<'a> Texts<'a> {
    fn name_text(&self, number: u32) -> &'a [u8] {
        self.names.get(number as usize).unwrap_or(&[])
    }

    /// Returns a string of a parameter. A string in the payload is cut after `left` + 1 bytes.
    fn string_text(&self, param: Param, left: u64) -> &'a [u8] {
        if ParamType::of(param.key.kind()) != Some(ParamType::String) {
            return &[];
        }
        if param.value & NAME_TAG != 0 {
            return self.name_text(param.value & !NAME_TAG);
        }
        let rest = self.payload.get(param.value as usize..).unwrap_or(&[]);
        let seen = usize::try_from(left).ok().and_then(|left| rest.get(..=left)).unwrap_or(rest);
        seen.split(|byte| *byte == 0).next().unwrap_or(&[])
    }
}
