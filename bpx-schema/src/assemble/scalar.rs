//! Values without parts.

use super::Assembler;
use super::given::Given;
use crate::codec::{Uleb, max_size, write_varint};
use crate::json::{JsonRef, f32_from_json, f64_from_json, int_from_json, padded_from_json, text_from_json};
use crate::report::{Class, Result};
use crate::schema::{BitField, Codes, CodesLink, Endian, Field, Structure, Type};
use crate::value::bytes_from_hex;

/// What is wanted where a text belongs.
pub(super) const TEXT: &str = "a text, or {\"hex\": its bytes}";

/// A whole number: as it is, in digits, by name, or as a list of flags.
pub(super) fn int_of(json: JsonRef<'_>, codes: Option<&Codes>) -> Option<i128> {
    let named = |name: &str| {
        let code = codes?.codes.named(name)?;
        Some(i128::from(code.value))
    };
    if json.is_object() {
        return codes.and_then(|_| int_from_json(json.get("raw")?));
    }
    match json.as_array().filter(|_| codes.is_some_and(|codes| codes.flags)) {
        // A list in the list would be no flag.
        Some(mut flags) => {
            flags.try_fold(0, |bits, flag| Some(bits | int_of(Some(flag).filter(|flag| !flag.is_array())?, codes)?))
        }
        None => json.as_str().and_then(named).or_else(|| int_from_json(json)),
    }
}

fn wanted(codes: Option<&Codes>, low: i128, high: i128) -> String {
    match codes {
        Some(codes) if codes.flags => format!("a list of flags of {}, or a number from {low} to {high}", codes.name),
        Some(codes) => format!("a name of {}, or a number from {low} to {high}", codes.name),
        None => format!("a whole number from {low} to {high}"),
    }
}

/// Least and greatest number of so many bits, at most 64.
fn limits(bits: u32, signed: bool) -> (i128, i128) {
    let all = 1_i128 << bits.min(64);
    if signed { (-all / 2, all / 2 - 1) } else { (0, all - 1) }
}

impl Assembler<'_> {
    /// A number, or a text.
    pub(super) fn scalar(&mut self, field: &Field, json: JsonRef<'_>) -> Result<()> {
        let codes = field.codes.as_ref().map(CodesLink::get);
        match field.ty {
            Type::Int { size, signed, endian } => {
                let (low, high) = limits(8 * u32::from(size), signed);
                let number = self.int_between(json, codes, low, high)?;
                self.number(number, size, endian);
            }
            Type::Float { size: 4, endian } => {
                let value = f32_from_json(json).ok_or_else(|| self.unexpected(FLOAT32, json))?;
                self.number(i128::from(value.to_bits()), 4, endian);
            }
            Type::Float { endian, .. } => {
                let value = f64_from_json(json).ok_or_else(|| self.unexpected(FLOAT64, json))?;
                self.number(i128::from(value.to_bits()), 8, endian);
            }
            Type::Varint { bits } => {
                let (low, high) = limits(u32::from(bits), false);
                let (json, size) = padded_from_json(json).map_or((json, None), |(json, size)| (json, Some(size)));
                let number = self.int_between(json, codes, low, high)?;
                self.varint(number, bits, size)?;
            }
            Type::CString => self.text(json)?,
            Type::Named { .. } => return Err(self.unexpected("a structure", json)),
        }
        Ok(())
    }

    /// A computed number.
    pub(super) fn computed(&mut self, field: &Field, number: i128) -> Result<()> {
        let (low, high) = match field.ty {
            Type::Int { size, signed, .. } => limits(8 * u32::from(size), signed),
            Type::Varint { bits } => limits(u32::from(bits), false),
            _ => return Err(self.fault(Class::Inconsistent, "only whole numbers are computed")),
        };
        if !(low..=high).contains(&number) {
            return Err(self.fault(Class::Overflow, format!("the computed {number} is not between {low} and {high}")));
        }
        match field.ty {
            Type::Int { size, endian, .. } => self.number(number, size, endian),
            Type::Varint { bits } => self.varint(number, bits, None)?,
            _ => {}
        }
        Ok(())
    }

    fn int_between(&self, json: JsonRef<'_>, codes: Option<&Codes>, low: i128, high: i128) -> Result<i128> {
        let number = int_of(json, codes).ok_or_else(|| self.unexpected(&wanted(codes, low, high), json))?;
        if (low..=high).contains(&number) {
            return Ok(number);
        }
        Err(self.fault(Class::OutOfRange, format!("expected {}, found {number}", wanted(codes, low, high))))
    }

    fn number(&mut self, number: i128, size: u8, endian: Endian) {
        let mut bytes: Vec<u8> = number.to_le_bytes().into_iter().take(usize::from(size)).collect();
        if endian == Endian::Big {
            bytes.reverse();
        }
        self.out.extend(bytes);
    }

    /// A variable-length number of so many bits, in its shortest encoding or in so many bytes.
    fn varint(&mut self, number: i128, bits: u8, size: Option<u64>) -> Result<()> {
        let message = || self.fault(Class::Overflow, format!("{number} needs more than {bits} bits"));
        let number = Uleb::new(u64::try_from(number).map_err(|_| message())?);
        let (least, most) = (number.size(), max_size(bits));
        let size = size.map_or(Some(least), |size| usize::try_from(size).ok());
        let size = size.filter(|size| (least..=most).contains(size)).ok_or_else(|| {
            let message = format!("expected a size of {least} to {most} bytes, for the number {}", number.value());
            self.fault(Class::OutOfRange, message)
        })?;
        write_varint(number.value(), size, &mut self.out);
        Ok(())
    }

    fn text(&mut self, json: JsonRef<'_>) -> Result<()> {
        let bytes = text_from_json(json).ok_or_else(|| self.unexpected(TEXT, json))?;
        if bytes.contains(&0) {
            return Err(self.fault(Class::BadText, "expected a text without NUL, which would end it"));
        }
        self.out.extend(bytes);
        self.out.push(0);
        Ok(())
    }

    /// Raw bytes; their number.
    pub(super) fn bytes(&mut self, json: JsonRef<'_>) -> Result<u64> {
        let bytes = json.as_str().and_then(bytes_from_hex);
        let bytes = bytes.ok_or_else(|| self.unexpected("bytes in hexadecimal", json))?;
        self.out.extend(&bytes);
        Ok(bytes.len() as u64)
    }

    /// Bit fields, in the bytes of their structure.
    pub(super) fn bits(
        &mut self,
        structure: &Structure,
        fields: &[BitField],
        json: JsonRef<'_>,
        given: &[Given],
    ) -> Result<()> {
        let object = self.object(structure, json)?;
        let known: Vec<_> = fields.iter().map(|field| (&*field.name, true)).collect();
        self.known_keys(object, &structure.name, &known)?;
        let size = structure.size.and_then(|size| usize::try_from(size).ok());
        let mut bytes = vec![0_u8; size.ok_or_else(|| self.fault(Class::Inconsistent, "bit fields without a size"))?];
        for field in fields {
            let bit = || -> Result<u128> {
                // Of 128 bits, a signed number holds 127.
                let high = 1_i128.checked_shl(u32::from(field.bits)).map_or(i128::MAX, |above| above.wrapping_sub(1));
                if let Some((_, value)) = given.iter().find(|(name, _)| *name == field.name) {
                    let fits = (0..=high).contains(value);
                    let message =
                        || self.fault(Class::Overflow, format!("the computed {value} is not between 0 and {high}"));
                    return if fits { Ok(value.unsigned_abs()) } else { Err(message()) };
                }
                let json = object.get(&field.name).ok_or_else(|| self.fault(Class::Missing, "expected a number"))?;
                let codes = field.codes.as_ref().map(CodesLink::get);
                self.int_between(json, codes, 0, high).map(i128::unsigned_abs)
            };
            let value = bit().map_err(|error| error.in_field(&field.name))?;
            field.place().put(value, &mut bytes);
        }
        self.out.extend(bytes);
        Ok(())
    }
}

const FLOAT32: &str = "a number of 4 bytes, or {\"bits\": \"0x\" and 8 digits}";
const FLOAT64: &str = "a number of 8 bytes, or {\"bits\": \"0x\" and 16 digits}";
