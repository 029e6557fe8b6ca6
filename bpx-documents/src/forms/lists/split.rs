//! Splits lines of lists into columns, names and notes.

/// Splits at the first tab, run of spaces or line of dots.
pub(super) fn split_gap(text: &str) -> Option<(&str, &str)> {
    let dots = [" ....", ". . . ."].iter().filter_map(|dots| text.find(dots));
    let at = text.find("  ").into_iter().chain(text.find('\t')).chain(dots).min()?;
    let (left, right) = text.split_at_checked(at)?;
    let right = right.trim();
    let bare = right.trim_start_matches(['.', ' ']);
    let right = if right.starts_with("....") || right.starts_with(". . .") { bare } else { right };
    Some((left.trim(), right)).filter(|(_, right)| !right.is_empty())
}

/// Splits the text after a type into the name and the rest, at a bracket, a comma, a full stop, a colon or a dash.
pub(super) fn split_name(text: &str) -> (String, String) {
    let text = text.trim();
    let ends =
        [". ", " (", ": ", ", ", "; ", " - ", " \u{2013} ", " \u{2014} ", " //", " /*", "  ", "\t", " : ", " if "];
    // `points[n] coordinates of them`
    let dims = text.split_once('[').filter(|(name, _)| !name.contains(' ')).and_then(|_| Some(text.find("] ")? + 1));
    let end = ends.iter().filter_map(|end| text.find(end)).chain(dims).min().unwrap_or(text.len());
    let (name, notes) = text.split_at_checked(end).unwrap_or((text, ""));
    // `height Height of it`
    let second = name.split_once(' ').filter(|(first, rest)| {
        rest.split_whitespace().next().is_some_and(|second| second != *first && second.eq_ignore_ascii_case(first))
    });
    let (name, notes) = second.map_or((name, notes), |(first, rest)| {
        (first, text.get(text.len() - rest.len() - notes.len()..).unwrap_or(""))
    });
    let name = name.trim_matches(['`', '*', '"', '.', ':', ';', ',', ' ']);
    let notes = notes.trim_start_matches([' ', '.', ':', ',', ';', '-', '\u{2013}', '\u{2014}', '/', '*', '\t']);
    (name.to_owned(), notes.trim_end_matches("*/").trim().to_owned())
}

/// Returns the words of a line that is a title: up to four words and a colon, such as `STRING:`.
pub(super) fn title_words(text: &str) -> Option<String> {
    let words = text.trim().strip_suffix(':')?.trim_matches(['`', '*']);
    (words.split_whitespace().count() <= 4 && !words.is_empty()).then(|| words.to_owned())
}
