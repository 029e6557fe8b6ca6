//! Bit fields: every value of every field, least significant bit first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::json::{JsonWatch, TreeBuilder};
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, codec::Encoder};
use bpx_schema::{Record, structure};
use bpx_workbench::export::{Target, export};

/// What a pixel holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
enum Kind {
    Rgb = 0,
    Grey = 1,
    Depth = 4,
}

/// 16 bits, in fields that cross the border of the bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 16)]
struct Format {
    /// What a pixel holds.
    #[schema(codes = Kind, known)]
    kind: B3,
    /// Number of channels, less one.
    channels: B2,
    /// Bits of a channel.
    #[schema(range(1..=32))]
    depth: B6,
    /// Levels of detail.
    levels: B4,
    #[schema(reserved)]
    reserved: B1,
}

/// Mask and shift: what the fields mean, written by hand.
const FORMAT: [(u32, u32); 5] = [(0, 3), (3, 2), (5, 6), (11, 4), (15, 1)];

fn part(raw: u128, (first, width): (u32, u32)) -> u128 {
    (raw >> first) & (u128::MAX >> (128 - width))
}

fn format_fields(format: &Format) -> [u8; 5] {
    [format.kind(), format.channels(), format.depth(), format.levels(), format.reserved()]
}

#[test]
fn every_value_of_sixteen_bits() {
    for raw in 0..=u16::MAX {
        let format = Format::from_bytes(raw.to_le_bytes());
        assert_eq!(
            format_fields(&format).map(u128::from),
            FORMAT.map(|field| part(u128::from(raw), field)),
            "{raw:#x}"
        );
        assert_eq!(format.to_bytes(), raw.to_le_bytes());
        // From zero, the setters build the same bytes.
        let mut built = Format::from_bytes([0; 2]);
        let [kind, channels, depth, levels, reserved] = format_fields(&format);
        built.set_levels(levels).unwrap();
        built.set_kind(kind).unwrap();
        built.set_reserved(reserved).unwrap();
        built.set_channels(channels).unwrap();
        built.set_depth(depth).unwrap();
        assert_eq!(built, format);
        // And the rules say what the schema says.
        let valid = matches!(kind, 0 | 1 | 4) && (1..=32).contains(&depth) && reserved == 0;
        assert_eq!(format.is_valid(), valid, "{raw:#x}");
    }
}

#[test]
fn a_value_that_is_too_wide_changes_nothing() {
    for raw in [0x0000_u16, 0xA5C3, 0xFFFF] {
        let before = Format::from_bytes(raw.to_le_bytes());
        type Set = fn(&mut Format, u8) -> bpx_schema::Result<()>;
        let setters: [(&str, Set); 5] = [
            ("kind", Format::set_kind),
            ("channels", Format::set_channels),
            ("depth", Format::set_depth),
            ("levels", Format::set_levels),
            ("reserved", Format::set_reserved),
        ];
        for ((name, set), (first, width)) in setters.into_iter().zip(FORMAT) {
            for value in 0..=u8::MAX {
                let mut format = before;
                let result = set(&mut format, value);
                if u32::from(value) < 1 << width {
                    result.unwrap();
                    let cleared = raw & !((1_u16 << width).wrapping_sub(1) << first);
                    assert_eq!(u16::from_le_bytes(format.to_bytes()), cleared | u16::from(value) << first);
                } else {
                    let error = result.unwrap_err();
                    let finding = error.finding().unwrap();
                    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, name.to_owned()));
                    assert_eq!(finding.message, format!("{value} needs more than {width} bits"));
                    assert_eq!(format, before, "{name} = {value}");
                }
            }
        }
    }
}

#[test]
fn unknown_codes_are_kept_and_reported() {
    let mut format = Format::from_bytes([0x04 | 1 << 5, 0]);
    assert_eq!(format.kind_code(), Ok(Kind::Depth));
    format.set_kind(6).unwrap();
    assert_eq!(format.kind_code(), Err(6));
    let bytes = format.to_vec().unwrap();
    assert_eq!(bytes, [0x26, 0]);
    assert_eq!(Format::from_slice(&bytes).unwrap(), format);
    let report = Format::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.path.to_string())).collect();
    assert_eq!(found, [("format.kind.known", "kind".to_owned())]);
    let mut watch = JsonWatch::new(TreeBuilder::default());
    Format::watch(&bytes, &mut watch).unwrap();
    let expected = serde_json::json!({
        "kind": { "name": null, "raw": 6 }, "channels": 0, "depth": 1, "levels": 0, "reserved": 0,
    });
    assert_eq!(watch.finish().finish(), expected);
}

/// 128 bits: fields of every size of integer, some across many bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 128)]
struct Extension {
    width: B13,
    height: B17,
    flag: B1,
    wide: B33,
    byte: B8,
    level: B5,
    rest: B51,
}

/// A width that only 128 bits hold.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wide {
    low: B3,
    middle: B100,
    high: B25,
}

const EXTENSION: [(u32, u32); 7] = [(0, 13), (13, 17), (30, 1), (31, 33), (64, 8), (72, 5), (77, 51)];
const WIDE: [(u32, u32); 3] = [(0, 3), (3, 100), (103, 25)];

fn extension_fields(ext: &Extension) -> [u128; 7] {
    [
        ext.width().into(),
        ext.height().into(),
        ext.flag().into(),
        ext.wide().into(),
        ext.byte().into(),
        ext.level().into(),
        ext.rest().into(),
    ]
}

fn check_extension(raw: u128) {
    let ext = Extension::from_bytes(raw.to_le_bytes());
    assert_eq!(extension_fields(&ext), EXTENSION.map(|field| part(raw, field)), "{raw:#x}");
    assert_eq!(ext.to_bytes(), raw.to_le_bytes());
    let wide = Wide::from_bytes(raw.to_le_bytes());
    let fields = [u128::from(wide.low()), wide.middle(), wide.high().into()];
    assert_eq!(fields, WIDE.map(|field| part(raw, field)), "{raw:#x}");
}

#[test]
fn every_value_of_the_narrow_fields_of_many() {
    // Every value of every field up to 17 bits, alone and with all others set.
    for (first, width) in EXTENSION.into_iter().filter(|(_, width)| *width <= 17) {
        for value in 0..1_u128 << width {
            check_extension(value << first);
            check_extension(value << first | !(u128::MAX >> (128 - width) << first));
        }
    }
    // Every bit of the wide ones, and every run of bits from the bottom.
    for bit in 0..128 {
        check_extension(1 << bit);
        check_extension(!(1 << bit));
        check_extension((1 << bit) - 1);
    }
}

#[test]
fn wide_fields_refuse_too_wide_values() {
    let before = Extension::from_bytes([0x5A; 16]);
    let mut ext = before;
    assert!(ext.set_wide(1 << 33).is_err() && ext.set_rest(1 << 51).is_err() && ext.set_height(1 << 17).is_err());
    assert_eq!(ext, before);
    ext.set_wide((1 << 33) - 1).unwrap();
    ext.set_rest(0).unwrap();
    let (wide, rest) = (((1_u128 << 33) - 1) << 31, ((1_u128 << 51) - 1) << 77);
    let expected = (u128::from_le_bytes([0x5A; 16]) | wide) & !rest;
    assert_eq!(u128::from_le_bytes(ext.to_bytes()), expected);
    let mut wide = Wide::from_bytes([0; 16]);
    assert!(wide.set_middle(1 << 100).is_err());
    assert_eq!(wide.to_bytes(), [0; 16]);
    wide.set_middle((1 << 100) - 1).unwrap();
    assert_eq!(u128::from_le_bytes(wide.to_bytes()), ((1_u128 << 100) - 1) << 3);
}

/// Bits inside of a record, whose own numbers are in the other byte order.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(big)]
struct Image {
    size: u16,
    #[brw(little)]
    format: Format,
}

#[test]
fn bits_nest_in_records_and_keep_their_order() {
    let image = Image::from_bytes(&[1, 2, 0x24, 0x08]);
    assert_eq!((image.size, image.format.kind(), image.format.depth(), image.format.levels()), (0x0102, 4, 1, 1));
    let mut out = Vec::new();
    image.encode(&mut Encoder::new(&mut out), []).unwrap();
    assert_eq!(out, [1, 2, 0x24, 0x08]);
    let report = Image::validate(&[0, 0, 0x02, 0x80], Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.path.to_string())).collect();
    let expected = [
        ("format.kind.known", "format.kind".to_owned()),
        ("format.depth.range", "format.depth".to_owned()),
        ("format.reserved.zero", "format.reserved".to_owned()),
    ];
    assert_eq!(found, expected);
}

/// A field may be called as a keyword is.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 8)]
struct Keyword {
    r#type: B4,
    size: B4,
}

#[test]
fn keywords_are_names_of_fields() {
    let mut bits = Keyword::from_bytes([0x25]);
    assert_eq!((bits.r#type(), bits.size()), (5, 2));
    bits.set_type(0xf).unwrap();
    assert_eq!(bits.to_bytes(), [0x2f]);
    assert_eq!(bits.set_type(16).unwrap_err().finding().unwrap().class, Class::Overflow);
    let names: Vec<_> = match &<Keyword as Record>::record_schema().body {
        bpx_schema::schema::Body::Bits(fields) => fields.iter().map(|field| field.name.to_string()).collect(),
        other => panic!("{other:?}"),
    };
    assert_eq!(names, ["type", "size"]);
}

/// Reserved bytes that are too many to list.
#[derive(Debug, Record)]
#[brw(little)]
struct Page {
    kind: u8,
    #[schema(reserved)]
    unused: [u8; 8192],
    end: u8,
}

/// What Kaitai Struct cannot express is listed, and no field moves.
#[test]
fn ksy_keeps_the_size_of_long_fields() {
    let ksy = |schema| export(&Model::from_root(schema), "fields", Target::Kaitai).unwrap();
    let page = ksy(Page::schema());
    assert!(page.contains("size: 8192\n") && !page.contains("contents: "), "{page}");
    assert!(page.contains("# * Page.unused: the rule page.unused.zero\n"), "{page}");
    let wide = ksy(Wide::schema());
    assert!(wide.contains("# * Wide.middle: the number of the field, of which only 64 bits are available\n"), "{wide}");
}
