//! Tables whose columns are bits.

use super::{sizes, table};

const BITS: [&str; 9] = ["Byte", "7", "6", "5", "4", "3", "2", "1", "0"];

#[test]
fn cells_span_the_bits_of_a_field() {
    let rows: &[&[&str]] = &[
        &["0", "kind", "", "", "level", "", "", "", ""],
        &["1", "on", "spare", "", "", "", "", "", ""],
        &["2", "size", "", "", "", "", "", "", ""],
    ];
    let expected = [("kind", Some(3)), ("level", Some(5)), ("on", Some(1)), ("spare", Some(7)), ("size", Some(8))];
    assert_eq!(sizes(&table("Mark", &BITS, rows)), expected);
}

#[test]
fn equal_names_beside_each_other_are_one_field() {
    let rows: &[&[&str]] = &[
        &["0", "hot", "kind", "kind", "spare", "spare", "pots", "pots", "pots"],
        &["1", "glaze", "glaze", "glaze", "glaze", "glaze", "glaze", "glaze", "glaze"],
    ];
    let expected = [("hot", Some(1)), ("kind", Some(2)), ("spare", Some(2)), ("pots", Some(3)), ("glaze", Some(8))];
    assert_eq!(sizes(&table("Mark", &BITS, rows)), expected);
    // A name that comes back after another one may be a second field, or the rest of the first one.
    let rows: &[&[&str]] = &[&["0", "pots", "lid", "pots", "pots", "hot", "a", "b", "c"]];
    assert_eq!(super::kind(&table("Mark", &BITS, rows)), "other");
    // The byte order decides where the bits of a field in two bytes are.
    let rows: &[&[&str]] =
        &[&["0", "P", "P", "P", "P", "P", "P", "P", "P"], &["1", "P", "P", "hot", "x", "x", "x", "x", "x"]];
    assert_eq!(super::kind(&table("Mark", &BITS, rows)), "other");
}

#[test]
fn columns_of_html_are_bits() {
    let digits: String = (0..32).map(|bit| format!("<td>{}</td>", bit % 10)).collect();
    let text = format!(
        "<h2>Mark</h2><table><tr>{digits}</tr><tr><td colspan=16>size</td><td colspan=16>flags</td></tr>\
         <tr><td colspan=32>offset</td></tr><tr><td colspan=32>...</td></tr></table>"
    );
    let read = bpx_documents::read(&[("mark.html", text.as_str())]);
    assert_eq!(sizes(&read), [("size", Some(16)), ("flags", Some(16)), ("offset", Some(64))]);
}

#[test]
fn bits_of_a_byte_count_down() {
    let text = "## Mark\n\n      7   6   5   4   3   2   1   0\n    +---+---+---+---+---+---+---+---+\n    \
                |     kind      |     level     |\n    +---+---+---+---+---+---+---+---+\n    \
                |             size              |\n    +---+---+---+---+---+---+---+---+\n";
    let read = bpx_documents::read(&[("mark.txt", text)]);
    assert_eq!(sizes(&read), [("kind", Some(4)), ("level", Some(4)), ("size", Some(8))]);
    // In a number of several bytes, the byte order decides which is first.
    let ruler: Vec<String> = (0..16).rev().map(|bit| format!("{bit:3}")).collect();
    let border = "+---".repeat(16);
    let text = format!("{}\n{border}+\n|{:63}|\n{border}+\n", ruler.join(" "), "size");
    let read = bpx_documents::read(&[("mark.txt", text.as_str())]);
    assert!(read.skipped.iter().any(|skipped| skipped.open), "{:?}", read.skipped);
}
