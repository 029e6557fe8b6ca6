//! Looks up the words that have a meaning in an attribute of an item or field, and makes errors for all other words.

use super::{AttributePlace, AttributeWord, REFUSED, WordFamily, all_words};

/// Least likeness of two words, from 0 to 1, at which the lookup takes one word for a misspelling of the other.
const ALIKE: f64 = 0.8;

/// Returns the word with a name; the error states why the name is not a word of this attribute and place.
pub(crate) fn find_word(
    name: &str,
    family: WordFamily,
    place: AttributePlace,
) -> Result<&'static AttributeWord, String> {
    let mut named = all_words();
    named.retain(|word| word.name == name);
    if let Some(word) = named.iter().find(|word| word.family == family && word.places.contains(&place)) {
        return Ok(word);
    }
    // A word that this place has in the other attribute.
    if named.iter().any(|word| word.places.contains(&place)) {
        return Err(format!("`{name}` belongs in {}", attribute_syntax(family.other_family())));
    }
    if let Some(word) = named.iter().find(|word| word.family == family) {
        return Err(misplaced_message(word, place));
    }
    if !named.is_empty() {
        return Err(format!("`{name}` belongs in {}", attribute_syntax(family.other_family())));
    }
    if let Some(refused) = REFUSED.iter().find(|refused| refused.names.contains(&name)) {
        return Err(format!("`{name}` is not supported: {}", refused.instead));
    }
    let known = admitted_words(family, place);
    let meant = known.iter().map(|known| (strsim::jaro_winkler(name, known), known));
    let meant = meant.filter(|(alike, _)| *alike >= ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
    let meant = meant.map_or(String::new(), |(_, known)| format!("did you mean `{known}`? "));
    let known = if known.is_empty() { "no word".to_owned() } else { format!("one of {}", known.join(", ")) };
    Err(format!("unknown word `{name}`; {meant}{} of {} accepts {known}", attribute_syntax(family), place.name()))
}

/// Returns the words that state a rule.
pub(crate) fn rule_words() -> Vec<&'static str> {
    let is_rule = |word: &&AttributeWord| word.is_rule && !(word.name == "assert" && word.family == WordFamily::Schema);
    all_words().into_iter().filter(is_rule).map(|word| word.name).collect()
}

fn admitted_words(family: WordFamily, place: AttributePlace) -> Vec<&'static str> {
    let is_here = |word: &&AttributeWord| word.family == family && word.places.contains(&place);
    all_words().into_iter().filter(is_here).map(|word| word.name).collect()
}

/// Returns the message for a word that belongs to another kind of item or field.
fn misplaced_message(word: &AttributeWord, place: AttributePlace) -> String {
    let name = word.name;
    match misplaced_advice(place, name) {
        Some(advice) => format!("`{name}` cannot be used on {}: {advice}", place.name()),
        None => {
            let places: Vec<_> = word.places.iter().map(|place| place.name()).collect();
            let (last, first) = places.split_last().map_or(("", [].as_slice()), |(last, first)| (*last, first));
            let places = if first.is_empty() { last.to_owned() } else { format!("{} or {last}", first.join(", ")) };
            format!("`{name}` belongs to {places}, not to {}", place.name())
        }
    }
}

fn attribute_syntax(family: WordFamily) -> &'static str {
    match family {
        WordFamily::Binrw => "`#[br(..)]`, `#[bw(..)]` or `#[brw(..)]`",
        WordFamily::Schema => "`#[schema(..)]`",
    }
}

impl WordFamily {
    fn other_family(self) -> Self {
        match self {
            Self::Binrw => Self::Schema,
            Self::Schema => Self::Binrw,
        }
    }
}

/// Returns advice for words that authors often write on a wrong item or field.
fn misplaced_advice(place: AttributePlace, word: &str) -> Option<&'static str> {
    Some(match (place, word) {
        (AttributePlace::Record, "magic") => {
            "decoding a record cannot fail; declare the signature of the record as a field, as in \
             `#[schema(magic = b\"..\")] signature: [u8; N]`"
        }
        (AttributePlace::Record | AttributePlace::RecordField, "is_big" | "is_little") => {
            "the byte order of a record is constant; use `#[structure]`"
        }
        (AttributePlace::Bits, "is_big" | "is_little") => {
            "the order of bits is constant; use `#[brw(big)]` or `#[brw(little)]`"
        }
        (AttributePlace::RecordField, "width") => "the size of a record is constant; use `#[structure]`",
        (AttributePlace::Record, "import") => {
            "a record has no parameters; declare a structure with parameters as a `#[structure]`"
        }
        (AttributePlace::Record, "derive" | "sum") => {
            "values that a writer computes belong to a `#[structure]` that holds this record"
        }
        (
            AttributePlace::RecordField,
            "count" | "until" | "until_excluding" | "until_bytes" | "parse_with" | "if" | "temp" | "calc" | "args"
            | "region" | "children" | "import",
        ) => "a record has no counts, conditions, computed fields, arguments or regions; use `#[structure]`",
        (AttributePlace::Structure | AttributePlace::Switch, "size") => {
            "the size of such an item varies; only records have `size`"
        }
        (AttributePlace::Structure | AttributePlace::Switch, "count") => "`count` belongs to a field of type `Vec`",
        (AttributePlace::Record | AttributePlace::Structure | AttributePlace::Switch, "flags") => {
            "`flags` belongs to an enum of codes"
        }
        (AttributePlace::Switch, "magic") => {
            "the first bytes of a case select the case, `#[br(magic = b\"IDAT\")] Idat {..}`, or a parameter does, \
                `#[br(pre_assert(tag == 1))]`; declare bytes in front of all cases as a field of the enclosing \
                structure"
        }
        (AttributePlace::CaseField, "assert") => {
            "rules across fields belong to structures; put the fields of the case into a #[structure] that states \
                the rule"
        }
        (AttributePlace::CaseField, "children") => "a node of a tree is a struct, which may hold an enum",
        (AttributePlace::Case, "if") => "`#[br(pre_assert(..))]` states the condition that selects a case",
        (AttributePlace::Field | AttributePlace::CaseField, "pre_assert") => {
            "`pre_assert` selects a case of an enum; use `if` or `assert` on a field"
        }
        (AttributePlace::Field | AttributePlace::CaseField | AttributePlace::RecordField, "size") => {
            "the size of a field follows from its type"
        }
        (AttributePlace::Field | AttributePlace::CaseField | AttributePlace::RecordField, "custom") => {
            "a rule that is a Rust function belongs to the whole structure; put `custom` on the struct"
        }
        _ => return None,
    })
}
