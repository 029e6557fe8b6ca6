//! Reads titles of columns whose numbers count other units than bits or bytes, or are hexadecimal: `Length (words)`,
//! `Size in 32-bit words`, `Size (hex)`.

use crate::columns::title_words;
use crate::measure::{self, Measure};
use crate::size::{Size, Unit};

/// The unit and the base of the numbers in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Scale {
    pub counts: Counts,
    /// Whether the title states that numbers are hexadecimal.
    pub hex: bool,
}

/// The unit that the numbers of a column count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Counts {
    /// Bits or bytes, according to the title or the rest of the table.
    #[default]
    Units,
    /// Groups of bits, with the number of bits in a group.
    Groups(u64),
    /// Units whose size the title does not state, such as `words`.
    Unknown,
}

impl Scale {
    pub(super) fn of(title: &str) -> Self {
        let words = title_words(title);
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let known = words.iter().find_map(|word| match *word {
            "nibble" | "nibbles" => Some(4),
            "halfword" | "halfwords" => Some(16),
            "dword" | "dwords" | "longword" | "longwords" => Some(32),
            "qword" | "qwords" | "quadword" | "quadwords" => Some(64),
            _ => None,
        });
        let is_group = |word: &&str| GROUPS.contains(word);
        // `32-bit words`
        let stated = words.windows(3).find_map(|three| match three {
            [count, unit, group] if is_group(group) => {
                Unit::of(unit)?.bits().checked_mul(count.parse().ok()?).filter(|bits| *bits > 0)
            }
            _ => None,
        });
        let counts = match stated.or(known) {
            Some(bits) => Counts::Groups(bits),
            None if words.iter().any(is_group) => Counts::Unknown,
            None => Counts::Units,
        };
        Self { counts, hex: words.iter().any(|word| matches!(*word, "hex" | "hexadecimal")) }
    }

    /// Reads a size; returns `None` if the cell is not understood, or counts units of an unknown size.
    pub(super) fn measure_cell(self, cell: &str) -> Option<Measure> {
        let bare = |cell: &str| u64::from_str_radix(cell.trim(), 16).ok().filter(|_| self.hex);
        let measure =
            bare(cell).map(|number| Measure::Plain(Size::bits(number))).or_else(|| measure::read_size(cell))?;
        match (measure, self.counts) {
            (Measure::Plain(size), Counts::Groups(bits)) => Some(Measure::Bits(size.times(bits))),
            (Measure::Plain(_), Counts::Unknown) => None,
            (measure, _) => Some(measure),
        }
    }
}

/// Words for units of several bytes.
const GROUPS: [&str; 12] =
    ["word", "words", "longs", "shorts", "sectors", "blocks", "pages", "units", "groups", "kb", "kib", "mb"];
