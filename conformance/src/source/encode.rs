//! Converts numbers to bytes, and bytes to values for the listing.

use super::tree::Kind;

/// Returns the low `size` bytes of `value`; `None` if `value` does not fit.
pub(super) fn encode_int(value: i128, size: usize, signed: bool, big: bool) -> Option<Vec<u8>> {
    let bits = u32::try_from(size).ok()?.checked_mul(8)?;
    let range = if signed {
        let half = 1i128.checked_shl(bits.checked_sub(1)?)?;
        -half..half
    } else {
        0..1i128.checked_shl(bits)?
    };
    if !range.contains(&value) {
        return None;
    }
    let mut bytes: Vec<u8> = value.to_le_bytes().into_iter().take(size).collect();
    if big {
        bytes.reverse();
    }
    Some(bytes)
}

/// Returns the shortest unsigned LEB128 of a value below 2^64.
pub(super) fn encode_uleb(value: i128) -> Option<Vec<u8>> {
    let mut rest = u64::try_from(value).ok()?;
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(rest & 0x7F).ok()?;
        rest >>= 7;
        if rest == 0 {
            bytes.push(low);
            return Some(bytes);
        }
        bytes.push(low | 0x80);
    }
}

/// Encodes a float from its decimal spelling, and rounds the number only once.
pub(super) fn encode_float(spelling: &str, size: usize, big: bool) -> Option<Vec<u8>> {
    // A typo must not become infinity: that has its own word.
    let infinite = spelling.ends_with("inf");
    let bits = if size == 4 {
        let value: f32 = spelling.parse().ok()?;
        (value.is_infinite() == infinite).then_some(u64::from(value.to_bits()))?
    } else {
        let value: f64 = spelling.parse().ok()?;
        (value.is_infinite() == infinite).then_some(value.to_bits())?
    };
    encode_int(bits.into(), size, false, big)
}

/// Returns the integer that a leaf holds; `None` if the bytes are not an integer.
pub(super) fn read_int(kind: Kind, bytes: &[u8]) -> Option<i128> {
    match kind {
        Kind::Int { size, signed, big } if bytes.len() == size => {
            let unsigned = read_unsigned(bytes, big);
            let bits = u32::try_from(size).ok()?.checked_mul(8)?;
            let negative = signed && unsigned >= 1i128.checked_shl(bits.checked_sub(1)?)?;
            if negative { unsigned.checked_sub(1i128.checked_shl(bits)?) } else { Some(unsigned) }
        }
        Kind::Uleb => {
            let (last, head) = bytes.split_last()?;
            let whole = *last < 0x80 && head.iter().all(|byte| *byte >= 0x80);
            let groups = bytes.iter().rev().map(|byte| i128::from(*byte & 0x7F));
            // 18 groups are the most that cannot overflow.
            (whole && bytes.len() <= 18).then(|| groups.fold(0, |value, group| (value << 7) | group))
        }
        _ => None,
    }
}

fn read_unsigned(bytes: &[u8], big: bool) -> i128 {
    let join = |value: i128, byte: &u8| (value << 8) | i128::from(*byte);
    if big { bytes.iter().fold(0, join) } else { bytes.iter().rev().fold(0, join) }
}

/// Returns the bytes of a leaf as the text of a value for the listing.
pub(super) fn show_leaf(kind: Kind, bytes: &[u8]) -> String {
    let text = |bytes| str::from_utf8(bytes).ok().map(|text| format!("\"{}\"", text.escape_debug()));
    let shown = match kind {
        Kind::Int { size, .. } => show_list(bytes, size, |item| read_int(kind, item).map(|v| v.to_string())),
        Kind::Float { size, big } => show_list(bytes, size, |item| {
            let bits = u64::try_from(read_unsigned(item, big)).ok()?;
            let narrow = u32::try_from(bits).ok().map(f32::from_bits).filter(|_| size == 4);
            Some(match narrow {
                Some(value) if value.is_nan() => format!("bits {bits:#x}"),
                Some(value) => format!("{value:?}"),
                None if f64::from_bits(bits).is_nan() => format!("bits {bits:#x}"),
                None => format!("{:?}", f64::from_bits(bits)),
            })
        }),
        Kind::Uleb => read_int(kind, bytes).map(|value| value.to_string()),
        Kind::Ascii | Kind::Utf8 => text(bytes),
        Kind::Cstr => bytes.strip_suffix(&[0]).and_then(text),
        Kind::Bytes => None,
    };
    shown.unwrap_or_else(|| format!("{} bytes", bytes.len()))
}

fn show_list(bytes: &[u8], size: usize, show: impl Fn(&[u8]) -> Option<String>) -> Option<String> {
    if bytes.len() == size {
        return show(bytes);
    }
    let chunks = bytes.chunks_exact(size);
    if !chunks.remainder().is_empty() {
        return None;
    }
    let items: Option<Vec<_>> = chunks.map(show).collect();
    items.map(|items| format!("[{}]", items.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_at_their_edges() {
        assert_eq!(encode_int(-1, 3, true, false), Some(vec![0xFF; 3]));
        assert_eq!(encode_int(0x01_02_03, 3, false, true), Some(vec![1, 2, 3]));
        assert_eq!(encode_int(u64::MAX.into(), 8, false, false), Some(vec![0xFF; 8]));
        assert_eq!(encode_int(256, 1, false, false), None);
        assert_eq!(encode_int(-129, 1, true, false), None);
        let i24 = Kind::Int { size: 3, signed: true, big: false };
        assert_eq!(read_int(i24, &[0xFE, 0xFF, 0xFF]), Some(-2));
    }

    #[test]
    fn variable_length() {
        assert_eq!(encode_uleb(0), Some(vec![0]));
        assert_eq!(encode_uleb(300), Some(vec![0xAC, 2]));
        assert_eq!(encode_uleb(u64::MAX.into()).map(|bytes| bytes.len()), Some(10));
        assert_eq!(encode_uleb(-1), None);
        assert_eq!(read_int(Kind::Uleb, &[0x81, 0]), Some(1));
        assert_eq!(read_int(Kind::Uleb, &[0x81]), None);
    }

    #[test]
    fn floats_round_once() {
        // Through f64 this would round the other way.
        let tricky = "1.000000178813934326171875000000000000000000000000000001";
        assert_eq!(encode_float(tricky, 4, false), Some(0x3F80_0002_u32.to_le_bytes().to_vec()));
        assert_eq!(encode_float("-0.0", 4, true), Some(vec![0x80, 0, 0, 0]));
        assert_eq!(encode_float("1e99", 4, false), None);
        assert!(encode_float("-inf", 8, false).is_some());
    }
}
