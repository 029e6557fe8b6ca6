//! A word of an attribute.

use super::Place;

/// Attributes that share their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// `br`, `bw` and `brw`, which the macros read alike.
    Binrw,
    /// `schema`.
    Schema,
}

/// A word of an attribute.
#[derive(Debug)]
#[non_exhaustive]
pub struct Word {
    /// The spelling of the word.
    pub name: &'static str,
    /// The attributes that it belongs to.
    pub family: Family,
    /// The places where the word may be written.
    pub places: &'static [Place],
    /// The attribute with the word and what it takes; a line for each form.
    pub syntax: &'static [&'static str],
    /// The meaning, in a sentence or two.
    pub meaning: &'static str,
    /// The effect on a reader; empty for none.
    pub reader: &'static str,
    /// The effect on a writer; empty for none.
    pub writer: &'static str,
    /// The effect on a validator; empty for none.
    pub validator: &'static str,
    /// The part of the schema, and of exports, that it adds; empty for none.
    pub schema: &'static str,
    /// Name of an example in [`EXAMPLES`](super::EXAMPLES) that uses it.
    pub example: &'static str,
    /// Whether it states a rule, which `code` and `lenient` may describe.
    pub is_rule: bool,
    /// Whether the word may be written several times.
    pub may_repeat: bool,
    /// The key by which the parser reads the arguments of the word.
    pub(crate) key: Key,
}

/// What the parser reads after a word: one for each word, so that the compiler finds a word that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Args,
    Assert,
    Attempt,
    Big,
    Bits,
    Calc,
    Children,
    Code,
    Codes,
    Constant,
    Count,
    CountOf,
    Needs,
    Single,
    Referred,
    Sorted,
    Tree,
    Crate,
    Custom,
    Derive,
    Each,
    Finite,
    Flags,
    If,
    Import,
    IndexIn,
    IsBig,
    IsLittle,
    Known,
    Lenient,
    Little,
    MagicBefore,
    MagicOfField,
    MultipleOf,
    Name,
    OneOf,
    Padding,
    ParseWith,
    Pool,
    PreAssert,
    Range,
    Region,
    Reserved,
    SchemaAssert,
    Set,
    Size,
    Spec,
    Sum,
    Supported,
    Temp,
    Text,
    TextIn,
    Unique,
    Until,
    UntilBytes,
    UntilExcluding,
    Utf8,
    Width,
}
