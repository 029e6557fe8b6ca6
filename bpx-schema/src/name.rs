//! Names of rules, fields and types out of other names.

/// `SectionHeader` as `section-header`, `stored_size` as `stored-size`, `UInt8` as `uint8`.
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    let mut before = None;
    for letter in name.trim_start_matches("r#").chars() {
        let word = before.is_some_and(|before: char| before.is_ascii_lowercase() || before.is_ascii_digit());
        match letter {
            '_' | ' ' => text.push('-'),
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

/// `section header` as `SectionHeader`: each word with a capital letter, and nothing but letters and digits.
#[cfg(feature = "tools")]
pub(crate) fn upper(name: &str) -> String {
    let words = name.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    words.map(capital).collect()
}
