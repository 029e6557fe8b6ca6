//! Relations in a small file: a part that it needs, values in their order, multiples of a count, and a tree.

use bpx_schema::codec::{Regions, Uleb};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Severity};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};

#[structure]
#[derive(Debug)]
#[brw(little)]
pub struct Related {
    pub purpose: Purpose,
    #[br(temp)]
    #[bw(calc = parts.len())]
    part_count: u8,
    #[br(count = part_count)]
    #[schema(pool("parts", key = kind))]
    pub parts: Vec<Part>,
    #[br(temp)]
    #[bw(calc = folders.len())]
    folder_count: u8,
    #[br(count = folder_count)]
    #[schema(
        pool("folders"),
        tree(
            first = first_child,
            count = child_count,
            code = "folder.cycle",
            parents(code = "folder.parents"),
            orphan(code = "folder.orphan", severity = note),
            depth(code = "folder.depth", lenient = "X-2")
        )
    )]
    pub folders: Vec<Folder>,
    #[br(count = 2)]
    pub names: Vec<Name>,
    #[schema(region(each = parts, at = entry.offset, size = entry.size))]
    pub sheets: Regions<Sheet>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Purpose {
    #[schema(needs("parts", key = 7, if(value != 0), code = "purpose.part", spec = "4"))]
    pub value: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Part {
    pub offset: u8,
    pub size: u8,
    #[schema(sorted(code = "part.sorted"))]
    pub kind: u8,
}

/// One or two bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Folder {
    pub child_count: Uleb<u16>,
    #[br(if(child_count > 0, 0))]
    pub first_child: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    #[br(temp)]
    #[bw(calc = name.len())]
    length: u8,
    #[br(count = length)]
    #[schema(sorted(code = "name.sorted", severity = warning))]
    pub name: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    #[br(parse_with = until_eof)]
    #[schema(count_of("folders", multiple, code = "sheet.rows"))]
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Row {
    #[schema(range(0..=9))]
    pub cell: u8,
}

/// Two parts of the types 5 and 7, a root with two folders in it, two names, and sheets of three and of six rows.
pub fn related() -> Vec<u8> {
    let head = [1, 2, 18, 3, 5, 21, 6, 7];
    let folders = [3, 2, 1, 0, 0];
    [&head[..], &folders, b"\x01a\x02bc", &[1; 9]].concat()
}

/// What compiled code finds, and the interpreter too: code, path, offset.
#[track_caller]
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let (report, model) = (Related::validate(file, Mode::Strict), Model::from_root(Related::schema()));
    assert_eq!(Interpreter::new(&model).unwrap().validate(file, Mode::Strict).findings(), report.findings());
    let place = |one: &bpx_schema::report::Finding| (one.code.to_string(), one.path.to_string(), one.location.file);
    report.findings().iter().map(place).collect()
}

#[track_caller]
fn changed(at: usize, byte: u8, expected: &[(&str, &str, u64)]) {
    let mut file = related();
    file[at] = byte;
    let expected: Vec<_> =
        expected.iter().map(|(code, path, offset)| ((*code).to_owned(), (*path).to_owned(), *offset)).collect();
    assert_eq!(found(&file), expected);
}

#[test]
fn a_part_that_is_needed_is_missing() {
    assert_eq!(found(&related()), []);
    changed(7, 8, &[("purpose.part", "parts", 2)]);
    // Nothing is needed for this purpose, so the type of the part may be another one.
    let mut file = related();
    (file[0], file[7]) = (0, 8);
    assert_eq!(found(&file), []);
}

#[test]
fn without_a_table_the_field_is_blamed() {
    #[structure]
    #[derive(Debug)]
    struct Kinds {
        #[schema(needs("kinds", key = 4, code = "kinds.four"))]
        first: u8,
        #[br(parse_with = until_eof)]
        #[schema(pool("kinds", key = kind))]
        parts: Vec<Part>,
    }
    assert!(Kinds::validate(&[0, 0, 0, 4], Mode::Strict).findings().is_empty());
    let report = Kinds::validate(&[0, 0, 0, 3], Mode::Strict);
    let one = &report.findings()[0];
    assert_eq!((&*one.code, one.path.to_string(), one.location.file), ("kinds.four", "first".to_owned(), 0));
}

#[test]
fn values_are_in_their_order() {
    changed(4, 9, &[("part.sorted", "parts[1].kind", 7)]);
    changed(14, b'b', &[]);
    changed(14, b'c', &[("name.sorted", "names[1].name", 16)]);
    let mut file = related();
    file[14] = b'c';
    assert_eq!(Related::validate(&file, Mode::Strict).findings()[0].severity, Severity::Warning);
}

#[test]
fn rows_are_a_multiple_of_the_folders() {
    changed(6, 5, &[("trailing-bytes", "", 26), ("sheet.rows", "sheets[1].rows", 21)]);
    // Of no folders, any number is a multiple.
    let file = [&related()[..8], &[0], &related()[13..]].concat();
    let codes: Vec<_> = found(&file).into_iter().map(|(code, ..)| code).collect();
    assert!(!codes.contains(&"sheet.rows".to_owned()), "{codes:?}");
}

#[test]
fn folders_form_a_tree() {
    changed(9, 1, &[("folder.orphan", "folders[2]", 12)]);
    changed(10, 0, &[("folder.cycle", "folders[0]", 9)]);
    // Two folders that contain each other: their records grow.
    let with = |folders: &[u8]| {
        let mut file = [&related()[..8], folders, &related()[13..]].concat();
        let more = folders.len() as u8 - 5;
        (file[2], file[5]) = (18 + more, 21 + more);
        found(&file)
    };
    let is = |code: &str, path: &str, offset| vec![(code.to_owned(), path.to_owned(), offset)];
    assert_eq!(with(&[3, 0, 1, 2, 1, 1]), is("folder.cycle", "folders[1]", 10));
    assert_eq!(with(&[3, 2, 1, 1, 2, 0]), is("folder.parents", "folders[1]", 11));
    assert_eq!(with(&[3, 1, 1, 1, 2, 0]), []);
    // Children that do not exist are not a finding of this rule.
    assert_eq!(with(&[3, 2, 9, 0, 0]), []);
}

#[test]
fn a_schema_whose_pools_lack_what_relations_look_for_is_refused() {
    let text = Model::from_root(Related::schema()).to_json().unwrap();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let model = Model::from_json(&text.replace(from, to)).unwrap();
        Interpreter::new(&model).unwrap_err().to_string()
    };
    let key = "\"key\": \"kind\"";
    let message = refused(key, "\"key\": null");
    assert!(message.contains("expected a pool with a key, found `parts` without one"), "{message}");
    assert!(refused(key, "\"key\": \"nothing\"").contains("`Part` has no field `nothing`"));
}
