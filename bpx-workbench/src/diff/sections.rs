//! Compares the numbers of sections. A revision often changes many numbers at once.

use super::compare::{ChangePlace, Compare};
use super::effect::Effects;
use super::rule;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The changed section numbers, each with the first part that has the change.
#[derive(Default)]
pub(super) struct Sections {
    changed: BTreeMap<(Vec<Piece>, String, String), ChangePlace>,
    parts: usize,
}

/// A piece of a section number. Pieces are compared as numbers, so that section 10 comes after section 9.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Word(String),
}

impl Compare<'_> {
    /// Compares the section numbers of a part.
    pub(super) fn compare_sections(&mut self, at: &ChangePlace, old: &str, new: &str) {
        if old.is_empty() || new.is_empty() {
            self.compare_texts(&rule::SPEC_CHANGED, at, old, new);
        } else if old != new {
            let pieces = old.split(['.', ' ']).map(|piece| match piece.parse() {
                Ok(number) => Piece::Number(number),
                Err(_) => Piece::Word(piece.to_owned()),
            });
            let key = (pieces.collect(), old.to_owned(), new.to_owned());
            self.sections.parts += 1;
            self.sections.changed.entry(key).or_insert_with(|| at.clone());
        }
    }

    /// Compares the text and the section of a part. A section that the text repeats does not count as a change of the
    /// text.
    pub(super) fn compare_documentation(
        &mut self,
        at: &ChangePlace,
        (old, old_spec): (&str, &str),
        (new, new_spec): (&str, &str),
    ) {
        let plain = |doc: &str, spec: &str| match spec {
            "" => doc.to_owned(),
            spec => doc.replace(&format!(" (section {spec})"), ""),
        };
        if plain(old, old_spec) != plain(new, new_spec) {
            self.compare_texts(&rule::DOC_CHANGED, at, old, new);
        }
        self.compare_sections(at, old_spec, new_spec);
    }

    /// Reports section numbers that changed: a single change by itself, and several changes as one.
    pub(super) fn renumbered_sections(&mut self) {
        let Sections { changed, parts } = std::mem::take(&mut self.sections);
        if let (1, Some(((_, old, new), at))) = (parts, changed.first_key_value()) {
            return self.compare_texts(&rule::SPEC_CHANGED, at, old, new);
        }
        let Some(at) = changed.values().next() else { return };
        let at = ChangePlace { structure: "".into(), member: String::new(), ids: [].into(), ..at.clone() };
        let mut list = String::new();
        for (place, (_, old, new)) in changed.keys().enumerate() {
            let _ = write!(list, "{}{old} -> {new}", if place == 0 { "" } else { ", " });
        }
        let word = if changed.len() == 1 { "section" } else { "sections" };
        let renumbered = format!("{} {word} renumbered: {list}", changed.len());
        self.add_change(&rule::SECTIONS_RENUMBERED, &at, "", renumbered, Effects::SAME);
    }
}
