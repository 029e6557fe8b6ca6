use crate::schema::Encoding;
use crate::value::{decode_text, encode_text};

/// A text that a NUL ends.
pub trait TerminatedText: Sized {
    /// The bytes of the NUL.
    const TERMINATOR: &'static [u8];
    /// Returns the text that consists of `bytes`, or `None` when the bytes contain a NUL.
    fn of_stored(bytes: &[u8]) -> Option<Self>;
    /// Returns the bytes without the NUL.
    fn stored_bytes(&self) -> &[u8];
}

impl TerminatedText for CText {
    const TERMINATOR: &'static [u8] = &[0];

    fn of_stored(bytes: &[u8]) -> Option<Self> {
        Self::new(bytes)
    }

    fn stored_bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// A text of two-byte units that ends with a zero unit in the file. The encoding is usually UTF-16, but the bytes are
/// kept unchanged in any case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CText16(Vec<u8>);

impl CText16 {
    /// Creates a text from its bytes; `None` if the bytes are not whole units, or if a unit is zero, because a zero
    /// unit would end the text.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = bytes.into();
        let (units, rest) = bytes.as_chunks::<2>();
        (rest.is_empty() && !units.contains(&[0, 0])).then_some(Self(bytes))
    }

    /// Encodes a text; `None` when the text contains a NUL, or the encoding has no units of two bytes.
    #[must_use]
    pub fn from_text(encoding: Encoding, text: &str) -> Option<Self> {
        Some(encoding).filter(|one| one.is_wide()).and_then(|encoding| Self::new(encode_text(encoding, text)?))
    }

    /// Returns the bytes without the terminator.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the text, if the bytes are valid in `encoding`.
    #[must_use]
    pub fn to_text(&self, encoding: Encoding) -> Option<String> {
        let form = crate::schema::TextForm { encoding, pad: None };
        decode_text(form, &self.0).ok().map(std::borrow::Cow::into_owned)
    }
}

impl TerminatedText for CText16 {
    const TERMINATOR: &'static [u8] = &[0, 0];

    fn of_stored(bytes: &[u8]) -> Option<Self> {
        Self::new(bytes)
    }

    fn stored_bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The bytes of a text that ends with a NUL of any size.
#[cfg(feature = "interpret")]
pub(crate) struct AnyText(Vec<u8>);

#[cfg(feature = "interpret")]
impl TerminatedText for AnyText {
    const TERMINATOR: &'static [u8] = &[];

    fn of_stored(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.to_vec()))
    }

    fn stored_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A text that ends with a NUL byte in the file. The encoding is usually UTF-8, but the bytes are kept unchanged in any
/// case.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CText(Vec<u8>);

impl CText {
    /// Creates a text from its bytes; `None` if a byte is NUL, because a NUL would end the text.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = bytes.into();
        (!bytes.contains(&0)).then_some(Self(bytes))
    }

    /// Returns the bytes without the terminator.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the text, if the bytes are UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// Returns the text, with replacement characters where the bytes are not UTF-8.
    #[must_use]
    pub fn to_string_lossy(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl std::fmt::Debug for CText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.to_string_lossy(), f)
    }
}

impl std::fmt::Display for CText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_string_lossy())
    }
}
