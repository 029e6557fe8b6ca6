//! Values at the limits of types, and values that do not fit into a type.

use serde_json::{Value as Json, json};

/// A value to write.
pub(super) struct Boundary {
    /// A word for ids.
    pub(super) what: &'static str,
    pub(super) value: Json,
    /// Whether the value fits into the type.
    pub(super) fits: bool,
}

impl Boundary {
    /// Returns whether the value is minus zero, which equals zero but has other bits.
    pub(super) fn is_minus_zero(&self) -> bool {
        self.what == "minus-zero"
    }

    /// Returns the name of the mistake of a writer that accepts a value which does not fit.
    pub(super) fn writer_flag(&self) -> &'static str {
        if self.what == "nul" { "writes-broken-texts" } else { "writes-cut-numbers" }
    }
}

/// Returns the boundaries of a type: `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, `text`, `counted` (a text that ends
/// with no NUL), `code`; `None` for another type.
pub(super) fn of(kind: &str) -> Option<Vec<Boundary>> {
    let bits: Option<u32> = kind.get(1..).and_then(|bits| bits.parse().ok());
    Some(match (kind.chars().next()?, bits) {
        ('u', Some(bits @ 1..=64)) => unsigned_boundaries(bits),
        ('i', Some(bits @ 1..=64)) => signed_boundaries(bits),
        ('f', Some(32)) => float_boundaries("0x7f800000", "0x7fc00001", 3.402_823_5e38, 1e-45),
        ('f', Some(64)) => float_boundaries("0x7ff0000000000000", "0x7ff8000000000001", f64::MAX, 5e-324),
        _ if kind == "text" => text_boundaries(true),
        _ if kind == "counted" => text_boundaries(false),
        _ if kind == "code" => vec![boundary("no-such-name", json!("no such name"), false)],
        _ => return None,
    })
}

fn boundary(what: &'static str, value: Json, fits: bool) -> Boundary {
    Boundary { what, value, fits }
}

/// Returns a whole number in the form of models. A number of 64 bits is a text, because some readers of JSON do not
/// keep all of its digits.
fn integer_json(bits: u32, number: i128) -> Json {
    match i64::try_from(number) {
        Ok(small) if bits < 64 => small.into(),
        _ => number.to_string().into(),
    }
}

fn unsigned_boundaries(bits: u32) -> Vec<Boundary> {
    let end = 1_i128 << bits;
    let number = |what, number, fits| boundary(what, integer_json(bits, number), fits);
    vec![
        number("zero", 0, true),
        number("high-bit", end / 2, true),
        number("low-bits", end / 2 - 1, true),
        number("greatest", end - 1, true),
        number("one-too-many", end, false),
        number("negative", -1, false),
    ]
}

fn signed_boundaries(bits: u32) -> Vec<Boundary> {
    let end = 1_i128 << (bits - 1);
    let number = |what, number, fits| boundary(what, integer_json(bits, number), fits);
    vec![
        number("zero", 0, true),
        number("minus-one", -1, true),
        number("least", -end, true),
        number("greatest", end - 1, true),
        number("one-too-many", end, false),
        number("one-too-few", -end - 1, false),
    ]
}

fn float_boundaries(infinity: &str, payload: &str, greatest: f64, smallest: f64) -> Vec<Boundary> {
    vec![
        boundary("minus-zero", json!(-0.0), true),
        boundary("greatest", json!(greatest), true),
        boundary("smallest", json!(smallest), true),
        boundary("infinity", json!({ "bits": infinity }), true),
        boundary("nan-payload", json!({ "bits": payload }), true),
        boundary("no-number", json!("one"), false),
    ]
}

fn text_boundaries(terminated: bool) -> Vec<Boundary> {
    let mut list = vec![
        boundary("long", json!("mountain ".repeat(40)), true),
        boundary("beyond-ascii", json!("\u{e9}\u{4e2d}\u{1d11e}"), true),
        boundary("no-text", json!(7), false),
    ];
    if terminated {
        list.push(boundary("nul", json!("a\u{0}b"), false));
    }
    list
}
