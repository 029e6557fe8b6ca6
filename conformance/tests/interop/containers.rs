//! Sections of all kinds, both ways.

use crate::support::{Crate, accepted, content, hex, open, summary};
use bpx_formats::bpx::Crc32Legacy;
use bpx_formats::bpx::container::{Check, CheckOutcome, Compression, ContainerBuilder, SectionOptions};
use bpx_formats::bpx::verify;
use bpx_schema::checksum::{ByteSum, ChecksumType, Crc32};
use bpx_schema::report::{Mode, Severity, Verdict};
use serde_json::json;
use test_needs::needs;

/// Flags of sections (section 9.1.6).
const XZ: u8 = 2;
const CRC32: u8 = 4;
const WEAK: u8 = 8;

const SIZES: [usize; 3] = [0, 1, 70 << 10];
const COMPRESSIONS: [Compression; 2] = [Compression::None, Compression::Xz(6)];
const CHECKS: [Check; 3] = [Check::None, Check::Weak, Check::Crc32Legacy];
const TYPE_EXT: [u8; 16] = *b"0123456789abcdef";

/// Returns every combination.
fn cases() -> Vec<(Compression, Check, usize)> {
    let mut cases = Vec::new();
    for compression in COMPRESSIONS {
        for check in CHECKS {
            cases.extend(SIZES.map(|size| (compression, check, size)));
        }
    }
    cases
}

/// Returns the flags that a section must have, so that nothing is stored plainly by mistake. Neither compresses
/// nothing.
fn flags((compression, check, size): (Compression, Check, usize)) -> u8 {
    let check = match check {
        Check::None => 0,
        Check::Weak => WEAK,
        Check::Crc32 | Check::Crc32Legacy => CRC32,
    };
    if compression == Compression::None || size == 0 { check } else { check | XZ }
}

fn options(compression: Compression, check: Check) -> SectionOptions {
    let options = SectionOptions::default().with_compression(compression).with_check(check);
    options.with_threshold(0).with_force(true)
}

#[needs(testees)]
#[test]
fn the_crate_reads_ours() {
    for version in [1, 2] {
        let mut builder = ContainerBuilder::new(b'X', version).type_ext(TYPE_EXT);
        for (number, (compression, check, size)) in (0..).zip(cases()) {
            builder = builder.section(number, content(size), options(compression, check));
        }
        let file = builder.build().unwrap();
        let read = accepted(Crate::new().read("container-read", &file));
        assert_eq!(read["header"]["version"], version);
        assert_eq!(read["header"]["kind"], b'X');
        assert_eq!(read["header"]["file_size"], file.len());
        assert_eq!(read["header"]["type_ext"], hex(&TYPE_EXT));
        let sections = read["sections"].as_array().unwrap();
        assert_eq!(sections.len(), cases().len());
        for ((number, case), section) in (0..).zip(cases()).zip(sections) {
            let number: usize = number;
            assert_eq!(section["kind"], number, "{case:?}");
            assert_eq!(section["flags"], flags(case), "{case:?}");
            assert_eq!(section["content_size"], case.2, "{case:?}");
            assert_eq!(section["content"], summary(&content(case.2)), "{case:?}");
        }
    }
}

#[needs(testees)]
#[test]
fn ours_reads_the_crates() {
    for version in [1, 2] {
        let sections: Vec<_> = (0_u8..)
            .zip(cases())
            .map(|(number, (compression, check, size))| {
                let check = match check {
                    Check::None => None,
                    Check::Weak => Some("weak"),
                    Check::Crc32 | Check::Crc32Legacy => Some("crc32"),
                };
                json!({
                    "kind": number,
                    "content": { "hex": hex(&content(size)) },
                    "compression": (compression != Compression::None).then_some("xz"),
                    "check": check,
                    "threshold": 0,
                })
            })
            .collect();
        let spec = json!({ "kind": "X", "version": version, "type_ext": hex(&TYPE_EXT), "sections": sections });
        let file = Crate::new().written("container-write", &spec);
        let container = open(&file);
        assert_eq!(container.header().version, version);
        assert_eq!(container.header().kind, b'X');
        assert_eq!(container.header().type_ext.to_bytes(), TYPE_EXT);
        assert_eq!(container.header().file_size, file.len() as u64);
        assert_eq!(container.len(), cases().len());
        for (case, section) in cases().into_iter().zip(container.sections()) {
            assert_eq!(usize::from(section.header().kind), section.index(), "{case:?}");
            assert_eq!(section.header().flags, flags(case), "{case:?}");
            assert_eq!(*section.content().unwrap(), content(case.2), "{case:?}");
            let expected = match case.1 {
                Check::None => CheckOutcome::Unchecked,
                Check::Weak => CheckOutcome::Matched(ChecksumType::of::<ByteSum>()),
                // Of no bytes, both variants of the sum are zero.
                _ if case.2 == 0 => CheckOutcome::Matched(ChecksumType::of::<Crc32>()),
                _ => CheckOutcome::Matched(ChecksumType::of::<Crc32Legacy>()),
            };
            assert_eq!(section.check().unwrap(), expected, "{case:?}");
        }
        let report = verify(&file, Mode::Lenient).unwrap();
        assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
        assert_eq!(report.count(Severity::Warning), 0, "{:?}", report.findings());
    }
}

/// Streams of several blocks: ours always has them, the crate's where the machine has several processors.
#[needs(testees)]
#[test]
fn streams_of_several_blocks() {
    let large = content((5 << 20) / 2);
    let options = options(Compression::Xz(0), Check::Weak);
    let ours = ContainerBuilder::new(b'X', 2).section(1, &large, options).build().unwrap();
    let read = accepted(Crate::new().read("container-read", &ours));
    assert_eq!(read["sections"][0]["content"], summary(&large));

    let driver = Crate::new();
    std::fs::write(driver.path("large"), &large).unwrap();
    let section =
        json!({ "kind": 1, "content": { "file": driver.path("large") }, "compression": "xz", "check": "weak" });
    let theirs = driver.written("container-write", &json!({ "kind": "X", "sections": [section] }));
    let container = open(&theirs);
    let section = container.section(0).unwrap();
    assert_eq!(section.header().flags, XZ | WEAK);
    assert_eq!(*section.content().unwrap(), large);
    let mut part = [0; 1000];
    assert_eq!(section.read_at((2 << 20) - 500, &mut part).unwrap(), 1000);
    assert_eq!(part, large[(2 << 20) - 500..][..1000]);
}
