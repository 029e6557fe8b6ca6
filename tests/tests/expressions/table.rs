//! The table of expressions, and the declarations that have them as rules.

use std::fmt::Write as _;

/// One line of the table.
pub struct Row {
    pub expression: String,
    value: Value,
    /// Whether it looks only at fields of fixed size.
    pub is_fixed: bool,
}

enum Value {
    Int(i128),
    Float(String),
    Truth(bool),
    /// No value, where a whole number, a float or a truth value is expected.
    Error(&'static str),
}

/// Returns the lines of the table.
pub fn rows() -> Vec<Row> {
    let mut is_fixed = true;
    let mut rows = Vec::new();
    for line in include_str!("table.txt").lines() {
        if line == "[dynamic]" {
            is_fixed = false;
        }
        if line.starts_with('#') || line.starts_with('[') || line.is_empty() {
            continue;
        }
        let (expression, value) = line.rsplit_once(" => ").unwrap();
        let value = match value {
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            "error" => Value::Error(" == 0"),
            "error-float" => Value::Error(" == 0.0"),
            "error-truth" => Value::Error(""),
            number => number.parse().map_or_else(|_| Value::Float(number.to_owned()), Value::Int),
        };
        rows.push(Row { expression: expression.to_owned(), value, is_fixed });
    }
    rows
}

impl Row {
    /// Returns whether the expression has no value.
    pub fn is_error(&self) -> bool {
        matches!(self.value, Value::Error(_))
    }

    /// Returns a condition that holds when the expression has its value, and one that does not; of an error, one
    /// without a value.
    pub fn conditions(&self) -> Vec<String> {
        let inner = &self.expression;
        let both = |right: String| vec![format!("!({right})"), right].into_iter().rev().collect();
        match &self.value {
            Value::Int(value) => both(format!("({inner}) == {}", spelled(*value))),
            Value::Truth(true) => vec![format!("{inner}"), format!("!({inner})")],
            Value::Truth(false) => vec![format!("!({inner})"), format!("{inner}")],
            Value::Float(value) => match value.as_str() {
                "nan" => both(format!("({inner}) != ({inner})")),
                "inf" => both(format!("({inner}) > 1.7976931348623157e308")),
                "-inf" => both(format!("({inner}) < -1.7976931348623157e308")),
                // Zeros are equal, whatever their sign.
                "0.0" => both(format!("({inner}) == 0.0 && 1.0 / ({inner}) > 0.0")),
                "-0.0" => both(format!("({inner}) == 0.0 && 1.0 / ({inner}) < 0.0")),
                number => both(format!("({inner}) == {number}")),
            },
            Value::Error(zero) => vec![format!("({inner}){zero}")],
        }
    }
}

/// Returns a whole number by literals, which have 64 bits with a sign.
fn spelled(value: i128) -> String {
    const BASE: i128 = 1 << 62;
    if i64::try_from(value).is_ok_and(|value| value > i64::MIN) {
        return value.to_string();
    }
    format!("({} * {BASE} + {})", spelled(value.div_euclid(BASE)), value.rem_euclid(BASE))
}

/// Fields of fixed size: Rust type, name.
const FIXED: &str = "\
    u8 zero, u8 one, u8 five, u16 seven, u32 big, i64 max64, i64 min64, u64 all64, i8 minus1, i16 minus7, f32 half, f64 two, \
    f64 nan, f64 inf, f64 nzero, f64 huge, f64 tenth, f32 tenth32, [u8; 4] tag, [u8; 4] same, [u8; 4] other, [u16; 3] list, \
    [f32; 2] ratios";

/// The fields after them.
const DYNAMIC: &str = "    pub n: u8,
    #[br(count = n)]
    pub table: Vec<Entry>,
    #[br(count = zero)]
    pub none: Vec<Entry>,
    #[br(count = five)]
    pub bytes: Vec<u8>,
    #[br(count = zero)]
    pub empty: Vec<u8>,
    pub text: CText,
    pub blank: CText,
    #[br(count = 3)]
    #[schema(utf8)]
    pub name: Vec<u8>,
    #[br(count = n)]
    pub words: Vec<i32>,
    pub wide: Uleb<u32>,
    pub part: Entry,
";

/// Returns the declarations, as Rust.
pub fn declarations() -> String {
    let mut text = "\
//! Generated from `table.txt` beside it: every line is a rule that holds and one that does not, or one without a value.
//! `cargo xtask expressions` writes it.

use bpx_schema::codec::{CText, Uleb};
use bpx_schema::{Record, structure};

/// An element of an array.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Entry {
    pub kind: u8,
    pub size: u32,
    pub rate: f32,
    pub mark: [u8; 2],
}
"
    .to_owned();
    for (name, doc, macros, fixed) in [
        ("Fixed", "Rules over fields of fixed size.", "#[derive(Debug, Clone, PartialEq, Record)]", true),
        ("Whole", "All rules.", "#[structure]\n#[derive(Debug, Clone, PartialEq)]", false),
    ] {
        let _ = writeln!(text, "\n/// {doc}\n{macros}\n#[brw(little)]\n#[br(");
        for row in rows().iter().filter(|row| row.is_fixed || !fixed) {
            for condition in row.conditions() {
                let _ = writeln!(text, "    assert({condition}),");
            }
        }
        let _ = writeln!(text, ")]\npub struct {name} {{");
        for field in FIXED.split(", ") {
            let (ty, name) = field.trim().rsplit_once(' ').unwrap();
            let _ = writeln!(text, "    pub {name}: {ty},");
        }
        let _ = writeln!(text, "{}}}", if fixed { "" } else { DYNAMIC });
    }
    text
}
