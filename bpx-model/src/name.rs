//! Conversions between names of rules, fields and types.

use std::collections::{HashMap, HashSet};

/// Converts a name to kebab case. For example, `SectionHeader` becomes `section-header`, `stored_size` becomes
/// `stored-size`, and `UInt8` becomes `uint8`.
pub fn to_kebab_case(name: &str) -> String {
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

/// Converts a name to camel case, with only letters and digits. For example, `section header` becomes `SectionHeader`.
/// A name of several words in capital letters is converted too: `LINK_TYPE` becomes `LinkType`.
pub fn to_upper_camel_case(name: &str) -> String {
    let words = || name.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let shouted = words().nth(1).is_some() && !name.contains(|one: char| one.is_lowercase());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let rest = letters.map(|one| if shouted { one.to_ascii_lowercase() } else { one });
        first.into_iter().chain(rest).collect::<String>()
    };
    words().map(capital).collect()
}

/// The names that are taken, for making unique names.
#[derive(Default)]
pub struct UnusedNames {
    taken: HashSet<String>,
    /// For each taken name, the last number that was appended.
    numbers: HashMap<String, u32>,
}

impl UnusedNames {
    /// Returns a name and takes it; appends a number to the name if it is taken.
    pub fn take_name(&mut self, name: &str) -> String {
        self.name_with(name, &|name| vec![name.to_owned()])
    }

    /// Returns a unique name like [`take_name`](Self::take_name), and takes the names that `others` derives from it. The derived
    /// names must be free too.
    pub fn name_with(&mut self, name: &str, others: &dyn Fn(&str) -> Vec<String>) -> String {
        let mut free = name.to_owned();
        let mut wanted = others(&free);
        while wanted.iter().any(|name| self.taken.contains(name)) {
            let number = self.numbers.entry(name.to_owned()).or_insert(1);
            *number += 1;
            free = format!("{name}{number}");
            wanted = others(&free);
        }
        self.taken.extend(wanted);
        free
    }
}

#[cfg(test)]
mod tests {
    use super::to_upper_camel_case;

    #[test]
    fn words_begin_with_capitals() {
        let names = ["section header", "LINK_TYPE_NULL", "RGB", "GL33 type", "TYPE 3D", "0x01", "A-B"];
        assert_eq!(
            names.map(to_upper_camel_case),
            ["SectionHeader", "LinkTypeNull", "RGB", "GL33Type", "Type3d", "0x01", "AB"]
        );
    }
}
