//! What is announced or spoken of, and is not there.

use super::Inconsistency;
use crate::spec::model::{Body, Document};
use crate::spec::name::{is_identifier, norm, same};
use crate::spec::prose::Sentence;

/// Tables and diagrams that a sentence announces.
pub(super) fn announced(document: &Document) -> Vec<Inconsistency> {
    let mut announced = Vec::new();
    for (within, prose) in &document.prose {
        announced.extend(
            prose.sentences().into_iter().filter_map(|sentence| Some((*within, sentence, announces(&sentence)?))),
        );
    }
    let mut found = Vec::new();
    for (at, (within, sentence, picture)) in announced.iter().enumerate() {
        let right_here = sentence.text.ends_with(':');
        // The next announcement has a table of its own, unless it stands in the lines of this one.
        let next = announced
            .get(at.saturating_add(1))
            .filter(|(_, next, _)| right_here && next.line > sentence.line.saturating_add(3));
        let until = next.map_or(usize::MAX, |(_, next, _)| next.line);
        let mut places = document.tables.iter().filter(|table| {
            let fits = *picture == matches!(table.body, Body::Diagram(_)) || !*picture;
            fits && (!right_here || table.within == *within)
        });
        let there = places.any(|table| (sentence.line..until).contains(&table.line));
        let drawn = *picture && document.pictures.iter().any(|line| (sentence.line..until).contains(line));
        if !there && !drawn {
            let what = if *picture { "diagram" } else { "table" };
            let message = format!("a {what} is announced here, and does not follow");
            let subject = within.and_then(|within| document.sections.get(within)).map(|section| section.title.as_str());
            found.push(document.inconsistency(
                "table.lost",
                sentence.line,
                subject.unwrap_or_default(),
                message,
                Vec::new(),
            ));
        }
    }
    found
}

/// Whether a sentence announces a table, and whether that is a picture.
fn announces(sentence: &Sentence<'_>) -> Option<bool> {
    let text = sentence.text.to_lowercase();
    let any = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let nouns = ["table", "structure", "diagram", "layout"];
    let points = nouns.iter().any(|noun| {
        any(&[
            &format!("following {noun}"),
            &format!("{noun} below"),
            &format!("below {noun}"),
            &format!("following data {noun}"),
        ])
    });
    let begins = (text.starts_with("below is") || text.starts_with("here is")) && any(&nouns);
    (points || begins).then(|| text.contains("diagram"))
}

/// Fields of structures that sentences speak of: `the Count field in the Main Header`.
pub(super) fn spoken_of(document: &Document) -> Vec<Inconsistency> {
    let mut found: Vec<Inconsistency> = Vec::new();
    for (_, prose) in &document.prose {
        for sentence in prose.sentences() {
            let Some((field, structure)) = mention(&sentence) else { continue };
            let tables = document.structures().filter(|(_, table, ..)| same(table.title(), &structure));
            let tables: Vec<_> = tables.collect();
            let lists = tables.iter().any(|(_, _, fields, _)| fields.iter().any(|other| same(&other.name, &field)));
            let lost = tables.is_empty();
            let known = found.iter().any(|other| other.id == "table.lost" && same(&other.subject, &structure));
            if lists || known && lost {
                continue;
            }
            let section =
                document.sections.iter().find(|section| same(&section.title, &field)).map(|section| section.line);
            let against = tables.iter().map(|(_, table, ..)| table.line).chain(section.filter(|_| lost)).collect();
            let (id, subject, message) = if lost {
                let message =
                    format!("field `{field}` of `{structure}` is spoken of, and no table of `{structure}` is there");
                ("table.lost", &structure, message)
            } else {
                (
                    "field.unlisted",
                    &field,
                    format!("field `{field}` of `{structure}` is spoken of, and not in the table"),
                )
            };
            found.push(document.inconsistency(id, sentence.line, subject, message, against));
        }
    }
    found
}

/// The field and the structure of `FIELD field in the STRUCTURE`, or of `field FIELD in the STRUCTURE`.
fn mention(sentence: &Sentence<'_>) -> Option<(String, String)> {
    let words: Vec<_> =
        sentence.words().into_iter().map(|word| word.trim_matches(['*', '`', '"', ',', '(', ')'])).collect();
    let at = words.iter().position(|word| *word == "field")?;
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let is_name =
        |word: &str| is_identifier(word) && !matches!(word, "The" | "This" | "That" | "A" | "Each" | "If" | "It");
    let after = at.saturating_add(1);
    let before = at.checked_sub(1).map(word).filter(|word| is_name(word));
    let (field, mut next) = match before {
        Some(field) => (field, after),
        None => (Some(word(after)).filter(|word| is_name(word))?, after.saturating_add(1)),
    };
    if matches!(word(next), "present" | "located" | "stored" | "given") {
        next = next.saturating_add(1);
    }
    if !matches!(word(next), "in" | "of") || word(next.saturating_add(1)) != "the" {
        return None;
    }
    let named = words.iter().skip(next.saturating_add(2));
    let named: Vec<_> = named.take_while(|word| word.chars().next().is_some_and(char::is_uppercase)).copied().collect();
    (!norm(&named.concat()).is_empty()).then(|| (field.to_owned(), named.join(" ")))
}

/// Numbers of sections that are left out.
pub(super) fn numbers(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let numbered = document.sections.iter().filter_map(|section| {
        let parts: Option<Vec<u32>> = section.number.split('.').map(|part| part.parse().ok()).collect();
        Some((section, parts?))
    });
    let mut last: Vec<u32> = vec![0];
    for (section, number) in numbered {
        let missing = gap(&last, &number);
        if !missing.is_empty() {
            let message = format!("no section {} before this one", missing.join(", "));
            found.push(document.inconsistency("section.missing", section.line, &section.title, message, Vec::new()));
        }
        last = number;
    }
    found
}

/// The numbers that are left out between two: before 8.4 and after 7 these are 8 and 8.1 to 8.3.
fn gap(last: &[u32], next: &[u32]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut same = true;
    for (depth, number) in next.iter().enumerate() {
        let start = if same { last.get(depth).copied().unwrap_or(0) } else { 0 };
        let above = next.get(..depth).unwrap_or_default();
        let name = |number: u32| {
            above.iter().copied().chain([number]).map(|part| part.to_string()).collect::<Vec<_>>().join(".")
        };
        let inner = depth.saturating_add(1) < next.len();
        // An outer number that changes here has no heading of its own.
        let end = if inner && (!same || *number != start) { number.saturating_add(1) } else { *number };
        // A hole of thousands is no hole.
        missing.extend((start.saturating_add(1)..end).take(100).map(name));
        same &= *number == start;
    }
    missing
}
