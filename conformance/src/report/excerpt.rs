//! Excerpts of long listings.

/// Lines shown on both sides.
const AROUND: usize = 4;
/// Lines of a listing without a place.
const BEGINNING: usize = 12;

/// Returns the lines of a listing around an offset, with the line of the offset marked; without one, the beginning.
#[must_use]
pub(super) fn excerpt(listing: &str, offset: Option<u64>) -> String {
    let lines: Vec<&str> = listing.lines().collect();
    let place = offset.and_then(|offset| {
        // The last line of the file itself that begins at the offset or before.
        lines.iter().rposition(|line| {
            let begins = line.get(..8).and_then(|digits| u64::from_str_radix(digits, 16).ok());
            begins.is_some_and(|begins| begins <= offset)
        })
    });
    let (from, to) = match place {
        Some(place) => (place.saturating_sub(AROUND), place.saturating_add(AROUND).saturating_add(1)),
        None => (0, BEGINNING),
    };
    let shown = lines.iter().enumerate().skip(from).take(to.saturating_sub(from));
    let mut text = String::new();
    if from > 0 {
        text.push_str("    …\n");
    }
    for (index, line) in shown {
        text.push_str(if Some(index) == place { "  > " } else { "    " });
        text.push_str(line);
        text.push('\n');
    }
    if to < lines.len() {
        text.push_str("    …\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn lines_around_an_offset() {
        let listing: String = (0..20).map(|row| format!("{:08x}  00\n", row * 8)).collect();
        let text = excerpt(&listing, Some(0x51));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[5], lines[10]), (11, "    …", "  > 00000050  00", "    …"));
        assert_eq!(excerpt(&listing, None).lines().count(), 13);
        assert_eq!(excerpt("", Some(4)), "");
    }
}
