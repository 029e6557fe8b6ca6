//! The words of types: size, sign, byte order.

use super::{document, fields, open, sizes, table};
use bpx_documents::{Number, Size};
use bpx_model::Endian;

/// The bits of a type, and what else it says.
fn read(ty: &str) -> (Option<u64>, Option<Number>, Option<Endian>) {
    let document = table("Mark", &["Name", "Type", "Description"], &[&["known", "u8", ""], &["field", ty, ""]]);
    let field = &fields(&document)[1];
    (field.size.and_then(Size::exact), field.number, field.endian)
}

#[test]
fn words_have_sizes_and_signs() {
    let known = [
        (8, Number::Unsigned, "UCHAR bool uint8_t u8 unsigned~char ubyte"),
        (8, Number::Signed, "sbyte int8 signed~char i8"),
        (8, Number::Bytes, "BYTE byte char"),
        (
            16,
            Number::Unsigned,
            "WORD Word USHORT ushort unsigned~short uint16 std::uint16_t quint16 16-bit~unsigned~integer",
        ),
        (16, Number::Signed, "SHORT short int16_t s16 short~int"),
        (16, Number::Float, "half float16 f16"),
        (24, Number::Unsigned, "u24 uint24"),
        (24, Number::Signed, "i24"),
        (
            32,
            Number::Unsigned,
            "DWORD dword ULONG uint unsigned~int UInt32 __le32 le32 u32le u32be u32~LE int32u uint~(4~bytes) 32-bit~unsigned",
        ),
        (32, Number::Signed, "LONG int Int32 int32_t 4-byte~signed~integer"),
        (32, Number::Float, "float float32 f32 32-bit~float single"),
        (32, Number::Signed, "longint"),
        (32, Number::Unsigned, "longword Cardinal"),
        (16, Number::Signed, "SmallInt"),
        (8, Number::Signed, "shortint"),
        (32, Number::Fixed(16), "fixed~16.16 16.16 u16.16"),
        (32, Number::SignedFixed(16), "s15.16 s16.16 signed~16.16 signed~fixed~16.16"),
        (32, Number::Bytes, "FourCC char[4] char(4) byte[4]"),
        (64, Number::Unsigned, "QWORD unsigned~long~long uint64 u64"),
        (64, Number::Signed, "long~long int64_t"),
        (64, Number::Float, "double float64"),
        (128, Number::Bytes, "GUID UUID"),
    ];
    for (bits, number, words) in known {
        for word in words.split(' ').map(|word| word.replace('~', " ")) {
            let (size, found, _) = read(&word);
            assert_eq!((size, found), (Some(bits), Some(number)), "{word}");
        }
    }
}

#[test]
fn words_have_byte_orders() {
    for (word, order) in [
        ("u32le", Some(Endian::Little)),
        ("u32be", Some(Endian::Big)),
        ("uint16_be", Some(Endian::Big)),
        ("u32 LE", Some(Endian::Little)),
        ("UInt32LE", Some(Endian::Little)),
        ("__be16", Some(Endian::Big)),
        ("big-endian uint32", Some(Endian::Big)),
        ("32-bit little endian integer", Some(Endian::Little)),
        ("uint32", None),
    ] {
        assert_eq!(read(word).2, order, "{word}");
    }
}

#[test]
fn words_without_a_size_are_open() {
    for word in ["long", "ulong", "word", "string", "u32 or u64", "pointer", "u32*", "2 x u16?", "uint8[count]", "u4"] {
        assert_eq!(read(word).0, None, "{word}");
    }
}

#[test]
fn offsets_show_what_words_do_not() {
    let of = |rows: &[&[&str]]| {
        sizes(&table("Mark", &["Offset", "Type", "Name"], rows)).iter().map(|(_, size)| *size).collect::<Vec<_>>()
    };
    assert_eq!(of(&[&["0", "long", "a"], &["8", "long", "b"], &["16", "u8", "c"]]), [Some(64), Some(64), Some(8)]);
    // The last one has the size of the others of its type.
    assert_eq!(of(&[&["0", "long", "a"], &["4", "u8", "b"], &["5", "long", "c"]]), [Some(32), Some(8), Some(32)]);
    assert_eq!(of(&[&["0", "dword", "a"], &["4", "word", "b"]]), [Some(32), Some(16)]);
    // Kaitai counts bytes.
    assert_eq!(of(&[&["0", "u4", "a"], &["4", "u8", "b"], &["12", "u2", "c"]]), [Some(32), Some(64), Some(16)]);
    assert_eq!(of(&[&["0", "text", "a"], &["6", "u8", "b"]]), [Some(48), Some(8)]);
}

#[test]
fn descriptions_state_kinds_of_numbers() {
    let rows: &[&[&str]] = &[
        &["0", "2", "x", "signed, in pixels"],
        &["2", "2", "y", "Signed 16-bit integer"],
        &["4", "4", "angle", "In degrees (float)"],
        &["8", "8", "time", "double"],
        &["16", "4", "kind", "Single or double, as flags say"],
        &["20", "2", "low (signed)", ""],
    ];
    let read = table("Mark", &["Offset", "Size", "Name", "Notes"], rows);
    let model = bpx_documents::declare(&read).model.to_json().unwrap().replace([' ', '\n'], "");
    assert_eq!((model.matches("\"signed\":true").count(), model.matches("{\"float\":").count()), (3, 2), "{model}");
    // Beside a type without a sign.
    let rows: &[&[&str]] = &[&["0", "16-bit integer", "x", "signed"], &["2", "u16", "y", "signed, or so"]];
    let read = table("Mark", &["Offset", "Type", "Name", "Notes"], rows);
    let numbers: Vec<_> = fields(&read).iter().map(|field| field.number).collect();
    assert_eq!(numbers, [Some(Number::Signed), Some(Number::Unsigned)]);
}

#[test]
fn descriptions_say_that_numbers_may_be_negative() {
    let notes = |text: &str| {
        let read = table("Mark", &["Offset", "Size (bytes)", "Name", "Notes"], &[&["0", "2", "x", text]]);
        fields(&read)[0].number
    };
    for text in ["in two's complement", "two\u{2019}s complement, in pixels", "2's complement", "may be negative"] {
        assert_eq!(notes(text), Some(Number::Signed), "{text}");
    }
    for text in
        ["two's complement of all bytes", "checksum in two's complement", "cannot be negative", "not two's complement"]
    {
        assert_eq!(notes(text), None, "{text}");
    }
}

#[test]
fn one_element_may_hold_the_place_of_several() {
    let size = |notes: &str| {
        sizes(&table("Mark", &["Type", "Name", "Notes"], &[&["u8", "lids", "how many"], &["u8[1]", "heat", notes]]))[1]
            .1
    };
    assert_eq!(size("variable length"), None);
    assert_eq!(size("one byte"), Some(8));
}

#[test]
fn letters_of_a_number_are_no_bits() {
    // So many characters, or a character of so many bits.
    let rows: &[&[&str]] = &[&["id", "u32", ""], &["name", "char 32", ""]];
    assert_eq!(sizes(&table("Mark", &["Name", "Type", "Notes"], rows)), [("id", Some(32)), ("name", None)]);
    let rows: &[&[&str]] = &[&["name", "string(16)", ""], &["at", "3 x float", ""]];
    assert_eq!(sizes(&table("Mark", &["Name", "Type", "Notes"], rows)), [("name", Some(128)), ("at", Some(96))]);
}

#[test]
fn types_are_listed_without_names() {
    let text = "# Types\n\n| Type | Size (bytes) | Description |\n|---|---|---|\n| Kind | 1 | a kind |\n| Len | 2 | a length |\n\n\
                # Mark\n\n| Type | Name |\n|---|---|\n| Kind | kind |\n| Len | len |\n";
    assert_eq!(sizes(&document(text)), [("kind", Some(8)), ("len", Some(16))]);
}

#[test]
fn sections_have_the_names_of_types() {
    let text = "# Point\n\n| Type | Name |\n|---|---|\n| u16 | x |\n| u16 | y |\n\n\
                # Line\n\n| Type | Name |\n|---|---|\n| Point | from |\n| Point | to |\n| u32 | colour |\n";
    let declared = bpx_documents::declare(&document(text));
    assert_eq!(declared.model.get("Line").and_then(|line| line.size), Some(12));
}

#[test]
fn texts_that_end_with_a_zero_byte_are_known() {
    let left = |ty: &str, notes: &str| {
        let rows: &[&[&str]] = &[&["u8", "lids", "how many"], &[ty, "glaze", notes], &["u8", "heat", "of it"]];
        let read = table("Mark", &["Type", "Name", "Notes"], rows);
        let declared = bpx_documents::declare(&read);
        let open = declared.open.iter().any(|(_, why)| why.contains("`glaze`"));
        let fields = declared.model.get("Mark").unwrap().fields();
        (open, fields.get(1).and_then(|field| field.len.clone()))
    };
    let zero = left("null-terminated string", "");
    assert!(!zero.0, "{zero:?}");
    for (ty, notes) in
        [("nul terminated string", ""), ("char[]", "NUL-terminated"), ("string", "The name, zero terminated.")]
    {
        assert_eq!(left(ty, notes), zero, "{ty} {notes}");
    }
    for (ty, notes) in [
        ("char[]", "not NUL-terminated"),
        ("string", "several NUL-terminated strings"),
        ("null-terminated UTF-16 string", ""),
        ("char[]", "NUL-terminated UTF-16"),
    ] {
        assert!(left(ty, notes).0, "{ty} {notes}");
    }
}

#[test]
fn types_of_structures_may_have_a_keyword() {
    let document = document(
        "# Pot\n\n| Field | Type |\n|---|---|\n| kind | u8 |\n| lid | struct Lid |\n\n# Lid\n\n| Field | Type |\n|---|---|\n| heat | u16 |\n| rim | u8 |\n",
    );
    let declared = bpx_documents::declare(&document);
    assert_eq!(declared.model.get("Pot").unwrap().size, Some(4), "{:?}", declared.open);
}

#[test]
fn a_number_of_several_sizes_is_one_or_several_numbers() {
    let of = |name: &'static str, ty: &'static str, size: &'static str, notes: &'static str| {
        let rows: &[&[&str]] = &[&["kind", "u32", "4", ""], &[name, ty, size, notes]];
        table("Mark", &["Name", "Type", "Size (bytes)", "Notes"], rows)
    };
    for (ty, size, bits, all) in [("float", "8", 32, 64), ("uint16", "4", 16, 32), ("int32", "8", 32, 64)] {
        let doubt = format!("`glow` has {all} bits, but its type `{ty}` has {bits} bits: it may be several numbers");
        assert_eq!(open(&of("glow", ty, size, "Heat of it")), [doubt], "{ty}");
    }
    for (name, ty, size, notes) in [
        ("glow", "float", "4", ""),
        ("lids", "uint16", "4", ""),
        ("glow", "uint16", "4", "Two numbers of it"),
        ("glow", "float", "8", "x and y of the pot"),
        ("glow", "float", "12", "Heat"),
        ("glow[2]", "float", "8", "Heat"),
        ("glow", "float[2]", "8", "Heat"),
        ("glow", "double", "8", "Heat"),
        ("glow", "byte", "4", "Heat"),
        ("glow", "int", "8", "Heat"),
    ] {
        assert_eq!(open(&of(name, ty, size, notes)), [] as [&str; 0], "{name} {ty} {size} {notes}");
    }
    // Words of the description decide.
    let said = of("glow", "float", "8", "double precision");
    assert_eq!(open(&said), [] as [&str; 0]);
    assert_eq!(fields(&said)[1].element, Some(64));
}

#[test]
fn descriptions_begin_with_types() {
    let rows: &[&[&str]] =
        &[&["0", "4", "(int32) number of pots"], &["4", "4", "(u16) kind"], &["8", "2", "glow of the pot, int16"]];
    let read = table("Mark", &["Offset", "Length", "Content"], rows);
    let said: Vec<_> = fields(&read).iter().map(|field| (&*field.name, &*field.ty, field.number)).collect();
    assert_eq!(said[0], ("number of pots", "int32", Some(Number::Signed)));
    // The size of the type is another one.
    assert_eq!(said[1], ("(u16) kind", "", None));
    assert_eq!(said[2], ("glow of the pot", "", Some(Number::Signed)));
}

#[test]
fn texts_are_no_numbers() {
    let of = |size: &'static str, name: &'static str, notes: &'static str| {
        let rows: &[&[&str]] = &[&[size, name, notes], &["4", "kind", ""]];
        fields(&table("Mark", &["Size (bytes)", "Name", "Notes"], rows))[0].number
    };
    for (size, name, notes) in [
        ("8", "pot name", ""),
        ("8", "mode", "File mode (octal)"),
        ("4", "seal", "Four letters"),
        ("8", "label", "ASCII, padded with spaces"),
        ("8", "label", "Padded with NULs"),
        ("2", "country", "two ASCII characters"),
    ] {
        assert_eq!(of(size, name, notes), Some(Number::Bytes), "{size} {name} {notes}");
    }
    for (size, name, notes) in [
        ("4", "name", ""),
        ("8", "name offset", ""),
        ("8", "name", "Offset of the text"),
        ("2", "letters", "Number of ASCII characters"),
        ("4", "text", "Index of a string"),
        ("2", "glow", "in the string table"),
        ("8", "name", "Hash of the name"),
    ] {
        assert_eq!(of(size, name, notes), None, "{size} {name} {notes}");
    }
}

#[test]
fn a_count_precedes_a_type() {
    assert_eq!(read("2 uint16").0, Some(32));
    assert_eq!(read("3 f32"), (Some(96), Some(Number::Float), None));
    assert_eq!(read("2 bytes").0, Some(16));
}

#[test]
fn descriptions_of_negative_values_state_signs() {
    let of = |notes: &'static str| {
        fields(&table("Mark", &["Size (bytes)", "Name", "Notes"], &[&["4", "glow", notes]]))[0].number
    };
    for notes in [
        "Seconds of it, negative before the fire",
        "Negative if cold",
        "negative values are cold",
        "-1 if none",
        "Index of the lid, or -1",
        "0 = cold, -1 = none",
    ] {
        assert_eq!(of(notes), Some(Number::Signed), "{notes}");
    }
    for notes in ["Non-negative values", "Number of negative pots", "A negative image"] {
        assert_eq!(of(notes), None, "{notes}");
    }
}

#[test]
fn decimal_digits_are_no_whole_numbers() {
    let by_type = table("Mark", &["Byte", "Field", "Format"], &[&["0", "hour", "BCD"], &["1", "kind", "u8"]]);
    assert_eq!(open(&by_type), ["`BCD` gives `hour` decimal digits, but the schema declares a whole number"]);
    let noted = table("Mark", &["Size (bytes)", "Name", "Notes"], &[&["1", "hour", "Hour in BCD"], &["1", "kind", ""]]);
    assert_eq!(open(&noted), ["`BCD` gives `hour` decimal digits, but the schema declares a whole number"]);
}

#[test]
fn names_of_types_without_an_explanation_are_open() {
    let of = |ty: &'static str| {
        let rows: &[&[&str]] = &[&["0", ty, "glow"], &["4", "u8", "kind"]];
        table("Mark", &["Offset", "Type", "Name"], rows)
    };
    let doubt = "the type `Heat` of `glow`, which has 32 bits, is not explained";
    assert_eq!(open(&of("Heat")), [doubt]);
    let titled = document(
        "# Format\n\n## Mark\n\n| Offset | Type | Name |\n|---|---|---|\n| 0 | Heat | glow |\n| 4 | u8 | kind |\n\n## Pot Heat\n",
    );
    assert_eq!(open(&titled), [] as [&str; 0]);
    for ty in ["integer", "flags", "Pot*", "Pot[2]", "real", "Mark", "long", ""] {
        let said = open(&of(ty)).iter().filter(|what| what.contains("is not explained")).count();
        assert_eq!(said, usize::from(ty == "real"), "{ty}");
    }
}
