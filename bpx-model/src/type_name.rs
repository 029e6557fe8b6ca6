use super::{Endian, Type, VarintForm};

impl Type {
    /// Returns the type in short form: `u32`, `i16 (big-endian)`, `text, NUL-terminated`, or the name of a structure.
    #[must_use]
    pub fn short_name(&self) -> String {
        let number = |letter: char, size: u8, endian: Endian| {
            let big = if endian == Endian::Big && size > 1 { " (big-endian)" } else { "" };
            format!("{letter}{}{big}", 8 * u16::from(size))
        };
        match self {
            Self::Int { size, signed, endian } => number(if *signed { 'i' } else { 'u' }, *size, *endian),
            Self::Float { size, endian } => number('f', *size, *endian),
            Self::Varint { bits, form } => {
                let name = match form {
                    VarintForm::Uleb => "LEB128",
                    VarintForm::Sleb => "signed LEB128",
                    VarintForm::Zigzag => "zigzag LEB128",
                    VarintForm::Vlq => "VLQ (most significant group first)",
                    VarintForm::Vint => "VINT (size in the first byte)",
                    VarintForm::MarkedVint => "VINT with its marker",
                    VarintForm::Utf8Number => "number (encoded as in UTF-8)",
                };
                format!("{name} up to {bits} bits")
            }
            Self::FixedPoint { size, signed, fraction, endian } => {
                let whole = number(if *signed { 'i' } else { 'u' }, *size, *endian);
                format!("{whole} with {fraction} bits after the point")
            }
            Self::Digits { size, form } => format!("{} in {size} bytes", form.description()),
            Self::CString => "text, NUL-terminated".to_owned(),
            Self::Named { link, .. } => link.name().to_owned(),
        }
    }
}
