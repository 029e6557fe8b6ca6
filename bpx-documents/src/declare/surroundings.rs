//! Finds sentences that change the layout of structures, although their tables do not show the change: alignment, signs,
//! conditions, repetition, and what follows a structure.

use super::super::model::{Document, Field, Table};
use super::super::name::normal_name;
use super::super::prose::Sentence;
use super::super::size::Size;
use super::statement::states_word_order;
use super::statement::{
    SUBJECT, Statement, states_alignment, states_bit_order, states_rest, states_signs, states_texts,
};
use std::collections::{BTreeMap, HashSet};

/// The largest number of sentences that are reported.
const MAX_FOUND: usize = 5;

/// The largest distance in lines between a sentence and the table that it introduces.
const NEAR: usize = 4;

/// Returns sentences that may change the layout of structures, as open parts of the document.
pub(super) fn open_statements(document: &Document) -> Vec<String> {
    let around = Surroundings::of(document);
    if around.sections.is_empty() {
        return Vec::new();
    }
    let titles = (0..).zip(&document.sections).map(|(index, section)| {
        let line = section.line;
        Statement::of(Sentence { line, text: &section.title }, Some(index), true)
    });
    let prose = document
        .prose
        .iter()
        .filter(|(_, prose)| !prose.is_code)
        .flat_map(|(within, prose)| prose.sentences().map(|sentence| Statement::of(sentence, *within, false)));
    let mut found = Vec::new();
    for said in prose.chain(titles) {
        let Some(what) = around.changed_layout(&said) else { continue };
        let (_, line) = document.place(said.line);
        found.push(format!("{what}: line {line}"));
        if found.len() == MAX_FOUND {
            break;
        }
    }
    found
}

/// The structures around sentences.
#[derive(Default)]
struct Surroundings {
    /// The normal names of all structures.
    names: HashSet<String>,
    /// The structures that lie directly in each section.
    sections: BTreeMap<Option<usize>, SectionStructures>,
    /// Whether a table has several fields, and no offsets.
    lacks_offsets: bool,
    /// Whether a field has a size, but no type that shows whether its numbers are signed.
    lacks_types: bool,
    /// Whether a number has several words of 16 bits.
    has_words: bool,
}

/// The structures of a section.
#[derive(Default)]
struct SectionStructures {
    /// The lines of the tables.
    lines: Vec<usize>,
    /// The normal names of fields that are always present.
    fields: HashSet<String>,
    /// Whether a field has bits, but no place for them.
    lacks_places: bool,
    /// Whether the last field of a structure takes the rest of its bytes.
    ends_open: bool,
}

impl Surroundings {
    fn of(document: &Document) -> Self {
        let mut around = Self::default();
        for (_, table, fields, _) in document.structures() {
            around.names.insert(normal_name(table.title()));
            around.lacks_offsets |= fields.len() > 1 && fields.iter().all(|field| field.offset.is_none());
            let is_number = |field: &Field| exact_bits(field).is_some_and(|bits| bits <= 64);
            around.lacks_types |= fields.iter().any(|field| field.ty.is_empty() && is_number(field));
            around.has_words |= fields.iter().any(|field| matches!(exact_bits(field), Some(32 | 64)));
            around.sections.entry(table.within).or_default().add_table(table, fields);
        }
        around
    }

    /// Returns how a statement changes a layout, if it does.
    fn changed_layout(&self, said: &Statement<'_>) -> Option<&'static str> {
        if self.lacks_offsets && states_alignment(said) {
            return Some("the document states an alignment of fields, but no offsets show the alignment");
        }
        if self.lacks_offsets && self.states_extension(said) {
            return Some("a structure extends another structure, but its table does not show where");
        }
        let names_signed = || self.sections.get(&said.within).is_some_and(|section| section.names_signed_field(said));
        if self.lacks_types && (states_signs(said) || names_signed()) {
            return Some("the document states that numbers are signed, but no type shows which");
        }
        if self.lacks_types && states_texts(said) {
            return Some("the document states that fields are texts or digits, but no type shows which");
        }
        if self.has_words && states_word_order(said) {
            return Some("the document states an order of the words of a number, which is not a byte order");
        }
        let section = self.sections.get(&said.within)?;
        if section.lacks_places && states_bit_order(said) {
            return Some("the document states an order of bits that is not understood");
        }
        if section.is_condition(said) {
            return Some("the document states a condition for a structure, which its table does not show");
        }
        if section.states_presence(said) {
            return Some("the document states when a field is present, but its table does not show the condition");
        }
        if section.states_repetition(said) {
            return Some("the document repeats a structure, but no table shows how often");
        }
        (!section.ends_open && (states_rest(said) || section.states_elements(said)))
            .then_some("the document states bytes after a structure, which its table does not show")
    }

    /// Returns whether a sentence says that a structure begins with the fields of another structure: `Extends Base`.
    fn states_extension(&self, said: &Statement<'_>) -> bool {
        let verbs = ["extends", "inherits", "extending", "inherited", "derived", "derives"];
        let Some(verb) = said.words.iter().position(|word| verbs.contains(&word.as_str())) else { return false };
        let fillers = ["from", "the", "all", "fields", "of"];
        let mut after = said.words.iter().skip(verb + 1).filter(|word| !fillers.contains(&word.as_str()));
        after.next().is_some_and(|name| self.names.contains(&normal_name(name)))
    }
}

impl SectionStructures {
    fn add_table(&mut self, table: &Table, fields: &[Field]) {
        self.lines.push(table.line);
        let always = fields.iter().filter(|field| field.when.is_empty());
        self.fields.extend(always.map(|field| normal_name(&field.name)).filter(|name| !name.is_empty()));
        let is_part = |field: &Field| field.offset.is_none() && exact_bits(field).is_some_and(|bits| bits % 8 != 0);
        self.lacks_places |= fields.iter().any(is_part);
        self.ends_open |= fields.last().is_some_and(|last| exact_bits(last).is_none());
    }

    /// Returns whether a table of the section follows a sentence at once.
    fn follows(&self, said: &Statement<'_>) -> bool {
        self.lines.iter().any(|line| (said.line..=said.line + NEAR).contains(line))
    }

    /// Returns whether a statement is a condition for the table after it: `If kind = 1, then follow:`.
    fn is_condition(&self, said: &Statement<'_>) -> bool {
        let begins = said.begins_with(&["if", "when"]) || said.has_phrase(&["only", "if"]);
        if said.is_title {
            return (begins || said.has(&["if"])) && said.has(&["present", "only", "exists", "set", "is"]);
        }
        begins && said.introduces() && self.follows(said)
    }

    /// Returns whether a sentence states when a field of the section is present, by the name of the field.
    fn states_presence(&self, said: &Statement<'_>) -> bool {
        let is_absent = said.has(&["omitted", "absent"])
            || ["is", "are", "be"].iter().any(|verb| {
                said.has_phrase(&[verb, "present"])
                    || said.has_phrase(&[verb, "only", "present"])
                    || said.has_phrase(&[verb, "not", "present"])
            });
        let conditions = ["if", "when", "unless"];
        // `If flags has bit 0 set, a header is present` names the condition first.
        is_absent
            && said.has(&conditions)
            && !said.begins_with(&conditions)
            && said.words.iter().take(SUBJECT).any(|word| self.fields.contains(&normal_name(word)))
    }

    /// Returns whether a sentence says that fields of the section are signed, by their names: `dx and dy are signed`.
    fn names_signed_field(&self, said: &Statement<'_>) -> bool {
        let verb = said.words.windows(2).position(
            |words| matches!(words, [verb, signed] if matches!(verb.as_str(), "is" | "are") && signed == "signed"),
        );
        let subject = verb.and_then(|verb| said.words.get(verb.saturating_sub(SUBJECT)..verb)).unwrap_or_default();
        subject.iter().any(|word| self.fields.contains(&normal_name(word)))
    }

    /// Returns whether a sentence says that this many elements follow as a field of the section counts: `The header is
    /// followed by count vertices`.
    fn states_elements(&self, said: &Statement<'_>) -> bool {
        let Some(at) = said.words.windows(2).position(|words| words.iter().eq(["followed", "by"])) else {
            return false;
        };
        let after = said.words.get(at + 2..).unwrap_or_default();
        let leads = ["the", "an", "array", "list", "sequence", "table", "of", "exactly"];
        let after = after.iter().position(|word| !leads.contains(&word.as_str())).and_then(|at| after.get(at..));
        let Some([count, what, ..]) = after else { return false };
        // `followed by the length field` is about the fields themselves.
        self.fields.contains(&normal_name(count)) && what.len() > 2 && (what.ends_with('s') || what.ends_with("es"))
    }

    /// Returns whether a statement repeats a structure: `The following block is repeated count times:`.
    fn states_repetition(&self, said: &Statement<'_>) -> bool {
        let repeats = said.has(&["repeated", "repeats"]) && said.has(&["times", "each", "every", "until"]);
        repeats && (said.is_title || said.introduces() && self.follows(said))
    }
}

fn exact_bits(field: &Field) -> Option<u64> {
    field.size.and_then(Size::exact)
}
