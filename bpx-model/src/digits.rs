/// The form of a whole number without a sign that is stored as digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct DigitForm {
    /// The kind of digits.
    pub digits: DigitKind,
    /// The bytes that fill the field beside the digits.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "DigitFill::is_usual"))]
    pub fill: DigitFill,
}

/// The kind of digits in a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum DigitKind {
    /// ASCII digits in base 8.
    Octal,
    /// ASCII digits in base 10.
    Decimal,
    /// ASCII digits in base 16. Writers use capital letters.
    Hex,
    /// Two decimal digits in each byte, the more significant one in the high bits.
    Bcd,
}

/// The bytes with which a writer fills the field of a number. Readers accept spaces before the digits, and spaces and
/// NULs after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum DigitFill {
    /// Zeros before the digits.
    #[default]
    Zeros,
    /// Zeros before the digits, and a NUL after them.
    Nul,
    /// Zeros before the digits, and a NUL and a space after them.
    NulSpace,
    /// Spaces before the digits.
    SpacesBefore,
    /// Spaces after the digits.
    SpacesBehind,
}

impl DigitKind {
    /// Returns the name of the Rust type, which exported types also have.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Octal => "Octal",
            Self::Decimal => "Decimal",
            Self::Hex => "Hex",
            Self::Bcd => "Bcd",
        }
    }

    /// Returns the base, which is the number of different digits.
    #[must_use]
    pub const fn base(self) -> u32 {
        match self {
            Self::Octal => 8,
            Self::Decimal | Self::Bcd => 10,
            Self::Hex => 16,
        }
    }
}

impl DigitFill {
    /// Returns the name of the Rust type. A declaration omits the name if zeros fill the bytes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zeros => "Zeros",
            Self::Nul => "Nul",
            Self::NulSpace => "NulSpace",
            Self::SpacesBefore => "SpacesBefore",
            Self::SpacesBehind => "SpacesBehind",
        }
    }

    /// Returns the bytes that follow the digits.
    #[must_use]
    pub const fn end_bytes(self) -> &'static [u8] {
        match self {
            Self::Zeros | Self::SpacesBefore | Self::SpacesBehind => b"",
            Self::Nul => b"\0",
            Self::NulSpace => b"\0 ",
        }
    }

    #[cfg(feature = "json")]
    fn is_usual(&self) -> bool {
        *self == Self::Zeros
    }
}

impl DigitForm {
    /// Returns a description of the digits.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self.digits {
            DigitKind::Octal => "a number in octal digits",
            DigitKind::Decimal => "a number in decimal digits",
            DigitKind::Hex => "a number in hexadecimal digits",
            DigitKind::Bcd => "two decimal digits in each byte",
        }
    }

    /// The maximum size of a number in bytes.
    pub const MAX_SIZE: u8 = 24;

    /// Returns the number of digits that fit into `size` bytes, or `None` when the form has no numbers of this size.
    #[must_use]
    pub const fn max_digits(self, size: usize) -> Option<usize> {
        let room = match (self.digits, self.fill) {
            (DigitKind::Bcd, DigitFill::Zeros) if size <= 8 => size * 2,
            (DigitKind::Bcd, _) => 0,
            // A field that is shorter than its end has room for no digit.
            _ if size <= Self::MAX_SIZE as usize => size.saturating_sub(self.fill.end_bytes().len()),
            _ => 0,
        };
        if room == 0 { None } else { Some(room) }
    }

    /// Returns the greatest number that fits into `size` bytes; 0 if not even one digit fits.
    #[must_use]
    pub fn greatest_number(self, size: usize) -> u64 {
        let room = self.max_digits(size).and_then(|room| u32::try_from(room).ok()).unwrap_or(0);
        let above = u128::from(self.digits.base()).checked_pow(room).unwrap_or(u128::MAX);
        u64::try_from(above - 1).unwrap_or(u64::MAX)
    }

    /// Returns the number that bytes state. Returns `None` if the bytes are not a number, or if the number has more
    /// than 64 bits. Spaces and NULs without a digit state 0.
    #[must_use]
    pub fn read_number(self, bytes: &[u8]) -> Option<u64> {
        let base = u64::from(self.digits.base());
        let add = |number: u64, digit: u32| number.checked_mul(base)?.checked_add(digit.into());
        if self.digits == DigitKind::Bcd {
            return bytes
                .iter()
                .flat_map(|byte| [byte >> 4, byte & 0xF])
                .try_fold(0, |number, digit| add(number, digit.into()).filter(|_| digit < 10));
        }
        let blank = bytes.iter().take_while(|byte| **byte == b' ').count();
        let (mut number, mut is_after) = (0, false);
        for byte in bytes.get(blank..)? {
            match char::from(*byte).to_digit(self.digits.base()) {
                Some(digit) if !is_after => number = add(number, digit)?,
                None if matches!(byte, 0 | b' ') => is_after = true,
                _ => return None,
            }
        }
        Some(number)
    }

    /// Returns the `size` bytes of a number, filled as a writer fills them, or `None` if the number does not fit.
    #[must_use]
    pub fn digit_bytes(self, value: u64, size: usize) -> Option<Vec<u8>> {
        let room = self.max_digits(size)?;
        let text = match self.digits {
            DigitKind::Octal => format!("{value:o}"),
            DigitKind::Decimal => format!("{value}"),
            DigitKind::Hex => format!("{value:X}"),
            // The number whose hexadecimal digits are the decimal digits.
            DigitKind::Bcd => {
                let digits = format!("{value:0room$}").into_bytes();
                let packed =
                    digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit & 0xF));
                return Some(packed.collect()).filter(|_| digits.len() == room);
            }
        };
        let filled = match self.fill {
            DigitFill::Zeros | DigitFill::Nul | DigitFill::NulSpace => format!("{text:0>room$}"),
            DigitFill::SpacesBefore => format!("{text:>room$}"),
            DigitFill::SpacesBehind => format!("{text:<room$}"),
        };
        (filled.len() == room).then(|| [filled.as_bytes(), self.fill.end_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(digits: DigitKind, fill: DigitFill) -> DigitForm {
        DigitForm { digits, fill }
    }

    #[test]
    fn what_readers_accept() {
        let octal = form(DigitKind::Octal, DigitFill::Nul);
        for (bytes, value) in [
            (&b"0000644\0"[..], Some(0o644)),
            (b"   644 \0", Some(0o644)),
            (b"644\0\0\0 \0", Some(0o644)),
            (b"00000000", Some(0)),
            (b"        ", Some(0)),
            (b"\0\0\0\0\0\0\0\0", Some(0)),
            (b"0000648\0", None),
            (b"64 4   \0", None),
            (b"644\0x\0\0\0", None),
            (b"\x80\0\0\0\0\0\0\x01", None),
            (b"-644   \0", None),
            (b"\t644   \0", None),
        ] {
            assert_eq!(octal.read_number(bytes), value, "{}", bytes.escape_ascii());
        }
        let hex = form(DigitKind::Hex, DigitFill::Zeros);
        assert_eq!((hex.read_number(b"00Ab"), hex.read_number(b"00Ag")), (Some(0xAB), None));
        let decimal = form(DigitKind::Decimal, DigitFill::SpacesBehind);
        assert_eq!(decimal.read_number(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(decimal.read_number(b"18446744073709551616"), None);
        let packed = form(DigitKind::Bcd, DigitFill::Zeros);
        assert_eq!(
            (packed.read_number(&[0x12, 0x34]), packed.read_number(&[0x1A]), packed.read_number(&[0xA1])),
            (Some(1234), None, None)
        );
    }

    #[test]
    fn what_writers_write() {
        let written = |digits, fill, value, size| form(digits, fill).digit_bytes(value, size);
        assert_eq!(written(DigitKind::Octal, DigitFill::Nul, 0o644, 8).as_deref(), Some(&b"0000644\0"[..]));
        assert_eq!(written(DigitKind::Octal, DigitFill::NulSpace, 0o12345, 8).as_deref(), Some(&b"012345\0 "[..]));
        assert_eq!(written(DigitKind::Octal, DigitFill::NulSpace, 0o1_000_000, 8), None);
        assert_eq!(written(DigitKind::Hex, DigitFill::Zeros, 0xBEEF, 8).as_deref(), Some(&b"0000BEEF"[..]));
        assert_eq!(written(DigitKind::Decimal, DigitFill::SpacesBehind, 12, 4).as_deref(), Some(&b"12  "[..]));
        assert_eq!(written(DigitKind::Decimal, DigitFill::SpacesBefore, 0, 4).as_deref(), Some(&b"   0"[..]));
        assert_eq!(written(DigitKind::Bcd, DigitFill::Zeros, 1234, 3).as_deref(), Some(&[0, 0x12, 0x34][..]));
        assert_eq!(written(DigitKind::Bcd, DigitFill::Zeros, 1_000_000, 3), None);
        assert_eq!(written(DigitKind::Bcd, DigitFill::Nul, 1, 3), None);
    }

    #[test]
    fn the_greatest_number_fits_and_the_next_one_does_not() {
        for digits in [DigitKind::Octal, DigitKind::Decimal, DigitKind::Hex, DigitKind::Bcd] {
            for fill in [
                DigitFill::Zeros,
                DigitFill::Nul,
                DigitFill::NulSpace,
                DigitFill::SpacesBefore,
                DigitFill::SpacesBehind,
            ] {
                let form = form(digits, fill);
                for size in 1..=usize::from(DigitForm::MAX_SIZE) {
                    let Some(_) = form.max_digits(size) else { continue };
                    let greatest = form.greatest_number(size);
                    let bytes = form.digit_bytes(greatest, size).unwrap();
                    assert_eq!((bytes.len(), form.read_number(&bytes)), (size, Some(greatest)), "{form:?} {size}");
                    let above = greatest.checked_add(1).and_then(|above| form.digit_bytes(above, size));
                    assert_eq!(above, None, "{form:?} {size}");
                }
            }
        }
    }
}
