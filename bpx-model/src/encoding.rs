/// The character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub enum Encoding {
    /// UTF-8.
    #[cfg_attr(feature = "json", serde(rename = "utf-8"))]
    Utf8,
    /// UTF-16, the least significant byte first.
    #[cfg_attr(feature = "json", serde(rename = "utf-16le"))]
    Utf16Le,
    /// UTF-16, the most significant byte first.
    #[cfg_attr(feature = "json", serde(rename = "utf-16be"))]
    Utf16Be,
    /// ISO 8859-1, in which each byte is the number of a character.
    #[cfg_attr(feature = "json", serde(rename = "latin-1"))]
    Latin1,
    /// Shift-JIS, with the extensions of Windows.
    #[cfg_attr(feature = "json", serde(rename = "shift-jis"))]
    ShiftJis,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 5] = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Latin1, Self::ShiftJis];

    /// Returns the name of the encoding in declarations and schemas.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Latin1 => "latin-1",
            Self::ShiftJis => "shift-jis",
        }
    }

    /// Returns the size in bytes of a code unit, which is also the size of the NUL that ends a text.
    #[must_use]
    pub const fn unit_size(self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Returns whether the encoding is a form of UTF-16.
    #[must_use]
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }
}

/// The form of a text, which is its encoding and its padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TextForm {
    /// The character encoding.
    pub encoding: Encoding,
    /// The character that pads the text. If it is NUL, the first NUL ends the text; otherwise, all such characters at
    /// the end are padding.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pad: Option<u8>,
}
