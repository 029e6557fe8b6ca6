use super::decode_text;
use crate::codec::{F16, fixed_point_value};
use crate::schema::{DigitForm, DigitKind, Endian, TextForm, Type};

/// A value without parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// An integer of any width and sign.
    Int(i128),
    /// A number of 4 bytes, or one of 2 bytes as one of 4.
    F32(f32),
    /// A number of 8 bytes.
    F64(f64),
    /// Raw bytes.
    Bytes(&'a [u8]),
    /// A text without its terminator.
    Text(&'a [u8]),
    /// A text in an encoding, with its padding, without its terminator.
    Encoded(TextForm, &'a [u8]),
    /// Digits of a number, with their filling.
    Digits(DigitForm, &'a [u8]),
    /// Several numbers.
    Numbers(Numbers<'a>),
}

/// Several numbers of one type, as stored.
#[derive(Debug, Clone, Copy)]
pub struct Numbers<'a> {
    /// Size in bytes of one number.
    pub size: usize,
    /// The type of one number.
    ty: NumberType,
    /// Their bytes.
    pub bytes: &'a [u8],
}

impl PartialEq for Numbers<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> Numbers<'a> {
    /// Returns the numbers of this type in bytes; `None` for a type that is not a number of fixed size.
    #[must_use]
    pub fn of(ty: &Type, bytes: &'a [u8]) -> Option<Self> {
        let size = usize::try_from(ty.fixed_size()?).ok()?;
        Some(Self { size, ty: NumberType::of(ty)?, bytes })
    }

    /// Returns the number at an index.
    #[cfg(feature = "interpret")]
    pub(crate) fn at(self, index: usize) -> Option<Value<'static>> {
        self.bytes.chunks_exact(self.size.max(1)).nth(index).map(|bytes| self.ty.read(bytes))
    }

    /// Returns the same numbers in other bytes, which are equal.
    #[cfg(feature = "interpret")]
    pub(crate) fn moved(self, bytes: &[u8]) -> Numbers<'_> {
        Numbers { size: self.size, ty: self.ty, bytes }
    }

    /// Returns the numbers.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value<'static>> + 'a {
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
    fn of(ty: &Type) -> Option<Self> {
        Some(match *ty {
            Type::Int { signed, endian, .. } => Self::Int { signed, endian },
            Type::Float { size: 2 | 4, endian } => Self::F32(endian),
            Type::Float { endian, .. } => Self::F64(endian),
            Type::FixedPoint { signed, fraction, endian, .. } => Self::FixedPoint { signed, fraction, endian },
            Type::Digits { form, .. } => Self::Digits(form),
            Type::Varint { .. } | Type::CString | Type::Named { .. } => return None,
        })
    }

    fn read(self, bytes: &[u8]) -> Value<'static> {
        match self {
            Self::Int { signed, endian } => Value::Int(int(bytes, signed, endian)),
            Self::F32(endian) => Value::F32(f32_of(bytes, endian)),
            Self::F64(endian) => Value::F64(f64_of(bytes, endian)),
            Self::FixedPoint { signed, fraction, endian } => {
                Value::F64(fixed_point_value(int(bytes, signed, endian), fraction.into()))
            }
            Self::Digits(form) => Value::Int(digits_value(form, bytes)),
        }
    }
}

/// Returns the number of digits for expressions: -1 if they are not a number.
fn digits_value(form: DigitForm, bytes: &[u8]) -> i128 {
    form.value(bytes).map_or(-1, i128::from)
}

/// Returns up to eight bytes as one number, most significant first.
fn fold(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0, |number, byte| (number << 8) | u64::from(byte))
}

/// Returns up to eight bytes as one number.
#[inline]
pub(crate) fn unsigned(bytes: &[u8], endian: Endian) -> u64 {
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
        Endian::Little => fold(bytes.iter().rev().copied()),
        Endian::Big => fold(bytes.iter().copied()),
    }
}

/// Returns an integer of up to eight bytes; surplus bytes count too, so callers pass the right number.
#[must_use]
pub(crate) fn int(bytes: &[u8], signed: bool, endian: Endian) -> i128 {
    let raw = unsigned(bytes, endian);
    match bytes.len() {
        size @ 1..=8 if signed => {
            let unused = 64 - 8 * size;
            i128::from((raw << unused).cast_signed() >> unused)
        }
        _ => i128::from(raw),
    }
}

/// Returns a number of 2 or 4 bytes.
fn f32_of(bytes: &[u8], endian: Endian) -> f32 {
    match bytes.len() {
        2 => F16::from_bits(unsigned(bytes, endian) as u16).value(),
        _ => f32::from_bits(unsigned(bytes, endian) as u32),
    }
}

/// Returns a number of 8 bytes.
fn f64_of(bytes: &[u8], endian: Endian) -> f64 {
    f64::from_bits(unsigned(bytes, endian))
}

impl<'a> Value<'a> {
    /// Reads one element of this type; `None` for types with parts or without a fixed size.
    #[must_use]
    pub fn of(ty: &Type, bytes: &[u8]) -> Option<Value<'static>> {
        Some(NumberType::of(ty)?.read(bytes))
    }

    /// Reads several elements of this type.
    #[must_use]
    pub fn many(ty: &Type, bytes: &'a [u8]) -> Option<Self> {
        if ty.is_byte() {
            return Some(Self::Bytes(bytes));
        }
        Numbers::of(ty, bytes).map(Self::Numbers)
    }

    /// Returns index, offset in bytes and value of each element; nothing for a single value.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (u64, u64, Value<'static>)> + 'a {
        let (bytes, numbers) = match *self {
            Self::Bytes(bytes) => (bytes, None),
            Self::Numbers(numbers) => (&[][..], Some(numbers)),
            _ => (&[][..], None),
        };
        let size = numbers.map_or(1, |numbers| numbers.size as u64);
        let bytes = bytes.iter().map(|byte| Value::Int(i128::from(*byte)));
        let all = bytes.chain(numbers.into_iter().flat_map(Numbers::iter));
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

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Maximum number of bytes or numbers that are listed; more are counted.
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
                    write!(f, "{}{}", chunk.valid().escape_debug(), chunk.invalid().escape_ascii())?;
                }
                f.write_str("\"")
            }
            Self::Encoded(form, bytes) => match decode_text(*form, bytes) {
                Ok(text) => write!(f, "\"{}\"", text.escape_debug()),
                Err(_) => write!(f, "{}", Value::Bytes(bytes)),
            },
            Self::Digits(form, bytes) => match form.value(bytes) {
                Some(value) => write!(f, "{value}"),
                None if form.digits == DigitKind::Bcd => write!(f, "{}", Value::Bytes(bytes)),
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

/// Returns a text of printable ASCII characters that are not escaped in quotes.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\'' | b'\\');
    std::str::from_utf8(bytes).ok().filter(|_| bytes.iter().all(is_plain))
}
