use crate::blk::{ParamType, Value};

/// Returns the value that the engine reads from a text, for all types except strings.
///
/// Vectors, colours and matrices end after their last part; the rest of the text is ignored.
pub(super) fn parse_value(kind: ParamType, text: &[u8]) -> Option<Value<'static>> {
    let whole = |rest: &[u8]| rest.is_empty();
    Some(match kind {
        ParamType::String => return None,
        ParamType::Int => {
            parse_integer(text).filter(|(_, rest)| whole(rest)).map(|(value, _)| Value::Int(lower_bits(value)))?
        }
        ParamType::Long => parse_integer(text).filter(|(_, rest)| whole(rest)).map(|(value, _)| Value::Long(value))?,
        ParamType::Float => parse_float(text).filter(|(_, rest)| whole(rest)).map(|(value, _)| Value::Float(value))?,
        ParamType::Float2 => Value::Float2(parse_vector(text, parse_float)?.0),
        ParamType::Float3 => Value::Float3(parse_vector(text, parse_float)?.0),
        ParamType::Float4 => Value::Float4(parse_vector(text, parse_float)?.0),
        ParamType::Int2 => Value::Int2(parse_vector(text, parse_integer)?.0.map(lower_bits)),
        ParamType::Int3 => Value::Int3(parse_vector(text, parse_integer)?.0.map(lower_bits)),
        ParamType::Int4 => Value::Int4(parse_vector(text, parse_integer)?.0.map(lower_bits)),
        ParamType::Bool => Value::Bool(parse_boolean(std::str::from_utf8(text).ok()?)?),
        ParamType::Color => Value::Color(parse_color(text)?),
        ParamType::Matrix => Value::Matrix(parse_matrix(text)?),
    })
}

/// Returns the value of a text, with looser rules than the engine has for blanks, brackets, signs and sizes of numbers.
pub(super) fn parse_lenient(kind: ParamType, text: &[u8]) -> Option<Value<'static>> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let parts: Vec<&str> = match kind {
        ParamType::Matrix => {
            let inner = text.strip_prefix('[')?.strip_suffix(']')?;
            let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
            inner.split(separates).filter(|part| !part.is_empty()).collect()
        }
        _ => text.split(',').map(str::trim).collect(),
    };
    let ints = || parts.iter().map(|part| lenient_integer(part)).collect::<Option<Vec<i64>>>();
    let floats = || parts.iter().map(|part| lenient_float(part)).collect::<Option<Vec<f32>>>();
    Some(match kind {
        ParamType::String => return None,
        ParamType::Int => Value::Int(lower_bits(exact_array::<_, 1>(ints()?)?[0])),
        ParamType::Long => Value::Long(exact_array::<_, 1>(ints()?)?[0]),
        ParamType::Float => Value::Float(exact_array::<_, 1>(floats()?)?[0]),
        ParamType::Float2 => Value::Float2(exact_array(floats()?)?),
        ParamType::Float3 => Value::Float3(exact_array(floats()?)?),
        ParamType::Float4 => Value::Float4(exact_array(floats()?)?),
        ParamType::Int2 => Value::Int2(exact_array(ints()?)?.map(lower_bits)),
        ParamType::Int3 => Value::Int3(exact_array(ints()?)?.map(lower_bits)),
        ParamType::Int4 => Value::Int4(exact_array(ints()?)?.map(lower_bits)),
        ParamType::Bool => Value::Bool(parse_boolean(text)?),
        ParamType::Color => {
            let mut parts = ints()?;
            if parts.len() == 3 {
                parts.push(255);
            }
            let parts: Option<Vec<u8>> = parts.into_iter().map(|part| u8::try_from(part).ok()).collect();
            Value::Color(exact_array(parts?)?)
        }
        ParamType::Matrix => {
            let [a, b, c, d, e, f, g, h, i, j, k, l] = exact_array(floats()?)?;
            Value::Matrix([[a, b, c], [d, e, f], [g, h, i], [j, k, l]])
        }
    })
}

fn exact_array<T, const N: usize>(parts: Vec<T>) -> Option<[T; N]> {
    parts.try_into().ok()
}

fn lenient_integer(text: &str) -> Option<i64> {
    let hexadecimal = text.strip_prefix("-0x").map(|digits| i64::from_str_radix(digits, 16));
    match hexadecimal {
        Some(value) => value.ok().map(i64::wrapping_neg),
        None => parse_integer(text.as_bytes()).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value),
    }
}

fn lenient_float(text: &str) -> Option<f32> {
    let strict = parse_float(text.as_bytes()).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value);
    let stated = || nan_of_bits(text.strip_prefix("nan(")?.strip_suffix(')')?.as_bytes());
    strict.or_else(stated).or_else(|| text.parse().ok().filter(|value: &f32| !value.is_nan()))
}

fn parse_boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is(["yes", "on", "true", "1"]), is(["no", "off", "false", "0"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Returns the lower 32 bits of a number.
fn lower_bits(value: i64) -> i32 {
    value as i32
}

/// A number, and the text after the number.
type Parsed<'t, T> = Option<(T, &'t [u8])>;

/// Parses a decimal number, or a hexadecimal number after `0x` without a minus. The number wraps on overflow, as in the
/// engine.
///
/// The engine treats any first byte as a digit, and accepts an empty number, unless it is built with checks.
fn parse_integer(text: &[u8]) -> Parsed<'_, i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let (radix, digits) = match digits {
        [b'0', b'x', digits @ ..] if !negative => (16_u8, digits),
        [b'0'..=b'9', ..] => (10, digits),
        _ => return None,
    };
    let mut value = 0_i64;
    let mut rest = digits;
    while let [byte, more @ ..] = rest
        && let Some(digit) = char::from(*byte).to_digit(u32::from(radix))
    {
        value = value.wrapping_mul(i64::from(radix)).wrapping_add(i64::from(digit));
        rest = more;
    }
    Some((if negative { value.wrapping_neg() } else { value }, rest))
}

/// Parses a decimal float, `inf`, `infinity` or `nan`. A word in parentheses can follow `nan`.
fn parse_float(text: &[u8]) -> Parsed<'_, f32> {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let (negative, unsigned) = text.strip_prefix(b"-").map_or((false, text), |unsigned| (true, unsigned));
    let word = |word: &str| {
        let (start, rest) = unsigned.split_at_checked(word.len())?;
        start.eq_ignore_ascii_case(word.as_bytes()).then_some(rest)
    };
    if let Some(rest) = word("nan") {
        let sign = if negative { 1 << 31 } else { 0 };
        let inner = rest.strip_prefix(b"(").and_then(|rest| {
            let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
            rest.split_at_checked(end)
        });
        let value = f32::from_bits(0x7fc0_0000 | sign);
        let Some((inner, [b')', rest @ ..])) = inner else { return Some((value, rest)) };
        // The engine ignores the bits that the word states.
        let stated = nan_of_bits(inner).is_some_and(|stated| stated.to_bits() != value.to_bits());
        return (!stated).then_some((value, rest));
    }
    if let Some(rest) = word("infinity").or_else(|| word("inf")) {
        return Some((if negative { f32::NEG_INFINITY } else { f32::INFINITY }, rest));
    }
    let (number, rest) = split_decimal(unsigned)?;
    let value: f32 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let mut mantissa = number.iter().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let is_zero = !mantissa.any(|byte| matches!(byte, b'1'..=b'9'));
    let fits = value.is_finite() && (is_zero || value > 0.0);
    fits.then_some((if negative { -value } else { value }, rest))
}

/// Returns the NaN whose bits the text states as `0x` and digits.
fn nan_of_bits(text: &[u8]) -> Option<f32> {
    let digits = std::str::from_utf8(text).ok()?.strip_prefix("0x")?;
    u32::from_str_radix(digits, 16).ok().map(f32::from_bits).filter(|value| value.is_nan())
}

/// Returns the decimal number at the beginning of a text, and the rest of the text.
fn split_decimal(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let (whole, mut rest) = split_run(text, is_digit);
    let mut fraction = &[][..];
    if let [b'.', after @ ..] = rest {
        (fraction, rest) = split_run(after, is_digit);
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    if let [b'e' | b'E', b'+' | b'-', after @ ..] | [b'e' | b'E', after @ ..] = rest {
        let (exponent, after) = split_run(after, is_digit);
        rest = if exponent.is_empty() { rest } else { after };
    }
    #[allow(clippy::arithmetic_side_effects, reason = "`rest` is the end of `text`")]
    Some(text.split_at(text.len() - rest.len()))
}

/// Returns the bytes at the beginning for which a condition holds, and the rest.
fn split_run(text: &[u8], holds: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| holds(byte)).count())
}

/// Skips blanks.
fn skip_blanks(text: &[u8]) -> &[u8] {
    split_run(text, |byte| *byte == b' ').1
}

/// Skips a comma and the blanks around it.
fn skip_comma(text: &[u8]) -> Option<&[u8]> {
    skip_blanks(text).strip_prefix(b",").map(skip_blanks)
}

fn parse_vector<T: Copy + Default, const N: usize>(
    text: &[u8],
    one: impl for<'t> Fn(&'t [u8]) -> Parsed<'t, T>,
) -> Parsed<'_, [T; N]> {
    let mut values = [T::default(); N];
    let mut rest = text;
    for (index, slot) in values.iter_mut().enumerate() {
        if index > 0 {
            rest = skip_comma(rest)?;
        }
        (*slot, rest) = one(rest)?;
    }
    Some((values, rest))
}

/// Parses red, green, blue and an optional alpha. Uses the lowest byte of alpha.
fn parse_color(text: &[u8]) -> Option<[u8; 4]> {
    let (parts, rest) = parse_vector::<_, 3>(text, parse_integer)?;
    let [red, green, blue] = parts.map(|part| u8::try_from(lower_bits(part)).ok());
    let alpha = match skip_comma(rest) {
        None => 255,
        Some(rest) => (parse_integer(rest)?.0 & 0xFF) as u8,
    };
    Some([red?, green?, blue?, alpha])
}

/// Parses a matrix, which is a bracketed list of four bracketed lists, separated by blanks.
fn parse_matrix(text: &[u8]) -> Option<[[f32; 3]; 4]> {
    let mut rest = text.strip_prefix(b"[")?;
    let mut columns = [[0.0; 3]; 4];
    for column in &mut columns {
        let (inside, after) = split_run(skip_blanks(rest).strip_prefix(b"[")?, |byte| *byte != b']');
        *column = parse_vector(inside, parse_float)?.0;
        rest = after.strip_prefix(b"]")?;
    }
    skip_blanks(rest).starts_with(b"]").then_some(columns)
}
