//! Reads the name of a table from its caption.

/// Returns the name that a caption states: `Public Header` for `Table 3: Public Header (375 bytes)`.
pub(in crate::forms) fn caption_name(caption: &str) -> Option<String> {
    let caption = caption.trim();
    let numbered = ["Table", "Tab.", "Figure", "Fig."].into_iter().find_map(|word| caption.strip_prefix(word));
    let text = numbered.map_or(caption, |rest| {
        let rest = rest.trim_start();
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | ':' | '—' | '–'));
        if after.len() < rest.len() { after } else { caption }
    });
    let text = text.split('(').next().unwrap_or("").trim().trim_end_matches(['.', ':']).trim();
    (!text.is_empty() && text.len() <= crate::name::MAX_NAME).then(|| text.to_owned())
}
