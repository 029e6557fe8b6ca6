//! Writes values without parts, such as numbers and texts.

use super::Assembler;
use super::fields::FieldOwner;
use super::member_form::MemberForm;
use super::outer_member::OuterMember;
use crate::codec::{
    F16, fixed_point_value, no_width, number_bytes, parts_of, unfit_varint, varint_size, varint_sizes, write_varint,
};
use crate::json::{
    JsonRef, digits_from_json, encoded_from_json, f32_from_json, f64_from_json, int_from_json, padded_from_json,
    size_from_json, text_from_json,
};
use crate::report::{Class, Result};
use crate::schema::{
    BitField, Codes, CodesLink, DigitForm, Endian, Expr, Field, Structure, TextForm, Type, VarintForm,
};
use crate::value::bytes_from_hex;
use std::borrow::Cow;

/// The form of a text in JSON, for messages.
pub(super) const TEXT: &str = "a text, or {\"hex\": its bytes}";

/// Returns a whole number that JSON states as a number, in digits, by name, or as a list of flags.
pub(super) fn int_of(json: JsonRef<'_>, codes: Option<&Codes>) -> Option<i128> {
    let named = |name: &str| {
        let code = codes?.codes.find_by_name(name)?;
        Some(i128::from(code.value))
    };
    if json.is_object() {
        return codes.and_then(|_| int_from_json(json.get("raw")?));
    }
    match json.as_array().filter(|_| codes.is_some_and(|codes| codes.flags)) {
        // A nested list is not a flag.
        Some(mut flags) => {
            flags.try_fold(0, |bits, flag| Some(bits | int_of(Some(flag).filter(|flag| !flag.is_array())?, codes)?))
        }
        None => json.as_str().and_then(named).or_else(|| int_from_json(json)),
    }
}

fn describe_expected_number(codes: Option<&Codes>, low: i128, high: i128) -> String {
    match codes {
        Some(codes) if codes.flags => format!("a list of flags of {}, or a number from {low} to {high}", codes.name),
        Some(codes) => format!("a name of {}, or a number from {low} to {high}", codes.name),
        None => format!("a whole number from {low} to {high}"),
    }
}

/// Returns the smallest and the largest number of `bits` bits; `bits` is at most 64.
fn number_bounds(bits: u32, signed: bool) -> (i128, i128) {
    let all = 1_i128 << bits.min(64);
    if signed { (-all / 2, all / 2 - 1) } else { (0, all - 1) }
}

impl Assembler<'_> {
    /// Returns the type of a field, with the byte order and the width of its numbers.
    pub(super) fn field_type<'f>(&self, owner: FieldOwner<'_>, field: &'f Field) -> Result<Cow<'f, Type>> {
        let missing =
            |expr: &Expr| self.fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"));
        let ty = field.stored_type(&mut |expr| self.eval(owner, expr).ok_or_else(|| missing(expr)))?;
        ty.map_err(|width| self.fault(Class::Overflow, no_width(&field.ty, width)))
    }

    /// Writes a number or a text.
    pub(super) fn write_scalar(&mut self, owner: FieldOwner<'_>, field: &Field, json: JsonRef<'_>) -> Result<()> {
        let codes = field.codes.as_ref().map(CodesLink::get);
        match *self.field_type(owner, field)? {
            Type::Int { size, signed, endian } => {
                let (low, high) = number_bounds(8 * u32::from(size), signed);
                let number = self.int_between(json, codes, low, high)?;
                self.write_number(number, size, endian);
            }
            Type::Float { size: 2, endian } => {
                let value =
                    f32_from_json(json).and_then(F16::new).ok_or_else(|| self.unexpected_value(FLOAT16, json))?;
                self.write_number(i128::from(value.to_bits()), 2, endian);
            }
            Type::Float { size: 4, endian } => {
                let value = f32_from_json(json).ok_or_else(|| self.unexpected_value(FLOAT32, json))?;
                self.write_number(i128::from(value.to_bits()), 4, endian);
            }
            Type::Float { endian, .. } => {
                let value = f64_from_json(json).ok_or_else(|| self.unexpected_value(FLOAT64, json))?;
                self.write_number(i128::from(value.to_bits()), 8, endian);
            }
            Type::FixedPoint { size, signed, fraction, endian } => {
                let (low, high) = number_bounds(8 * u32::from(size), signed);
                let parts = f64_from_json(json).and_then(|value| parts_of(value, fraction.into()));
                let parts = parts.filter(|parts| (low..=high).contains(parts)).ok_or_else(|| {
                    let [low, high] = [low, high].map(|parts| fixed_point_value(parts, fraction.into()));
                    self.unexpected_value(&format!("a multiple of 2^-{fraction} from {low} to {high}"), json)
                })?;
                self.write_number(parts, size, endian);
            }
            Type::Digits { size, form } => self.write_digits((form, size.into()), codes, json)?,
            Type::Varint { bits, form } => {
                let (low, high) = form.range(bits).into_inner();
                let (json, size) = padded_from_json(json).map_or((json, None), |(json, size)| (json, Some(size)));
                let number = self.int_between(json, codes, low, high)?;
                self.write_sized_varint(number, (bits, form), size)?;
            }
            Type::CString => self.write_text(field, json)?,
            Type::Named { .. } => return Err(self.unexpected_value("a structure", json)),
        }
        Ok(())
    }

    /// Writes a computed number. A number of variable length has at least the size that the JSON states.
    pub(super) fn write_computed(&mut self, owner: FieldOwner<'_>, field: &Field, number: i128) -> Result<()> {
        let ty = self.field_type(owner, field)?;
        let (low, high) = match *ty {
            Type::Int { size, signed, .. } => number_bounds(8 * u32::from(size), signed),
            Type::Varint { bits, form } => form.range(bits).into_inner(),
            Type::Digits { size, form } => (0, form.greatest_number(size.into()).into()),
            _ => {
                return Err(self.fault(
                    Class::Inconsistent,
                    "expected a whole number as the type of a computed field, found another type",
                ));
            }
        };
        if !(low..=high).contains(&number) {
            return Err(
                self.fault(Class::Overflow, format!("expected a computed number from {low} to {high}, found {number}"))
            );
        }
        match *ty {
            Type::Int { size, endian, .. } => self.write_number(number, size, endian),
            Type::Varint { bits, form } => {
                let stated = owner.object.get(&field.name).and_then(size_from_json);
                let least = form.can_hold(number, bits).then(|| varint_size(number, form) as u64);
                // The number may have grown since the file was read.
                let size = stated.map(|size| size.max(least.unwrap_or(0)));
                self.write_sized_varint(number, (bits, form), size)?;
            }
            Type::Digits { size, form } => {
                let bytes = u64::try_from(number).ok().and_then(|number| form.digit_bytes(number, size.into()));
                self.out.extend(bytes.into_iter().flatten());
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes a number that the enclosing structure computes. If the JSON states digits with the same number, the
    /// digits are kept.
    pub(super) fn write_computed_member(&mut self, owner: FieldOwner<'_>, field: &Field, number: i128) -> Result<()> {
        let json = owner.object.get(&field.name);
        if let (Type::Digits { size, form }, Some((_, Some(bytes)))) = (&field.ty, json.and_then(digits_from_json))
            && bytes.len() == usize::from(*size)
            && form.read_number(&bytes).map(i128::from) == Some(number)
        {
            self.out.extend(bytes);
            return Ok(());
        }
        self.write_computed(owner, field, number)
    }

    /// Writes a number as `size` bytes of digits. The JSON states the bytes, or the rule of the form fills them.
    fn write_digits(
        &mut self,
        (form, size): (DigitForm, usize),
        codes: Option<&Codes>,
        json: JsonRef<'_>,
    ) -> Result<()> {
        let high = i128::from(form.greatest_number(size));
        let wanted = || {
            let form = form.description();
            format!(
                "{}, or {{\"number\": N, \"hex\": {size} bytes of {form}}}",
                describe_expected_number(codes, 0, high)
            )
        };
        let (number, bytes) = digits_from_json(json).ok_or_else(|| self.unexpected_value(&wanted(), json))?;
        let Some(bytes) = bytes else {
            let number = self.int_between(json, codes, 0, high)?;
            let bytes = u64::try_from(number).ok().and_then(|number| form.digit_bytes(number, size));
            self.out.extend(bytes.ok_or_else(|| self.unexpected_value(&wanted(), json))?);
            return Ok(());
        };
        let stated = number.map(|number| int_of(number, codes));
        if bytes.len() != size
            || stated.is_some_and(|stated| stated.is_none() || stated != form.read_number(&bytes).map(i128::from))
        {
            return Err(self.unexpected_value(&wanted(), json));
        }
        self.out.extend(bytes);
        Ok(())
    }

    fn int_between(&self, json: JsonRef<'_>, codes: Option<&Codes>, low: i128, high: i128) -> Result<i128> {
        let number = int_of(json, codes)
            .ok_or_else(|| self.unexpected_value(&describe_expected_number(codes, low, high), json))?;
        if (low..=high).contains(&number) {
            return Ok(number);
        }
        Err(self.fault(
            Class::OutOfRange,
            format!("expected {}, found {number}", describe_expected_number(codes, low, high)),
        ))
    }

    fn write_number(&mut self, number: i128, size: u8, endian: Endian) {
        self.out.extend(number_bytes(number, size, endian));
    }

    /// Writes a variable-length number of `bits` bits, in its shortest encoding or in `size` bytes.
    fn write_sized_varint(&mut self, number: i128, (bits, form): (u8, VarintForm), size: Option<u64>) -> Result<()> {
        if !form.can_hold(number, bits) {
            return Err(self.fault(Class::Overflow, unfit_varint(number, bits, form)));
        }
        let sizes = varint_sizes(number, bits, form);
        let (least, most) = (*sizes.start(), *sizes.end());
        let size = size.map_or(Some(least), |size| usize::try_from(size).ok());
        let size = size.filter(|size| sizes.contains(size)).ok_or_else(|| {
            let message = format!("expected a size from {least} to {most} bytes for the number {number}");
            self.fault(Class::OutOfRange, message)
        })?;
        write_varint(number, size, form, &mut self.out);
        Ok(())
    }

    fn write_text(&mut self, field: &Field, json: JsonRef<'_>) -> Result<()> {
        if let Some(form) = field.text_form() {
            let bytes = self.encoded_text(form, json, None)?;
            let unit = form.encoding.unit_size();
            if bytes.len() % unit != 0 || bytes.chunks(unit).any(|one| one.iter().all(|byte| *byte == 0)) {
                return Err(self.fault(Class::BadText, "expected a text without NUL, found a NUL"));
            }
            self.out.extend(bytes);
            self.out.extend(std::iter::repeat_n(0, unit));
            return Ok(());
        }
        let bytes = text_from_json(json).ok_or_else(|| self.unexpected_value(TEXT, json))?;
        if bytes.contains(&0) {
            return Err(self.fault(Class::BadText, "expected a text without NUL, found a NUL"));
        }
        self.out.extend(bytes);
        self.out.push(0);
        Ok(())
    }

    /// Returns the bytes of a text in its encoding, padded to a size.
    pub(super) fn encoded_text(&self, form: TextForm, json: JsonRef<'_>, size: Option<u64>) -> Result<Vec<u8>> {
        if let Some(size) = size.filter(|_| form.pad.is_some()) {
            // Refuses a size for which there is no memory, before the padding is made.
            let held = self.budget.hold_memory(size);
            let _ = held.map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()))?;
        }
        encoded_from_json(form, json, size).ok_or_else(|| {
            let name = form.encoding.name();
            let room = match (form.pad, size) {
                (Some(_), Some(size)) => format!(" that takes at most {size} bytes"),
                _ => String::new(),
            };
            self.unexpected_value(&format!("a text in {name}{room}, or {{\"hex\": its bytes}}"), json)
        })
    }

    /// Writes raw bytes. Returns their number.
    pub(super) fn write_bytes(&mut self, json: JsonRef<'_>) -> Result<u64> {
        let bytes = json.as_str().and_then(bytes_from_hex);
        let bytes = bytes.ok_or_else(|| self.unexpected_value("bytes in hexadecimal", json))?;
        self.out.extend(&bytes);
        Ok(bytes.len() as u64)
    }

    /// Writes bit fields into the bytes that their structure fills.
    pub(super) fn write_bit_fields(
        &mut self,
        structure: &Structure,
        fields: &[BitField],
        json: JsonRef<'_>,
        outer_members: &[OuterMember],
    ) -> Result<()> {
        let object = self.expect_object(structure, json)?;
        let known: Vec<_> = fields.iter().map(|field| (&*field.name, MemberForm::Value)).collect();
        self.check_known_keys(object, &structure.name, &known)?;
        let size = structure.size.and_then(|size| usize::try_from(size).ok());
        let mut bytes =
            vec![
                0_u8;
                size.ok_or_else(|| self
                    .fault(Class::Inconsistent, "expected a fixed size for a structure of bit fields, found none"))?
            ];
        for field in fields {
            let bit = || -> Result<u128> {
                // At most 127 bits, which a signed number holds.
                let high = 1_i128.checked_shl(u32::from(field.bits)).map_or(i128::MAX, |above| above.wrapping_sub(1));
                if let Some((_, value)) = outer_members.iter().find(|(name, _)| *name == field.name) {
                    let fits = (0..=high).contains(value);
                    let message = || {
                        self.fault(
                            Class::Overflow,
                            format!("expected a computed number from 0 to {high}, found {value}"),
                        )
                    };
                    return if fits { Ok(value.unsigned_abs()) } else { Err(message()) };
                }
                let json = object.get(&field.name).ok_or_else(|| self.fault(Class::Missing, "expected a number"))?;
                let codes = field.codes.as_ref().map(CodesLink::get);
                self.int_between(json, codes, 0, high).map(i128::unsigned_abs)
            };
            let value = bit().map_err(|error| error.in_field(&field.name))?;
            field.bit_place().write_number(value, &mut bytes);
        }
        self.out.extend(bytes);
        Ok(())
    }
}

const FLOAT16: &str = "a number that a float of 2 bytes holds exactly, or {\"bits\": \"0x\" and the 8 digits of the \
    same number in 4 bytes}";
const FLOAT32: &str = "a float of 4 bytes, or {\"bits\": \"0x\" and 8 digits}";
const FLOAT64: &str = "a float of 8 bytes, or {\"bits\": \"0x\" and 16 digits}";
