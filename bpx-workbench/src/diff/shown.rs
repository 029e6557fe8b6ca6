//! Describes fields and numbers in a few words.

use bpx_schema::schema::name::to_kebab_case;
use bpx_schema::schema::{Endian, Field, Length, Type};

/// Returns the byte order of a field, or the condition that decides the byte order.
pub(super) fn order_of(field: &Field) -> String {
    match &field.is_big {
        Some(is_big) => format!("big-endian if `{is_big}`"),
        None => order_text(field.ty.endian()).to_owned(),
    }
}

pub(super) fn order_text(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "little-endian",
        Endian::Big => "big-endian",
    }
}

/// Describes a fixed-point number or a number in digits.
pub(super) fn number_text(ty: &Type) -> String {
    match ty {
        Type::FixedPoint { size, signed, fraction, .. } => {
            let bits = 8 * u16::from(*size);
            format!("{}{bits} with {fraction} bits of fraction", if *signed { 'i' } else { 'u' })
        }
        Type::Digits { size, form } => {
            format!("{} of {size} digits, {}", form.digits.name().to_lowercase(), to_kebab_case(form.fill.name()))
        }
        _ => String::new(),
    }
}

/// Describes the type and the number of elements of a field.
pub(super) fn field_text(field: &Field) -> String {
    let bits = |size: u8| 8 * u16::from(size);
    let ty = match &field.ty {
        Type::Int { size, signed: true, .. } => format!("i{}", bits(*size)),
        Type::Int { size, .. } => format!("u{}", bits(*size)),
        Type::Float { size, .. } => format!("f{}", bits(*size)),
        ty @ (Type::FixedPoint { .. } | Type::Digits { .. }) => number_text(ty),
        Type::Varint { bits, form } => format!("{}{bits}", form.name().to_lowercase()),
        Type::CString => "text".to_owned(),
        Type::Named { link, .. } => link.name().to_owned(),
    };
    match &field.len {
        None => ty,
        Some(Length::Fixed(len)) => format!("{ty}[{len}]"),
        Some(Length::Count(count)) => format!("{ty}[{count}]"),
        Some(Length::Rest) => format!("{ty}[..]"),
        Some(Length::Until(condition)) => format!("{ty}[until {condition}]"),
        Some(Length::Terminated(bytes)) => format!("{ty}[up to \"{}\"]", bytes.escape_ascii()),
    }
}
