//! Makes names that other languages accept.

use std::collections::BTreeSet;

/// Returns the name of a format in names of files and as the prefix of other names, such as `bpx_v0` for `bpx-v0`.
#[must_use]
pub fn format_stem(format: &str) -> String {
    snake_case(format)
}

/// Returns a name in lower case, with underscores between words, such as `section_header` for `SectionHeader`.
pub(super) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, char) in chars.iter().enumerate() {
        if !char.is_ascii_alphanumeric() {
            if !snake.ends_with('_') {
                snake.push('_');
            }
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let begins = char.is_ascii_uppercase()
            && (before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
                || before.is_some_and(char::is_ascii_uppercase) && after.is_some_and(char::is_ascii_lowercase));
        if begins && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(char.to_ascii_lowercase());
    }
    if snake.is_empty() || snake.starts_with(|c: char| c.is_ascii_digit()) { format!("x{snake}") } else { snake }
}

/// Returns a name with underscores in place of characters that a language does not accept.
pub(super) fn valid_identifier(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) { format!("x{plain}") } else { plain }
}

/// The names in one scope, which must be neither keywords nor duplicates.
pub(super) struct Names {
    reserved: &'static [&'static str],
    taken: BTreeSet<String>,
}

impl Names {
    /// Creates a scope in which the reserved names are not free.
    pub(super) fn new(reserved: &'static [&'static str]) -> Self {
        Self { reserved, taken: BTreeSet::new() }
    }

    /// Returns the wanted name, with underscores at the end if the name is not free.
    pub(super) fn take_name(&mut self, wanted: String) -> String {
        self.take_with(wanted, &[""])
    }

    /// Returns the wanted name, with underscores at the end until the name is free with each of the endings.
    pub(super) fn take_with(&mut self, wanted: String, endings: &[&str]) -> String {
        let mut name = wanted;
        let all = |name: &str| endings.iter().map(|ending| format!("{name}{ending}")).collect::<Vec<_>>();
        while all(&name).iter().any(|name| self.reserved.contains(&&**name) || self.taken.contains(name)) {
            name.push('_');
        }
        self.taken.extend(all(&name));
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (name, wanted) in [
            ("SectionHeader", "section_header"),
            ("AssemblyDX", "assembly_dx"),
            ("UInt8", "u_int8"),
            ("FAT_DEDUP", "fat_dedup"),
            ("bpx-v0", "bpx_v0"),
            ("2D", "x2_d"),
            ("", "x"),
        ] {
            assert_eq!(snake_case(name), wanted);
        }
    }

    #[test]
    fn names_are_free() {
        let mut names = Names::new(&["if"]);
        let taken: Vec<_> = ["if", "if", "a", "a"].map(|name| names.take_name(name.to_owned())).into();
        assert_eq!(taken, ["if_", "if__", "a", "a_"]);
    }
}
