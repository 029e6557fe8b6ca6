use crate::blk::{ParamType, Value};

/// The value that a text without quotes stands for; not for strings.
pub(super) fn parse(kind: ParamType, text: &str) -> Option<Value<'static>> {
    let text = text.trim();
    Some(match kind {
        ParamType::String => return None,
        ParamType::Int => Value::Int(integer(text)? as i32),
        ParamType::Long => Value::Long(integer(text)?),
        ParamType::Float => Value::Float(float(text)?),
        ParamType::Float2 => Value::Float2(list(text, float)?),
        ParamType::Float3 => Value::Float3(list(text, float)?),
        ParamType::Float4 => Value::Float4(list(text, float)?),
        ParamType::Int2 => Value::Int2(list(text, |part| integer(part).map(|value| value as i32))?),
        ParamType::Int3 => Value::Int3(list(text, |part| integer(part).map(|value| value as i32))?),
        ParamType::Int4 => Value::Int4(list(text, |part| integer(part).map(|value| value as i32))?),
        ParamType::Bool => Value::Bool(truth(text)?),
        ParamType::Color => Value::Color(color(text)?),
        ParamType::Matrix => Value::Matrix(matrix(text)?),
    })
}

fn truth(text: &str) -> Option<bool> {
    let is = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is(["yes", "on", "true", "1"]), is(["no", "off", "false", "0"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Decimal, or hexadecimal after `0x`; wraps at 64 bits, as the engine does.
fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.strip_prefix("0x") {
        Some(digits) => (16_u32, digits),
        None => (10, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits.chars() {
        value = value.wrapping_mul(i64::from(radix)).wrapping_add(i64::from(digit.to_digit(radix)?));
    }
    Some(if negative { value.wrapping_neg() } else { value })
}

/// Any form that Rust reads, and `nan(0x7fc00001)` for the bits of what is not a number.
fn float(text: &str) -> Option<f32> {
    if let Some(bits) = text.strip_prefix("nan(0x").and_then(|rest| rest.strip_suffix(')')) {
        return u32::from_str_radix(bits, 16).ok().map(f32::from_bits).filter(|value| value.is_nan());
    }
    text.parse().ok().map(|value: f32| if value.is_nan() { f32::from_bits(0x7fc0_0000) } else { value })
}

fn list<T: Copy + Default, const N: usize>(text: &str, one: impl Fn(&str) -> Option<T>) -> Option<[T; N]> {
    let mut values = [T::default(); N];
    let mut parts = text.split(',');
    for slot in &mut values {
        *slot = one(parts.next()?.trim())?;
    }
    parts.next().is_none().then_some(values)
}

fn color(text: &str) -> Option<[u8; 4]> {
    let part = |part: &str| integer(part).and_then(|value| u8::try_from(value).ok());
    list(text, part).or_else(|| list::<u8, 3>(text, part).map(|[red, green, blue]| [red, green, blue, 255]))
}

/// Four lists in brackets, in brackets.
fn matrix(text: &str) -> Option<[[f32; 3]; 4]> {
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let mut columns = [[0.0; 3]; 4];
    for column in &mut columns {
        let (inner, more) = rest.strip_prefix('[')?.split_once(']')?;
        *column = list(inner, float)?;
        let more = more.trim_start();
        rest = more.strip_prefix(',').unwrap_or(more).trim_start();
    }
    rest.is_empty().then_some(columns)
}
