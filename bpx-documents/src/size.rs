//! Sizes as documents write them.

use super::name::norm;
use bpx_model::Offset;
use serde::Serialize;
use std::collections::BTreeMap;

/// A size in bits: exact, a range, or unknown (from 0 without end).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Size {
    /// The smallest.
    pub min: u64,
    /// The largest; `None` if there is no limit.
    pub max: Option<u64>,
}

impl Size {
    /// A size without a limit.
    pub const VARIABLE: Self = Self { min: 0, max: None };

    /// Returns a size that never changes.
    #[must_use]
    pub const fn bits(bits: u64) -> Self {
        Self { min: bits, max: Some(bits) }
    }

    /// Returns the size in bits if it never changes.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        self.max.filter(|max| *max == self.min)
    }

    /// Adds another size. A largest one that is no number of 64 bits is no limit, and a smallest one stays the smallest when
    /// it is clipped.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let max = (Offset::from(self.max) + other.max).get();
        Self { min: self.min.saturating_add(other.min), max }
    }

    /// Multiplies the size, as [`plus`](Self::plus) adds.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self { min: self.min.saturating_mul(count), max: (Offset::from(self.max) * count).get() }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.exact(), self.max) {
            (Some(bits), _) => write!(f, "{bits}"),
            (None, Some(max)) => write!(f, "{}..{max}", self.min),
            (None, None) if self.min == 0 => f.write_str("varies"),
            (None, None) => write!(f, "{}..", self.min),
        }
    }
}

/// What a number without a unit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Bits,
    Bytes,
}

impl Unit {
    /// Returns the unit that a word names.
    pub(super) fn of(word: &str) -> Option<Self> {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is = |words: &[&str]| words.iter().any(|one| one.eq_ignore_ascii_case(word));
        match word {
            _ if is(&["bit", "bits"]) => Some(Self::Bits),
            _ if word == "B" || is(&["byte", "bytes", "octets"]) => Some(Self::Bytes),
            _ => None,
        }
    }

    /// Returns the size of so many.
    pub(super) fn size(self, count: u64) -> Size {
        Size::bits(if self == Self::Bits { 1 } else { 8 }).times(count)
    }
}

/// Reads the size in a cell of a column of sizes: `24`, `4 bytes`, `8-16`, `≥ 8`, `up to 64`, `3 x 32`; a cell without
/// a number means any size.
pub(super) fn of_cell(cell: &str, unit: Unit) -> Size {
    let unit = cell.split(|c: char| c.is_whitespace() || c.is_ascii_digit()).find_map(Unit::of).unwrap_or(unit);
    let lower = cell.to_lowercase();
    let numbers: Vec<u64> = numbers(cell);
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match *numbers.as_slice() {
        [n] if has(&["≥", ">=", "at least", "\\ge"]) || lower.trim_end().ends_with('+') => {
            Size { max: None, ..unit.size(n) }
        }
        [n] if has(&["≤", "<=", "up to", "at most", "\\le"]) => Size { min: 0, ..unit.size(n) },
        [n] if lower.trim_start().starts_with(|c: char| c.is_ascii_digit()) && !has(&["*", "×", "\\times"]) => {
            unit.size(n)
        }
        [a, b] if has(&["×", "*", " x ", "\\times"]) => unit.size(a).times(b),
        [a, b] if has(&["-", "–", "—", "..", " to ", " or ", "…"]) => {
            Size { min: unit.size(a.min(b)).min, max: unit.size(a.max(b)).max }
        }
        _ => Size::VARIABLE,
    }
}

/// Returns the decimal numbers in a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

/// Longer texts are no types.
const MAX_TYPE: usize = 200;

/// Sizes of types that a document defines, by normal name.
pub(super) type Types = BTreeMap<String, Size>;

/// Returns the size of a type by its name: `u32`, `uint16_t`, `f32[3]`, `[u8; 4]`, `31 bit unsigned integer`, `byte[]`,
/// or a type of the document. `None` if the name states no size.
pub(super) fn of_type(text: &str, known: &Types) -> Option<Size> {
    let text = text.trim();
    // Also bounds how deep arrays of arrays go.
    if text.len() > MAX_TYPE {
        return None;
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (of, count) = inner.split_once(';')?;
        return times(of_type(of, known), count);
    }
    if let Some((of, count)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        return if count.trim().is_empty() { Some(Size::VARIABLE) } else { times(of_type(of, known), count) };
    }
    if let Some(size) = known.get(&norm(text)) {
        return Some(*size);
    }
    let lower = text.to_lowercase().replace('-', " ");
    if ["leb", "varint", "terminated"].iter().any(|word| lower.contains(word)) {
        return Some(Size::VARIABLE);
    }
    let mut words = lower.split_whitespace();
    let first = words.next()?;
    if let (Ok(count), Some(unit)) = (first.parse(), words.next().and_then(Unit::of)) {
        let many = words.any(|word| matches!(word.trim_end_matches(['.', ',', ';']), "array" | "string" | "list"));
        return Some(if many { Size::VARIABLE } else { unit.size(count) });
    }
    let word = first.strip_suffix("_t").unwrap_or(first);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let stem = word.strip_suffix(digits)?;
    let known_stem = matches!(stem, "u" | "i" | "s" | "f" | "int" | "uint" | "float" | "b");
    let bits = digits.parse().ok().filter(|bits| (1..=128).contains(bits))?;
    (known_stem && lower == first).then_some(Size::bits(bits))
}

fn times(of: Option<Size>, count: &str) -> Option<Size> {
    of.map(|of| count.trim().parse().map_or(Size::VARIABLE, |count| of.times(count)))
}
