//! Finds many phrases in a text in one pass.

use super::name::MAX_NAME;

/// The phrases, each once, with their values.
pub(super) struct Phrases<'p, T> {
    sorted: Vec<(&'p str, T)>,
}

impl<'p, T: Copy> Phrases<'p, T> {
    /// Indexes phrases. The value of the first of several equal phrases counts; phrases that are longer than names are
    /// left out.
    pub(super) fn of(phrases: impl Iterator<Item = (&'p str, T)>) -> Self {
        let mut sorted: Vec<_> = phrases.filter(|(phrase, _)| (1..=MAX_NAME).contains(&phrase.len())).collect();
        sorted.sort_by_key(|(phrase, _)| *phrase);
        sorted.dedup_by_key(|(phrase, _)| *phrase);
        Self { sorted }
    }

    /// Returns the values of the phrases that a text contains as whole words.
    pub(super) fn values_within(&self, text: &str) -> Vec<T> {
        let mut found = Vec::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut after_word = false;
        for (at, c) in text.char_indices().take_while(|_| !self.sorted.is_empty()) {
            let inside = after_word && is_word(c);
            after_word = is_word(c);
            if inside {
                continue;
            }
            let (_, rest) = text.split_at(at);
            // All phrases that begin with the bytes before this one.
            let mut alike = self.sorted.as_slice();
            for (depth, byte) in rest.bytes().enumerate() {
                let start = alike.partition_point(|(phrase, _)| phrase.as_bytes().get(depth) < Some(&byte));
                (_, alike) = alike.split_at(start);
                let end = alike.partition_point(|(phrase, _)| phrase.as_bytes().get(depth) <= Some(&byte));
                (alike, _) = alike.split_at(end);
                let Some((shortest, of)) = alike.first() else { break };
                let end = depth + 1;
                if shortest.len() == end && !rest.get(end..).is_some_and(|rest| rest.starts_with(is_word)) {
                    found.push(*of);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let phrases = ["Section Flag", "Section Flags", "B c", "Section Flag", "ä ö"].into_iter().zip(0..);
        let phrases = Phrases::of(phrases);
        assert_eq!(phrases.values_within("a Section Flag, a Section Flags; B c."), [0, 1, 2]);
        assert_eq!(phrases.values_within("Section Flagship, MySection Flag, B cd, B_c"), [0; 0]);
        assert_eq!(phrases.values_within("ä ö ä öä ö B c"), [4, 2]);
        assert_eq!(phrases.values_within(""), [0; 0]);
    }
}
