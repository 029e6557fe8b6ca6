use super::super::*;
use crate::bpx::by_hand::{file_of_sections, finding_tuple, findings_of};
use bpx_schema::codec::Space;
use bpx_schema::report::{Class, Mode, Severity, Verdict};

#[test]
fn invalid_truth_values_are_kept() {
    let bytes = [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2];
    let (document, _) = Document::from_slice(&bytes).unwrap();
    assert_eq!(document.root().get_hash(1).and_then(ValueRef::as_bool), Some(false));
    assert_eq!(document.to_vec().unwrap(), bytes);
    let report = Document::validate(&bytes, Mode::Lenient, PACKAGE_BUDGET);
    assert_eq!((report.verdict(), report.count(Severity::Warning)), (Verdict::Valid, 1));
    let report = Document::validate(&bytes, Mode::Strict, PACKAGE_BUDGET);
    assert_eq!((report.verdict(), report.count(Severity::Error)), (Verdict::Invalid, 1));
    let finding = &report.findings()[0];
    assert_eq!((finding.class, finding.location.file), (Class::OutOfRange, 10));
}

#[test]
fn texts_that_are_not_utf_8_are_kept() {
    let bytes = [1, 1, 0, 0, 0, 0, 0, 0, 0, 12, b'a', 0xFF, 0];
    let (document, _) = Document::from_slice(&bytes).unwrap();
    let value = document.root().get_hash(1).unwrap();
    assert_eq!((value.as_str(), value.as_text().map(bpx_schema::codec::CText::as_bytes)), (None, Some(&b"a\xFF"[..])));
    assert_eq!(document.to_vec().unwrap(), bytes);
    let report = Document::validate(&bytes, Mode::Lenient, PACKAGE_BUDGET);
    assert_eq!(
        report.findings().first().map(|finding| (finding.class, finding.location.file)),
        Some((Class::BadText, 10))
    );
}

#[test]
fn faults_are_located() {
    let fault = |bytes: &[u8]| {
        let error = Document::from_slice(bytes).unwrap_err();
        let finding = error.finding().unwrap().clone();
        (finding.class, finding.location.file, finding.path.to_string())
    };
    assert_eq!(fault(&[]), (Class::Truncated, 0, "count".to_owned()));
    assert_eq!(fault(&[1, 0, 0]), (Class::Truncated, 1, "children[0].name".to_owned()));
    assert_eq!(fault(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), (Class::Truncated, 9, "children[0].kind".to_owned()));
    assert_eq!(fault(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 15]).0, Class::UnknownTag);
    assert_eq!(fault(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 12, b'a']).0, Class::Unterminated);
    let in_list = [1, 0, 0, 0, 0, 0, 0, 0, 0, 13, 2, 0, 3, 1];
    assert_eq!(fault(&in_list), (Class::Truncated, 13, "children[0].children[1].value.uint16".to_owned()));
}

#[test]
fn the_budget_counts_objects_and_arrays() {
    let with = |arrays: usize| {
        let builder = (0..arrays).fold(ObjectBuilder::new(), |builder, at| builder.array(&at.to_string(), |list| list));
        builder.build().unwrap()
    };
    assert_eq!(with(14).findings(Space::File(0), PACKAGE_BUDGET), []);
    let findings = with(15).findings(Space::Packed(100), PACKAGE_BUDGET);
    let [finding] = &*findings else { panic!("{findings:?}") };
    assert_eq!((&*finding.code, finding.severity), ("structured-data.budget", Severity::Warning));
    assert_eq!((finding.location.file, finding.location.content), (100, Some(0)));
    assert_eq!(with(2).findings(Space::File(0), SYMBOL_BUDGET), []);
    assert_eq!(with(3).findings(Space::File(0), SYMBOL_BUDGET).len(), 1);
    let bytes = with(15).to_vec().unwrap();
    assert_eq!(Document::validate(&bytes, Mode::Strict, PACKAGE_BUDGET).verdict(), Verdict::Valid);
}

#[test]
fn duplicates_and_odd_names_are_warnings() {
    let document = ObjectBuilder::new()
        .object("o", |o| o.add("x", 1_u16).add("y", 1_u8).add("x", 2_u8))
        .add("x", 1_u8)
        .add(DEBUG_NAME, 1_u8)
        .build()
        .unwrap();
    let findings = document.findings(Space::File(0), PACKAGE_BUDGET);
    let findings_of: Vec<_> =
        findings.iter().map(|finding| (&*finding.code, finding.path.to_string(), finding.location.file)).collect();
    assert_eq!(
        findings_of,
        [
            // The root's count; `o` with 9 + 1; `x` with 9 + 2; `y` with 9 + 1.
            ("structured-data.duplicate", "children[0].children[2]".to_owned(), 1 + 10 + 11 + 10),
            ("structured-data.debug", "children[2]".to_owned(), 1 + 10 + 11 + 10 + 10 + 10),
        ]
    );
    assert_eq!((findings[0].class, findings[0].severity), (Class::Duplicate, Severity::Warning));
    let names = ObjectBuilder::new().array(DEBUG_NAME, |names| names.push("a").push(1_u8)).build().unwrap();
    assert_eq!(names.findings(Space::File(0), PACKAGE_BUDGET).len(), 1);
    assert_eq!(names.root().name_of(0x2b606), Some("a"));
}

/// In files of every type; the budget is one of the metadata of packages.
#[test]
fn verify_reports_warnings() {
    let odd = ObjectBuilder::new().add(DEBUG_NAME, 1_u8).build().unwrap().to_vec().unwrap();
    let at = |section: usize, offset| {
        let path = format!("sections[{section}].structured_data.children[0]");
        finding_tuple("structured-data.debug", Severity::Warning, &path, offset)
    };
    // Header and table, then the count of the root.
    assert_eq!(findings_of(&file_of_sections(b'X', [0; 16], &[(1, b"abc"), (0xFE, &odd)])), [at(1, 40 + 48 + 3 + 1)]);
    assert_eq!(
        findings_of(&file_of_sections(b'P', *b"\x04\x04PK\0\0\0\0\0\0\0\0\0\0\0\0", &[(2, b""), (0xFE, &odd)]))[2],
        at(1, 40 + 48 + 1)
    );
    let deep = (0..15).fold(ObjectBuilder::new(), |builder, at| builder.array(&at.to_string(), |list| list));
    let deep = deep.build().unwrap().to_vec().unwrap();
    assert_eq!(findings_of(&file_of_sections(b'X', [0; 16], &[(0xFE, &deep)])), []);
}
