//! Documents become schemas, as far as they leave nothing open.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Declarations, declare, read};
use bpx_model::{Body, Codes, Endian, Field, Length, Rule, Structure, Type};

fn declared(text: &str) -> Declarations {
    declare(&read(&[("text", text)]))
}

fn table(rows: &str) -> Declarations {
    declared(&format!(
        "# Things\n\nAll numbers are little-endian.\n\n## 1 Thing\n\n| Field | Type | Size | Notes |\n|---|---|---|---|\n{rows}\n"
    ))
}

fn thing(declared: &Declarations) -> &Structure {
    declared.model.get("Thing").unwrap()
}

fn rules(field: &Field) -> Vec<&Rule> {
    field.constraints.iter().map(|constraint| &constraint.rule).collect()
}

#[test]
fn types_say_what_sizes_do_not() {
    let declared = table(
        "| A | unsigned | 16 | |\n| B | signed | 32 | |\n| C | float | 32 | |\n| D | double | 64 | |\n| E | f32[3] | 96 | |\n\
         | F | u16[2] | 32 | |\n| G | bytes | 64 | |\n| H | i24 | 24 | |\n| Reserved | | 32 | |",
    );
    assert_eq!(declared.open, []);
    let thing = thing(&declared);
    assert_eq!((thing.size, &*thing.spec), (Some(49), "1"));
    let int = |size, signed| Type::Int { size, signed, endian: Endian::Little };
    let float = |size| Type::Float { size, endian: Endian::Little };
    let expected = [
        ("a", int(2, false), None, 0),
        ("b", int(4, true), None, 2),
        ("c", float(4), None, 6),
        ("d", float(8), None, 10),
        ("e", float(4), Some(3), 18),
        ("f", int(2, false), Some(2), 30),
        ("g", int(1, false), Some(8), 34),
        ("h", int(3, true), None, 42),
        ("reserved", int(1, false), Some(4), 45),
    ];
    let found =
        thing.fields().iter().map(|field| (&*field.name, field.ty.clone(), field.len.clone(), field.offset.unwrap()));
    let expected = expected.map(|(name, ty, len, at)| (name, ty, len.map(Length::Fixed), at));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn notes_state_rules() {
    let declared = table(
        "| Magic | u8[4] | 32 | always \"THNG\" |\n| A | u16 | 16 | must be 7 |\n| B | u8 | 8 | between 1 and 0x10 |\n\
         | C | u8 | 8 | a multiple of 4 |\n| D | u32 | 32 | zero |\n| E | u32 | 32 | zero or more |\n| _pad | u8[4] | 32 | |\n\
         | É | u8 | 8 | É must be 4 |",
    );
    let fields = thing(&declared).fields();
    assert_eq!(rules(&fields[0]), [&Rule::Magic(b"THNG".to_vec().into())]);
    assert_eq!(rules(&fields[1]), [&Rule::OneOf(vec![7].into())]);
    assert_eq!(rules(&fields[2]), [&Rule::Range(1, 16)]);
    assert_eq!(rules(&fields[3]), [&Rule::MultipleOf(4)]);
    assert_eq!(rules(&fields[4]), [&Rule::Zero]);
    assert_eq!(rules(&fields[5]), [] as [&Rule; 0], "no rule that can be broken");
    assert_eq!(rules(&fields[6]), [&Rule::Zero]);
    assert_eq!(rules(&fields[7]), [&Rule::OneOf(vec![4].into())]);
    assert_eq!(fields[2].constraints[0].code, "thing.b.range");
}

fn ruled(rows: &str) -> Declarations {
    let titles = "| Field | Type | Count | Notes | Rules |\n|---|---|---|---|---|";
    declared(&format!("# Things\n\nAll numbers are little-endian.\n\n## 1 Thing\n\n{titles}\n{rows}\n"))
}

#[test]
fn columns_state_counts_and_rules() {
    // As references are exported: the column is all there is.
    let declared = ruled(
        "| `sign` | u8 | `4` | Four. | is \"\\xabA\\r\\n\" (`thing.sign`) |\n\
         | `kind` | u16 | | Must be 7. | lies between 1 and 9 (`thing.kind`, I-1); is a multiple of 3 (`thing.three`) |\n\
         | `reserved` | u8 | `2` | | |\n| `short` | u8 | `3` | | is \"ABCD\" (`thing.short`) |",
    );
    let fields = thing(&declared).fields();
    assert_eq!(rules(&fields[0]), [&Rule::Magic(b"\xabA\r\n".to_vec().into())]);
    assert_eq!(rules(&fields[1]), [&Rule::Range(1, 9), &Rule::MultipleOf(3)]);
    let codes: Vec<_> = fields[1].constraints.iter().map(|one| (&*one.code, &*one.lenient)).collect();
    assert_eq!(codes, [("thing.kind", "I-1"), ("thing.three", "")]);
    assert_eq!((rules(&fields[2]), thing(&declared).size), (vec![], Some(11)));
    let open = [("Thing".to_owned(), "a rule of `short`: is \"ABCD\" (thing.short)".to_owned())];
    assert_eq!((rules(&fields[3]), &*declared.open), (vec![], &open[..]), "the letters do not fit");

    // As authors write them, beside other notes.
    let declared = ruled("| A | u16 | | Must be 7. | |\n| B | u8 | | | Must be 0 |\n| Reserved | u8 | 2 | | |");
    let fields = thing(&declared).fields();
    assert_eq!(rules(&fields[0]), [&Rule::OneOf(vec![7].into())]);
    assert_eq!((rules(&fields[1]), rules(&fields[2])), (vec![&Rule::Zero], vec![&Rule::Zero]));
}

#[test]
fn notes_state_conditions() {
    let declared = ruled("| A | u16 | | | |\n| B | u8 | | Since then. Present when header.minor >= 1.5, else 0. | |");
    let open = "`b` is present under a condition: header.minor >= 1.5";
    assert_eq!(declared.open, [("Thing".to_owned(), open.to_owned())]);
}

#[test]
fn parts_of_bytes_are_bits() {
    let declared = table("| Low | | 3 bits | |\n| High | | 12 bits | |\n| Reserved | | 1 bit | |");
    let Body::Bits(bits) = &thing(&declared).body else { panic!("{:?}", thing(&declared)) };
    let places: Vec<_> = bits.iter().map(|bit| (&*bit.name, bit.bit, bit.bits)).collect();
    assert_eq!(places, [("low", 0, 3), ("high", 3, 12), ("reserved", 15, 1)]);
    assert_eq!(bits[2].constraints[0].rule, Rule::Zero);
    // Widths that fill no bytes are no structure.
    assert_eq!(thing(&table("| Low | | 3 bits | |\n| High | | 12 bits | |")).size, None);
}

#[test]
fn open_parts_are_reported() {
    let declared = table("| Count | u16 | 16 | |\n| Names | text | variable | |\n| Last | u8 | 8 | |");
    assert_eq!(thing(&declared).size, None);
    let expected = ("Thing".to_owned(), "`names` has no fixed size: the document states `variable`".to_owned());
    let after = "the end of `names` is not known, so the offsets of later fields are not known: `last`".to_owned();
    assert_eq!(declared.open, [expected, ("Thing".to_owned(), after)]);
    // What is after it would be read at a wrong place.
    let names: Vec<_> = thing(&declared).fields().iter().map(|field| &*field.name).collect();
    assert_eq!(names, ["count", "names"]);
}

#[test]
fn big_endian_is_believed_when_nothing_else_is_said() {
    let order = |prose: &str| {
        let text =
            format!("# Things\n\n{prose}\n\n## 1 Thing\n\n| Field | Type | Size |\n|---|---|---|\n| A | u16 | 16 |\n");
        match declared(&text).model.get("Thing").unwrap().fields()[0].ty {
            Type::Int { endian, .. } => endian,
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(order("All numbers are big-endian."), Endian::Big);
    assert_eq!(order("Numbers are little endian, not big endian."), Endian::Little);
    assert_eq!(order("Nothing is said."), Endian::Little);
}

#[test]
fn values_belong_to_fields_and_sections_to_files() {
    let text = "# Things\n\n## 1 Thing\n\n| Field | Type | Size | Notes |\n|---|---|---|---|\n| Kind | u8 | 8 | |\n\n### 1.1 Kind\n\n\
                | Name | Value |\n|---|---|\n| One | 1 |\n| Two | 2 |\n";
    let declared = declared(text);
    let field = &thing(&declared).fields()[0];
    let codes: &Codes = field.codes.as_ref().unwrap().get();
    let values: Vec<_> = codes.codes.iter().map(|code| (&*code.name, code.value)).collect();
    assert_eq!((&*codes.name, values), ("ThingKind", vec![("One", 1), ("Two", 2)]));
    assert_eq!(rules(field), [&Rule::Known]);
    assert_eq!(declared.model.codes, []);
}

#[test]
fn names_are_given_once() {
    let chapter = |number: u8, title: &str| {
        format!(
            "# {number} {title}\n\n## {number}.1 Header\n\n| Field | Type | Size |\n|---|---|---|\n| A | u8 | 8 |\n| A | u8 | 8 |\n\n"
        )
    };
    let declared = declared(&(chapter(1, "Apples") + &chapter(2, "Pears")));
    let names: Vec<_> = declared.model.structures.keys().map(String::as_str).collect();
    assert_eq!(names, ["ApplesHeader", "PearsHeader"]);
    assert_eq!(declared.model.root, "ApplesHeader");
    let fields: Vec<_> = declared.model.structures["PearsHeader"].fields().iter().map(|field| &*field.name).collect();
    assert_eq!(fields, ["a", "a2"]);
}

#[test]
fn a_size_that_is_no_number_is_not_clipped() {
    let max = u64::MAX;
    for size in [format!("{max} bytes"), format!("{max} x 2 bits"), format!("{max}0 bits")] {
        let declared = declared(&format!(
            "# Things\n\n## 1 Thing\n\n| Field | Type | Size |\n|---|---|---|\n| A | bytes | {size} |\n| B | u8 | 8 |\n"
        ));
        let open = format!("`a` has no fixed size: the document states `{size}`");
        assert_eq!(declared.open.first(), Some(&("Thing".to_owned(), open)), "{size}");
        assert_eq!(thing(&declared).size, None);
    }
}
