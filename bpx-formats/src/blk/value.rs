use super::{Param, ParamType};

/// A value of a parameter. Strings are borrowed from the document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Bytes without a NUL.
    String(&'a [u8]),
    /// A signed 32-bit integer.
    Int(i32),
    /// A 32-bit IEEE 754 float.
    Float(f32),
    /// Two floats.
    Float2([f32; 2]),
    /// Three floats.
    Float3([f32; 3]),
    /// Four floats.
    Float4([f32; 4]),
    /// Two integers.
    Int2([i32; 2]),
    /// Three integers.
    Int3([i32; 3]),
    /// A truth value.
    Bool(bool),
    /// Red, green, blue, alpha.
    Color([u8; 4]),
    /// A matrix with four columns of three floats.
    Matrix([[f32; 3]; 4]),
    /// A signed 64-bit integer.
    Long(i64),
    /// Four integers.
    Int4([i32; 4]),
}

impl<'a> Value<'a> {
    /// Returns the type of the value.
    #[must_use]
    pub fn kind(&self) -> ParamType {
        match self {
            Self::String(_) => ParamType::String,
            Self::Int(_) => ParamType::Int,
            Self::Float(_) => ParamType::Float,
            Self::Float2(_) => ParamType::Float2,
            Self::Float3(_) => ParamType::Float3,
            Self::Float4(_) => ParamType::Float4,
            Self::Int2(_) => ParamType::Int2,
            Self::Int3(_) => ParamType::Int3,
            Self::Bool(_) => ParamType::Bool,
            Self::Color(_) => ParamType::Color,
            Self::Matrix(_) => ParamType::Matrix,
            Self::Long(_) => ParamType::Long,
            Self::Int4(_) => ParamType::Int4,
        }
    }

    /// Returns whether both values have the same bits, so that NaN equals itself and -0 differs from 0.
    #[must_use]
    pub fn is_identical_to(&self, other: &Self) -> bool {
        let bits = |value: &Self| {
            let (mut words, mut payload) = (0, Vec::new());
            if let Self::String(_) = value {
            } else if let Some(word) = value.inline_word() {
                words = word;
            } else {
                value.put_payload(&mut payload);
            }
            (words, payload)
        };
        match (self, other) {
            (Self::String(a), Self::String(b)) => a == b,
            _ => self.kind() == other.kind() && bits(self) == bits(other),
        }
    }

    /// Reads the value of a checked record, except strings. `payload` begins at the offset of the value.
    #[inline]
    pub(super) fn read(kind: ParamType, param: Param, payload: &'a [u8]) -> Self {
        match kind {
            ParamType::String => Self::String(payload),
            ParamType::Int => Self::Int(param.value.cast_signed()),
            ParamType::Float => Self::Float(f32::from_bits(param.value)),
            ParamType::Bool => Self::Bool(param.value & 0xFF != 0),
            ParamType::Color => {
                let [blue, green, red, alpha] = param.value.to_le_bytes();
                Self::Color([red, green, blue, alpha])
            }
            ParamType::Float2 => Self::Float2(read_floats(payload)),
            ParamType::Float3 => Self::Float3(read_floats(payload)),
            ParamType::Float4 => Self::Float4(read_floats(payload)),
            ParamType::Int2 => Self::Int2(read_ints(payload)),
            ParamType::Int3 => Self::Int3(read_ints(payload)),
            ParamType::Int4 => Self::Int4(read_ints(payload)),
            ParamType::Long => {
                let [low, high] = read_ints(payload).map(i32::cast_unsigned);
                Self::Long((u64::from(low) | u64::from(high) << 32).cast_signed())
            }
            ParamType::Matrix => {
                let [a, b, c, d, e, f, g, h, i, j, k, l] = read_floats(payload);
                Self::Matrix([[a, b, c], [d, e, f], [g, h, i], [j, k, l]])
            }
        }
    }

    /// Returns the word that the record holds if the value needs no payload.
    pub(super) fn inline_word(&self) -> Option<u32> {
        match *self {
            Self::Int(value) => Some(value.cast_unsigned()),
            Self::Float(value) => Some(value.to_bits()),
            Self::Bool(value) => Some(u32::from(value)),
            Self::Color([red, green, blue, alpha]) => Some(u32::from_le_bytes([blue, green, red, alpha])),
            _ => None,
        }
    }

    /// Writes the bytes that the value has in the payload.
    pub(super) fn put_payload(&self, out: &mut Vec<u8>) {
        fn put_ints(out: &mut Vec<u8>, values: &[i32]) {
            values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
        }
        fn put_floats(out: &mut Vec<u8>, values: &[f32]) {
            values.iter().for_each(|value| out.extend_from_slice(&value.to_bits().to_le_bytes()));
        }
        match self {
            Self::String(bytes) => {
                out.extend_from_slice(bytes);
                out.push(0);
            }
            Self::Float2(values) => put_floats(out, values),
            Self::Float3(values) => put_floats(out, values),
            Self::Float4(values) => put_floats(out, values),
            Self::Matrix(values) => put_floats(out, values.as_flattened()),
            Self::Int2(values) => put_ints(out, values),
            Self::Int3(values) => put_ints(out, values),
            Self::Int4(values) => put_ints(out, values),
            Self::Long(value) => out.extend_from_slice(&value.to_le_bytes()),
            Self::Int(_) | Self::Float(_) | Self::Bool(_) | Self::Color(_) => {}
        }
    }
}

/// Returns the integers at the beginning of the payload. Missing bytes read as zeros, but a check has excluded them.
#[inline]
fn read_ints<const N: usize>(payload: &[u8]) -> [i32; N] {
    let mut words = payload.as_chunks::<4>().0.iter();
    std::array::from_fn(|_| words.next().map_or(0, |word| i32::from_le_bytes(*word)))
}

#[inline]
fn read_floats<const N: usize>(payload: &[u8]) -> [f32; N] {
    read_ints(payload).map(|bits| f32::from_bits(bits.cast_unsigned()))
}
