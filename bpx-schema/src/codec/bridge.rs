//! Implements binrw's traits for our types, so that our types can be fields of binrw's types (D-153).

use super::stream::PIECE;
use super::{Codec, DecodeOwned, Decoder, Encoder, Fixed};
use crate::budget::Budget;
use crate::limits::Limits;
use crate::report::{Class, Error, Result};
use crate::schema::{Endian, Expr, Field, Length, Structure};
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

/// A stream to read, of any type, so that the code for streams exists once.
trait InputStream: Read + Seek {}
impl<S: Read + Seek> InputStream for S {}

/// A stream to write, of any type.
trait OutputStream: Write + Seek {}
impl<S: Write + Seek> OutputStream for S {}

/// Implements binrw's reading for any structure. Decodes a prefix of the rest of the stream, and makes the prefix four
/// times as long while it is too short.
///
/// # Errors
/// Returns the errors of decoding as binrw's custom errors. After such an error, the position of the stream is
/// unchanged.
pub fn bin_read<T: DecodeOwned, R: Read + Seek>(reader: &mut R, args: T::Args) -> BinResult<T> {
    let mut value = None;
    let start = read_prefix(reader, T::schema(), &mut |d| {
        value = Some(T::decode(d, args)?);
        Ok(())
    })?;
    value.ok_or(BinError::NoVariantMatch { pos: start })
}

/// Calls a function with a prefix of the rest of a stream, until the prefix is long enough for the function. Returns the
/// position at which the prefix begins.
fn read_prefix(
    reader: &mut dyn InputStream,
    schema: &'static Structure,
    decode: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
) -> BinResult<u64> {
    let start = reader.stream_position()?;
    // The position of a stream may lie after its end, where nothing is left.
    let size = reader.seek(SeekFrom::End(0))?.saturating_sub(start);
    reader.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let mut missing = if open_ended(schema) { size } else { PIECE as u64 };
    loop {
        let came = Read::take(&mut *reader, missing).read_to_end(&mut bytes)?;
        // A stream may end before the size that it states.
        let whole = bytes.len() as u64 >= size || (came as u64) < missing;
        let budget = Budget::new(Limits::default(), bytes.len() as u64);
        let mut d = Decoder::new(&bytes, &budget);
        match decode(&mut d) {
            Ok(()) => {
                reader.seek(SeekFrom::Start(start + d.position()))?;
                return Ok(start);
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
fn open_ended(structure: &'static Structure) -> bool {
    // A truncated tag does not match.
    let is_open = |field: &Field| {
        let count = field.len.as_ref().and_then(Length::expr);
        let decides = field.when.iter().chain(count).any(Expr::needs_space);
        decides || field.len == Some(Length::Rest) || field.region.is_some() || field.is_tag()
    };
    super::reach::any_field(structure, is_open)
}

/// Implements binrw's writing for any structure.
///
/// # Errors
/// Returns the errors of encoding as binrw's custom errors. After such an error, nothing is written.
pub fn bin_write<T: Codec, W: Write + Seek>(value: &T, writer: &mut W, args: T::Args) -> BinResult<()> {
    write_encoded(writer, &mut |e| value.encode(e, args))
}

/// Writes the bytes that a function encodes.
fn write_encoded(
    writer: &mut dyn OutputStream,
    encode: &mut dyn FnMut(&mut Encoder<'_>) -> Result<()>,
) -> BinResult<()> {
    let mut bytes = Vec::new();
    match encode(&mut Encoder::new(&mut bytes)) {
        Ok(()) => Ok(writer.write_all(&bytes)?),
        Err(error) => Err(bin_error(writer.stream_position()?, error)),
    }
}
