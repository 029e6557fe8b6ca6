//! What symbols say in addition: objects in a section of their own, found by their offsets (section 13.4.2).

use super::fault::Fault;
use super::{Symbol, SymbolFlag, registry};
use crate::bpx::sd::Document;
use bpx_schema::codec::{Decoder, Space};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::{Budget, Limits};

/// Offset that stands for none, as the reference crate writes it.
pub(super) const ABSENT: u32 = 0x00FF_FFFF;
/// The same, as it was meant.
const ABSENT_32: u32 = u32::MAX;

/// What a symbol has.
#[derive(Debug)]
pub(super) enum Extended {
    /// Nothing, and the flag says so.
    Nothing,
    /// Nothing, though the flag says that there is something.
    Denied,
    /// An object.
    Object(Document),
}

/// What a symbol has in a section of extended data, should there be one.
///
/// # Errors
/// `Missing`, `OutOfBounds`, and the classes of structured data.
pub(super) fn extended(symbol: &Symbol, section: Option<&[u8]>, limits: Limits) -> Result<Extended, Fault> {
    let offset = symbol.extended_data;
    if !symbol.flags_set().contains(SymbolFlag::ExtendedData) {
        return Ok(Extended::Nothing);
    }
    let size = section.unwrap_or_default().len();
    let rest = usize::try_from(offset).ok().and_then(|start| section.unwrap_or_default().get(start..));
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
        return match section {
            _ if matches!(offset, ABSENT | ABSENT_32) => Ok(Extended::Denied),
            None => Err(wrong(Class::Missing, "there is no section ExtendedData (type 3)".to_owned())),
            Some(_) => {
                Err(wrong(Class::OutOfBounds, format!("no object at offset {offset}, the section has {size} bytes")))
            }
        };
    };
    let budget = Budget::over(limits, rest);
    let mut decoder = Decoder::in_space(rest, Space::File(0), &budget);
    match Document::decode(&mut decoder) {
        Ok(document) => Ok(Extended::Object(document)),
        Err(Error::Fault(inner)) => {
            let (message, after) = (&inner.message, inner.location.file);
            Err(wrong(inner.class, format!("no object at offset {offset}: {message}, at its byte {after}")))
        }
        // Bytes in memory can be read.
        Err(other) => Err(wrong(Class::Truncated, other.to_string())),
    }
}

/// The fault of a symbol whose flag and offset contradict.
pub(super) fn denied() -> Fault {
    let message = "the flag says that there is some, the offset that there is none";
    Fault::new(&registry::EXTENDED_DATA_DENIED, Symbol::EXTENDED_DATA, message.to_owned())
}

fn wrong(class: Class, message: String) -> Fault {
    Fault { field: Symbol::EXTENDED_DATA, rule: &registry::EXTENDED_DATA, class, message }
}
