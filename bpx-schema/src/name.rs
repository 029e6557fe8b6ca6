//! Names of rules and fields out of names of types.

/// `SectionHeader` as `section-header`, `stored_size` as `stored-size`, `UInt8` as `uint8`.
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    let mut before = None;
    for letter in name.trim_start_matches("r#").chars() {
        let word = before.is_some_and(|before: char| before.is_ascii_lowercase() || before.is_ascii_digit());
        match letter {
            '_' => text.push('-'),
            upper if upper.is_ascii_uppercase() => {
                if word {
                    text.push('-');
                }
                text.push(upper.to_ascii_lowercase());
            }
            other => text.push(other),
        }
        before = Some(letter);
    }
    text
}
