//! Reads names and conditions from the descriptions of fields.

use crate::measure;

/// Splits a description into the words that name the field, and the whole description: `Number of entries (at most 4)`.
pub(super) fn split_name(notes: &str) -> (String, String) {
    let text = notes.trim();
    let marks = ["(", ". ", ", ", "; ", ": ", " - ", " \u{2013} ", " \u{2014} ", " = ", "\n"];
    // `Signature "ABCD"`
    let quoted = text.find(" \"").filter(|_| text.ends_with('"'));
    let ends = marks.iter().filter_map(|mark| text.find(mark)).chain(quoted);
    let end = ends.filter(|end| *end > 0).min().unwrap_or(text.len());
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
    // `03` is a value.
    if measure::read_number(&name).is_some() {
        return (String::new(), text.to_owned());
    }
    let name = name.trim_matches('"').trim().to_owned();
    let rest = if name == text { String::new() } else { text.to_owned() };
    (name, rest)
}

/// The largest number of characters in a name from a description, unless the name is one word.
const MAX_LETTERS: usize = 40;

/// Returns the condition under which a field is present, as notes state the condition: `Present when minor >= 5.`
/// Returns the whole sentence if it only says that the field may be absent.
pub(super) fn presence_condition(notes: &str) -> String {
    let ends = [". ", "; ", "\n"];
    let mut rest = notes;
    while !rest.is_empty() {
        let end = ends.iter().filter_map(|end| Some((rest.find(end)?, end.len()))).min();
        let (sentence, after) =
            end.map_or((rest, ""), |(at, len)| (rest.get(..at).unwrap_or(rest), rest.get(at + len..).unwrap_or("")));
        if let Some(when) = condition_in_sentence(sentence) {
            return when;
        }
        rest = after;
    }
    String::new()
}

/// Returns the condition that a name states in brackets, or an empty text: `extra (v2+)`, `extra (optional)`. Square
/// brackets around the whole name mean that the field may be absent: `[extra]`.
pub(super) fn condition_of_name(name: &str) -> String {
    let all = name.trim().strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    if all.is_some_and(|name| name.contains(char::is_alphabetic) && !name.contains(['[', ']'])) {
        return "its name is in square brackets".to_owned();
    }
    let inside = name.split_once(['(', '[']).and_then(|(_, inside)| inside.split([')', ']']).next());
    let leads = |inside: &&str| {
        let lower = inside.trim().to_lowercase();
        ["if ", "when ", "iff ", "only if ", "only when "].iter().any(|lead| lower.starts_with(lead))
    };
    if let Some(condition) = inside.filter(leads) {
        let (_, condition) = condition.trim().split_once(' ').unwrap_or_default();
        return condition.trim_start_matches("if ").trim_start_matches("when ").to_owned();
    }
    inside.and_then(condition_in_sentence).unwrap_or_default()
}

fn condition_in_sentence(sentence: &str) -> Option<String> {
    // `Reserved Present when ..`: a sentence without a full stop before it.
    let own = ["Present when ", "Present if ", "Only present when ", "Only present if "];
    let sentence = own.iter().filter_map(|own| sentence.find(own)).min().map_or(sentence, |at| sentence.split_at(at).1);
    let text = sentence.trim().trim_matches(['.', '*', '_', ' ']);
    let inside =
        [("(", ")"), ("[", "]")].into_iter().find_map(|(open, end)| text.strip_prefix(open)?.strip_suffix(end));
    let text = inside.unwrap_or(text).trim();
    let lower = text.to_ascii_lowercase();
    if let Some(lead) = ["only if ", "only when "].into_iter().find(|lead| lower.starts_with(lead)) {
        return text.get(lead.len()..).map(|when| when.trim().to_owned()).filter(|when| !when.is_empty());
    }
    let find = |words: &[&str]| words.iter().find_map(|word| Some((find_phrase(&lower, word)?, word.len())));
    // Most sentences say nothing of presence.
    if !HINTS.iter().any(|hint| lower.contains(hint)) {
        return (is_version(&lower) || is_case(&lower)).then(|| text.to_owned());
    }
    if let Some((at, len)) = find_presence(&lower) {
        let rest = text.get(at.checked_add(len)?..)?;
        let end = rest.find(", else").unwrap_or(rest.len());
        return Some(rest.get(..end)?.trim().trim_end_matches('.').to_owned()).filter(|when| !when.is_empty());
    }
    let is_optional = lower == "optional"
        || ["optional,", "optional:", "optional -", "optional)", "optional]"]
            .iter()
            .any(|lead| lower.starts_with(lead))
        || lower.ends_with("field is optional")
        || lower == "is optional"
        || lower == "it is optional";
    if is_optional {
        return Some("optional".to_owned());
    }
    (find(ABSENT).is_some() || is_version(&lower) || is_case(&lower)).then(|| text.to_owned())
}

/// Words of sentences about presence.
const HINTS: [&str; 18] = [
    "present",
    "exist",
    "stored",
    "included",
    "written",
    "there",
    "absent",
    "omitted",
    "missing",
    "optional",
    "appear",
    "sent",
    "transmitted",
    "available",
    "skipped",
    "left out",
    "saved",
    "encoded",
];

/// Finds words before a condition, such as `present only if`; returns their offset and their length.
fn find_presence(lower: &str) -> Option<(usize, usize)> {
    // Others may state when something happens: `stored when the file is closed`.
    let clear = ["present", "exists", "exist", "appears", "appear"];
    let other = ["stored", "included", "written", "there", "sent", "transmitted", "available", "saved", "encoded"];
    let mut phrases = Vec::with_capacity(64);
    for joint in ["if", "when", "iff"] {
        for verb in clear {
            phrases.extend([format!("{verb} {joint} "), format!("{verb} only {joint} ")]);
        }
        for verb in other.into_iter().filter(|verb| lower.contains(verb)) {
            phrases.extend([format!("only {verb} {joint} "), format!("{verb} only {joint} ")]);
        }
    }
    phrases.extend(["included", "sent", "transmitted", "available"].map(|verb| format!("{verb} if ")));
    let only = |at: usize, phrase: &str| {
        let lead = lower.get(..at).and_then(|before| before.strip_suffix("only ")).map(str::len);
        lead.filter(|_| !phrase.starts_with("only ")).map_or((at, phrase.len()), |at| (at, phrase.len() + 5))
    };
    phrases.iter().find_map(|phrase| Some(only(find_phrase(lower, phrase)?, phrase)))
}

/// Returns whether a text only names the cases in which a field is present: `only for type 3`, `in protocol 2 and
/// above`.
fn is_case(lower: &str) -> bool {
    let numbered = lower.contains(|c: char| c.is_ascii_digit());
    let leads = ["only for ", "only in ", "only with ", "only on "];
    let limits = ["and above", "and later", "and up", "and newer", "and higher", "or later", "or above", "or newer"];
    let begins = ["in ", "from ", "since ", "for ", "as of ", "protocol ", "format ", "version ", "revision "];
    let limited = begins.iter().any(|lead| lower.starts_with(lead))
        && limits.iter().any(|limit| lower.ends_with(limit))
        && lower.len() <= MAX_VERSION
        && !lower.contains(',');
    numbered && (leads.iter().any(|lead| lower.starts_with(lead)) || limited)
}

/// Returns the offset of a phrase about the field itself: at the beginning of a text, after a comma, or after a short
/// subject.
fn find_phrase(text: &str, phrase: &str) -> Option<usize> {
    let mut places = text.match_indices(phrase).map(|(at, _)| at).take(MAX_PLACES);
    places.find(|at| {
        let before = text.get(..*at).unwrap_or("").trim_end();
        let joins = [",", ":", "-", "\u{2013}", "\u{2014}", "("].iter().any(|end| before.ends_with(end));
        let mut words: Vec<&str> = before.split_whitespace().collect();
        let has_verb = ["may ", "can ", "exist"].iter().any(|verb| phrase.contains(verb));
        let verbs = ["is", "are", "but", "and", "only"];
        let stripped = words.iter().rev().take_while(|word| verbs.contains(word)).count();
        words.truncate(words.len() - stripped);
        let others = ["that", "which", "of", "whose", "for", "if", "when", "in"];
        let is_subject = words.len() <= 3 && !words.iter().any(|word| others.contains(word));
        joins || words.is_empty() || (has_verb || stripped > 0) && is_subject
    })
}

/// The largest number of occurrences of a phrase in a sentence that are examined.
const MAX_PLACES: usize = 4;

/// Returns whether a text only names versions: `added in version 2`, `version 3 only`, `v2+`.
fn is_version(lower: &str) -> bool {
    if lower.len() > MAX_VERSION {
        return false;
    }
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (mut named, mut limits, mut numbered) = (false, false, false);
    let all = words.iter().all(|word| {
        let bare = word.trim_matches([',', ':']);
        let number = bare.trim_start_matches('v').trim_end_matches('+').replace('x', "0");
        let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
        named |= matches!(bare, "version" | "versions" | "revision") || is_number && bare.starts_with('v');
        limits |= matches!(bare, "only" | "since" | "added" | "introduced" | "later" | "newer" | "above" | "new")
            || matches!(bare, "onwards" | "onward" | "up" | "higher" | "before" | "earlier" | "older" | "until")
            || is_number && bare.ends_with('+');
        numbered |= is_number;
        is_number || VERSION_WORDS.contains(&bare)
    });
    all && named && limits && numbered && words.len() <= 8
}

/// The largest size of a text that only names versions, in bytes.
const MAX_VERSION: usize = 80;

const VERSION_WORDS: [&str; 28] = [
    "version",
    "versions",
    "revision",
    "format",
    "file",
    "only",
    "since",
    "added",
    "introduced",
    "later",
    "newer",
    "above",
    "new",
    "onwards",
    "onward",
    "up",
    "higher",
    "before",
    "earlier",
    "older",
    "until",
    "in",
    "from",
    "and",
    "or",
    "of",
    "the",
    "with",
];

/// Phrases about fields that may be absent.
const ABSENT: &[&str] = &[
    "skipped if ",
    "skipped when ",
    "skipped unless ",
    "left out if ",
    "left out when ",
    "not exist in ",
    "not exist before ",
    "not exist if ",
    "not exist when ",
    "not exist unless ",
    "not included if ",
    "not included when ",
    "not included in ",
    "not included unless ",
    "not sent if ",
    "not sent when ",
    "not sent unless ",
    "not written if ",
    "not written when ",
    "not always present",
    "may not be present",
    "might not be present",
    "might be missing",
    "might be absent",
    "present unless ",
    "only present with ",
    "present only with ",
    "only there for ",
    "only there in ",
    "absent if ",
    "absent when ",
    "absent unless ",
    "absent in ",
    "omitted if ",
    "omitted when ",
    "omitted unless ",
    "omitted in ",
    "not present if ",
    "not present when ",
    "not present in ",
    "not present before ",
    "not present unless ",
    "not stored if ",
    "not stored when ",
    "not stored in ",
    "missing in ",
    "missing if ",
    "missing when ",
    "may be omitted",
    "can be omitted",
    "may be absent",
    "may be missing",
    "only present in ",
    "present only in ",
    "only present for ",
    "present only for ",
    "only exists in ",
    "exists only in ",
    "only exist in ",
    "only exists for ",
];
