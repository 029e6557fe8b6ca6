//! Quotes values in messages. A quoted value takes at most one line, whatever its length.

use std::fmt::{Display, Error, Formatter, Result, Write};

/// Maximum number of characters of a value in a message.
const SHOWN: usize = 120;

/// Returns the beginning of a value, with `..` if more follows. Does not format the rest of the value.
#[must_use]
pub fn quote_value(value: impl Display) -> String {
    QuotedValue(value).to_string()
}

/// A value whose text is that of [`quote_value`].
pub(crate) struct QuotedValue<T>(pub(crate) T);

impl<T: Display> Display for QuotedValue<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut line = BoundedLine { out: f, left: SHOWN, is_full: false };
        match write!(line, "{}", self.0) {
            Err(_) if line.is_full => f.write_str(".."),
            written => written,
        }
    }
}

/// Takes text up to a number of characters, then fails.
struct BoundedLine<'f, 'o> {
    out: &'f mut Formatter<'o>,
    left: usize,
    is_full: bool,
}

impl Write for BoundedLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> Result {
        if text.len() <= self.left {
            self.left -= text.chars().count();
            return self.out.write_str(text);
        }
        for character in text.chars() {
            let Some(left) = self.left.checked_sub(1) else {
                self.is_full = true;
                return Err(Error);
            };
            self.left = left;
            self.out.write_char(character)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::LeafValue;

    #[test]
    fn long_values_are_cut() {
        assert_eq!(quote_value("a".repeat(SHOWN)), "a".repeat(SHOWN));
        assert_eq!(quote_value("a".repeat(SHOWN + 1)), "a".repeat(SHOWN) + "..");
        let shown = quote_value(LeafValue::Text(&[0xFF; 1 << 20]));
        assert_eq!((shown.len(), &shown[..9], &shown[118..]), (SHOWN + 2, r#""\xff\xff"#, "xf.."));
    }
}
