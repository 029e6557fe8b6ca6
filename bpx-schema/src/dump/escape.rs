/// Escapes a text for XML and HTML, and replaces control characters, which neither XML nor HTML allows.
#[must_use]
pub fn escape_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(one),
            one if one.is_control() || matches!(one, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            one => out.push(one),
        }
    }
    out
}
