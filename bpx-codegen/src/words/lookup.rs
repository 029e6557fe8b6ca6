//! Looks up the words that have a meaning in an attribute of an item or field, and makes errors for all other words.

use super::{Family, Place, REFUSED, Word, words};

/// Least likeness of two words, from 0 to 1, at which the lookup takes one word for a misspelling of the other.
const ALIKE: f64 = 0.8;

/// Returns the word with a name; the error states why the name is not a word of this attribute and place.
pub(crate) fn find(name: &str, family: Family, place: Place) -> Result<&'static Word, String> {
    let mut named = words();
    named.retain(|word| word.name == name);
    if let Some(word) = named.iter().find(|word| word.family == family && word.places.contains(&place)) {
        return Ok(word);
    }
    // A word that this place has in the other attribute.
    if named.iter().any(|word| word.places.contains(&place)) {
        return Err(format!("`{name}` belongs in {}", written(family.other())));
    }
    if let Some(word) = named.iter().find(|word| word.family == family) {
        return Err(misplaced(word, place));
    }
    if !named.is_empty() {
        return Err(format!("`{name}` belongs in {}", written(family.other())));
    }
    if let Some(refused) = REFUSED.iter().find(|refused| refused.names.contains(&name)) {
        return Err(format!("`{name}` is not supported: {}", refused.instead));
    }
    let known = admitted(family, place);
    let meant = known.iter().map(|known| (strsim::jaro_winkler(name, known), known));
    let meant = meant.filter(|(alike, _)| *alike >= ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
    let meant = meant.map(|(_, known)| format!("did you mean `{known}`? ")).unwrap_or_default();
    let known = if known.is_empty() { "no word".to_owned() } else { format!("one of {}", known.join(", ")) };
    Err(format!("unknown word `{name}`; {meant}{} of {} accepts {known}", written(family), place.name()))
}

/// Returns the words that state a rule.
pub(crate) fn rules() -> Vec<&'static str> {
    let is_rule = |word: &&Word| word.is_rule && !(word.name == "assert" && word.family == Family::Schema);
    words().into_iter().filter(is_rule).map(|word| word.name).collect()
}

fn admitted(family: Family, place: Place) -> Vec<&'static str> {
    let is_here = |word: &&Word| word.family == family && word.places.contains(&place);
    words().into_iter().filter(is_here).map(|word| word.name).collect()
}

/// Returns the message for a word that belongs to another kind of item or field.
fn misplaced(word: &Word, place: Place) -> String {
    let name = word.name;
    match advice(place, name) {
        Some(advice) => format!("`{name}` cannot be used on {}: {advice}", place.name()),
        None => {
            let places: Vec<_> = word.places.iter().map(|place| place.name()).collect();
            let (last, first) = places.split_last().map_or(("", [].as_slice()), |(last, first)| (*last, first));
            let places = if first.is_empty() { last.to_owned() } else { format!("{} or {last}", first.join(", ")) };
            format!("`{name}` belongs to {places}, not to {}", place.name())
        }
    }
}

fn written(family: Family) -> &'static str {
    match family {
        Family::Binrw => "`#[br(..)]`, `#[bw(..)]` or `#[brw(..)]`",
        Family::Schema => "`#[schema(..)]`",
    }
}

impl Family {
    fn other(self) -> Self {
        match self {
            Self::Binrw => Self::Schema,
            Self::Schema => Self::Binrw,
        }
    }
}

/// Returns advice for words that authors often write on a wrong item or field.
fn advice(place: Place, word: &str) -> Option<&'static str> {
    Some(match (place, word) {
        (Place::Record, "magic") => {
            "decoding a record cannot fail; declare the signature of the record as a field, as in \
             `#[schema(magic = b\"..\")] signature: [u8; N]`"
        }
        (Place::Record | Place::RecordField, "is_big" | "is_little") => {
            "the byte order of a record is constant; use `#[structure]`"
        }
        (Place::Bits, "is_big" | "is_little") => "the order of bits is constant; use `#[brw(big)]` or `#[brw(little)]`",
        (Place::RecordField, "width") => "the size of a record is constant; use `#[structure]`",
        (Place::Record, "import") => {
            "a record has no parameters; declare a structure with parameters as a `#[structure]`"
        }
        (Place::Record, "derive" | "sum") => {
            "values that a writer computes belong to a `#[structure]` that holds this record"
        }
        (
            Place::RecordField,
            "count" | "until" | "until_excluding" | "until_bytes" | "parse_with" | "if" | "temp" | "calc" | "args"
            | "region" | "children" | "import",
        ) => "a record has no counts, conditions, computed fields, arguments or regions; use `#[structure]`",
        (Place::Structure | Place::Switch, "size") => "the size of such an item varies; only records have `size`",
        (Place::Structure | Place::Switch, "count") => "`count` belongs to a field of type `Vec`",
        (Place::Record | Place::Structure | Place::Switch, "flags") => "`flags` belongs to an enum of codes",
        (Place::Switch, "magic") => {
            "the first bytes of a case select the case, `#[br(magic = b\"IDAT\")] Idat {..}`, or a parameter does, \
                `#[br(pre_assert(tag == 1))]`; declare bytes in front of all cases as a field of the enclosing \
                structure"
        }
        (Place::CaseField, "assert") => {
            "rules across fields belong to structures; put the fields of the case into a #[structure] that states \
                the rule"
        }
        (Place::CaseField, "children") => "a node of a tree is a struct, which may hold an enum",
        (Place::Case, "if") => "`#[br(pre_assert(..))]` states the condition that selects a case",
        (Place::Field | Place::CaseField, "pre_assert") => {
            "`pre_assert` selects a case of an enum; use `if` or `assert` on a field"
        }
        (Place::Field | Place::CaseField | Place::RecordField, "size") => "the size of a field follows from its type",
        (Place::Field | Place::CaseField | Place::RecordField, "custom") => {
            "a rule that is a Rust function belongs to the whole structure; put `custom` on the struct"
        }
        _ => return None,
    })
}
