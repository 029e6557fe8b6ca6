use bpx_schema::report::Mode;
use bpx_schema::{Codec, Record, structure};

#[derive(Debug, Record)]
struct Folder {
    first_child: u8,
    child_count: u8,
}

#[structure]
#[derive(Debug)]
struct Folders {
    #[br(parse_with = until_eof)]
    #[schema(tree(first = first_child, count = child_count, orphan(code = "folders.orphan")))]
    folders: Vec<Folder>,
}

let report = Folders::validate(&[1, 1, 0, 0, 0, 0], Mode::Strict);
assert_eq!((&*report.findings()[0].code, report.findings()[0].location.file), ("folders.orphan", 4));
