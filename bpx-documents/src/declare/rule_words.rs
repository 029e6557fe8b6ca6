//! Words of rules in notes.

/// Words of a condition, an alternative, a negation or a doubt.
pub(super) const CONDITIONS: &[&str] = &[
    "if",
    "unless",
    "when",
    "whenever",
    "while",
    "except",
    "otherwise",
    "else",
    "instead",
    "not",
    "never",
    "only",
    "but",
    "or",
    "either",
    "may",
    "might",
    "can",
    "could",
    "should",
    "sometimes",
    "usually",
    "normally",
    "typically",
    "mostly",
    "often",
    "older",
    "newer",
    "later",
    "earlier",
    "version",
    "versions",
    "since",
    "until",
    "before",
    "after",
    "depending",
    "depends",
    "case",
    "cases",
    "currently",
    "default",
    "seems",
    "probably",
];

/// Words that begin a condition.
pub(super) const PREPOSITIONS: &[&str] =
    &["for", "in", "on", "with", "without", "under", "at", "by", "during", "as", "from", "where", "inside", "within"];

/// Words that hint at a rule.
pub(super) const HINTS: &[&str] =
    &["must", "shall", "always", "never", "ignored", "undefined", "unknown", "garbage", "any", "random"];

/// Words after the least value.
pub(super) const OR_MORE: [&str; 6] = ["or higher", "or greater", "or more", "or larger", "or above", "or later"];

/// Words after the greatest value.
pub(super) const OR_LESS: [&str; 5] = ["or less", "or lower", "or fewer", "or smaller", "or below"];

/// Phrases for any value but zero.
pub(super) const NOT_ZERO: [&str; 5] = ["must not be 0", "cannot be 0", "shall not be 0", "never 0", "may not be 0"];

/// Words for the field itself.
pub(super) const SUBJECTS: &[&str] = &[
    "the", "this", "it", "its", "field", "value", "values", "number", "byte", "bytes", "bits", "integer", "reserved",
    "unused", "padding",
];

/// Words before the letters of a signature.
pub(super) const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "letters",
    "letter",
    "chars",
    "characters",
    "ascii",
    "string",
    "text",
    "magic",
    "signature",
    "identifier",
    "identification",
    "id",
    "number",
    "constant",
    "value",
    "bytes",
    "always",
    "must",
    "shall",
    "be",
    "is",
    "contain",
    "contains",
    "equal",
    "equals",
    "to",
    "tag",
    "fourcc",
    "marker",
    "mark",
    "file",
    "format",
    "header",
    "this",
    "it",
    "field",
    "word",
    "code",
    "set",
    "spells",
    "literal",
];
