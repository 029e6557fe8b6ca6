//! Lines that begin a part of a list: a repetition (`For each chunk`) or a condition (`If type = 2`).

/// The kinds of groups of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Group {
    /// The items occur several times: of what, and the whole line.
    Each(String, String),
    /// The items are there under a condition.
    If(String),
    Else,
}

/// Reads the line that begins a group.
pub(super) fn read(text: &str) -> Option<Group> {
    let text = text.trim();
    let line = text.trim_start_matches(['+', '-', '*', '/', '#', ' ']).trim();
    let lower = line.to_lowercase();
    let rest = |len: usize| line.get(len..).unwrap_or_default().trim().trim_end_matches([':', '{', ' ']).to_owned();
    let is_marked = line.len() < text.len() || line.ends_with([':', '{']);
    if let Some(len) = ["for each ", "for every ", "foreach ", "repeat for each "]
        .iter()
        .find_map(|lead| lower.strip_prefix(lead).map(|_| lead.len()))
    {
        let what = rest(len);
        let end = [" in ", " of ", " do", ",", "(", ":"].iter().filter_map(|end| what.find(end)).min();
        let what = what.get(..end.unwrap_or(what.len())).unwrap_or_default().trim().to_owned();
        return (!what.is_empty() && what.len() <= 60)
            .then(|| Group::Each(what, line.trim_end_matches([':', '{', ' ']).to_owned()));
    }
    if is_marked && (lower.starts_with("if ") || lower.starts_with("when ")) {
        return Some(Group::If(rest(lower.find(' ').unwrap_or_default())));
    }
    // `For cel type = 1`.
    if is_marked && lower.starts_with("for ") && line.contains('=') {
        return Some(Group::If(rest(4)));
    }
    (is_marked && (lower == "else" || lower.starts_with("else ") || lower == "else:")).then_some(Group::Else)
}
