//! Implements binrw's traits for our types, so that our types can be fields of binrw's types (D-153).

use super::stream::PIECE;
use super::{Codec, DecodeOwned, Encoder, Fixed};
use crate::budget::Budget;
use crate::limits::Limits;
use crate::report::{Class, Error};
use crate::schema::Endian;
use binrw::io::{Read, Seek, SeekFrom, Write};
use binrw::meta::EndianKind;
use binrw::{BinResult, Error as BinError};

/// The byte order that a declaration states.
pub mod order {
    use super::EndianKind;
    use binrw::Endian;

    /// The most significant byte first.
    pub const BIG: EndianKind = EndianKind::Endian(Endian::Big);
    /// The least significant byte first.
    pub const LITTLE: EndianKind = EndianKind::Endian(Endian::Little);
    /// The byte order of the enclosing type.
    pub const OPEN: EndianKind = EndianKind::None;
}

fn bin_error(position: u64, error: Error) -> BinError {
    match error {
        Error::Fault(finding) => BinError::Custom { pos: position, err: Box::new(finding.to_string()) },
        Error::Io { source, .. } => BinError::Io(source),
    }
}

/// Implements binrw's reading for a record with one read of the stream.
///
/// # Errors
/// Returns an error when the stream ends too early or fails.
pub fn bin_read_record<T: Fixed, R: Read + Seek, const N: usize>(reader: &mut R, _: [i128; 0]) -> BinResult<T> {
    let mut bytes = [0; N];
    if let Err(error) = reader.read_exact(&mut bytes) {
        return Err(BinError::Io(error));
    }
    Ok(T::get(&bytes, Endian::Little))
}

/// Implements binrw's writing for a record with one write to the stream.
///
/// # Errors
/// Returns an error when the stream fails.
pub fn bin_write_record<T: Fixed, W: Write + Seek, const N: usize>(
    value: &T,
    writer: &mut W,
    _: [i128; 0],
) -> BinResult<()> {
    let mut bytes = [0; N];
    value.put(&mut bytes, Endian::Little);
    Ok(writer.write_all(&bytes)?)
}

/// Implements binrw's reading for any structure. Decodes a prefix of the rest of the stream, and makes the prefix four
/// times as long while it is too short.
///
/// # Errors
/// Returns the errors of decoding as binrw's custom errors. After such an error, the position of the stream is
/// unchanged.
pub fn bin_read<T: DecodeOwned, R: Read + Seek>(reader: &mut R, args: T::Args) -> BinResult<T> {
    let start = reader.stream_position()?;
    // The position of a stream may lie after its end, where nothing is left.
    let size = reader.seek(SeekFrom::End(0))?.saturating_sub(start);
    reader.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let mut missing = if open_ended(T::schema()) { size } else { PIECE as u64 };
    loop {
        let came = reader.by_ref().take(missing).read_to_end(&mut bytes)?;
        // A stream may end before the size that it states.
        let whole = bytes.len() as u64 >= size || (came as u64) < missing;
        let budget = Budget::new(Limits::default(), bytes.len() as u64);
        let mut d = super::Decoder::new(&bytes, &budget);
        match T::decode(&mut d, args) {
            Ok(value) => {
                reader.seek(SeekFrom::Start(start + d.position()))?;
                return Ok(value);
            }
            Err(error) => {
                let short = error
                    .finding()
                    .is_some_and(|f| matches!(f.class, Class::Truncated | Class::Unterminated | Class::OutOfBounds));
                if whole || !short {
                    reader.seek(SeekFrom::Start(start))?;
                    return Err(bin_error(start, error));
                }
            }
        }
        // Four times as many bytes as before.
        missing = 3 * bytes.len() as u64;
    }
}

/// Returns whether a structure, or a structure in it, depends on the size of the surrounding bytes.
fn open_ended(structure: &'static crate::schema::Structure) -> bool {
    use crate::schema::Length;
    // A truncated tag does not match.
    let is_open =
        |field: &crate::schema::Field| field.len == Some(Length::Rest) || field.region.is_some() || field.is_tag();
    super::reach::any_field(structure, is_open)
}

/// Implements binrw's writing for any structure.
///
/// # Errors
/// Returns the errors of encoding as binrw's custom errors. After such an error, nothing is written.
pub fn bin_write<T: Codec, W: Write + Seek>(value: &T, writer: &mut W, args: T::Args) -> BinResult<()> {
    let mut bytes = Vec::new();
    let encoded = value.encode(&mut Encoder::new(&mut bytes), args);
    if let Err(error) = encoded {
        let position = writer.stream_position()?;
        return Err(bin_error(position, error));
    }
    Ok(writer.write_all(&bytes)?)
}
