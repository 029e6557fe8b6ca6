//! Names of rules, fields and types out of other names.

use std::collections::{HashMap, HashSet};

/// `SectionHeader` as `section-header`, `stored_size` as `stored-size`, `UInt8` as `uint8`.
pub fn kebab(name: &str) -> String {
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

/// `section header` as `SectionHeader`: each word with a capital letter, and nothing but letters and digits. Several words
/// of capital letters are words all the same: `LINK_TYPE` as `LinkType`.
pub fn upper(name: &str) -> String {
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

/// Gives names that were not given before.
#[derive(Default)]
pub struct Unused {
    taken: HashSet<String>,
    /// The number after which those of a name that is taken may be free.
    numbers: HashMap<String, u32>,
}

impl Unused {
    /// Returns the name, or the name with the first number that makes it another one.
    pub fn name(&mut self, name: &str) -> String {
        self.name_with(name, &|name| vec![name.to_owned()])
    }

    /// Returns the same, of a name that others are made of, which have to be free too.
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
    use super::upper;

    #[test]
    fn words_begin_with_capitals() {
        let names = ["section header", "LINK_TYPE_NULL", "RGB", "GL33 type", "TYPE 3D", "0x01", "A-B"];
        assert_eq!(names.map(upper), ["SectionHeader", "LinkTypeNull", "RGB", "GL33Type", "Type3d", "0x01", "AB"]);
    }
}
