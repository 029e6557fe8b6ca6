//! Looks up the words that have a meaning at a place, and makes errors for all others.

use super::{Family, Place, REFUSED, Word, words};

/// How alike two words are, from 0 to 1, for one to be taken for a misspelling of the other.
const ALIKE: f64 = 0.8;

/// Returns the word of this name; an error says why there is none here.
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

/// Returns the message for a word that belongs to another place.
fn misplaced(word: &Word, place: Place) -> String {
    let name = word.name;
    match advice(place, name) {
        Some(advice) => format!("`{name}` has no meaning on {}: {advice}", place.name()),
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

/// Returns advice for words that authors often expect here.
fn advice(place: Place, word: &str) -> Option<&'static str> {
    Some(match (place, word) {
        (Place::Record, "magic") => {
            "decoding a record cannot fail, so declare its signature as a field: \
             `#[schema(magic = b\"..\")] signature: [u8; N]`"
        }
        (Place::Record | Place::RecordField, "is_big" | "is_little") => {
            "the byte order of a record is constant: use `#[structure]`"
        }
        (Place::Bits, "is_big" | "is_little") => "the order of bits is constant: use `#[brw(big)]` or `#[brw(little)]`",
        (Place::RecordField, "width") => "the size of a record is constant: use `#[structure]`",
        (Place::Record, "import") => "a record has no parameters; a structure that needs some is a `#[structure]`",
        (Place::Record, "derive" | "sum") => {
            "what is computed when writing belongs to a `#[structure]` that holds this record"
        }
        (
            Place::RecordField,
            "count" | "until" | "until_excluding" | "until_bytes" | "parse_with" | "if" | "temp" | "calc" | "args"
            | "region" | "children" | "import",
        ) => "a record has no counts, conditions, computed fields, arguments or regions: use `#[structure]`",
        (Place::Structure | Place::Switch, "size") => "its size varies; `size` is for records",
        (Place::Structure | Place::Switch, "count") => "it belongs to a field of type `Vec`",
        (Place::Record | Place::Structure | Place::Switch, "flags") => "it is for enums of codes",
        (Place::Switch, "magic") => {
            "a case is selected by its first bytes, `#[br(magic = b\"IDAT\")] Idat {..}`, or by a parameter, \
             `#[br(pre_assert(tag == 1))]`; what precedes all cases is a field of the enclosing structure"
        }
        (Place::CaseField, "assert") => {
            "rules across fields belong to structures: let the case hold a #[structure] that states the rule"
        }
        (Place::CaseField, "children") => "a node of a tree is a struct, which may hold an enum",
        (Place::Case, "if") => "a case is chosen by `#[br(pre_assert(..))]`",
        (Place::Field | Place::CaseField, "pre_assert") => {
            "it chooses a case of an enum; a field has `if` and `assert`"
        }
        (Place::Field | Place::CaseField | Place::RecordField, "size") => "the size of a field follows from its type",
        (Place::Field | Place::CaseField | Place::RecordField, "custom") => {
            "a rule in Rust belongs to the whole: put it on the struct"
        }
        _ => return None,
    })
}
