//! Rules of each number of a list.

use bpx_schema::codec::U24;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, structure};

/// Faces with colors and corners.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = 0x4D32u16)]
#[schema(
    each(colors, assert(
        entry < color_count,
        class = OutOfRange,
        code = "mesh.color",
        text = "expected one of {color_count} colors, found {entry}"
    )),
    each(ends, assert(index == 0 || entry >= ends[index - 1], severity = warning, code = "mesh.order")),
    each(corners, assert(corner_count / entry >= 1, code = "mesh.corner")),
    each(marks, assert(entry != 7, code = "mesh.mark"))
)]
pub struct Mesh {
    pub color_count: u8,
    pub corner_count: u8,
    #[br(count = 3)]
    pub colors: Vec<u8>,
    #[brw(big)]
    #[br(count = 2)]
    pub ends: Vec<u16>,
    #[br(count = 2)]
    pub marks: Vec<U24>,
    pub corners_at: u8,
    #[br(count = corner_count)]
    #[schema(region(at = corners_at))]
    pub corners: Vec<u16>,
}

pub fn mesh() -> Vec<u8> {
    let marks = [5, 0, 0, 6, 0, 0];
    [&b"\x32\x4D\x03\x02\x00\x02\x01\0\x05\0\x06"[..], &marks, &[18], &[1, 0, 2, 0]].concat()
}

/// What both readers find.
fn found(file: &[u8]) -> Vec<Finding> {
    let (report, model) = (Mesh::validate(file, Mode::Strict), Model::from_root(Mesh::schema()));
    assert_eq!(Interpreter::new(&model).unwrap().validate(file, Mode::Strict).findings(), report.findings());
    report.findings().to_vec()
}

#[test]
fn each_number_that_breaks_a_rule_is_reported_at_its_place() {
    assert_eq!(found(&mesh()), []);
    let mut file = mesh();
    (file[6], file[10], file[14], file[18]) = (9, 4, 7, 0);
    let found: Vec<_> = found(&file).iter().map(|one| format!("{one}")).collect();
    let expected = [
        "error[mesh.color]: colors[2]: expected one of 3 colors, found 9 (at offset 0x6)",
        "warning[mesh.order]: ends[1]: expected `(index == 0) || (entry >= ends[index - 1])` to be true, found false (at offset 0x9)",
        "error[mesh.corner]: corners[0]: `(corner_count / entry) >= 1` has no value, because its computation fails (at offset 0x12)",
        "error[mesh.mark]: marks[1]: expected `entry != 7` to be true, found false (at offset 0xe)",
    ];
    assert_eq!(found, expected);
}
