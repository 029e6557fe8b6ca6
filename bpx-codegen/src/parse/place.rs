//! The items with attributes, and the words that are allowed on each.

use proc_macro2::Span;
use syn::{Error, Ident, Result};

/// The kind of item that an attribute is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Record,
    RecordField,
    Codes,
    Code,
    Structure,
    Field,
    Switch,
    Case,
    CaseField,
    Bits,
    BitField,
}

/// Rules of a single value.
const RULES: &[&str] = &["one_of", "supported", "range", "multiple_of", "reserved", "codes", "known"];
/// Words that describe any rule.
const RULED: &[&str] = &["spec", "name", "code", "lenient"];
/// Words that may be repeated.
const REPEATED: &[&str] = &["assert", "each", "custom", "sum", "text_in", "index_in", "count_of", "unique"];
/// Words for the end of a list.
const UNTIL: &[&str] = &["until", "until_excluding", "until_bytes"];
/// Words for relations of a value to other parts of the file.
const RELATIONS: &[&str] = &["pool", "text_in", "index_in", "count_of", "unique"];

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Record => "a record",
            Self::RecordField => "a field of a record",
            Self::Codes => "an enum of codes",
            Self::Code => "a code",
            Self::Structure => "a structure",
            Self::Field => "a field of a structure",
            Self::Switch => "an enum with data",
            Self::Case => "a case",
            Self::CaseField => "a field of a case",
            Self::Bits => "a struct of bits",
            Self::BitField => "a bit field",
        }
    }

    /// Returns the words that are allowed here.
    fn words(self) -> Vec<&'static str> {
        match self {
            Self::Record => vec!["crate", "little", "big", "assert", "spec", "name", "lenient", "size", "custom"],
            Self::RecordField => [
                RULED,
                &["little", "big", "assert", "magic"],
                RULES,
                RELATIONS,
                &["finite", "utf8", "text", "constant"],
            ]
            .concat(),
            Self::Codes => vec!["crate", "spec", "name", "flags"],
            Self::Code => vec!["name"],
            Self::Structure => {
                vec![
                    "crate",
                    "little",
                    "big",
                    "is_big",
                    "is_little",
                    "magic",
                    "import",
                    "assert",
                    "each",
                    "spec",
                    "name",
                    "lenient",
                    "custom",
                    "derive",
                    "sum",
                    "set",
                ]
            }
            Self::Field => [
                RULED,
                UNTIL,
                &[
                    "little",
                    "big",
                    "is_big",
                    "is_little",
                    "args",
                    "count",
                    "parse_with",
                    "if",
                    "temp",
                    "calc",
                    "assert",
                    "magic",
                ],
                RULES,
                RELATIONS,
                &["finite", "utf8", "text", "children", "region", "constant", "padding", "width"],
            ]
            .concat(),
            Self::Switch => vec!["crate", "little", "big", "is_big", "is_little", "import", "spec", "name"],
            Self::Case => vec!["little", "big", "is_big", "is_little", "magic", "pre_assert", "name", "attempt"],
            Self::CaseField => {
                let words = Self::Field.words().into_iter();
                words.filter(|word| !matches!(*word, "assert" | "children" | "constant")).collect()
            }
            Self::Bits => vec!["crate", "little", "big", "bits", "assert", "spec", "name", "lenient", "custom"],
            Self::BitField => [RULED, RULES, &["constant"]].concat(),
        }
    }

    /// Returns advice for words that authors often expect here.
    fn advice(self, word: &str) -> Option<&'static str> {
        Some(match (self, word) {
            (Self::Record, "magic") => {
                "decoding a record cannot fail, so its signature is a field: \
                 `#[schema(magic = b\"..\")] signature: [u8; N]`"
            }
            (Self::Record | Self::RecordField, "is_big" | "is_little") => {
                "the byte order of a record is constant: use `#[structure]`"
            }
            (Self::Bits, "is_big" | "is_little") => {
                "the order of bits is constant: use `#[brw(big)]` or `#[brw(little)]`"
            }
            (Self::RecordField, "width") => "the size of a record is constant: use `#[structure]`",
            (Self::Record, "import") => "a record has no parameters; a structure that needs some is a `#[structure]`",
            (Self::Record, "derive" | "sum") => {
                "what is computed when writing belongs to a `#[structure]` that holds this record"
            }
            (
                Self::RecordField,
                "count" | "until" | "until_excluding" | "until_bytes" | "parse_with" | "if" | "temp" | "calc" | "args"
                | "region" | "children" | "import",
            ) => "a record has no counts, conditions, computed fields, arguments or regions: use `#[structure]`",
            (Self::Structure | Self::Switch, "size") => "it varies; `size` is for records",
            (Self::Structure | Self::Switch, "count") => "it belongs to a field of type `Vec`",
            (Self::Record | Self::Structure | Self::Switch, "flags") => "it is for enums of codes",
            (Self::Switch, "magic") => {
                "a case is selected by its first bytes, `#[br(magic = b\"IDAT\")] Idat {..}`, or by a parameter, \
                 `#[br(pre_assert(tag == 1))]`; what precedes all cases is a field of the structure around"
            }
            (Self::CaseField, "assert") => {
                "rules across fields belong to structures: let the case hold a #[structure] that states the rule"
            }
            (Self::CaseField, "children") => "a node of a tree is a struct, which may hold an enum",
            (Self::Case, "if") => "a case is selected by `#[br(pre_assert(..))]`",
            (Self::Field | Self::CaseField, "pre_assert") => {
                "it selects a case of an enum; a field has `if` and `assert`"
            }
            (Self::Field | Self::CaseField | Self::RecordField, "size") => "the size of a field follows from its type",
            (Self::Field | Self::CaseField | Self::RecordField, "custom") => {
                "a rule in Rust belongs to the whole: put it on the struct"
            }
            _ => return None,
        })
    }

    /// Rejects words that are not allowed here.
    fn admit(self, key: &Ident) -> Result<()> {
        let word = key.to_string();
        let words = self.words();
        if words.contains(&&*word) {
            return Ok(());
        }
        let message = match self.advice(&word) {
            Some(advice) => format!("`{word}` has no meaning on {}: {advice}", self.name()),
            None => format!("`{word}` has no meaning on {}; there: {}", self.name(), words.join(", ")),
        };
        Err(Error::new(key.span(), message))
    }
}

/// The words that were read, to reject repeated ones and those that are not allowed.
pub(crate) struct Seen {
    place: Place,
    words: Vec<(String, Span)>,
}

impl Seen {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, words: Vec::new() }
    }

    /// Adds a word. Rejects one that is not allowed here or was read before.
    pub(crate) fn note(&mut self, key: &Ident) -> Result<()> {
        self.place.admit(key)?;
        let word = match &*key.to_string() {
            // A second byte order would contradict the first.
            "little" | "big" => "little` or `big".to_owned(),
            "is_big" | "is_little" => "is_big` or `is_little".to_owned(),
            word => word.to_owned(),
        };
        if !REPEATED.contains(&&*word) && self.find(&word).is_some() {
            return Err(Error::new(key.span(), format!("`{word}` is stated twice")));
        }
        self.words.push((word, key.span()));
        Ok(())
    }

    /// Returns whether the words are those of a case.
    pub(crate) fn is_of_case(&self) -> bool {
        self.place == Place::Case
    }

    /// Returns the source position of a word.
    pub(crate) fn find(&self, word: &str) -> Option<Span> {
        self.words.iter().find(|(seen, _)| seen == word).map(|(_, span)| *span)
    }
}
