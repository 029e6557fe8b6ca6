//! Writes texts as strings of TOML.

/// Returns a text as a string of TOML, in quotation marks.
pub(crate) fn quote_text(text: &str) -> String {
    // Strings of JSON are strings of TOML, except that TOML has no delete character.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Returns a list of texts in the form of TOML, in one line.
pub(crate) fn list_texts(texts: &[String]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| quote_text(text)).collect();
    format!("[{}]", texts.join(", "))
}
