//! Reads the extended data of symbols, which are objects in a section of their own, found by their offsets (section
//! 13.4.2).

use super::fault::Fault;
use super::{Symbol, SymbolFlag, registry};
use crate::bpx::sd::Document;
use bpx_schema::codec::{Decoder, Space};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::{Budget, Limits};

/// The offset of a symbol without extended data, as the reference crate writes it.
pub(super) const ABSENT: u32 = 0x00FF_FFFF;
/// The offset that the reference crate was intended to write for a symbol without extended data.
const ABSENT_32: u32 = u32::MAX;

/// The extended data of a symbol.
#[derive(Debug)]
pub(super) enum Extended {
    /// The symbol has no extended data, and its flag does not state extended data.
    Nothing,
    /// The symbol has no extended data, although its flag states extended data.
    Denied,
    /// An object.
    Object(Document),
}

/// Reads the extended data of a symbol from the section of extended data, if the file has such a section.
///
/// # Errors
/// Returns a fault of the class `Missing` or `OutOfBounds`, or of a class of structured data.
pub(super) fn read_extended(symbol: &Symbol, section: Option<&[u8]>, limits: Limits) -> Result<Extended, Fault> {
    let offset = symbol.extended_data;
    if !symbol.flags_set().contains(SymbolFlag::ExtendedData) {
        return Ok(Extended::Nothing);
    }
    let rest = section.zip(usize::try_from(offset).ok()).and_then(|(section, start)| section.get(start..));
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
        return match section {
            _ if matches!(offset, ABSENT | ABSENT_32) => Ok(Extended::Denied),
            None => Err(extended_data_fault(
                Class::Missing,
                "expected a section ExtendedData (type 3), found none".to_owned(),
            )),
            Some(section) => Err(extended_data_fault(
                Class::OutOfBounds,
                format!("expected an offset below {}, the size of the section, found {offset}", section.len()),
            )),
        };
    };
    let budget = Budget::for_bytes(limits, rest);
    let mut decoder = Decoder::in_space(rest, Space::File(0), &budget);
    match Document::decode(&mut decoder) {
        Ok(document) => Ok(Extended::Object(document)),
        Err(Error::Fault(inner)) => {
            let (message, after) = (&inner.message, inner.location.file);
            Err(extended_data_fault(
                inner.class,
                format!("expected an object at offset {offset}, found a fault ({message}) at object byte {after}"),
            ))
        }
        // Reading from memory cannot fail.
        Err(other) => Err(extended_data_fault(Class::Truncated, other.to_string())),
    }
}

/// Returns the fault of a symbol whose flag and offset contradict each other.
pub(super) fn contradiction_fault() -> Fault {
    let message = "the flag states extended data, but the offset states none";
    Fault::new(&registry::EXTENDED_DATA_DENIED, Symbol::EXTENDED_DATA, message.to_owned())
}

fn extended_data_fault(class: Class, message: String) -> Fault {
    Fault { field: Symbol::EXTENDED_DATA, rule: &registry::EXTENDED_DATA, class, message }
}
