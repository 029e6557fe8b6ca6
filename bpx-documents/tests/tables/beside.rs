//! Columns that say more of fields than their names, types and places.

use super::{fields, kind, open, sizes, table};
use bpx_documents::declare;

#[test]
fn a_column_of_conditions_makes_fields_conditional() {
    let rows: &[&[&str]] = &[&["version", "u16", "", "of the file"], &["extra", "u32", "version >= 2", "more"]];
    for title in ["Condition", "Presence", "Present if", "When"] {
        let read = table("Mark", &["Field", "Type", title, "Notes"], rows);
        let when: Vec<_> = fields(&read).iter().map(|field| field.when.as_str()).collect();
        assert_eq!(when, ["", "version >= 2"], "{title}");
    }
    let read = table("Mark", &["Field", "Type", "Presence"], &[&["a", "u16", "always"], &["b", "u16", "if a = 3"]]);
    assert_eq!(fields(&read)[1].when, "a = 3");
}

#[test]
fn fields_that_may_be_absent_are_open() {
    let rows = |first, second| [["a", "u16", first, "first"], ["b", "u16", second, "second"]];
    for (title, first, second) in [
        ("Optional", "no", "yes"),
        ("Required", "yes", "no"),
        ("Mandatory", "yes", "no"),
        ("Since", "1.0", "1.2"),
        ("Versions", "all", "3 only"),
        ("Cardinality", "1", "0..1"),
        ("Cardinality", "1", "0..n"),
        ("More", "", "Omitted if a is 0"),
    ] {
        let rows = rows(first, second);
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 4]>::as_slice).collect();
        let read = table("Mark", &["Field", "Type", title, "Notes"], &rows);
        assert_eq!(kind(&read), "structure", "{title}");
        let declared = declare(&read);
        assert!(!declared.open.iter().all(|(name, _)| name.is_empty()), "{title} {second}");
    }
    // The same version for all says nothing.
    let rows = rows("2", "2");
    let rows: Vec<&[&str]> = rows.iter().map(<[&str; 4]>::as_slice).collect();
    assert_eq!(fields(&table("Mark", &["Field", "Type", "Version", "Notes"], &rows))[1].when, "");
}

#[test]
fn marks_of_required_fields_are_no_conditions() {
    for mark in ["Y", "yes", "\u{2713}", "x", "required"] {
        let rows: &[&[&str]] = &[&["0", "2", "a", mark], &["2", "2", "b", mark]];
        let read = table("Mark", &["Offset", "Size (bytes)", "Name", "Required"], rows);
        assert_eq!((kind(&read), fields(&read)[1].when.as_str()), ("structure", ""), "{mark}");
    }
}

#[test]
fn columns_state_the_byte_order_and_the_sign() {
    let rows: &[&[&str]] = &[&["a", "u16", "big"], &["b", "u16", "LE"], &["c", "u16", "as the host"]];
    let read = table("Mark", &["Field", "Type", "Endianness"], rows);
    assert_eq!(open(&read), ["the byte order `as the host` of `c` is not understood"]);
    let model = declare(&read).model.to_json().unwrap();
    assert!(model.contains("\"endian\": \"big\"") || model.contains("\"endian\":\"big\""), "{model}");
    let rows: &[&[&str]] = &[&["a", "2", "yes"], &["b", "2", "no"], &["c", "2", "perhaps"]];
    let read = table("Mark", &["Field", "Size (bytes)", "Signed"], rows);
    assert_eq!(open(&read), ["the sign `perhaps` of `c` is not understood"]);
    let model = declare(&read).model.to_json().unwrap().replace(' ', "");
    assert_eq!(model.matches("\"signed\":true").count(), 1, "{model}");
}

#[test]
fn columns_state_how_many_elements_there_are() {
    let rows: &[&[&str]] = &[&["a", "u16", "3"], &["b", "u32", "1"]];
    for title in ["Count", "Elements", "Repeat", "Qty", "Array size", "Number of elements"] {
        let read = table("Mark", &["Field", "Type", title], rows);
        assert_eq!(sizes(&read), [("a", Some(48)), ("b", Some(32))], "{title}");
    }
}

#[test]
fn columns_that_state_the_same_again_must_agree() {
    let titles = ["Offset (dec)", "Offset (hex)", "Size (bytes)", "Name"];
    let read = table("Mark", &titles, &[&["0", "0", "16", "a"], &["16", "10", "4", "b"]]);
    assert_eq!(open(&read), [""; 0]);
    let titles = ["Offset (v1)", "Offset (v2)", "Type", "Name"];
    let read = table("Mark", &titles, &[&["0", "0", "u32", "a"], &["4", "8", "u32", "b"]]);
    assert_eq!(open(&read), ["the columns `Offset (v1)` and `Offset (v2)` state different offsets"]);
    let titles = ["Name", "32-bit size", "64-bit size", "Notes"];
    let read = table("Mark", &titles, &[&["a", "4", "4", "first"], &["b", "4", "8", "second"]]);
    assert!(open(&read).contains(&"the columns `32-bit size` and `64-bit size` state different sizes".to_owned()));
}

#[test]
fn columns_state_where_fields_end() {
    for rows in [[["0", "3", "a"], ["4", "5", "b"]], [["0", "4", "a"], ["4", "6", "b"]]] {
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 3]>::as_slice).collect();
        let read = table("Mark", &["Starting byte", "Ending byte", "Name"], &rows);
        assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(16))]);
    }
    // The end of each range is the beginning of the next.
    let read = table("Mark", &["Offset", "Name"], &[&["0..4", "a"], &["4..6", "b"]]);
    assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(16))]);
}

#[test]
fn rows_without_a_place_go_on() {
    let rows: &[&[&str]] = &[&["0", "u32", "a", "first"], &["", "", "", "and more"], &["4", "u32", "b", "second"]];
    let read = table("Mark", &["Offset", "Type", "Name", "Notes"], rows);
    assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(32))]);
    assert_eq!(fields(&read)[0].notes, "first\nand more");
}

#[test]
fn a_row_of_the_sum_is_no_field() {
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["b", "2", "second"], &["Total", "6", ""]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)), [("a", Some(32)), ("b", Some(16))]);
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["total", "4", "of all"]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)).len(), 2);
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["Total", "2", ""]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)).len(), 2);
}

#[test]
fn the_last_row_is_a_sum_without_a_column_that_shows_it() {
    let read = |titles: &[&str], last: &[&str]| {
        let cells = |name: &'static str, size: &'static str| [["0", name, size], ["", name, size]];
        let placed = titles.len() > 2;
        let row = |name, size| if placed { cells(name, size)[0].to_vec() } else { vec![name, size] };
        table("Mark", titles, &[&row("seal", "4"), &row("lids", "8"), last])
    };
    for name in ["Total", "**Total**", "Total size", "Sum:", "Total length"] {
        let read = read(&["Field", "Size"], &[name, "12"]);
        assert_eq!((fields(&read).len(), &open(&read)[1..]), (2, &[][..]), "{name}: {:?}", open(&read));
    }
    assert_eq!(fields(&read(&["Offset", "Field", "Size"], &["", "Total", "12"])).len(), 2);
    assert_eq!(fields(&read(&["Offset", "Field", "Size"], &["12", "Total", "12"])).len(), 3);
    // Only one of the sizes has a unit.
    assert_eq!(fields(&read(&["Field", "Size (bytes)"], &["Total", "12 bytes"])).len(), 2);
    // A wrong sum, and a sum that many fields have as their size.
    let wrong = read(&["Field", "Size (bytes)"], &["Total size", "14"]);
    assert_eq!(
        open(&wrong),
        ["`Total size` may be the sum of the sizes above, but states 14, and the sizes add up to 12"]
    );
    let rows: &[&[&str]] = &[&["seal", "2"], &["lids", "2"], &["Total", "4"]];
    let common = table("Mark", &["Field", "Size (bytes)"], rows);
    assert_eq!(open(&common), ["`Total` may be a field, or the sum of the sizes above"]);
    // A last field without a description.
    let rows: &[&[&str]] = &[&["seal", "2", "of it"], &["lids", "2", "of it"], &["total", "4", ""]];
    let common = table("Mark", &["Field", "Size (bytes)", "Notes"], rows);
    assert_eq!(open(&common), ["`total` may be a field, or the sum of the sizes above"]);
    let rows: &[&[&str]] = &[&["seal", "2"], &["lids", "2"], &["Sum", "2"]];
    assert_eq!(open(&table("Mark", &["Field", "Size (bytes)"], rows)), [""; 0]);
}

#[test]
fn sizes_of_elements_are_multiplied() {
    let rows: &[&[&str]] = &[&["tag", "1", "4"], &["first", "2", "1"], &["rest", "4", "16"]];
    let expected = [("tag", Some(32)), ("first", Some(16)), ("rest", Some(512))];
    for title in ["Element size (bytes)", "Size of each (bytes)", "Bytes per element length"] {
        let read = table("Mark", &["Field", title, "Count"], rows);
        assert_eq!(sizes(&read), expected, "{title}");
        let declared = declare(&read);
        let types: Vec<_> =
            declared.model.get("Mark").unwrap().fields().iter().map(|one| one.ty.short_name()).collect();
        assert_eq!(types, ["u8", "u16", "u32"]);
    }
    let rows: &[&[&str]] = &[&["lids", "1", "1"], &["rest", "4", "lids + heat"]];
    assert_eq!(sizes(&table("Mark", &["Field", "Element size (bytes)", "Count"], rows))[1], ("rest", None));
}

#[test]
fn columns_that_number_rows_have_no_names() {
    let rows: &[&[&str]] = &[&["1", "heat", "i32", "0"], &["2", "glaze", "u16", "4"], &["3", "lids", "u8", "6"]];
    let expected = [("heat", Some(32)), ("glaze", Some(16)), ("lids", Some(8))];
    for title in ["#", "Nr", "Row"] {
        assert_eq!(sizes(&table("Mark", &[title, "Signal", "Type", "Start byte"], rows)), expected, "{title}");
    }
}

#[test]
fn decimal_and_hexadecimal_numbers_beside_sizes_are_offsets() {
    let rows: &[&[&str]] = &[&["0", "00", "3", "seal"], &["3", "03", "8", "lids"], &["11", "0B", "2", "heat"]];
    let read = table("Mark", &["Dec", "Hex", "Length", "Content"], rows);
    assert_eq!(sizes(&read), [("seal", Some(24)), ("lids", Some(64)), ("heat", Some(16))]);
    assert_eq!(fields(&read)[2].offset, Some(11));
    // Numbers of messages, each with a length.
    let rows: &[&[&str]] = &[&["9", "09", "3", "seal"], &["10", "0A", "8", "lids"], &["11", "0B", "2", "heat"]];
    assert_eq!(kind(&table("Mark", &["Dec", "Hex", "Length", "Content"], rows)), "enumeration");
}

#[test]
fn several_names_are_several_fields() {
    let read = |titles: &[&str], rows: &[&[&str]]| table("Mark", titles, rows);
    let three = [("x", Some(32)), ("y", Some(32)), ("z", Some(32)), ("lids", Some(8))];
    for names in ["x, y, z", "x, y and z", "x,y,z"] {
        let rows: &[&[&str]] = &[&[names, "f32", "of it"], &["lids", "u8", ""]];
        assert_eq!(sizes(&read(&["Field", "Type", "Notes"], rows)), three, "{names}");
    }
    let titles = ["Offset", "Field", "Type"];
    let placed = read(&titles, &[&["0", "x, y, z", "f32"], &["12", "lids", "u8"]]);
    let offsets: Vec<_> = fields(&placed).iter().map(|field| field.offset.unwrap()).collect();
    assert_eq!((sizes(&placed), offsets), (three.to_vec(), vec![0, 4, 8, 12]));
    // The place of one element.
    assert_eq!(fields(&read(&titles, &[&["0", "x, y, z", "f32"], &["4", "lids", "u8"]])).len(), 2);
    let titles = ["Field", "Type", "Size (bytes)"];
    assert_eq!(sizes(&read(&titles, &[&["x, y, z", "f32", "12"], &["lids", "u8", "1"]])), three);
    assert_eq!(sizes(&read(&titles, &[&["x, y, z", "f32", "4"], &["lids", "u8", "1"]])), three);
    let torn = read(&titles, &[&["x, y, z", "f32", "8"], &["lids", "u8", "1"]]);
    assert_eq!(open(&torn), ["`x, y, z` are 3 fields of 32 bits by the type, but the row states another size"]);
    let unclear = read(&["Field", "Type"], &[&["lid, rim", "u8[4]"], &["lids", "u8"]]);
    assert_eq!(open(&unclear), ["`lid, rim` are 2 fields, but the type is an array of 4 elements"]);
    let unclear = read(&["Field", "Size (bytes)"], &[&["x, y, z", "4"], &["lids", "1"]]);
    assert_eq!(open(&unclear), ["`x, y, z` are 3 fields, but the row states 32 bits"]);
    // A comma may begin a remark.
    for name in ["Length, bytes", "altitude, meters"] {
        let unclear = read(&["Field", "Type"], &[&[name, "u32"], &["lids", "u8"]]);
        assert_eq!(fields(&unclear).len(), 2);
        assert_eq!(open(&unclear), [format!("`{name}` may be 2 fields of 32 bits, or one field")]);
    }
    let one = read(&titles, &[&["version, flags", "u32", "4"], &["lids", "u8", "1"]]);
    assert_eq!((fields(&one).len(), open(&one).len()), (2, 0));
    // Remarks, and an array that has its own number of elements.
    for name in ["lid, reserved", "lid, in degrees", "date and time"] {
        assert_eq!(fields(&read(&["Field", "Type"], &[&[name, "u16"], &["lids", "u8"]])).len(), 2, "{name}");
    }
    assert_eq!(fields(&read(&["Field", "Type"], &[&["x, y", "f32[2]"], &["lids", "u8"]])).len(), 2);
}

#[test]
fn names_above_sizes_are_fields() {
    let rows: &[&[&str]] = &[&["1 byte", "1 byte", "2 bytes", "4 bytes"]];
    let expected = [("type", Some(8)), ("flags", Some(8)), ("length", Some(16)), ("id", Some(32))];
    assert_eq!(sizes(&table("Mark", &["type", "flags", "length", "id"], rows)), expected);
}

#[test]
fn ranges_show_signs() {
    let of = |range: &'static str| {
        let rows: &[&[&str]] = &[&["dx", "2", range], &["kind", "1", ""]];
        let read = table("Mark", &["Name", "Size (bytes)", "Range"], rows);
        (fields(&read)[0].number, open(&read).to_vec())
    };
    assert_eq!(of("-32768..32767"), (Some(bpx_documents::Number::Signed), Vec::new()));
    assert_eq!(of("-32768 to 32767"), (Some(bpx_documents::Number::Signed), Vec::new()));
    assert_eq!(of("0..100"), (None, Vec::new()));
    let doubt = "`dx` has negative values in `-40..210`, but no type shows whether it is signed";
    assert_eq!(of("-40..210"), (None, vec![doubt.to_owned()]));
}
