use bpx_schema::codec::CText;
use bpx_schema::report::Mode;
use bpx_schema::{Codec, Record, structure};

#[derive(Debug, Record)]
#[brw(little)]
struct Bone {
    #[schema(text_in("names", code = "bone.name", file_path(code = "bone.file")))]
    name: u16,
    #[schema(index_in("bones", first = 1, code = "bone.parent"))]
    parent: u16,
    #[schema(unique(code = "bone.id"), sorted(code = "bone.order"))]
    id: u8,
}

#[structure]
#[derive(Debug)]
struct Skeleton {
    #[schema(
        count_of("bones", code = "skeleton.count"),
        needs("bones", key = 1, code = "skeleton.root"),
        single("bones", key = 1, code = "skeleton.roots"),
        referred("bones", key = 2, by = "bones", code = "skeleton.lost")
    )]
    count: u8,
    #[br(count = count)]
    #[schema(pool("bones", key = id))]
    bones: Vec<Bone>,
    #[br(parse_with = until_eof)]
    #[schema(pool("names"))]
    names: Vec<CText>,
}

let report = Skeleton::validate(b"\x01\0\0\x02\0\x01hip\0", Mode::Strict);
assert_eq!(report.findings()[0].code, "bone.parent");
