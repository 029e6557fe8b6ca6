//! Every expression of the table has its value in generated code, in the interpreter, and in exported C, Python and
//! ksy.
//! `lacking.txt` lists exactly what a target lacks, with the reasons.
#![cfg(unix)]
#![allow(missing_docs, unreachable_pub, dead_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[rustfmt::skip]
mod declared;
use tests::programs;
mod table;
mod targets;

use bpx_schema::Codec;
use bpx_schema::assemble::FromJson;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::ToJson;
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Model;
use declared::{Fixed, Whole};
use table::rows;

/// Returns the bytes of the fields of fixed size.
pub fn fixed_bytes() -> Vec<u8> {
    let mut bytes = vec![0, 1, 5, 7, 0];
    bytes.extend([0xFF; 4]);
    bytes.extend([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]);
    bytes.extend([0, 0, 0, 0, 0, 0, 0, 0x80]);
    bytes.extend([0xFF; 8]);
    bytes.extend([0xFF, 0xF9, 0xFF]);
    bytes.extend([0, 0, 0, 0x3F]);
    for bits in [
        0x4000_0000_0000_0000_u64,
        0x7FF8_0000_0000_0000,
        0x7FF0_0000_0000_0000,
        0x8000_0000_0000_0000,
        0x7FE1_CCF3_85EB_C8A0,
        0x3FB9_9999_9999_999A,
    ] {
        bytes.extend(bits.to_le_bytes());
    }
    bytes.extend(0x3DCC_CCCD_u32.to_le_bytes());
    bytes.extend(b"IHDRIHDRIDAT");
    bytes.extend([10, 0, 20, 0, 30, 0]);
    bytes.extend([0, 0, 0x80, 0x3E, 0, 0, 0xC0, 0xBF]);
    bytes
}

/// Returns the bytes of all fields.
pub fn whole_bytes() -> Vec<u8> {
    let mut bytes = fixed_bytes();
    bytes.push(2);
    bytes.extend([1, 100, 0, 0, 0, 0, 0, 0, 0x3F, b'A', b'B']);
    bytes.extend([2, 0, 0x28, 0x6B, 0xEE, 0, 0, 0, 0xC0, b'C', b'D']);
    bytes.extend([1, 2, 3, 0xFF, 0]);
    bytes.extend(b"abc\0\0");
    bytes.extend([0xC3, 0xA4, 0x78]);
    bytes.extend([0xFB, 0xFF, 0xFF, 0xFF, 6, 0, 0, 0]);
    bytes.extend([0xAC, 0x02]);
    bytes.extend([9, 77, 0, 0, 0, 0, 0, 0xC0, 0x3F, b'E', b'F']);
    bytes
}

/// Returns the findings that the table expects of a structure, and the expression of each rule.
pub fn expected(name: &str, is_fixed: bool) -> (Vec<String>, Vec<String>) {
    let (mut expected, mut expressions) = (Vec::new(), Vec::new());
    for row in rows().iter().filter(|row| row.is_fixed || !is_fixed) {
        for (place, condition) in row.conditions().iter().enumerate() {
            expressions.push(condition.clone());
            let class = match (row.is_error(), place) {
                (true, _) => "overflow",
                (false, 0) => continue,
                (false, _) => "inconsistent",
            };
            expected.push(format!("{class} {name}.assert-{}", expressions.len()));
        }
    }
    (expected, expressions)
}

/// Compares findings with the expected ones; the message has the expressions.
pub fn compare(target: &str, found: &[String], (expected, expressions): &(Vec<String>, Vec<String>)) {
    let shown = |finding: &String| {
        let number = finding.rsplit_once('-').and_then(|(_, number)| number.parse::<usize>().ok());
        format!("{finding}: `{}`", number.and_then(|number| expressions.get(number - 1)).map_or("?", String::as_str))
    };
    let more: Vec<_> = found.iter().filter(|one| !expected.contains(one)).map(shown).collect();
    let less: Vec<_> = expected.iter().filter(|one| !found.contains(one)).map(shown).collect();
    assert!(more.is_empty() && less.is_empty(), "{target}: found only {more:#?}, expected only {less:#?}");
}

fn of_report(report: &Report) -> Vec<String> {
    report.findings().iter().map(|finding| format!("{} {}", finding.class, finding.code)).collect()
}

#[test]
fn the_table_is_large_and_has_no_line_twice() {
    let mut expressions: Vec<_> = rows().into_iter().map(|row| row.expression).collect();
    assert!(expressions.len() >= 300, "{}", expressions.len());
    expressions.sort();
    let count = expressions.len();
    expressions.dedup();
    assert_eq!(expressions.len(), count);
    assert_eq!((fixed_bytes().len(), whole_bytes().len()), (118, 175));
}

#[test]
fn generated_code_computes_the_table() {
    compare("generated code", &of_report(&Whole::validate(&whole_bytes(), Mode::Strict)), &expected("whole", false));
    compare("a record", &of_report(&Fixed::validate(&fixed_bytes(), Mode::Strict)), &expected("fixed", true));
}

#[test]
fn the_interpreter_computes_the_table() {
    // Through JSON, as a schema comes to a program.
    let read = |model: Model| Model::from_json(&model.to_json().unwrap()).unwrap();
    let (whole, fixed) = (read(Model::from_root(Whole::schema())), read(Model::from_root(Fixed::schema())));
    let validate = |model: &Model, bytes: &[u8]| Interpreter::new(model).unwrap().validate(bytes, Mode::Strict);
    let (compiled, interpreted) = (Whole::validate(&whole_bytes(), Mode::Strict), validate(&whole, &whole_bytes()));
    compare("the interpreter", &of_report(&interpreted), &expected("whole", false));
    compare("a record", &of_report(&validate(&fixed, &fixed_bytes())), &expected("fixed", true));
    assert_eq!(compiled.findings(), interpreted.findings(), "place and message");
}

#[test]
fn a_value_is_written_back() {
    let bytes = whole_bytes();
    let value = Whole::from_slice(&bytes).unwrap();
    assert_eq!(value.to_vec().unwrap(), bytes);
    let json = value.to_json([]).unwrap();
    assert_eq!(Whole::from_json(json.root(), []).unwrap().to_vec().unwrap(), bytes);
}
