//! Reads lines that begin a part of a list: a repetition (`For each chunk`) or a condition (`If type = 2`).

/// The kinds of groups of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Group {
    /// Items that occur several times: the name of the repeated thing, and the whole line.
    Each(String, String),
    /// Items that are present under a condition.
    If(String),
    Else,
    /// The members of an item: the name of the item, and the number of its repetitions, which is empty for a single
    /// item.
    Members(String, String),
}

/// Reads a line that begins a group.
pub(super) fn read_group(text: &str) -> Option<Group> {
    let text = text.trim();
    if let Some(members) = text.strip_suffix('{').and_then(read_group_words) {
        return Some(members);
    }
    let line = text.trim_start_matches(['+', '-', '*', '/', '#', ' ']).trim();
    let lower = line.to_lowercase();
    let after = |lead: &str| {
        let (_, rest) = line.split_at_checked(lead.len()).filter(|(start, _)| start.eq_ignore_ascii_case(lead))?;
        Some(rest.trim().trim_end_matches([':', '{', ' ']))
    };
    let is_marked = line.len() < text.len() || line.ends_with([':', '{']);
    if let Some(what) = ["for each ", "for every ", "foreach ", "repeat for each "].into_iter().find_map(after) {
        let end = [" in ", " of ", " do", ",", "(", ":"].iter().filter_map(|end| what.find(end)).min();
        let what = end.map_or(what, |end| what.split_at(end).0).trim();
        return (!what.is_empty() && what.len() <= 60)
            .then(|| Group::Each(what.to_owned(), line.trim_end_matches([':', '{', ' ']).to_owned()));
    }
    // `For cel type = 1`.
    let one = || after("for ").filter(|_| line.contains('='));
    if let Some(condition) = after("if ").or_else(|| after("when ")).or_else(one).filter(|_| is_marked) {
        return Some(Group::If(condition.to_owned()));
    }
    (is_marked && (lower == "else" || lower.starts_with("else ") || lower == "else:")).then_some(Group::Else)
}

/// Reads the words before a brace: `Entry`, `Entry[count]`.
fn read_group_words(text: &str) -> Option<Group> {
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_alphabetic()) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let text = text.trim();
    let (name, count) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((name, count)) => (name, Some(count)),
        None => (text, None),
    };
    let known = ["else", "do", "loop", "repeat"].contains(&name.to_lowercase().as_str());
    let fits =
        is_name(name) && !known && count.is_none_or(|count| count.chars().all(|c| c.is_alphanumeric() || c == '_'));
    fits.then(|| Group::Members(name.to_owned(), count.unwrap_or("").to_owned()))
}
