//! Quotes values in messages: at most one line, for values of any length.

use std::fmt::{Display, Write};

/// Maximum number of characters of a value in a message.
const SHOWN: usize = 120;

/// Returns the beginning of a value, with `..` if more follows. The rest is not formatted.
#[must_use]
pub fn quote(value: impl Display) -> String {
    let mut line = Line { text: String::new(), left: SHOWN };
    match write!(line, "{value}") {
        Ok(()) => line.text,
        Err(_) => line.text + "..",
    }
}

/// Takes text up to a number of characters, then fails.
struct Line {
    text: String,
    left: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if text.len() <= self.left {
            self.left -= text.chars().count();
            self.text.push_str(text);
            return Ok(());
        }
        for character in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(std::fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn long_values_are_cut() {
        assert_eq!(quote("a".repeat(SHOWN)), "a".repeat(SHOWN));
        assert_eq!(quote("a".repeat(SHOWN + 1)), "a".repeat(SHOWN) + "..");
        let shown = quote(Value::Text(&[0xFF; 1 << 20]));
        assert_eq!((shown.len(), &shown[..9], &shown[118..]), (SHOWN + 2, r#""\xff\xff"#, "xf.."));
    }
}
