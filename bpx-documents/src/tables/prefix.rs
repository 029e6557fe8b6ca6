//! Types whose values begin with their length: `Strings are a uint32 byte length, followed by the characters`.

use crate::model::Field;
use crate::name::norm;
use crate::prose::Sentence;
use crate::size::Size;
use crate::types::{Types, field, meaning};
use std::collections::HashMap;

/// The types that sentences define so, by the normal name of one: the type of the length.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prefixes {
    known: HashMap<String, String>,
}

impl Prefixes {
    /// Learns what a sentence defines.
    pub(crate) fn learn(&mut self, sentence: &Sentence<'_>) {
        let lower = sentence.text.to_lowercase().replace('-', " ");
        let in_bytes = ["byte length", "length in bytes", "number of bytes"].iter().any(|words| lower.contains(words));
        let leads = ["followed by", "prefix", "preceded by"].iter().any(|words| lower.contains(words));
        if !(in_bytes && leads) {
            return;
        }
        let mut words = sentence.words().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let Some(subject) =
            words.find(|word| !matches!(word.to_lowercase().as_str(), "a" | "an" | "the" | "all" | "each"))
        else {
            return;
        };
        let mut lengths = words.filter(|word| is_length(word));
        // Of two types nobody says which one is the length.
        let Some(length) = lengths.next().filter(|first| lengths.all(|other| other == *first)) else { return };
        let subject = norm(subject);
        let one = subject.strip_suffix('s').unwrap_or(&subject).to_owned();
        self.known.insert(one, length.to_owned());
    }

    /// Returns the type of the length of a value: of `String`, `Map<string, string>`, `uint32 length-prefixed bytes`.
    fn of_type(&self, ty: &str) -> Option<String> {
        let lower = ty.to_lowercase().replace('-', " ");
        let words: Vec<_> = lower.split_whitespace().collect();
        if let [length, "length", "prefixed", "bytes" | "byte"] = words.as_slice() {
            return Some((*length).to_owned()).filter(|length| is_length(length));
        }
        let stem = lower.split('<').next().unwrap_or_default();
        self.known.get(&norm(stem)).cloned()
    }

    /// Splits a field into its length and as many bytes, if its type is such a one and its size agrees: `4 + N`.
    pub(super) fn split(&self, whole: &Field) -> Option<[Field; 2]> {
        let types = Types::new();
        let length = self.of_type(&whole.ty)?;
        let size = meaning(&length, &types)?.size?.exact()?;
        if !whole.stated.is_empty() && !is_sum(&whole.stated, size) {
            return None;
        }
        let name = format!("{} length", whole.name);
        let first = Field {
            line: whole.line,
            size: Some(Size::bits(size)),
            offset: whole.offset,
            notes: format!("Length of {} in bytes", whole.name),
            when: whole.when.clone(),
            name: name.clone(),
            ..field(length, &types)
        };
        let notes = if whole.notes.is_empty() { whole.ty.clone() } else { format!("{}: {}", whole.ty, whole.notes) };
        let ty = format!("byte[{name}]");
        let rest =
            Field { offset: None, stated: String::new(), size: Some(Size::VARIABLE), notes, ty, ..whole.clone() };
        Some([first, rest])
    }
}

fn is_length(word: &str) -> bool {
    let meaning = meaning(word, &Types::new()).filter(|meaning| meaning.is_firm && !meaning.is_array);
    matches!(meaning.and_then(|meaning| meaning.size?.exact()), Some(8 | 16 | 32 | 64))
}

/// Returns whether a cell is the size of a length in bytes and one unknown: `4 + N`, `2 + length bytes`.
fn is_sum(cell: &str, bits: u64) -> bool {
    let cell = cell.trim().trim_end_matches("bytes").trim_end();
    let Some((length, rest)) = cell.split_once('+') else { return false };
    let length = length.trim().trim_end_matches("bytes").trim_end();
    let is_name = rest.trim().chars().all(|c| c.is_alphabetic() || c == '_') && !rest.trim().is_empty();
    is_name && length.parse::<u64>().ok().and_then(|length| length.checked_mul(8)) == Some(bits)
}
