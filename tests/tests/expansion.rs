//! The output of the macros, one small declaration for each feature of the language.
//!
//! After a change of the generator, rewrite with `INSTA_UPDATE=always cargo test -p tests --test expansion`, and
//! read the difference.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_codegen::{expand_record, expand_structure, format_code};

/// A test for each declaration: the first words say which macro, the rest is the item.
macro_rules! snapshots {
    ($($name:ident: $macro:ident { $($item:tt)* })*) => {$(
        #[test]
        fn $name() {
            let expanded = expand!($macro, stringify!($($item)*)).and_then(format_code).unwrap();
            insta::with_settings!({
                snapshot_path => "../snapshots",
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, { insta::assert_snapshot!(stringify!($name), expanded) });
        }
    )*};
}

macro_rules! expand {
    (record, $item:expr) => {
        expand_record($item.parse().unwrap())
    };
    (structure, $item:expr) => {
        expand_structure(Default::default(), $item.parse().unwrap())
    };
}

snapshots! {
    record: record {
        /// A point (section 1).
        #[brw(little)]
        #[schema(spec = "1", size = 12)]
        pub struct Point {
            /// From left to right.
            pub x: f32,
            /// Downwards.
            #[schema(finite)]
            pub y: f32,
            /// 0 is hidden.
            #[schema(range(0..=64), multiple_of = 2, lenient = "I-1")]
            pub layer: u16,
            /// Always zero.
            #[schema(reserved)]
            pub reserved: [u8; 2],
        }
    }

    nested_record: record {
        #[brw(little)]
        #[schema(size = 24)]
        struct Line {
            from: Point,
            #[schema(one_of(1, 3))]
            through: [[u8; 2]; 6],
            points: [Point; COUNT],
        }
    }

    big_endian: record {
        #[brw(big)]
        struct Mixed {
            big: u32,
            #[br(little)]
            little: u16,
        }
    }

    record_rules: record {
        #[brw(little, assert(low <= high), assert(low + 1 != 0))]
        #[schema(custom = is_sound)]
        struct Interval {
            #[schema(magic = b"IV")]
            signature: [u8; 2],
            low: u8,
            high: u8,
        }
    }

    codes: record {
        /// What a file contains.
        #[repr(u8)]
        #[schema(spec = "8.2")]
        enum Kind {
            /// Pixels.
            Texture = b'T',
            #[schema(name = "3D model")]
            Model = b'M',
        }
    }

    flags: record {
        #[repr(u8)]
        #[schema(flags)]
        enum Flag {
            Zlib = 1,
            Xz = 2,
        }
    }

    coded_fields: record {
        struct Header {
            #[schema(codes = Kind)]
            kind: u8,
            #[schema(codes = Flag, known)]
            flags: u8,
        }
    }

    bit_fields: structure {
        /// How pixels are stored.
        #[bitfield]
        #[derive(Clone, Copy)]
        #[schema(bits = 8)]
        pub struct Format {
            /// Of each pixel.
            #[schema(codes = Kind)]
            pub kind: B4,
            /// Bytes for each.
            #[schema(range(1..=4))]
            pub depth: B3,
            #[schema(reserved)]
            reserved: B1,
        }
    }

    counted: structure {
        #[brw(little)]
        #[derive(Debug)]
        pub struct List {
            #[br(temp)]
            #[bw(calc = items.len())]
            item_count: u16,
            /// The items.
            #[br(count = item_count)]
            pub items: Vec<u32>,
            #[br(count = item_count * 2)]
            pub parts: Vec<Part>,
        }
    }

    condition: structure {
        #[brw(little)]
        #[br(import(version: u32))]
        struct Entry {
            flags: u8,
            #[br(if(flags & 1 != 0 && version >= SINCE))]
            name: Option<u64>,
            #[br(if(flags / 2 == 1))]
            scale: Option<[f32; 2]>,
        }
    }

    alternative: structure {
        #[br(import(version: u32))]
        struct Entry {
            #[br(if(version != 0, 14))]
            kind: u8,
        }
    }

    switch: structure {
        /// A value.
        #[brw(little)]
        #[br(import(kind: u8))]
        enum Value {
            /// Nothing.
            #[br(pre_assert(kind == 0))]
            Null,
            #[br(pre_assert(kind == 1))]
            Number(u32),
            #[br(pre_assert(kind == 2))]
            #[schema(attempt = "I-7")]
            Pair { first: u8, second: u8 },
            Other(#[br(parse_with = until_eof)] Vec<u8>),
        }
    }

    switch_without_rest: structure {
        #[br(import(kind: u8))]
        enum Value {
            #[br(pre_assert(kind == 1))]
            One(u8),
        }
    }

    tree: structure {
        #[br(import(parent: u8))]
        struct Node {
            kind: u8,
            #[br(temp)]
            #[bw(calc = children.len())]
            child_count: u8,
            #[br(count = child_count, args(kind))]
            #[schema(children)]
            children: Vec<Node>,
            end: u8,
        }
    }

    texts: structure {
        struct Names {
            #[schema(utf8)]
            first: CText,
            #[br(count = 2)]
            two: Vec<CText>,
            #[br(parse_with = until_eof)]
            rest: Vec<CText>,
        }
    }

    numbers_of_varying_size: structure {
        struct Ids {
            #[br(temp)]
            #[bw(calc = names.len())]
            name_count: Uleb<u32>,
            #[br(count = name_count)]
            names: Vec<u8>,
            id: Uleb<u64>,
        }
    }

    single_region: structure {
        #[brw(little)]
        struct Far {
            table_offset: u32,
            #[schema(region(at = table_offset))]
            table: Table,
            #[br(count = 2)]
            #[schema(region(at = table_offset + 8, set()))]
            numbers: Vec<u16>,
            near: u8,
        }
    }

    regions: structure {
        struct File {
            #[br(count = 3)]
            table: Vec<Entry>,
            #[br(args(entry.kind))]
            #[schema(region(
                each = table,
                at = entry.offset,
                size = entry.size,
                content_size = entry.content_size,
                transform(xz if entry.flags & 2 != 0, zlib if entry.flags & 1 != 0),
                check(byte_sum if entry.flags & 8 != 0, stored = entry.checksum),
                check(crc32 | my::Fletcher if entry.flags & 4 != 0, stored = entry.checksum),
                place(align = 4, reverse)
            ))]
            parts: Regions<Part>,
        }
    }

    sums: structure {
        #[schema(
            derive(header.entry_count = table.len()),
            sum(byte_sum, over(header, table), stored = header.checksum, skip(header.checksum))
        )]
        struct File {
            header: Header,
            #[br(count = header.entry_count)]
            table: Vec<Entry>,
            #[br(parse_with = until_eof)]
            rest: Vec<u8>,
        }
    }

    rules_across_fields: structure {
        #[br(assert(low <= high))]
        #[schema(custom = is_sound, spec = "3")]
        struct Interval {
            low: u8,
            #[br(assert(sum(items.size) == high))]
            high: u8,
            #[br(count = 1)]
            items: Vec<Item>,
        }
    }

    magic: structure {
        #[brw(big, magic = b"PK")]
        struct Signed {
            version: u16,
        }
    }
}
