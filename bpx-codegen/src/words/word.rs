//! The words of attributes.

use super::AttributePlace;

/// Attributes that share their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordFamily {
    /// `br`, `bw` and `brw`, between which the macros make no difference.
    Binrw,
    /// `schema`.
    Schema,
}

/// A word of an attribute.
#[derive(Debug)]
#[non_exhaustive]
pub struct AttributeWord {
    /// The spelling of the word.
    pub name: &'static str,
    /// The attributes that have the word.
    pub family: WordFamily,
    /// The items and fields on which the word may be written.
    pub places: &'static [AttributePlace],
    /// The attribute with the word and its arguments; one line for each form.
    pub syntax: &'static [&'static str],
    /// The meaning, in one or more sentences.
    pub meaning: &'static str,
    /// The effect on a reader; empty if there is none.
    pub reader: &'static str,
    /// The effect on a writer; empty if there is none.
    pub writer: &'static str,
    /// The effect on a validator; empty if there is none.
    pub validator: &'static str,
    /// The part of the schema, and of exports, that the word adds; empty if there is none.
    pub schema: &'static str,
    /// Name of an example in [`EXAMPLES`](super::EXAMPLES) that uses the word.
    pub example: &'static str,
    /// Whether the word states a rule, which `code` and `lenient` may describe.
    pub is_rule: bool,
    /// Whether the word may be written several times.
    pub may_repeat: bool,
    /// The key by which the parser reads the arguments of the word.
    pub(crate) key: WordKey,
}

/// The key that selects what the parser reads after a word. Each word has one key, so that the compiler finds a word
/// that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordKey {
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
