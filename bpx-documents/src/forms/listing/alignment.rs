//! Reads what a source states about the alignment of a structure: `#pragma pack(2)`, `__attribute__((aligned(16)))`,
//! `[StructLayout(LayoutKind.Explicit, Size = 32)]`.

use super::tokens::Token;
use super::values;
use crate::forms::line::Line;

/// The statements of a source about the places of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Alignment {
    /// The largest alignment of a member in bytes: 1 if the members are packed; `None` if nothing states it.
    pub most: Option<u64>,
    /// The number of bytes of which the size of the whole structure is a multiple.
    pub whole: Option<u64>,
    /// The size of the structure in bytes.
    pub size: Option<u64>,
    /// Whether the source aligns the structure in a way that is not understood.
    pub is_unclear: bool,
}

impl Alignment {
    /// The alignment of members that follow each other without padding.
    pub(super) const PACKED: Self = Self { most: Some(1), whole: None, size: None, is_unclear: false };

    /// Returns an alignment of which only the packing is stated.
    pub(super) fn packed_if(packed: bool) -> Self {
        if packed { Self::PACKED } else { Self::default() }
    }

    /// Returns whether nothing but the order of members matters.
    pub(super) fn is_packed(&self) -> bool {
        self.most == Some(1) && self.whole.is_none() && self.size.is_none() && !self.is_unclear
    }

    /// Returns whether the source states more than that members are packed.
    pub(super) fn is_stated(&self) -> bool {
        self.most.is_some() || self.whole.is_some() || self.size.is_some() || self.is_unclear
    }

    /// Adds the alignment that the words around a structure state, outside of its braces.
    pub(super) fn add_words(&mut self, outside: &[Token<'_>]) {
        let Some(stated) = stated_bytes(outside) else { return };
        self.is_unclear |= stated.is_none();
        self.whole = stated.or(self.whole);
    }

    /// Adds the statements of an attribute of C# above the structure.
    pub(super) fn add_attribute(&mut self, lines: &[Line<'_>], at: usize) {
        let above = lines.get(..at).unwrap_or(&[]).iter().rev().take(MAX_ATTRIBUTES);
        let mut above = above.map(|line| line.text.trim()).take_while(|text| text.starts_with('['));
        let Some(inside) = above.find_map(|text| text.split_once("StructLayout").map(|(_, inside)| inside)) else {
            return;
        };
        let number = |name: &str| {
            let (_, value) = inside
                .split(['(', ',', ')'])
                .filter_map(|part| part.split_once('='))
                .find(|(own, _)| own.trim() == name)?;
            u64::try_from(values::parse_number(value.trim())?).ok()
        };
        self.size = number("Size").filter(|size| *size > 0).or(self.size);
        self.most = number("Pack").filter(|most| *most > 0).or(self.most);
    }
}

/// The largest number of lines of attributes that are read.
const MAX_ATTRIBUTES: usize = 8;

/// Returns the alignment in bytes that tokens state, `None` within for one that is not a number:
/// `__attribute__((aligned(16)))`, `alignas(8)`.
pub(super) fn stated_bytes(tokens: &[Token<'_>]) -> Option<Option<u64>> {
    let word = |token: &Token<'_>, words: &[&str]| token.as_word().is_some_and(|word| words.contains(&word));
    let attribute = tokens.iter().position(|token| word(token, &["__attribute__", "__declspec"]));
    let inside = attribute.and_then(|at| tokens.get(at..)).unwrap_or(&[]);
    let own = tokens.iter().position(|token| word(token, &["alignas", "_Alignas", "__aligned"]));
    let of_attribute = || inside.iter().position(|token| word(token, &["aligned", "__aligned__", "align"]));
    let after = match own {
        Some(at) => tokens.get(at + 1..)?,
        None => inside.get(of_attribute()? + 1..)?,
    };
    Some(
        match after {
            [open, number, close, ..] if open.is_sign('(') && close.is_sign(')') => {
                number.as_word().and_then(values::parse_number).and_then(|bytes| u64::try_from(bytes).ok())
            }
            _ => None,
        }
        .filter(|bytes| (1..=MAX_ALIGNMENT).contains(bytes)),
    )
}

/// The largest alignment in bytes that is read.
const MAX_ALIGNMENT: u64 = 1 << 16;

/// Returns the offset that an attribute of C# states for a member: `[FieldOffset(8)]`.
pub(super) fn field_offset(tokens: &[Token<'_>]) -> Option<u64> {
    let at = tokens.iter().position(|token| token.as_word().is_some_and(|word| word.ends_with("FieldOffset")))?;
    let [open, number, ..] = tokens.get(at + 1..)? else { return None };
    let number = number.as_word().filter(|_| open.is_sign('(')).and_then(values::parse_number)?;
    u64::try_from(number).ok()
}

/// The packing of structures that directives of a source state, by the lines of the directives.
#[derive(Debug, Default)]
pub(super) struct Packing {
    /// The index of each line, and the packing from this line on; `None` for the packing of the compiler.
    changes: Vec<(usize, Option<u64>)>,
    /// The packing before each directive that saves it.
    saved: Vec<Option<u64>>,
}

impl Packing {
    /// Reads a line; returns whether the line is a directive about packing.
    pub(super) fn read_directive(&mut self, at: usize, text: &str) -> bool {
        let lower = text.to_lowercase();
        let Some((_, rest)) = lower.split_once("pragma pack") else { return false };
        let current = self.changes.last().and_then(|(_, packing)| *packing);
        let inside = rest.trim_start().strip_prefix('(').map(|rest| rest.split(')').next().unwrap_or(rest));
        let words: Vec<&str> =
            inside.unwrap_or(rest).split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if words.contains(&"show") {
            return true;
        }
        if words.contains(&"push") {
            self.saved.push(current);
        }
        let number = words.iter().find_map(|word| word.parse::<u64>().ok()).filter(|most| *most > 0);
        let packing = match () {
            () if words.contains(&"pop") => number.or_else(|| self.saved.pop().flatten()),
            () if number.is_some() => number,
            () if words == ["push"] => current,
            () if inside.is_some() && matches!(words.as_slice(), [] | ["reset" | "0"]) => None,
            // `#pragma packed`, and a constant that is not known.
            () => Some(1),
        };
        self.changes.push((at, packing));
        true
    }

    /// Returns the packing of a structure that ends in a line.
    pub(super) fn packing_at(&self, until: usize) -> Option<u64> {
        let before = self.changes.partition_point(|(at, _)| *at <= until).checked_sub(1)?;
        self.changes.get(before)?.1
    }
}
