//! Finds sizes that sentences state, for a structure or field that the sentence names, or for the next table.

use super::model::{Body, Document, Stated, Table};
use super::name::{MAX_NAME, normal_name};
use super::prose::{Quantity, Sentence};
use std::cell::LazyCell;
use std::collections::HashSet;

/// Adds the sizes that sentences state.
pub(super) fn add_stated_sizes(document: &mut Document) {
    let names = LazyCell::new(|| known_names(document));
    let structures: HashSet<String> = document.structures().map(|(_, table, ..)| normal_name(&table.name)).collect();
    let tables = LazyCell::new(|| ends_of_tables(document));
    let mut found = Vec::new();
    for (within, prose) in &document.prose {
        for sentence in prose.sentences() {
            let [quantity] = sentence.quantities()[..] else { continue };
            let words: Vec<_> = sentence.words().collect();
            if !states_whole_size(&sentence, &words, quantity) {
                continue;
            }
            let title = within.and_then(|within| document.sections.get(within)).map(|section| section.title.as_str());
            let named = sentence_subject(&words, &names).or_else(|| titled_subject(&words, title?, &structures));
            let (line, bits) = (sentence.line, quantity.bits);
            if let Some(name) = named {
                found.push(Stated { line, name, bits, of: None });
            } else if let Some((of, name)) = next_structure(document, &tables, &sentence, *within, quantity) {
                found.push(Stated { line, name, bits, of: Some(of) });
            } else if let Some(title) = title.filter(|title| quantity.at == 0 && names.contains(&normal_name(title))) {
                found.push(Stated { line, name: title.to_owned(), bits, of: None });
            }
        }
    }
    document.stated.extend(found);
}

/// Returns the normal names of structures and fields, and the normal titles of sections.
fn known_names(document: &Document) -> HashSet<String> {
    let structures = document.structures();
    let names = structures.flat_map(|(_, table, fields, _)| {
        [normal_name(&table.name)].into_iter().chain(fields.iter().map(|field| normal_name(&field.name)))
    });
    let titles = document.sections.iter().map(|section| normal_name(&section.title));
    names.chain(titles).filter(|name| !name.is_empty()).collect()
}

/// Returns for each table the largest line number of the table and of all tables before the table. A sentence belongs
/// to the table after it: the first table whose number is not less than the line of the sentence.
fn ends_of_tables(document: &Document) -> Vec<usize> {
    let mut last = 0;
    let line = |table: &Table| {
        last = table.line.max(last);
        last
    };
    document.tables.iter().map(line).collect()
}

/// Returns whether a quantity is the size of a whole structure or field, and not part of a type or of a sum:
/// `is 24 bytes`, `the 40 bits of`.
fn states_whole_size(sentence: &Sentence<'_>, words: &[&str], quantity: Quantity) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
    let after = word(Some(quantity.end)).trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let before = word(quantity.at.checked_sub(1)).to_lowercase();
    let follows = matches!(after.as_str(), "" | "of" | "in" | "long" | "wide" | "large" | "structured" | "each");
    let leads = matches!(
        before.as_str(),
        "" | "is" | "are" | "takes" | "occupies" | "provides" | "has" | "of" | "the" | "exactly" | "always" | "be"
    );
    let limit =
        sentence.has_any(&["if", "least", "most", "maximum", "minimum", "multiple", "boundary", "aligned", "up"]);
    follows && leads && !limit
}

/// Returns the name that is the subject of a sentence, which is in the first words of the sentence.
fn sentence_subject(words: &[&str], names: &HashSet<String>) -> Option<String> {
    let article = words.first().is_some_and(|word| matches!(*word, "The" | "A" | "An" | "Each" | "Every" | "This"));
    let words = words.get(usize::from(article)..)?;
    // The longest name that fits; one small letter is a word, not a name.
    (1..=words.len().min(5)).rev().find_map(|count| {
        let name = Some(words.get(..count)?.join(" ")).filter(|name| name.len() <= MAX_NAME)?;
        let starts = name.chars().next().is_some_and(|c| c.is_uppercase() || name.contains('_'));
        (starts && names.contains(&normal_name(&name))).then_some(name)
    })
}

/// Returns the title of the section, if the title is the name of a structure and the subject of a sentence:
/// `The header is always 64 bytes long`.
fn titled_subject(words: &[&str], title: &str, structures: &HashSet<String>) -> Option<String> {
    let (article, rest) = words.split_first()?;
    let is_article = ["the", "this", "each", "every", "a", "an"].iter().any(|one| one.eq_ignore_ascii_case(article));
    let subject = rest.get(..title.split_whitespace().count())?.join(" ");
    let name = normal_name(title);
    (is_article && normal_name(&subject) == name && structures.contains(&name)).then(|| title.to_owned())
}

/// Returns the structure whose table follows a sentence at once, in the same section.
fn next_structure(
    document: &Document,
    tables: &[usize],
    sentence: &Sentence<'_>,
    within: Option<usize>,
    quantity: Quantity,
) -> Option<(usize, String)> {
    let leads = sentence.text.ends_with(':') && quantity.at > 0;
    let index = tables.partition_point(|line| *line < sentence.line);
    let table = document.tables.get(index)?;
    let near = table.within == within && table.line <= sentence.line + 4;
    (leads && near && matches!(table.body, Body::Structure { .. })).then(|| (index, table.name.clone()))
}
