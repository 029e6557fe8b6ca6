//! Notes become rules only when all of a sentence is understood.

use super::{little, open, rules, table, thing};
use bpx_model::Rule;

/// The rules that a note of a `u16` states.
fn of(note: &str) -> Vec<Rule> {
    let declared = little(&table(&[("Amount", "u16", "16", note)]));
    assert_eq!(open(&declared), [""; 0], "{note}");
    rules(&thing(&declared).fields()[0]).into_iter().cloned().collect()
}

fn one_of(values: &[i64]) -> Vec<Rule> {
    vec![Rule::OneOf(values.to_vec().into())]
}

#[test]
fn lists_keep_all_their_values() {
    for note in
        ["Always 3 or 9", "must be 3 or 9.", "One of 3, 9", "It is always either 3 or 9", "Shall be one of: 3, 9"]
    {
        assert_eq!(of(note), one_of(&[3, 9]), "{note}");
    }
    for note in ["must be 3, 5 or 9", "Must be 3, 5, or 9", "amount, always one of 3, 5 and 9"] {
        assert_eq!(of(note), one_of(&[3, 5, 9]), "{note}");
    }
}

#[test]
fn single_values_and_zero() {
    for note in
        ["must be 7", "Always 7.", "The amount must be 7", "must equal 0x7", "is always set to 7", "must be 7 (0x07)"]
    {
        assert_eq!(of(note), one_of(&[7]), "{note}");
    }
    for note in ["zero", "0", "Reserved, must be zero.", "must always be 0", "unused; shall be 0"] {
        assert_eq!(of(note), [Rule::Zero], "{note}");
    }
}

#[test]
fn ranges_and_multiples() {
    assert_eq!(of("between 2 and 12"), [Rule::Range(2, 12)]);
    assert_eq!(of("Layers, between 2 and 12 inclusive"), [Rule::Range(2, 12)]);
    assert_eq!(of("in the range 2 to 12"), [Rule::Range(2, 12)]);
    assert_eq!(of("Must be in the range [2, 12]"), [Rule::Range(2, 12)]);
    assert_eq!(of("must be 2..12"), [Rule::Range(2, 12)]);
    assert_eq!(of("must be 2 or higher"), [Rule::Range(2, 65535)]);
    assert_eq!(of("at least 2"), [Rule::Range(2, 65535)]);
    assert_eq!(of("must be greater than 2"), [Rule::Range(3, 65535)]);
    assert_eq!(of("must be at most 12"), [Rule::Range(0, 12)]);
    assert_eq!(of("Must be less than 12"), [Rule::Range(0, 11)]);
    assert_eq!(of("Must not be zero."), [Rule::Range(1, 65535)]);
    assert_eq!(of("a multiple of 6"), [Rule::MultipleOf(6)]);
    assert_eq!(of("between 2 and 12, a multiple of 2"), [Rule::Range(2, 12), Rule::MultipleOf(2)]);
    assert_eq!(of("Between 2 and 12. Must be a multiple of 2."), [Rule::Range(2, 12), Rule::MultipleOf(2)]);
}

#[test]
fn what_is_not_understood_is_no_rule() {
    let notes = [
        "If the file has no layers, this must be 0",
        "Not always 4",
        "Must be 4 in version 2",
        "Must be zero unless layers are used",
        "always 4 bytes aligned",
        "must be 4 * layers",
        "must equal the \"Size\"",
        "must be 4 (see 3.1) or 6",
        "Always 4, older files have 5",
        "Always 4. In version 2 it is 5.",
        "Must be 4. Unless it is 5.",
        "must be 4 when compressed",
        "usually 4",
        "For layers, always 4",
        "must be 4 KiB",
        "zero or more",
        "must be 4 and even",
        "should be 4",
        "must be the number of layers",
        "must be 4. Must be 5.",
        "must be 70000",
        "always between 9 and 2",
        "4",
        "0 = none, 1 = all",
    ];
    for note in notes {
        assert_eq!(of(note), [], "{note}");
    }
}

#[test]
fn a_reserved_field_is_zero_unless_notes_say_something_else() {
    let of = |note: &str| {
        let declared = little(&table(&[("Reserved", "u16", "16", note)]));
        rules(&thing(&declared).fields()[0]).into_iter().cloned().collect::<Vec<_>>()
    };
    assert_eq!(of(""), [Rule::Zero]);
    assert_eq!(of("for later use"), [Rule::Zero]);
    assert_eq!(of("must be 1"), one_of(&[1]));
    assert_eq!(of("Not always 0"), []);
    assert_eq!(of("ignored by readers"), []);
}

#[test]
fn a_range_without_an_end_is_open() {
    let declared = little(&table(&[("Amount", "u64", "64", "at least 2")]));
    assert_eq!(open(&declared), ["Thing: `amount`: expected an upper limit for the rule `at least 2`, found none"]);
    assert_eq!(rules(&thing(&declared).fields()[0]), [] as [&Rule; 0]);
}

#[test]
fn signatures_have_as_many_letters_as_bytes() {
    let of = |note: &str| {
        let declared = little(&table(&[("Mark", "u32", "32", note)]));
        rules(&thing(&declared).fields()[0]).into_iter().cloned().collect::<Vec<_>>()
    };
    let magic = |bytes: &[u8]| vec![Rule::Magic(bytes.to_vec().into())];
    for note in [
        "always \"ABCD\"",
        "\"ABCD\"",
        "The letters \u{201c}ABCD\u{201d}",
        "magic number, must be 'ABCD'",
        "signature: \"ABCD\" (0x41424344)",
    ] {
        assert_eq!(of(note), magic(b"ABCD"), "{note}");
    }
    assert_eq!(of(r#"always "\x89AB\0""#), magic(b"\x89AB\0"));
    for note in ["\"ABC\"", "\"ABCD\" or \"EFGH\"", "must equal the \"Name\"", "see \"ABCD\"", "\"ABCD\" if packed"] {
        assert_eq!(of(note), [], "{note}");
    }
}

#[test]
fn a_number_of_reserved_things_is_not_zero() {
    for (name, is_zero) in
        [("Reserved", true), ("reserved2", true), ("Reserved sectors", false), ("reserved_blocks", false)]
    {
        let declared = little(&table(&[(name, "u16", "16", "")]));
        assert_eq!(rules(&thing(&declared).fields()[0]).is_empty(), !is_zero, "{name}");
    }
}
