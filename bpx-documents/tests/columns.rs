//! Tables in columns of two or more spaces: what belongs to them, and what does not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may panic")]

use bpx_documents::{Body, Document, Field, Form, text_of};

fn document(text: &str) -> Document {
    bpx_documents::read(&[("chest.txt", text)])
}

/// Returns the fields of the only structure.
fn fields(document: &Document) -> &[Field] {
    let structures = document.tables.iter().filter_map(|table| match &table.body {
        Body::Structure { fields, .. } => Some(fields.as_slice()),
        _ => None,
    });
    let [only] = structures.collect::<Vec<_>>()[..] else { return &[] };
    only
}

/// Returns name, type, size in bits, and notes of each field of the only structure.
fn rows(text: &str) -> Vec<(String, String, Option<u64>, String)> {
    let document = document(text);
    let row = |field: &Field| {
        (field.name.clone(), field.ty.clone(), field.size.and_then(bpx_documents::Size::exact), field.notes.clone())
    };
    fields(&document).iter().map(row).collect()
}

fn row(name: &str, ty: &str, bits: u64, notes: &str) -> (String, String, Option<u64>, String) {
    (name.to_owned(), ty.to_owned(), Some(bits), notes.to_owned())
}

#[test]
fn cells_may_begin_left_of_their_title() {
    let text = "
        Name          Type       Bits            Notes
     item_count        u32        32       how many items there are,
                                                after this
        kind            u8         8              what it is
     Re-             padding      24
     served
";
    let expected = [
        row("item_count", "u32", 32, "how many items there are, after this"),
        row("kind", "u8", 8, "what it is"),
        row("Reserved", "padding", 24, ""),
    ];
    assert_eq!(rows(text), expected);
    assert_eq!(document(text).tables[0].form, Form::Columns);
}

#[test]
fn a_line_of_dashes_gives_the_columns() {
    let text = "
Field                 Size
name                  (bits)  Type     Notes
--------------------  ------  -------  -----------------
an_unusually_long     32      u32      the first
next                          u8[4]    two  gaps  in words
";
    assert_eq!(rows(text), [row("an_unusually_long", "u32", 32, "the first"), rows(text)[1].clone()]);
    assert_eq!(rows(text)[1].3, "two gaps in words");
}

#[test]
fn a_table_goes_on_after_the_edge_of_a_page() {
    let page =
        |number: u32, rows: &str| format!("Chest File    1.0\n\n{rows}\n\nDraft                Page {number}\n\u{c}");
    let text = [
        page(1, "1   Contents\n\n1 Header ........ 2\n1.1 Key ......... 2\n2 Item .......... 3"),
        page(2, "1   Header\n\nName   Type  Bits  Notes\n\na      u8    8     first"),
        page(3, "Name     Type  Bits  Notes\nb        u16   16    second\n\n2   Item\nAn item has no fields."),
    ];
    let document = document(&text.concat());
    let titles: Vec<_> = document.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles, ["Header", "Item"]);
    let names: Vec<_> = fields(&document).iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn a_row_that_does_not_fit_is_kept_as_one_cell() {
    let text = "
Name   Type   Bits   Notes
a      u8     8      first
b  u16 wide spread     16    second
c      u8     8      third
";
    let names: Vec<_> = rows(text).into_iter().map(|row| row.0).collect();
    assert_eq!(names, ["a", "b  u16 wide spread  16  second", "c"]);
    assert_eq!(rows(text)[1].2, None);
}

#[test]
fn words_of_titles_in_a_row_make_no_titles_of_it() {
    let text = "
FIELD           TYPE        NOTES
--------------------------------------------------
name            u8[4]       length of the name
size            u16         the last one
--------------------------------------------------

none            u16         after the table
";
    let document = document(text);
    let shown = document.tables[0].to_string();
    assert!(shown.contains("name") && shown.contains("the last one") && !shown.contains("after"), "{shown}");
}

#[test]
fn a_range_may_go_on_below() {
    let text = "
Value    Name            Description
0x01     Data            samples
0x80-    Reserved        for later
0xFF
";
    let document = document(text);
    let Body::Enumeration { values } = &document.tables[0].body else { unreachable!("{:?}", document.tables) };
    let values: Vec<_> = values.iter().map(|value| (value.name.as_str(), value.text.as_str())).collect();
    assert_eq!(values, [("Data", "0x01"), ("Reserved", "0x80- 0xFF")]);
}

#[test]
fn codes_in_quotes_may_have_empty_lines_between_them() {
    let document = document("\nValue      Name\n\n\"PK\"       packed\n\n\"BD\"       built\n\nNo row.\n");
    let Body::Enumeration { values } = &document.tables[0].body else { unreachable!("{:?}", document.tables) };
    assert_eq!(values.len(), 2);
}

#[test]
fn a_sentence_or_a_heading_ends_a_table() {
    let text = "
Name   Type   Bits   Notes
a      u8     8      first
Each of these is followed by a number of bytes that nothing describes.
5.1    Name
b      u8     8      second
";
    let names: Vec<_> = rows(text).into_iter().map(|row| row.0).collect();
    assert_eq!(names, ["a"]);
}

#[test]
fn words_between_spaces_are_no_table() {
    for text in [
        "The size  of a name  is stated.\nThe name  of a size  is not.\n",
        "Name  Type\n\nBoth of them are described below, and in the next part.\n",
        "Signature   Version   Count\n\n0  1  2\n",
    ] {
        assert!(document(text).tables.is_empty(), "{text}");
    }
}

#[test]
fn bars_above_a_line_of_dashes_part_columns() {
    let text = "
2. Item
-----------------------------
Bytes    | Type  | Name
-----------------------------
4        | u32   | key
         |       |   | or not

2        | u16   | count
-----------------------------
2        | u16   | no part of it
";
    let document = document(text);
    let [table] = document.tables.as_slice() else { unreachable!("one table") };
    assert_eq!(table.name, "Item");
    assert_eq!(table.form, Form::Columns);
    let shown = table.to_string();
    assert!(shown.contains("key | or not") && shown.contains("count") && !shown.contains("no part"), "{shown}");
}

#[test]
fn edges_of_pages_need_no_equal_words() {
    let page = |left: &str, right: &str, words: &str| format!("{left}        {right}\n\n{words}\n\n\u{c}");
    let text = [
        page("CHAPTER ONE", "1", "1   Header\n\nName  Type  Bits\na     u8    8"),
        page("2", "CHAPTER ONE", "b     u8    8"),
        page("CHAPTER TWO", "3", "c     u8    8"),
    ];
    let names: Vec<_> = rows(&text.concat()).into_iter().map(|row| row.0).collect();
    assert_eq!(names, ["a", "b", "c"]);
}

#[test]
fn numbers_decide_the_rows_of_cells_one_a_paragraph() {
    let text = "The header has
Name

Type

Bits

Notes

item_count

u32

32

how many items there are,
after this

size

3D vector

96

three numbers

kind

u8

8

other

u32

32

0

0-63

a picture
2.1

Item

Next.
";
    let expected = [
        row("item_count", "u32", 32, "how many items there are, after this"),
        row("size", "3D vector", 96, "three numbers"),
        row("kind", "u8", 8, ""),
        row("other", "u32", 32, ""),
    ];
    assert_eq!(rows(text), expected);
    assert_eq!(document(text).sections[0].title, "Item");
}

#[test]
fn cells_one_a_paragraph_without_one_of_them_are_no_table() {
    let cells = "Name\n\nType\n\nSize\n\nNotes\n\na\n\nu8\n\n8\n\nfirst\n\n";
    assert_eq!(document(cells).tables.len(), 1);
    // The second row lacks its name or its type.
    let lost = format!("{cells}b\n\n16\n\nsecond\n\nc\n\nu8\n\n8\n\nthird\n\n");
    assert!(document(&lost).tables.is_empty());
    let words = "Name\n\nSize\n\nThe name and the size are stated elsewhere.\n";
    assert!(document(words).tables.is_empty());
}

#[test]
fn long_columns_of_titles_and_gaps_are_read() {
    let titles = "Name  Type  Bits\n".repeat(5_000);
    let gaps = format!("Name  Type{}\n", "  x".repeat(500)).repeat(125);
    let rows = format!("Name  Type  Bits\n{}", "a     u8    8\n     b\nx  y z\n".repeat(2_500));
    let bars = format!("{}\n---\n", "Name |".repeat(5_000)).repeat(10);
    let dots = "1.1 Name .................... 4\n".repeat(5_000);
    let pages = "\u{c}Name  Type  Bits\n\n12\n".repeat(5_000);
    let stacked = "Name\n\nSize\n\nNotes\n\n8\n\n".repeat(5_000);
    let lost = format!("Name\n\nType\n\nSize\n\n{}", "a\n\nName\n\n8\n\n".repeat(5_000));
    let texts = [titles, gaps, rows, bars, dots, pages, stacked, lost];
    let tables = texts.map(|text| document(&text_of(text.as_bytes()).unwrap()).tables.len());
    // Rows that are no rows end a table, and are a list with items that are not understood; each pile of cells is one.
    assert_eq!(tables, [0, 0, 2, 0, 0, 0, 5_000, 1]);
}

#[test]
fn fields_that_are_required_are_fields() {
    let text = "# Lamp\n\n| Item | Type | Offset | Size | Required |\n|---|---|---|---|---|\n| Watts | u16 | 0 | 2 bytes | yes |\n\
                | Hue | u32 | 2 | 4 bytes | no |\n";
    let document = bpx_documents::read(&[("lamp.md", text)]);
    assert_eq!(document.tables.iter().map(|table| table.body.kind()).collect::<Vec<_>>(), ["structure"]);
}
