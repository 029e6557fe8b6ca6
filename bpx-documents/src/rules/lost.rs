//! Finds tables, fields and sections that the document announces or mentions, but lacks.

use super::{Inconsistency, MOST_AGAINST};
use crate::model::{Body, Document};
use crate::name::{is_identifier, normal_name};
use crate::prose::Sentence;
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// Finds tables and diagrams that a sentence announces, but that do not follow.
pub(super) fn check_announced(document: &Document) -> Vec<Inconsistency> {
    let sentences = document.prose.iter().flat_map(|(within, prose)| prose.sentences().map(|one| (*within, one)));
    let announced = sentences.filter_map(|(within, sentence)| Some((within, sentence, announces_table(&sentence)?)));
    let mut announced = announced.peekable();
    let there = LazyCell::new(|| TablePlaces::of(document));
    let mut found = Vec::new();
    while let Some((within, sentence, picture)) = announced.next() {
        let right_here = sentence.text.ends_with(':');
        // The next announcement has a table of its own, unless it is within the lines of this one.
        let next = announced
            .peek()
            .filter(|(_, next, _)| right_here && next.line > sentence.line + 3)
            .map_or(usize::MAX, |(_, next, _)| next.line);
        let lines = sentence.line..next;
        let table =
            if right_here { there.is_inside(picture, within, &lines) } else { there.is_anywhere(picture, &lines) };
        if !(table || picture && there.is_pictured(&lines)) {
            let what = if picture { "diagram" } else { "table" };
            let message = format!("a sentence announces a {what} here, but none follows");
            let subject = within.and_then(|within| document.sections.get(within)).map(|section| section.title.as_str());
            found.push(document.inconsistency("table.lost", sentence.line, subject.unwrap_or(""), message, Vec::new()));
        }
    }
    found
}

/// The lines of the tables and pictures of a document.
#[derive(Default)]
struct TablePlaces {
    /// The lines of all tables as `false`, and again the lines of diagrams as `true`.
    tables: BTreeSet<(bool, usize)>,
    /// The same lines, by section.
    sections: BTreeSet<(bool, Option<usize>, usize)>,
    pictures: BTreeSet<usize>,
}

impl TablePlaces {
    fn of(document: &Document) -> Self {
        let mut there = Self { pictures: document.pictures.iter().copied().collect(), ..Self::default() };
        for table in &document.tables {
            let diagram = matches!(table.body, Body::Diagram(_)).then_some(true);
            for diagram in diagram.into_iter().chain([false]) {
                there.tables.insert((diagram, table.line));
                there.sections.insert((diagram, table.within, table.line));
            }
        }
        there
    }

    fn is_anywhere(&self, diagram: bool, lines: &Range<usize>) -> bool {
        self.tables.range((diagram, lines.start)..(diagram, lines.end)).next().is_some()
    }

    fn is_inside(&self, diagram: bool, within: Option<usize>, lines: &Range<usize>) -> bool {
        self.sections.range((diagram, within, lines.start)..(diagram, within, lines.end)).next().is_some()
    }

    fn is_pictured(&self, lines: &Range<usize>) -> bool {
        self.pictures.range(lines.clone()).next().is_some()
    }
}

/// Phrases with which a sentence announces a table.
const POINTS: &[&str] = &[
    "following table",
    "table below",
    "below table",
    "following data table",
    "following structure",
    "structure below",
    "below structure",
    "following data structure",
    "following diagram",
    "diagram below",
    "below diagram",
    "following data diagram",
    "following layout",
    "layout below",
    "below layout",
    "following data layout",
];

/// Returns whether a sentence announces a table or a diagram; `true` for a diagram.
fn announces_table(sentence: &Sentence<'_>) -> Option<bool> {
    let text = sentence.text.to_lowercase();
    let any = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let begins = text.starts_with("below is") || text.starts_with("here is");
    let nouns = any(&["table", "structure", "diagram", "layout"]);
    (nouns && (begins || any(POINTS))).then(|| text.contains("diagram"))
}

/// Finds fields of structures that sentences mention, but that tables lack: `the Count field in the Main Header`.
pub(super) fn spoken_of(document: &Document) -> Vec<Inconsistency> {
    let sentences = document.prose.iter().flat_map(|(_, prose)| prose.sentences());
    let mentions: Vec<_> = sentences.filter_map(|sentence| Some((sentence.line, field_mention(&sentence)?))).collect();
    let listed = MentionedNames::of(document, &mentions);
    let mut found: Vec<Inconsistency> = Vec::new();
    let mut lost_before = HashSet::new();
    for (line, (field, structure)) in mentions {
        let (name, owner) = (normal_name(&field), normal_name(&structure));
        let tables = listed.tables.get(&owner);
        let lost = tables.is_none();
        let key = (owner, name);
        if listed.fields.contains(&key) || lost && !lost_before.insert(key.0.clone()) {
            continue;
        }
        let section = listed.sections.get(&key.1).copied().filter(|_| lost);
        let against = tables.into_iter().flatten().copied().chain(section).take(MOST_AGAINST).collect();
        let (id, subject, message) = if lost {
            let message =
                format!("field `{field}` of `{structure}` is mentioned, but there is no table of `{structure}`");
            ("table.lost", &structure, message)
        } else {
            let message = format!("field `{field}` of `{structure}` is mentioned, but is not in the table");
            ("field.unlisted", &field, message)
        };
        found.push(document.inconsistency(id, line, subject, message, against));
    }
    found
}

/// The tables, fields and sections of the mentioned structures, by normal names.
#[derive(Default)]
struct MentionedNames {
    /// The lines of the tables of each structure.
    tables: HashMap<String, Vec<usize>>,
    /// The names of structures and their fields.
    fields: HashSet<(String, String)>,
    /// The line of the first section with each title.
    sections: HashMap<String, usize>,
}

impl MentionedNames {
    fn of(document: &Document, mentions: &[(usize, (String, String))]) -> Self {
        let wanted: HashSet<_> = mentions.iter().map(|(_, (_, structure))| normal_name(structure)).collect();
        let mut listed = Self::default();
        if wanted.is_empty() {
            return listed;
        }
        for (_, table, fields, _) in document.structures() {
            let owner = normal_name(table.title());
            if wanted.contains(&owner) {
                let names = fields.iter().map(|field| normal_name(&field.name)).filter(|name| !name.is_empty());
                listed.fields.extend(names.map(|name| (owner.clone(), name)));
                listed.tables.entry(owner).or_default().push(table.line);
            }
        }
        for section in document.sections.iter().rev() {
            listed.sections.insert(normal_name(&section.title), section.line);
        }
        listed.sections.remove("");
        listed
    }
}

/// Returns the field and the structure that a sentence mentions as `FIELD field in the STRUCTURE`, or as
/// `field FIELD in the STRUCTURE`.
fn field_mention(sentence: &Sentence<'_>) -> Option<(String, String)> {
    let words: Vec<_> = sentence.words().map(|word| word.trim_matches(['*', '`', '"', ',', '(', ')'])).collect();
    let at = words.iter().position(|word| *word == "field")?;
    let word = |at: usize| words.get(at).copied().unwrap_or("");
    let is_name =
        |word: &str| is_identifier(word) && !matches!(word, "The" | "This" | "That" | "A" | "Each" | "If" | "It");
    let after = at + 1;
    let before = at.checked_sub(1).map(word).filter(|word| is_name(word));
    let (field, mut next) = match before {
        Some(field) => (field, after),
        None => (Some(word(after)).filter(|word| is_name(word))?, after + 1),
    };
    if matches!(word(next), "present" | "located" | "stored" | "given") {
        next += 1;
    }
    if !matches!(word(next), "in" | "of") || word(next + 1) != "the" {
        return None;
    }
    let named = words.iter().skip(next + 2);
    let named: Vec<_> = named.take_while(|word| word.chars().next().is_some_and(char::is_uppercase)).copied().collect();
    (!normal_name(&named.concat()).is_empty()).then(|| (field.to_owned(), named.join(" ")))
}

/// Finds section numbers that the document leaves out.
pub(super) fn check_numbers(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let numbered = document.sections.iter().filter_map(|section| {
        let parts: Option<Vec<u32>> = section.number.split('.').map(|part| part.parse().ok()).collect();
        Some((section, parts?))
    });
    let mut last: Vec<u32> = vec![0];
    for (section, number) in numbered {
        let missing = numbers_between(&last, &number);
        if !missing.is_empty() {
            let message = format!("the document has no section {} before this section", missing.join(", "));
            found.push(document.inconsistency("section.missing", section.line, &section.title, message, Vec::new()));
        }
        last = number;
    }
    found
}

/// Returns the numbers that are missing between two section numbers: 8 and 8.1 to 8.3 are missing between 7 and 8.4.
fn numbers_between(last: &[u32], next: &[u32]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut same = true;
    for (depth, number) in next.iter().enumerate() {
        // In 64 bits, which also number what follows the last section of 32 bits.
        let start = if same { last.get(depth).map_or(0, |start| u64::from(*start)) } else { 0 };
        let number = u64::from(*number);
        let (above, _) = next.split_at(depth);
        let name = |number: u64| {
            let above = above.iter().map(|part| u64::from(*part));
            above.chain([number]).map(|part| part.to_string()).collect::<Vec<_>>().join(".")
        };
        let inner = depth + 1 < next.len();
        // An outer number that changes here has no heading of its own.
        let end = if inner && (!same || number != start) { number + 1 } else { number };
        // A gap of thousands of numbers is not a lost section.
        missing.extend((start + 1..end).take(100).map(name));
        same &= number == start;
    }
    missing
}
