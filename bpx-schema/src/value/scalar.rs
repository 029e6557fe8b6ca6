use super::decode_text;
use crate::codec::{F16, fixed_point_value};
use crate::schema::{DigitForm, DigitKind, Endian, TextForm, Type};

/// A value without parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LeafValue<'a> {
    /// An integer of any width and sign.
    Int(i128),
    /// A 4-byte float, or the value of a 2-byte float.
    F32(f32),
    /// An 8-byte float, or the value of a fixed-point number.
    F64(f64),
    /// Raw bytes.
    Bytes(&'a [u8]),
    /// A text without its terminator.
    Text(&'a [u8]),
    /// A text in an encoding, with its padding, without its terminator.
    Encoded(TextForm, &'a [u8]),
    /// A number in digits, with the bytes that fill it.
    Digits(DigitForm, &'a [u8]),
    /// A list of numbers.
    Numbers(NumberList<'a>),
}

/// A list of numbers of one type, as stored.
#[derive(Debug, Clone, Copy)]
pub struct NumberList<'a> {
    /// Size in bytes of one number.
    pub size: usize,
    /// The type of one number.
    ty: NumberType,
    /// The bytes of all numbers.
    pub bytes: &'a [u8],
}

impl PartialEq for NumberList<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> NumberList<'a> {
    /// Returns the numbers of a type that are in bytes; `None` for a type that is not a number of fixed size.
    #[must_use]
    pub fn from_bytes(ty: &Type, bytes: &'a [u8]) -> Option<Self> {
        let size = usize::try_from(ty.fixed_size()?).ok()?;
        Some(Self { size, ty: NumberType::from_type(ty)?, bytes })
    }

    /// Returns the number at an index.
    #[cfg(feature = "interpret")]
    pub(crate) fn number_at(self, index: usize) -> Option<LeafValue<'static>> {
        self.bytes.chunks_exact(self.size.max(1)).nth(index).map(|bytes| self.ty.read(bytes))
    }

    /// Returns the same numbers from equal bytes at another address.
    #[cfg(feature = "interpret")]
    pub(crate) fn with_bytes(self, bytes: &[u8]) -> NumberList<'_> {
        NumberList { size: self.size, ty: self.ty, bytes }
    }

    /// Returns an iterator over the numbers.
    pub fn iter(self) -> impl ExactSizeIterator<Item = LeafValue<'static>> + 'a {
        self.bytes.chunks_exact(self.size.max(1)).map(move |bytes| self.ty.read(bytes))
    }
}

/// The type of a number of fixed size.
#[derive(Debug, Clone, Copy)]
enum NumberType {
    Int { signed: bool, endian: Endian },
    F32(Endian),
    F64(Endian),
    FixedPoint { signed: bool, fraction: u8, endian: Endian },
    Digits(DigitForm),
}

impl NumberType {
    fn from_type(ty: &Type) -> Option<Self> {
        Some(match *ty {
            Type::Int { signed, endian, .. } => Self::Int { signed, endian },
            Type::Float { size: 2 | 4, endian } => Self::F32(endian),
            Type::Float { endian, .. } => Self::F64(endian),
            Type::FixedPoint { signed, fraction, endian, .. } => Self::FixedPoint { signed, fraction, endian },
            Type::Digits { form, .. } => Self::Digits(form),
            Type::Varint { .. } | Type::CString | Type::Named { .. } => return None,
        })
    }

    fn read(self, bytes: &[u8]) -> LeafValue<'static> {
        match self {
            Self::Int { signed, endian } => LeafValue::Int(read_int(bytes, signed, endian)),
            Self::F32(endian) => LeafValue::F32(f32_of(bytes, endian)),
            Self::F64(endian) => LeafValue::F64(f64_of(bytes, endian)),
            Self::FixedPoint { signed, fraction, endian } => {
                LeafValue::F64(fixed_point_value(read_int(bytes, signed, endian), fraction.into()))
            }
            Self::Digits(form) => LeafValue::Int(digits_value(form, bytes)),
        }
    }
}

/// Returns the value of a number in digits for expressions; -1 if the digits are not a number.
fn digits_value(form: DigitForm, bytes: &[u8]) -> i128 {
    form.read_number(bytes).map_or(-1, i128::from)
}

/// Returns up to eight bytes as one number. The most significant byte comes first.
fn fold_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0, |number, byte| (number << 8) | u64::from(byte))
}

/// Returns up to eight bytes as one number.
#[inline]
pub(crate) fn read_unsigned(bytes: &[u8], endian: Endian) -> u64 {
    macro_rules! whole {
        ($bytes:expr, $ty:ty) => {
            u64::from(match endian {
                Endian::Little => <$ty>::from_le_bytes($bytes),
                Endian::Big => <$ty>::from_be_bytes($bytes),
            })
        };
    }
    match *bytes {
        [a] => return u64::from(a),
        [a, b] => return whole!([a, b], u16),
        [a, b, c, d] => return whole!([a, b, c, d], u32),
        [a, b, c, d, e, f, g, h] => return whole!([a, b, c, d, e, f, g, h], u64),
        _ => {}
    }
    match endian {
        Endian::Little => fold_bytes(bytes.iter().rev().copied()),
        Endian::Big => fold_bytes(bytes.iter().copied()),
    }
}

/// Returns an integer of up to eight bytes. The caller must not pass more bytes, because these would count too.
#[must_use]
pub(crate) fn read_int(bytes: &[u8], signed: bool, endian: Endian) -> i128 {
    let raw = read_unsigned(bytes, endian);
    match bytes.len() {
        size @ 1..=8 if signed => {
            let unused = 64 - 8 * size;
            i128::from((raw << unused).cast_signed() >> unused)
        }
        _ => i128::from(raw),
    }
}

/// Returns a float of 2 or 4 bytes.
fn f32_of(bytes: &[u8], endian: Endian) -> f32 {
    match bytes.len() {
        2 => F16::from_bits(read_unsigned(bytes, endian) as u16).value(),
        _ => f32::from_bits(read_unsigned(bytes, endian) as u32),
    }
}

/// Returns a float of 8 bytes.
fn f64_of(bytes: &[u8], endian: Endian) -> f64 {
    f64::from_bits(read_unsigned(bytes, endian))
}

impl<'a> LeafValue<'a> {
    /// Reads one value of a type; returns `None` for a type with parts or without a fixed size.
    #[must_use]
    pub fn from_bytes(ty: &Type, bytes: &[u8]) -> Option<LeafValue<'static>> {
        Some(NumberType::from_type(ty)?.read(bytes))
    }

    /// Reads a list of values of a type.
    #[must_use]
    pub fn list_from_bytes(ty: &Type, bytes: &'a [u8]) -> Option<Self> {
        if ty.is_byte() {
            return Some(Self::Bytes(bytes));
        }
        NumberList::from_bytes(ty, bytes).map(Self::Numbers)
    }

    /// Returns the index, the offset in bytes and the value of each element; no elements for a single value.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (u64, u64, LeafValue<'static>)> + 'a {
        let (bytes, numbers) = match *self {
            Self::Bytes(bytes) => (bytes, None),
            Self::Numbers(numbers) => (&[][..], Some(numbers)),
            _ => (&[][..], None),
        };
        let size = numbers.map_or(1, |numbers| numbers.size as u64);
        let bytes = bytes.iter().map(|byte| LeafValue::Int(i128::from(*byte)));
        let all = bytes.chain(numbers.into_iter().flat_map(NumberList::iter));
        (0_u64..).zip(all).map(move |(index, element)| (index, index * size, element))
    }

    /// Returns the integer, if the value is an integer.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Digits(form, bytes) => Some(digits_value(*form, bytes)),
            _ => None,
        }
    }
}

impl std::fmt::Display for LeafValue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// The maximum number of listed bytes or numbers. The text states only the number of the others.
        const LISTED: usize = 24;
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Text(bytes) => {
                f.write_str("\"")?;
                // Most texts need no escapes, and are faster to write whole.
                if let Some(text) = plain_text(bytes) {
                    f.write_str(text)?;
                    return f.write_str("\"");
                }
                for chunk in bytes.utf8_chunks() {
                    write_escaped(chunk.valid(), f)?;
                    write!(f, "{}", chunk.invalid().escape_ascii())?;
                }
                f.write_str("\"")
            }
            Self::Encoded(form, bytes) => match decode_text(*form, bytes) {
                Ok(text) => {
                    f.write_str("\"")?;
                    write_escaped(&text, f)?;
                    f.write_str("\"")
                }
                Err(_) => write!(f, "{}", LeafValue::Bytes(bytes)),
            },
            Self::Digits(form, bytes) => match form.read_number(bytes) {
                Some(value) => write!(f, "{value}"),
                None if form.digits == DigitKind::Bcd => write!(f, "{}", LeafValue::Bytes(bytes)),
                None => write!(f, "\"{}\"", bytes.escape_ascii()),
            },
            Self::Bytes(bytes) if bytes.len() > LISTED => write!(f, "{} bytes", bytes.len()),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Numbers(numbers) if numbers.iter().len() > LISTED => {
                write!(f, "{} numbers", numbers.iter().len())
            }
            Self::Numbers(numbers) => {
                f.write_str("[")?;
                for (at, value) in numbers.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// Writes a text without quotation marks. An apostrophe needs no escape in them.
fn write_escaped(text: &str, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    for (place, part) in text.split('\'').enumerate() {
        f.write_str(if place == 0 { "" } else { "'" })?;
        write!(f, "{}", part.escape_debug())?;
    }
    Ok(())
}

/// Bytes of a signature. They are shown as characters of ASCII, and other bytes as hexadecimal numbers, whether or not the
/// bytes form a text.
pub(crate) struct SignatureBytes<'a>(pub(crate) &'a [u8]);

impl std::fmt::Display for SignatureBytes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("\"")?;
        for (place, part) in self.0.split(|byte| *byte == b'\'').enumerate() {
            f.write_str(if place == 0 { "" } else { "'" })?;
            write!(f, "{}", part.escape_ascii())?;
        }
        f.write_str("\"")
    }
}

/// Returns the text if all of its bytes are printable ASCII characters that need no escape in quotation marks.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    std::str::from_utf8(bytes).ok().filter(|_| bytes.iter().all(is_plain))
}
