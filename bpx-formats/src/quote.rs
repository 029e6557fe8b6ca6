//! Quotes bytes of a file in messages.

/// Largest number of bytes of a name or a text that a message shows.
const SHOWN: usize = 64;

/// Returns bytes for a message, with escapes. Of a long sequence, returns the beginning and the number of all bytes.
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    match bytes.get(..SHOWN).filter(|_| bytes.len() > SHOWN) {
        None => bytes.escape_ascii().to_string(),
        Some(start) => format!("{}... ({} bytes)", start.escape_ascii(), bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_counted() {
        assert_eq!(quote_bytes(b"a \"name\"\n\xFF"), "a \\\"name\\\"\\n\\xff");
        assert_eq!(quote_bytes(&[b'x'; 64]), "x".repeat(64));
        assert_eq!(quote_bytes(&[b'x'; 65]), format!("{}... (65 bytes)", "x".repeat(64)));
    }
}
