//! Lists that end where sums over their elements reach a number: a class of Java, whose numbers of 64 bits count twice as
//! constants, and lists of every kind.

use bpx_schema::codec::CText;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Class as Fault, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};

/// The head of a class file of Java.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct JavaClass {
    #[schema(magic = b"\xCA\xFE\xBA\xBE")]
    pub signature: [u8; 4],
    pub minor: u16,
    pub major: u16,
    #[br(temp)]
    #[bw(calc = sum(constants, if entry.tag == LONG || entry.tag == DOUBLE { 2 } else { 1 }) + 1)]
    constant_count: u16,
    #[br(until = sum(constants, if entry.tag == LONG || entry.tag == DOUBLE { 2 } else { 1 }) >= constant_count - 1)]
    pub constants: Vec<Constant>,
    pub access: u16,
}

const LONG: u8 = 5;
const DOUBLE: u8 = 6;

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Constant {
    pub tag: u8,
    #[br(args(tag))]
    pub body: ConstantBody,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(tag: u8))]
pub enum ConstantBody {
    #[br(pre_assert(tag == 1))]
    Text {
        #[br(temp)]
        #[bw(calc = text.len())]
        length: u16,
        #[br(count = length)]
        text: Vec<u8>,
    },
    #[br(pre_assert(tag == LONG || tag == DOUBLE))]
    Wide(u64),
    #[br(pre_assert(tag == 7 || tag == 8))]
    Reference(u16),
    #[br(pre_assert(tag >= 9 && tag <= 12))]
    Pair { first: u16, second: u16 },
}

/// Each list ends by another sum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Sums {
    pub total: u16,
    #[br(until = sum(sizes, entry) >= total && count(sizes, entry > 1) > 1)]
    pub sizes: Vec<u16>,
    #[br(until = count(run, entry == 0) == 2)]
    pub run: Vec<u8>,
    #[br(until = count(names, entry == "") * 2 == 4 || index == 9)]
    pub names: Vec<CText>,
    #[br(until = sum(parts.size) + sum(parts, entry.kind * index) == total)]
    pub parts: Vec<Part>,
    #[br(until = sum(rows, 12 / entry.width) >= 6)]
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Part {
    pub kind: u8,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub width: u8,
    #[br(until = sum(cells, entry & 3) == width)]
    pub cells: Vec<u8>,
}

/// Six slots: a class, its name, a number of 64 bits, and a pair.
pub fn java_class() -> Vec<u8> {
    let name = b"\x01\0\x04Main";
    let constants = [&b"\x07\0\x02"[..], name, b"\x05\0\0\0\0\0\0\0\x2A", b"\x0C\0\x02\0\x02"].concat();
    [&b"\xCA\xFE\xBA\xBE\0\0\0\x34\0\x06"[..], &constants, b"\0\x21"].concat()
}

pub fn sums() -> Vec<u8> {
    let sizes = [1, 0, 4, 0, 1, 0, 2, 0];
    // 2 + 0 + 1 * 0 + 5 * 1 = 7, the total.
    let parts = [1, 2, 0, 5, 0, 0];
    // Twelve by its width: 4 and 2.
    let rows = [3, 1, 4, 2, 6, 3, 3];
    [&[7, 0][..], &sizes, &[5, 0, 6, 0], b"a\0\0bc\0\0", &parts, &rows].concat()
}

#[test]
fn a_number_of_64_bits_counts_twice() {
    let class = JavaClass::from_slice(&java_class()).unwrap();
    assert_eq!(class.constants.iter().map(|constant| constant.tag).collect::<Vec<_>>(), [7, 1, LONG, 12]);
    assert_eq!(class.access, 0x21);
    assert_eq!(class.to_vec().unwrap(), java_class());
}

/// What both readers report first.
#[track_caller]
fn fault(file: &[u8]) -> (Fault, String) {
    let (report, model) = (Sums::validate(file, Mode::Strict), Model::from_root(Sums::schema()));
    assert_eq!(Interpreter::new(&model).unwrap().validate(file, Mode::Strict).findings(), report.findings());
    let first = &report.findings()[0];
    (first.class, first.path.to_string())
}

#[test]
fn a_sum_without_a_value_ends_the_reading() {
    let mut file = sums();
    let rows = file.len() - 7;
    file[rows] = 0;
    // The cells of a row of width 0.
    file[rows + 1] = 4;
    assert_eq!(fault(&file), (Fault::Overflow, "rows[0]".to_owned()));
}

#[test]
fn a_writer_refuses_a_list_that_ends_elsewhere() {
    let mut sums = Sums::from_slice(&sums()).unwrap();
    sums.rows[1].cells.push(0);
    let error = sums.to_vec().unwrap_err().to_string();
    assert!(error.contains("rows[1].cells[1]: `sum(cells, entry & 3) == width` holds"), "{error}");
    sums.rows[1].cells = vec![1];
    let error = sums.to_vec().unwrap_err().to_string();
    assert!(error.contains("rows[1].cells[0]: `sum(cells, entry & 3) == width` does not hold"), "{error}");
}

#[test]
fn many_elements_take_a_time_that_grows_with_them() {
    let count = 200_000_u32;
    let file = [&[0xFF; 2][..], &[0; 4], &vec![0; 2 * count as usize], &[0xFF; 4]].concat();
    let model = Model::from_root(Sums::schema());
    let found = Interpreter::new(&model).unwrap().validate(&file, Mode::Strict);
    assert_eq!(found.findings()[0].path.to_string(), "run");
}
