//! Finds the unit of sizes that the document does not state, which is the unit in which types, offsets and totals
//! agree.

use crate::model::Number;
use crate::size::{Size, Unit};
use crate::types::{Digits, TypeMeaning, Types, type_meaning};
use std::fmt::{Display, Formatter};

/// The evidence for and against a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Votes {
    supported: bool,
    /// Whether a field supports the unit, although the field may be an array in the other unit: a `u8` with the size 8.
    hinted: bool,
    contradicted: bool,
}

/// The evidence of a table about the unit of its sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Evidence {
    bits: Votes,
    bytes: Votes,
}

impl Evidence {
    fn unit_votes(&mut self) -> [(Unit, &mut Votes); 2] {
        [(Unit::Bits, &mut self.bits), (Unit::Bytes, &mut self.bytes)]
    }

    /// Adds the evidence of a field whose size is a number, and whose type has a size.
    pub(super) fn add_type(&mut self, count: u64, meaning: &TypeMeaning) {
        let Some(bits) = meaning.size.and_then(Size::exact).filter(|bits| *bits > 0) else { return };
        // A `bool` of size 1 takes a bit or a byte.
        let is_bool = bits == 8 && !meaning.is_firm && meaning.number == Some(Number::Unsigned) && count == 1;
        if is_bool {
            return;
        }
        for (unit, votes) in self.unit_votes() {
            let Some(size) = count.checked_mul(unit.bits()) else { continue };
            if size == bits {
                // A byte of size 8 has 8 bits, or is an array of 8 bytes.
                let is_clear = unit == Unit::Bytes || bits > 8;
                votes.supported |= is_clear;
                votes.hinted |= !is_clear && meaning.is_firm;
            } else if meaning.is_firm {
                // Several of the type, unless the type says how many.
                votes.contradicted |= meaning.is_array || !size.is_multiple_of(bits);
            }
        }
    }

    /// Adds the evidence of the distance in bits to the next field.
    pub(super) fn add_step(&mut self, count: u64, step: u64) {
        for (unit, votes) in self.unit_votes() {
            let size = count.checked_mul(unit.bits());
            // After a smaller field bytes may be left out, and no parts of bytes.
            let fits = size.is_some_and(|size| size <= step && step.abs_diff(size).is_multiple_of(8));
            votes.supported |= size == Some(step) && step > 0;
            votes.contradicted |= !fits;
        }
    }

    /// Adds the evidence of the sum of all sizes, if the document states the sum in bits.
    pub(super) fn add_total(&mut self, sum: u64, total: u64) {
        for (unit, votes) in self.unit_votes() {
            votes.supported |= sum > 0 && sum.checked_mul(unit.bits()) == Some(total);
        }
    }

    /// Returns the only unit that the evidence supports and does not contradict.
    pub(crate) fn only_unit(self) -> Option<Unit> {
        let Self { bits, bytes } = self;
        match (bits.supported, bytes.supported) {
            (true, true) => None,
            (true, false) => Some(Unit::Bits).filter(|_| !bits.contradicted),
            (false, true) => Some(Unit::Bytes).filter(|_| !bytes.contradicted),
            // Only one of the two units remains.
            (false, false) if bits.contradicted => Some(Unit::Bytes).filter(|_| !bytes.contradicted),
            (false, false) => Some(Unit::Bits).filter(|_| bits.hinted),
        }
    }

    /// Chooses between the unit that the document states for a table, the unit that the fields of the table show, and
    /// the unit that other tables show. The error is the reason why no unit is left.
    pub(super) fn choose_unit(self, stated: Option<Unit>, others: Option<Unit>) -> Result<Unit, UnknownUnit> {
        match (stated, self.only_unit()) {
            (Some(stated), Some(found)) if stated != found => Err(UnknownUnit::Contradicted { stated, found }),
            (Some(unit), _) | (None, Some(unit)) => Ok(unit),
            (None, None) if self.is_torn() => Err(UnknownUnit::Torn),
            (None, None) => others.filter(|unit| !self.contradicts_unit(*unit)).ok_or(UnknownUnit::NotShown),
        }
    }

    /// Returns whether the fields of the table contradict each other.
    fn is_torn(self) -> bool {
        (self.bits.supported || self.bits.contradicted)
            && (self.bytes.supported || self.bytes.contradicted)
            && self.only_unit().is_none()
    }

    /// Returns whether the fields of the table contradict a unit.
    fn contradicts_unit(self, unit: Unit) -> bool {
        self.is_torn()
            || match unit {
                Unit::Bits => self.bits.contradicted,
                Unit::Bytes => self.bytes.contradicted,
            }
    }
}

/// The reason why the unit of sizes is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnknownUnit {
    Contradicted { stated: Unit, found: Unit },
    Torn,
    NotShown,
}

impl Display for UnknownUnit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result<(), std::fmt::Error> {
        let name = |unit: &Unit| if *unit == Unit::Bits { "bits" } else { "bytes" };
        match self {
            Self::Contradicted { stated, found } => {
                write!(f, "the document states sizes in {}, but types and offsets show {}", name(stated), name(found))
            }
            Self::Torn => f.write_str(
                "the document does not state the unit of sizes, and types and offsets contradict each other",
            ),
            Self::NotShown => {
                f.write_str("the document does not state the unit of sizes, and types and offsets do not show the unit")
            }
        }
    }
}

/// Returns the meaning of `u4` in a document with these types: bits beside `u16` or `u3`, and bytes if fields show
/// bytes.
pub(crate) fn digits_meaning<'t>(types: impl Iterator<Item = (&'t str, Option<u64>)>) -> Digits {
    let (mut short, mut bytes, mut bits) = (false, false, false);
    for (ty, size) in types {
        let word = ty.split(['[', ' ']).next().unwrap_or(ty);
        let number = word.trim_start_matches(['u', 's', 'f', 'i']);
        let stem = word.len() - number.len();
        let Some(number) = number.trim_end_matches("le").trim_end_matches("be").parse::<u64>().ok() else { continue };
        if stem != 1 {
            continue;
        }
        match number {
            1 | 2 | 4 => {
                short = true;
                bytes |= size == Some(8 * number) || (word.starts_with('f') && number == 4);
                bits |= size == Some(number);
            }
            8 => {
                bytes |= size == Some(64) || word.starts_with('f');
            }
            _ => bits = true,
        }
    }
    match (short, bytes, bits) {
        (false, ..) | (true, false, true) => Digits::Bits,
        (true, true, false) => Digits::Bytes,
        (true, ..) => Digits::Open,
    }
}

/// Returns the meaning of a size cell that names a type: `u4`.
pub(super) fn type_of_size(cell: &str, types: &Types) -> Option<TypeMeaning> {
    type_meaning(cell, types).filter(|meaning| meaning.is_firm && meaning.size.is_some())
}
