//! Reads names and conditions from the descriptions of fields.

/// Splits a description into the words that name the field, and all of it: `Number of entries (at most 4)`.
pub(super) fn split_name(notes: &str) -> (String, String) {
    let text = notes.trim();
    let marks = ["(", ". ", ", ", "; ", ": ", " - ", " \u{2013} ", " \u{2014} ", " = ", "\n"];
    let end = marks.iter().filter_map(|mark| text.find(mark)).filter(|end| *end > 0).min().unwrap_or(text.len());
    let first = text.split_at(end).0.trim().trim_end_matches(['.', ':', ';', ',']);
    let mut name = String::new();
    for word in first.split_whitespace() {
        if !name.is_empty() && name.chars().count() + word.chars().count() >= MAX_LETTERS {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    let rest = if name == text { String::new() } else { text.to_owned() };
    (name, rest)
}

/// The largest length of a name from a description, unless it is one word.
const MAX_LETTERS: usize = 40;

/// Returns the condition under which a field is present, as notes state it: `Present when minor >= 5.`
pub(super) fn condition(notes: &str) -> String {
    let said = ["Present when ", "Present if ", "Only present when ", "Only present if "].into_iter();
    let rest = said.filter_map(|words| notes.split_once(words)).map(|(_, rest)| rest).next().unwrap_or("");
    let end = [". ", ", else", "; "].iter().filter_map(|end| rest.find(end)).min();
    end.map_or(rest, |end| rest.split_at(end).0).trim().trim_end_matches('.').to_owned()
}
