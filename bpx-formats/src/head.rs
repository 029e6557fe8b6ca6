//! Reads numbers from the first bytes of a file, before the file is decoded.

use bpx_schema::codec::FieldRef;

/// Returns the number in a field of a header; all formats here store the low byte first.
pub(crate) fn number_at(field: FieldRef, head: &[u8]) -> Option<u32> {
    let bytes = field.bytes_in(head)?;
    let mut number = [0; size_of::<u32>()];
    number.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u32::from_le_bytes(number))
}
