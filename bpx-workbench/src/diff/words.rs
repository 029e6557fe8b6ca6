//! Compares the meanings of names and texts by their words.

use std::collections::BTreeSet;

/// Words that reverse a meaning.
const NEGATIONS: &[&str] = &["no", "non", "none", "not", "signed", "u", "un", "unsigned", "without"];
/// The largest number of characters of names that are compared for misspellings.
const LONGEST: usize = 64;

/// Splits a name into words in lower case, and numbers.
fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_alphanumeric() {
            before = None;
            continue;
        }
        let begins = match before {
            None => true,
            Some(before) => {
                let mut of_next = || letters.peek().is_some_and(|next| next.is_lowercase());
                before.is_numeric() != letter.is_numeric()
                    || letter.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && of_next())
            }
        };
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        before = Some(letter);
    }
    words
}

/// Returns whether two names are forms of the same name: one name has all words of the other, or is short for the
/// other, or has almost the same spelling. Names with different numbers are not alike.
pub(super) fn are_alike(a: &str, b: &str) -> bool {
    let split = |name: &str| -> (BTreeSet<String>, BTreeSet<String>) {
        name_words(name).into_iter().partition(|word| word.chars().all(char::is_numeric))
    };
    let ((a_numbers, a_words), (b_numbers, b_words)) = (split(a), split(b));
    let (a_plain, b_plain) = (name_words(a).concat(), name_words(b).concat());
    if a_plain.is_empty() || b_plain.is_empty() {
        return a == b;
    }
    if a_plain == b_plain {
        return true;
    }
    if !a_numbers.is_empty() && !b_numbers.is_empty() && a_numbers != b_numbers {
        return false;
    }
    let (less, more) = if a_words.len() <= b_words.len() { (&a_words, &b_words) } else { (&b_words, &a_words) };
    if !less.is_empty() && less.is_subset(more) {
        return !more.difference(less).any(|word| NEGATIONS.contains(&word.as_str()));
    }
    let (short, long) = if a_plain.len() <= b_plain.len() { (&a_plain, &b_plain) } else { (&b_plain, &a_plain) };
    short.len() >= 3 && long.starts_with(short.as_str()) || are_spelled_alike(short, long)
}

/// Returns whether two words differ in at most a fifth of their letters, and have the same first letter.
fn are_spelled_alike(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let longest = a.len().max(b.len());
    if a.first() != b.first() || longest > LONGEST || a.iter().any(|one| one.is_numeric()) {
        return false;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, one) in a.iter().enumerate() {
        let mut diagonal = at;
        let mut left = at + 1;
        for (cell, other) in row.iter_mut().skip(1).zip(&b) {
            let up = *cell;
            *cell = (diagonal + usize::from(one != other)).min(up + 1).min(left + 1);
            (diagonal, left) = (up, *cell);
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().is_some_and(|distance| distance * 5 <= longest)
}

/// Returns whether two texts have the same words, or share more than one word and at least half of all their words.
pub(super) fn have_same_meaning(a: &str, b: &str) -> bool {
    let (a, b): (BTreeSet<String>, BTreeSet<String>) =
        (name_words(a).into_iter().collect(), name_words(b).into_iter().collect());
    let common = a.intersection(&b).count();
    (common > 1 || a == b) && common > 0 && common * 2 >= a.union(&b).count()
}

#[cfg(test)]
mod tests {
    use super::{are_alike, have_same_meaning, name_words};

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(name_words("SymbolTable_v2"), ["symbol", "table", "v", "2"]);
        assert_eq!(name_words("XMLFile no.GL33"), ["xml", "file", "no", "gl", "33"]);
    }

    #[test]
    fn forms_of_one_name_are_alike() {
        for (a, b) in [
            ("VertexArray", "vertex_array"),
            ("Vertex", "VertexArray"),
            ("Adler", "Adler32"),
            ("Colour", "Color"),
            ("Num", "Number"),
            ("Lights", "Light"),
        ] {
            assert!(are_alike(a, b), "{a} {b}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for (a, b) in [
            ("Adler32", "Crc32"),
            ("GL33", "GL40"),
            ("OpenGL", "DX12"),
            ("Compressed", "NotCompressed"),
            ("Left", "Right"),
            ("UInt", "Int"),
            ("Right", "Light"),
            ("A", "B"),
            ("+", "-"),
            ("FileTable", "ObjectTable"),
        ] {
            assert!(!are_alike(a, b), "{a} {b}");
        }
    }

    #[test]
    fn texts_of_the_same_words_say_the_same() {
        assert!(have_same_meaning("turns to the left", "it turns to the left"));
        assert!(!have_same_meaning("turns to the left", "shines on you"));
        assert!(have_same_meaning("where", "Where."));
        assert!(!have_same_meaning("where", "where else"));
        assert!(!have_same_meaning("", ""));
    }
}
