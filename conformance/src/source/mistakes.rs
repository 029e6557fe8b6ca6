//! Texts that must be refused, with the positions of the errors.

#![allow(clippy::panic, clippy::unwrap_used)]

use super::Source;

/// Returns line, column and message of the error of a text.
pub(super) fn error(text: &str) -> (u32, u32, String) {
    let result = Source::parse(text).and_then(|source| {
        let built = source.build()?;
        source.faults().try_for_each(|fault| source.build_fault(fault).map(drop))?;
        Ok(built)
    });
    match result {
        Ok(built) => panic!("built {:?}\n{text}", built.bytes),
        Err(error) => (error.line, error.column, error.message),
    }
}

#[test]
fn errors_point_at_the_place() {
    for (text, place, part) in [
        ("a: u8 = 256", (1, 1), "256 does not fit u8"),
        ("a: u8 = 4\nb: u8 = 7 / a", (2, 11), "expected a whole result of 128 bits from 7 and 4, found none"),
        (
            "a: i8 = -(-170141183460469231731687303715884105727 - 1) - 170141183460469231731687303715884105727",
            (1, 9),
            "expected a whole result of 128 bits from the negation of -170141183460469231731687303715884105728",
        ),
        ("a: u8 = 1\na: u8 = 2", (2, 1), "clashes with line 1"),
        ("a: u8 = 1\na.b: u8 = 2", (2, 1), "clashes with line 1"),
        ("a: u8 = nope.b", (1, 9), "expected the name of a field or a block, found `nope.b`"),
        ("a: u8 = offset(b[*])", (1, 16), "found a pattern"),
        ("a: u9 = 1", (1, 4), "expected a type, found `u9`"),
        ("a: u8 = median(a)", (1, 9), "expected a function, found `median`"),
        ("a {\n b: u8 = 1\n", (1, 4), "at the end of this block"),
        ("a: u8 = 1 2", (1, 11), "expected the end of the line"),
        ("a: bytes = hex 012", (1, 16), "expected two digits for each byte"),
        ("a: ascii = \"é\"", (1, 1), "does not fit ascii"),
        ("a: cstr = \"x\\0\"", (1, 1), "does not fit cstr"),
        ("a: u8 = 1.5", (1, 1), "1.5 does not fit u8"),
        ("a: u8 = was", (1, 9), "`was` needs a fault"),
        ("a: u8 = 1 is 2", (1, 1), "the value is 1"),
        ("a: bytes = zeros 9; p: pad until 3", (1, 21), "past the end of the padding"),
        ("a: bytes = zeros 99999999", (1, 18), "more than"),
        ("fault \"x\" { set a = 1 }", (1, 17), "`a` is not a field"),
        ("a: u8 = 1\nfault \"x\" { refix a }", (2, 13), "expected a derived value to compute again, found none"),
        ("a: u8 = 1\nfault \"x\" { xor a @ 1 with 1 }", (2, 17), "only 1 bytes"),
        (
            "a: u8 = 1\nfault \"x\" { truncate at 1 }",
            (2, 13),
            "expected an offset before the end of the file to cut at, found 1",
        ),
        ("fault \"x\" { }\nfault \"x\" { }", (2, 7), "two faults have the name"),
    ] {
        let (line, column, message) = error(text);
        assert!(message.contains(part), "{text}\n{message}");
        assert_eq!((line, column), place, "{text}\n{message}");
    }
}

#[test]
fn depth_is_limited() {
    assert!(error(&format!("a: u8 = {}", "(".repeat(100_000))).2.contains("levels of nesting"));
    assert!(error(&format!("a: u8 = 1 {}", "- ".repeat(100_000))).2.contains("levels of nesting"));
    assert!(error(&format!("a: u8 = 1{}", "+1".repeat(100_000))).2.contains("terms in a row"));
    assert!(error(&"a { ".repeat(1000)).2.contains("levels of nesting"));
    let chain: String = (0..2000).map(|n| format!("a[{n}]: u8 = a[{}]\n", n + 1)).collect();
    assert!(error(&chain).2.contains("depend on each other"));
    // Parentheses in long rows of terms, and such values that depend on each other.
    let rows = |inner: &str, depth: usize| {
        (0..depth).fold(inner.to_owned(), |inner, _| format!("({inner}{})", "+0".repeat(60)))
    };
    assert!(error(&format!("a: u8 = {}", rows("0", 50))).2.contains("terms in an expression"));
    let chain: String = (0..200).map(|n| format!("a[{n}]: u8 = {}\n", rows(&format!("a[{}]", n + 1), 3))).collect();
    assert!(error(&format!("{chain}\na[200]: u8 = 1")).2.contains("depend on each other"));
    assert!(error(&format!("a: u8 = {}b", "-".repeat(60))).2.contains("found `b`"));
}

#[test]
fn fills_are_limited_together() {
    for fill in ["bytes = zeros 1048576", "bytes = fill 1 1048576", "pad to 1048576"] {
        // The bytes between paddings make each padding a whole step.
        let fills: String = (0..70).map(|n| format!("a[{n}]: {fill}; b[{n}]: u8 = 0\n")).collect();
        let (line, _, message) = error(&fills);
        assert!(line > 60 && message.contains("all fills together"), "{fill}: {line} {message}");
    }
    let part = (0..40).map(|n| format!("a[{n}]: bytes = zeros 1048576\n")).collect::<String>();
    let whole = Source::parse(&part).unwrap().with(&part.replace('a', "b"));
    assert!(whole.unwrap_err().message.contains("all fills together"));
}
