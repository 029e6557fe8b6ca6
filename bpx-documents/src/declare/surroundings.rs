//! Finds sentences that change the layout of structures, although their tables do not show the change: alignment, and
//! fields of another structure at the beginning.

use super::super::model::{Body, Document, Table};
use super::super::name::normal_name;
use super::super::prose::Sentence;
use std::collections::HashSet;

/// Returns sentences that may change the layout of structures without offsets, as open parts of the document.
pub(super) fn open_statements(document: &Document) -> Vec<String> {
    let without_offsets = |table: &&Table| match &table.body {
        Body::Structure { fields, .. } => fields.len() > 1 && fields.iter().all(|field| field.offset.is_none()),
        _ => false,
    };
    if !document.tables.iter().any(|table| without_offsets(&table)) {
        return Vec::new();
    }
    let names: HashSet<String> = document.structures().map(|(_, table, ..)| normal_name(table.title())).collect();
    let titles = document.sections.iter().map(|section| Sentence { line: section.line, text: &section.title });
    let mut found = Vec::new();
    for sentence in document.prose.iter().flat_map(|(_, prose)| prose.sentences()).chain(titles) {
        let said = if states_alignment(&sentence) {
            "the document states an alignment of fields, but no offsets show the alignment"
        } else if states_extension(&sentence, &names) {
            "a structure extends another structure, but its table does not show where"
        } else {
            continue;
        };
        let (_, line) = document.place(sentence.line);
        found.push(format!("{said}: line {line}"));
        if found.len() == MAX_FOUND {
            break;
        }
    }
    found
}

/// The largest number of sentences that are reported.
const MAX_FOUND: usize = 5;

/// Returns whether a sentence says that fields or structures are aligned: `All fields are aligned to 4 bytes`.
fn states_alignment(sentence: &Sentence<'_>) -> bool {
    let of_fields = ["fields", "members", "structures", "structs", "records", "values", "integers"];
    sentence.has_any(&of_fields)
        && sentence.has_any(&["aligned", "padded"])
        && !sentence.has_any(&["not", "no", "never", "unaligned", "if", "when", "may", "should"])
        && (sentence.text.contains(|c: char| c.is_ascii_digit())
            || sentence.has_any(&["naturally", "boundary", "boundaries"]))
}

/// Returns whether a sentence says that a structure begins with the fields of another structure: `Extends Base`.
fn states_extension(sentence: &Sentence<'_>, names: &HashSet<String>) -> bool {
    let words: Vec<&str> =
        sentence.words().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    let verb = words.iter().position(|word| {
        ["extends", "inherits", "extending", "inherited", "derived", "derives"]
            .iter()
            .any(|verb| word.eq_ignore_ascii_case(verb))
    });
    let Some(verb) = verb else { return false };
    let mut after =
        words.iter().skip(verb + 1).filter(|word| !matches!(**word, "from" | "the" | "all" | "fields" | "of"));
    after.next().is_some_and(|name| names.contains(&normal_name(name)))
}
