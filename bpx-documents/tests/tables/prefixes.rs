//! Values that begin with their length.

use super::{document, fields, sizes};

const ROWS: &str = "| Bytes | Name | Type |\n|---|---|---|\n| 2 | id | u16 |\n| 4 + N | title | Text |\n";

#[test]
fn a_sentence_defines_a_length() {
    let said = "Texts are a `uint32` byte length followed by the letters.";
    let read = document(&format!("# Format\n\n{said}\n\n## Mark\n\n{ROWS}"));
    assert_eq!(sizes(&read), [("id", Some(16)), ("title length", Some(32)), ("title", None)]);
    assert_eq!(fields(&read)[2].ty, "byte[title length]");
    // Another size, or letters that are not counted in bytes.
    for other in [said.replace("32", "16"), said.replace("byte ", ""), said.replace("followed by", "beside")] {
        let read = document(&format!("# Format\n\n{other}\n\n## Mark\n\n{ROWS}"));
        assert_eq!(sizes(&read), [("id", Some(16)), ("title", None)], "{other}");
    }
}

#[test]
fn a_type_states_a_length() {
    let rows = ROWS.replace("Text", "uint32 length-prefixed bytes");
    assert_eq!(sizes(&document(&format!("## Mark\n\n{rows}")))[1], ("title length", Some(32)));
    let rows = ROWS.replace("Text", "uint16 length-prefixed bytes");
    assert_eq!(sizes(&document(&format!("## Mark\n\n{rows}")))[1], ("title", None));
}
