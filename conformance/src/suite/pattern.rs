/// Whether an id is one of a pattern; `*` stands for any characters.
#[must_use]
pub fn is_like(id: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|first| id.strip_prefix(first)) else { return false };
    let mut rest = rest;
    let mut last = None;
    for part in parts {
        let Some(place) = rest.find(part) else { return false };
        rest = rest.get(place.saturating_add(part.len())..).unwrap_or_default();
        last = Some(part);
    }
    match last {
        None => rest.is_empty(),
        Some(last) => id.ends_with(last),
    }
}
