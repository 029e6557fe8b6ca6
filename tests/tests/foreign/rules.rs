//! Findings of validators for the declared formats: computed values, unread bytes, places of elements.

use super::declared::{Boxes, Picture, Places, Stated};
use super::files;
use bpx_schema::Codec;
use bpx_schema::codec::Uleb;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Report, Severity, Verdict};
use bpx_schema::schema::Model;

/// Severity, code, path, offset and message of each finding.
fn seen(report: &Report) -> Vec<(Severity, String, String, u64, String)> {
    let one = |one: &bpx_schema::report::Finding| {
        (one.severity, one.code.to_string(), one.path.to_string(), one.location.file, one.message.clone())
    };
    report.findings().iter().map(one).collect()
}

/// What both readers say in a mode, which is the same.
#[track_caller]
fn validated<T: Codec>(file: &[u8], mode: Mode) -> Report {
    let (report, model) = (T::validate(file, mode), Model::from_root(T::schema()));
    assert_eq!(
        seen(&Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap().validate(file, mode)),
        seen(&report)
    );
    report
}

#[track_caller]
fn check<T: Codec>(file: &[u8], mode: Mode, expected: &[(Severity, &str, &str, u64, &str)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(severity, code, path, offset, message)| {
            (*severity, (*code).to_owned(), (*path).to_owned(), *offset, (*message).to_owned())
        })
        .collect();
    assert_eq!(seen(&validated::<T>(file, mode)), expected);
}

#[test]
fn computed_values_that_are_stated_otherwise_are_found() {
    let mut file = files::stated(1);
    let error = Severity::Error;
    // The total, in the header, and what is computed from it.
    file[2] = 8;
    let double = "expected 16, which is `header_total * 2`, found 18".replace("header_total", "head.total");
    let total = "expected 9, which is `sum(lots.size) + len(tail)`, found 8";
    let more = "expected 4, which is `len(tail) + 1`, found 260";
    file[9] = 1;
    check::<Stated>(
        &file,
        Mode::Strict,
        &[
            (error, "stated.more", "more", 8, more),
            (error, "stated.total", "head.total", 2, total),
            (error, "stated.head.double.calc", "head.double", 4, &double),
        ],
    );
    // One is excused, and so are those that the declaration excuses.
    let report = validated::<Stated>(&file, Mode::Lenient);
    let severities: Vec<_> = report.findings().iter().map(|one| one.severity).collect();
    assert_eq!(severities, [Severity::Warning, Severity::Error, Severity::Warning]);
    let spec: Vec<_> = report.findings().iter().map(|one| &*one.spec).collect();
    assert_eq!((spec, report.verdict()), (vec!["", "", "7"], Verdict::Malformed));
}

#[test]
fn computed_values_of_cases_and_nodes_are_compared_too() {
    let sound = files::stated(1);
    // `scaled`, after `more`; it is absent in a file of kind 0, and then states nothing.
    let mut file = sound.clone();
    file[10] = 4;
    let message = "expected 3, which is `len(tail) * head.kind`, found 4";
    check::<Stated>(&file, Mode::Strict, &[(Severity::Error, "stated.scaled.calc", "scaled", 10, message)]);
    // In the case: 100 doubled is stated as 201.
    let mut file = sound.clone();
    file[16] = 0xC9;
    let message = "expected 200, which is `plain * 2`, found 201";
    let code = "stated-case.doubled.doubled.calc";
    check::<Stated>(&file, Mode::Strict, &[(Severity::Error, code, "case.doubled", 16, message)]);
    // In a node below the root.
    let mut file = sound;
    file[22] = 9;
    let message = "expected 2, which is `len(children) + len(name)`, found 9";
    check::<Stated>(
        &file,
        Mode::Strict,
        &[(Severity::Error, "stated-node.sum.calc", "tree.children[0].sum", 22, message)],
    );
}

#[test]
fn what_is_read_by_its_own_count_has_no_rule() {
    let codes: Vec<_> = Model::from_root(Stated::schema())
        .structures
        .values()
        .flat_map(|structure| structure.all_rules().map(|rule| rule.code.to_string()).collect::<Vec<_>>())
        .filter(|code| code.contains("count"))
        .collect();
    assert_eq!(codes, Vec::<String>::new());
}

#[test]
fn bytes_after_the_end_are_found() {
    let file = [&files::stated(1)[..], b"more"].concat();
    let end = files::stated(1).len() as u64;
    let message = "no field holds these 4 bytes at the end";
    check::<Stated>(&file, Mode::Strict, &[(Severity::Error, "trailing-bytes", "", end, message)]);
    check::<Stated>(&file, Mode::Lenient, &[(Severity::Warning, "trailing-bytes", "", end, message)]);
    assert_eq!(validated::<Stated>(&file, Mode::Lenient).verdict(), Verdict::Valid);
    // A list to the end leaves nothing.
    assert_eq!(seen(&validated::<Boxes>(&files::boxes(), Mode::Strict)), []);
    assert!(validated::<Picture>(&files::picture(), Mode::Strict).findings().is_empty());
}

#[test]
fn bytes_between_parts_are_found() {
    // The names one byte earlier leave one between themselves and the numbers.
    let file = files::places();
    let moved = |gap: [u8; 2]| [&[9][..], &file[1..7], &gap, &file[7..]].concat();
    let mut held = moved([1, 2]);
    // All others lie two bytes further on.
    for at in [1, 2, 26, 30, 33] {
        held[at] += 2;
    }
    let message = "no field holds these 2 bytes between others";
    check::<Places>(&held, Mode::Strict, &[(Severity::Error, "unread-bytes", "", 7, message)]);
    check::<Places>(&held, Mode::Lenient, &[(Severity::Warning, "unread-bytes", "", 7, message)]);
    held[7..9].fill(0);
    let message = "no field holds these 2 bytes between others, all zero";
    check::<Places>(&held, Mode::Strict, &[(Severity::Note, "unread-bytes", "", 7, message)]);
}

#[test]
fn bytes_that_the_content_of_a_region_leaves_are_found() {
    let mut file = files::places();
    // The second part takes a byte of the third one, and the declaration of a part reads two.
    file[29] = 3;
    let message = "no field holds these 1 bytes at the end";
    check::<Places>(&file, Mode::Strict, &[(Severity::Error, "trailing-bytes", "parts[1]", 18, message)]);
}

#[test]
fn regions_are_blamed_on_the_element_where_it_lies() {
    let mut file = files::places();
    // The third entry, of three bytes, begins at 30.
    assert_eq!(&file[30..], [0, 18, 2]);
    file[31] = 200;
    let report = validated::<Places>(&file, Mode::Strict);
    let finding = &report.findings()[0];
    assert_eq!((finding.path.to_string().as_str(), finding.location.file), ("entries[2].at", 30));
    assert_eq!(&*finding.code, "parts.bounds");
}

#[test]
fn the_writer_computes_what_the_reader_compares() {
    let value = Stated::from_slice(&files::stated(1)).unwrap();
    let mut other = Stated { tail: b"longer".to_vec(), ..value };
    other.head.count = 6;
    // Whatever the header says is put right.
    (other.head.total, other.head.double) = (1, 2);
    let file = other.to_vec().unwrap();
    assert_eq!(seen(&validated::<Stated>(&file, Mode::Strict)), []);
    assert_eq!(file[2..10], [12, 0, 24, 0, 0, 0, 7, 0]);
}

#[test]
fn positions_are_handed_to_what_lies_in_one_place() {
    use bpx_schema::structure;

    #[structure]
    #[derive(Debug, PartialEq)]
    #[br(import(end: u8))]
    struct Body {
        #[br(count = end - position)]
        bytes: Vec<u8>,
    }

    #[structure]
    #[derive(Debug, PartialEq)]
    #[br(import(offset: u8))]
    enum Sided {
        #[br(pre_assert(offset % 2 == 0))]
        Even(u8),
        Odd(Uleb<u16>),
    }

    #[structure]
    #[derive(Debug, PartialEq)]
    struct File {
        length: u8,
        #[br(args(position + length))]
        body: Body,
        #[br(args(position))]
        side: Sided,
        #[br(count = 2, args(position))]
        sides: Vec<Sided>,
    }
    let file = [2, 7, 8, 0x81, 0x00, 0x01, 0x09];
    let value = File::from_slice(&file).unwrap();
    assert_eq!(value.body.bytes, [7, 8]);
    assert!(matches!(&value.side, Sided::Odd(one) if (one.value(), one.size()) == (1, 2)));
    assert_eq!(value.to_vec().unwrap(), file);
    assert_eq!(seen(&validated::<File>(&file, Mode::Strict)), []);
    // A value of another side does not fit where it would lie.
    let error = File { length: 1, body: Body { bytes: vec![7] }, ..value }.to_vec().unwrap_err();
    assert_eq!(error.finding().unwrap().path.to_string(), "side");
}

#[test]
fn findings_name_the_fact_of_a_region_and_show_signatures_as_bytes() {
    use bpx_schema::structure;

    #[structure]
    #[derive(Debug)]
    struct Limited {
        #[schema(magic = b"\xCA'M\x18")]
        tag: [u8; 4],
        #[schema(one_of(0x61, 0x62))]
        letters: [u8; 2],
        length: u8,
        #[br(parse_with = until_eof)]
        #[schema(region(size = length - 2))]
        data: Vec<u8>,
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    }
    // The bytes that were found are a text; those that were expected are none.
    let found = seen(&validated::<Limited>(b"\x04\"M'ab\x01", Mode::Strict));
    let messages: Vec<_> = found.iter().map(|(.., message)| &**message).collect();
    assert_eq!(
        messages,
        [r#"expected the signature "\xca'M\x18", found "\x04\"M'""#, "the size is -1"],
        "the size follows from the stated length"
    );
    assert_eq!(found[1].2, "data");
}
