//! The constants of fields: names, offsets and sizes, which are written here by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::Codec;
use bpx_schema::codec::{FieldRef, Regions};
use bpx_schema::report::{Path, Segment};
use bpx_schema::{Record, structure};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 6)]
struct Point {
    x: u16,
    y: u32,
}

const CORNERS: usize = 3;

/// A record with all that shifts offsets: other records, arrays, lengths that are constants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 34)]
struct Shape {
    magic: [u8; 3],
    size: u8,
    corners: [Point; CORNERS],
    r#type: u32,
    #[schema(constant = STORED_LIMIT)]
    limit: u64,
}

impl Shape {
    /// Not the field.
    const LIMIT: u64 = 7;
}

fn name_offset_and_size(field: FieldRef) -> (&'static str, u64, Option<u64>) {
    (field.name(), field.offset(), field.size())
}

#[test]
fn records_have_a_constant_for_each_field() {
    assert_eq!(name_offset_and_size(Point::X), ("x", 0, Some(2)));
    assert_eq!(name_offset_and_size(Point::Y), ("y", 2, Some(4)));
    assert_eq!(name_offset_and_size(Shape::MAGIC), ("magic", 0, Some(3)));
    assert_eq!(name_offset_and_size(Shape::SIZE_FIELD), ("size", 3, Some(1)));
    assert_eq!(name_offset_and_size(Shape::CORNERS), ("corners", 4, Some(18)));
    assert_eq!(name_offset_and_size(Shape::TYPE), ("type", 22, Some(4)));
    assert_eq!(name_offset_and_size(Shape::STORED_LIMIT), ("limit", 26, Some(8)));
    assert_eq!((Shape::SIZE, Shape::LIMIT), (34, 7));
}

#[test]
fn constants_say_what_the_schema_says() {
    let all = [Shape::MAGIC, Shape::SIZE_FIELD, Shape::CORNERS, Shape::TYPE, Shape::STORED_LIMIT];
    let schema = Shape::schema();
    let declared: Vec<_> = schema.fields().iter().map(|field| (&*field.name, field.offset)).collect();
    assert_eq!(declared, all.map(|field| (field.name(), Some(field.offset()))));
}

#[test]
fn constants_find_bytes_paths_and_places() {
    let shape = Shape { size: 9, limit: 0x0102_0304_0506_0708, ..Shape::default() };
    let bytes = shape.to_bytes();
    assert_eq!(Shape::SIZE_FIELD.bytes_in(&bytes), Some(&[9][..]));
    assert_eq!(Shape::STORED_LIMIT.bytes_in(&bytes), Some(&[1, 2, 3, 4, 5, 6, 7, 8][..]));
    assert_eq!(Shape::STORED_LIMIT.bytes_in(&bytes[..33]), None);
    assert_eq!(Shape::TYPE.location(100).file, 122);
    let path = Shape::TYPE.path([Segment::Field("shapes".into()), Segment::Index(2)]);
    assert_eq!(path.to_string(), "shapes[2].type");
    assert_eq!(Shape::TYPE.path([]), Path::new(vec![Shape::TYPE.segment()]));
}

/// A file with fields up to one of varying size, and bytes elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"FILE")]
struct File {
    version: u16,
    names_offset: u32,
    /// Bytes that lie where the field before says.
    #[schema(region(at = names_offset))]
    #[br(count = 2)]
    names: Vec<u8>,
    #[br(temp)]
    #[bw(calc = points.len())]
    point_count: u32,
    #[br(if(version > 1))]
    hint: Option<u16>,
    #[br(count = point_count)]
    points: Vec<Point>,
    #[schema(region(each = points, at = entry.y, size = entry.x))]
    parts: Regions<Part>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
struct Part {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

#[test]
fn structures_have_constants_up_to_the_first_field_of_varying_size() {
    assert_eq!(name_offset_and_size(File::VERSION), ("version", 4, Some(2)));
    assert_eq!(name_offset_and_size(File::POINT_COUNT), ("point_count", 10, Some(4)));
    assert_eq!(name_offset_and_size(File::NAMES_OFFSET), ("names_offset", 6, Some(4)));
    // It is there or not, so nothing after it has a constant place.
    assert_eq!(name_offset_and_size(File::HINT), ("hint", 14, None));
    assert_eq!(name_offset_and_size(Part::BYTES), ("bytes", 0, None));
    assert_eq!(File::HINT.bytes_in(&[0; 40]), None);
}

#[test]
fn what_lies_elsewhere_has_its_declaration_as_constant() {
    assert_eq!(&*File::NAMES.name, "names");
    assert_eq!(&*File::PARTS.name, "parts");
    assert!(File::PARTS.region.is_some());
    assert!(std::ptr::eq(File::PARTS, File::schema().field("parts").unwrap()));
}

/// Bits, the least significant first.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(bits = 32)]
struct Bits {
    whole: B8,
    low: B3,
    across: B9,
    high: B12,
}

#[test]
fn bit_fields_lie_in_the_byte_of_their_lowest_bit() {
    assert_eq!(name_offset_and_size(Bits::WHOLE), ("whole", 0, Some(1)));
    assert_eq!(name_offset_and_size(Bits::LOW), ("low", 1, None));
    assert_eq!(name_offset_and_size(Bits::ACROSS), ("across", 1, None));
    assert_eq!(name_offset_and_size(Bits::HIGH), ("high", 2, None));
}
