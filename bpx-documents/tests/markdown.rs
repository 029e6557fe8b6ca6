//! Styles of Markdown: tables that are indented, quoted or in lists, HTML inside, rows that the parser would cut.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, Table, read};

fn document(text: &str) -> Document {
    read(&[("a.md", text)])
}

/// Returns the only table.
fn table(text: &str) -> Table {
    let mut tables = document(text).tables;
    assert_eq!(tables.len(), 1, "{tables:#?}");
    tables.remove(0)
}

/// Returns name, type and line of the fields.
fn fields(table: &Table) -> Vec<(&str, &str, usize)> {
    let Body::Structure { fields, .. } = &table.body else { panic!("{table:?}") };
    fields.iter().map(|field| (&*field.name, &*field.ty, field.line)).collect()
}

#[test]
fn tables_in_quotes_and_lists() {
    let quoted = "> | Name | Type |\n> |---|---|\n> | a | u8 |\n>\n> After.\n";
    assert_eq!(fields(&table(quoted)), [("a", "u8", 3)]);
    let listed = "1. Fields:\n\n   | Name | Type |\n   |---|---|\n   | a | u8 |\n\n2. Other.\n";
    assert_eq!(fields(&table(listed)), [("a", "u8", 5)]);
}

#[test]
fn rules_between_rows_are_no_rows() {
    let text = "Name | Type\n--- | ---\na | u8\n--- | ---\nb | u16\n";
    assert_eq!(fields(&table(text)), [("a", "u8", 3), ("b", "u16", 5)]);
}

#[test]
fn marks_are_no_part_of_cells() {
    let text = "| Part | Weight |\n|---|---|\n| <a id='x'></a>**a** | `u8`[^1] |\n| [b_c](x.md)<br>d | u8\\|u16 |\n\
                | ~~e~~ &lt; *f* | List<u8> |\n\n[^1]: A note.\n";
    let found = table(text);
    let Body::Other { rows, .. } = &found.body else { panic!("{found:?}") };
    assert_eq!(rows, &[["a", "u8"], ["b_c d", "u8|u16"], ["e < f", "List<u8>"]]);
}

#[test]
fn empty_titles_leave_the_bold_row_to_be_titles() {
    let text = "| | |\n|---|---|\n| **Type** | **Name** |\n| u8 | a |\n";
    assert_eq!(fields(&table(text)), [("a", "u8", 4)]);
}

#[test]
fn cells_without_a_title_are_kept() {
    let found = table("| Part | Weight |\n|---|---|\n| Leg | 1 | 2 |\n");
    let Body::Other { rows, .. } = &found.body else { panic!("{found:?}") };
    assert_eq!(rows, &[["Leg", "1", "2"]]);
}

#[test]
fn a_paragraph_right_below_is_no_row() {
    let document =
        document("| Name | Type |\n|---|---|\n| a | u8 |\n{: #lamp title=\"Lamp\"}\n\nAn A is 1 byte long.\n");
    let Body::Structure { fields, .. } = &document.tables[0].body else { panic!() };
    assert_eq!(fields.len(), 1);
}

#[test]
fn html_tables_go_over_empty_lines() {
    let text = "# A\n\n<table>\n<tr><th>Name</th><th>Type</th></tr>\n\n    <tr><td>a</td><td>u8</td></tr>\n\n<tr><td>b</td>\n\
                <td>u16</td></tr>\n</table>\n\n## B\n";
    let document = document(text);
    assert_eq!(fields(&document.tables[0]), [("a", "u8", 6), ("b", "u16", 8)]);
    assert_eq!(document.sections.iter().map(|one| one.line).collect::<Vec<_>>(), [1, 12]);
}

#[test]
fn tables_without_a_rule_and_drawings_are_read_as_in_plain_texts() {
    let text = "# A\n\nText.\n\n| Name | Type |\n| a | u8 |\n| b | u16 |\n\n+-------------+\n| A (3 bytes) |\n+-------------+\n";
    let document = document(text);
    assert_eq!(fields(&document.tables[0]), [("a", "u8", 6), ("b", "u16", 7)]);
    assert_eq!(document.tables[1].body.kind(), "diagram");
}

#[test]
fn grids_in_borders_are_tables() {
    let text =
        "# A\n\n+------+------+\n| Name | Type |\n+------+------+\n| a    | u8   |\n| b    | u16  |\n+------+------+\n";
    assert_eq!(fields(&table(text)), [("a", "u8", 6), ("b", "u16", 7)]);
}

#[test]
fn front_matter_is_at_the_beginning_only() {
    let text = "---\ntitle: A\n---\n\n# B\n\nText.\n\n---\n# C\n\n| Name | Type |\n|---|---|\n| a | u8 |\n\n---\n";
    let document = document(text);
    assert_eq!(document.sections.iter().map(|one| &*one.title).collect::<Vec<_>>(), ["B", "C"]);
    assert_eq!(fields(&document.tables[0]), [("a", "u8", 14)]);
}

#[test]
fn items_are_no_headings() {
    let document = document("# A\n\n1. First\n\n2. Second\n\n| Name | Type |\n|---|---|\n| a | u8 |\n");
    assert_eq!(document.sections.len(), 1);
    assert_eq!(document.tables[0].section, "A");
}

#[test]
fn empty_cells_at_the_end_are_cells() {
    let found = table("| Part | Weight | Hue |\n|---|---|---|\n| Leg | 1 | |\n| | | |\n| Top | 2 | red |\n");
    let Body::Other { rows, .. } = &found.body else { panic!("{found:?}") };
    assert_eq!(rows, &[["Leg", "1", ""], ["Top", "2", "red"]]);
}
