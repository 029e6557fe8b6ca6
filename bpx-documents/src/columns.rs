//! Derives the contents of columns from their titles.

use super::measure;
use super::size::Unit;
use std::collections::HashSet;
use std::mem::discriminant;

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Type,
    /// A size, with the unit that the title names.
    Size(Option<Unit>),
    /// An offset or a range of offsets, with the unit that the title names.
    Offset(Option<Unit>),
    /// A number of elements.
    Count,
    Value,
    Required,
    Single,
    Notes,
    /// The rules of a field.
    Rules,
    Unknown,
}

/// Returns the roles of the columns with these titles; at most one column has each role.
pub(super) fn column_roles(header: &[String]) -> Vec<Role> {
    let mut taken = HashSet::new();
    // `Meaning (all numbers are big endian)`
    let bare = |title: &str| title.split_once('(').and_then(|(title, _)| role_of_title(title));
    let of = |title: &String| role_of_title(title).or_else(|| bare(title)).unwrap_or(Role::Unknown);
    let mut roles: Vec<_> = header.iter().map(of).collect();
    // A key beside a name, and a value beside descriptions, are values; alone they name something.
    let names = roles.iter().filter(|role| **role == Role::Name).count();
    if names > 1 {
        for (role, title) in roles.iter_mut().zip(header) {
            if *role == Role::Name && is_ambiguous_value(title) {
                *role = Role::Value;
            }
        }
    }
    // The stored value, if no other column describes the field: `Bytes | Type | Value`.
    let is_stored = [Role::Type, Role::Size(None)]
        .iter()
        .all(|one| roles.iter().any(|role| discriminant(role) == discriminant(one)));
    if is_stored && !roles.iter().any(|role| matches!(role, Role::Name | Role::Notes)) {
        for role in roles.iter_mut().filter(|role| **role == Role::Value) {
            *role = Role::Notes;
        }
    }
    for role in &mut roles {
        if !taken.insert(discriminant(role)) {
            *role = Role::Unknown;
        }
    }
    roles
}

/// Returns the words of a title, in lower case.
pub(super) fn title_words(title: &str) -> Vec<String> {
    let lower = title.trim().to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect()
}

/// Returns whether a title of names is a title of values when another column has the names.
fn is_ambiguous_value(title: &str) -> bool {
    matches!(
        title_words(title).join(" ").as_str(),
        "identifier" | "key" | "parameter" | "property" | "item" | "element"
    )
}

/// Returns the role of a column with the title.
pub(super) fn role_of_title(title: &str) -> Option<Role> {
    let role = role_of_words(title)?;
    // Types of fields are not numbers: `Type (hex)`.
    let is_number = role == Role::Type && title_words(title).last().is_some_and(|word| word == "hex");
    Some(if is_number { Role::Value } else { role })
}

/// Returns the role that the words of a title state.
fn role_of_words(title: &str) -> Option<Role> {
    let words = title_words(title);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let unit = unit_in_title(&words).or_else(|| title.contains("(B)").then_some(Unit::Bytes));
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    // `Value (hex)`
    let bare = words.strip_suffix(&["hex"]).filter(|bare| !bare.is_empty()).unwrap_or(&words);
    Some(match bare {
        _ if has_counts(&words) => Role::Count,
        ["number" | "no" | "num" | "nr", "of", "bits" | "bytes" | "octets"] | ["of", "bits" | "bytes" | "octets"] => {
            Role::Size(unit)
        }
        _ if names_size(title) || has_unit(title) => Role::Size(unit),
        ["bits"] => Role::Size(Some(Unit::Bits)),
        ["bytes" | "octets"] => Role::Size(Some(Unit::Bytes)),
        _ if has(&["offset", "offsets", "position", "pos", "ofs", "off"]) => Role::Offset(unit),
        ["byte" | "bytes" | "bit" | "bits", "index" | "number" | "numbers" | "no" | "range" | "s"]
        | ["byte" | "bit", "number", "s"] => Role::Offset(unit),
        ["byte" | "bit" | "octet" | "word"] | ["byte", "bit"] | ["address" | "addr" | "start" | "end", ..] => {
            Role::Offset(unit)
        }
        ["starting" | "ending" | "first" | "last", "byte" | "bit" | "octet" | "address"] => Role::Offset(unit),
        ["name" | "field" | "member" | "flag" | "variable" | "label" | "identifier" | "property" | "key"] => Role::Name,
        ["parameter" | "attribute" | "element" | "item" | "fields" | "symbol" | "signal" | "register"] => Role::Name,
        [.., "name"] | ["string", "id"] => Role::Name,
        ["type" | "layout" | "format" | "datatype" | "encoding"] | [.., "type"] | ["c", "version"] => Role::Type,
        ["value" | "values" | "code" | "number" | "mask" | "hex" | "id" | "opcode" | "tag" | "ordinal"] => Role::Value,
        [.., "code" | "identifier" | "value"]
        | ["byte" | "numeric" | "mode" | "operation" | "command" | "message" | "packet" | "chunk" | "record", "id"]
        | ["ascii", "string"] => Role::Value,
        ["rule" | "rules" | "constraint" | "constraints"] => Role::Rules,
        ["required" | "mandatory" | "needed"] => Role::Required,
        ["single" | "unique" | "once", ..] => Role::Single,
        _ if is_description(&words) => Role::Notes,
        _ => return None,
    })
}

/// Returns whether a title in a script other than Latin ends with a unit in parentheses.
fn has_unit(title: &str) -> bool {
    let inside = title.trim().strip_suffix(')').and_then(|title| title.rsplit_once('('));
    inside.is_some_and(|(name, unit)| !name.is_ascii() && unit.len() > 1 && Unit::of(unit).is_some())
}

/// Returns the unit that a title names. A unit beside a number does not count, because it belongs to another word:
/// `32-bit size`.
fn unit_in_title(words: &[&str]) -> Option<Unit> {
    let numbers = words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    words.iter().find_map(|word| Unit::of(word)).filter(|_| !numbers)
}

/// Returns whether a title says that the column has numbers of elements.
fn has_counts(words: &[&str]) -> bool {
    let elements = ["elements", "entries", "items", "values", "repetitions", "repeats", "instances", "occurrences"];
    let alone = ["count", "repeat", "repeats", "repetitions", "quantity", "qty", "elements", "dimension", "dimensions"];
    match words {
        [one] => *one == "array" || alone.contains(one),
        ["array", "size" | "length" | "len" | "count" | "dimension" | "dimensions"] => true,
        ["number" | "no" | "num" | "nr", "of", what] | [what, "count"] => elements.contains(what),
        _ => false,
    }
}

/// Returns whether a title says that the column has sizes.
pub(super) fn names_size(title: &str) -> bool {
    title_words(title).iter().any(|word| matches!(word.as_str(), "size" | "width" | "length" | "len"))
}

fn is_description(words: &[&str]) -> bool {
    let titles = [
        "notes",
        "note",
        "description",
        "descriptions",
        "descriptor",
        "desc",
        "meaning",
        "purpose",
        "function",
        "comment",
        "comments",
        "content",
        "contents",
        "remark",
        "remarks",
        "details",
        "explanation",
        "role",
        "definition",
        "interpretation",
        "usage",
        "info",
        "information",
    ];
    matches!(words, [word] if titles.contains(word)) || matches!(words, [.., "description"])
}

/// Returns whether a word may be a title in a list without borders.
pub(super) fn is_title_word(word: &str) -> bool {
    let is_known = |word: &str| {
        let lower = word.trim().to_lowercase();
        let known = [
            "name",
            "field",
            "member",
            "flag",
            "type",
            "layout",
            "format",
            "value",
            "values",
            "code",
            "number",
            "mask",
            "hex",
            "id",
            "count",
            "rule",
            "rules",
            "constraint",
            "constraints",
            "required",
            "mandatory",
            "needed",
            "single",
            "unique",
            "once",
            "notes",
            "note",
            "description",
            "meaning",
            "comment",
            "comments",
            "bits",
            "bytes",
            "size",
            "width",
            "length",
            "offset",
            "identifier",
        ];
        known.contains(&lower.as_str())
    };
    word.split("->").all(|part| {
        let part = part.trim_end_matches("ID").trim_end_matches("Id");
        is_known(part) || part == "Section" || part == "Structure"
    })
}

/// Returns whether a title names a kind, whose numbers have names.
pub(super) fn names_kind(title: &str) -> bool {
    title_words(title).last().is_some_and(|last| KINDS.contains(&last.as_str()))
}

/// Words for a field whose numbers have names.
const KINDS: [&str; 14] = [
    "kind",
    "type",
    "mode",
    "class",
    "state",
    "status",
    "command",
    "event",
    "category",
    "method",
    "reason",
    "error",
    "encoding",
    "compression",
];

/// Returns whether titles number bytes, and then the bits of a byte by name: `Byte | b7 | b6 ..`.
pub(super) fn are_bits(titles: &[String]) -> bool {
    let Some((lead, bits)) = titles.split_first() else { return false };
    let number = |title: &String| {
        let (word, digits) = title.split_at(title.find(|c: char| c.is_ascii_digit())?);
        let is_bit = ["b", "d", "bit", "bit "].contains(&word.to_lowercase().as_str());
        digits.parse::<u64>().ok().filter(|_| is_bit)
    };
    let numbers: Option<Vec<u64>> = bits.iter().map(number).collect();
    let lead = title_words(lead);
    let is_byte = lead.first().is_some_and(|word| matches!(word.as_str(), "byte" | "octet" | "offset"));
    is_byte && numbers.is_some_and(|numbers| numbers == [7, 6, 5, 4, 3, 2, 1, 0])
}

/// Reads the number in a cell: `4`, `0x1F`, `0b11`, `1 << 4`, `NAME (4)`, `'T'`.
pub(super) fn cell_number(cell: &str) -> Option<u64> {
    if let Some(shifted) = measure::read_shift(cell) {
        return Some(shifted);
    }
    let inside = cell.split_once('(').map(|(_, inside)| inside.split(')').next().unwrap_or(""));
    let cell = inside.unwrap_or(cell).trim();
    let quoted = cell.strip_prefix('\'').and_then(|cell| cell.strip_suffix('\''));
    if let Some(quoted) = quoted {
        let mut chars = quoted.chars();
        return chars.next().filter(|_| chars.next().is_none()).map(|c| u64::from(u32::from(c)));
    }
    measure::read_number(cell)
}

/// Reads a yes-or-no answer in a cell.
pub(super) fn cell_answer(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "true" | "required" => Some(true),
        "no" | "false" | "optional" => Some(false),
        _ => None,
    }
}
