//! Converts between bytes and hexadecimal digits.

use super::hex_digits;

/// Returns a number from a text of `0x` and exactly `digits` hexadecimal digits.
#[must_use]
pub fn u64_from_hex(text: &str, digits: usize) -> Option<u64> {
    let text = text.strip_prefix("0x").filter(|text| text.len() == digits)?;
    // The parser of numbers would accept a sign.
    let all = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| all)
}

/// Returns bytes from hexadecimal digits, with two digits for each byte.
#[must_use]
pub fn bytes_from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some((digit(high)? << 4) | digit(low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}

/// Returns the hexadecimal digits of bytes.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| hex_digits(*byte)).map(char::from).collect()
}
