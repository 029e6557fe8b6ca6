//! Matches texts with patterns, for lists of known names.

/// Returns whether a text matches a pattern. `*` in the pattern matches any number of characters.
#[must_use]
pub fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut rest = rest;
    let mut last = None;
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
        last = Some(part);
    }
    match last {
        None => rest.is_empty(),
        Some(last) => text.ends_with(last),
    }
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn a_star_matches_any_characters() {
        for (text, pattern) in
            [("a.b", "a.b"), ("a.b", "*"), ("a.b", "a*"), ("a.b", "*b"), ("abcbd", "a*b*d"), ("ab", "a**b")]
        {
            assert!(is_like(text, pattern), "{text} {pattern}");
        }
        for (text, pattern) in [("a.b", "a"), ("a", "a*a"), ("ab", "a*b*b"), ("a.b", "b*"), ("", "a*")] {
            assert!(!is_like(text, pattern), "{text} {pattern}");
        }
    }
}
